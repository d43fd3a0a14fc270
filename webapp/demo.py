"""The demo: web, worker and a site in one command, with an agent's plan waiting to be looked at.

It starts the very programs that a server runs, and plays the agent's part through the MCP door like any client.
"""

from __future__ import annotations

import json
import secrets
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet

from webapp import agent_part, logs, schema
from webapp.children import Children, Ending
from webapp.settings import Settings

PATIENCE = 20.0
# What the programs write, a line for each request, would bury what a visitor is told.
WRITTEN = "programs.log"


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
        The exit status: 0 after a signal, 1 when a port is taken or a program ended by itself.
    """
    logs.set_up()
    ending = Ending()
    with tempfile.TemporaryDirectory(prefix="sayso-demo-") as passing:
        folder = wanted.data or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        kept = _Kept(folder / "demo.json", wanted.port)
        taken = next(
            (f"Port {port} is taken{words}" for port, words in kept.ports(wanted) if not is_free(port)), None
        )
        if taken is not None:
            print(taken, file=sys.stderr)
            return 1
        kept.save()
        with Children(folder / WRITTEN) as children:
            _Stage(wanted, folder, kept, children).set_up()
            return children.wait(ending)


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

    def ports(self, wanted: Wanted) -> list[tuple[int, str]]:
        """Return the ports that have to be free, each with the rest of the sentence that says it is not."""
        pages = (self.values["port"], " by another program. Choose another one with --port.")
        site = (self.values["site_port"], " by another program; the sample site of this folder was served there.")
        return [pages] if wanted.wordpress is not None else [pages, site]

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
        if self.wanted.wordpress is None:
            place = ["--file", str(self.folder / "site.db"), "--port", str(values["site_port"])]
            self.children.start("sample site", ["sample-site", "--quiet", *place], environment)
        schema.upgrade(environment["SAYSO_DATABASE_URL"])
        self.children.start("web", ["web", "--port", str(values["port"])], environment)
        told = self._told(Settings.from_environment(environment))
        # Last, because it is not needed before there is somebody to say yes, and starting takes the others' time.
        self.children.start("worker", ["worker"], environment)
        print(json.dumps(told) if self.wanted.as_json else _in_words(told), flush=True)

    def _told(self, settings: Settings) -> dict[str, Any]:
        """Play both parts, and return what a visitor is told."""
        # Loaded here, while the programs start, because loading the engine takes a second.
        from webapp import owner_part

        url, kept = settings.public_url, self.kept
        prepared = owner_part.play(settings, self._login(), kept.values["keys"], PATIENCE)
        kept.values["keys"] = prepared.tokens
        kept.save()
        agent_part.wait_until_heard(f"{url}/healthz", PATIENCE)
        if not self.wanted.empty and not kept.values.get("played"):
            agent_part.play(f"{url}/mcp", prepared.tokens["browser"])
            kept.values["played"] = True
            kept.save()
        return {
            "url": url,
            "sign_in_url": f"{url}{prepared.sign_in_path}",
            "mcp_url": f"{url}/mcp",
            "site_url": prepared.site_url,
            "written": str(self.folder.resolve() / WRITTEN),
            "keys": prepared.tokens,
        }

    def _login(self) -> tuple[str, str, str]:
        """Return the site's address, user and application password, as soon as it answers."""
        wanted = self.wanted
        if wanted.wordpress is not None:
            return wanted.wordpress, wanted.user or "", wanted.app_password or ""
        from webapp.sample_site import SampleSite

        address = f"http://127.0.0.1:{self.kept.values['site_port']}"
        agent_part.wait_until_heard(f"{address}/wp-json/", PATIENCE)
        sample = SampleSite(self.folder / "site.db", address)
        login = address, sample.username, sample.app_password
        sample.close()
        return login


def free_port() -> int:
    """Return a port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_free(port: int) -> bool:
    """Tell whether nothing listens on a port now."""
    with socket.socket() as probe:
        # A port whose last connections are only just closing can be served again at once.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


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
            f"  What the programs write: {told['written']}",
            "",
            "  Ctrl-C ends everything.",
            "",
        ]
    )
