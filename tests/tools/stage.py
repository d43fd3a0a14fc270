"""A stage for one tool: it does what the engine does with a write, without plans, people and a database."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from webapp.errors import Refusal
from webapp.tools.answers import (
    HeldCopy,
    OpenCopy,
    Performed,
    Proposal,
    Restored,
    SavedSnapshot,
    State,
    Target,
    moved,
)
from webapp.tools.catalogue import CATALOGUE, COPIES
from webapp.tools.tool import ReadTool, WriteTool
from webapp.wordpress.client import WordPress


@dataclass(frozen=True)
class PlainScene:
    """A scene that holds what a test puts in."""

    mark: str = "7c0d3e"
    direct_editing: bool = False
    earlier_position: int | None = None
    open_copies: tuple[OpenCopy, ...] = ()
    snapshots: dict[str, SavedSnapshot] = field(default_factory=dict)
    tools_off: tuple[str, ...] = ()

    def copy_of(self, kind: str, original_id: int) -> OpenCopy | None:
        found = [copy for copy in self.open_copies if (copy.kind, copy.original_id) == (kind, original_id)]
        return found[0] if found else None

    def copy_being(self, kind: str, copy_id: int) -> OpenCopy | None:
        found = [copy for copy in self.open_copies if (copy.kind, copy.copy_id) == (kind, copy_id)]
        return found[0] if found else None

    def snapshot(self, uuid: str) -> SavedSnapshot:
        if uuid not in self.snapshots:
            raise Refusal("respira_snapshot_not_found")
        return self.snapshots[uuid]

    def snapshots_of(self, session_id: str) -> list[SavedSnapshot]:
        return [snapshot for _, snapshot in reversed(self.snapshots.items())]

    def tool(self, name: str) -> WriteTool:
        return write_tool(name)

    def demand_allowed(self, tool_name: str) -> None:
        if tool_name in self.tools_off:
            raise Refusal("respira_tool_off")

    def terms(self) -> dict[str, Any]:
        return {"scope": "full", "switched_off": [], "protected": []}


def write_tool(name: str) -> WriteTool:
    tool = CATALOGUE[name]
    assert isinstance(tool, WriteTool)
    return tool


class Stage:
    """Plays plan, run and undo of one tool after another on a site."""

    def __init__(self, wordpress: WordPress) -> None:
        self.wordpress = wordpress
        self.scene = PlainScene()
        self.held: dict[int, HeldCopy] = {}

    def allow_direct_editing(self) -> None:
        self.scene = replace(self.scene, direct_editing=True)

    def read(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        tool = CATALOGUE[name]
        assert isinstance(tool, ReadTool)
        return tool.run(self.wordpress, arguments, self.scene)

    def base(self, name: str, /, **arguments: Any) -> State:
        return write_tool(name).write.read(self.wordpress, arguments, self.scene)

    def plan(self, name: str, /, **arguments: Any) -> Proposal:
        return write_tool(name).write.predict(arguments, self.base(name, **arguments), self.scene)

    def moved_since(self, base: State, name: str, /, **arguments: Any) -> list[str]:
        return moved(base, self.base(name, **arguments))

    def perform(self, name: str, /, **arguments: Any) -> tuple[Performed, SavedSnapshot]:
        write = write_tool(name).write
        state = write.read(self.wordpress, arguments, self.scene)
        proposal = write.predict(arguments, state, self.scene)
        saved = write.save(self.wordpress, arguments, state, self.scene)
        performed = write.perform(self.wordpress, arguments, state, saved, self.scene)
        return performed, self.keep(name, proposal, {**state, **saved}, performed)

    def keep(self, name: str, proposal: Proposal, before: State, performed: Performed) -> SavedSnapshot:
        made, copies, snapshots = performed.made_copy, self.scene.open_copies, dict(self.scene.snapshots)
        if made is not None:
            copies = (*copies, OpenCopy(made.kind, made.original_id, made.copy_id))
            self.held[made.copy_id] = HeldCopy(made.kind, made.original_id, made.copy_id, made.name, made.fields)
        copies = tuple(copy for copy in copies if copy.copy_id != performed.gone_copy_id)
        uuid = f"snapshot-{len(snapshots) + 1}"
        snapshot = SavedSnapshot(
            uuid=uuid,
            tool=name,
            label=proposal.effect,
            target=proposal.target,
            before=before,
            after=performed.after,
            undo=performed.undo,
            restorable=True,
        )
        snapshots[uuid] = snapshot
        self.scene = replace(self.scene, open_copies=copies, snapshots=snapshots)
        return snapshot

    def restore(self, snapshot: SavedSnapshot, *, over: bool = False) -> tuple[Restored, SavedSnapshot]:
        """Restore, also over later edits if need be, and return the snapshot that undoes the restore."""
        write = write_tool(snapshot.tool).write
        state = self.look(snapshot, over=over)
        restored = write.restore(self.wordpress, snapshot, state)
        left = {f"left.{name}": value for name, value in restored.left.items()}
        undo = replace(snapshot, before={**snapshot.before, **state}, after={**snapshot.after, **left})
        return restored, undo

    def look(self, snapshot: SavedSnapshot, *, over: bool = False) -> State:
        """Look before a restore."""
        return write_tool(snapshot.tool).write.restore_state(self.wordpress, replace(snapshot, over=over))

    def undo_restore(self, snapshot: SavedSnapshot, *, over: bool = False) -> Restored:
        write = write_tool(snapshot.tool).write
        return write.undo_restore(self.wordpress, snapshot, self.look_again(snapshot, over=over))

    def look_again(self, snapshot: SavedSnapshot, *, over: bool = False) -> State:
        """Look before a restore is undone."""
        return write_tool(snapshot.tool).write.undo_restore_state(self.wordpress, replace(snapshot, over=over))

    def approve(self, copy_id: int) -> tuple[Performed, SavedSnapshot]:
        held = self.held[copy_id]
        comparison = COPIES[held.kind].compare(self.wordpress, held)
        performed = COPIES[held.kind].approve(self.wordpress, held, comparison)
        COPIES[held.kind].clear_away(self.wordpress, held)
        copies = tuple(copy for copy in self.scene.open_copies if copy.copy_id != copy_id)
        self.scene = replace(self.scene, open_copies=copies)
        target = Target(held.kind, str(held.original_id), held.name)
        return performed, SavedSnapshot(
            uuid="approval",
            tool="approve_copy",
            label="Approve the copy.",
            target=target,
            before=comparison.live,
            after=performed.after,
            undo=performed.undo,
            restorable=True,
        )
