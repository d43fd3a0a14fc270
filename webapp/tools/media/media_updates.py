"""Changing the words of media: title, alternative text, caption, description. The file itself stays as it is."""

from __future__ import annotations

from dataclasses import dataclass

from webapp.diffs.fields import label, listed, ordered, shown
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
from webapp.tools.last_saves import saves_at
from webapp.tools.media.media import (
    ARGUMENTS,
    BACKSLASH,
    EDITS,
    GONE,
    MEDIUM,
    WORDS_SCHEMA,
    told,
    url_of,
    words_asked,
    words_of,
)
from webapp.tools.putting_back import changed, look, look_again, put_back, put_forward
from webapp.tools.standing_in import stands_in, words_for
from webapp.tools.tool import ManyTool, Part, Parts, Scene, WriteTool
from webapp.tools.values import find_in_use, same, under, within
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

_NOTE = "A media file has no draft copy: this changes the live site when the step runs."
_GOES_BEFORE = "Another step of the plan deletes it, and then this step can not run."
_MOST = 50


@dataclass(frozen=True)
class MediaUpdate:
    """The six answers of changing the words of a medium."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the words; of what an earlier step uploads there are none yet."""
        if not words_asked(arguments):
            raise Refusal("respira_nothing_to_change", f"Nothing to change: send one of {', '.join(ARGUMENTS)}.")
        if stands_in(arguments["id"]):
            return {}
        item = find_in_use(site, MEDIUM, arguments["id"])
        return {**under("live", words_of(item)), "about.link": url_of(item)}

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell each text before and after."""
        asked, before = words_asked(arguments), within("live", state)
        name = str(before.get("title", ""))
        called = self._called(arguments["id"], name)
        changes = [
            Change(field, label(field), before.get(field), asked[field], shown(field)) for field in ordered(asked)
        ]
        return Proposal(
            effect=f"Change {called}: {listed([change.label.lower() for change in changes])}.",
            target=Target(MEDIUM.kind, str(arguments["id"]), name or called, state.get("about.link")),
            lands_on=LandsOn("live", _NOTE),
            changes=changes,
            after=under("live", asked),
            undo=_undo(asked, before),
            warnings=_warnings(asked, before, gone=bool(state.get(GONE))),
        )

    def _called(self, medium_id: int, name: str) -> str:
        return words_for(medium_id) if stands_in(medium_id) else MEDIUM.called(medium_id, name)

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep nothing more: `state` holds all words."""
        return {}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Write the asked words and read them back."""
        asked, before = words_asked(arguments), within("live", state)

        def write() -> Performed:
            stored = send(site, MEDIUM, arguments["id"], asked)
            demand_something_stored(asked, before, stored)
            return self._performed(arguments["id"], asked, before, stored)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def _performed(self, medium_id: int, asked: State, before: State, stored: Stored) -> Performed:
        now = words_of(stored.item)
        return Performed(
            result={"success": True, "updated": True, **told(stored.item), "caption": now["caption"]},
            after=under("live", now),
            undo=changed(medium_id, list(asked), before, now),
            differs=differing(asked, stored),
            why=why_differing(asked, stored),
            unchecked=stored.unchecked,
        )

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Read the words again and compare."""
        asked, before = words_asked(arguments), within("live", state)
        item = find_in_use(site, MEDIUM, arguments["id"])
        landed = landed_partly(asked, before, words_of(item))
        if landed != "yes":
            return Settled(landed)
        return Settled("yes", self._performed(arguments["id"], asked, before, Stored(item, words_of(item))))

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would overwrite; nobody must have changed it since."""
        return look(site, MEDIUM, snapshot)

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Put the former words back."""
        return put_back(site, MEDIUM, snapshot, state)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing the restore would overwrite."""
        return look_again(site, MEDIUM, snapshot)

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Put the later words back."""
        return put_forward(site, MEDIUM, snapshot, state)


def _undo(asked: State, before: State) -> str:
    words = "Undo puts the former words back."
    lost = "alt_text" in asked and "\\" in str(before.get("alt_text") or "")
    return (
        f"{words} The alternative text comes back without its backslashes: WordPress drops them." if lost else words
    )


def _warnings(asked: State, before: State, *, gone: bool) -> list[str]:
    warnings = [_GOES_BEFORE] if gone else []
    warnings += [
        f"{label(field)}: it is so already."
        for field, value in asked.items()
        if field in before and same(field, before[field], value)
    ]
    return [*warnings, BACKSLASH] if "\\" in asked.get("alt_text", "") else warnings


def _parts(site: WordPress, arguments: Arguments, scene: Scene) -> Parts:
    ids = [item["id"] for item in arguments["items"]]
    twice = sorted({medium_id for medium_id in ids if ids.count(medium_id) > 1})
    if twice:
        words = f"Named more than once: {listed([str(medium_id) for medium_id in twice])}."
        raise Refusal("respira_invalid_arguments", words)
    return Parts([Part("update_media", dict(item)) for item in arguments["items"]])


_ITEM = {"id": {"type": "integer", "minimum": 1, "description": "The media file's id."}, **WORDS_SCHEMA}

TOOLS = (
    WriteTool(
        name="update_media",
        title="Change the words of a media file",
        description=(
            "Changes title, alternative text, caption or description of a media file. Send only what changes. The "
            "file itself can not be replaced."
        ),
        schema={"type": "object", "properties": _ITEM, "required": ["id"], "additionalProperties": False},
        needs=(MEDIUM.edit_right,),
        content=True,
        idempotent=True,
        takes={"id": (MEDIUM.kind,)},
        lands="On the live media library.",
        undone="The former words are put back; an alternative text comes back without backslashes.",
        write=MediaUpdate(),
        last_change=saves_at(MEDIUM.rest),
        edits=EDITS,
    ),
    ManyTool(
        name="update_media_batch",
        title="Change the words of many media files",
        description="Does the work of update_media for up to 50 media files; each is a step of its own.",
        schema={
            "type": "object",
            "properties": {
                "items": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": _MOST,
                    "description": "Each with its id and the words that change.",
                    "items": {
                        "type": "object",
                        "properties": _ITEM,
                        "required": ["id"],
                        "additionalProperties": False,
                    },
                }
            },
            "required": ["items"],
            "additionalProperties": False,
        },
        needs=(MEDIUM.edit_right,),
        content=True,
        idempotent=True,
        parts=_parts,
    ),
)
