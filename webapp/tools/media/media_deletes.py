"""Deleting media. They have no trash, so the bytes of the file are kept before it goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal, SiteTrouble
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
from webapp.tools.brought_back import (
    FINAL,
    SHOWN,
    cannot,
    deletes,
    edited_since,
    fields_edited,
    is_of_a_restore,
    makes_again,
    shown_gone,
)
from webapp.tools.last_saves import saves_at
from webapp.tools.media.media import GONE, MEDIUM, WORDS, file_name, url_of, words_of
from webapp.tools.media.media_files import bring_back, keepsake, why_not_kept
from webapp.tools.media.media_places import called, nouns_with_images, places_of
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import fields_of, find, is_there, item_of, only, same, under, within
from webapp.tools.writing import demand_gone, or_settle, seen_gone
from webapp.wordpress.client import WordPress

_NOTE = "A media file has no trash: this deletes it for good when the step runs."
_UNDO = "Undo uploads the same file again, with a new id, and its former address where that is still free."
_KEPT = (*WORDS, "slug", "author", "post", "date")


@dataclass(frozen=True)
class MediaDelete:
    """The six answers of deleting a medium."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the medium, where the site shows it, and whether its bytes can be kept."""
        item = find(site, MEDIUM, arguments["id"])
        places, why = places_of(site, item), why_not_kept(site, item)
        return {
            **under("live", words_of(item)),
            "live.url": url_of(item),
            "file.kept": not why,
            "about.why_not_kept": why,
            "about.name": file_name(item),
            "about.places": places.sentences(),
            "about.featured": places.featured,
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what goes, where it is missing then, and whether it can come back."""
        title, name = str(state.get("live.title", "")), state["about.name"]
        why = state["about.why_not_kept"]
        undo = f"This can not be undone: {why}." if why else _UNDO
        return Proposal(
            effect=f"Delete {MEDIUM.called(arguments['id'], title)} for good.",
            target=Target(MEDIUM.kind, str(arguments["id"]), title or name, state.get("live.url")),
            lands_on=LandsOn("live", _NOTE),
            changes=[Change("file", "File", name, None, "value")],
            after={GONE: True},
            undo=undo,
            warnings=[*([undo] if why else []), *state.get("about.places", [])],
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep all fields and the bytes of the file."""
        item = find(site, MEDIUM, arguments["id"])
        fields = only(_KEPT, fields_of(MEDIUM, item))
        kept = keepsake(site, item, fields) if state["file.kept"] else None
        return {"saved.id": item["id"], "saved.name": file_name(item), "saved.kept": kept}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Delete the medium and look that it is gone."""

        def write() -> Performed:
            site.delete(MEDIUM.path(arguments["id"]), force=True)
            seen = seen_gone(lambda: _is_there(site, arguments["id"]))
            return _performed(arguments, state, saved, unchecked=not seen)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look whether the medium is gone."""
        if _is_there(site, arguments["id"]):
            return Settled("no")
        return Settled("yes", _performed(arguments, state, saved))

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Demand that the file was kept."""
        kept = snapshot.before.get("saved.kept")
        if kept is None:
            raise cannot(f"The file was not kept: {snapshot.before.get('about.why_not_kept')}.")
        again = makes_again(f"the file {kept['name']}")
        return {"undone.id": snapshot.before["saved.id"], SHOWN: [_shown(None, kept["name"])], **again}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Upload the file again with its words, and make it the featured image again where it was that."""
        kept = snapshot.before["saved.kept"]
        item, _unchecked = bring_back(site, kept, f"back-{snapshot.uuid[:8]}")
        now = fields_of(MEDIUM, item)
        differs = [name for name in _KEPT if not same(name, kept["fields"].get(name), now.get(name))]
        missed = _featured_again(site, snapshot.before.get("about.featured") or [], item["id"])
        if url_of(item) != snapshot.before["live.url"]:
            differs.append("url")
        differs += ["featured_media"] if missed else []
        message = f"{file_name(item)} is in the media library again, with the new id {item['id']}."
        if missed:
            message += f" It could not be made the featured image again of: {', '.join(missed)}."
        if "url" in differs:
            message += f" Its address is another one: {url_of(item)}"
        new_ids = [(MEDIUM.rest, snapshot.before["saved.id"], item["id"])]
        return Restored(message, differs, left={"id": item["id"], **words_of(item)}, new_ids=new_ids)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the medium that goes again, and what somebody changed of it since."""
        left = within("left", snapshot.after)
        try:
            item = find(site, MEDIUM, left["id"])
        except Refusal as refusal:
            raise cannot(refusal.message) from refusal
        name, now = file_name(item), words_of(item)
        since = edited_since(snapshot, fields_edited(only(WORDS, left), now), undo=_UNDO)
        shown = [_shown(name, None), *shown_gone(now, (word for word in WORDS if now[word]))]
        says = deletes(f"the file {name}", _UNDO)
        return {"again.id": item["id"], "again.name": name, SHOWN: shown, **says, **since}

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Delete the medium again."""
        site.delete(MEDIUM.path(state["again.id"]), force=True)
        demand_gone(lambda: _is_there(site, state["again.id"]))
        return Restored(f"{state['again.name']} is deleted again.")


def _shown(now: str | None, later: str | None) -> dict[str, Any]:
    return Change("file", "File", now, later, "value").as_json()


def _is_there(site: WordPress, medium_id: int) -> bool:
    return is_there(lambda: find(site, MEDIUM, medium_id))


def _performed(arguments: Arguments, state: State, saved: State, *, unchecked: bool = False) -> Performed:
    result = {
        "success": True,
        "deleted": True,
        "id": arguments["id"],
        "title": state.get("live.title", ""),
        "url": state.get("live.url"),
    }
    kept = saved.get("saved.kept") is not None
    return Performed(result, after={}, undo={"undo.way": "deleted"} if kept else FINAL, unchecked=unchecked)


def _featured_again(site: WordPress, featured: list[list[Any]], medium_id: int) -> list[str]:
    """Make a medium the featured image of the items that lost it, and return those where that failed."""
    missed = []
    nouns = {noun.kind: noun for noun in nouns_with_images(site)} if featured else {}
    for kind, item_id, title in featured:
        noun = nouns.get(kind)
        try:
            if noun is None:
                missed.append(called(kind, item_id, title))
                continue
            if find(site, noun, item_id).get("featured_media"):
                # Somebody gave it another one since.
                continue
            made = item_of(site.post(noun.path(item_id), {"featured_media": medium_id}))
            missed += [] if made.get("featured_media") == medium_id else [called(kind, item_id, title)]
        except (SiteTrouble, Refusal):
            missed.append(called(kind, item_id, title))
    return missed


TOOLS = (
    WriteTool(
        name="delete_media",
        title="Delete a media file",
        description=(
            "Deletes a media file for good, because WordPress has no trash for them. A person approves it. Its bytes "
            "are kept first, so that it can come back with a new id."
        ),
        schema={
            "type": "object",
            "properties": {
                "id": {"type": "integer", "minimum": 1, "description": "The media file's id."},
                "force": {"type": "boolean", "description": "Not needed: media are always deleted for good."},
            },
            "required": ["id"],
            "additionalProperties": False,
        },
        approval_required=True,
        needs=(MEDIUM.delete_right,),
        content=True,
        destructive=True,
        lands="In the live media library.",
        undone=(
            "The file is uploaded again, with a new id, and is the featured image again where it was; texts keep the "
            "former address. A file of more than 10 MB, or on another host, can not come back; the step says so."
        ),
        write=MediaDelete(),
        last_change=saves_at(MEDIUM.rest),
        undo_asks=is_of_a_restore,
        meaning=lambda arguments: {"id": arguments["id"]},
    ),
)
