"""What the owner or the agent changes while a call waits or reads: it holds for what has not been sent yet."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from tests.core.acts import accept, link, on_key, on_site, opened, plan, sent, tagline, title
from tests.installed import Agent, Installed
from webapp.core import keys, leases, reviews, sites
from webapp.core.limits import WaitingRoom
from webapp.data import Key, Mode, Scope, Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HoldUp
from webapp.tools.answers import Target

Change = Callable[[Installed, Agent], object]


def pause(sayso: Installed, agent: Agent) -> None:
    with sayso.desk.writing() as session:
        sites.pause(session, sayso.desk, session.get_one(Site, sayso.site.id), sayso.owner.id)


def protect_menu(sayso: Installed, agent: Agent) -> None:
    with sayso.desk.writing() as session:
        site = session.get_one(Site, sayso.site.id)
        sites.protect(session, sayso.desk, site, sayso.owner.id, Target("menu", "3", "Main menu"))


def switch_off(sayso: Installed, agent: Agent) -> None:
    on_site(sayso, tools_off=["create_menu_item"])


def force_planning(sayso: Installed, agent: Agent) -> None:
    on_site(sayso, plan_forced=True)


def to_browser(sayso: Installed, agent: Agent) -> None:
    on_key(sayso, agent, mode=Mode.BROWSER)


def begin(sayso: Installed, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")


class Meanwhile:
    """A call on its way, in a thread of its own."""

    def __init__(self, agent: Agent, tool: str, arguments: dict[str, Any]) -> None:
        self.told: dict[str, Any] = {}
        self._thread = threading.Thread(target=self._call, args=(agent, tool, arguments))
        self._thread.start()

    def _call(self, agent: Agent, tool: str, arguments: dict[str, Any]) -> None:
        try:
            self.told = agent.call(tool, **arguments)
        except Refusal as refusal:
            self.told = {"code": refusal.code}

    def answer(self) -> dict[str, Any]:
        self._thread.join(30)
        assert not self._thread.is_alive()
        return self.told


@contextmanager
def reading_held_up(wordpress: SampleSite, path: str, *, skip: int = 0) -> Iterator[HoldUp]:
    """Let one read of the site wait at its door."""
    held = HoldUp()
    wordpress.misbehave(held, method="GET", path=path, times=1, skip=skip)
    try:
        yield held
    finally:
        held.let_go()


@pytest.mark.promise("D-OWN-05", "D-KEY-04", "P-ON-02")
@pytest.mark.parametrize("change", [force_planning, to_browser, begin])
def test_a_direct_write_that_waited_becomes_a_step_when_planning_came_on(
    sayso: Installed, wordpress: SampleSite, change: Change
) -> None:
    agent = sayso.agent()
    with leases.held(sayso.desk, sayso.site.id, "another", "something else"):
        write = Meanwhile(agent, *link("Us"))
        change(sayso, agent)
    told = write.answer()
    assert (told["code"], told["position"]) == ("respira_plan_step", 1)
    assert sent(wordpress) == []


@pytest.mark.promise("D-KEY-08")
def test_a_direct_write_of_a_shared_key_that_waited_is_refused_when_shared_keys_may_not_write_any_more(
    sayso: Installed, wordpress: SampleSite
) -> None:
    on_site(sayso, shared_keys_write=True)
    agent = sayso.agent(shared=True)
    with leases.held(sayso.desk, sayso.site.id, "another", "something else"):
        write = Meanwhile(agent, *link("Us"))
        on_site(sayso, shared_keys_write=False)
    assert write.answer()["code"] == "respira_shared_key_reads"
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-03", "D-OWN-05", "D-OWN-06")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (pause, "respira_site_paused"),
        (protect_menu, "respira_protected"),
        (switch_off, "respira_tool_off"),
        (force_planning, "respira_plan_step"),
    ],
)
def test_a_direct_write_sends_nothing_when_the_owner_narrows_while_it_reads(
    sayso: Installed, wordpress: SampleSite, change: Change, code: str
) -> None:
    agent = sayso.agent()
    with reading_held_up(wordpress, "/wp/v2/menus/3") as held:
        write = Meanwhile(agent, *link("Us"))
        held.wait_for_it()
        change(sayso, agent)
    assert write.answer()["code"] == code
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-03", "D-OWN-06")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (pause, "respira_site_paused"),
        (protect_menu, "respira_protected"),
        (switch_off, "respira_tool_off"),
        (to_browser, "respira_plan_changed"),
    ],
)
def test_a_step_sends_nothing_when_the_owner_narrows_while_it_reads(
    sayso: Installed, wordpress: SampleSite, change: Change, code: str
) -> None:
    agent = sayso.agent()
    plan(agent, link("Us"))
    with reading_held_up(wordpress, "/wp/v2/menus/3") as held:
        applying = Meanwhile(agent, "apply_plan", {})
        held.wait_for_it()
        change(sayso, agent)
    [step] = applying.answer()["steps"]
    assert (step["outcome"], step["error"]["code"]) == ("failed", code)
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-03")
def test_a_write_is_not_planned_when_the_site_is_paused_while_it_reads(
    sayso: Installed, wordpress: SampleSite
) -> None:
    agent = sayso.agent()
    agent.call("begin_session", mode="plan")
    with reading_held_up(wordpress, "/wp/v2/menus/3") as held:
        write = Meanwhile(agent, *link("Us"))
        held.wait_for_it()
        pause(sayso, agent)
    assert write.answer()["code"] == "respira_site_paused"
    assert agent.call("get_plan")["pending_steps"] == 0


def share(sayso: Installed, agent: Agent) -> None:
    """Make a key shared as its page does."""
    with sayso.desk.writing() as session:
        key = session.get_one(Key, agent.key.id)
        keys.change(
            session,
            sayso.desk,
            key,
            sayso.owner.id,
            name=key.name,
            mode=Mode.ASK,
            scope=Scope.FULL,
            tools_off=[],
            shared=True,
            expires_at=None,
        )


@pytest.mark.promise("P-KEY-03", "D-KEY-08")
def test_the_plan_of_a_key_that_is_shared_since_is_shown_to_nobody_and_not_applied(
    sayso: Installed, wordpress: SampleSite
) -> None:
    agent = sayso.agent()
    plan(agent, tagline("Bread"), title(42, "Ours"))
    share(sayso, agent)
    for tool in ("apply_plan", "discard_plan"):
        with pytest.raises(Refusal) as told:
            agent.call(tool)
        assert told.value.code == "respira_plan_needs_key"
    assert agent.call("get_plan")["steps"] == []
    assert sent(wordpress) == []


@pytest.mark.promise("P-KEY-03")
def test_a_person_can_not_apply_the_plan_of_a_key_that_is_shared_since(
    sayso: Installed, wordpress: SampleSite
) -> None:
    agent = sayso.agent(Mode.BROWSER)
    plan(agent, tagline("Bread"))
    seen = accept(sayso, agent)
    share(sayso, agent)
    view = opened(sayso, agent)
    assert view.stopped == "respira_plan_needs_key"
    with pytest.raises(Refusal) as told:
        reviews.apply(sayso.desk, sayso.owner, view.row.public_id, seen)
    assert told.value.code == "respira_plan_needs_key"
    assert sent(wordpress) == []


@pytest.mark.promise("D-RUN-11")
def test_when_too_many_calls_wait_for_a_site_the_next_one_is_told_at_once(
    sayso: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "WAIT", 3600.0)
    agent = sayso.agent()
    crowded = Agent(replace(sayso.desk, waiting_room=WaitingRoom(0)), agent.key, agent.token)
    with leases.held(sayso.desk, sayso.site.id, "another", "something else"):
        write = Meanwhile(crowded, *link("Us"))
        assert write.answer() == {"code": "respira_site_busy"}


@pytest.mark.promise("D-OWN-05", "D-KEY-01")
def test_planning_that_was_forced_ends_when_it_is_not_forced_any_more(
    sayso: Installed, wordpress: SampleSite
) -> None:
    agent = sayso.agent()
    on_site(sayso, plan_forced=True)
    assert agent.call("update_option", option="description", value="Bread")["planned"] is True
    assert agent.call("get_plan")["plan_mode"] is True
    on_site(sayso, plan_forced=False)
    assert agent.call("get_plan")["plan_mode"] is False
    assert agent.call("update_option", option="title", value="Harbour")["updated"] is True
    assert sent(wordpress) == ["POST /wp/v2/settings"]


@pytest.mark.promise("D-OWN-05")
def test_a_plan_of_one_flagged_write_says_that_plan_mode_is_on_once_it_is_forced(
    sayso: Installed, wordpress: SampleSite
) -> None:
    agent = sayso.agent()
    agent.call("update_option", option="title", value="Harbour", _respira_plan=True)
    assert agent.call("get_plan")["plan_mode"] is False
    on_site(sayso, plan_forced=True)
    assert agent.call("get_plan")["plan_mode"] is True
    assert agent.call("discard_plan")["plan_mode"] is True
