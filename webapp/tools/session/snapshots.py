"""Bringing back what a snapshot kept. How that is done is the business of the tool that made the change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import (
    Arguments,
    Change,
    LandsOn,
    Performed,
    Proposal,
    Restored,
    SavedSnapshot,
    Settled,
    State,
)
from webapp.tools.brought_back import DOES, FINAL, MEANS, SHOWN, UNDO, cannot
from webapp.tools.items.last_changes import last_change
from webapp.tools.items.new_drafts import DRAFT, LIVE
from webapp.tools.new_ids import MADE_AGAIN
from webapp.tools.nouns import NO_POSTS
from webapp.tools.tool import Scene, Tool, Write, WriteTool
from webapp.tools.values import under, within
from webapp.tools.writing import is_nothing
from webapp.wordpress.client import WordPress

NAME = "restore_snapshot"
# The name that approvals of copies have among the snapshots.
APPROVAL = "approve_copy"
_UNDO = "Undo puts back what this restore replaces."
_UNDO_LAST = "This can not be undone itself, but the first snapshot can be restored again."
_NOTE = "This puts back what was there before, on the live site, when the step runs."
_COPY_NOTE = "This moves the draft copy to the trash when the step runs. The live item stays as it is."
_DRAFT_NOTE = "This puts former values back on the draft copy. The live item stays as it is."
_BACK_NOTE = "This brings the draft copy back from the trash when the step runs. The live item stays as it is."
_NEW_NOTES = {
    DRAFT: "This moves the new draft to the trash when the step runs.",
    LIVE: "This moves what was made to the trash, and visitors do not see it any more, when the step runs.",
}
_NEW_BACK_NOTES = {
    DRAFT: "This brings the new draft back from the trash when the step runs.",
    LIVE: "This brings what was made back from the trash, where visitors see it, when the step runs.",
}
_BY_A_PERSON = "A person did this in the browser, so a person undoes it there."


@dataclass(frozen=True)
class Restore:
    """The six answers of a restore.

    Attributes:
        tools: every tool by its short name, to find the one that made a snapshot.
    """

    tools: Mapping[str, Tool]

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read what the restore would overwrite."""
        snapshot = scene.snapshot(arguments["snapshot_uuid"])
        return {**self._state(site, snapshot, scene), **_told(snapshot)}

    def asks_approval(self, arguments: Arguments, scene: Scene) -> bool:
        """Tell whether a person approves a restore: that is for the tool to say whose change it undoes.

        Raises:
            Refusal: the scene has no such snapshot, or it can not be restored.
        """
        snapshot = scene.snapshot(arguments["snapshot_uuid"])
        tool = self.tools.get(_maker(snapshot))
        return isinstance(tool, WriteTool) and tool.undo_asks(snapshot)

    def _state(self, site: WordPress, snapshot: SavedSnapshot, scene: Scene) -> State:
        if not snapshot.restorable:
            raise cannot("This snapshot was restored already, or nothing was written after it was taken.")
        if snapshot.tool == APPROVAL:
            raise cannot(_BY_A_PERSON)
        scene.demand_allowed(_maker(snapshot))
        if snapshot.tool == NAME:
            return self.restore_state(site, snapshot)
        if any(key.startswith("undone.") for key in snapshot.before):
            raise cannot(_BY_A_PERSON)
        return self._write(snapshot.tool).restore_state(site, snapshot)

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what would be brought back."""
        snapshot = scene.snapshot(arguments["snapshot_uuid"])
        does, lands = state.get(DOES), lands_on(snapshot)
        undo = _UNDO_LAST if snapshot.tool == NAME else state.get(UNDO, _UNDO)
        return Proposal(
            effect=f"{does}, which undoes this change: {snapshot.label}"
            if does
            else f"Undo this change: {snapshot.label}",
            target=snapshot.target,
            lands_on=replace(lands, note=state.get(MEANS, lands.note)),
            changes=[Change(**change) for change in state.get(SHOWN, [])],
            after={},
            undo=undo,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep which tool's change is undone, and what was kept of that: `state` holds what would be overwritten."""
        snapshot = scene.snapshot(arguments["snapshot_uuid"])
        restored = {"before": snapshot.before, "after": snapshot.after, "undo": snapshot.undo}
        # An undone restore is done again through the snapshot that it came from, so it keeps nothing of it.
        kept = {} if snapshot.tool == NAME else under("restored", restored)
        return {"restored.tool": _maker(snapshot), "restored.uuid": snapshot.uuid, **kept}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Let the tool that made the change undo it."""
        snapshot = scene.snapshot(arguments["snapshot_uuid"])
        scene.demand_allowed(saved["restored.tool"])
        write = scene.tool(saved["restored.tool"]).write
        try:
            if snapshot.tool == NAME:
                restored = write.undo_restore(site, _with_what_it_restored(snapshot), state)
            else:
                restored = write.restore(site, snapshot, state)
        except SiteTrouble as trouble:
            trouble.written = "no" if is_nothing(site, trouble) else "perhaps"
            raise
        except Refusal as refusal:
            if not site.wrote:
                raise
            words = f"What was put back could not be looked at: {refusal.message}"
            raise SiteTrouble("respira_outcome_unknown", words) from refusal
        return Performed(
            result={
                "success": True,
                "restored": True,
                "restored_snapshot_uuid": snapshot.uuid,
                "message": restored.message,
            },
            after={**under("left", restored.left), MADE_AGAIN: list(map(list, restored.new_ids))},
            undo=FINAL if snapshot.tool == NAME else {},
            differs=restored.differs,
            restored=snapshot.uuid,
            gone_copy_id=restored.gone_copy_id,
            back_copy_id=restored.back_copy_id,
            anew=restored.anew,
        )

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """A restore is several writes, so reading can not tell how far it came."""
        return Settled("unknown")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would overwrite."""
        return self._write(snapshot.before["restored.tool"]).undo_restore_state(
            site, _with_what_it_restored(snapshot)
        )

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Undo a restore."""
        write = self._write(snapshot.before["restored.tool"])
        return write.undo_restore(site, _with_what_it_restored(snapshot), state)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """An undone restore is done again through the snapshot it came from."""
        raise cannot("Restore the first snapshot again instead.")

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """An undone restore is done again through the snapshot it came from."""
        raise cannot("Restore the first snapshot again instead.")

    def _write(self, name: str) -> Write:
        tool = self.tools.get(name)
        if isinstance(tool, WriteTool):
            return tool.write
        raise cannot(f"There is no tool {name} any more that could undo this.")


def _maker(snapshot: SavedSnapshot) -> str:
    """Return the tool whose change is undone, or done again."""
    name: str = snapshot.before["restored.tool"] if snapshot.tool == NAME else snapshot.tool
    return name


def _with_what_it_restored(snapshot: SavedSnapshot) -> SavedSnapshot:
    """Return a restore's snapshot together with what was kept of the change that it undid."""
    kept = within("restored", snapshot.before)
    return replace(
        snapshot,
        before={**kept.get("before", {}), **snapshot.before},
        after={**kept.get("after", {}), **snapshot.after},
        undo=kept.get("undo", snapshot.undo),
    )


