"""Deleting the files of a plugin, which can not be undone; and why none can be updated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
    Target,
)
from webapp.tools.brought_back import FINAL, always, cannot
from webapp.tools.site.plugins import INACTIVE, KIND, NOTE, PATH, SLUG, found, slug_meant, with_id
from webapp.tools.tool import ReadTool, Scene, WriteTool
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress

_FINAL = (
    "This can not be undone, except by installing the plugin again. "
    "A plugin may delete its settings and tables together with its files."
)
_SWITCHED_ON = "Only an inactive plugin can be deleted: this fails unless another step deactivates it first."


@dataclass(frozen=True)
class PluginDelete:
    """The six answers of deleting a plugin."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Find the plugin."""
        plugin = found(site, arguments["slug"])
        return {
            "plugin.status": plugin.status,
            "plugin.version": plugin.version,
            "about.id": plugin.id,
            "about.name": plugin.name,
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what goes."""
        name, on = state["about.name"], state["plugin.status"] != INACTIVE
        return Proposal(
            effect=f"Delete the plugin {name} with its files.",
            target=Target(KIND, state["about.id"], name),
            lands_on=LandsOn("live", NOTE),
            changes=[Change("plugin", "Plugin", f"{name} {state['plugin.version']}".strip(), None, "value")],
            after={"plugin.status": "deleted"},
            undo=_FINAL,
            warnings=[_FINAL, *([_SWITCHED_ON] if on else [])],
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Demand that the plugin is inactive, and keep which it was."""
        if state["plugin.status"] != INACTIVE:
            words = f"The plugin {state['about.name']} is active, and WordPress deletes only inactive ones."
            raise Refusal("respira_not_possible", words, hint="Deactivate it first, with deactivate_plugin.")
        return {"saved.id": state["about.id"], "saved.name": state["about.name"]}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Delete the plugin and look that it is gone."""

        def write() -> Performed:
            site.delete(f"{PATH}/{saved['saved.id']}")
            settled = self.settle(site, arguments, state, saved, scene)
            if settled.performed is None:
                raise SiteTrouble(NOTHING_STORED, written="no")
            return settled.performed

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look whether the plugin is gone."""
        if with_id(site, saved["saved.id"]) is not None:
            return Settled("no")
        result = {"success": True, "deleted": True, "slug": saved["saved.id"], "name": saved["saved.name"]}
        return Settled("yes", Performed(result, after={"plugin.status": "deleted"}, undo=FINAL))

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Refuse: nobody kept the files."""
        raise cannot(_FINAL)

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Refuse: nobody kept the files."""
        raise cannot(_FINAL)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Refuse: nothing was restored."""
        raise cannot(_FINAL)

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Refuse: nothing was restored."""
        raise cannot(_FINAL)


def refuse_update(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Refuse an update, with the plugin's name.

    Raises:
        Refusal: `respira_not_possible`.
    """
    plugin = found(site, arguments["slug"])
    words = f"WordPress lets no program update a plugin, so {plugin.name} stays at {plugin.version or 'its version'}."
    raise Refusal("respira_not_possible", words, hint="Update it in the dashboard, under Plugins.")


_SCHEMA = {
    "type": "object",
    "properties": {"slug": SLUG},
    "required": ["slug"],
    "additionalProperties": False,
}
TOOLS = (
    # It changes nothing, so it is no tool that writes: a refusal is all that it answers.
    ReadTool(
        name="update_plugin",
        title="Update a plugin",
        description="Always refused, with the reason: WordPress lets no program update a plugin.",
        schema=_SCHEMA,
        needs=("update_plugins",),
        idempotent=True,
        run=refuse_update,
    ),
    WriteTool(
        name="delete_plugin",
        title="Delete a plugin",
        description="Deletes an inactive plugin with its files, for good. A person approves it.",
        schema=_SCHEMA,
        approval_required=True,
        needs=("delete_plugins",),
        destructive=True,
        lands="On the live site.",
        undone="It can not be undone, except by installing the plugin again.",
        write=PluginDelete(),
        undo_asks=always,
        meaning=slug_meant,
    ),
)
