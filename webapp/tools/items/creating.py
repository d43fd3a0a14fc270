"""Making a page, a post or an item of another type: a draft that waits for a person, or live where that is allowed.

It decides nothing about plans and approvals. The tools themselves are listed in creates.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from webapp.diffs.fields import label, shown
from webapp.errors import Refusal
from webapp.tools.answers import (
    NEW,
    Arguments,
    Change,
    LandsOn,
    Performed,
    Proposal,
    Restored,
    SavedSnapshot,
    Settled,
    State,
    Target,
)
from webapp.tools.items.asked_fields import asked_of
from webapp.tools.items.cautions import change_warnings
from webapp.tools.items.dates import AHEAD, LATER, ZONE, dated, spoken
from webapp.tools.items.item_terms import by_name, chosen_terms, names_for
from webapp.tools.items.new_addresses import LOOKED_UP, address_of, address_warnings, holders_of
from webapp.tools.items.new_drafts import DRAFT, LIVE, make, newest, settle, wishes
from webapp.tools.items.references import demand_author, demand_references
from webapp.tools.items.taking_away import bring_back, look_at_made, look_at_taken, take_away
from webapp.tools.nouns import NounSource
from webapp.tools.standing_in import stands_in
from webapp.tools.tool import Scene
from webapp.wordpress.client import WordPress

_BECOMES = {
    "publish": "; it is published when a person says so",
    "private": "; it becomes private when a person says so",
    "pending": "; it is put up for review when a person says so",
}
_NOTE = "This makes a new draft, which visitors do not see until a person publishes it."
_LIVE_NOTE = "The site allows direct editing: this publishes it at once when the step runs."
_UNDO = {
    DRAFT: "Undo moves the new draft to the trash, as long as nobody worked on it or published it.",
    LIVE: "Undo moves it to the trash, as long as nobody worked on it.",
}


@dataclass(frozen=True)
class Create:
    """The six answers of making an item."""

    nouns: NounSource

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Find the terms, and look that what the call names is there and what holds the address it asks for."""
        noun = self.nouns.asked(site, arguments)
        if not str(arguments["title"]).strip():
            raise Refusal("respira_invalid_arguments", f"A new {noun.word} needs a title.")
        meant = {**chosen_terms(site, noun, arguments), **dated(site, arguments)}
        asked = asked_of(arguments, meant, {})
        demand_references(site, noun, asked, ())
        demand_author(site, asked.get("author"))
        parent = asked.get("parent") or 0
        slug = "" if stands_in(parent) else address_of(asked)
        address = {**holders_of(site, noun, slug, parent), LOOKED_UP: slug}
        return {**meant, **names_for(site, noun, meant), **address}

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what would be made, and what of it waits for a person."""
        noun, asked = self.nouns.spoken(arguments), asked_of(arguments, state, {})
        way, title = _way(arguments, scene), str(asked["title"]).strip()
        address = address_of(asked)
        changes = [_change(name, value, state, way) for name, value in asked.items()]
        waits = wishes(asked) if way == DRAFT else {}
        ending = " and publish it" if way == LIVE else f" as a new draft{_BECOMES.get(waits.get('status', ''), '')}"
        return Proposal(
            effect=f"Create the {noun.word} {title}{ending}.",
            target=Target(noun.kind, f"{NEW}{address or scene.mark}", title),
            lands_on=_lands_on(arguments, way, scene),
            changes=[change for change in changes if change.after not in (None, "")],
            after={"wanted.slug": address} if address else {},
            undo=_UNDO[way],
            warnings=[
                *address_warnings(address, state, scene.earlier_position),
                *([LATER] if state.get(AHEAD) else []),
                *(warning for change in changes for warning in change_warnings(change)),
            ],
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep how it is made, and which item was the newest: what is published at once is found again by that."""
        way = _way(arguments, scene)
        found = newest(site, self.nouns.asked(site, arguments), 1) if way == LIVE else []
        return {"saved.way": way, "saved.newest": max((item["id"] for item in found), default=0)}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Make it, in one request that is never sent again."""
        noun, asked = self.nouns.asked(site, arguments), asked_of(arguments, state, {})
        return make(site, noun, asked, saved, scene.mark)

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look for the draft by its slug, or for what was published by what it says."""
        noun, asked = self.nouns.asked(site, arguments), asked_of(arguments, state, {})
        return settle(site, noun, asked, saved, scene.mark)

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would move to the trash."""
        return look_at_made(site, self.nouns.of(site, snapshot.target.kind), snapshot)

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Move what was made to the trash."""
        return take_away(site, self.nouns.of(site, snapshot.target.kind), snapshot, state)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would bring back."""
        return look_at_taken(site, self.nouns.of(site, snapshot.target.kind), snapshot)

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bring back from the trash what was made."""
        return bring_back(site, self.nouns.of(site, snapshot.target.kind), snapshot)


def _change(field: str, value: Any, state: State, way: str) -> Change:
    later = spoken(value, state.get(ZONE, "")) if field == "date" else by_name(state, field, value)
    called = "Status once approved" if field == "status" and way == DRAFT and value != "draft" else label(field)
    return Change(field, called, None, later, shown(field))


def _way(arguments: Arguments, scene: Scene) -> Literal["draft", "live"]:
    at_once = arguments.get("edit_target") == "live" and arguments.get("status") == "publish"
    return "live" if at_once and scene.direct_editing else "draft"


def _lands_on(arguments: Arguments, way: str, scene: Scene) -> LandsOn:
    if way == LIVE:
        return LandsOn("live", _LIVE_NOTE)
    note = _NOTE
    if arguments.get("edit_target") == "live":
        why = "Only an item with the status publish goes live at once" if scene.direct_editing else ""
        note += f' {why or "The site does not allow direct editing"}, so edit_target: "live" was not followed.'
    return LandsOn("copy", note)
