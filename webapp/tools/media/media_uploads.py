"""Uploading a file to the media library.

What was reviewed is what is uploaded: the hash of the bytes is read when the write is planned, and a file at an
address that gives others afterwards is not sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.diffs.fields import label
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
from webapp.tools.brought_back import (
    ALREADY,
    AS_WANTED,
    SHOWN,
    cannot,
    deletes,
    edited_since,
    fields_edited,
    is_of_the_write,
    makes_again,
    shown_gone,
)
from webapp.tools.lists import items_in
from webapp.tools.media.file_kinds import look_at
from webapp.tools.media.file_names import ending_of
from webapp.tools.media.files import (
    File,
    address_of,
    begins_as_picture,
    bytes_in,
    file_of,
    outline,
    picture_in,
    title_of,
)
from webapp.tools.media.files import told as told_of_file
from webapp.tools.media.media import (
    BACKSLASH,
    EDITS,
    MEDIUM,
    WORDS,
    WORDS_SCHEMA,
    file_name,
    original_name,
    size_of,
    told,
    words_asked,
    words_of,
)
from webapp.tools.media.media_files import bring_back, finish, keepsake, marked, send_file, slug_for, uploaded_name
from webapp.tools.media.media_places import places_of
from webapp.tools.nouns import PAGE, POST
from webapp.tools.spoken import plain
from webapp.tools.standing_in import stands_in, words_for
from webapp.tools.tool import Pictures, Scene, WriteTool
from webapp.tools.values import fields_of, find, is_there, only, same, under, within
from webapp.tools.writing import demand_gone
from webapp.wordpress.client import WordPress

_NOTE = (
    "A media file has no draft copy: it has an address at once when the step runs. Visitors see it only where a page "
    "shows it."
)
_OTHER_FILE = "The address gives another file now than the one that was planned, so nothing was sent."
# Core shows no picture with more pixels to a side, unless it is a PNG or the site was told otherwise.
_WIDEST, _MADE_SMALLER = 2560, ("image/jpeg", "image/webp", "image/avif")
# What is kept of a medium that an undo deletes, so that the undo can be taken back.
_KEPT = (*WORDS, "slug", "author", "post", "date")


@dataclass(frozen=True)
class Upload:
    """The six answers of uploading a file."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Look at the file, fetching it where an address is named; its bytes are not kept."""
        file = file_of(site, arguments)
        _demand_post(site, arguments.get("post_id"))
        return under("file", told_of_file(file))

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what would be uploaded, and under which words."""
        file = within("file", state)
        words = _words(arguments, file["name"])
        changes = [Change(name, label(name), None, value) for name, value in words.items()]
        if arguments.get("post_id"):
            post = arguments["post_id"]
            changes.append(Change("post", "Belongs to", None, words_for(post) if stands_in(post) else post, "value"))
        if address_of(arguments):
            changes.append(Change("address", "Fetched from", None, address_of(arguments), "value"))
        return Proposal(
            effect=f"Upload {outline(file)}.",
            target=Target(MEDIUM.kind, f"{NEW}{scene.mark}", file["name"]),
            lands_on=LandsOn("live", _NOTE),
            changes=changes,
            after={},
            undo="Undo deletes the file for good. Its id is not used again.",
            warnings=_warnings(arguments, file),
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep which medium is the newest: what is made has a higher id."""
        newest = _newest(site, 1)
        return {"saved.newest": newest[0]["id"] if newest else 0}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Send the file with a mark by which it is found again, then its words in place of the mark."""
        file = file_of(site, arguments)
        if file.sha256 != state["file.sha256"]:
            raise Refusal("respira_step_stale", _OTHER_FILE)
        made = self._sent(site, arguments, file, scene)
        words = _words(arguments, file.name)
        item, unchecked = finish(site, made, {**words, "slug": ""})
        return _performed(item, words, scene.mark, unchecked=unchecked)

    def _sent(self, site: WordPress, arguments: Arguments, file: File, scene: Scene) -> dict[str, Any]:
        # Only what is plain text goes into the address; the rest follows in a body.
        words = only(("title", "alt_text"), _words(arguments, file.name))
        words["post"] = arguments.get("post_id")
        return send_file(site, file.content, name=file.name, mime=file.seen.kind.mime, mark=scene.mark, **words)

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look for the mark; where that was taken off already, for the one new medium of this name and length."""
        words = _words(arguments, state["file.name"])
        made = marked(site, scene.mark)
        if made is not None:
            return Settled("yes", _performed(made, words, scene.mark))
        stem = state["file.name"].rpartition(".")[0]
        above = [item for item in _newest(site, 100) if item["id"] > saved["saved.newest"]]
        news = [item for item in above if uploaded_name(item).startswith(stem)]
        # The title of somebody who may not write HTML is kept escaped.
        alike = [item for item in news if same("title", words["title"], plain(item.get("title")))]
        # Of a picture that was made smaller only the smaller one's length is told.
        if len(alike) == 1 and (original_name(alike[0]) or size_of(alike[0]) in (state["file.size"], None)):
            return Settled("yes", _performed(alike[0], words, scene.mark))
        return Settled("unknown" if news else "no")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would delete, and what somebody changed of it: nothing must show it."""
        medium_id, left = snapshot.undo["undo.id"], snapshot.undo["undo.left"]
        try:
            item = find(site, MEDIUM, medium_id)
        except Refusal as refusal:
            if refusal.code != "respira_not_found":
                raise
            return {"undone.id": medium_id, **AS_WANTED}
        places = places_of(site, item)
        if places.featured or places.texts:
            raise cannot(" ".join(places.sentences()), hint="Take it out there first.")
        now = words_of(item)
        since = edited_since(snapshot, fields_edited(left, now))
        name = file_name(item)
        gone = Change("file", "File", name, None, "value")
        says = deletes(f"the file {name}", "Undo uploads it again, with a new id, where its bytes could be kept.")
        shown = [gone.as_json(), *shown_gone(now, (word for word in WORDS if now[word]))]
        return {"undone.id": medium_id, "now.name": name, SHOWN: shown, **says, **since}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Delete the file for good, and keep its bytes so that this can be taken back."""
        if state.get(ALREADY):
            return Restored("The file was deleted already.")
        item = find(site, MEDIUM, state["undone.id"])
        try:
            kept = keepsake(site, item, only(_KEPT, fields_of(MEDIUM, item)))
        except Refusal:
            # What was asked for is that the file goes.
            kept = {}
        site.delete(MEDIUM.path(item["id"]), force=True)
        demand_gone(lambda: is_there(lambda: find(site, MEDIUM, item["id"])))
        return Restored(f"{state['now.name']} is deleted for good.", left={"kept": kept})

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Demand that the bytes were kept."""
        kept = snapshot.after.get("left.kept")
        if not kept:
            raise cannot("The bytes of the file were not kept.", hint="Upload it again.")
        new = Change("file", "File", None, kept["name"], "value")
        return {SHOWN: [new.as_json()], **makes_again(f"the file {kept['name']}")}

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Upload the file again; it gets a new id."""
        kept = snapshot.after["left.kept"]
        item, _unchecked = bring_back(site, kept, f"back-{snapshot.uuid[:8]}")
        message = f"{file_name(item)} is in the media library again, with the new id {item['id']}."
        return Restored(message, anew=_left(item), new_ids=[(MEDIUM.rest, snapshot.undo["undo.id"], item["id"])])


