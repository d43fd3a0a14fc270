"""Looking before an undo: what restoring each write would change, who edited it since, or why it can not be.

It reads the site and writes nothing. Of two writes of one thing the older one is judged as if the newer were taken
back, since it comes after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Snapshot, Step, Undo, UndoPart
from webapp.diffs.fingerprint import canonical
from webapp.errors import REASONS, Refusal, SiteTrouble, Trouble
from webapp.tools.answers import SavedSnapshot, State, Target
from webapp.tools.brought_back import DOES, EDITED, SHOWN, UNDO
from webapp.tools.session.snapshots import APPROVAL, NAME, lands_on
from webapp.tools.tool import WriteTool
from webapp.tools.values import within
from webapp.wordpress.client import WordPress

from . import forecasts, restores, stale, undo_parts, undoing
from .desk import Desk

Changes = list[dict[str, Any]]
_UNDONE = "Undo puts back what this replaces."
_AGAIN = "Undo takes it back again."
_IS_SO = "It is as it was before already, so nothing is sent."
_BLIND = "What exactly it changes can be read only after that; it takes back no more than its own change, shown here."


@dataclass(frozen=True)
class Candidate:
    """A write that may be taken back.

    Attributes:
        saved: the snapshot as tools see it.
        refusal: why not, as far as our own rows tell.
        step: whose write it was, if it was a step's.
        later: what a later write of ours on the same thing was going to do that is no part of this undo.
    """

    position: int
    row: Snapshot
    saved: SavedSnapshot
    refusal: Refusal | None
    step: Step | None
    later: str | None

    @property
    def things(self) -> frozenset[tuple[str, str]]:
        """By what it is told to be of the same thing as another."""
        return undo_parts.things_of(self.row, self.saved.undo)

    @property
    def may_become_possible(self) -> bool:
        """Whether what refuses it now may be over once a newer write is taken back."""
        return self.row.restorable and self.row.restored_at is None

    def plain(self, state: State | None = None) -> Look:
        """Return what restoring it does where nothing speaks against it.

        Args:
            state: what was read of the site for it; None where that could not be.
        """
        return _plain(self.row, self.saved, state, self.later)


@dataclass(frozen=True)
class Look:
    """What a look found of one write, as it is kept. See `undo_views.UndoPartView`.

    Attributes:
        afters: the positions of all that have to be taken back before it.
        shared: the names of the fields that those, and others of the same thing, change before it.
        blind: it can be looked at only once those are taken back.
    """

    effect: str
    where: str
    changes: Changes = field(default_factory=list)
    edited: list[str] = field(default_factory=list)
    by: dict[str, Any] | None = None
    afters: list[int] = field(default_factory=list)
    shared: list[str] = field(default_factory=list)
    blind: bool = False
    why_not: str | None = None
    can_be_undone: str = ""
    note: str = ""

    def shown(self) -> dict[str, Any]:
        """Return what a person says yes to: all but who edited it, which a site does not tell at every time."""
        return {**asdict(self), "by": None}


class _Newer:
    """The newer writes of the same thing that can be taken back, with what a look found of them."""

    def __init__(self, looks: Sequence[tuple[Candidate, Look]]) -> None:
        self.possible = [(one.position, look) for one, look in looks if look.why_not is None]
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
        saved, refusal = restores.unsealed(desk, row), refused
    later = session.scalars(
        select(Snapshot.label)
        .where(Snapshot.site_id == row.site_id, Snapshot.id > row.id, Snapshot.id.not_in(own))
        .where(Snapshot.target_kind == row.target_kind, Snapshot.target_id == row.target_id)
        .where(Snapshot.kind != undoing.RESTORE, Snapshot.restorable, Snapshot.restored_at.is_(None))
        .order_by(Snapshot.id.desc())
        .limit(1)
    ).first()
    return Candidate(position, row, saved, refusal, step, later)


def of_parts(desk: Desk, wordpress: WordPress, candidates: Sequence[Candidate]) -> list[Look]:
    """Look at each write, the newest first, as it is to be taken back.

    Raises:
        SiteTrouble: the site could not be read at all.
    """
    looks: list[Look] = []
    for one in candidates:
        beside = [(other, look) for other, look in zip(candidates, looks, strict=False) if other.things & one.things]
        looks.append(_of_part(desk, wordpress, one, _Newer(beside)))
    return looks


def kept(desk: Desk, part: UndoPart) -> Look | None:
    """Return what the last look found of a part; None before it."""
    return None if part.look is None else Look(**desk.sealer.unseal(f"undo_part.look {part.id}", part.look))


def ticked(looks: Sequence[Look]) -> set[int]:
    """Return the positions of the parts that are taken back unless a person says otherwise.

    Args:
        looks: at each part, by position.
    """
    found: set[int] = set()
    for position, look in enumerate(looks, start=1):
        if look.why_not is None and not look.edited and found.issuperset(look.afters):
            found.add(position)
    return found


def unlooked(desk: Desk, row: Snapshot) -> Look:
    """Return what is known of a write before anybody looked at the site."""
    return _plain(row, restores.unsealed(desk, row))


def keep(desk: Desk, part: UndoPart, row: Snapshot, look: Look) -> None:
    """Keep what a look found of a part."""
    part.look = desk.sealer.seal(f"undo_part.look {part.id}", asdict(look))
    part.digest = desk.sealer.mark([row.uuid, look.shown()])


def once_more(
    desk: Desk, wordpress: WordPress, row: Snapshot, saved: SavedSnapshot, look: Look
) -> tuple[SavedSnapshot, State]:
    """Look again right before a write is taken back, which changes nothing but what a person was shown.

    Returns:
        The snapshot as it is to be restored, and what restoring it overwrites.

    Raises:
        Refusal: `respira_cannot_restore`; `respira_plan_changed`.
    """
    try:
        state = undoing.looked(desk, row, saved, wordpress)
    except Refusal as refusal:
        if not refusal.details.get("edited") or look.blind or not look.afters:
            raise
        # What was taken back before it may have made something again, which has another id now.
        saved = replace(saved, over=True)
        state = undoing.looked(desk, row, saved, wordpress)
        if not _is_left_as_shown(look, state):
            raise
    _demand_as_shown(look, row, state)
    return saved, state


def _is_left_as_shown(look: Look, state: State) -> bool:
    """Tell whether what stands there is what was shown to be left by the parts before, but for ids."""
    shown = {change["label"]: change for change in look.changes}
    edited = all(label in shown for label in state.get(EDITED, []))
    return edited and all(
        change["label"] in shown and _without_ids(change["before"]) == _without_ids(shown[change["label"]]["before"])
        for change in state.get(SHOWN, [])
    )


def _without_ids(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [
        {name: told for name, told in one.items() if name != "id"} if isinstance(one, dict) else one for one in value
    ]


def _demand_as_shown(look: Look, row: Snapshot, state: State) -> None:
    """Demand that a restore changes nothing but what a person was shown.

    Args:
        state: what was read right before it.

    Raises:
        Refusal: `respira_plan_changed`.
    """
    if undoing.is_so(state) or look.blind:
        return
    shown = {change["field"]: change for change in look.changes}
    as_shown = all(
        change["field"] in look.shared or canonical(_sides(shown.get(change["field"]))) == canonical(_sides(change))
        for change in state.get(SHOWN, [])
    )
    # A name in the sentence may be one of what is put back.
    if not as_shown or (not look.shared and _effect(row, state) != look.effect):
        raise Refusal("respira_plan_changed", "It changed since you looked, so nothing was written.")


def _sides(change: Mapping[str, Any] | None) -> list[Any] | None:
    return None if change is None else [change["before"], change["after"]]


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


def _plain(row: Snapshot, saved: SavedSnapshot, state: State | None = None, later: str | None = None) -> Look:
    told = state or {}
    again = row.kind == undoing.RESTORE or row.tool == NAME
    return Look(
        effect=_effect(row, told),
        where="live" if row.tool == APPROVAL else lands_on(saved).where,
        changes=list(told.get(SHOWN, [])),
        can_be_undone=told.get(UNDO, _AGAIN if again else _UNDONE),
        note="" if later is None else f"A later change of ours is on it: {later}",
    )


def _effect(row: Snapshot, state: State) -> str:
    """Return what restoring does, in a sentence."""
    does = state.get(DOES)
    if row.kind == undoing.RESTORE:
        label = row.label.removeprefix(undoing.AGAIN)
        return f"{does}, which does this again: {label}" if does else f"Do this again: {label}"
    return f"{does}, which undoes this change: {row.label}" if does else f"Undo this change: {row.label}"


def _free(desk: Desk, one: Candidate, newer: _Newer, state: State) -> Look:
    look = replace(one.plain(state), shared=newer.fields())
    if not undoing.is_so(state):
        return look
    read = [*within("now", state), *within("again", state)]
    afters = newer.touching(read)
    return _blind(desk, one, look, afters) if afters else replace(look, note=_IS_SO)


def _refused(desk: Desk, wordpress: WordPress, one: Candidate, newer: _Newer, refusal: Refusal) -> Look:
    if refusal.details.get("edited"):
        over = _over(desk, wordpress, one)
        if over is not None:
            return _edited(desk, wordpress, one, newer, over)
    if newer.possible and one.may_become_possible:
        return _blind(desk, one, one.plain(), [at for at, _look in newer.possible])
    return replace(one.plain(), why_not=" ".join(filter(None, [refusal.message, refusal.hint])), can_be_undone="")


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
    if newer.stuck is not None:
        words = f"Part {newer.stuck}, a later change of the same thing, can not be taken back, so this stays as well."
        return replace(look, why_not=words, can_be_undone="", afters=[])
    return replace(look, edited=strange, by=_by(desk, wordpress, one, look.changes))


def _blind(desk: Desk, one: Candidate, look: Look, afters: list[int]) -> Look:
    """Return the look at what can be read only once newer writes are taken back: what its step did, the other way,
    or once more where that was taken back."""
    changes = [] if one.step is None else forecasts.forecast_of(desk, one.step)["changes"]
    if one.row.kind != undoing.RESTORE:
        changes = [{**change, "before": change["after"], "after": change["before"]} for change in changes]
    return replace(look, blind=True, changes=changes, afters=afters, note=_BLIND, edited=[])


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
