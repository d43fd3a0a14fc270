"""Bringing back all that a plan or a run changed: one restore for each step that landed, the newest first."""

from __future__ import annotations

from webapp.tools.answers import Arguments
from webapp.tools.session.snapshots import NAME as RESTORE
from webapp.tools.tool import ManyTool, Part, Parts, Scene, Stopped
from webapp.wordpress.client import WordPress


def _parts(site: WordPress, arguments: Arguments, scene: Scene) -> Parts:
    """Take the restores apart. One that is of the same thing as an earlier one has to see what that one leaves."""
    parts: list[Part] = []
    touched: set[tuple[str, str]] = set()
    session_id = arguments["session_id"]
    found = scene.snapshots_of(session_id)
    left_out = [
        f"Left out, because it is not known whether it was saved: {snapshot.label} A person looks at it on the page "
        "of the plan."
        for snapshot in found
        if not snapshot.restorable
    ]
    for snapshot in (one for one in found if one.restorable):
        target = (snapshot.target.kind, snapshot.target.id)
        if target in touched:
            why = f"The next one is of the same thing as one before it, which comes first: {snapshot.label}"
            stopped = Stopped(why, f'restore_session with session_id "{session_id}" again')
            return Parts(parts, stopped, left_out)
        touched.add(target)
        parts.append(Part(RESTORE, {"snapshot_uuid": snapshot.uuid}))
    return Parts(parts, left_out=left_out)


TOOLS = (
    ManyTool(
        name="restore_session",
        title="Restore all of a session",
        description=(
            "Brings back what was there before a plan or a run: one restore for each step that landed, the newest "
            "first. Says where it stopped and has to be called again."
        ),
        schema={
            "type": "object",
            "properties": {
                "session_id": {
                    "type": "string",
                    "description": "A plan's session_id (sess_...), or the job_id of one run of it (run_...).",
                }
            },
            "required": ["session_id"],
            "additionalProperties": False,
        },
        content=True,
        destructive=True,
        parts=_parts,
    ),
)
