"""Plugins as the site tells of them: finding one by what it is called, and listing them. It only reads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Arguments
from webapp.tools.lists import PAGING, part_of
from webapp.tools.spoken import plain
from webapp.tools.tool import ReadTool, Scene
from webapp.wordpress.client import WordPress

KIND, PATH = "plugin", "wp/v2/plugins"
ACTIVE, INACTIVE = "active", "inactive"
SLUG: dict[str, Any] = {
    "type": "string",
    "minLength": 1,
    "description": "The plugin's folder, or folder/file.php, as list_plugins shows it.",
}
NOTE = "Plugins have no draft copy: this changes the live site when the step runs."
_HINT = "list_plugins shows what is installed."
# What tells of a plugin that stands between programs and the site.
_ABOUT_SIGNING_IN = re.compile(
    r"security|firewall|login|log in|sign.?in|password|two.factor|2fa|rest.api|wordfence", re.IGNORECASE
)


@dataclass(frozen=True)
class Plugin:
    """An installed plugin.

    Attributes:
        id: as the REST interface names it, such as `akismet/akismet`.
        status: `active`, `inactive` or, on a network of sites, `network-active`.
    """

    id: str
    name: str
    status: str
    version: str
    author: str

    @property
    def folder(self) -> str:
        """The folder of its files, or the name of its only file."""
        return self.id.partition("/")[0]

    @property
    def path(self) -> str:
        """Its REST path."""
        return f"{PATH}/{self.id}"

    @property
    def is_about_signing_in(self) -> bool:
        """Whether its name says that it decides who gets in."""
        return _ABOUT_SIGNING_IN.search(f"{self.name} {self.id}") is not None


def all_plugins(site: WordPress) -> list[Plugin]:
    """Return all installed plugins.

    Raises:
        SiteTrouble: the site did not tell.
    """
    body = site.get(PATH).body
    if not isinstance(body, list):
        raise SiteTrouble("respira_site_not_json", "The site did not list its plugins.", written="no")
    return [_plugin(one) for one in body if isinstance(one, dict) and isinstance(one.get("plugin"), str)]


def _plugin(told: Mapping[str, Any]) -> Plugin:
    return Plugin(
        id=told["plugin"],
        name=plain(told.get("name")).strip() or told["plugin"],
        status=str(told.get("status")),
        version=str(told.get("version") or ""),
        author=plain(told.get("author")),
    )


def slug_meant(arguments: Arguments) -> dict[str, Any]:
    """Return which plugin a call means, spelled in one way."""
    return {"slug": arguments["slug"].strip().removesuffix(".php")}


def found(site: WordPress, slug: str) -> Plugin:
    """Return the one installed plugin that a slug means: its folder, with or without its file.

    Raises:
        Refusal: `respira_not_found`, there is none; `respira_invalid_arguments`, there are several, which are named;
            `respira_not_possible`, WordPress has no address for it.
    """
    wanted = slug.strip().removesuffix(".php")
    there = all_plugins(site)
    fitting = [one for one in there if one.id == wanted] or [one for one in there if one.folder == wanted]
    if len(fitting) == 1:
        _demand_reachable(fitting[0])
        return fitting[0]
    if fitting:
        names = ", ".join(f"{one.id}.php ({one.name})" for one in fitting)
        words = f"Several plugins are in the folder {wanted}."
        raise Refusal("respira_invalid_arguments", words, hint=f"Send the file of one too: {names}.")
    raise Refusal("respira_not_found", f"There is no plugin {slug} on the site.", hint=_HINT)


def _demand_reachable(plugin: Plugin) -> None:
    """Demand that the site has an address for a plugin: WordPress makes none for one with a dot in its name."""
    if "." in plugin.id:
        words = f"WordPress lets no program change {plugin.name}, because there is a dot in the name of its file."
        raise Refusal("respira_not_possible", words, hint="Do it in the dashboard, under Plugins.")


def with_id(site: WordPress, plugin_id: str) -> Plugin | None:
    """Return an installed plugin; None where it is not there any more."""
    return next((one for one in all_plugins(site) if one.id == plugin_id), None)


def list_plugins(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer with the installed plugins, the active ones first."""
    there = sorted(all_plugins(site), key=lambda one: (one.status == INACTIVE, one.name.casefold()))
    words = str(arguments.get("search", "")).casefold()
    wanted = [one for one in there if words in f"{one.name} {one.id}".casefold()]
    part, counts = part_of(wanted, arguments)
    return {
        "success": True,
        "plugins": [{"slug": one.id, "name": one.name, "status": one.status, "version": one.version} for one in part],
        **counts,
    }


TOOLS = (
    ReadTool(
        name="list_plugins",
        title="List plugins",
        description="Lists the installed plugins, each with its slug, name, version and whether it is active.",
        schema={
            "type": "object",
            "properties": {
                "search": {"type": "string", "description": "Words to look for in name and slug."},
                **PAGING,
            },
            "additionalProperties": False,
        },
        needs=("activate_plugins",),
        idempotent=True,
        run=list_plugins,
    ),
)
