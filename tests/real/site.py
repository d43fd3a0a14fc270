"""A real WordPress on loopback: a folder with its own database and content, and a core shared by all.

    site = up(folder, port)      installed and filled once, then only started
    site.get("/wp/v2/pages/42")  what another client would read
    site.reset()                 back to how it was when `up` had filled it; the server keeps running
    site.stop()                  no process is left

The people are admin, editor, author, contributor and subscriber; page 42 is About, draft 311 is Team, and
"Main menu" with Home and About is in the location "primary".
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.real import core, server

PRETTY = "/%year%/%monthnum%/%day%/%postname%/"
CHANGING = ["mu-plugins", "plugins", "upgrade", "uploads"]
ADMINISTRATOR = "admin"
READS = ("GET ", "HEAD ", "OPTIONS ")


@dataclass(frozen=True)
class Person:
    """Somebody with an account: `password` signs in to the dashboard, `app_password` to the REST API."""

    id: int
    role: str
    password: str
    app_password: str


@dataclass
class Site:
    """One WordPress. `users` is keyed by login; `username` and `app_password` are the administrator's."""

    folder: Path
    url: str
    plain: bool
    version: str
    users: dict[str, Person]
    group: int = 0
    client: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = httpx.Client(
            base_url=self.url, auth=(self.username, self.app_password), timeout=30, trust_env=False
        )

    @property
    def username(self) -> str:
        return ADMINISTRATOR

    @property
    def app_password(self) -> str:
        return self.users[ADMINISTRATOR].app_password

    @property
    def rest(self) -> str:
        """The root of the REST API, as the site itself would name it."""
        return f"{self.url}/?rest_route=/" if self.plain else f"{self.url}/wp-json/"

    def get(self, path: str, **params: Any) -> Any:
        """What the API answers the administrator at `path`, such as "/wp/v2/pages/42"; raises unless 2xx."""
        return self._ask("GET", path, params, None)

    def post(self, path: str, **fields: Any) -> Any:
        """Writes as somebody else would, past Sayso; returns the answer and raises unless it is 2xx."""
        return self._ask("POST", path, {}, fields)

    def delete(self, path: str, **params: Any) -> Any:
        """Deletes as somebody else would, past Sayso; returns the answer and raises unless it is 2xx."""
        return self._ask("DELETE", path, params, None)

    def _ask(self, method: str, path: str, params: dict[str, Any], fields: dict[str, Any] | None) -> Any:
        if self.plain:
            answer = self.client.request(method, "/", params={"rest_route": path, **params}, json=fields)
        else:
            answer = self.client.request(method, f"/wp-json{path}", params=params, json=fields)
        return answer.raise_for_status().json()

    def writes(self) -> list[str]:
        """The requests of the web server's log that asked the REST API for a change, since they were last forgotten.

        Each is a method and an address, such as "POST /wp-json/wp/v2/pages".
        """
        log = self.folder / "requests.log"
        asked = log.read_text().splitlines() if log.exists() else []
        rest = [line for line in asked if "/wp-json/" in line or "rest_route=" in line]
        return [line for line in rest if not line.startswith(READS)]

    def forget_requests(self) -> None:
        """Empties the web server's log of requests."""
        (self.folder / "requests.log").write_text("")

    def reset(self) -> None:
        """Puts database, plugins and uploads back. Call it between requests, not during one."""
        golden, content = self.folder / "golden", self.folder / "public" / "wp-content"
        fresh = self.folder / "database" / "fresh.sqlite"
        shutil.copy(golden / "site.sqlite", fresh)
        for leftover in (self.folder / "database").glob("site.sqlite-*"):
            leftover.unlink()
        fresh.replace(self.folder / "database" / "site.sqlite")
        for name in CHANGING:
            shutil.rmtree(content / name)
            shutil.copytree(golden / name, content / name)

    def stop(self) -> None:
        """Ends the server with all its workers, and the client; the folder stays."""
        self.client.close()
        server.stop(self.group)


