"""The one log of what happened: snapshots as they were committed and writes as they reached a site, in their order.

It listens to the database and to the sample sites, so that nothing of it is in the product. It can also end a worker
in the middle of its work: from then on no statement of it reaches the database, and no request of it a site.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from sqlalchemy import Engine, event
from sqlalchemy.orm import Session
from werkzeug.wrappers import Request

from webapp.data import Snapshot
from webapp.sample_site import SampleSite
from webapp.sample_site.requests_log import Entry, RequestsLog
from webapp.sample_site.site import hang_up


class Killed(BaseException):
    """The worker was killed: nothing in the product may catch it and go on."""


@dataclass(frozen=True)
class Kept:
    """A snapshot that was committed: of which step, by which tool, of what."""

    uuid: str
    step_row: int | None
    site_row: int
    tool: str
    kind: str
    target: tuple[str, str]


@dataclass
class Wrote:
    """A write that reached a site.

    Attributes:
        saved: whether the site's file was changed by it.
    """

    site: str
    method: str
    route: str
    body: dict[str, Any]
    saved: bool = False


@dataclass
class Death:
    """When a worker dies: at its n-th statement, or at its n-th request, which the site answers to nobody.

    Attributes:
        after_saving: the request was carried out; only its answer is lost.
    """

    statements: int = 0
    requests: int = 0
    after_saving: bool = False


@dataclass
class Watch:
    """What was seen so far, and what is to happen.

    Attributes:
        on_kept, on_wrote: told of each event as it happens.
        meanwhile: what happens before a request is answered, after so many others.
    """

    events: list[Kept | Wrote] = field(default_factory=list)
    on_kept: Callable[[Kept], None] = lambda _kept: None
    on_wrote: Callable[[Wrote], None] = lambda _wrote: None
    meanwhile: tuple[int, Callable[[], None]] | None = None
    _death: Death | None = None
    _dying: int | None = None
    _dead: bool = False
    _worker: int = 0
    _new: list[Kept] = field(default_factory=list)

    @contextmanager
    def worker(self, death: Death | None) -> Iterator[None]:
        """Watch a worker for as long as the block runs, and let it die as told."""
        self._death, self._dead, self._worker = death, False, threading.get_ident()
        try:
            yield
        finally:
            self._death, self._dead, self._worker = None, False, 0

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Read something for the test, which is nothing that the worker does."""
        worker, self._worker = self._worker, 0
        try:
            yield
        finally:
            self._worker = worker

    def statement(self) -> None:
        """A statement is about to reach the database."""
        if self._worker != threading.get_ident() or self._death is None:
            return
        if self._death.statements:
            self._death.statements -= 1
            self._dead = self._dead or self._death.statements == 0
        if self._dead:
            raise Killed

    def request(self) -> bool:
        """A request came to a site: tell whether it is the one at which the worker dies."""
        self._let_others_act()
        if self._death is None or not self._death.requests:
            return False
        self._death.requests -= 1
        return self._death.requests == 0

    def _let_others_act(self) -> None:
        if self.meanwhile is not None:
            left, act = self.meanwhile
            self.meanwhile = (left - 1, act) if left else None
            if not left:
                act()

    @property
    def is_dead(self) -> bool:
        """Whether the worker died."""
        return self._dead

    @property
    def dies_after_saving(self) -> bool:
        """Whether the request at which it dies is carried out."""
        return self._death is not None and self._death.after_saving

    def die(self) -> None:
        """From here on nothing of the worker reaches anything."""
        self._dead = True

    def flushed(self, session: Session) -> None:
        """Rows were sent to the database; they count once they are committed."""
        self._new += [
            Kept(row.uuid, row.step_id, row.site_id, row.tool, row.kind, (row.target_kind, row.target_id))
            for row in session.new
            if isinstance(row, Snapshot)
        ]

    def committed(self) -> None:
        """What was flushed is committed."""
        new, self._new = self._new, []
        for kept in new:
            self.events.append(kept)
            self.on_kept(kept)

    def undone(self) -> None:
        """What was flushed was rolled back."""
        self._new = []

    def wrote(self, wrote: Wrote) -> None:
        """A write was answered, or not, and is over."""
        self.events.append(wrote)
        self.on_wrote(wrote)


@contextmanager
def listening(watch: Watch) -> Iterator[None]:
    """Listen to every database of this process for as long as the block lasts."""

    def statement(*_given: Any) -> None:
        watch.statement()

    def flushed(session: Session, _context: Any) -> None:
        watch.flushed(session)

    def committed(_session: Session) -> None:
        watch.committed()

    def undone(_session: Session) -> None:
        watch.undone()

    listeners: list[tuple[Any, str, Callable[..., None]]] = [
        (Engine, "before_cursor_execute", statement),
        (Session, "after_flush", flushed),
        (Session, "after_commit", committed),
        (Session, "after_rollback", undone),
    ]
    for target, name, told in listeners:
        event.listen(target, name, told)
    try:
        yield
    finally:
        for target, name, told in listeners:
            event.remove(target, name, told)


class _Noted(RequestsLog):
    """A log that tells each thread which entry it added last."""

    def __init__(self) -> None:
        super().__init__()
        self._here = threading.local()

    def add(self, entry: Entry) -> None:
        super().add(entry)
        self._here.entry = entry

    @property
    def last(self) -> Entry:
        """The entry that this thread added last."""
        entry: Entry = self._here.entry
        return entry


class WatchedSite(SampleSite):
    """A sample site that tells what reaches it, and what of that it saved."""

    def __init__(self, name: str, path: Path, watch: Watch) -> None:
        super().__init__(path)
        self.name, self.watch = name, watch
        self.noted = _Noted()
        self.requests = self.noted
        self._look = threading.local()
        self.opened(path)

    def opened(self, path: Path) -> None:
        """Look from now on at this file to see whether something was saved."""
        self._eye = sqlite3.connect(path, check_same_thread=False)

    def closed(self) -> None:
        """Look no more."""
        self._eye.close()

    def words(self) -> str:
        """Everything that the site holds, as one text."""
        rows = self._eye.execute("SELECT fields FROM items UNION ALL SELECT value FROM options").fetchall()
        return "\n".join(row[0] for row in rows)

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one web request, and note it."""
        deadly = self.watch.request()
        if self.watch.is_dead or (deadly and not self.watch.dies_after_saving):
            self.watch.die()
            hang_up(Request(environ))
        before = self._version()
        try:
            answer = super().wsgi_app(environ, start_response)
        finally:
            self._note(before)
        if deadly:
            self.watch.die()
            hang_up(Request(environ))
        return answer

    __call__ = wsgi_app

    def _version(self) -> int:
        return int(self._eye.execute("PRAGMA data_version").fetchone()[0])

    def _note(self, before: int) -> None:
        entry = self.noted.last
        if entry.is_write:
            body = entry.body if isinstance(entry.body, dict) else {}
            saved = self._version() != before
            self.watch.wrote(Wrote(self.name, entry.method, entry.route, {**entry.query, **body}, saved))
