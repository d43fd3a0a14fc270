"""Changing a page: onto a draft copy first, or onto the live page where its owner allows that.

It decides nothing about plans and approvals; where a change lands is said in landing.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.diffs.fields import label, listed, shown
from webapp.errors import Refusal
from webapp.wordpress.client import WordPress

from .answers import Arguments, Change, Performed, Proposal, Restored, SavedSnapshot, Settled, State, Target
from .builders import builder_of, carries_data
from .cautions import GOES_BEFORE, cautions
from .copying import WAITING, at_once, make_copy, no_such_copy, original, settle_copy, wanted
from .landing import NEW_COPY, Landing, is_copy_gone, landing_of, place_of
from .nouns import PAGE, Noun
from .putting_back import changed, look, look_again, put_back, put_forward
from .references import demand_references, holder_of
from .tool import Scene, WriteTool
from .values import (
    META,
    fields_of,
    find,
    find_in_use,
    find_open_draft,
    only,
    same,
    under,
    within,
)
from .writing import Stored, demand_something_stored, differing, landed_partly, or_settle, send

# What a person saw of the item when the step was planned: a change in it is a reason to look again.
SEEN = ("title", "content", "excerpt", "status")
_SPOKEN = {"post_parent": "parent"}
# The ways that make a draft copy.
_MAKING = ("new", "earlier")
_NO_FIELDS = ("id", "edit_target")
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


def asked_of(arguments: Arguments) -> State:
    """Return the fields an update asks for, in the order of the tool's schema."""
    asked: State = {}
    for name in _SCHEMA["properties"]:
        value = None if name in _NO_FIELDS else arguments.get(name)
        if name == "meta" and isinstance(value, dict):
            asked |= {META + str(key): one for key, one in value.items()}
        elif value is not None:
            asked[_SPOKEN.get(name, name)] = value
    return asked


