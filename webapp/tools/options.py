"""Changing one setting of the site. Only settings that core REST knows; the site's address never."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.diffs.fingerprint import canonical
from webapp.errors import SiteTrouble
from webapp.wordpress.client import WordPress

from .answers import Arguments, Change, LandsOn, Performed, Proposal, Restored, SavedSnapshot, Settled, State, Target
from .putting_back import ALREADY, SHOWN, cannot
from .settings_known import SETTINGS, setting_named, shown_value, value_for
from .tool import Scene, WriteTool
from .writing import NOTHING_STORED, or_settle

_PATH = "wp/v2/settings"
_NOTE = "A setting has no draft copy: this changes the live site when the step runs."


def _now(site: WordPress, name: str) -> Any:
    """Return a setting's present value."""
    body = site.get(_PATH).body
    if not isinstance(body, dict):
        raise SiteTrouble("respira_site_not_json", "The site did not answer with its settings.", written="no")
    if name not in body:
        words = f"This WordPress does not show the setting {name}."
        raise SiteTrouble("respira_not_found", words, written="no")
    return shown_value(name, body[name])


def _alike(one: Any, other: Any) -> bool:
    return canonical(one) == canonical(other)


@dataclass(frozen=True)
class OptionUpdate:
    """The six answers of changing a setting."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the setting; refuse a name or a value that it does not take."""
        name = setting_named(arguments["option"])
        value_for(name, arguments["value"])
        return {f"option.{name}": _now(site, name)}

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell the setting's value before and after."""
        name = setting_named(arguments["option"])
        setting, value = SETTINGS[name], value_for(name, arguments["value"])
        before = state.get(f"option.{name}")
        warnings = [setting.caution] if setting.caution else []
        if _alike(before, value):
            warnings.append(f"{setting.label} already has this value.")
        return Proposal(
            effect=f"Change the setting {setting.label} ({name}).",
            target=Target("option", name, setting.label),
            lands_on=LandsOn("live", _NOTE),
            changes=[] if _alike(before, value) else [Change(name, setting.label, before, value, "value")],
            after={f"option.{name}": value},
            undo="Undo puts the former value back.",
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep the value as just read."""
        name = setting_named(arguments["option"])
        return {"saved.name": name, "saved.value": state[f"option.{name}"]}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Write the one setting and read it back."""
        name = saved["saved.name"]
        value = value_for(name, arguments["value"])

        def write() -> Performed:
            site.post(_PATH, {name: value})
            try:
                now = _now(site, name)
            except SiteTrouble:
                return _performed(name, value, value, unchecked=True)
            if not _alike(now, value) and _alike(now, saved["saved.value"]):
                raise SiteTrouble(NOTHING_STORED, written="no")
            return _performed(name, value, now)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Read the setting."""
        name = saved["saved.name"]
        value, now = value_for(name, arguments["value"]), _now(site, name)
        if _alike(now, value):
            return Settled("yes", _performed(name, value, now))
        return Settled("no" if _alike(now, saved["saved.value"]) else "unknown")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the value that a restore would overwrite."""
        name = snapshot.before["saved.name"]
        now, saved = _now(site, name), snapshot.before["saved.value"]
        left = snapshot.after.get(f"option.{name}", now)
        state = {"undone.name": name, "now.value": now}
        if _alike(now, saved) and not _alike(left, saved):
            return {**state, ALREADY: True}
        _demand_unchanged(name, left, now)
        return {**state, SHOWN: _shown(name, now, saved)}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send the former value back, and nothing else."""
        return _put(site, snapshot.before["saved.name"], snapshot.before["saved.value"], state["now.value"])

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the value that undoing a restore would overwrite."""
        name, later = snapshot.before["undone.name"], snapshot.before["now.value"]
        now = _now(site, name)
        if not _alike(now, later):
            _demand_unchanged(name, snapshot.after.get("left.value", now), now)
        return {"again.value": now, SHOWN: _shown(name, now, later)}

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send the later value again."""
        return _put(site, snapshot.before["undone.name"], snapshot.before["now.value"], state["again.value"])


def _demand_unchanged(name: str, left: Any, now: Any) -> None:
    if not _alike(now, left):
        words = f"{SETTINGS[name].label} was changed again since then."
        raise cannot(words, hint="Undo the later change first, or change the setting by hand.")


def _shown(name: str, now: Any, later: Any) -> list[dict[str, Any]]:
    return [] if _alike(now, later) else [Change(name, SETTINGS[name].label, now, later, "value").as_json()]


def _performed(name: str, value: Any, now: Any, *, unchecked: bool = False) -> Performed:
    return Performed(
        result={"success": True, "updated": True, "option": name, "value": now},
        after={f"option.{name}": now},
        differs=[] if _alike(value, now) else [name],
        unchecked=unchecked,
    )


def _put(site: WordPress, name: str, value: Any, now: Any) -> Restored:
    if not _alike(value, now):
        site.post(_PATH, {name: value})
    stored = _now(site, name)
    same, label = _alike(stored, value), SETTINGS[name].label
    message = f"{label} is back as it was." if same else f"{label} could not be brought back exactly."
    return Restored(message, [] if same else [name], left={"value": stored})


def _meaning(arguments: Arguments) -> Arguments:
    name = setting_named(arguments["option"])
    return {"option": name, "value": value_for(name, arguments["value"])}


TOOLS = (
    WriteTool(
        name="update_option",
        title="Change a setting",
        description=(
            "Changes one setting of the site, such as title, description, timezone or posts_per_page. The site's "
            "address can not be changed. Visitors see it at once."
        ),
        schema={
            "type": "object",
            "properties": {
                "option": {
                    "type": "string",
                    "description": f"One of {', '.join(SETTINGS)}; names such as blogname are understood too.",
                },
                "value": {
                    "type": "string",
                    "description": 'The new value: text, a number such as "10", or "true" or "false".',
                },
            },
            "required": ["option", "value"],
            "additionalProperties": False,
        },
        needs=("manage_options",),
        idempotent=True,
        lands="On the live site.",
        undone="The former value is put back.",
        write=OptionUpdate(),
        meaning=_meaning,
    ),
)
