"""Carrying out an undo that a person said yes to, part by part. The truth is in the rows at every moment.

One that was cut off goes on from them. What a part does is the business of `undo_turns`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from sqlalchemy import select

from webapp.data import UNDER_WAY, Back, Undo, UndoPart

from . import claims, events, leases, reconciling, sights, undo_turns
from .desk import Desk
from .leases import TakenOver


class _LaidDown(Exception):
    """The worker ends: whoever comes next goes on with the undo."""


def carry_out(desk: Desk, undo_public: str, worker: str, stopping: Callable[[], bool] = lambda: False) -> bool:
    """Carry an undo out to its end, or go on with one whose worker died.

    Args:
        worker: who works on it, unique for this attempt.
        stopping: whether the worker is to end; the undo is then laid down between two parts.

    Returns:
        Whether it was carried out. Not so when it is finished already, when another worker has it or took it over,
        or when it was laid down.

    Raises:
        Refusal: `respira_site_busy`, something else goes on there, or what was sent before somebody died may still
            come; the undo is free to be taken up again.
    """
    undo_id = claims.take(desk, Undo, undo_public, worker)
    if undo_id is None:
        return False
    with desk.reading() as session:
        undo = session.get_one(Undo, undo_id)
    try:
        with (
            claims.kept(desk, Undo, undo_id, worker),
            leases.held_by_worker(desk, undo.site_id, undo.public_id, "taking changes back"),
        ):
            sights.before_undo(desk, undo)
            for part_id in _parts(desk, undo_id):
                if stopping():
                    raise _LaidDown
                undo_turns.take(desk, undo_id, part_id, worker)
            _finish(desk, undo_id, worker)
    except (TakenOver, _LaidDown):
        return False
    except reconciling.StillOnItsWay as cut_off:
        raise reconciling.put_off() from cut_off
    return True


def _parts(desk: Desk, undo_id: int) -> list[int]:
    """Return the undo's parts: one that was cut off while it wrote first, so that it is settled whatever comes."""
    with desk.writing() as session:
        undo = session.get_one(Undo, undo_id)
        undo.started_at = undo.started_at or desk.clock()
        rows = select(UndoPart.id).where(UndoPart.undo_id == undo_id)
        return list(session.scalars(rows.order_by(UndoPart.phase.not_in(UNDER_WAY), UndoPart.position)))


def _finish(desk: Desk, undo_id: int, worker: str) -> None:
    """Close the undo; what was not reached is not run."""
    with desk.writing() as session:
        undo = session.get_one(Undo, undo_id)
        if undo.worker != worker:
            raise TakenOver
        parts = session.scalars(select(UndoPart).where(UndoPart.undo_id == undo_id)).all()
        for part in parts:
            if part.outcome is None:
                undo_turns.end(desk, part, Back.NOT_RUN, {"message": "The undo was stopped before its turn came."})
        undo.finished_at, undo.lease_until = desk.clock(), None
        counts = Counter(part.outcome for part in parts)
        events.record(
            session,
            desk,
            "undo.finished",
            undo.public_id,
            site_id=undo.site_id,
            person_id=undo.person_id,
            **{outcome.value: counts[outcome] for outcome in Back},
        )
