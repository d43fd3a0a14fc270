"""The tools about pages: list, read, change, move to the trash."""

from __future__ import annotations

from webapp.tools.items.item_deletes import DELETE_UNDONE, Delete
from webapp.tools.items.item_reads import Reads
from webapp.tools.items.item_schemas import (
    EDIT_TARGET,
    EDITS,
    FIELDS,
    LISTING,
    NESTING,
    one_of,
    schema,
    the_id,
    the_id_or_copy,
)
from webapp.tools.items.item_updates import LANDS, UNDONE, Update
from webapp.tools.items.last_changes import last_change
from webapp.tools.nouns import PAGE, Always
from webapp.tools.tool import ANYTHING, ReadTool, WriteTool

_SOURCE = Always(PAGE)
_READS = Reads(_SOURCE)

TOOLS = (
    ReadTool(
        name="list_pages",
        title="List pages",
        description="Lists pages with id, title, status, parent and address, drafts too.",
        schema=schema(LISTING),
        content=True,
        idempotent=True,
        run=_READS.listed,
    ),
    ReadTool(
        name="read_page",
        title="Read a page",
        description=(
            "Reads one page with its raw text, block markers and shortcodes included. Change the text inside it "
            "and send the whole of it to update_page."
        ),
        schema=schema(one_of("page")),
        content=True,
        idempotent=True,
        run=_READS.read,
    ),
    WriteTool(
        name="update_page",
        title="Change a page",
        description=(
            "Changes fields of a page; fields left out stay as they are. Lands on a draft copy that a person "
            "approves, unless the site's owner allows direct editing."
        ),
        schema=schema(the_id_or_copy("page"), FIELDS, NESTING, EDIT_TARGET, required=("id",)),
        needs=(PAGE.edit_right,),
        content=True,
        idempotent=True,
        takes={"featured_media": ("media",), "post_parent": (PAGE.kind,), "content": (ANYTHING,)},
        lands=LANDS,
        undone=UNDONE,
        write=Update(_SOURCE),
        edits=EDITS,
        last_change=last_change,
    ),
    WriteTool(
        name="delete_page",
        title="Move a page to the trash",
        description="Moves a page to the trash, from where it can be brought back. A person approves it.",
        schema=schema(the_id("page"), required=("id",)),
        approval_required=True,
        needs=(PAGE.delete_right,),
        content=True,
        destructive=True,
        lands="On the live page, which moves to the trash; on the draft copy where that is named.",
        undone=f"{DELETE_UNDONE} It is the front page again where it was.",
        write=Delete(_SOURCE),
        last_change=last_change,
    ),
)
