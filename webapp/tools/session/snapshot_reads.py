"""What agents are told of the tools that read snapshots. The engine answers them: the site has no part in it."""

from __future__ import annotations

from typing import Any

from webapp.tools.tool import SessionTool


def _schema(*required: str, **properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        **({"required": list(required)} if required else {}),
        "additionalProperties": False,
    }


def _uuid(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _number(description: str, most: int | None = None) -> dict[str, Any]:
    limit = {} if most is None else {"maximum": most}
    return {"type": "integer", "minimum": 1, **limit, "description": description}


TOOLS = (
    SessionTool(
        name="list_snapshots",
        title="List snapshots",
        description="Lists what was kept before each change of this key, newest first, and what can be undone.",
        schema=_schema(
            post_id=_number("Only those of this page, post or other item."),
            post_type={"type": "string", "description": "Only those of this type, such as page; or menu, option ..."},
            kind={"type": "string", "description": "before_write, before_restore or before_approval."},
            limit=_number("50 unless said.", 50),
            cursor=_number("The next_cursor of the answer before, for the older ones."),
        ),
        content=True,
        idempotent=True,
    ),
    SessionTool(
        name="get_snapshot",
        title="Read a snapshot",
        description="Tells what one snapshot is of, which fields it kept and whether it can be restored.",
        schema=_schema(
            "snapshot_uuid",
            snapshot_uuid=_uuid("From a receipt or from list_snapshots."),
            include={"type": "string", "enum": ["content"], "description": "content: what the fields held, too."},
        ),
        content=True,
        idempotent=True,
    ),
    SessionTool(
        name="diff_snapshots",
        title="Compare two snapshots",
        description="Tells which fields differ between what two snapshots kept of the same thing. Changes nothing.",
        schema=_schema(
            "snapshot_uuid_a",
            "snapshot_uuid_b",
            snapshot_uuid_a=_uuid("One of the two."),
            snapshot_uuid_b=_uuid("The other."),
        ),
        content=True,
        idempotent=True,
    ),
)
