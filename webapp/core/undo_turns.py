"""A part's turn in an undo: from the claim to the outcome. What is restored is what a person was shown, or nothing.

A part that was cut off after it began to write is looked at first; nothing is ever sent again blindly.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import structlog
from sqlalchemy import select, update
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from webapp import logs
from webapp.data import UNDER_WAY, Back, Phase, Site, Snapshot, Undo, UndoPart
from webapp.diffs.fingerprint import canonical
from webapp.errors import Refusal, SiteTrouble, Trouble
from webapp.tools.answers import Restored, SavedSnapshot, State
from webapp.tools.writing import is_nothing, was_answered
from webapp.wordpress.client import WordPress

from . import reconciling, restores, sites, undo_looks, undo_parts, undoing
from .desk import Desk
from .leases import TakenOver

_LOST = "The site's answer was lost, and reading the site did not settle whether it was taken back."
_UNREAD = "It looks taken back, but the site could not be read once more to compare all of it:"
_MIDDLE = "The site stopped in the middle of it, so part of it may be taken back:"

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Turn:
    """One part's turn: the rows it works on, read when it began.

    Attributes:
        under_way: it was cut off after it had begun to write.
    """

    undo: Undo
    part: UndoPart
    row: Snapshot
    site: Site
    worker: str
    under_way: bool


def take(desk: Desk, undo_id: int, part_id: int, worker: str) -> None:
    """Give one part its turn, unless it had it, or the undo is to stop.

    Raises:
        TakenOver: another worker carries the undo out now.
        StillOnItsWay: what was sent before somebody died may still come.
        OperationalError: the database is gone. What was begun is settled by whoever goes on.
    """
    turn = _claimed(desk, undo_id, part_id, worker)
    if turn is None:
        return
    try:
        if turn.under_way:
            _go_on(desk, turn)
        else:
            _run(desk, turn)
    except (TakenOver, reconciling.StillOnItsWay, OperationalError, InterfaceError):
        raise
    except Trouble as trouble:
        _fail(desk, turn, trouble)
    except Exception as fault:  # noqa: BLE001 - a bug in one tool must not hold up every later change of the site
        _broke(desk, turn, fault)


def report_of(desk: Desk, part: UndoPart) -> dict[str, Any]:
    """Return what is kept of what became of a part: `message`, `differs` or `error`; nothing before it."""
    told: dict[str, Any] = {}
    if part.report is not None:
        told = desk.sealer.unseal(f"undo_part.report {part.id}", part.report)
    return told


def end(desk: Desk, part: UndoPart, outcome: Back, report: dict[str, Any]) -> None:
    """Write down in a part's row what became of it."""
    part.phase, part.outcome, part.finished_at = Phase.DONE, outcome, desk.clock()
    part.report = desk.sealer.seal(f"undo_part.report {part.id}", report)


def _claimed(desk: Desk, undo_id: int, part_id: int, worker: str) -> Turn | None:
    with desk.writing() as session:
        undo, part = session.get_one(Undo, undo_id), session.get_one(UndoPart, part_id)
        if undo.worker != worker:
            raise TakenOver
        under_way = part.phase in UNDER_WAY
        if part.outcome is not None or (undo.stop_asked and not under_way):
            return None
        missing = None if under_way else _not_back(session, desk, part)
        if missing is not None:
            end(
                desk, part, Back.NOT_RUN, {"message": f"Change {missing}, which comes before it, was not taken back."}
            )
            return None
        if not under_way:
            part.phase, part.started_at = Phase.CLAIMED, desk.clock()
        row, site = session.get_one(Snapshot, part.snapshot_id), session.get_one(Site, undo.site_id)
        return Turn(undo, part, row, site, worker, under_way)


def _not_back(session: Session, desk: Desk, part: UndoPart) -> int | None:
    """Return the first of the parts that have to be taken back before this one, and are not."""
    look = undo_looks.kept(desk, part)
    if look is None or not look.afters:
        return None
    before = select(UndoPart.position).where(UndoPart.undo_id == part.undo_id)
    done = set(session.scalars(before.where(UndoPart.outcome.in_(undo_parts.BACK_AGAIN))))
    return next((position for position in look.afters if position not in done), None)


