"""What is in the way of a step or a plan, in words for the person who can clear it. Pure; it decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from webapp.core import rights
from webapp.core.rights import Bar
from webapp.core.views import PlanView, StepView
from webapp.data import Key, Scope, Site
from webapp.tools.tool import Tool

_AT_THE_MOST = {Scope.READ: "only read", Scope.CONTENT: "change only content, such as pages, posts and media"}
_TO_SITE, _TO_PROTECTED, _TO_LOGIN = "#may-do", "#protected", "#login"


class Barred(NamedTuple):
    """Why a step can not run as things stand, and the page that shows more."""

    sentence: str
    to: str
    where: str


def barred(plan: PlanView, step: StepView) -> Barred | None:
    """Say what keeps a waiting step from running, whoever says yes to it; None where nothing does."""
    if step.bar is None:
        return None
    key, site, title = plan.key, plan.site, step.title
    key_page, site_page = f"/keys/{key.public_id}", f"/sites/{site.public_id}"
    plan_page = f"/plans/{plan.row.public_id}"
    said, to, where = {
        Bar.SITE_SWITCH: (f"“{title}” is switched off for this site", site_page + _TO_SITE, "What agents may do"),
        Bar.SITE_SCOPE: (f"agents may {_most(site.scope)} here", site_page + _TO_SITE, "What agents may do"),
        Bar.KEY_SWITCH: (f"“{title}” is switched off for the key {key.name}", key_page, "What the key may do"),
        Bar.KEY_SCOPE: (f"the key {key.name} may {_most(key.scope)}", key_page, "What the key may do"),
        Bar.LOGIN: (_login(site), site_page + _TO_LOGIN, "What the login may do"),
        Bar.NEEDS_OTHER: ("it needs what another step makes, and that will not run", plan_page, "The plan"),
        Bar.PROTECTED: (f"{step.row.target_name} is protected", site_page + _TO_PROTECTED, "What is protected"),
    }[step.bar]
    return Barred(f"It can not run as things stand: {said}.", to, where)


def _most(scope: str) -> str:
    return _AT_THE_MOST.get(Scope(scope), "do everything")


def _login(site: Site) -> str:
    return f"the site's own login, {site.username} with the role {site.role or 'unknown'}, may not do this"


def stopped_words(plan: PlanView) -> str | None:
    """Say why nothing of a plan can run for the time being; None where something can."""
    name = plan.key.name
    return {
        None: None,
        "respira_site_paused": "The site is paused, so nothing can be applied.",
        "respira_key_paused": f"The key {name} is paused, so nothing of this plan can run.",
        "respira_plan_needs_key": f"The key {name} is shared now, so nothing of this plan can run.",
        "respira_key_expired": f"The time of the key {name} is over, so nothing of this plan can run.",
    }.get(plan.stopped, "The agent's key was revoked, so nothing of this plan can run.")


def blocked(view: PlanView) -> str | None:
    """Say why nothing can be applied now, or None when it can."""
    if view.open_run is not None:
        return "This plan is being applied now."
    if view.site.disconnected_at is not None:
        return "The site is not connected, so nothing can run on it."
    if view.stopped is not None:
        return stopped_words(view)
    if view.held is not None:
        return view.held
    if any(step.bar is not None for step in view.accepted):
        return "An accepted step can not run as things stand. Drop it, or clear what is in its way."
    stale = [str(step.row.position) for step in view.accepted if step.row.stale]
    if stale:
        one = len(stale) == 1
        steps = (
            f"Step {stale[0]} can not run as it is" if one else f"Steps {', '.join(stale)} can not run as they are"
        )
        what = "it" if one else "them"
        return f"{steps}. Plan {what} again, drop {what}, or ask for a change, and the rest can be applied."
    return _out_of_order(view)


def _out_of_order(view: PlanView) -> str | None:
    pair = view.shown_upon_undecided
    if pair is None:
        return None
    step, before = pair[0].row.position, pair[1].row.position
    first = f"Step {step} is shown as it would be after step {before}"
    if pair[1].row.stale or pair[1].bar is not None or pair[1].undecided_place:
        return f"{first}, which can not run as things stand. Drop step {before} too, or ask for a change."
    return f"{first}. Accept or drop step {before} too."


def beyond_login(site: Site, tools: Iterable[Tool]) -> list[tuple[str, str]]:
    """Return the tools that a site's own login can not use: the title of each with the rights that WordPress asks."""
    return [(tool.title, " or ".join(tool.needs)) for tool in tools if not rights.login_may(site, tool)]


def notes_for_site(site: Site, tools: Iterable[Tool]) -> dict[str, str]:
    """Say of each tool that nobody can use on a site, whatever its owner ticks, why that is so."""
    return {tool.name: "The site's login can not do this." for tool in tools if not rights.login_may(site, tool)}


def notes_for_key(site: Site, tools: Iterable[Tool]) -> dict[str, str]:
    """Say of each tool that a site rules out for all its keys why that is so."""
    tools = list(tools)
    off = {
        tool.name: "Off for the whole site."
        for tool in tools
        if tool.name in site.tools_off or not rights.within(site.scope, tool)
    }
    return {**notes_for_site(site, tools), **off}


def shared_words(key: Key, site: Site) -> str:
    """Say what a shared key may do on a site."""
    writes = rights.shared_writes(key, site)
    return "Shared: it writes at once, without a plan" if writes else "Shared: it only reads on this site"
