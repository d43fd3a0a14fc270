"""What agents are told of the tools for copies and new drafts that wait. The engine answers them.

Approving and rejecting are not among them: that is for people.
"""

from __future__ import annotations

from webapp.tools.lists import PAGING
from webapp.tools.tool import SessionTool

MOST_DAYS = 90

TOOLS = (
    SessionTool(
        name="list_copies",
        title="List what waits for a person",
        description=(
            "Lists the draft copies and new drafts of this key that wait for a person, newest first. Changes nothing."
        ),
        schema={"type": "object", "properties": PAGING, "additionalProperties": False},
        content=True,
        idempotent=True,
    ),
    SessionTool(
        name="compare_copy",
        title="Compare a copy with the live item",
        description=(
            "Tells what approving a draft copy would change on the live item, or what publishing a new draft would "
            "show, and what stands in the way. Only a person approves or publishes. Changes nothing."
        ),
        schema={
            "type": "object",
            "properties": {
                "copy_id": {"type": "integer", "minimum": 1, "description": "From list_copies or a write's result."},
            },
            "required": ["copy_id"],
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
    ),
    SessionTool(
        name="create_share_link",
        title="Share a draft",
        description=(
            "Returns the address under which anybody who has it sees a draft copy or new draft of this key, without "
            "an account, and sets until when. Works in plan mode and does not touch the site."
        ),
        schema={
            "type": "object",
            "properties": {
                "post_id": {"type": "integer", "minimum": 1, "description": "The id of the copy or new draft."},
                "ttl_days": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": MOST_DAYS,
                    "description": "How many days it works from now on; 14 unless sent.",
                },
            },
            "required": ["post_id"],
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
    ),
)