def _run(desk: Desk, turn: Turn) -> None:
    """Look, keep what stands there, restore.

    Raises:
        Trouble: before anything was sent.
    """
    look = undo_looks.kept(desk, turn.part)
    if look is None:
        raise Refusal("respira_plan_changed", "Nobody has looked at it yet, so nothing was written.")
    with desk.reading() as session:
        saved = replace(undo_parts.demanded(session, desk, turn.row), over=turn.part.over)
    with sites.reached(desk, turn.site) as wordpress:
        saved, state = undo_looks.once_more(desk, wordpress, turn.row, saved, look)
        kept = _kept_before(desk, turn, saved, state)
        _send(desk, turn, saved, state, kept, wordpress)


def _kept_before(desk: Desk, turn: Turn, saved: SavedSnapshot, state: State) -> str:
    """Commit what stands there; from here on the site may be changed."""
    with desk.writing() as session:
        demand_own(session, turn)
        kept = undoing.keep_before(session, desk, turn.row, saved, state, turn.undo.person_id)
        part = session.get_one(UndoPart, turn.part.id)
        part.phase, part.kept_uuid = Phase.WRITING, kept
        return kept


def demand_own(session: Session, turn: Turn) -> None:
    """Demand that what becomes of this part is still this worker's to say.

    Raises:
        TakenOver: it is not.
    """
    if session.get_one(Undo, turn.undo.id).worker != turn.worker:
        raise TakenOver


def _send(desk: Desk, turn: Turn, saved: SavedSnapshot, state: State, kept: str, wordpress: WordPress) -> None:
    wordpress.taken = partial(_answered, desk, turn)
    try:
        restored = undoing.bring_back(desk, turn.row, saved, state, wordpress)
    except Trouble as trouble:
        _after_trouble(desk, turn, saved, state, kept, trouble, wordpress)
        return
    _land(desk, turn, saved, kept, restored)


def _answered(desk: Desk, turn: Turn) -> None:
    """Write down that the site took the restore, for whoever watches; what became of it does not depend on this."""
    mine = select(Undo.id).where(Undo.id == turn.undo.id, Undo.worker == turn.worker)
    try:
        with desk.writing() as session:
            session.execute(
                update(UndoPart)
                .where(UndoPart.id == turn.part.id, UndoPart.phase == Phase.WRITING, UndoPart.undo_id.in_(mine))
                .values(phase=Phase.READING)
            )
    except (SQLAlchemyError, OSError) as fault:
        log.warning("undo.phase_not_kept", undo=turn.undo.public_id, fault=type(fault).__name__)


def _after_trouble(
    desk: Desk,
    turn: Turn,
    saved: SavedSnapshot,
    state: State,
    kept: str,
    trouble: Trouble,
    wordpress: WordPress,
) -> None:
    """Settle a restore that was answered by trouble or not at all, by reading the site.

    Raises:
        Trouble: nothing was saved.
    """
    if not wordpress.wrote or (isinstance(trouble, SiteTrouble) and is_nothing(wordpress, trouble)):
        raise trouble
    answered = not isinstance(trouble, SiteTrouble) or was_answered(trouble)
    now = _settled(desk, turn, saved, wordpress, (0.0,) if answered else reconciling.LOOKS)
    if now is not None and undoing.is_so(now):
        _land_as_seen(desk, turn, saved, now, kept, wordpress)
    elif now is not None and answered and _is_same(now, state):
        raise trouble
    else:
        stands = _stands(desk, turn, saved, wordpress)
        _unknown(desk, turn, f"{_MIDDLE} {trouble.message}{stands}" if answered else f"{_LOST}{stands}")


def _land_as_seen(desk: Desk, turn: Turn, saved: SavedSnapshot, now: State, kept: str, wordpress: WordPress) -> None:
    """Land a restore that reading has shown to be on the site; nothing is sent, but it is compared once more."""
    try:
        restored = undoing.bring_back(desk, turn.row, saved, now, wordpress)
    except Trouble as trouble:
        _unknown(desk, turn, f"{_UNREAD} {trouble.message}")
        return
    _land(desk, turn, saved, kept, restored)


