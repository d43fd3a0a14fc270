"""What an agent should know of a site before it begins: what the site tells of itself, and what the agent may do.

What the site does not tell to its login is left out, and never guessed. The theme is named by its folder, from a link
in the index: asking for the theme itself makes WordPress write. The names of the facts are those that a widely used
client makes its own short answer of.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from webapp.errors import SiteTrouble
from webapp.tools.answers import Arguments
from webapp.tools.builders import BLOCKS, installed_builders
from webapp.tools.menus import menus
from webapp.tools.spoken import if_allowed
from webapp.tools.tool import ReadTool, Scene
from webapp.wordpress.client import WordPress
from webapp.wordpress.verdicts import plain_text

_INDEX = "name,description,url,home,timezone_string,gmt_offset,namespaces,show_on_front,page_on_front,_links"
_THEME = re.compile(r"wp/v2/themes/([^/?&#]+)")
# Types that every WordPress has.
_OWN_TYPES = frozenset({"post", "page", "attachment", "nav_menu_item"})
_TELLING_RIGHTS = ("edit_pages", "publish_pages", "delete_pages", "edit_theme_options", "manage_options")
# The short answer stays under 2 KB.
MOST_LISTED = 6
_MOST_PURPOSES, _MOST_TOOLS = 12, 2
_LONGEST, _LONGEST_LABEL = 60, 30


def get_site_context(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer what is known of the site, and what this caller may do."""
    full = arguments.get("detail") == "full"
    index = site.get("", _fields=_INDEX).body
    if not isinstance(index, dict):
        raise SiteTrouble("respira_site_not_json", written="no")
    theme = _theme(index)
    plugins = if_allowed(lambda: site.get("wp/v2/plugins", status="active").body, None)
    told = {
        "site_name": _short(index.get("name")),
        "site_url": index.get("url"),
        "home_url": index.get("home"),
        "language": _language(site),
        "timezone": index.get("timezone_string") or _offset(index.get("gmt_offset")),
        "active_theme": {"name": theme} if theme else None,
        "menu_places": if_allowed(lambda: menus.has_places(site), None),
        **_types(site, full),
        "page_builder": _builder(installed_builders(_folders(plugins), theme, index.get("namespaces") or [])),
        **_plugins(plugins, full),
        "login": _login(site, full),
    }
    if full:
        front = {name: index[name] for name in ("show_on_front", "page_on_front") if name in index}
        told |= {"description": plain_text(str(index.get("description") or "")), "front_page": front or None}
    known = {name: value for name, value in told.items() if value is not None}
    return {"success": True, **known, "terms": _terms(scene.terms(), full)}


def _short(text: Any, longest: int = _LONGEST) -> str:
    words = plain_text(str(text or ""))
    return words if len(words) <= longest else words[: longest - 1] + "…"


def _theme(index: Mapping[str, Any]) -> str | None:
    links = index.get("_links")
    named = links.get("wp:active-theme") if isinstance(links, Mapping) else None
    first = named[0] if isinstance(named, list) and named else None
    href = first.get("href") if isinstance(first, Mapping) else None
    found = _THEME.search(unquote(str(href or "")))
    return found[1][:_LONGEST] if found else None


def _language(site: WordPress) -> str | None:
    settings = if_allowed(lambda: site.get("wp/v2/settings", _fields="language").body, None)
    if not isinstance(settings, Mapping) or not isinstance(settings.get("language"), str):
        return None
    # WordPress keeps no word for its own language.
    return settings["language"] or "en_US"


def _offset(hours: Any) -> str | None:
    try:
        minutes = round(float(hours) * 60)
    except (TypeError, ValueError):
        return None
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def _types(site: WordPress, full: bool) -> dict[str, Any]:
    told = if_allowed(lambda: site.get("wp/v2/types").body, None)
    if not isinstance(told, Mapping):
        return {}
    types = [
        {"name": name, "label": _short(one.get("name"), _LONGEST_LABEL)}
        for name, one in told.items()
        if isinstance(one, Mapping) and name not in _OWN_TYPES and not str(name).startswith("wp_")
    ]
    return {"custom_post_types": types} if full else _few("custom_post_types", types)


def _builder(seen: list[str] | None) -> dict[str, Any] | None:
    if seen is None:
        return None
    first, *others = seen or [BLOCKS]
    return {"name": first, **({"others": others} if others else {})}


def _folders(plugins: Any) -> list[str] | None:
    if not isinstance(plugins, list):
        return None
    return [str(one.get("plugin")).partition("/")[0] for one in plugins if _is_active(one)]


def _plugins(plugins: Any, full: bool) -> dict[str, Any]:
    if not isinstance(plugins, list):
        return {}
    active = [
        {"name": _short(one.get("name")), "version": _short(one.get("version"))} for one in plugins if _is_active(one)
    ]
    return {"active_plugin_count": len(active), **({"active_plugins": active} if full else {})}


def _is_active(plugin: Any) -> bool:
    return isinstance(plugin, Mapping) and plugin.get("status") in ("active", "network-active")


def _login(site: WordPress, full: bool) -> dict[str, Any] | None:
    me = if_allowed(lambda: site.get("wp/v2/users/me", context="edit", _fields="name,roles,capabilities").body, None)
    if not isinstance(me, Mapping) or not isinstance(me.get("capabilities"), Mapping):
        return None
    held = sorted(name for name, has in me["capabilities"].items() if has)
    may = held if full else [name for name in _TELLING_RIGHTS if name in held]
    return {"name": _short(me.get("name")), "roles": list(me.get("roles") or [])[:MOST_LISTED], "may": may}


def _terms(terms: Mapping[str, Any], full: bool) -> dict[str, Any]:
    if full:
        return dict(terms)
    most = {"purposes_off": _MOST_PURPOSES, "switched_off": _MOST_TOOLS, "protected": MOST_LISTED}
    told = {name: value for name, value in terms.items() if name not in most}
    for name, number in most.items():
        told |= _few(name, terms.get(name, []), number)
    return told


def _few(name: str, listed: list[Any], most: int = MOST_LISTED) -> dict[str, Any]:
    """Return a list under its name, cut where it is long, and then how many more there are."""
    if len(listed) <= most:
        return {name: listed}
    return {name: listed[:most], f"more_{name}": len(listed) - most}


TOOLS = (
    ReadTool(
        name="get_site_context",
        title="Look at the site and your terms",
        description=(
            "Tells what the site says of itself (name, language, theme, post types, page builder) and what you may "
            "do there: your scope, whether writes are planned, where the yes comes from, what is switched off."
        ),
        schema={
            "type": "object",
            "properties": {
                "detail": {
                    "type": "string",
                    "enum": ["basic", "full"],
                    "description": "basic is short; full lists plugins and every right too.",
                }
            },
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
        run=get_site_context,
    ),
)
