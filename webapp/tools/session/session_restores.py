"""Bringing back all that a plan or a run changed: one restore for each step that landed, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from webapp.errors import Refusal
from webapp.tools.answers import Arguments, SavedSnapshot
from webapp.tools.session.snapshots import NAME as RESTORE
from webapp.tools.tool import ManyTool, Part, Parts, Scene, Stopped
from webapp.wordpress.client import WordPress

_UNKNOWN = "Left out, because it is not known whether it was saved:"


@dataclass
class _Sorted:
    """What becomes of each snapshot of a session.

    Attributes:
        parts: the restores that can be made now.
        later: what those that come after one of them were going to do.
        left_out: why others are not restored, one sentence each.
        refused: the refusals among them.
        perhaps_later: whether one of those may be possible once the parts have run.
    """

    parts: list[Part] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    perhaps_later: bool = False

    def leave_out(self, snapshot: SavedSnapshot, refusal: Refusal) -> None:
        """Leave one out, and tell why."""
        self.refused.append(refusal)
        self.left_out.append(" ".join(filter(None, ["Left out:", snapshot.label, refusal.message, refusal.hint])))


def _parts(site: WordPress, arguments: Arguments, scene: Scene) -> Parts:
    """Take the restores apart: the newest of each thing, since one before it has to see what that one leaves.

    Raises:
        Refusal: none of them can be restored now.
    """
    found = scene.snapshots_of(arguments["session_id"])
    done = _sorted(site, found, scene)
    if not done.parts:
        if len(found) == 1:
            raise done.refused[0]
        told = f"None of the {len(found)} can be restored now. {' '.join(done.left_out)}"
        raise Refusal("respira_cannot_restore", told)
    return Parts(done.parts, _stopped(done, arguments["session_id"]), done.left_out)


def _sorted(site: WordPress, found: Sequence[SavedSnapshot], scene: Scene) -> _Sorted:
    done, touched = _Sorted(), set()
    for snapshot in found:
        target = (snapshot.target.kind, snapshot.target.id)
        restore = {"snapshot_uuid": snapshot.uuid}
        if not snapshot.restorable and not snapshot.undo:
            done.left_out.append(f"{_UNKNOWN} {snapshot.label} A person looks at it on the page of the plan.")
        elif target in touched:
            done.later.append(snapshot.label)
        elif _is_restorable(snapshot, scene, done):
            try:
                scene.tool(RESTORE).write.read(site, restore, scene)
            except Refusal as refusal:
                done.leave_out(snapshot, refusal)
                done.perhaps_later = True
            else:
                touched.add(target)
                done.parts.append(Part(RESTORE, restore))
    return done


def _is_restorable(snapshot: SavedSnapshot, scene: Scene, done: _Sorted) -> bool:
    """Tell whether a snapshot can be restored as far as our own rows tell; leave it out where it can not."""
    try:
        scene.snapshot(snapshot.uuid)
    except Refusal as refusal:
        done.leave_out(snapshot, refusal)
        return False
    return True


def _stopped(done: _Sorted, session_id: str) -> Stopped | None:
    reasons = []
    if len(done.later) == 1:
        reasons.append(f"The next one is of the same thing as one before it, which comes first: {done.later[0]}")
    elif done.later:
        more = " ".join(done.later)
        reasons.append(f"{len(done.later)} more are of the same things as others, which come first: {more}")
    if done.perhaps_later:
        reasons.append("What was left out may be possible once these have run.")
    return Stopped(" ".join(reasons), f'restore_session with session_id "{session_id}" again') if reasons else None


TOOLS = (
    ManyTool(
        name="restore_session",
        title="Restore all of a session",
        description=(
            "Brings back what was there before a plan or a run: one restore for each step that landed, the newest "
            "first. Says what it left out and why, and whether it has to be called again for more."
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
