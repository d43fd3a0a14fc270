"""Plugins over REST: list, activate, deactivate, delete, and install from a directory of made-up ones."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from . import demo_words as words
from .asked import Asked
from .fields import Field, Schema
from .routes import Answer, create, delete, deleted, get, links, update
from .store import Item
from .trouble import Trouble, missing_parameters, not_found

SCHEMA: Schema = {"status": Field("string", enum=("inactive", "active"))}
FILTERS: Schema = {"status": Field("strings", enum=("inactive", "active")), "search": Field("string")}


def shape(asked: Asked, plugin: Item) -> dict[str, Any]:
    """Return a plugin as REST shows it."""
    credit = f' <cite>By <a href="{plugin["author_uri"]}">{plugin["author"]}</a>.</cite>'
    about = plugin["description"]
    return {
        "plugin": plugin["id"],
        **{name: plugin[name] for name in ("status", "name", "plugin_uri", "author", "author_uri")},
        "description": {"raw": about, "rendered": about + credit},
        "version": plugin["version"],
        "network_only": False,
        **{name: plugin[name] for name in ("requires_wp", "requires_php", "textdomain")},
        "_links": {"self": links(asked, f"wp/v2/plugins/{plugin['id']}", {})["self"]},
    }


def _need(asked: Asked, capability: str, code: str, doing: str) -> None:
    asked.need(capability, code, f"Sorry, you are not allowed to {doing}.")


def _found(asked: Asked) -> Item:
    plugin = asked.store.find("plugins", unquote(asked.path["plugin"]))
    if plugin is None:
        raise not_found("rest_plugin_not_found", "Plugin not found.")
    return plugin


def listed(asked: Asked) -> Answer:
    """List all installed plugins, without pages."""
    filters = asked.checked(FILTERS)
    _need(asked, "activate_plugins", "rest_cannot_view_plugins", "manage plugins for this site")
    wanted, sought = filters.get("status", ()), filters.get("search", "").lower()
    plugins = [one for one in asked.store.list("plugins") if not wanted or one["status"] in wanted]
    return Answer([shape(asked, one) for one in plugins if sought in f"{one['name']} {one['description']}".lower()])


def read(asked: Asked) -> Answer:
    """Read one plugin."""
    _need(asked, "activate_plugins", "rest_cannot_view_plugin", "manage plugins for this site")
    return Answer(shape(asked, _found(asked)))


def install(asked: Asked) -> Answer:
    """Install a plugin of the directory, inactive unless its status is sent too."""
    sent = asked.checked(SCHEMA)
    _need(asked, "install_plugins", "rest_cannot_install_plugin", "install plugins on this site")
    if "slug" not in asked.params:
        raise missing_parameters("slug")
    slug = asked.params["slug"]
    fetched = next((dict(one) for one in words.DIRECTORY if one["id"].partition("/")[0] == slug), None)
    if fetched is None:
        raise Trouble(404, "plugins_api_failed", "Plugin not found.")
    if asked.store.find("plugins", fetched["id"]) is not None:
        raise Trouble(500, "folder_exists", "Destination folder already exists.")
    plugin = fetched | sent
    asked.store.put("plugins", plugin)
    return Answer(shape(asked, plugin), 201, {"Location": asked.wp.rest(f"wp/v2/plugins/{plugin['id']}")})


def change(asked: Asked) -> Answer:
    """Activate or deactivate a plugin."""
    sent = asked.checked(SCHEMA)
    _need(asked, "activate_plugins", "rest_cannot_manage_plugins", "manage plugins for this site")
    plugin = _found(asked) | sent
    asked.store.put("plugins", plugin)
    return Answer(shape(asked, plugin))


def remove(asked: Asked) -> Answer:
    """Delete an inactive plugin and its files."""
    _need(asked, "delete_plugins", "rest_cannot_manage_plugins", "delete plugins for this site")
    plugin = _found(asked)
    if plugin["status"] == "active":
        message = "Cannot delete an active plugin. Please deactivate it first."
        raise Trouble(400, "rest_cannot_delete_active_plugin", message)
    previous = shape(asked, plugin)
    asked.store.remove("plugins", plugin["id"])
    return deleted(previous)


_ONE = r"/wp/v2/plugins/(?P<plugin>[^.?]+(?:/[^.?]+)?)"
ROUTES = [
    get("/wp/v2/plugins", listed),
    create("/wp/v2/plugins", install),
    get(_ONE, read),
    update(_ONE, change),
    delete(_ONE, remove),
]
