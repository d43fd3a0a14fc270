"""What a real WordPress is made of: a PHP, WordPress's own files, and its SQLite driver.

The newest version's files come out of a published npm package, pinned by checksum, together with the SQLite driver
that every version uses; an older version's are those of a Debian release. They are unpacked once into a folder below
the home directory that all test sites share. Nothing here starts anything; that is site.py.
"""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.real import debian

CACHE = Path.home() / ".cache" / "sayso-tests"
OWN_FILES = Path(__file__).parent / "php"
EXTENSIONS = "curl dom exif fileinfo gd mbstring pdo_sqlite tokenizer xmlreader"


@dataclass(frozen=True)
class Npm:
    """An npm package, its sha512, and the folders inside it."""

    package: str
    sha512: str
    core: str
    sqlite: str


@dataclass(frozen=True)
class Debian:
    """The package "wordpress" of a Debian release.

    driver_prepares: whether the SQLite driver's own way of preparing a query fits this version. It reads a property
        that WordPress has since 6.2; before, WordPress's own way does.
    """

    release: str
    driver_prepares: bool = True


NEWEST = "7.1.1"
SOURCES: dict[str, Npm | Debian] = {
    NEWEST: Npm(
        package="wp-studio@1.22.0",
        sha512="boMtahkhgWDKKyNTBA1uTK5ghnAmxXhDY6KeQCO9FmcI3/o+YOSq8JwYW5ZYnxHCxH14Jf/mD6CJTBvTWl2Ytw==",
        core="package/dist/cli/wp-files/latest/wordpress",
        sqlite="package/dist/cli/wp-files/sqlite-database-integration",
    ),
    "6.8": Debian("trixie"),
    "6.1": Debian("bookworm", driver_prepares=False),
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
            unpacked = _unpack(version, Path(room))
            try:
                unpacked.rename(kept)
            except OSError:
                # Somebody else's run was quicker; theirs is as good.
                if not kept.exists():
                    raise
    return kept


def _unpack(version: str, room: Path) -> Path:
    source = SOURCES[version]
    whole = room / "whole"
    whole.mkdir()
    if isinstance(source, Npm):
        _unpack_npm(source, room, whole)
    else:
        _unpack_debian(source, room, whole)
    wordpress = whole / "wordpress"
    found = re.search(r"wp_version = '([^']+)'", (wordpress / "wp-includes" / "version.php").read_text())
    if found is None or not f"{found[1]}.".startswith(f"{version}."):
        raise Missing(f"{source} is not WordPress {version}.")
    shutil.copy(OWN_FILES / "shared-config.php", wordpress / "wp-config.php")
    return whole


def _unpack_npm(source: Npm, room: Path, whole: Path) -> None:
    archive = _fetch(source, room)
    subprocess.run(["tar", "xzf", archive, "-C", room, source.core, source.sqlite], check=True)
    (room / source.core).rename(whole / "wordpress")
    (room / source.sqlite).rename(whole / "sqlite")


def _unpack_debian(source: Debian, room: Path, whole: Path) -> None:
    try:
        files = debian.unpack("wordpress", source.release, room)
    except debian.NotFetched as reason:
        raise Missing(f"WordPress of Debian's {source.release} is not to be had: {reason}") from reason
    wordpress = whole / "wordpress"
    (files / "usr" / "share" / "wordpress").rename(wordpress)
    # It leads to the settings of an installed package.
    (wordpress / ".htaccess").unlink()
    # On a PHP without MySQL an old WordPress wants a driver here too, not only in the site's own folder.
    (wordpress / "wp-content" / "db.php").write_text("<?php // Each site has its own.\n")
    shutil.copytree(core(NEWEST) / "sqlite", whole / "sqlite")
    if not source.driver_prepares:
        driver = whole / "sqlite" / "wp-includes" / "sqlite" / "class-wp-sqlite-db.php"
        text = driver.read_text()
        driver.write_text(text.replace("public function prepare(", "public function prepare_as_newer_versions("))


def _fetch(source: Npm, room: Path) -> Path:
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
