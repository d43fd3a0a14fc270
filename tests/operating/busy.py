"""A busy installation: real web and worker programs, and agents at the MCP door that plan and apply."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from cryptography.fernet import Fernet

from tests import databases
from tests.installed import PREFIX, Installed, Workers
from tests.programs import program
from tests.sample import sample_site
from webapp import agent_part
from webapp.core import people, sites
from webapp.core.desk import Desk
from webapp.data import Mode
from webapp.demo import free_port
from webapp.laying import lay_desk
from webapp.settings import Settings


@dataclass
class Busy:
    """An agent that plans and applies until it is told to stop.

    Attributes:
        steps: the steps that it was answered, in order.
        runs: the runs that it was told had ended.
    """

    address: str
    token: str
    steps: list[str] = field(default_factory=list)
    runs: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def work(self) -> None:
        """Begin a plan, plan three writes, apply it, and begin again."""
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json, text/event-stream"}
        with httpx.Client(headers=headers, timeout=60) as client:
            number = 0
            while not self.over.is_set():
                self._call(client, "begin_session", mode="plan")
                for page in (7, 42):
                    number += 1
                    told = self._call(client, "update_page", id=page, title=f"Round {number}")
                    self.steps.append(told["step_id"])
                self.runs.append(self._call(client, "apply_plan", continue_on_error=True)["review"]["job_id"])
                self._call(client, "end_session")

    def _call(self, client: httpx.Client, tool: str, **arguments: Any) -> dict[str, Any]:
        params = {"name": PREFIX + tool, "arguments": arguments}
        answer = client.post(self.address, json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        content: dict[str, Any] = answer.json()["result"]["structuredContent"]
        assert content.get("success") is not False, content
        return content


@dataclass(frozen=True)
class Place:
    """The installation, from outside."""

    settings: Settings
    desk: Desk
    agents: list[Busy]

    def enough(self, runs: int) -> None:
        """Wait until the agents together have applied so many plans."""
        for _ in range(1_200):
            if sum(len(agent.runs) for agent in self.agents) >= runs:
                return
            threading.Event().wait(0.05)
        raise AssertionError(f"not even {runs} plans were applied within a minute")


def settings_in(folder: Path, **given: Any) -> Settings:
    """The settings of an installation of its own in a folder."""
    return Settings(
        **{
            "database_url": databases.migrated_url(folder),
            "public_url": f"http://127.0.0.1:{free_port()}",
            "secret_key": "s" * 32,
            "sealing_keys": (Fernet.generate_key().decode(),),
            "allow_private_sites": True,
            **given,
        }
    )


@contextmanager
def at_work(folder: Path, agents: int) -> Iterator[Place]:
    """Run web and worker, and let so many agents work, each on a site of its own, until the block ends."""
    settings = settings_in(folder)
    with ExitStack() as stack:
        desk = lay_desk(settings, lambda _run: None)
        stack.callback(desk.database.close)
        owner = people.add(desk, "olive@example.com", "Olive Owner")
        busy = []
        for _number in range(agents):
            wordpress = stack.enter_context(sample_site())
            site = sites.connect(desk, owner.id, wordpress.url, wordpress.username, wordpress.app_password)
            key = Installed(desk, Workers(), owner, site).agent(Mode.ASK)
            busy.append(Busy(f"{settings.public_url}/mcp", key.token))
        stack.enter_context(program(settings, "web", "--port", settings.public_url.rpartition(":")[2]))
        stack.enter_context(program(settings, "worker"))
        agent_part.wait_until_heard(f"{settings.public_url}/healthz", 30)
        threads = [threading.Thread(target=agent.work) for agent in busy]
        for thread in threads:
            thread.start()
        try:
            yield Place(settings, desk, busy)
        finally:
            for agent in busy:
                agent.over.set()
            for thread in threads:
                thread.join(60)
