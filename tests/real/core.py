"""What a real WordPress is made of: a PHP, WordPress's own files, and its SQLite driver.

The files come out of a published npm package, pinned by checksum, and are unpacked once into a folder below
the home directory that all test sites share. Nothing here starts anything; that is site.py.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

CACHE = Path.home() / ".cache" / "sayso-tests"
OWN_FILES = Path(__file__).parent / "php"
EXTENSIONS = "curl dom exif fileinfo gd mbstring pdo_sqlite tokenizer xmlreader"


@dataclass(frozen=True)
class Source:
    """Where one version's files are found: an npm package, its sha512, and the folders inside it."""

    package: str
    sha512: str
    core: str
    sqlite: str


SOURCES = {
    "7.1.1": Source(
        package="wp-studio@1.22.0",
        sha512="boMtahkhgWDKKyNTBA1uTK5ghnAmxXhDY6KeQCO9FmcI3/o+YOSq8JwYW5ZYnxHCxH14Jf/mD6CJTBvTWl2Ytw==",
        core="package/dist/cli/wp-files/latest/wordpress",
        sqlite="package/dist/cli/wp-files/sqlite-database-integration",
    ),
}


class Missing(Exception):
    """Something that a test site needs is not on this machine."""


def php() -> str:
    """The path of a PHP with every extension that WordPress and its SQLite driver need."""
    found = shutil.which("php")
    if found is None:
        raise Missing("There is no php on this machine; bin/test installs it.")
    loaded = subprocess.run([found, "-m"], capture_output=True, text=True, check=True).stdout.lower().split()
    lacking = [name for name in EXTENSIONS.split() if name not in loaded]
    if lacking:
        raise Missing(f"{found} lacks {', '.join(lacking)}; bin/test installs them.")
    return found


def core(version: str) -> Path:
    """The folder with a version's files, `wordpress` and `sqlite`; fetched first if need be."""
    kept = CACHE / f"core-{version}"
    if not kept.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as room:
            unpacked = _unpack(SOURCES[version], Path(room))
            try:
                unpacked.rename(kept)
            except OSError:
                # Somebody else's run was quicker; theirs is as good.
                if not kept.exists():
                    raise
    return kept


def _unpack(source: Source, room: Path) -> Path:
    archive = _fetch(source, room)
    subprocess.run(["tar", "xzf", archive, "-C", room, source.core, source.sqlite], check=True)
    whole = room / "whole"
    whole.mkdir()
    (room / source.core).rename(whole / "wordpress")
    (room / source.sqlite).rename(whole / "sqlite")
    shutil.copy(OWN_FILES / "shared-config.php", whole / "wordpress" / "wp-config.php")
    return whole


def _fetch(source: Source, room: Path) -> Path:
    if shutil.which("npm") is None:
        raise Missing("There is no npm on this machine; bin/test installs it.")
    # npm writes a folder of its own into the home directory unless it is told another place.
    fetch = ["npm", "pack", "--silent", "--ignore-scripts", "--cache", str(room / "npm"), source.package]
    subprocess.run(fetch, cwd=room, check=True, stdout=subprocess.DEVNULL)
    [archive] = room.glob("*.tgz")
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != source.sha512:
        raise Missing(f"{source.package} is not the file we know; its sha512 is {found}.")
    return archive
