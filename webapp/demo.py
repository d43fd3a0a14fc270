"""The demo: web, worker and a site in one command, with an agent's plan waiting to be looked at.

It starts the very programs that a server runs, and plays the agent's part through the MCP door like any client.
"""

from __future__ import annotations

import json
import secrets
import signal
import socket
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet

from webapp import agent_part, clock, logs, schema
from webapp.children import Children
from webapp.core import keys, people, sites
from webapp.core.desk import Desk
from webapp.data import Mode, Site
from webapp.errors import SiteTrouble
from webapp.settings import Settings

OWNER, OWNER_NAME = "owner@example.com", "Olive Owner"
KEYS = {"chat": ("Chat agent", Mode.ASK), "browser": ("Browser agent", Mode.BROWSER)}
PATIENCE = 20.0


@dataclass(frozen=True)
class Wanted:
    """What the demo was asked for (see `sayso demo --help`)."""

    port: int
    data: Path | None
    as_json: bool
    empty: bool
    wordpress: str | None
    user: str | None
    app_password: str | None


def play(wanted: Wanted) -> int:
    """Run the demo until SIGINT or SIGTERM arrives, or one of its programs ends.

    Returns:
        The exit status: 0 after a signal, 1 when a program ended by itself.
    """
    logs.set_up()
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    with tempfile.TemporaryDirectory(prefix="sayso-demo-") as passing, Children() as children:
        folder = wanted.data or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        kept = _Kept(folder / "demo.json", wanted.port)
        _Stage(wanted, folder, kept, children).set_up()
        return children.wait(over)


class _Kept:
    """What the demo remembers from start to start: ports, secrets, and the keys it shows. Readable by its owner only,
    since it stands for the memory of a person who wrote the keys down."""

    def __init__(self, path: Path, port: int) -> None:
        self._path = path
        self.values: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        self.values.setdefault("secret_key", secrets.token_urlsafe(32))
        self.values.setdefault("sealing_key", Fernet.generate_key().decode())
        self.values.setdefault("site_port", free_port())
        self.values["port"] = port or self.values.get("port") or free_port()
        self.values.setdefault("keys", {})
        self.save()

    def save(self) -> None:
        """Write it down."""
        self._path.touch(mode=0o600)
        self._path.write_text(json.dumps(self.values))


@dataclass(frozen=True)
class _Stage:
    wanted: Wanted
    folder: Path
    kept: _Kept
    children: Children

    def set_up(self) -> None:
        """Start every program, fill in what a first visitor needs, and say where to look."""
        values = self.kept.values
        environment = {
            "SAYSO_DATABASE_URL": f"sqlite:///{self.folder.resolve()}/sayso.db",
            "SAYSO_PUBLIC_URL": f"http://127.0.0.1:{values['port']}",
            "SAYSO_SECRET_KEY": values["secret_key"],
            "SAYSO_SEALING_KEYS": values["sealing_key"],
            "SAYSO_ALLOW_PRIVATE_SITES": "1",
        }
        self.children.start("web", ["web", "--port", str(values["port"])], environment)
        if self.wanted.wordpress is None:
            place = ["sample-site", "--file", str(self.folder / "site.db"), "--port", str(values["site_port"])]
            self.children.start("sample site", place, environment)
        settings = Settings.from_environment(environment)
        schema.upgrade(settings.database_url)
        self.children.start("worker", ["worker"], environment)
        from webapp.laying import lay_desk

        desk = lay_desk(settings, lambda _run: None)
        self._fill(desk)
        desk.database.close()

    def _fill(self, desk: Desk) -> None:
        owner = people.add(desk, OWNER, OWNER_NAME)
        site = self._connected(desk, owner.id)
        tokens = self._keys(desk, site, owner.id)
        url = desk.settings.public_url
        agent_part.wait_until_heard(f"{url}/healthz", PATIENCE)
        if not self.wanted.empty and not self.kept.values.get("played"):
            agent_part.play(f"{url}/mcp", tokens["browser"])
            self.kept.values["played"] = True
            self.kept.save()
        told = {
            "url": url,
            "sign_in_url": f"{url}/sign-in/{people.make_link(desk, OWNER)}",
            "mcp_url": f"{url}/mcp",
            "site_url": site.url,
            "keys": tokens,
        }
        print(json.dumps(told) if self.wanted.as_json else _in_words(told), flush=True)

    def _connected(self, desk: Desk, owner_id: int) -> Site:
        """Connect the site, as soon as it answers."""
        wanted = self.wanted
        if wanted.wordpress is not None:
            return sites.connect(desk, owner_id, wanted.wordpress, wanted.user or "", wanted.app_password or "")
        from webapp.sample_site import SampleSite

        address = f"http://127.0.0.1:{self.kept.values['site_port']}"
        agent_part.wait_until_heard(f"{address}/wp-json/", PATIENCE)
        sample = SampleSite(self.folder / "site.db", address)
        login = sample.username, sample.app_password
        sample.close()
        give_up = clock.monotonic() + PATIENCE
        while True:
            try:
                return sites.connect(desk, owner_id, address, *login)
            except SiteTrouble:
                if clock.monotonic() > give_up:
                    raise

    def _keys(self, desk: Desk, site: Site, owner_id: int) -> dict[str, str]:
        known: dict[str, str] = self.kept.values["keys"]
        for name, (label, mode) in KEYS.items():
            if name not in known:
                with desk.writing() as session:
                    known[name] = keys.issue(session, desk, site.id, label, mode, person_id=owner_id).token
        self.kept.save()
        return known


def free_port() -> int:
    """Return a port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _in_words(told: dict[str, Any]) -> str:
    connect = (
        f"claude mcp add --transport http sayso {told['mcp_url']} "
        f'--header "Authorization: Bearer {told["keys"]["browser"]}"'
    )
    return "\n".join(
        [
            "",
            f"  Sayso is ready:  {told['url']}",
            f"  The site:        {told['site_url']}",
            "",
            "  Sign in as its owner (works once):",
            f"    {told['sign_in_url']}",
            "",
            "  Connect Claude Code:",
            f"    {connect}",
            "",
            "  Keys for agents:",
            f"    {told['keys']['browser']}   every write waits for you in the browser",
            f"    {told['keys']['chat']}   plans when the agent asks for it; the yes is given in the chat",
            "",
            "  Ctrl-C ends everything.",
            "",
        ]
    )
