"""Installing a plugin from wordpress.org by its slug: the only way in that WordPress opens to programs."""

from __future__ import annotations

import re
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
from webapp.tools.brought_back import (
    ALREADY,
    ALREADY_AGAIN,
    AS_WANTED,
    AS_WANTED_AGAIN,
    SHOWN,
    UNDO,
    always,
    cannot,
    deletes,
    edited_since,
)
from webapp.tools.site.plugins import INACTIVE, KIND, NOTE, PATH, Plugin, all_plugins, with_id
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
_HINT = "Send the last part of the address of its page on wordpress.org, such as classic-editor."
_SOURCE = "wordpress.org"
_OTHERS = "Whoever wrote it is not known here. It is installed inactive; activating it is another step."
_UNDO = "Undo deletes its files again, as long as it is still inactive."


def _slug(arguments: Arguments) -> str:
    """Return the slug of a plugin on wordpress.org.

    Raises:
        Refusal: `respira_not_possible` for an address; `respira_invalid_arguments` for what can be no slug.
    """
    typed: str = arguments["slug_or_url"].strip()
    if arguments.get("source", _SOURCE) != _SOURCE or re.search(r"[/:.]", typed):
        words = "WordPress lets programs install plugins from wordpress.org only, and from no other address."
        raise Refusal("respira_not_possible", words, hint=_HINT)
    if _SLUG.fullmatch(typed) is None:
        raise Refusal("respira_invalid_arguments", f"{typed} is no slug of a plugin.", hint=_HINT)
    return typed


@dataclass(frozen=True)
class PluginInstall:
    """The six answers of installing a plugin."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Look which plugins are there; one that is installed already is refused."""
        slug, there = _slug(arguments), all_plugins(site)
        if any(one.folder == slug for one in there):
            words = f"The plugin {slug} is installed already."
            raise Refusal("respira_nothing_to_change", words, hint="list_plugins shows whether it is active.")
        return {"plugin.installed": False, "about.there": [one.id for one in there]}

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what is installed, and from where."""
        slug = _slug(arguments)
        return Proposal(
            effect=f"Install the plugin {slug} from wordpress.org.",
            target=Target(KIND, slug, slug),
            lands_on=LandsOn("live", NOTE),
            changes=[Change("plugin", "Plugin", None, f"{slug}, its newest version, inactive", "value")],
            after={"plugin.installed": True},
            undo=_UNDO,
            warnings=[_OTHERS],
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep which plugins were there."""
        return {"saved.slug": _slug(arguments), "saved.there": state["about.there"]}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Let WordPress fetch and unpack it, and look what is there."""

        def write() -> Performed:
            site.post(PATH, {"slug": saved["saved.slug"]})
            settled = self.settle(site, arguments, state, saved, scene)
            if settled.performed is None:
                raise SiteTrouble(NOTHING_STORED, written="no")
            return settled.performed

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look whether a plugin is there in the folder of this name that was not there before."""
        new = [one for one in all_plugins(site) if one.id not in saved["saved.there"]]
        plugin = next((one for one in new if one.folder == saved["saved.slug"]), None)
        return Settled("no") if plugin is None else Settled("yes", _performed(plugin))

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Look at the plugin that a restore would delete."""
        made = snapshot.undo["undo.id"]
        state = {"undone.id": made, "undone.slug": snapshot.before["saved.slug"]}
        plugin = with_id(site, made)
        if plugin is None:
            return {**state, **AS_WANTED}
        since = edited_since(snapshot, _edited(plugin, snapshot.after["plugin.version"]))
        gone = Change("plugin", "Plugin", plugin.name, None, "value")
        return {
            **state,
            SHOWN: [gone.as_json()],
            **deletes(f"the plugin {plugin.name}", "Undo installs it again, in the version there is then."),
            **since,
        }

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Delete the plugin's files."""
        made = snapshot.undo["undo.id"]
        if not state.get(ALREADY):
            site.delete(f"{PATH}/{made}")
        gone = with_id(site, made) is None
        message = f"The plugin {made} is deleted again." if gone else f"The plugin {made} is still there."
        return Restored(message, [] if gone else ["plugin"], left={"installed": not gone})

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Look whether the plugin is there again."""
        slug = snapshot.before["undone.slug"]
        there = any(one.folder == slug for one in all_plugins(site))
        shown = [Change("plugin", "Plugin", None, slug, "value").as_json()]
        return {"again.installed": there, **(AS_WANTED_AGAIN if there else {SHOWN: shown, UNDO: _UNDO})}

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Install the plugin again."""
        slug = snapshot.before["undone.slug"]
        if not state.get(ALREADY_AGAIN):
            site.post(PATH, {"slug": slug})
        there = any(one.folder == slug for one in all_plugins(site))
        message = f"The plugin {slug} is installed again." if there else f"The plugin {slug} is not there."
        return Restored(message, [] if there else ["plugin"], left={"installed": there})


def _performed(plugin: Plugin) -> Performed:
    return Performed(
        result={
            "success": True,
            "installed": True,
            "slug": plugin.id,
            "name": plugin.name,
            "version": plugin.version,
            "status": plugin.status,
        },
        after={"plugin.installed": True, "plugin.version": plugin.version},
        undo={"undo.id": plugin.id},
    )


def _edited(plugin: Plugin, version: str) -> list[str]:
    """Return what people call what was changed of a plugin since it was installed.

    Raises:
        Refusal: `respira_cannot_restore`, it is in use.
    """
    if plugin.status != INACTIVE:
        raise cannot(f"The plugin {plugin.name} is {plugin.status} now.", hint="Deactivate it first.")
    return [] if plugin.version == version else [f"Version ({version} was installed, now it is {plugin.version})"]


def _meaning(arguments: Arguments) -> dict[str, Any]:
    return {"slug_or_url": _slug(arguments)}


TOOLS = (
    WriteTool(
        name="install_plugin",
        title="Install a plugin",
        description=(
            "Installs a plugin from wordpress.org by its slug, inactive. A person approves it. WordPress takes none "
            "from another address."
        ),
        schema={
            "type": "object",
            "properties": {
                "slug_or_url": {
                    "type": "string",
                    "minLength": 1,
                    "description": "Its slug on wordpress.org, such as classic-editor. Addresses are refused.",
                },
                "source": {
                    "type": "string",
                    "enum": [_SOURCE, "url"],
                    "description": "Where it comes from: wordpress.org, as url is refused.",
                },
            },
            "required": ["slug_or_url"],
            "additionalProperties": False,
        },
        approval_required=True,
        needs=("install_plugins",),
        lands="On the live site.",
        undone="Its files are deleted again, as long as nobody activated or updated it.",
        write=PluginInstall(),
        undo_asks=always,
        meaning=_meaning,
    ),
)
