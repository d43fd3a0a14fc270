"""Answering a call once: the same call, sent again because its answer was lost, gets the answer that was given.

A caller marks a call with a name of its own choosing, its idempotency key. What a call does is not known here, nor
whether it did anything: whoever made it says whether its answer stands.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp import clock
from webapp.data import AnsweredCall, Key
from webapp.errors import Refusal

from . import gate
from .desk import Desk

# Callers give up after 30 seconds.
WAITS = 25.0
# The slowest site keeps a call busy for some minutes: a minute for each of its answers. Whoever took up one that is
# older than this is gone.
GIVEN_UP_AFTER = timedelta(minutes=10)
KEPT_FOR = timedelta(hours=24)


@dataclass(frozen=True)
class Marked:
    """A call that its sender marked.

    Attributes:
        name: the sender's idempotency key.
        route: where it was sent.
        method: the method it was first sent with, whatever it came by.
        request: what was sent, as JSON can hold it.
    """

    name: str
    route: str
    method: str
    request: Mapping[str, Any]


class Answer(NamedTuple):
    """What a call was answered.

    Attributes:
        stands: whether it is the answer to the same call sent again, too; False when nothing was done, so that
            sending it again is a new call.
        replayed: whether it was given before.
    """

    call_id: str
    status: int
    body: dict[str, Any]
    stands: bool = True
    replayed: bool = False


def once(desk: Desk, key: Key, sent: Marked, run: Callable[[], Answer], *, waits: float = WAITS) -> Answer:
    """Run a call unless it ran before under the same mark; then give the answer that it got.

    Args:
        run: makes the call. What it raises is a bug, and the call stays unfinished.
        waits: how many seconds to wait for the same call, while it runs elsewhere.

    Raises:
        Refusal: another call has this mark; the same one still runs, or never finished; or the key may make no
            call now.
    """
    mark = desk.sealer.mark(["answered", key.id, sent.name, sent.route, sent.method])
    asked = desk.sealer.mark(sent.request)
    give_up, pause = clock.monotonic() + waits, threading.Event()
    while not _claimed(desk, key, mark, asked):
        row = _found(desk, key, mark)
        # Without a row its answer did not stand, so this is a new call.
        if row is not None and (_is_over(desk, row) or row.request_mark != asked or clock.monotonic() >= give_up):
            return _again(desk, key, row, asked)
        pause.wait(0.1)
    answer = run()
    _keep(desk, key, mark, answer)
    return answer


def forget(session: Session, desk: Desk) -> None:
    """Forget the answers that nobody asks for again."""
    session.execute(delete(AnsweredCall).where(AnsweredCall.made_at <= desk.clock() - KEPT_FOR))


def _is_over(desk: Desk, row: AnsweredCall) -> bool:
    return row.answer is not None or desk.clock() - row.made_at >= GIVEN_UP_AFTER


def _again(desk: Desk, key: Key, row: AnsweredCall, asked: str) -> Answer:
    """Answer a call that was taken up before. It passes the gate's first two checks, as any call does."""
    with desk.reading() as session:
        gate.demand_live(session, desk, key.id)
    desk.call_limit.count(f"key {key.id}")
    if row.request_mark != asked:
        raise Refusal("respira_idempotency_conflict")
    if row.answer is None:
        raise Refusal("respira_call_unfinished" if _is_over(desk, row) else "respira_call_running")
    return Answer(*desk.sealer.unseal(_purpose(row.mark), row.answer))._replace(replayed=True)


def _found(desk: Desk, key: Key, mark: str) -> AnsweredCall | None:
    with desk.reading() as session:
        return session.scalar(select(AnsweredCall).where(AnsweredCall.key_id == key.id, AnsweredCall.mark == mark))


def _claimed(desk: Desk, key: Key, mark: str, asked: str) -> bool:
    """Write down that this call is taken up; False when it was already."""
    if _found(desk, key, mark) is not None:
        return False
    try:
        with desk.writing() as session:
            session.add(AnsweredCall(key_id=key.id, mark=mark, request_mark=asked, answer=None, made_at=desk.clock()))
    except IntegrityError:
        return False
    return True


def _keep(desk: Desk, key: Key, mark: str, answer: Answer) -> None:
    this = (AnsweredCall.key_id == key.id, AnsweredCall.mark == mark)
    with desk.writing() as session:
        if not answer.stands:
            session.execute(delete(AnsweredCall).where(*this))
            return
        sealed = desk.sealer.seal(_purpose(mark), [answer.call_id, answer.status, answer.body])
        session.execute(update(AnsweredCall).where(*this).values(answer=sealed))


def _purpose(mark: str) -> str:
    return f"answered_call.answer {mark}"
