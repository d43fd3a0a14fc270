"""Where an update lands: on a new draft copy, on one that waits already, or on the live item.

Pure: it looks at the arguments, the state and the scene, and asks nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from webapp.tools.answers import LandsOn, OpenCopy, State
from webapp.tools.nouns import Noun
from webapp.tools.tool import Scene
from webapp.tools.values import within

Way = Literal["new", "open", "earlier", "live", "undecided"]

# In a forecast: an earlier step makes another copy, after the open one was moved to the trash.
NEW_COPY = "about.new_copy"
STAYS = "The live item stays as it is until a person approves the copy."


@dataclass(frozen=True)
class Landing:
    """Where an update lands.

    Attributes:
        way: `new` makes a copy; `open` changes the one that waits; `earlier` changes the one that an earlier
            step makes; `undecided`: the call would have to say.
        original_id: the live item.
        copy_id: the open copy, for `open`.
    """

    way: Way
    original_id: int
    copy_id: int | None
    lands_on: LandsOn

    @property
    def on_new_draft(self) -> bool:
        """Whether it changes a new draft, of which there is no live item yet."""
        return self.copy_id == self.original_id


@dataclass(frozen=True)
class Place:
    """The live item that a call is about, and its open copy, if any.

    Attributes:
        named_copy: the call named the copy's id, not the live item's.
    """

    original_id: int
    copy: OpenCopy | None
    named_copy: bool


def place_of(noun: Noun, item_id: int, scene: Scene) -> Place:
    """Return what an id stands for: a copy of ours, or a live item."""
    being = scene.copy_being(noun.kind, item_id)
    if being is not None:
        return Place(being.original_id, being, named_copy=True)
    return Place(item_id, scene.copy_of(noun.kind, item_id), named_copy=False)


def is_copy_gone(state: Mapping[str, Any]) -> bool:
    """Tell whether an earlier step moves the open copy to the trash."""
    return state.get("copy.status") == "trash"


def landing_of(noun: Noun, arguments: Mapping[str, Any], state: State, scene: Scene) -> Landing:
    """Return where an update lands."""
    place = place_of(noun, arguments["id"], scene)
    way = _way(place, arguments.get("edit_target"), state, scene)
    copy_id = place.copy.copy_id if way == "open" and place.copy is not None else None
    where: Literal["copy", "live"] = "live" if way in ("live", "undecided") else "copy"
    note = _note(way, place.original_id, copy_id, arguments.get("edit_target"), scene)
    return Landing(
        way, place.original_id, copy_id, LandsOn(where, note, place.original_id, copy_id, makes=way == "new")
    )


def _way(place: Place, edit_target: str | None, state: State, scene: Scene) -> Way:
    gone = is_copy_gone(state)
    copy_is_there = bool(within("copy", state)) and not gone
    if scene.direct_editing and not place.named_copy and edit_target != "duplicate":
        return "live" if edit_target == "live" else "undecided"
    if copy_is_there and place.copy is not None and not state.get(NEW_COPY):
        return "open"
    if scene.earlier_position is not None and not gone and (copy_is_there or not scene.direct_editing):
        return "earlier"
    return "new"


def _note(way: Way, original_id: int, copy_id: int | None, edit_target: str | None, scene: Scene) -> str:
    if way == "undecided":
        return (
            "The site allows direct editing, so the route itself decides between a draft copy and asking. To settle "
            'it, discard the step and plan the write again with edit_target: "duplicate".'
        )
    if way == "live":
        return "The site allows direct editing: this changes the live item when the step runs."
    if way == "open" and copy_id == original_id:
        note = f"This lands on new draft {copy_id}, which waits for a person."
    elif way == "open":
        waiting = "which is already waiting for a person"
        note = f"This lands on draft copy {copy_id} of item {original_id}, {waiting}. {STAYS}"
    elif way == "earlier":
        note = f"This lands on the draft copy of item {original_id} that step {scene.earlier_position} makes. {STAYS}"
    else:
        note = f"This lands on a new draft copy of item {original_id}, made when the step runs. {STAYS}"
    if edit_target == "live" and not scene.direct_editing:
        note += ' The site does not allow direct editing, so edit_target: "live" was not followed.'
    return note
