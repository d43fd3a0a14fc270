"""Findings: what a look at the site finds of each write that is to be taken back, before a person says yes.

It reads the site and writes nothing. Of two writes of one thing the older one is judged as if the newer were taken
back, since it comes after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from webapp.data import Back, Snapshot, Step, Undo, UndoPart
from webapp.diffs.fingerprint import canonical
from webapp.errors import REASONS, Refusal, SiteTrouble, Trouble
from webapp.tools import undo_keys
from webapp.tools.answers import SavedSnapshot, State, Target
from webapp.tools.brought_back import EDITED
from webapp.tools.tool import WriteTool
from webapp.tools.values import within
from webapp.wordpress.client import WordPress

from . import forecasts, restores, stale, undo_parts, undoing
from .desk import Desk
from .undo_looks import Changes, Look, plain

_IS_SO = "It is as it was before already, so nothing is sent."
_BLIND = "What exactly it changes can be read only after that; it takes back no more than its own change, shown here."
_CUT_OFF = "An undo of this ended in the middle, so that may be what it made."


@dataclass(frozen=True)
class Candidate:
    """A write that may be taken back.

    Attributes:
        saved: the snapshot as tools see it.
        refusal: why not, as far as our own rows tell.
        step: whose write it was, if it was a step's.
        later: what a later write of ours on the same thing was going to do that is no part of this undo.
        cut_off: an undo of it ended in the middle, and nobody knows what is there of it.
    """

    position: int
    row: Snapshot
    saved: SavedSnapshot
    refusal: Refusal | None
    step: Step | None
    later: str | None
    cut_off: bool

    @property
    def things(self) -> frozenset[tuple[str, str]]:
        """By what it is told to be of the same thing as another."""
        return undo_parts.things_of(self.row, self.saved.undo)

    @property
    def touches(self) -> frozenset[tuple[str, str]]:
        """All that it was about: another write of one of these may have to be taken back before it."""
        return self.things | undo_keys.also_touched(self.saved)

    @property
    def brings_back(self) -> bool:
        """Whether what is taken back is a delete, or a restore that took away what a write had made."""
        taken_away = ("create_", "upload_") if self.row.kind == undoing.RESTORE else ("delete_",)
        return self.row.tool.startswith(taken_away)

    @property
    def may_become_possible(self) -> bool:
        """Whether what refuses it now may be over once a newer write is taken back."""
        return self.row.restorable and self.row.restored_at is None

    def plain(self, state: State | None = None) -> Look:
        """Return what restoring it does where nothing speaks against it.

        Args:
            state: what was read of the site for it; None where that could not be.
        """
        in_its_way = state is None or EDITED in state
        return plain(self.row, self.saved, state, self.later if in_its_way else None)


class _Newer:
    """The newer writes about a thing that can be taken back, with what a look found of them.

    Attributes:
        bringing_back: the positions of those that bring something back.
        giving_back: of those among them that bring another thing back, and give it to this one again.
        stuck: the position of the newest that can not be taken back.
    """

    def __init__(self, own: Candidate, looks: Sequence[tuple[Candidate, Look]]) -> None:
        bringing_back = [one for one, look in looks if look.why_not is None and one.brings_back]
        self.possible = [(one.position, look) for one, look in looks if look.why_not is None]
        self.bringing_back = [one.position for one in bringing_back]
        self.giving_back = [one.position for one in bringing_back if not one.things & own.things]
        self.stuck = next((one.position for one, look in looks if look.why_not is not None), None)

    def fields(self) -> list[str]:
        """Return the names of all that they change."""
        return sorted({change["field"] for _position, look in self.possible for change in look.changes})

    def touching(self, fields: Iterable[str]) -> list[int]:
        """Return the positions of those that change one of these fields."""
        names = set(fields)
        return [at for at, look in self.possible if names & {change["field"] for change in look.changes}]

    def labels(self) -> set[str]:
        """Return what people call all that they change."""
        return {change["label"] for _position, look in self.possible for change in look.changes}

    def labelled(self, labels: Iterable[str]) -> list[int]:
        """Return the positions of those that change something which people call so."""
        names = set(labels)
        return [at for at, look in self.possible if names & {change["label"] for change in look.changes}]

    def once_done(self, changes: Changes) -> Changes:
        """Return changes as they will be once these are taken back."""
        then = {change["field"]: change["after"] for _position, look in self.possible for change in look.changes}
        told = [{**change, "before": then.get(change["field"], change["before"])} for change in changes]
        return [change for change in told if canonical(change["before"]) != canonical(change["after"])]


def candidates_of(session: Session, desk: Desk, undo: Undo) -> list[Candidate]:
    """Return the writes of an undo, the newest first, as far as our own rows tell of them."""
    rows = session.execute(
        select(UndoPart.position, Snapshot, Step)
        .join(Snapshot, Snapshot.id == UndoPart.snapshot_id)
        .outerjoin(Step, Step.id == Snapshot.step_id)
        .where(UndoPart.undo_id == undo.id)
        .order_by(UndoPart.position)
    ).all()
    own = [row.id for _position, row, _step in rows]
    return [_candidate(session, desk, own, position, row, step) for position, row, step in rows]


def _candidate(
    session: Session, desk: Desk, own: Sequence[int], position: int, row: Snapshot, step: Step | None
) -> Candidate:
    refusal = None
    try:
        saved = undo_parts.demanded(session, desk, row)
    except Refusal as refused:
        saved, refusal = restores.as_now(session, desk, row), refused
    later = session.scalars(
        select(Snapshot.label)
        .where(Snapshot.site_id == row.site_id, Snapshot.id > row.id, Snapshot.id.not_in(own))
        .where(Snapshot.target_kind == row.target_kind, Snapshot.target_id == row.target_id)
        .where(Snapshot.kind != undoing.RESTORE, Snapshot.restorable, Snapshot.restored_at.is_(None))
        .order_by(Snapshot.id.desc())
        .limit(1)
    ).first()
    tried = UndoPart.snapshot_id == row.id, UndoPart.outcome == Back.UNKNOWN
    return Candidate(
        position, row, saved, refusal, step, later, session.scalar(select(exists().where(*tried))) is True
    )


def of_parts(desk: Desk, wordpress: WordPress, candidates: Sequence[Candidate]) -> list[Look]:
    """Look at each write, the newest first, as it is to be taken back.

    Raises:
        SiteTrouble: the site could not be read at all.
    """
    looks: list[Look] = []
    for one in candidates:
        beside = [
            (other, look) for other, look in zip(candidates, looks, strict=False) if other.touches & one.touches
        ]
        looks.append(_of_part(desk, wordpress, one, _Newer(one, beside)))
    return looks


def _of_part(desk: Desk, wordpress: WordPress, one: Candidate, newer: _Newer) -> Look:
    try:
        if one.refusal is not None:
            raise one.refusal
        state = undoing.looked(desk, one.row, one.saved, wordpress)
    except Refusal as refusal:
        return _refused(desk, wordpress, one, newer, refusal)
    except SiteTrouble as trouble:
        if trouble.code in REASONS:
            # It was not WordPress that answered, so nothing of the site can be read just now.
            raise
        return replace(one.plain(), why_not=f"The site could not be read: {trouble.message}")
    return _free(desk, one, newer, state)


def _free(desk: Desk, one: Candidate, newer: _Newer, state: State) -> Look:
    look = replace(one.plain(state), shared=newer.fields())
    if not undoing.is_so(state):
        return look
    written = [change["field"] for change in _foretold(desk, one)]
    afters = newer.touching([*within("now", state), *within("again", state), *written]) or newer.bringing_back
    return _blind(desk, one, look, afters) if afters else replace(look, note=_IS_SO)


def _refused(desk: Desk, wordpress: WordPress, one: Candidate, newer: _Newer, refusal: Refusal) -> Look:
    if refusal.details.get("edited"):
        over = _over(desk, wordpress, one)
        if over is not None:
            return _edited(desk, wordpress, one, newer, over)
    if newer.possible and one.may_become_possible:
        return _blind(desk, one, one.plain(), [at for at, _look in newer.possible])
    ended = _CUT_OFF if one.cut_off else None
    why_not = " ".join(filter(None, [refusal.message, ended, refusal.hint]))
    return replace(one.plain(), why_not=why_not, can_be_undone="")


def _over(desk: Desk, wordpress: WordPress, one: Candidate) -> State | None:
    """Read what restoring would overwrite where it goes over what somebody edited since; None where it can not."""
    try:
        return undoing.looked(desk, one.row, replace(one.saved, over=True), wordpress)
    except Refusal:
        return None


def _edited(desk: Desk, wordpress: WordPress, one: Candidate, newer: _Newer, state: State) -> Look:
    """Return the look at what is not as its write left it: newer writes of this undo may be why, or somebody."""
    edited = [str(label) for label in state.get(EDITED, [])]
    look = replace(one.plain(state), shared=newer.fields(), afters=newer.labelled(edited))
    strange = [label for label in edited if label not in newer.labels()]
    if not strange:
        return replace(look, changes=newer.once_done(look.changes))
    if newer.giving_back:
        return _blind(desk, one, look, sorted({*newer.giving_back, *look.afters}))
    if newer.stuck is not None:
        words = f"Change {newer.stuck}, which came later on the same thing, can not be taken back, so this stays."
        return replace(look, why_not=words, can_be_undone="", afters=[])
    return replace(look, edited=strange, by=_by(desk, wordpress, one, look.changes))


def _blind(desk: Desk, one: Candidate, look: Look, afters: list[int]) -> Look:
    """Return the look at what can be read only once newer writes are taken back: what its step did, the other way,
    or once more where that was taken back."""
    changes = _foretold(desk, one)
    if one.row.kind != undoing.RESTORE:
        changes = [{**change, "before": change["after"], "after": change["before"]} for change in changes]
    return replace(look, blind=True, changes=changes, afters=afters, note=_BLIND, edited=[])


def _foretold(desk: Desk, one: Candidate) -> Changes:
    """Return what a write was going to change, as its step told it."""
    changes: Changes = [] if one.step is None else forecasts.forecast_of(desk, one.step)["changes"]
    return changes


def _by(desk: Desk, wordpress: WordPress, one: Candidate, changes: Changes) -> dict[str, Any] | None:
    """Return who or what edited it last, where the site tells."""
    tool = desk.catalogue.get(one.row.tool if one.step is None else one.step.tool)
    if not isinstance(tool, WriteTool):
        return None
    undo_id = next((name for kind, name in one.things if kind == one.row.target_kind), one.row.target_id)
    on_copy = undo_id != one.row.target_id and undo_id.isdigit()
    fields = [f"{'copy' if on_copy else 'live'}.{change['field']}" for change in changes]
    target = Target(one.row.target_kind, one.row.target_id, one.row.label)
    try:
        found = tool.last_change(wordpress, target, int(undo_id) if on_copy else None, fields)
    except Trouble:
        # That it was edited is certain without knowing by whom.
        return None
    return stale.told_of(found, one.row.taken_at)
