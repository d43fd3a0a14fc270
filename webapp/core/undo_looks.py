"""Looks: what a look at the site found of each write of an undo, kept with it; and the look right before each.

What it finds is the business of `undo_findings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from webapp.data import Snapshot, UndoPart
from webapp.diffs.fingerprint import canonical
from webapp.errors import Refusal
from webapp.tools.answers import SavedSnapshot, State
from webapp.tools.brought_back import DOES, EDITED, MEANS, SHOWN, UNDO
from webapp.tools.session.snapshots import APPROVAL, NAME, lands_on
from webapp.wordpress.client import WordPress

from . import restores, undoing
from .desk import Desk

Changes = list[dict[str, Any]]
_UNDONE = "Undo puts back what this replaces."
_AGAIN = "Undo takes it back again."


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
    return plain(row, restores.unsealed(desk, row))


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
    _demand_as_shown(look, state, over=saved.over)
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


def _demand_as_shown(look: Look, state: State, *, over: bool) -> None:
    """Demand that a restore changes nothing but what a person was shown.

    Where it goes over nothing, the tool has compared the values with what the write left; what is shown around them,
    such as the names of other links of a menu, may be another since.

    Args:
        state: what was read right before it.
        over: whether it goes over what somebody edited.

    Raises:
        Refusal: `respira_plan_changed`.
    """
    if undoing.is_so(state) or look.blind:
        return
    shown = {change["field"]: change for change in look.changes}
    for change in state.get(SHOWN, []):
        known = shown.get(change["field"])
        loosely = not over or change["field"] in look.shared
        if _is_none(change):
            continue
        if known is None or not (loosely or _sides(known) == _sides(change)):
            raise Refusal("respira_plan_changed", "It changed since you looked, so nothing was written.")


def _is_none(change: Mapping[str, Any]) -> bool:
    return canonical(change["before"]) == canonical(change["after"])


def _sides(change: Mapping[str, Any]) -> str:
    return canonical([change["before"], change["after"]])


def plain(row: Snapshot, saved: SavedSnapshot, state: State | None = None, later: str | None = None) -> Look:
    """Return what restoring a write does where nothing speaks against it.

    Args:
        state: what was read of the site for it; None where nobody read it.
        later: what a later write of ours on the same thing was going to do.
    """
    told = state or {}
    again = row.kind == undoing.RESTORE or row.tool == NAME
    means = [told[MEANS]] if MEANS in told else []
    others = [] if later is None else [f"The same thing was changed through Sayso later: {later}"]
    return Look(
        effect=effect_of(row, told),
        where="live" if row.tool == APPROVAL else lands_on(saved).where,
        changes=list(told.get(SHOWN, [])),
        can_be_undone=told.get(UNDO, _AGAIN if again else _UNDONE),
        note=" ".join([*means, *others]),
    )


def effect_of(row: Snapshot, state: State) -> str:
    """Return what restoring does, in a sentence."""
    does = state.get(DOES)
    if row.kind == undoing.RESTORE:
        label = row.label.removeprefix(undoing.AGAIN)
        return f"{does}, which does this again: {label}" if does else f"Do this again: {label}"
    return f"{does}, which undoes this change: {row.label}" if does else f"Undo this change: {row.label}"