def _stands(desk: Desk, turn: Turn, saved: SavedSnapshot, wordpress: WordPress) -> str:
    """Return as a sentence what is in the way of restoring it now: before this turn nothing was."""
    try:
        undoing.looked(desk, turn.row, saved, wordpress)
    except Refusal as refusal:
        return f" {refusal.message} This undo has made that, or part of it."
    except SiteTrouble:
        return ""
    return ""


def _go_on(desk: Desk, turn: Turn) -> None:
    """Settle a part that was cut off between what was kept before it and its outcome.

    Raises:
        StillOnItsWay: as `reconciling.settle`.
    """
    with desk.reading() as session:
        saved = replace(restores.as_now(session, desk, turn.row), over=turn.part.over)
        row = session.scalars(select(Snapshot).where(Snapshot.uuid == turn.part.kept_uuid)).one()
    before = restores.unsealed(desk, row).before
    waits = reconciling.is_on_its_way(desk, row.taken_at)
    try:
        with sites.reached(desk, turn.site) as wordpress:
            now = _settled(desk, turn, saved, wordpress, (0.0,) if waits else reconciling.LOOKS)
    except Refusal:
        _unknown(desk, turn)
        return
    if waits and not (now is not None and undoing.is_so(now)):
        raise reconciling.StillOnItsWay
    if now is None or not (undoing.is_so(now) or _is_same(now, before)):
        _unknown(desk, turn)
        return
    try:
        with sites.reached(desk, turn.site) as wordpress:
            _send(desk, turn, saved, now, row.uuid, wordpress)
    except Trouble as trouble:
        if not undoing.is_so(now):
            raise
        _unknown(desk, turn, f"{_UNREAD} {trouble.message}")


def _settled(
    desk: Desk, turn: Turn, saved: SavedSnapshot, wordpress: WordPress, looks: Sequence[float]
) -> State | None:
    """Return what the site shows after a restore in doubt: a slow one may still be saving, so it is read again.

    Returns:
        What restoring would overwrite now; None where that can not be told.
    """
    now = None
    for pause in looks:
        threading.Event().wait(pause)
        try:
            now = undoing.looked(desk, turn.row, saved, wordpress)
        except Trouble:
            continue
        if undoing.is_so(now):
            break
    return now


def _is_same(now: State, before: State) -> bool:
    """Tell whether the target is as it was before the restore, so that nothing of it was saved."""
    names = [name for name in now if not name.startswith("about.")]
    return all(canonical(now[name]) == canonical(before.get(name)) for name in names)


def _land(desk: Desk, turn: Turn, saved: SavedSnapshot, kept: str, restored: Restored) -> None:
    with desk.writing() as session:
        demand_own(session, turn)
        undoing.write_down(session, desk, turn.row, saved, kept, restored, turn.undo.person_id)
        instead = {name: restored.left[name] for name in restored.differs if name in restored.left}
        report = {"message": restored.message, "differs": list(restored.differs), "instead": instead}
        outcome = Back.EXCEPT if restored.differs else Back.EXACTLY
        end(desk, session.get_one(UndoPart, turn.part.id), outcome, report)


def _fail(desk: Desk, turn: Turn, trouble: Trouble) -> None:
    error = {"code": trouble.code, "message": trouble.message, "status": trouble.status, "hint": trouble.hint}
    with desk.writing() as session:
        demand_own(session, turn)
        end(desk, session.get_one(UndoPart, turn.part.id), Back.FAILED, {"message": trouble.message, "error": error})


def _unknown(desk: Desk, turn: Turn, words: str = _LOST) -> None:
    error = {"code": "respira_outcome_unknown", "message": words, "status": None, "hint": "Look at it on the site."}
    with desk.writing() as session:
        demand_own(session, turn)
        end(desk, session.get_one(UndoPart, turn.part.id), Back.UNKNOWN, {"message": words, "error": error})


def _broke(desk: Desk, turn: Turn, fault: Exception) -> None:
    """Write down that a bug of ours ended the turn; its text stays in the log."""
    name = logs.id_now()
    log.error("undo.broke", undo=turn.undo.public_id, id=name, exc_info=fault)
    with desk.reading() as session:
        sent = session.get_one(UndoPart, turn.part.id).phase in UNDER_WAY
    if sent:
        _unknown(desk, turn)
    else:
        _fail(desk, turn, Refusal("respira_broke", f"Something broke, id {name}."))
