"""Reading the settings of the site: those that core REST shows, and those that its plugins add there."""

from __future__ import annotations

from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Arguments
from webapp.tools.lists import PAGING, part_of
from webapp.tools.site.settings_known import SETTINGS, Setting, setting_named, setting_of, shown_value
from webapp.tools.tool import ReadTool, Scene
from webapp.wordpress.client import WordPress

PATH = "wp/v2/settings"
# The names under which a published client may send which setting is meant.
_NAMES = ("option", "name", "option_name", "key")
_IN_THE_DASHBOARD = "Change it in the site's dashboard. Settings here: list_options."


def settings_of(site: WordPress) -> dict[str, Any]:
    """Return all settings that the site shows, as it shows them.

    Raises:
        SiteTrouble: the site did not answer with its settings.
    """
    body = site.get(PATH).body
    if not isinstance(body, dict):
        raise SiteTrouble("respira_site_not_json", "The site did not answer with its settings.", written="no")
    return body


def found(site: WordPress, name: str) -> tuple[Any, Setting | None]:
    """Return a setting's present value as it was typed, and what is known of the setting.

    Args:
        name: its REST name.

    Raises:
        Refusal: `respira_invalid_arguments`, the site shows no such setting.
    """
    there = settings_of(site)
    if name not in there:
        words = f"There is no setting {name} that WordPress shows to programs."
        raise Refusal("respira_invalid_arguments", words, hint=_IN_THE_DASHBOARD)
    value = shown_value(name, there[name])
    return value, setting_of(name, value)


def list_options(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer with the settings of a site, its own first."""
    there, words = settings_of(site), str(arguments.get("search", "")).casefold()
    names = [name for name in SETTINGS if name in there] + sorted(set(there) - set(SETTINGS))
    lines = [_line(name, shown_value(name, there[name])) for name in names]
    wanted = [line for line in lines if words in f"{line['name']} {line['label']}".casefold()]
    part, counts = part_of(wanted, arguments)
    return {"success": True, "options": part, **counts}


def get_option(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer with one setting."""
    typed = next((arguments[name] for name in _NAMES if name in arguments), None)
    if typed is None:
        raise Refusal("respira_invalid_arguments", "The argument option is missing. Send it with a value.")
    name = setting_named(typed)
    value, _setting = found(site, name)
    return {"success": True, "option": name, **_line(name, value)}


def _line(name: str, value: Any) -> dict[str, Any]:
    setting = setting_of(name, value)
    if setting is None:
        return {"name": name, "label": name, "value": value, "changeable": False, "added_by": "a plugin or the theme"}
    return {
        "name": name,
        "label": setting.label,
        "value": value,
        **({"choices": list(setting.choices)} if setting.choices else {}),
        **({"approval_required": True, "caution": setting.caution} if setting.dangerous else {}),
        **({} if setting.own else {"added_by": "a plugin or the theme"}),
    }


_NAME = {"type": "string", "description": "The setting's name, such as title or blogname, or its label."}
TOOLS = (
    ReadTool(
        name="list_options",
        title="List settings",
        description=(
            "Lists the settings of the site that can be read here, each with its label and value, and whether a "
            "person approves a change of it."
        ),
        schema={
            "type": "object",
            "properties": {
                "search": {"type": "string", "description": "Words to look for in name and label."},
                **PAGING,
            },
            "additionalProperties": False,
        },
        needs=("manage_options",),
        idempotent=True,
        run=list_options,
    ),
    ReadTool(
        name="get_option",
        title="Read a setting",
        description="Reads one setting of the site, with its label, value and choices.",
        schema={
            "type": "object",
            "properties": {
                "option": _NAME,
                **{name: {"type": "string", "description": "The same as option."} for name in _NAMES[1:]},
            },
            "additionalProperties": False,
        },
        needs=("manage_options",),
        idempotent=True,
        run=get_option,
    ),
)
