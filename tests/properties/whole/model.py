"""What the machine knows by itself of what agents asked for and people said yes to. It asks the engine nothing.

Every write carries a word of its own, so that what reaches a site tells whose it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from webapp.data import Mode, Scope

# What a key may use whose scope is changes of content.
CONTENT = {"update_page", "update_post", "create_page", "create_post", "delete_page", "delete_post", "create_term"}
# Outside plan mode these ask a person first.
ASKS = {"delete_page", "delete_post", "create_user"}


@dataclass
class KeyNow:
    """A key as its owner set it.

    Attributes:
        plans: its agent turned plan mode on.
        until: when its plan is over; None where it has none.
    """

    name: str
    site: str
    mode: str
    scope: str = Scope.FULL
    shared: bool = False
    off: set[str] = field(default_factory=set)
    paused: bool = False
    revoked: bool = False
    plans: bool = False
    until: datetime | None = None


@dataclass
class SiteNow:
    """A site as its owner set it."""

    name: str
    scope: str = Scope.FULL
    off: set[str] = field(default_factory=set)
    paused: bool = False
    direct_editing: bool = False
    plan_forced: bool = False
    shared_write: bool = False
    protected: set[tuple[str, str]] = field(default_factory=set)


@dataclass(frozen=True)
class Yes:
    """A yes to a step: to what digest, and whether it is one for a key whose writes a person decides about."""

    digest: str
    counts: bool


@dataclass
class Asked:
    """A step as its agent asked for it, and what people said.

    Attributes:
        word: stands in it and nowhere else.
        gone: it was discarded, or its plan is over.
        moved: somebody else changed on the site what it was planned upon.
        saved: how many writes of it a site saved.
        found: whether the site held its word right after one was saved.
    """

    step_id: str
    key: str
    tool: str
    arguments: dict[str, Any]
    word: str
    yes: Yes | None = None
    dropped: bool = False
    sent_back: bool = False
    gone: bool = False
    moved: bool = False
    saved: int = 0
    found: bool = False


@dataclass
class RunAsked:
    """An apply: by whom, and which steps it may run."""

    key: str
    person: str | None
    steps: frozenset[str]
    saved: dict[str, int] = field(default_factory=dict)
    disturbed: bool = False


@dataclass
class Model:
    """Everything that was asked for and said."""

    keys: dict[str, KeyNow]
    sites: dict[str, SiteNow]
    steps: dict[str, Asked] = field(default_factory=dict)
    runs: dict[str, RunAsked] = field(default_factory=dict)
    tokens: dict[str, tuple[str, str, dict[str, Any]]] = field(default_factory=dict)

    def may_run(self, key: str, now: datetime) -> frozenset[str]:
        """Return the steps that an apply may run, whoever asks for it."""
        until = self.keys[key].until
        if until is None or until <= now:
            return frozenset()
        return frozenset(
            step.step_id
            for step in self.steps.values()
            if step.key == key and not (step.gone or step.dropped or step.sent_back)
        )

    def why_no_step(self, step: Asked, run: RunAsked, digest: str) -> str | None:
        """Return what forbids that a run writes a step now; None where somebody's yes to it stands.

        Args:
            digest: of what is shown of the step now.
        """
        if step.step_id not in run.steps:
            return "nobody asked this run for it"
        if step.dropped or step.sent_back or step.gone:
            return "it was dropped, sent back or discarded"
        if step.moved:
            return "what it was planned upon has moved since"
        if step.saved:
            return "it is on the site already"
        if run.person is not None or self.keys[step.key].mode == Mode.BROWSER:
            if step.yes is None or step.yes.digest != digest:
                return f"nobody said yes to what it is now: {step.yes}"
            if run.person is None and not step.yes.counts:
                return "the yes to it came by a link that does not count"
        return self.why_not(self.keys[step.key], step.tool, step.arguments)

    def why_no_direct_write(self, key: KeyNow, tool: str, arguments: dict[str, Any], token: str | None) -> str | None:
        """Return what forbids a write outside any plan; None where it may be made."""
        site = self.sites[key.site]
        if key.mode != Mode.ASK or site.plan_forced or (key.plans and not key.shared):
            return "it was to be planned"
        if arguments.get("_respira_plan"):
            return "its agent asked that it be planned"
        if key.shared and not site.shared_write:
            return "a shared key only reads"
        if tool in ASKS and self.tokens.pop(token or "", None) != (key.name, tool, arguments):
            return "no approval of exactly this was given, or it was used already"
        return self.why_not(key, tool, arguments)

    def why_not(self, key: KeyNow, tool: str, arguments: dict[str, Any]) -> str | None:
        """Return what of what an owner set forbids a write; None where nothing does."""
        site = self.sites[key.site]
        if key.revoked or key.paused or site.paused:
            return "its key is revoked, or it or its site is paused"
        if tool in key.off | site.off:
            return "its tool is switched off"
        if any(
            scope == Scope.READ or (scope == Scope.CONTENT and tool not in CONTENT) for scope in _scopes(key, site)
        ):
            return "it is beyond the scope"
        if target_of(tool, arguments) in site.protected:
            return "its target is protected"
        return None


def _scopes(key: KeyNow, site: SiteNow) -> tuple[str, str]:
    return key.scope, site.scope


def target_of(tool: str, arguments: dict[str, Any]) -> tuple[str, str]:
    """Return the kind and the id of what a write is about."""
    if tool == "update_option":
        return "option", arguments["option"]
    return tool.rpartition("_")[2], str(arguments.get("id", ""))


# By tool: the request that it may send, and which arguments have to stand in that under which name.
_SENT: dict[str, tuple[str, str, dict[str, str]]] = {
    "update_page": ("POST", r"/wp/v2/pages(/\d+)?", {name: name for name in ("title", "content", "excerpt")}),
    "update_post": ("POST", r"/wp/v2/posts(/\d+)?", {name: name for name in ("title", "content", "excerpt")}),
    "create_page": ("POST", r"/wp/v2/pages", {"title": "title", "content": "content"}),
    "create_post": ("POST", r"/wp/v2/posts", {"title": "title", "content": "content"}),
    "delete_page": ("DELETE", r"/wp/v2/pages/\d+", {}),
    "delete_post": ("DELETE", r"/wp/v2/posts/\d+", {}),
    "create_menu_item": ("POST", r"/wp/v2/menu-items", {"title": "title"}),
    "create_term": ("POST", r"/wp/v2/(categories|tags)", {"name": "name"}),
    "create_user": ("POST", r"/wp/v2/users", {"username": "username", "password": "password"}),
}


def unlike(tool: str, arguments: dict[str, Any], method: str, route: str, body: dict[str, Any]) -> str | None:
    """Return in what a request differs from the write that was asked for; None where it is that write."""
    if tool == "update_option":
        return (
            None if (method, route) == ("POST", "/wp/v2/settings") and _sets(arguments, body) else "another setting"
        )
    sent, pattern, named = _SENT[tool]
    if method != sent or re.fullmatch(pattern, route) is None:
        return "another request"
    if method == "DELETE":
        gone = int(route.rpartition("/")[2]) == arguments["id"] and body.get("force") in (None, False, "false")
        return None if gone else "another item, or for good"
    odd = [
        name for name, field_name in named.items() if name in arguments and body.get(field_name) != arguments[name]
    ]
    return f"other values of {', '.join(odd)}" if odd else None


def _sets(arguments: dict[str, Any], body: dict[str, Any]) -> bool:
    names = {"blogname": "title", "blogdescription": "description"}
    option = names.get(arguments["option"], arguments["option"])
    return body == {option: arguments["value"]}
