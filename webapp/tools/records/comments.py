"""Writing and changing comments. A new one is the login's own, and is there at once; one in the name of somebody else
is held by WordPress until it is approved. Whether an item takes comments at all is a field of that item.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Arguments, State
from webapp.tools.brought_back import AGAIN, cannot, is_of_the_write
from webapp.tools.records.holders import types_of
from webapp.tools.records.own_login import own_login
from webapp.tools.records.record_additions import RecordAddition
from webapp.tools.records.record_changes import RecordChange
from webapp.tools.records.records import Record, find
from webapp.tools.spoken import plain
from webapp.tools.standing_in import stands_in
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import COMMENTS, OF_ITS_AUTHOR, text_of
from webapp.wordpress.client import WordPress

RIGHT = "moderate_comments"
PATH = COMMENTS
_LONGEST = 40
# The words of REST, and those of a widely used client.
STATUSES = {
    "approved": "approved",
    "approve": "approved",
    "1": "approved",
    "hold": "hold",
    "0": "hold",
    "spam": "spam",
    "trash": "trash",
}
_TAKES_NONE = ("draft", "trash")


@dataclass(frozen=True)
class _CommentRecord(Record):
    """Comments are called by their words and by whom they are."""

    def called(self, fields: Mapping[str, Any]) -> str:
        """Return how a sentence calls one: 'comment "Nice bread" by Otto'."""
        words = self.name(fields)
        words = f"{words[: _LONGEST - 1]}…" if len(words) > _LONGEST else words
        author = plain(fields.get("author_name"))
        return f'{self.word} "{words}"' + (f" by {author}" if author else "")


COMMENT = _CommentRecord(
    kind="comment",
    word="comment",
    rest=PATH,
    fields=("post", "parent", "author", "author_name", "author_email", "date", "content", "status"),
    naming="content",
    escaped=("author_name",),
    entities=("content",),
    labels={
        "post": "On",
        "parent": "Answer to comment",
        "author_name": "Author's name",
        "author_email": "Author's e-mail",
    },
    seen=("author_name",),
    # Else a moderator's save puts their own address and client in the place of the author's.
    carried=OF_ITS_AUTHOR,
)


@dataclass(frozen=True)
class CommentRoom:
    """What is special about comments (see `RecordRoom` and `GrowingRoom`)."""

    def record(self, site: WordPress, arguments: Arguments) -> Record:
        """Return what comments are on every site."""
        return COMMENT

    def spoken(self, word: str) -> Record:
        """Return what comments are on every site."""
        return COMMENT

    def asked(self, arguments: Arguments) -> State:
        """Return the fields that a call asks for."""
        names = {"post_id": "post", "parent": "parent", "author": "author_name", "author_email": "author_email"}
        asked = {field: arguments[name] for name, field in names.items() if arguments.get(name)}
        if "content" in arguments:
            asked["content"] = arguments["content"]
        if "status" in arguments:
            asked["status"] = STATUSES[arguments["status"]]
        return asked

    def secrets(self, arguments: Arguments, *, new: bool) -> dict[str, Any]:
        """A comment has none."""
        return {}

    def check(
        self, site: WordPress, record: Record, arguments: Arguments, asked: State, item: Mapping[str, Any]
    ) -> State:
        """Refuse an empty comment, one on nothing, an answer to another item's comment, and a borrowed name."""
        if not str(asked.get("content", "one")).strip():
            raise Refusal("respira_invalid_arguments", "A comment needs words.")
        if item:
            return {"about.on": ""}
        if not stands_in(asked["post"]) and not stands_in(asked.get("parent")):
            _demand_same_item(site, asked)
        login = own_login(site)
        if "author_name" in asked or "author_email" in asked or "status" in asked:
            words = "The site's own login may not write comments in another name, or decide on their status."
            login.demand(RIGHT, words)
        return {**_about_item(site, asked["post"]), "about.moderates": RIGHT in login.rights}

    def shown(self, name: str, value: Any, state: State) -> Any:
        """Show an item by its name."""
        return state["about.on"] if name == "post" and state.get("about.on") else value

    def cautions(self, arguments: Arguments, asked: State, state: State, *, new: bool) -> list[str]:
        """Tell who will see it, and what WordPress may refuse."""
        if not new:
            return ["It moves to the trash."] if asked.get("status") == "trash" else []
        warnings = [state["about.refuses"]] if state.get("about.refuses") else []
        if "status" not in asked and ("author_name" in asked or not state.get("about.moderates", True)):
            warnings.append("WordPress may hold it until somebody approves it.")
        return warnings

    def undo(self, arguments: Arguments, asked: State, *, new: bool) -> str:
        """Tell what undo does."""
        if new:
            return "Undo deletes it for good, as long as nobody has answered it."
        return "Undo puts the former values back."

    def alike(self, site: WordPress, record: Record, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the comments with the same words on the same item, outside of the trash."""
        query = {"post": [asked["post"]], "status": "any", "context": "edit", "orderby": "id", "order": "asc"}
        found = site.get_all(record.rest, **query)
        return [
            item
            for item in found
            if record.same("content", text_of(item.get("content")), asked["content"])
            and item.get("parent", 0) == asked.get("parent", 0)
            and item.get("status") != "trash"
        ]

    def place(self, arguments: Arguments, asked: Mapping[str, Any], state: State) -> tuple[str, str]:
        """Tell the item; a comment has no name, and the same words twice are one step."""
        on = state.get("about.on")
        return "", f" to {on}" if on else ""

    @property
    def made_again(self) -> str:
        """All of it but its id."""
        return AGAIN

    def remade(self, fields: Mapping[str, Any]) -> State:
        """Return all but what WordPress takes from the user who wrote it."""
        names = ("post", "parent", "date", "content", "status")
        by = ("author",) if fields.get("author") else ("author_name", "author_email")
        return {name: fields[name] for name in (*names, *by) if fields.get(name)}

    def demand_unused(self, site: WordPress, record: Record, record_id: int, fields: Mapping[str, Any]) -> None:
        """Demand that nobody has answered a comment."""
        if site.get_all(record.rest, parent=[record_id], status="any", context="edit"):
            raise cannot("Somebody has answered this comment by now.", hint="Move it to the trash by hand instead.")

    def taking_away(self, site: WordPress) -> dict[str, Any]:
        """Nothing besides."""
        return {}


def _demand_same_item(site: WordPress, asked: State) -> None:
    parent = asked.get("parent")
    if parent and find(site, COMMENT, parent).get("post") != asked["post"]:
        words = f"Comment {parent} does not stand on item {asked['post']}, so it can not be answered there."
        raise Refusal("respira_invalid_arguments", words)


def _about_item(site: WordPress, post_id: int) -> State:
    """Return what is known of the item that is commented on.

    Raises:
        Refusal: `respira_not_found`.
    """
    if stands_in(post_id):
        return {"about.on": ""}
    item, plural = _item(site, post_id)
    on = f"item {post_id} ({plain(item.get('title')) or 'no title'}) of the {plural}"
    refuses = None
    if item.get("status") in _TAKES_NONE:
        refuses = "WordPress takes no comments on what is a draft or in the trash."
    elif item.get("comment_status") != "open":
        refuses = "Comments are closed on it, so WordPress refuses this unless they are opened before."
    return {"about.on": on, "about.refuses": refuses}


def _item(site: WordPress, post_id: int) -> tuple[dict[str, Any], str]:
    for kept in types_of(site):
        try:
            body = site.get(f"{kept.rest}/{post_id}", context="edit", _fields="id,title,status,comment_status").body
        except SiteTrouble as trouble:
            if trouble.status not in (400, 401, 403, 404):
                raise
            continue
        if isinstance(body, dict):
            return body, kept.plural
    raise Refusal("respira_not_found", f"There is no item {post_id} on the site that can be commented on.")


def _meaning(arguments: Arguments) -> Arguments:
    status = arguments.get("status")
    return arguments if status is None else {**arguments, "status": STATUSES[status]}


def _bins(arguments: Arguments, scene: Scene) -> bool:
    return STATUSES.get(arguments.get("status", "")) == "trash"


ROOM = CommentRoom()
ID = {"type": "integer", "minimum": 1, "description": "The comment's id, from list_comments."}
STATUS = {"type": "string", "enum": list(STATUSES), "description": "approved is shown; hold waits."}
_NEW_STATUSES = [word for word, means in STATUSES.items() if means != "trash"]

TOOLS = (
    WriteTool(
        name="create_comment",
        title="Write a comment",
        description=(
            "Writes a comment on a page or post, as the user that Sayso is connected as. Whether it takes any is "
            "set with comment_status of update_post and update_page."
        ),
        schema={
            "type": "object",
            "properties": {
                "post_id": {"type": "integer", "minimum": 1, "description": "The id of the page or post."},
                "content": {"type": "string", "minLength": 1, "description": "The words, as plain text or HTML."},
                "parent": {"type": "integer", "minimum": 0, "description": "The id of the comment that it answers."},
                "status": {**STATUS, "enum": _NEW_STATUSES},
                "author": {"type": "string", "description": "Somebody else's name; the user's own unless said."},
                "author_email": {"type": "string", "description": "Somebody else's e-mail address."},
            },
            "required": ["post_id", "content"],
            "additionalProperties": False,
        },
        needs=("edit_posts", RIGHT),
        content=True,
        lands="On the live site, at once.",
        undone="The new comment is deleted for good, as long as nobody has answered it.",
        write=RecordAddition(ROOM),
        undo_asks=is_of_the_write,
        meaning=_meaning,
        makes="comment",
        takes={"post_id": ("page", "post"), "parent": ("comment",)},
    ),
    WriteTool(
        name="update_comment",
        title="Change a comment",
        description="Changes the words of a comment, or approves it, holds it, or marks it as spam.",
        schema={
            "type": "object",
            "properties": {
                "id": ID,
                "content": {"type": "string", "minLength": 1, "description": "The words, as plain text or HTML."},
                "status": STATUS,
            },
            "required": ["id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        content=True,
        idempotent=True,
        approval_when=_bins,
        lands="On the live site.",
        undone="The former words and status are put back.",
        write=RecordChange(ROOM),
        meaning=_meaning,
    ),
)
