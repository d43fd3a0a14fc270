"""One package of one Debian release, unpacked and not installed, whatever release this machine runs.

apt does the fetching, from the mirror that this machine already uses, with lists of its own in a folder that is
thrown away: nothing of the machine's is touched, and nobody needs to be root. Debian replaces a package by its next
security update, so a checksum of ours would soon be wrong; apt checks Debian's signature instead.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


class NotFetched(Exception):
    """The package can not be had on this machine."""


def unpack(package: str, release: str, room: Path) -> Path:
    """Fetches the package's newest build in a release, such as "trixie"; returns the folder with its files.

    room: a folder for lists, package and files, which the caller throws away.
    Raises NotFetched when there is no apt, no mirror or no such package.
    """
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise NotFetched("There is no apt on this machine.")
    for name in ("lists/partial", "cache/archives/partial", "fetched"):
        (room / name).mkdir(parents=True)
    (room / "sources.list").write_text(f"deb [signed-by={KEYS}] {_mirror()} {release} main\n")
    _apt(room, "update", "--error-on=any")
    _apt(room, "download", package)
    [archive] = (room / "fetched").glob(f"{package}_*.deb")
    subprocess.run(["dpkg-deb", "-x", archive, room / "files"], check=True)
    return room / "files"


def _apt(room: Path, *words: str) -> None:
    options = {
        "Dir::Etc::sourcelist": room / "sources.list",
        "Dir::Etc::sourceparts": "/nonexistent",
        "Dir::State::lists": room / "lists",
        "Dir::Cache": room / "cache",
        "Acquire::Languages": "none",
        # Started by root, apt would become a user who may not write into the room.
        "APT::Sandbox::User": "root",
    }
    command = ["apt-get", "-q", *(word for name, value in options.items() for word in ("-o", f"{name}={value}"))]
    done = subprocess.run([*command, *words], cwd=room / "fetched", capture_output=True, text=True)
    if done.returncode != 0:
        raise NotFetched(f"apt-get {words[0]} failed: {done.stderr}")


def _mirror() -> str:
    asked = ["apt-get", "indextargets", "--format", "$(SITE)"]
    known = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    for site in known:
        if site.rstrip("/").endswith("/debian"):
            return site
    raise NotFetched("apt knows no mirror of Debian on this machine.")
