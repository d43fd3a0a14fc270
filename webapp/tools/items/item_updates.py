"""Changing an item: onto a draft copy first, or onto the live item where its owner allows that.

It decides nothing about plans and approvals; where a change lands is said in landing.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.diffs.fields import label, listed, shown
from webapp.errors import Refusal
from webapp.tools.answers import (
    Arguments,
    Change,
    Performed,
    Proposal,
    Restored,
    SavedSnapshot,
    Settled,
    State,
    Target,
)
from webapp.tools.builders import builder_of, carries_data
from webapp.tools.items.allowed_fields import demand_allowed_fields
from webapp.tools.items.asked_fields import CHOSEN, asked_of, asks_nothing
from webapp.tools.items.cautions import GOES_BEFORE, cautions
from webapp.tools.items.copying import WAITING, at_once, make_copy, no_such_copy, original, settle_copy, wanted
from webapp.tools.items.dates import AHEAD, LATER, ZONE, dated, spoken
from webapp.tools.items.filtering import is_filtered
from webapp.tools.items.item_terms import by_name, chosen_terms, names_for, names_told, would_go
from webapp.tools.items.landing import NEW_COPY, Landing, is_copy_gone, landing_of, place_of
from webapp.tools.items.languages import in_language, language_of, not_kept
from webapp.tools.items.new_addresses import LOOKED_UP
from webapp.tools.items.references import demand_author, demand_references, holder_of
from webapp.tools.items.shown_values import state_for_people
from webapp.tools.items.whereabouts import named_in_use
from webapp.tools.nouns import Noun, NounSource
from webapp.tools.putting_back import changed, look, look_again, put_back, put_forward
from webapp.tools.tool import Scene
from webapp.tools.values import (
    fields_of,
    find,
    find_in_use,
    find_open_draft,
    only,
    same,
    under,
    within,
)
from webapp.tools.writing import (
    Stored,
    demand_something_stored,
    differing,
    landed_partly,
    or_settle,
    send,
    why_differing,
)
from webapp.wordpress.client import WordPress

# What a person saw of the item when the step was planned: a change in it is a reason to look again.
SEEN = ("title", "content", "excerpt", "status")
# The ways that make a draft copy.
_MAKING = ("new", "earlier")
LANDS = (
    "On a draft copy that a person approves; on the live item where the owner allows direct editing and the call "
    "says so."
)
UNDONE = (
    "A copy that it made goes to the trash; otherwise the former values of the changed fields are put back. The time "
    "of the last change and the number of revisions stay."
)
_UNDO = {
    "new": "Undo moves the draft copy to the trash.",
    "open": "Undo puts the former values of the draft copy back.",
    "earlier": "Undo puts the former values of the draft copy back.",
    "live": "Undo puts the former values back.",
    "undecided": "There is nothing to undo before the step says where it lands.",
}


@dataclass(frozen=True)
class Update:
    """The six answers of an update of the kinds of items that a source knows."""

    source: NounSource

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read what a person saw and what is asked for, of the live item and of its open copy."""
        if asks_nothing(arguments):
            raise Refusal("respira_nothing_to_change")
        noun = self.source.asked(site, arguments)
        place = place_of(noun, arguments["id"], scene)
        item = named_in_use(site, noun, place.original_id, "update")
        draft = find_open_draft(site, noun, place.copy.copy_id) if place.copy else None
        if place.named_copy and draft is None:
            raise no_such_copy(noun.word, arguments["id"])
        meant = {**chosen_terms(site, noun, arguments), **dated(site, arguments)}
        asked = asked_of(arguments, meant, {})
        demand_allowed_fields(noun, item, asked)
        own = (place.original_id, arguments["id"])
        demand_references(site, noun, asked, own)
        demand_author(site, asked.get("author"))
        return {
            **_fields_read(noun, item, draft, asked),
            **meant,
            **names_for(site, noun, meant, item, draft or {}),
            **language_of(site.connection.rest_root, item),
            **_about(item),
            "about.slug_holder": holder_of(site, noun, asked.get("slug"), own),
            LOOKED_UP: asked.get("slug"),
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell where the update lands and what it changes there."""
        noun = self.source.spoken(arguments)
        landing = landing_of(noun, arguments, state, scene)
        gone = is_copy_gone(state)
        if gone:
            state = {name: value for name, value in state.items() if not name.startswith(("copy.", "wanted."))}
        asked = asked_of(arguments, state, _standing(state, landing))
        name = str(state.get("live.title", ""))
        changes = [_change(field, state, landing, value) for field, value in asked.items()]
        return Proposal(
            effect=(f"Update {noun.called(arguments['id'], name)}{in_language(state)}: {listed(list(asked))}."),
            target=Target(noun.kind, str(landing.original_id), name, state.get("about.link")),
            lands_on=landing.lands_on,
            changes=[change for change in changes if not same(change.field, change.before, change.after)],
            after={
                **_after(asked, landing, replaces=gone and landing.way == "new"),
                **names_told(state, asked),
            },
            undo=_UNDO[landing.way],
            warnings=[
                *([GOES_BEFORE] if gone and arguments["id"] != landing.original_id else []),
                *_removals(asked, state, landing),
                *cautions(changes, state, landing),
                *(not_kept(state) if landing.way == "new" else []),
                *_scheduling(asked, state),
            ],
            undecided=landing.way == "undecided",
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Read every field of the item that is copied or changed, and keep where the update lands: that stands, also
        when the site's settings change before it is settled."""
        noun = self.source.asked(site, arguments)
        landing = landing_of(noun, arguments, state, scene)
        item_id = landing.copy_id if landing.copy_id is not None else landing.original_id
        item = find_in_use(site, noun, item_id)
        builder = builder_of(item)
        return {
            **original(noun, item, "" if carries_data(item, builder) else builder),
            "saved.way": landing.way,
            "saved.original_id": landing.original_id,
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Make the copy with its changes, or change the copy or the live item."""
        if saved["saved.way"] == "undecided":
            raise Refusal("respira_confirmation_required")
        noun, asked = self.source.asked(site, arguments), _asked(arguments, state, saved)

        def write() -> Performed:
            if saved["saved.way"] in _MAKING:
                return make_copy(site, noun, saved, asked, scene.mark)
            return self._change(site, noun, saved, asked)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def _change(self, site: WordPress, noun: Noun, saved: State, asked: State) -> Performed:
        before = within("original", saved)
        sending = asked if saved["saved.way"] == "live" else at_once(asked)
        if sending:
            stored = send(site, noun, before["id"], sending)
        else:
            item = find(site, noun, before["id"])
            stored = Stored(item, fields_of(noun, item))
        if sending == asked:
            demand_something_stored(asked, before, stored)
        return self._changed(saved, asked, stored)

    def _changed(self, saved: State, asked: State, stored: Stored) -> Performed:
        before = within("original", saved)
        on_copy = saved["saved.way"] != "live"
        sent = at_once(asked) if on_copy else asked
        # A new draft of ours is no copy of anything.
        is_copy = on_copy and before["id"] != saved["saved.original_id"]
        result: dict[str, Any] = {"success": True, "id": before["id"], "is_duplicate": is_copy}
        if is_copy:
            result["original_id"] = saved["saved.original_id"]
        result |= {"title": stored.fields.get("title", ""), "status": stored.fields.get("status")}
        after = under("copy" if on_copy else "live", stored.fields)
        if not on_copy:
            # A new parent, slug or date may have moved it.
            after["about.link"] = stored.item.get("link")
        return Performed(
            result={**result, **({} if on_copy else {"slug": stored.fields.get("slug")})},
            after={**after, **(under("wanted", wanted(asked)) if on_copy else {})},
            undo=changed(before["id"], sent, before, stored.fields, undated=saved.get("saved.undated", False)),
            differs=differing(sent, stored),
            why=why_differing(sent, stored),
            copy_id=before["id"] if on_copy else None,
            unchecked=stored.unchecked,
        )

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look for the copy by its slug, or for the asked values in the item."""
        noun, asked = self.source.asked(site, arguments), _asked(arguments, state, saved)
        if saved["saved.way"] in _MAKING:
            return settle_copy(site, noun, saved, asked, scene.mark)
        before = within("original", saved)
        item = find(site, noun, before["id"])
        stored = Stored(item, fields_of(noun, item))
        landed = landed_partly(asked if saved["saved.way"] == "live" else at_once(asked), before, stored.fields)
        if landed == "yes":
            return Settled("yes", self._changed(saved, asked, stored))
        return Settled("no" if landed == "no" else "unknown")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would overwrite."""
        noun = self.source.of(site, snapshot.target.kind)
        return state_for_people(site, noun, look(site, noun, snapshot))

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bin the copy that the update made, or put the former values back."""
        return put_back(site, self.source.of(site, snapshot.target.kind), snapshot, state)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would overwrite."""
        noun = self.source.of(site, snapshot.target.kind)
        return state_for_people(site, noun, look_again(site, noun, snapshot))

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bring the copy back from the trash, or put the later values back."""
        return put_forward(site, self.source.of(site, snapshot.target.kind), snapshot, state)


def _fields_read(noun: Noun, item: dict[str, Any], draft: dict[str, Any] | None, asked: State) -> State:
    state = under("live", only(dict.fromkeys((*SEEN, *asked)), fields_of(noun, item)))
    if draft is None:
        return state
    names = [name for name in dict.fromkeys((*SEEN, *asked)) if name not in WAITING]
    return state | under("copy", only(names, fields_of(noun, draft)))


def _about(item: dict[str, Any]) -> State:
    builder = builder_of(item)
    return {
        "about.link": item.get("link"),
        "about.password": bool(item.get("password")),
        "about.builder": builder,
        "about.builder_carried": carries_data(item, builder),
        "about.open_fields": sorted(item.get("meta") or {}),
        "about.filtered": is_filtered(item),
    }


def _asked(arguments: Arguments, state: State, saved: State) -> State:
    return asked_of(arguments, state, within("original", saved))


def _standing(state: State, landing: Landing) -> State:
    """Return the terms that an item has where an update lands, before it."""
    return {field: _before(field, state, landing) for field in within(CHOSEN, state)}


def _change(field: str, state: State, landing: Landing, value: Any) -> Change:
    before = _before(field, state, landing)
    if f"{CHOSEN}.{field}" in state:
        return Change(field, label(field), by_name(state, field, before), by_name(state, field, value), "list")
    if field == "date":
        zone = state[ZONE]
        return Change(field, label(field), spoken(before, zone), spoken(value, zone), "value")
    return Change(field, label(field), before, value, shown(field))


def _removals(asked: State, state: State, landing: Landing) -> list[str]:
    return [
        sentence
        for field in within(CHOSEN, state)
        for sentence in would_go(state, field, _before(field, state, landing), asked.get(field))
    ]


def _scheduling(asked: State, state: State) -> list[str]:
    """Say so where WordPress makes a publish a thing of the future."""
    if state.get(AHEAD) and asked.get("status", state.get("live.status")) in ("publish", "future"):
        return [LATER]
    return []


def _before(field: str, state: State, landing: Landing) -> Any:
    places: tuple[str, ...] = ("live",) if landing.way in ("live", "undecided") else ("wanted", "copy", "live")
    if field in WAITING:
        # What a copy has of its own there is never what a person says yes to.
        places = tuple(place for place in places if place != "copy")
    found = [state[f"{place}.{field}"] for place in places if f"{place}.{field}" in state]
    return found[0] if found else None


def _after(asked: State, landing: Landing, *, replaces: bool) -> State:
    if landing.way in ("live", "undecided"):
        return under("live", asked)
    new = {"copy.status": "draft", NEW_COPY: True} if replaces else {}
    return {**new, **under("copy", at_once(asked)), **under("wanted", wanted(asked))}
