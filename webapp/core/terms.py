"""The terms of a key: what it may do on its site, as an agent is told. Pure: it reads rows and asks nobody."""

from __future__ import annotations

from typing import Any

from webapp.data import Key, Mode, Scope, Site
from webapp.tools import groups

from . import rights

_LONGEST = 60
_WIDTHS = (Scope.READ, Scope.CONTENT, Scope.FULL)


def told(key: Key, site: Site, prefix: str) -> dict[str, Any]:
    """Return a key's terms.

    Args:
        prefix: what the asking door puts before the names of tools.

    Returns:
        `scope` is the narrower one of key and site. `planned` is always, on_request or never; `yes_from` is chat or
        browser. `purposes_off` names the purposes of which every tool is off,
        `switched_off` the other tools that are off.
    """
    off = {*site.tools_off, *key.tools_off}
    purposes = groups.wholly_off(off)
    single = off.difference(*(group.tools for group in purposes))
    scope = min(Scope(key.scope), Scope(site.scope), key=_WIDTHS.index)
    planned, words = _planning(key, site, scope)
    if site.paused_at is not None:
        words = f"The owner paused the site: nothing is planned or applied until they let agents work again. {words}"
    return {
        "scope": scope.value,
        "planned": planned,
        **({"yes_from": "browser" if key.mode == Mode.BROWSER else "chat"} if planned != "never" else {}),
        "direct_editing": site.direct_editing,
        "paused": site.paused_at is not None,
        "purposes_off": [group.title for group in purposes],
        "switched_off": [prefix + name for name in sorted(single)],
        "protected": [f"{item['kind']} {item['id']}: {item['name']}"[:_LONGEST] for item in site.protected],
        "in_words": words,
    }


def _planning(key: Key, site: Site, scope: Scope) -> tuple[str, str]:
    if scope == Scope.READ:
        return "never", "This key only reads."
    if key.shared:
        writes = "it has no plan, and writes at once" if rights.shared_writes(key, site) else "it only reads"
        return "never", f"This key is shared: {writes}."
    if key.mode == Mode.BROWSER:
        return "always", "Every write becomes a step; the person says yes in the browser."
    if rights.always_plans(key, site):
        return "always", "Every write becomes a step; apply the plan only after the person said yes in the chat."
    return "on_request", 'Writes are planned after begin_session with mode "plan", or with _respira_plan: true.'
