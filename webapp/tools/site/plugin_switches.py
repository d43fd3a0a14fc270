"""Switching an installed plugin on and off. What a plugin itself does then is beyond us, and is said so."""

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
    SavedSnapshot,
    Settled,
    State,
    Target,
)
from webapp.tools.brought_back import always, cannot
from webapp.tools.former_values import FormerValues, exactly_unlike
from webapp.tools.site.plugins import ACTIVE, INACTIVE, KIND, NOTE, PATH, SLUG, found, slug_meant, with_id
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import within
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress

_BREAKS = (
    "A plugin that does not fit the site can break it when it is switched on. "
    "Then it can only be switched off by hand, on the server."
)
_SHUTS_OUT = "Its name says that it is about who gets in: it may shut Sayso out. Then only its own settings help."
_LET_IN = (
    "Its name says that it is about who gets in: "
    "if it is what lets programs sign in here, Sayso is shut out afterwards."
)
# What an answer has for a status when PHP ended in the middle of it.
_BROKE_OFF = 500
_STAYS = "What the plugin itself did meanwhile, such as to its tables and settings, stays."


@dataclass(frozen=True)
class PluginSwitch(FormerValues):
    """The six answers of switching a plugin on or off.

    Attributes:
        to: the status that it gets.
        verb: what people call that.
    """

    to: str
    verb: str

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Find the plugin."""
        plugin = found(site, arguments["slug"])
        if plugin.status not in (ACTIVE, INACTIVE):
            words = f"The plugin {plugin.name} is switched on for the whole network of sites, so no single site can."
            raise Refusal("respira_not_possible", words, hint="Ask whoever runs the network.")
        return {
            "plugin.status": plugin.status,
            "about.id": plugin.id,
            "about.name": plugin.name,
            "about.signs_in": plugin.is_about_signing_in,
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell the plugin's status before and after."""
        name, before = state["about.name"], state["plugin.status"]
        warnings = [_BREAKS] if self.to == ACTIVE else []
        if state["about.signs_in"]:
            warnings.append(_SHUTS_OUT if self.to == ACTIVE else _LET_IN)
        if before == self.to:
            warnings = [f"It is {self.to} already."]
        return Proposal(
            effect=f"{self.verb} the plugin {name}.",
            target=Target(KIND, state["about.id"], name),
            lands_on=LandsOn("live", NOTE),
            changes=[] if before == self.to else [_change(before, self.to)],
            after={"plugin.status": self.to},
            undo=f"Undo makes it {_other(self.to)} again. {_STAYS}",
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep which plugin it is, and its status."""
        return {
            "saved.id": state["about.id"],
            "saved.name": state["about.name"],
            "saved.status": state["plugin.status"],
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Send the status and read it back."""

        def write() -> Performed:
            self._send(site, saved)
            try:
                now = _status(site, saved["saved.id"])
            except SiteTrouble:
                return self._performed(saved, self.to, unchecked=True)
            if now != self.to:
                raise SiteTrouble(NOTHING_STORED, written="no")
            return self._performed(saved, now)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def _send(self, site: WordPress, saved: State) -> None:
        """Send the status.

        Raises:
            SiteTrouble: `respira_nothing_stored` where WordPress broke off, as it does over a plugin with a fault,
                and the plugin is as it was; else the site's own.
        """
        try:
            site.post(f"{PATH}/{saved['saved.id']}", {"status": self.to})
        except SiteTrouble as trouble:
            broke_off = trouble.status == _BROKE_OFF and trouble.code == "respira_outcome_unknown"
            if not broke_off or _status(site, saved["saved.id"]) != saved["saved.status"]:
                raise
            words = (
                f"WordPress broke off over the plugin {saved['saved.name']}, which is {saved['saved.status']} still."
            )
            hint = "The plugin has a fault, or does not fit this WordPress."
            raise SiteTrouble(NOTHING_STORED, words, hint=hint, written="no") from trouble

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Read the plugin's status."""
        now = _status(site, saved["saved.id"])
        if now == self.to:
            return Settled("yes", self._performed(saved, now))
        return Settled("no" if now == saved["saved.status"] else "unknown")

    def _performed(self, saved: State, now: str, *, unchecked: bool = False) -> Performed:
        result = {"success": True, "slug": saved["saved.id"], "name": saved["saved.name"], "status": now}
        return Performed(result, after={"plugin.status": now}, unchecked=unchecked)

    def former(self, snapshot: SavedSnapshot) -> State:
        """Return the status before the write."""
        return {"status": snapshot.before["saved.status"]}

    def left(self, snapshot: SavedSnapshot) -> State:
        """Return the status that the write left."""
        return within("plugin", snapshot.after)

    def present(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the plugin's status."""
        now = _status(site, snapshot.before["saved.id"])
        if now not in (ACTIVE, INACTIVE):
            reason = "is not there any more" if now is None else f"is {now} now"
            raise cannot(f"The plugin {snapshot.before['saved.name']} {reason}.")
        return {"status": now}

    def send(self, site: WordPress, snapshot: SavedSnapshot, fields: State) -> None:
        """Send the status."""
        site.post(f"{PATH}/{snapshot.before['saved.id']}", fields)

    def shown(self, site: WordPress, snapshot: SavedSnapshot, now: State, later: State) -> list[dict[str, Any]]:
        """Show the status before and after."""
        return [_change(now[name], later[name]).as_json() for name in exactly_unlike(later, now, later)]

    def told(self, snapshot: SavedSnapshot, present: State, differs: list[str]) -> str:
        """Tell of the plugin."""
        name = snapshot.before["saved.name"]
        if differs:
            return f"The plugin {name} could not be switched: it is {present['status']} still."
        return f"The plugin {name} is {present['status']} again."


def _other(status: str) -> str:
    return INACTIVE if status == ACTIVE else ACTIVE


def _change(before: str, after: str) -> Change:
    return Change("status", "Status", before, after, "value")


def _status(site: WordPress, plugin_id: str) -> str | None:
    plugin = with_id(site, plugin_id)
    return None if plugin is None else plugin.status


def _tool(name: str, title: str, description: str, write: PluginSwitch) -> WriteTool:
    return WriteTool(
        name=name,
        title=title,
        description=description,
        schema={
            "type": "object",
            "properties": {"slug": SLUG},
            "required": ["slug"],
            "additionalProperties": False,
        },
        approval_required=True,
        needs=("activate_plugins",),
        idempotent=True,
        lands="On the live site.",
        undone=f"It is made {_other(write.to)} again. What the plugin itself did meanwhile stays.",
        write=write,
        undo_asks=always,
        meaning=slug_meant,
    )


TOOLS = (
    _tool(
        "activate_plugin",
        "Activate a plugin",
        "Switches an installed plugin on. A person approves it.",
        PluginSwitch(ACTIVE, "Activate"),
    ),
    _tool(
        "deactivate_plugin",
        "Deactivate a plugin",
        "Switches an installed plugin off; its files and settings stay. A person approves it.",
        PluginSwitch(INACTIVE, "Deactivate"),
    ),
)
