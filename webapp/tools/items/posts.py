"""The tools about posts: list, read, change, move to the trash."""

from __future__ import annotations

from webapp.tools.items.item_deletes import DELETE_UNDONE, Delete
from webapp.tools.items.item_reads import Reads
from webapp.tools.items.item_schemas import (
    APPEND_TERMS,
    EDIT_TARGET,
    EDITS,
    FIELDS,
    FORMAT,
    LISTING,
    STICKY,
    TERMS,
    one_of,
    schema,
    the_id,
    the_id_or_copy,
)
from webapp.tools.items.item_updates import LANDS, UNDONE, Update
from webapp.tools.items.last_changes import last_change
from webapp.tools.items.post_types import OfPosts
from webapp.tools.nouns import POST
from webapp.tools.tool import ANYTHING, ReadTool, WriteTool

_SOURCE = OfPosts()
_READS = Reads(_SOURCE)

TOOLS = (
    ReadTool(
        name="list_posts",
        title="List posts",
        description="Lists posts with id, title, status, date and address, the newest first, drafts too.",
        schema=schema(LISTING),
        content=True,
        idempotent=True,
        run=_READS.listed,
    ),
    ReadTool(
        name="read_post",
        title="Read a post",
        description=(
            "Reads one post with its raw text, block markers and shortcodes included, and its categories and tags. "
            "Change the text inside it and send the whole of it to update_post."
        ),
        schema=schema(one_of("post")),
        content=True,
        idempotent=True,
        run=_READS.read,
    ),
    WriteTool(
        name="update_post",
        title="Change a post",
        description=(
            "Changes fields of a post; fields left out stay as they are. Lands on a draft copy that a person "
            "approves, unless the site's owner allows direct editing."
        ),
        schema=schema(
            the_id_or_copy("post"),
            FIELDS,
            TERMS,
            APPEND_TERMS,
            FORMAT,
            STICKY,
            EDIT_TARGET,
            required=("id",),
        ),
        needs=(POST.edit_right,),
        content=True,
        idempotent=True,
        takes={
            "featured_media": ("media",),
            "content": (ANYTHING,),
            "categories": ("term",),
            "tags": ("term",),
            "taxonomies": ("term",),
        },
        lands=LANDS,
        undone=UNDONE,
        write=Update(_SOURCE),
        edits=EDITS,
        last_change=last_change,
    ),
    WriteTool(
        name="delete_post",
        title="Move a post to the trash",
        description="Moves a post to the trash, from where it can be brought back. A person approves it.",
        schema=schema(the_id("post"), required=("id",)),
        approval_required=True,
        needs=(POST.delete_right,),
        content=True,
        destructive=True,
        lands="On the live post, which moves to the trash; on the draft copy where that is named.",
        undone=f"{DELETE_UNDONE} It is pinned to the top again where it was.",
        write=Delete(_SOURCE),
        last_change=last_change,
    ),
)