def _told(snapshot: SavedSnapshot) -> State:
    return {"about.label": snapshot.label, "about.tool": snapshot.tool}


def lands_on(snapshot: SavedSnapshot) -> LandsOn:
    """Return where restoring a snapshot lands."""
    target_id = int(snapshot.target.id) if snapshot.target.id.isdigit() else None
    post_id = None if snapshot.target.kind in NO_POSTS else target_id
    if snapshot.tool == NAME and "undone.new" in snapshot.before:
        return _on_new(snapshot.before["undone.new"], _NEW_BACK_NOTES, snapshot.before["undone.id"])
    if "undo.new" in snapshot.undo:
        return _on_new(snapshot.undo["undo.new"], _NEW_NOTES, snapshot.undo["undo.id"])
    if snapshot.tool == NAME and snapshot.before.get("undone.way") == "made":
        return LandsOn("copy", _BACK_NOTE, post_id, snapshot.before["undone.id"])
    undo_id = snapshot.undo.get("undo.id")
    if snapshot.undo.get("undo.copy"):
        return LandsOn("copy", _BACK_NOTE, post_id, undo_id)
    if snapshot.undo.get("undo.way") == "made":
        return LandsOn("copy", _COPY_NOTE, post_id, undo_id)
    if snapshot.undo.get("undo.way") == "changed" and undo_id != target_id:
        return LandsOn("copy", _DRAFT_NOTE, post_id, undo_id)
    return LandsOn("live", _NOTE, post_id)


def _on_new(way: str, notes: Mapping[str, str], item_id: int) -> LandsOn:
    """Return where a restore lands that is about something that a write made anew."""
    return LandsOn("copy", notes[way], item_id, item_id) if way == DRAFT else LandsOn("live", notes[way], item_id)


def tools(catalogue: Mapping[str, Tool]) -> tuple[Tool, ...]:
    """Return the tool that restores a snapshot.

    Args:
        catalogue: where the tools that made the snapshots are found.
    """
    restore = Restore(catalogue)
    return (
        WriteTool(
            name=NAME,
            title="Restore a snapshot",
            description="Brings back what was there before one change. Takes a snapshot of its own first.",
            schema={
                "type": "object",
                "properties": {
                    "snapshot_uuid": {"type": "string", "description": "From a receipt or from list_snapshots."}
                },
                "required": ["snapshot_uuid"],
                "additionalProperties": False,
            },
            content=True,
            destructive=True,
            lands="On whatever the change landed on: the live site, or a draft copy.",
            undone="The restore takes a snapshot of its own, so it can be taken back once.",
            write=restore,
            approval_when=restore.asks_approval,
            last_change=last_change,
        ),
    )
