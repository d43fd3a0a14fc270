"""The worker: carries out runs and undos, and sweeps. The queue only wakes it: the truth about them is in our rows.

A message that is lost, or a worker that dies with a run in hand, loses nothing: at every start, and every minute,
the runs whose lease has lapsed are taken up again.

A message is JSON: whoever may write to the database may write into the queue, and that must not become code here.
"""

from __future__ import annotations

import itertools
import json
import os
import socket
import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any

import structlog
from huey import Huey, PostgresHuey, SqliteHuey, crontab
from huey.api import Task
from huey.consumer import Consumer
from huey.exceptions import HueyException
from huey.registry import Message

from webapp import logs
from webapp.core import approvals, entrances, in_hand, notices, programs, sights, sweeping, works
from webapp.core.desk import Desk
from webapp.core.entrances import Entrance
from webapp.data import Database, is_away, public_id
from webapp.data.session import CAREFUL
from webapp.errors import Refusal

# Threads mostly wait, for sites; each is held by one run at a time, and a slow site holds one.
THREADS = 12
LAST_SECONDS = 10
_MARGIN = 0.2
# So many seconds what met a busy site is put off, so that no thread waits for one site while another could have it.
_BUSY = 1.0
# So many seconds until a database that is away is tried again.
_AWAY = 1.0
log = structlog.get_logger(__name__)


class Queue:
    """The job queue of one installation: a file beside a SQLite database, or tables in a PostgreSQL one.

    Args:
        database_url: as in `SAYSO_DATABASE_URL`.
    """

    def __init__(self, database_url: str) -> None:
        self.huey = _queue(database_url)
        self._url = database_url
        # A file is looked at again and again, by each thread in turn; PostgreSQL tells: a pause is made only while it
        # is away.
        self._pause = 1.0 if self.huey.storage.blocking else 0.6
        self._places = itertools.count()
        self.huey.on_startup(name="take_a_place")(self._take_a_place)
        self._desk: Desk | None = None
        self._sending = threading.Lock()
        self._ending: Callable[[], bool] = lambda: False
        self._carry_out = self.huey.task(name="carry_out")(self._carry_out_now)
        self.huey.periodic_task(crontab(minute="*"), name="look_after")(self._look_after)

    def wake(self, work: str) -> None:
        """Tell the worker that a run or an undo waits."""
        self._send(work)

    def _send(self, work: str, delay: float = 0.0) -> None:
        """Queue a run or an undo, for now or for so many seconds later.

        It never fails: what waits is in the rows, and within a minute a worker finds it there by itself. A connection
        that died meanwhile is noticed by the message that fails over it, so the message is sent once more.
        """
        for _ in range(2):
            try:
                if delay:
                    self._carry_out.schedule(args=(work,), delay=delay)
                else:
                    self._carry_out(work)
            except Exception as fault:
                # Each kind of queue has errors of its own, and none undoes a yes.
                log.warning("run.not_told", run=work, exc_info=fault)
            else:
                return

    def work(self, desk: Desk) -> None:
        """Work until SIGTERM arrives. Steps in hand are given `LAST_SECONDS` to finish; no further one starts."""
        self._desk = desk
        consumer = Consumer(
            self.huey,
            workers=THREADS,
            initial_delay=self._pause,
            backoff=1.0,
            max_delay=self._pause,
            graceful_signal="TERM",
            shutdown_timeout=LAST_SECONDS,
        )
        self._ending = consumer.stop_flag.is_set
        with programs.living(desk, _own_name()):
            self._take_up()
            log.info("worker.started", threads=THREADS)
            consumer.run()
        self.huey.storage.close()
        log.info("worker.stopped")

    def _take_a_place(self) -> None:
        """Let the threads begin one after the other, so that they do not all look at the same moment."""
        threading.Event().wait(next(self._places) * self._pause / THREADS)

    def close(self) -> None:
        """Close the queue's file."""
        self.huey.storage.close()

    @entrances.by(Entrance.WORKER)
    def _carry_out_now(self, work: str) -> None:
        logs.begin()
        logs.about(run=work)
        try:
            done = works.carry_out(self._at_hand(), work, _own_name(), self._ending)
        except Refusal as refusal:
            if refusal.code != "respira_site_busy":
                raise
            self._send(work, _BUSY)
            return
        except Exception as fault:
            if not is_away(fault):
                raise
            log.warning("run.cut_off", exc_info=fault)
            self._outlast()
            return
        log.info("run.carried_out" if done else "run.left_alone")

    def _outlast(self) -> None:
        """Wait until the database is back, and take up what was cut off, sooner than by the next look after it."""
        pause = threading.Event()
        while not self._ending():
            pause.wait(_AWAY)
            try:
                self._take_up()
            except Exception as fault:
                if not is_away(fault):
                    raise
            else:
                return

    @entrances.by(Entrance.WORKER)
    def _look_after(self) -> None:
        logs.begin()
        ended = sweeping.sweep(self._at_hand())
        if ended:
            log.info("plans.swept", ended=ended)
        self._take_up()
        self._look_at_pages()
        self._send_notices()
        settled = in_hand.look(self._at_hand()) + approvals.look(self._at_hand())
        if settled:
            log.info("writes.settled", settled=settled)

    def _look_at_pages(self) -> None:
        """Look at the public pages after what finished while the worker died."""
        for work in sights.overdue(self._at_hand()):
            works.look_after(self._at_hand(), work)

    def _send_notices(self) -> None:
        """Send what is due, in one thread at the most: the others are there for runs, however slow a receiver is."""
        if not self._sending.acquire(blocking=False):
            return
        try:
            sent = notices.look(self._at_hand())
        finally:
            self._sending.release()
        if sent:
            log.info("notices.sent", sent=sent)

    def _take_up(self) -> None:
        """Queue every unfinished run and undo for when its lease has lapsed."""
        for work, seconds in works.lapsed(self._at_hand()):
            self._send(work, seconds + _MARGIN)

    def lay_tables(self) -> None:
        """Make the tables that the queue needs, where it has none yet; one program at a time."""
        database = Database(self._url)
        try:
            with database.writing():
                self.huey.storage.initialize_schema()
        finally:
            database.close()

    def _at_hand(self) -> Desk:
        if self._desk is None:
            raise RuntimeError("This process does not work on runs; it only queues them.")
        return self._desk


