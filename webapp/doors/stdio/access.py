"""Access: where Sayso is, and the key to show there. Options count before the environment, and that before the file.

The file is what redeeming a one-time code leaves: `{"url": ..., "key": ...}`, for its owner's eyes only.
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from webapp.settings import StdioSettings, WrongSettings

FILE = Path("sayso") / "agent.json"


class Access:
    """Where Sayso is, and the key to show there.

    Args:
        url: the address, without a path; empty where none is known.
        key: the key; empty where there is none yet.
        file: the configuration file.
        given: whether the key came with the options or the environment, which the file can not change.
    """

    def __init__(self, url: str, key: str, file: Path, *, given: bool) -> None:
        self.url = url
        self.key = key
        self.file = file
        self.given = given

    def forget(self, key: str) -> None:
        """Use a key no more, unless another one has taken its place meanwhile."""
        if self.key == key:
            self.key = ""

    @contextmanager
    def keeping(self) -> Iterator[Callable[[str], None]]:
        """Make room for a new key, and give what keeps it, in the file together with the address, and uses it.

        Room is made first: a code works once, and must not be spent on a key that can not be kept.

        Raises:
            OSError: the file can not be written.
        """
        file = self.file.resolve()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = file.with_name(f"{file.name}.{os.getpid()}.{threading.get_ident()}")
        room = os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w")

        def keep(key: str) -> None:
            self.key = key
            room.write(json.dumps({"url": self.url, "key": key}) + "\n")
            room.close()
            new.replace(file)

        try:
            yield keep
        finally:
            room.close()
            new.unlink(missing_ok=True)


def find(settings: StdioSettings, *, url: str = "", key: str = "", file: Path | None = None) -> Access:
    """Find the access.

    Args:
        settings: what the environment tells.
        url: the option of this name; empty for none.
        key: the option of this name; empty for none.
        file: the configuration file; the usual one when left out.

    Raises:
        WrongSettings: the address or the key can not be right.
    """
    file = file or settings.folder / FILE
    kept_url, kept_key = _kept(file)
    wanted = (url or settings.url or kept_url).strip().rstrip("/")
    if wanted and not _is_address(wanted):
        raise WrongSettings(
            "SAYSO_URL (or --url) must be the address of Sayso, without a path, such as https://sayso.example"
        )
    given = (key or settings.key).strip()
    # A key is shown only where it belongs: the file's own goes nowhere but to the file's own address.
    shown = given or (kept_key if kept_url == wanted else "")
    if not re.fullmatch(r"[!-~]*", shown):
        raise WrongSettings("SAYSO_KEY (or --key) must be a key, such as respira_...")
    if given and not wanted:
        raise WrongSettings("A key alone is not enough: give the address of Sayso with SAYSO_URL or --url")
    return Access(wanted, shown, file, given=bool(given))


def _is_address(url: str) -> bool:
    try:
        port_is_one = urlsplit(url).port != 0
    except ValueError:
        return False
    return port_is_one and re.fullmatch(r"https?://[^/\s?#@]+", url) is not None


def _kept(file: Path) -> tuple[str, str]:
    """Return the address and the key that the file holds, both empty where it holds none."""
    try:
        kept = json.loads(file.read_bytes())
        return str(kept["url"]), str(kept["key"])
    except FileNotFoundError:
        return "", ""
    except (OSError, ValueError, KeyError, TypeError) as fault:
        print(f"sayso mcp: {file} can not be read ({type(fault).__name__}), so it is left aside.", file=sys.stderr)
        return "", ""
