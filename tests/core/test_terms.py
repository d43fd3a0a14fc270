"""Promises of the terms that an agent is told: what the key may do, as key and site stand now."""

from __future__ import annotations

from typing import Any

import pytest

from tests.installed import PREFIX, Installed
from webapp.core import sites
from webapp.data import Key, Mode, Scope, Site
from webapp.tools.answers import Target


def owner_sets(sayso: Installed, **settings: Any) -> None:
    with sayso.desk.writing() as session:
        for name, value in settings.items():
            setattr(session.get_one(Site, sayso.site.id), name, value)


@pytest.mark.parametrize(
    ("key", "site", "told"),
    [
        ({"mode": Mode.ASK}, {}, ("full", "on_request", "chat")),
        ({"mode": Mode.CHAT}, {}, ("full", "always", "chat")),
        ({"mode": Mode.BROWSER}, {}, ("full", "always", "browser")),
        ({"mode": Mode.ASK}, {"plan_forced": True}, ("full", "always", "chat")),
        ({"mode": Mode.ASK}, {"scope": Scope.CONTENT}, ("content", "on_request", "chat")),
        ({"mode": Mode.ASK, "scope": Scope.CONTENT}, {"scope": Scope.FULL}, ("content", "on_request", "chat")),
        ({"mode": Mode.BROWSER, "scope": Scope.READ}, {}, ("read", "never", None)),
        ({"mode": Mode.CHAT}, {"scope": Scope.READ}, ("read", "never", None)),
        ({"mode": Mode.ASK, "shared": True}, {"shared_keys_write": True}, ("full", "never", None)),
    ],
)
def test_the_narrower_of_key_and_site_counts(
    sayso: Installed, key: dict[str, Any], site: dict[str, Any], told: tuple[str, str, str | None]
) -> None:
    owner_sets(sayso, **site)
    terms = sayso.agent(**key).call("get_site_context")["terms"]
    assert (terms["scope"], terms["planned"], terms.get("yes_from")) == told


@pytest.mark.parametrize(
    ("allowed", "forced", "words"),
    [
        (True, False, "This key is shared: it has no plan, and writes at once."),
        (True, True, "This key is shared: it only reads."),
        (False, False, "This key is shared: it only reads."),
    ],
)
def test_a_shared_key_is_told_whether_it_writes(sayso: Installed, allowed: bool, forced: bool, words: str) -> None:
    owner_sets(sayso, shared_keys_write=allowed, plan_forced=forced)
    assert sayso.agent(Mode.ASK, shared=True).call("get_site_context")["terms"]["in_words"] == words


def test_purposes_of_which_nothing_is_on_are_named_in_place_of_their_tools(sayso: Installed) -> None:
    terms = sayso.agent(Mode.BROWSER, tools_off=["list_terms", "get_option", "delete_page"]).call("get_site_context")[
        "terms"
    ]
    assert terms["purposes_off"] == ["Terms to choose from", "A single setting"]
    assert terms["switched_off"] == [PREFIX + "delete_page"]


@pytest.mark.promise("D-TALK-03")
def test_what_is_switched_off_protected_and_paused_is_told(sayso: Installed) -> None:
    owner_sets(sayso, tools_off=["update_option"], direct_editing=True)
    agent = sayso.agent(Mode.BROWSER)
    with sayso.desk.writing() as session:
        session.get_one(Key, agent.key.id).tools_off = ["delete_page"]
        site = session.get_one(Site, sayso.site.id)
        sites.protect(session, sayso.desk, site, sayso.owner.id, Target("page", "42", "About"))
        sites.pause(session, sayso.desk, site, sayso.owner.id)
    terms = agent.call("get_site_context")["terms"]
    assert terms["switched_off"] == [PREFIX + "delete_page", PREFIX + "update_option"]
    assert terms["purposes_off"] == []
    assert terms["protected"] == ["page 42: About"]
    assert (terms["direct_editing"], terms["paused"]) == (True, True)
    assert terms["in_words"] == (
        "The owner paused the site: nothing is planned or applied until they let agents work again. "
        "Every write becomes a step; the person says yes in the browser."
    )