@dataclass(frozen=True)
class Update:
    """The six answers of an update of one kind of item."""

    noun: Noun

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read what a person saw and what is asked for, of the live item and of its open copy."""
        asked = asked_of(arguments)
        if not asked:
            raise Refusal("respira_nothing_to_change")
        place = place_of(self.noun, arguments["id"], scene)
        item = find_in_use(site, self.noun, place.original_id)
        draft = find_open_draft(site, self.noun, place.copy.copy_id) if place.copy else None
        if place.named_copy and draft is None:
            raise no_such_copy(self.noun.word, arguments["id"])
        own = (place.original_id, arguments["id"])
        demand_references(site, self.noun, asked, own)
        state = under("live", only(dict.fromkeys((*SEEN, *asked)), fields_of(self.noun, item)))
        if draft is not None:
            names = [name for name in dict.fromkeys((*SEEN, *asked)) if name not in WAITING]
            state |= under("copy", only(names, fields_of(self.noun, draft)))
        builder = builder_of(item)
        return {
            **state,
            "about.link": item.get("link"),
            "about.builder": builder,
            "about.builder_carried": carries_data(item, builder),
            "about.slug_holder": holder_of(site, self.noun, asked.get("slug"), own),
            "about.open_fields": sorted(item.get("meta") or {}),
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell where the update lands and what it changes there."""
        landing = landing_of(self.noun, arguments, state, scene)
        gone = is_copy_gone(state)
        if gone:
            state = {name: value for name, value in state.items() if not name.startswith(("copy.", "wanted."))}
        asked = asked_of(arguments)
        name = str(state.get("live.title", ""))
        changes = [
            Change(field, label(field), _before(field, state, landing), value, shown(field))
            for field, value in asked.items()
        ]
        return Proposal(
            effect=f"Update {self.noun.called(arguments['id'], name)}: {listed(list(asked))}.",
            target=Target(self.noun.kind, str(landing.original_id), name, state.get("about.link")),
            lands_on=landing.lands_on,
            changes=[change for change in changes if not same(change.field, change.before, change.after)],
            after=_after(asked, landing, replaces=gone and landing.way == "new"),
            undo=_UNDO[landing.way],
            warnings=[
                *([GOES_BEFORE] if gone and arguments["id"] != landing.original_id else []),
                *cautions(changes, state, landing),
            ],
            undecided=landing.way == "undecided",
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Read every field of the item that is copied or changed, and keep where the update lands: that stands, also
        when the site's settings change before it is settled."""
        landing = landing_of(self.noun, arguments, state, scene)
        item_id = landing.copy_id if landing.copy_id is not None else landing.original_id
        item = find_in_use(site, self.noun, item_id)
        builder = builder_of(item)
        return {
            **original(self.noun, item, "" if carries_data(item, builder) else builder),
            "saved.way": landing.way,
            "saved.original_id": landing.original_id,
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Make the copy with its changes, or change the copy or the live item."""
        if saved["saved.way"] == "undecided":
            raise Refusal("respira_confirmation_required")
        asked = asked_of(arguments)

        def write() -> Performed:
            if saved["saved.way"] in _MAKING:
                return make_copy(site, self.noun, saved, asked, scene.mark)
            return self._change(site, saved, asked)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def _change(self, site: WordPress, saved: State, asked: State) -> Performed:
        before = within("original", saved)
        sending = asked if saved["saved.way"] == "live" else at_once(asked)
        if sending:
            stored = send(site, self.noun, before["id"], sending)
        else:
            item = find(site, self.noun, before["id"])
            stored = Stored(item, fields_of(self.noun, item))
        if sending == asked:
            demand_something_stored(asked, before, stored)
        return self._changed(saved, asked, stored)

    def _changed(self, saved: State, asked: State, stored: Stored) -> Performed:
        before = within("original", saved)
        on_copy = saved["saved.way"] != "live"
        sent = at_once(asked) if on_copy else asked
        result: dict[str, Any] = {"success": True, "id": before["id"], "is_duplicate": on_copy}
        if on_copy:
            result["original_id"] = saved["saved.original_id"]
        result |= {"title": stored.fields.get("title", ""), "status": stored.fields.get("status")}
        after = under("copy" if on_copy else "live", stored.fields)
        return Performed(
            result={**result, **({} if on_copy else {"slug": stored.fields.get("slug")})},
            after={**after, **(under("wanted", wanted(asked)) if on_copy else {})},
            undo=changed(before["id"], sent, before, stored.fields, undated=saved.get("saved.undated", False)),
            differs=differing(sent, stored),
            copy_id=before["id"] if on_copy else None,
            unchecked=stored.unchecked,
        )

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look for the copy by its slug, or for the asked values in the item."""
        asked = asked_of(arguments)
        if saved["saved.way"] in _MAKING:
            return settle_copy(site, self.noun, saved, asked, scene.mark)
        before = within("original", saved)
        item = find(site, self.noun, before["id"])
        stored = Stored(item, fields_of(self.noun, item))
        landed = landed_partly(asked if saved["saved.way"] == "live" else at_once(asked), before, stored.fields)
        if landed == "yes":
            return Settled("yes", self._changed(saved, asked, stored))
        return Settled("no" if landed == "no" else "unknown")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would overwrite."""
        return look(site, self.noun, snapshot)

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bin the copy that the update made, or put the former values back."""
        return put_back(site, self.noun, snapshot, state)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would overwrite."""
        return look_again(site, self.noun, snapshot)

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bring the copy back from the trash, or put the later values back."""
        return put_forward(site, self.noun, snapshot, state)


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


_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "minimum": 1, "description": "The page's id, or the id of a draft copy of it."},
        "title": {"type": "string", "description": "The title as plain text, without HTML entities."},
        "content": {
            "type": "string",
            "description": "The whole text, with its block markers and shortcodes, as read_page shows it.",
        },
        "status": {"type": "string", "enum": ["publish", "draft", "pending", "private"]},
        "slug": {"type": "string", "description": "The last part of the page's address."},
        "excerpt": {"type": "string"},
        "meta": {
            "type": "object",
            "description": "Custom fields by name, if they are open to the REST interface; null clears one.",
        },
        "post_parent": {"type": "integer", "minimum": 0, "description": "The parent page's id; 0 for none."},
        "template": {"type": "string", "description": "The template's file name; empty for the default."},
        "featured_media": {"type": "integer", "minimum": 0, "description": "The image's id; 0 for none."},
        "menu_order": {"type": "integer"},
        "edit_target": {
            "type": "string",
            "enum": ["ask", "live", "duplicate"],
            "description": "Where to write, on a site that allows direct editing: a draft copy, or the live page.",
        },
    },
    "required": ["id"],
    "additionalProperties": False,
}

TOOLS = (
    WriteTool(
        name="update_page",
        title="Change a page",
        description=(
            "Changes fields of a page; fields left out stay as they are. Lands on a draft copy that a person "
            "approves, unless the site's owner allows direct editing."
        ),
        schema=_SCHEMA,
        needs=(PAGE.edit_right,),
        content=True,
        idempotent=True,
        lands=LANDS,
        undone=UNDONE,
        write=Update(PAGE),
    ),
)
