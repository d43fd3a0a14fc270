"""Changing one setting of the site: one that core REST shows, or a plain one that a plugin adds there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    SavedSnapshot,
    Settled,
    State,
    Target,
)
from webapp.tools.brought_back import Unlike
from webapp.tools.former_values import FormerValues
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
from webapp.tools.values import within
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


def _unlike(names: Iterable[str], one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    return [name for name in names if not _alike(one[name], other[name])]


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


def _about(name: str) -> str:
    return SETTINGS[name].about if name in SETTINGS else ""


@dataclass(frozen=True)
class OptionUpdate(FormerValues):
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
            warnings.append(f"{setting.label}: it is so already.")
        words = state.get("about.called", {})
        change = Change(name, setting.label, _said(words, before), _said(words, value), "value", setting.about)
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

    def former(self, snapshot: SavedSnapshot) -> State:
        """Return the value before the write."""
        return {snapshot.before["saved.name"]: snapshot.before["saved.value"]}

    def left(self, snapshot: SavedSnapshot) -> State:
        """Return the value that the write left."""
        return within("option", snapshot.after)

    def present(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the setting."""
        name = snapshot.before["saved.name"]
        return {name: _now(site, name)}

    def send(self, site: WordPress, snapshot: SavedSnapshot, fields: State) -> None:
        """Send the one setting."""
        site.post(PATH, fields)

    def comparing(self, snapshot: SavedSnapshot) -> Unlike:
        """Compare values as they are kept."""
        return _unlike

    def shown(self, site: WordPress, snapshot: SavedSnapshot, now: State, later: State) -> list[dict[str, Any]]:
        """Show the setting by its label."""
        return [
            Change(name, _label(name), now[name], later[name], "value", _about(name)).as_json()
            for name in _unlike(later, now, later)
        ]

    def called(self, snapshot: SavedSnapshot, name: str) -> str:
        """Return what people call the setting."""
        return _label(name)

    def told(self, snapshot: SavedSnapshot, present: State, differs: list[str]) -> str:
        """Tell of the setting."""
        label = _label(snapshot.before["saved.name"])
        return f"{label} could not be brought back exactly." if differs else f"{label} is back as it was."


def _said(words: dict[str, str | None], value: Any) -> Any:
    """Return a value as people are shown it: with the name of what it is the id of, where that is known."""
    name = words.get(str(value))
    return f"{name} ({value})" if name else value


def _performed(name: str, value: Any, now: Any, *, unchecked: bool = False) -> Performed:
    return Performed(
        result={"success": True, "updated": True, "option": name, "value": now},
        after={f"option.{name}": now},
        differs=[] if _alike(value, now) else [name],
        unchecked=unchecked,
    )


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
                        "and labels such as Tagline are understood too."
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
