"""Rights: whether a key may use a tool on a site, as its owner, its scope and the site's own login have it.

Pure: it compares rows with what a tool needs, and asks neither the site nor the database.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum, auto

from webapp.data import Key, Mode, Scope, Site, Step
from webapp.errors import Refusal
from webapp.tools.groups import group_of
from webapp.tools.nouns import word_of
from webapp.tools.tool import ReadTool, SessionTool, Tool


def demand_live(key: Key, now: datetime) -> None:
    """Demand that a key may do anything at all.

    Raises:
        Refusal: it was revoked, its time is over, or it is paused.
    """
    if key.revoked_at is not None:
        raise Refusal("respira_invalid_key")
    if key.expires_at is not None and key.expires_at <= now:
        raise Refusal("respira_key_expired", f"The time of the key {key.name} is over.")
    if key.paused_at is not None:
        raise Refusal("respira_key_paused", f"The key {key.name} is paused, so it can do nothing.")


class Bar(Enum):
    """What keeps a tool from being used with a key on a site, as long as nobody changes it."""

    SITE_SWITCH = auto()
    SITE_SCOPE = auto()
    KEY_SWITCH = auto()
    KEY_SCOPE = auto()
    LOGIN = auto()
    PROTECTED = auto()
    NEEDS_OTHER = auto()


def bar(tool: Tool, key: Key, site: Site) -> Bar | None:
    """Return what keeps a key from using a tool, a pause apart; None when it may."""
    if tool.name in site.tools_off:
        return Bar.SITE_SWITCH
    if not within(site.scope, tool):
        return Bar.SITE_SCOPE
    if tool.name in key.tools_off:
        return Bar.KEY_SWITCH
    if not within(key.scope, tool):
        return Bar.KEY_SCOPE
    return None if login_may(site, tool) else Bar.LOGIN


def bar_of_step(step: Step, tool: Tool, key: Key, site: Site) -> Bar | None:
    """Return what keeps a step from running as things stand, a pause and the key's own end apart."""
    found = bar(tool, key, site)
    if found is None and is_protected(site, step.target_kind, step.target_id):
        return Bar.PROTECTED
    return found


def demand_allowed(tool: Tool, key: Key, site: Site) -> None:
    """Demand that a tool is switched on, within the key's scope, and not beyond the site's login.

    Raises:
        Refusal: the first of these that is not so.
    """
    if writes(tool):
        demand_not_paused(site)
    found = bar(tool, key, site)
    if found is Bar.SITE_SWITCH:
        words = f'The owner of {site.name} switched "{tool.title}" off.'
        raise Refusal("respira_tool_off", words, hint=_where_it_is(tool, "site"))
    if found is Bar.SITE_SCOPE:
        allowed = "reading only" if site.scope == Scope.READ else "changes of content only"
        raise Refusal(
            "respira_tool_off",
            f'The owner of {site.name} allows {allowed}, so "{tool.title}" is off.',
            hint="Ask the owner to allow more on the site's page.",
        )
    if found is Bar.KEY_SWITCH:
        words = f'"{tool.title}" is switched off for the key {key.name}.'
        raise Refusal("respira_tool_off", words, hint=_where_it_is(tool, "key"))
    if found is Bar.KEY_SCOPE:
        raise Refusal("respira_scope_denied", f'respira_scope_denied: "{tool.title}" is beyond the key {key.name}.')
    if found is Bar.LOGIN:
        needed = " or ".join(tool.needs)
        raise Refusal(
            "respira_site_forbids",
            f"The WordPress user {site.username} ({site.role}) may not do this on {site.name}: it lacks {needed}.",
        )


def _where_it_is(tool: Tool, page: str) -> str | None:
    group = group_of(tool.name)
    return (
        None
        if group is None
        else f'Its owner can switch it on, under "{group.title}" on the {page}\'s page in Sayso.'
    )


def demand_not_paused(site: Site) -> None:
    """Demand that the site's owner has not stopped everything.

    Raises:
        Refusal: `respira_site_paused`.
    """
    if site.paused_at is not None:
        raise Refusal("respira_site_paused", f"The owner of {site.name} paused it: nothing is planned or applied.")


def demand_unprotected(site: Site, kind: str, item_id: str) -> None:
    """Demand that the owner did not protect an item.

    Args:
        kind: such as `page`, `menu` or `option`.
        item_id: its id on the site, or an option's name.

    Raises:
        Refusal: `respira_protected`.
    """
    name = next((item["name"] for item in site.protected if _is(item, kind, item_id)), None)
    if name is not None:
        raise Refusal(
            "respira_protected",
            f"The owner of {site.name} protected the {word_of(kind)} {name}, so no agent may change it.",
        )


def is_protected(site: Site, kind: str, item_id: str) -> bool:
    """Tell whether the owner protected an item."""
    return any(_is(item, kind, item_id) for item in site.protected)


def _is(item: Mapping[str, str], kind: str, item_id: str) -> bool:
    return (item["kind"], item["id"]) == (kind, item_id)


def may_use(tool: Tool, key: Key, site: Site) -> bool:
    """Tell whether a key may use a tool, apart from a pause: what the list of tools shows."""
    return bar(tool, key, site) is None


def demand_own(key: Key) -> None:
    """Demand that one agent alone has a key: the plan of a shared one would be everybody's.

    Raises:
        Refusal: `respira_plan_needs_key`.
    """
    if key.shared:
        raise Refusal("respira_plan_needs_key")


def shared_writes(key: Key, site: Site) -> bool:
    """Tell whether a shared key may write at once."""
    return key.shared and site.shared_keys_write and not always_plans(key, site)


def always_plans(key: Key, site: Site) -> bool:
    """Tell whether every write of a key becomes a step, asked for or not."""
    return key.mode != Mode.ASK or site.plan_forced


def login_may(site: Site, tool: Tool) -> bool:
    """Tell whether the site's own login may use a tool, as far as WordPress told."""
    if not tool.needs or site.capabilities is None:
        return True
    return any(need in site.capabilities for need in tool.needs)


def writes(tool: Tool) -> bool:
    """Tell whether a tool writes to sites, itself or by other tools."""
    return not isinstance(tool, ReadTool | SessionTool)


def within(scope: str, tool: Tool) -> bool:
    """Tell whether a scope covers a tool. Every scope covers reading."""
    if not writes(tool) or scope == Scope.FULL:
        return True
    return scope == Scope.CONTENT and tool.content