def _words(arguments: Arguments, name: str) -> State:
    others = {field: value for field, value in words_asked(arguments).items() if field != "title"}
    return {"title": title_of(arguments, name), **others}


def _demand_post(site: WordPress, post_id: int | None) -> None:
    if not post_id or stands_in(post_id):
        return
    for noun in (POST, PAGE):
        try:
            find(site, noun, post_id)
            return
        except Refusal as refusal:
            if refusal.code != "respira_not_found":
                raise
    raise Refusal("respira_not_found", f"There is no page or post {post_id} on the site.")


def _warnings(arguments: Arguments, file: State) -> list[str]:
    asked = str(arguments.get("filename", "")).strip()
    ending, kept = ending_of(asked), file["name"].rpartition(".")[2]
    warnings = []
    if ending and ending != kept:
        warnings.append(f"Its name ends in .{ending}, but it is a {file['word']}, so it is called {file['name']}.")
    if file["mime"] in _MADE_SMALLER and max(file["width"] or 0, file["height"] or 0) > _WIDEST:
        warnings.append(f"WordPress makes a smaller picture of it, {_WIDEST} pixels wide or high, and shows that.")
    if "\\" in arguments.get("alt", ""):
        warnings.append(BACKSLASH)
    return warnings


def _newest(site: WordPress, most: int) -> list[dict[str, Any]]:
    return items_in(site.get(MEDIUM.rest, context="edit", orderby="id", order="desc", per_page=most))


def _performed(item: dict[str, Any], words: State, mark: str, *, unchecked: bool = False) -> Performed:
    now = words_of(item)
    differs = [name for name, value in words.items() if not same(name, value, now[name])]
    if item.get("slug") == slug_for(mark):
        differs.append("slug")
    return Performed(
        result={
            "success": True,
            "uploaded": True,
            **told(item),
            "caption": now["caption"],
            "filename": file_name(item),
        },
        after={},
        undo={"undo.way": "uploaded", **_left(item)},
        differs=differs,
        unchecked=unchecked,
    )


def _left(item: dict[str, Any]) -> State:
    """Return what undoing needs to know of a medium that was made, also of one that was made again."""
    return {"undo.id": item["id"], "undo.left": words_of(item)}


def _meaning(arguments: Arguments) -> Arguments:
    """Return the arguments with the file told by its hash, however it was sent."""
    others = {name: value for name, value in arguments.items() if name not in ("size", "mime_type")}
    address = address_of(arguments)
    if address is not None:
        return {**others, "file": address}
    content = bytes_in(arguments)
    return {**others, "file": File(content, look_at(content), "").sha256}


TOOLS = (
    WriteTool(
        name="upload_media",
        title="Upload a file",
        description=(
            "Uploads a picture, PDF, MP4 or MP3 to the media library. Its result has id and url: as featured_media, "
            "or in a text, a later step of the same plan can use them."
        ),
        schema={
            "type": "object",
            "properties": {
                "file": {
                    "type": "string",
                    "minLength": 1,
                    "description": "Base64, a data URL, or an http(s) address where anybody can fetch it.",
                },
                "filename": {"type": "string", "description": "Its name with its ending, such as harbour.jpg."},
                "mime_type": {"type": "string", "description": "Not needed: the bytes tell what the file is."},
                "size": {"type": "integer", "minimum": 1, "description": "Its length in bytes, to notice a cut."},
                **WORDS_SCHEMA,
                "post_id": {"type": "integer", "minimum": 1, "description": "The page or post it belongs to."},
            },
            "required": ["file"],
            "additionalProperties": False,
        },
        needs=("upload_files",),
        content=True,
        makes=MEDIUM.kind,
        gives=("id", "url", "title"),
        takes={"post_id": (PAGE.kind, POST.kind)},
        lands="In the live media library: the file has an address at once; visitors see it where a page shows it.",
        undone="The file is deleted for good; its id is not used again.",
        write=Upload(),
        edits=EDITS,
        undo_asks=is_of_the_write,
        meaning=_meaning,
        pictures=Pictures(begins_as_picture, picture_in),
    ),
)
