"""Rights: whether a key may use a tool on a site, as its owner, its scope and the site's own login have it.

Pure: it compares rows with what a tool needs, and asks neither the site nor the database.
"""

from __future__ import annotations

from webapp.data import Key, Scope, Site
from webapp.errors import Refusal
from webapp.tools.tool import Tool, WriteTool


def demand_allowed(tool: Tool, key: Key, site: Site) -> None:
    """Demand that a tool is switched on, within the key's scope, and not beyond the site's login.

    Raises:
        Refusal: the first of these that is not so.
    """
    if tool.name in site.tools_off:
        raise Refusal("respira_tool_off", f"The owner of {site.name} switched {tool.name} off.")
    if not covers(key, tool):
        raise Refusal("respira_scope_denied", f"respira_scope_denied: the key {key.name} may not use {tool.name}.")
    if not login_may(site, tool):
        needed = " or ".join(tool.needs)
        raise Refusal(
            "respira_site_forbids",
            f"The WordPress user {site.username} ({site.role}) may not do this on {site.name}: it lacks {needed}.",
        )


def covers(key: Key, tool: Tool) -> bool:
    """Tell whether a key's scope covers a tool."""
    if not isinstance(tool, WriteTool) or key.scope == Scope.FULL:
        return True
    return key.scope == Scope.CONTENT and tool.content


def login_may(site: Site, tool: Tool) -> bool:
    """Tell whether the site's own login may use a tool, as far as WordPress told."""
    if not tool.needs or site.capabilities is None:
        return True
    return any(need in site.capabilities for need in tool.needs)
