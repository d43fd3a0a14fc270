"""Access: where Sayso is, and the key to show there. Options count before the environment, and that before the file.

The file is what redeeming a one-time code leaves: `{"url": ..., "key": ...}`, for its owner's eyes only. Where others
can read it, that is said; where others can write it, it is left aside, as ssh does with its own.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, NoReturn
from urllib.parse import urlsplit

from webapp.errors import Refusal
from webapp.settings import StdioSettings, WrongSettings

FILE = Path("sayso") / "agent.json"
A_KEY = re.compile("respira_[A-Za-z0-9_-]{36}")  # as `webapp.core.keys` makes them
_MOUNTS = Path("/proc/self/mountinfo")
_YOURS_ALONE = "Make it yours alone with chmod 600."


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

        Room is made first: a code works once, and must not be spent on a key that can not be kept. What is given
        raises OSError where it can not be written after all; the key is used nevertheless.

        Raises:
            Refusal: `respira_no_place_for_key`, the file can not be written.
        """
        file = Path(os.path.realpath(self.file))
        try:
            new = _room_beside(file)
        except OSError as fault:
            raise Refusal(
                "respira_no_place_for_key",
                f"The file {self.file} can not be written ({fault.strerror}), so the code was not used.",
            ) from fault

        def keep(key: str) -> None:
            self.key = key
            new.write_text(json.dumps({"url": self.url, "key": key}) + "\n")
            new.replace(file)

        try:
            yield keep
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)


def _room_beside(file: Path) -> Path:
    """Make the empty file that takes a file's place later.

    Raises:
        OSError: it can not be made, or could not take that place.
    """
    from tempfile import mkstemp  # only loaded where it is needed: the command has to start fast

    with suppress(FileNotFoundError):
        if not stat.S_ISREG(file.stat().st_mode):
            _refuse("it is not a file")
        if is_mounted(file, _MOUNTS):
            _refuse("it is mounted by itself, so nothing can take its place")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    opened, new = mkstemp(prefix=f"{file.name}.", dir=file.parent)
    os.close(opened)
    return Path(new)


def is_mounted(file: Path, mounts: Path) -> bool:
    """Tell whether a file is a mount of its own, as containers are given single files.

    Args:
        mounts: the list of mounts as Linux gives it; elsewhere it is missing, and files are not mounted.
    """
    with suppress(OSError):
        points = (line.split(b" ")[4] for line in mounts.read_bytes().splitlines())
        return os.fsencode(file) in [re.sub(rb"\\([0-7]{3})", _letter, point) for point in points]
    return False


def _letter(escaped: re.Match[bytes]) -> bytes:
    return bytes([int(escaped[1], 8)])


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
    """Return the address and the key that the file holds, both empty where it holds none that may be used."""
    try:
        found = file.stat()
        kept = _read(file) if stat.S_ISREG(found.st_mode) else _refuse("it is not a file")
    except FileNotFoundError:
        return "", ""
    except (OSError, ValueError, RecursionError) as fault:
        reason = getattr(fault, "strerror", None) or "it holds no address with a key"
        print(f"sayso mcp: {file} can not be read ({reason}), so it is left aside.", file=sys.stderr)
        return "", ""
    others = what_others_can(found, os.getuid()) if sys.platform != "win32" else ""
    if others == "write":
        print(f"sayso mcp: others can write {file}, so it is left aside. {_YOURS_ALONE}", file=sys.stderr)
        return "", ""
    if others == "read":
        print(f"sayso mcp: others can read the key in {file}. {_YOURS_ALONE}", file=sys.stderr)
    return kept


def _read(file: Path) -> tuple[str, str]:
    """Read a file that is one; others, such as a pipe, could let us wait for ever.

    Raises:
        ValueError: it does not hold an address and a key.
    """
    kept = json.loads(file.read_bytes())
    url, key = (kept.get("url"), kept.get("key")) if isinstance(kept, dict) else (None, None)
    if not isinstance(url, str) or not isinstance(key, str) or not _is_address(url) or not A_KEY.fullmatch(key):
        raise ValueError("no address with a key")
    return url, key


def _refuse(reason: str) -> NoReturn:
    raise OSError(0, reason)


def what_others_can(found: os.stat_result, me: int) -> Literal["", "read", "write"]:
    """Tell the most that others can do with a file, the machine's administrator aside.

    Args:
        found: what is known of the file.
        me: the number of the user who runs this program.
    """
    if found.st_mode & 0o022 or found.st_uid not in (0, me):
        return "write"
    return "read" if found.st_mode & 0o044 else ""
