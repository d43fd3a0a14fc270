"""Changing one setting of the site: one that core REST shows, or a plain one that a plugin adds there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.diffs.fingerprint import canonical
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
from webapp.tools.brought_back import ALREADY, SHOWN, cannot
from webapp.tools.site.option_reads import PATH, found
from webapp.tools.site.option_targets import called, demand_fits
from webapp.tools.site.settings_known import (
    ADDRESS,
    SETTINGS,
    Setting,
    is_dangerous,
    setting_named,
    setting_of,
    value_for,
)
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress

_NOTE = "A setting has no draft copy: this changes the live site when the step runs."
_UNDO = "Undo puts the former value back."
_UNDO_ADDRESS = "Undo puts the former address back, as long as the site still answers where it is connected."


def _now(site: WordPress, name: str) -> Any:
    """Return a setting's present value."""
    value, _setting = found(site, name)
    return value


def _alike(one: Any, other: Any) -> bool:
    return canonical(one) == canonical(other)


def _known(name: str, value: Any) -> Setting:
    """Return what is known of a setting whose present value is one that can be changed.

    Raises:
        Refusal: `respira_not_possible`.
    """
    setting = setting_of(name, value)
    if setting is None:
        words = f"The setting {name} was added by a plugin or the theme, and it is neither text nor a number."
        raise Refusal("respira_not_possible", words, hint="Change it in the site's dashboard.")
    return setting


def _asked(arguments: Arguments, present: Any) -> tuple[str, Setting, Any]:
    """Return which setting is meant, what is known of it, and the value that it would have."""
    name = setting_named(arguments["option"])
    setting = _known(name, present)
    return name, setting, value_for(name, setting, arguments["value"])


def _label(name: str) -> str:
    return SETTINGS[name].label if name in SETTINGS else name


@dataclass(frozen=True)
class OptionUpdate:
    """The six answers of changing a setting."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the setting; refuse a name or a value that it does not take."""
        name = setting_named(arguments["option"])
        now, _setting = found(site, name)
        name, setting, value = _asked(arguments, now)
        if not _alike(now, value):
            demand_fits(site, setting.label, setting, value)
        words = {str(one): called(site, setting, one) for one in (now, value) if setting.of}
        return {f"option.{name}": now, "about.called": words}

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell the setting's value before and after."""
        before = state.get(f"option.{setting_named(arguments['option'])}")
        name, setting, value = _asked(arguments, before)
        warnings = [setting.caution] if setting.caution else []
        if _alike(before, value):
            warnings.append(f"{setting.label} already has this value.")
        words = state.get("about.called", {})
        change = Change(name, setting.label, _said(words, before), _said(words, value), "value")
        return Proposal(
            effect=f"Change the setting {setting.label} ({name}).",
            target=Target("option", name, setting.label),
            lands_on=LandsOn("live", _NOTE),
            changes=[] if _alike(before, value) else [change],
            after={f"option.{name}": value},
            undo=_UNDO_ADDRESS if name == ADDRESS else _UNDO,
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep the value as just read."""
        name = setting_named(arguments["option"])
        return {"saved.name": name, "saved.value": state[f"option.{name}"]}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Write the one setting and read it back."""
        name, _setting, value = _asked(arguments, saved["saved.value"])

        def write() -> Performed:
            site.post(PATH, {name: value})
            try:
                now = _now(site, name)
            except (SiteTrouble, Refusal):
                return _performed(name, value, value, unchecked=True)
            if not _alike(now, value) and _alike(now, saved["saved.value"]):
                raise SiteTrouble(NOTHING_STORED, written="no")
            return _performed(name, value, now)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Read the setting."""
        name, _setting, value = _asked(arguments, saved["saved.value"])
        now = _now(site, name)
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


def _said(words: dict[str, str | None], value: Any) -> Any:
    """Return a value as people are shown it: with the name of what it is the id of, where that is known."""
    name = words.get(str(value))
    return f"{name} ({value})" if name else value


def _demand_unchanged(name: str, left: Any, now: Any) -> None:
    if not _alike(now, left):
        words = f"{_label(name)} was changed again since then."
        raise cannot(words, hint="Undo the later change first, or change the setting by hand.")


def _shown(name: str, now: Any, later: Any) -> list[dict[str, Any]]:
    return [] if _alike(now, later) else [Change(name, _label(name), now, later, "value").as_json()]


def _performed(name: str, value: Any, now: Any, *, unchecked: bool = False) -> Performed:
    return Performed(
        result={"success": True, "updated": True, "option": name, "value": now},
        after={f"option.{name}": now},
        differs=[] if _alike(value, now) else [name],
        unchecked=unchecked,
    )


def _put(site: WordPress, name: str, value: Any, now: Any) -> Restored:
    if not _alike(value, now):
        site.post(PATH, {name: value})
    stored = _now(site, name)
    same, label = _alike(stored, value), _label(name)
    message = f"{label} is back as it was." if same else f"{label} could not be brought back exactly."
    return Restored(message, [] if same else [name], left={"value": stored})


def _meaning(arguments: Arguments) -> Arguments:
    name = setting_named(arguments["option"])
    known = SETTINGS.get(name)
    # Which values a setting of a plugin takes, only the site tells.
    value = arguments["value"] if known is None else value_for(name, known, arguments["value"])
    return {"option": name, "value": value}


TOOLS = (
    WriteTool(
        name="update_option",
        title="Change a setting",
        description=(
            "Changes one setting of the site, such as title, description, timezone or posts_per_page. Visitors see "
            "it at once. A person approves a change of the address, the e-mail address, the front page, and of what "
            "a plugin added."
        ),
        schema={
            "type": "object",
            "properties": {
                "option": {
                    "type": "string",
                    "description": (
                        f"One of {', '.join(SETTINGS)}, or what list_options shows besides; names such as blogname "
                        "are understood too."
                    ),
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
        approval_when=lambda arguments, scene: is_dangerous(arguments["option"]),
        undo_asks=lambda snapshot: is_dangerous(snapshot.target.id),
        takes={"value": ("page", "media", "term")},
    ),
)