class _Plain:
    """What a message is in the queue: the task's name, its own id, when it is due, and texts."""

    def serialize(self, message: Message) -> bytes:
        due = message.eta and message.eta.isoformat()
        return json.dumps({"id": message.id, "name": message.name, "due": due, "texts": message.args}).encode()

    def deserialize(self, data: bytes) -> Message:
        """Return what a message says.

        Raises:
            ValueError: it is none of ours.
        """
        match json.loads(data):
            case {"id": str(own), "name": str(name), "due": (str() | None) as due, "texts": list(texts)}:
                if all(isinstance(text, str) for text in texts):
                    return Message(own, name, due and datetime.fromisoformat(due), args=tuple(texts))
        raise ValueError("a message in the queue is none of Sayso's")


class _Understood(Huey):  # type: ignore[misc]  # huey tells no types
    """A queue that drops what it does not understand. Nothing is lost by that: what is to be done stands in rows."""

    def deserialize_task(self, data: bytes) -> Task | None:
        try:
            return super().deserialize_task(data)
        except (ValueError, RecursionError, HueyException) as fault:
            log.warning("queue.not_understood", fault=type(fault).__name__)
            return None

    def read_schedule(self, timestamp: datetime | None = None) -> list[Any]:
        return [task for task in super().read_schedule(timestamp) if task is not None]


class _InAFile(_Understood, SqliteHuey):  # type: ignore[misc]  # as above
    """Beside a SQLite database."""


class _InTables(_Understood, PostgresHuey):  # type: ignore[misc]  # as above
    """In a PostgreSQL database."""


def _own_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}:{public_id('w', 4)}"


def _queue(database_url: str) -> Huey:
    common: dict[str, Any] = {"results": False, "utc": True, "serializer": _Plain()}
    if database_url.startswith("sqlite:///"):
        path = database_url.removeprefix("sqlite:///") + ".queue"
        return _InAFile("sayso", filename=path, **common)
    return _InTables("sayso", dsn=database_url, create_tables=False, **common, **CAREFUL)
