"""Undos: taking back one write, a whole run, or an undo. Each is shown first as a plan of its own, then carried out.

A part that somebody edited since is left out unless a person wants it all the same. What stands there is kept before
each part, so an undo can be taken back itself. Which parts there are is told by `undo_parts`, what a look finds of
them by `undo_looks`; the worker carries an undo out in `undo_runs`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.orm import Session

from webapp.data import Back, Membership, Person, Phase, Site, Snapshot, Undo, UndoPart, public_id
from webapp.errors import Refusal

from . import events, runs, sites, undo_findings, undo_looks, undo_parts, undo_turns, undoing, waiting
from .desk import Desk
from .undo_looks import Look

# An undo that nobody says yes to is forgotten after so long.
_KEPT = timedelta(days=1)


def begin_for_snapshot(desk: Desk, person: Person, uuid: str) -> str:
    """Begin to take back one write. Nothing is asked of the site yet, and nothing written.

    Returns:
        The undo's public id, `undo_...`.

    Raises:
        Refusal: `respira_snapshot_not_found`; `respira_cannot_restore`, with the reason that our own rows tell.
    """
    with desk.writing() as session:
        row, site = undoing.find(session, person.id, uuid)
        undo = _same(session, site.id, [row])
        if undo is None:
            undo_parts.demanded(session, desk, row)
            undo = _begun(session, desk, person, site.id, [row])
        return undo.public_id


def begin_for_run(desk: Desk, person: Person, run_public: str) -> str:
    """Begin to take back all that a run changed and that is not taken back yet, approvals of its copies too.

    Returns:
        The undo's public id.

    Raises:
        Refusal: `respira_not_found`; `respira_cannot_restore`, nothing is left to take back.
    """
    with desk.writing() as session:
        run = runs.find_for_person(session, person.id, run_public)
        rows = undo_parts.of_run(session, desk, run)
        undo = _under_way(session, Undo.run_id == run.id) or _same(session, run.site_id, rows, run_id=run.id)
        return (undo or _begun(session, desk, person, run.site_id, _some(rows), run_id=run.id)).public_id


def begin_for_undo(desk: Desk, person: Person, undo_public: str) -> str:
    """Begin to take back an undo: what it restored is as it was before it.

    Returns:
        The public id of the new undo.

    Raises:
        Refusal: `respira_not_found`; `respira_cannot_restore`, nothing is left to take back.
    """
    with desk.writing() as session:
        former = find(session, person.id, undo_public)
        rows = undo_parts.of_undo(session, desk, former)
        of_it = Undo.of_undo_id == former.id
        undo = _under_way(session, of_it) or _same(session, former.site_id, rows, of_undo_id=former.id)
        return (undo or _begun(session, desk, person, former.site_id, _some(rows), of_undo_id=former.id)).public_id


def find(session: Session, person_id: int, public: str) -> Undo:
    """Return an undo on one of the person's sites.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's.
    """
    undo = session.scalar(
        select(Undo)
        .join(Membership, Membership.site_id == Undo.site_id)
        .where(Membership.person_id == person_id, Undo.public_id == public)
    )
    if undo is None:
        raise Refusal("respira_not_found", "There is no such undo.")
    return undo


def look(desk: Desk, person: Person, undo_public: str) -> None:
    """Read the site, and keep for each part what restoring would change, who edited it since, or why it can not be.

    Raises:
        Refusal: `respira_not_found`; `respira_step_not_waiting`, it was carried out already.
        SiteTrouble: the site could not be read.
    """
    with desk.reading() as session:
        undo = find(session, person.id, undo_public)
        _demand_unasked(undo)
        site, candidates = session.get_one(Site, undo.site_id), undo_findings.candidates_of(session, desk, undo)
    read_at = desk.clock()
    with sites.reached(desk, site) as wordpress:
        looks = undo_findings.of_parts(desk, wordpress, candidates)
    with desk.writing() as session:
        undo = find(session, person.id, undo_public)
        _demand_unasked(undo)
        if undo.looked_at is not None and undo.looked_at > read_at:
            # Another window looked later than this, and has kept what it found.
            return
        parts, ticked = _parts(session, undo), undo_looks.ticked(looks)
        for part, one, found in zip(parts, candidates, looks, strict=True):
            undo_looks.keep(desk, part, one.row, found)
            part.chosen = part.position in ticked
        undo.looked_at, undo.digest = read_at, desk.sealer.mark([part.digest for part in parts])


def start(
    desk: Desk, person: Person, undo_public: str, digest: str, chosen: Collection[int], over: Collection[int]
) -> None:
    """Say yes to an undo as it was shown; the worker carries it out. A second press starts nothing.

    Args:
        digest: of what the person saw.
        chosen: the positions of the parts to take back.
        over: those of them that go over what somebody edited since.

    Raises:
        Refusal: `respira_not_found`; `respira_plan_changed`, another look found something else;
            `respira_nothing_waiting`, none was chosen; `respira_invalid_arguments`, one that can not be;
            `respira_site_busy`.
    """
    with desk.reading() as session:
        undo = find(session, person.id, undo_public)
    if undo.asked_at is None:
        waiting.demand_free(desk, undo.site_id)
        with desk.writing() as session:
            _start(session, desk, person, find(session, person.id, undo_public), digest, set(chosen), set(over))
    desk.wake(undo_public)


def _start(
    session: Session, desk: Desk, person: Person, undo: Undo, digest: str, chosen: set[int], over: set[int]
) -> None:
    if undo.asked_at is not None:
        return
    if undo.looked_at is None or undo.digest != digest:
        raise Refusal("respira_plan_changed", "The site changed since this was shown, so nothing was taken back.")
    parts = _parts(session, undo)
    _demand_possible({part.position: undo_looks.kept(desk, part) for part in parts}, chosen, over)
    waiting.demand_none_open(session, undo.site_id)
    asked = session.execute(
        update(Undo)
        .where(Undo.id == undo.id, Undo.asked_at.is_(None), Undo.digest == digest)
        .values(asked_at=desk.clock(), person_id=person.id)
        .returning(Undo.id)
    )
    if asked.scalar() is None:
        return
    for part in parts:
        part.chosen, part.over = part.position in chosen, part.position in over
        if not part.chosen:
            undo_turns.end(desk, part, Back.LEFT_OUT, {"message": "It was left out."})
    counts = {"parts": len(chosen), "left_out": len(parts) - len(chosen), "over": len(over)}
    events.record(session, desk, "undo.asked", undo.public_id, site_id=undo.site_id, person_id=person.id, **counts)


def _demand_possible(looks: Mapping[int, Look | None], chosen: set[int], over: set[int]) -> None:
    """Demand that all the chosen parts can be taken back, each with what has to be taken back before it.

    Raises:
        Refusal: `respira_nothing_waiting` or `respira_invalid_arguments`.
    """
    if not chosen:
        raise Refusal(
            "respira_nothing_waiting", "Nothing was chosen, so nothing was taken back.", hint="Choose some."
        )
    for position in sorted(chosen | over):
        found = looks.get(position)
        if found is None or position not in chosen:
            raise _impossible(f"There is no change {position} to take back.")
        if found.why_not is not None:
            raise _impossible(f"Change {position} can not be taken back: {found.why_not}")
        missing = next((other for other in found.afters if other not in chosen), None)
        if missing is not None:
            raise _impossible(f"Change {position} goes together with change {missing}, which is left out.")
        if bool(found.edited) != (position in over):
            words = "was edited since, and that was not said yes to" if found.edited else "was not edited since"
            raise _impossible(f"Change {position} {words}.")


def _impossible(words: str) -> Refusal:
    return Refusal("respira_invalid_arguments", f"{words} Nothing was taken back.", hint="Look at it again.")


def ask_to_stop(desk: Desk, person: Person, undo_public: str) -> None:
    """Let the part that runs now finish, and no further one start."""
    with desk.writing() as session:
        undo = find(session, person.id, undo_public)
        if undo.asked_at is not None and undo.finished_at is None and not undo.stop_asked:
            undo.stop_asked = True
            events.record(session, desk, "undo.stop_asked", undo.public_id, site_id=undo.site_id, person_id=person.id)


def forget(session: Session, desk: Desk) -> None:
    """Forget the undos of which nobody said yes within a day."""
    session.execute(delete(Undo).where(Undo.asked_at.is_(None), Undo.made_at <= desk.clock() - _KEPT))


def _some(rows: Sequence[Snapshot]) -> Sequence[Snapshot]:
    if not rows:
        raise Refusal("respira_cannot_restore", "All of it is taken back already.", hint="Nothing more is needed.")
    return rows


def _under_way(session: Session, which: ColumnElement[bool]) -> Undo | None:
    """Return the undo of the same that is being carried out."""
    return session.scalar(select(Undo).where(which, Undo.asked_at.is_not(None), Undo.finished_at.is_(None)))


def _same(
    session: Session, site_id: int, rows: Sequence[Snapshot], run_id: int | None = None, of_undo_id: int | None = None
) -> Undo | None:
    """Return the undo with the same parts that is not finished."""
    wanted = [row.id for row in rows]
    unfinished = session.scalars(
        select(Undo)
        .where(Undo.site_id == site_id, Undo.finished_at.is_(None))
        .where(Undo.run_id.is_not_distinct_from(run_id), Undo.of_undo_id.is_not_distinct_from(of_undo_id))
        .order_by(Undo.id.desc())
    )
    return next((one for one in unfinished if [part.snapshot_id for part in _parts(session, one)] == wanted), None)


def _begun(
    session: Session,
    desk: Desk,
    person: Person,
    site_id: int,
    rows: Sequence[Snapshot],
    run_id: int | None = None,
    of_undo_id: int | None = None,
) -> Undo:
    undo = Undo(
        public_id=public_id("undo"),
        site_id=site_id,
        run_id=run_id,
        of_undo_id=of_undo_id,
        person_id=person.id,
        digest="",
        stop_asked=False,
        made_at=desk.clock(),
    )
    session.add(undo)
    session.flush()
    session.add_all(
        UndoPart(
            undo_id=undo.id, snapshot_id=row.id, position=position, chosen=False, over=False, phase=Phase.WAITING
        )
        for position, row in enumerate(rows, start=1)
    )
    return undo


def _parts(session: Session, undo: Undo) -> list[UndoPart]:
    return list(session.scalars(select(UndoPart).where(UndoPart.undo_id == undo.id).order_by(UndoPart.position)))


def _demand_unasked(undo: Undo) -> None:
    if undo.asked_at is not None:
        raise Refusal("respira_step_not_waiting", "This undo was said yes to already.")