# Gives a running site of a version, with plain permalinks or not.
Running = Callable[[str, bool], Site]


def up(
    folder: Path, port: int = 0, theme: str = "classic-test", plain: bool = False, version: str = core.NEWEST
) -> Site:
    """Starts the site in `folder`, installing and filling it first when it is not there.

    port: 0 takes a free one; a site that is there keeps the port it was installed with.
    theme: the stylesheet's name; "classic-test" has the menu locations primary and footer.
    plain: without pretty permalinks, so that the REST API answers at /?rest_route= only.
    version: one of core.SOURCES.
    Raises core.Missing without PHP, npm or the version's files, and server.NotServing when it does not answer.
    """
    php = core.php()
    folder = folder.absolute()
    if not (folder / "site.json").exists():
        url = f"http://127.0.0.1:{port or server.free_port()}"
        _lay(folder, core.core(version))
        _fill(php, folder, url, theme, plain, version)
    site = _read(folder)
    site.group = server.start(php, folder, int(site.url.rpartition(":")[2]))
    (folder / "group").write_text(str(site.group))
    return site


def found(folder: Path) -> Site:
    """The site that `up` started in `folder`, perhaps in another process."""
    site = _read(folder.absolute())
    site.group = int((folder / "group").read_text())
    return site


def _read(folder: Path) -> Site:
    kept = json.loads((folder / "site.json").read_text())
    users = {login: Person(**person) for login, person in kept["users"].items()}
    return Site(folder, kept["url"], kept["plain"], kept["version"], users)


def _lay(folder: Path, files: Path) -> None:
    public, content, wordpress = folder / "public", folder / "public" / "wp-content", files / "wordpress"
    (folder / "database").mkdir(parents=True)
    for name in CHANGING:
        (content / name).mkdir(parents=True)
    for entry in wordpress.iterdir():
        if entry.name != "wp-content":
            (public / entry.name).symlink_to(entry)
    shutil.copytree(wordpress / "wp-content" / "plugins", content / "plugins", dirs_exist_ok=True)
    shutil.copytree(core.OWN_FILES / "classic-test", content / "themes" / "classic-test")
    for theme in (wordpress / "wp-content" / "themes").iterdir():
        (content / "themes" / theme.name).symlink_to(theme)
    driver = (files / "sqlite" / "db.copy").read_text()
    (content / "db.php").write_text(driver.replace("{SQLITE_IMPLEMENTATION_FOLDER_PATH}", str(files / "sqlite")))
    for name in ("config.php", "router.php"):
        shutil.copy(core.OWN_FILES / name, folder / name)


def _fill(php: str, folder: Path, url: str, theme: str, plain: bool, version: str) -> None:
    permalinks = "" if plain else PRETTY
    users = json.loads(_run(php, folder, "install.php", url, theme, permalinks))
    _run(php, folder, "seed.php", url)
    golden = folder / "golden"
    golden.mkdir()
    with (
        closing(sqlite3.connect(folder / "database" / "site.sqlite")) as live,
        closing(sqlite3.connect(golden / "site.sqlite")) as kept,
    ):
        live.backup(kept)
    for name in CHANGING:
        shutil.copytree(folder / "public" / "wp-content" / name, golden / name)
    described = {"url": url, "plain": plain, "version": version, "users": users}
    (folder / "site.json").write_text(json.dumps(described, indent=2))


def _run(php: str, folder: Path, script: str, *arguments: str) -> str:
    told = ["env", f"SAYSO_TEST_SITE={folder}", php, "-d", "display_errors=stderr", "-d", "memory_limit=512M"]
    told += [str(core.OWN_FILES / script), str(folder / "public"), *arguments]
    done = subprocess.run(told, capture_output=True, text=True)
    if done.returncode != 0:
        raise core.Missing(f"{script} failed: {done.stderr or done.stdout}")
    return done.stdout
