"""Readiness: whether this installation can do its work now, in a word for each thing that it needs.

It asks no site, and changes nothing. Whoever asks often, or while the database hangs, is told what was found last.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong

import structlog
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from webapp import clock
from webapp.data import KeptSecret, Site, revision

from . import programs
from .desk import Desk

OK = "ok"
_LONGEST = 5.0  # seconds until an answer is given, whatever hangs
_HOLDS = 2.0  # seconds for which an answer is given again
_PARTS = ("database", "writing", "tables", "sealing", "worker")
_READ_ONLY = {"postgresql": text("SHOW transaction_read_only")}
log = structlog.get_logger(__name__)


class Readiness:
    """Looks whether an installation is ready; one look at a time, however many ask.

    Args:
        longest: how many seconds whoever asks waits for a look at most.
    """

    def __init__(self, longest: float = _LONGEST) -> None:
        self._longest = longest
        self._lock = threading.Lock()
        self._look: Future[dict[str, str]] | None = None
        self._began = 0.0

    def told(self, desk: Desk) -> dict[str, str]:
        """Return for each thing `ok`, or in words what is wrong with it."""
        try:
            return self._begun(desk).result(self._longest)
        except TookTooLong:
            return dict.fromkeys(_PARTS, f"no answer within {self._longest:g} seconds")

    def _begun(self, desk: Desk) -> Future[dict[str, str]]:
        with self._lock:
            now = clock.monotonic()
            if self._look is None or (self._look.done() and now - self._began > _HOLDS):
                self._look, self._began = Future(), now
                threading.Thread(target=_look, args=(desk, self._look), daemon=True).start()
            return self._look


def is_ready(told: Mapping[str, str]) -> bool:
    """Tell whether nothing is wrong."""
    return all(word == OK for word in told.values())


def look(desk: Desk) -> dict[str, str]:
    """Look now, however long it takes; return for each thing `ok`, or in words what is wrong with it."""
    found = dict.fromkeys(_PARTS, "not known: the database can not be read")
    try:
        with desk.reading() as session:
            found["tables"] = _tables(session)
            found["database"] = OK
            if found["tables"] == OK:
                found["sealing"], found["worker"] = _sealing(session, desk), _worker(session, desk)
    except (SQLAlchemyError, OSError) as fault:
        log.warning("readiness.not_read", exc_info=fault)
        found["database"] = "it can not be read"
        return found
    if found["tables"] != OK:
        found["sealing"] = found["worker"] = "not known: the tables are not the right ones"
    found["writing"] = _writing(desk)
    return found


def _look(desk: Desk, answer: Future[dict[str, str]]) -> None:
    try:
        answer.set_result(look(desk))
    except Exception as fault:  # noqa: BLE001 - whoever waits is told, and shows it as any fault of ours
        answer.set_exception(fault)


def _tables(session: Session) -> str:
    found = revision.of(session)
    if found == revision.NEWEST:
        return OK
    if found is not None and found not in revision.KNOWN:
        return f"they are at {found}, which this older Sayso does not know: put the newer Sayso back"
    return f"they are at {found or 'nothing'} and not at {revision.NEWEST}: run `sayso migrate`"


def _sealing(session: Session, desk: Desk) -> str:
    """Try what was sealed last of two kinds; what is opened is let go at once."""
    newest = (select(Site.app_password).order_by(Site.id.desc()), select(KeptSecret.sealed))
    sealed = [value for query in newest if (value := session.scalar(query.limit(1)))]
    return OK if all(desk.sealer.opens(value) for value in sealed) else "the sealing keys do not open what is kept"


def _worker(session: Session, desk: Desk) -> str:
    return OK if programs.alive(session, desk.clock()) else "no worker was seen within 3 minutes"


def _writing(desk: Desk) -> str:
    """Take the writer's turn, and write nothing."""
    try:
        with desk.writing() as session:
            asked = _READ_ONLY.get(session.connection().dialect.name)
            refuses = asked is not None and session.scalar(asked) == "on"
    except (SQLAlchemyError, OSError) as fault:
        log.warning("readiness.not_written", exc_info=fault)
        refuses = True
    return "it can not be written to" if refuses else OK
