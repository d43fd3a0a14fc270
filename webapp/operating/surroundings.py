"""Looking at what is around the database: files, disk, queue, the address that people open, the mail server."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Error as SqliteError
from urllib.parse import urlsplit

from huey.exceptions import HueyException
from psycopg import Error as PostgresqlError

from webapp.core import mails
from webapp.errors import Refusal
from webapp.settings import Settings
from webapp.wordpress import fetching
from webapp.wordpress.wire import Patience
from webapp.worker import Queue

from .finding import Finding, doubtful, ill, well

_SQLITE = "sqlite:///"
_BESIDE = ("", "-wal", "-shm", ".lock", ".queue", ".queue-wal", ".queue-shm")
_SCARCE, _TOO_LITTLE = 500_000_000, 50_000_000  # bytes
_OFTEN = 1_000
_PATIENCE = Patience(connect=5.0, read=5.0, write=5.0, whole=10.0, pauses=())
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def looked_at(settings: Settings) -> Iterator[Finding]:
    """Look at everything around the database, one after the other; at nothing else where there is none."""
    if settings.database_url.startswith(_SQLITE):
        file = Path(settings.database_url.removeprefix(_SQLITE))
        if not file.is_file():
            yield ill("database", f"There is no file {file}.", "Run `sayso migrate`, or correct SAYSO_DATABASE_URL.")
            return
        yield _rights(file)
        yield _room(file)
    yield _queue(settings.database_url)
    yield from _address(settings)
    yield _mail(settings)


def _rights(file: Path) -> Finding:
    open_to_others = []
    for beside in _BESIDE:
        one = file.with_name(file.name + beside)
        if one.exists() and one.stat().st_mode & 0o077:
            open_to_others.append(str(one))
    if open_to_others:
        names = " ".join(open_to_others)
        return ill("file rights", f"Others on this machine may read {names}.", f"Run: chmod 600 {names}")
    if not os.access(file.parent, os.W_OK):
        return ill(
            "file rights", f"{file.parent} can not be written to.", "Let the user that runs Sayso write there."
        )
    return well("file rights", "The database is for the eyes of its owner only.")


def _room(file: Path) -> Finding:
    free = shutil.disk_usage(file.parent).free
    told = f"{free / 1_000_000_000:.1f} GB are free where the database is."
    if free < _TOO_LITTLE:
        return ill("disk", told, "Make room, or nothing can be written any more.")
    if free < max(_SCARCE, 2 * file.stat().st_size):
        return doubtful("disk", told, "Make room: a backup needs as much as the database.")
    return well("disk", told)


def _queue(url: str) -> Finding:
    file = Path(url.removeprefix(_SQLITE) + ".queue")
    if url.startswith(_SQLITE) and not file.is_file():
        # Looking into it would make it, for whoever looks and not for whoever runs Sayso.
        return well("queue", "0 messages wait in the queue.")
    try:
        return _looked_into(Queue(url))
    except (OSError, HueyException, PostgresqlError, SqliteError) as fault:
        return ill(
            "queue", f"The queue does not answer: {fault}.", "See that its file, or its database, can be used."
        )


def _looked_into(queue: Queue) -> Finding:
    try:
        waiting = queue.huey.pending_count()
    finally:
        queue.close()
    if waiting > _OFTEN:
        return doubtful("queue", f"{waiting} messages wait in the queue.", "See that a worker runs.")
    return well("queue", f"{waiting} messages wait in the queue.")


def _address(settings: Settings) -> Iterator[Finding]:
    here = urlsplit(settings.public_url)
    if here.scheme == "http" and here.hostname not in _LOOPBACK:
        yield doubtful(
            "https",
            "SAYSO_PUBLIC_URL is without https, so keys and passwords travel in the clear.",
            "Put a proxy with a certificate in front, and change SAYSO_PUBLIC_URL.",
        )
    try:
        body = fetching.fetch(
            f"{settings.public_url}/healthz", allow_private=True, largest=10_000, patience=_PATIENCE
        )
        ours = json.loads(body) == {"status": "ok"}
    except Refusal as refusal:
        do = "See that `sayso web` runs, and that the proxy, the name and the certificate are right."
        yield ill("public address", f"{settings.public_url} does not answer: {refusal.message}", do)
        return
    except ValueError:
        ours = False
    if ours:
        yield well("public address", f"{settings.public_url} answers, and it is Sayso.")
    else:
        do = "Point the proxy for this name at `sayso web`, and let it change nothing of what is answered."
        yield ill("public address", f"Something other than Sayso answers at {settings.public_url}.", do)


def _mail(settings: Settings) -> Finding:
    if not mails.can_be_sent(settings):
        return well("mail", "No mail server is set, so no mail is sent.")
    try:
        mails.try_out(settings)
    except Refusal as refusal:
        return ill("mail", refusal.message, "Look at SAYSO_MAIL_URL.")
    return well("mail", "The mail server answers and takes the login. No mail was sent.")
