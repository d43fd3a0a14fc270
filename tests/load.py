"""Agents that plan and apply at the MCP doors of running web programs, many at once, and a count of what came of it.

The programs are Sayso's own, several of each kind on one database where wanted; only the sites are the sample site.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from cryptography.fernet import Fernet
from sqlalchemy import select

from tests.installed import PREFIX
from tests.programs import program
from tests.sample import sample_site
from webapp import agent_part
from webapp.core import keys, people, sites
from webapp.core.desk import Desk
from webapp.data import Mode, RunStep, Step
from webapp.demo import free_port
from webapp.laying import lay_desk
from webapp.sample_site import SampleSite
from webapp.settings import Settings
from webapp.worker import Queue

ACCEPTED = "application/json, text/event-stream"


@dataclass(frozen=True)
class Stage:
    """What the agents meet.

    Attributes:
        doors: the addresses of the web programs' MCP doors.
        wordpresses: the sites.
        places: the ids of the connected sites, one for each of them.
    """

    desk: Desk
    owner: int
    doors: list[str]
    wordpresses: list[SampleSite]
    places: list[int]

    def key(self, place: int) -> str:
        """Issue a key to one of the sites, whose agent may apply by itself, and return its token."""
        site, name = self.places[place], f"Agent of site {place}"
        with self.desk.writing() as session:
            issued = keys.issue(session, self.desk, site, name, Mode.CHAT, person_id=self.owner, tools_off=[])
        return issued.token


@dataclass
class Told:
    """What the agents were told.

    Attributes:
        planned: the id of each step that an answer told of, and the title that it gives.
        milliseconds: how long each planned write took, from the request to its answer.
        receipts: what became of each step by a receipt that an agent was given.
        other: answers that were none of these.
    """

    planned: dict[str, str] = field(default_factory=dict)
    milliseconds: list[float] = field(default_factory=list)
    receipts: dict[str, str] = field(default_factory=dict)
    other: list[str] = field(default_factory=list)


@contextmanager
def stage(database_url: str, *, webs: int, workers: int, places: int) -> Iterator[Stage]:
    """Run so many web programs and workers on one migrated database, and connect so many sample sites to it."""
    ports = [free_port() for _ in range(webs)]
    settings = Settings(
        database_url=database_url,
        public_url=f"http://127.0.0.1:{ports[0]}",
        secret_key="s" * 32,
        sealing_keys=(Fernet.generate_key().decode(),),
        allow_private_sites=True,
    )
    queue = Queue(database_url)
    with ExitStack() as stack:
        stack.callback(queue.close)
        desk = lay_desk(settings, queue.wake)
        stack.callback(desk.database.close)
        owner = people.add(desk, "olive@example.com", "Olive Owner")
        wordpresses = [stack.enter_context(sample_site()) for _ in range(places)]
        connected = [sites.connect(desk, owner.id, one.url, one.username, one.app_password).id for one in wordpresses]
        for port in ports:
            stack.enter_context(program(settings, "web", "--port", str(port)))
        for _ in range(workers):
            stack.enter_context(program(settings, "worker"))
        for port in ports:
            agent_part.wait_until_heard(f"http://127.0.0.1:{port}/healthz", 60)
        doors = [f"http://127.0.0.1:{port}/mcp" for port in ports]
        yield Stage(desk, owner.id, doors, wordpresses, connected)


def play(on: Stage, *, clients: int, plans: int, writes: int, applies: bool, until: float) -> Told:
    """Let so many clients work at once, each with a key of its own for each of its plans.

    Args:
        plans: how many plans each client makes, one after the other; how many at most, when time is up before.
        writes: how many writes each plan has; at most 50.
        applies: whether each plan is applied once it is whole, so that the next one is planned meanwhile elsewhere.
        until: when the last plan may begin, by the monotonic clock.
    """
    told = Told()

    def work(client: int) -> None:
        for number in range(plans):
            if time.monotonic() >= until:
                return
            place = client % len(on.places)
            agent = _Agent(on, on.key(place), itertools.cycle(on.doors[client % len(on.doors) :] + on.doors), told)
            agent.plan([f"Client {client}, plan {number}, write {write}" for write in range(writes)])
            if applies:
                agent.apply()

    with ThreadPoolExecutor(clients) as crowd:
        list(crowd.map(work, range(clients)))
    return told


@dataclass(frozen=True)
class _Agent:
    on: Stage
    token: str
    doors: Iterator[str]
    told: Told

    def plan(self, titles: list[str]) -> None:
        with self._client() as client:
            self._call(client, "begin_session", mode="plan")
            for title in titles:
                began = time.perf_counter()
                answer = self._call(client, "create_post", title=title, content="<p>Words.</p>")
                self.told.milliseconds.append((time.perf_counter() - began) * 1000)
                if answer.get("code") == "respira_plan_step":
                    self.told.planned[answer["step_id"]] = title
                else:
                    self.told.other.append(str(answer))

    def apply(self) -> None:
        """Apply, and ask until the run has ended; a site that somebody else's run holds is asked again."""
        with self._client() as client:
            answer = self._call(client, "apply_plan")
            while answer.get("code") in ("respira_site_busy", "respira_job_running"):
                job = answer.get("job_id")
                answer = self._call(client, "get_job_status", job_id=job) if job else self._call(client, "apply_plan")
        if "steps" not in answer:
            self.told.other.append(str(answer))
        self.told.receipts.update({step["step_id"]: step["outcome"] for step in answer.get("steps", [])})

    def _client(self) -> httpx.Client:
        # Each program is reached by a port of its own, and all of them are one installation.
        host = self.on.desk.settings.public_url.removeprefix("http://")
        headers = {"Accept": ACCEPTED, "Authorization": f"Bearer {self.token}", "Host": host}
        return httpx.Client(headers=headers, timeout=90)

    def _call(self, client: httpx.Client, tool: str, **arguments: Any) -> dict[str, Any]:
        params = {"name": PREFIX + tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        answer = client.post(next(self.doors), json=message)
        if answer.status_code != 200 or "result" not in answer.json():
            return {"code": f"http {answer.status_code}", "told": answer.text[:500]}
        result: dict[str, Any] = answer.json()["result"]["structuredContent"]
        return result


@dataclass(frozen=True)
class Count:
    """What is in the rows and on the sites, against what the agents were told. All is well when `faults` is empty."""

    answers: int
    steps: int
    written: int
    faults: list[str]


def count(on: Stage, told: Told) -> Count:
    """Compare the answers, the rows and the sites."""
    with on.desk.reading() as session:
        rows = {step.public_id: step.status for step in session.scalars(select(Step))}
        runs = Counter(session.scalars(select(Step.public_id).join(RunStep, RunStep.step_id == Step.id)))
    titles = Counter(_title(post) for one in on.wordpresses for post in one.wp.store.list("posts"))
    written = {title: number for title, number in titles.items() if title.startswith("Client ")}
    applied = {told.planned[step] for step, status in rows.items() if status == "applied" and step in told.planned}
    faults = [f"an answer that was no planned step: {answer}" for answer in told.other]
    faults += [f"{step} was told of and is in no row" for step in told.planned.keys() - rows.keys()]
    faults += [f"{step} is in a row and nobody was told of it" for step in rows.keys() - told.planned.keys()]
    faults += [f"{step} had {number} turns" for step, number in runs.items() if number > 1]
    faults += [f"{title} was written {number} times" for title, number in written.items() if number > 1]
    faults += [f"{title} is applied by its row and not on the site" for title in applied - written.keys()]
    faults += [f"{title} is on the site and not applied by its row" for title in written.keys() - applied]
    faults += [f"a receipt says that {step} is {said}" for step, said in told.receipts.items() if said != "applied"]
    return Count(len(told.planned), len(rows), sum(written.values()), faults)


def _title(post: dict[str, Any]) -> str:
    title = post["title"]
    return str(title["raw"] if isinstance(title, dict) else title)
