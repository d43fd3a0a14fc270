"""Making an open copy of a page, a post or an item of another type, without changing anything yet.

It is the same faithful draft copy that an update makes, and waits for a person in the same way. An item has one open
copy of a key: where one waits already, a second is refused, because updates could not tell which of them is meant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from webapp.errors import Refusal
from webapp.tools.answers import (
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
from webapp.tools.builders import builder_of, carries_data
from webapp.tools.items.copying import make_copy, original, settle_copy
from webapp.tools.items.landing import NEW_COPY, STAYS, is_copy_gone
from webapp.tools.items.last_changes import last_change
from webapp.tools.items.post_types import OfPosts, OfType
from webapp.tools.items.shown_values import state_for_people
from webapp.tools.nouns import PAGE, POST, Always, Noun, NounSource
from webapp.tools.putting_back import look, look_again, put_back, put_forward
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import fields_of, find_in_use, only, under, within
from webapp.tools.writing import or_settle
from webapp.wordpress.client import WordPress

# What a person saw of the item when the step was planned: a change in it is a reason to look again.
_SEEN = ("title", "content", "excerpt", "status")
_UNDO = "Undo moves the draft copy to the trash."


@dataclass(frozen=True)
class Duplicate:
    """The six answers of making an open copy."""

    nouns: NounSource

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the item; refuse what is a draft of ours already, or has one that waits."""
        noun, item_id = self.nouns.asked(site, arguments), arguments["original_id"]
        being, waiting = scene.copy_being(noun.kind, item_id), scene.copy_of(noun.kind, item_id)
        if being is not None:
            what = "a new draft" if being.original_id == item_id else f"a draft copy of item {being.original_id}"
            raise _waits(f"{noun.title} {item_id} is {what} itself, and waits for a person.", item_id)
        if waiting is not None:
            words = f"{noun.title} {item_id} has a draft copy that waits for a person: {waiting.copy_id}."
            raise _waits(words, waiting.copy_id)
        item = find_in_use(site, noun, item_id)
        builder = builder_of(item)
        return {
            **under("live", only(_SEEN, fields_of(noun, item))),
            "about.link": item.get("link"),
            "about.builder": builder,
            "about.builder_carried": carries_data(item, builder),
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell which copy would be made; refuse where an earlier step of the plan makes one."""
        noun, item_id = self.nouns.spoken(arguments), arguments["original_id"]
        if within("copy", state) and not is_copy_gone(state):
            raise Refusal("respira_copy_waits", _earlier(noun, item_id, scene), hint="Change that copy instead.")
        name = str(state.get("live.title", ""))
        later = _suffixed(name, arguments)
        builder = state.get("about.builder")
        lost = builder and not state.get("about.builder_carried", True)
        return Proposal(
            effect=f"Make a draft copy of {noun.called(item_id, name)}, unchanged.",
            target=Target(noun.kind, str(item_id), name, state.get("about.link")),
            lands_on=LandsOn("copy", f"This makes a draft copy of item {item_id}. {STAYS}", item_id),
            changes=[] if later == name else [Change("title", "Title of the copy", name, later, "text")],
            after={**under("copy", {**within("live", state), "title": later, "status": "draft"}), NEW_COPY: True},
            undo=_UNDO,
            warnings=[f"A copy can not take over the layout made with {builder}, so it will look different."]
            if lost
            else [],
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Read every field that is copied."""
        item = find_in_use(site, self.nouns.asked(site, arguments), arguments["original_id"])
        builder = builder_of(item)
        return original(
            self.nouns.asked(site, arguments), item, "" if carries_data(item, builder) else str(builder or "")
        )

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Make the copy, in one request that is never sent again."""
        noun = self.nouns.asked(site, arguments)
        asked = _asked(arguments, saved)

        def write() -> Performed:
            return _as_it_is(make_copy(site, noun, saved, asked, scene.mark))

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look for the copy by its slug."""
        noun, asked = self.nouns.asked(site, arguments), _asked(arguments, saved)
        settled = settle_copy(site, noun, saved, asked, scene.mark)
        return settled if settled.performed is None else replace(settled, performed=_as_it_is(settled.performed))

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would move to the trash."""
        noun = self.nouns.of(site, snapshot.target.kind)
        return state_for_people(site, noun, look(site, noun, snapshot))

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Move the copy to the trash."""
        return put_back(site, self.nouns.of(site, snapshot.target.kind), snapshot, state)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would bring back."""
        noun = self.nouns.of(site, snapshot.target.kind)
        return state_for_people(site, noun, look_again(site, noun, snapshot))

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bring the copy back from the trash."""
        return put_forward(site, self.nouns.of(site, snapshot.target.kind), snapshot, state)


def _waits(words: str, copy_id: int) -> Refusal:
    return Refusal("respira_copy_waits", words, copy_id=copy_id)


def _earlier(noun: Noun, item_id: int, scene: Scene) -> str:
    step = "Another step" if scene.earlier_position is None else f"Step {scene.earlier_position}"
    return f"{step} of this plan lands on a draft copy of {noun.word} {item_id} already."


def _suffixed(name: str, arguments: Arguments) -> str:
    suffix = str(arguments.get("suffix") or "").strip()
    return f"{name.strip()} {suffix}" if suffix else name


def _asked(arguments: Arguments, saved: State) -> State:
    name = str(saved.get("original.title", ""))
    later = _suffixed(name, arguments)
    return {} if later == name else {"title": later}


def _as_it_is(performed: Performed) -> Performed:
    """Keep the copy's title as what it was made with: a suffix tells it apart, and is not meant for the live item."""
    made = performed.made_copy
    title = performed.after.get("copy.title")
    if made is None or made.fields.get("title") == title:
        return performed
    fields = {**made.fields, "original.title": made.fields.get("title"), "title": title}
    return replace(performed, made_copy=replace(made, fields=fields))


_LANDS = "On a draft copy, which a person approves onto the live item or rejects."
_UNDONE = "The draft copy goes to the trash, unless somebody worked on it since."


def _tool(name: str, title: str, source: NounSource, noun: Noun | None, words: str) -> WriteTool:
    ids: dict[str, Any] = {"type": {"type": "string", "description": "The post type, from list_post_types."}}
    properties = {
        **(ids if noun is None else {}),
        "original_id": {"type": "integer", "minimum": 1, "description": f"Its id: that of {words} to copy."},
        "suffix": {
            "type": "string",
            "maxLength": 100,
            "description": "Put after the copy's title, to tell it apart; it does not go live.",
        },
    }
    return WriteTool(
        name=name,
        title=title,
        description=(
            f"Makes a draft copy of {words} without changing anything, to be changed by its own id. Approving it "
            "changes the original. To make a new item with the same text, read it and create one."
        ),
        schema={
            "type": "object",
            "properties": properties,
            "required": ["original_id"] if noun else ["type", "original_id"],
            "additionalProperties": False,
        },
        needs=(noun.edit_right,) if noun else (POST.edit_right, PAGE.edit_right),
        content=True,
        lands=_LANDS,
        undone=_UNDONE,
        makes=noun.kind if noun else "type:*",
        write=Duplicate(source),
        last_change=last_change,
    )


TOOLS = (
    _tool("create_page_duplicate", "Copy a page", Always(PAGE), PAGE, "the page"),
    _tool("create_post_duplicate", "Copy a post", OfPosts(), POST, "the post"),
    _tool("duplicate_custom_post", "Copy an item of another type", OfType(), None, "the item"),
)
