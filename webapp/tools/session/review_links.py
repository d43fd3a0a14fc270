"""What agents are told of the tools for review links. The engine answers them.

An agent's link is for looking and commenting: who may decide is for the owner to say.
"""

from __future__ import annotations

from webapp.tools.tool import SessionTool

MOST_DAYS = 30

TOOLS = (
    SessionTool(
        name="create_review_link",
        title="Ask somebody to look",
        description=(
            "Returns an address under which anybody who has it reads the plan of this key, or one of its drafts, "
            "without an account, and says what they think. You are told what they say with your next call. Nobody "
            "decides by it. Works in plan mode and does not touch the site."
        ),
        schema={
            "type": "object",
            "properties": {
                "copy_id": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "The id of a draft copy or new draft; the plan that waits when left out.",
                },
                "post_ids": {
                    "type": "array",
                    "items": {"type": "integer", "minimum": 1},
                    "maxItems": 1,
                    "description": "The same as copy_id, as a list of one.",
                },
                "label": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 80,
                    "description": "Whom it is for; the owner reads it, they do not.",
                },
                "allow_comments": {"type": "boolean", "description": "false: they look and say nothing."},
                "ttl_days": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": MOST_DAYS,
                    "description": "How many days it works; as long as the plan unless sent, 7 days for a draft.",
                },
                "scope": {"type": "string", "enum": ["pages"], "description": "A link never opens a whole site."},
            },
            "additionalProperties": False,
        },
        content=True,
    ),
    SessionTool(
        name="list_review_links",
        title="List the review links",
        description="Lists the review links that this key made, newest first, without their addresses.",
        schema={
            "type": "object",
            "properties": {
                "include_expired": {"type": "boolean", "description": "true: also those that work no more."},
            },
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
    ),
    SessionTool(
        name="revoke_review_link",
        title="Take a review link back",
        description="Ends a review link that this key made: it opens nothing any more. What was said with it stays.",
        schema={
            "type": "object",
            "properties": {
                "session_id": {"type": "string", "description": "From create_review_link or list_review_links."},
            },
            "required": ["session_id"],
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
    ),
)
