"""What an owner allows on a site and a key narrows every call, at every door."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.conftest import MovableClock
from tests.installed import Installed
from tests.promises.acts import ABOUT, MENU, TAGLINE, TEAM, TITLE, owner_sets, plan, sent, waiting
from tests.promises.conftest import Enter
from tests.promises.doors import Agent
from webapp.core import keys, sites
from webapp.data import Key, Mode, Scope, Site
from webapp.sample_site import SampleSite
from webapp.tools.answers import Target


def pause_site(sayso: Installed) -> None:
    with sayso.desk.writing() as session:
        sites.pause(session, sayso.desk, session.get_one(Site, sayso.site.id), sayso.owner.id)


def resume_site(sayso: Installed) -> None:
    with sayso.desk.writing() as session:
        sites.resume(session, sayso.desk, session.get_one(Site, sayso.site.id), sayso.owner.id)


def on_key(sayso: Installed, agent: Agent, **given: object) -> None:
    with sayso.desk.writing() as session:
        key = session.get_one(Key, agent.key.id)
        for name, value in given.items():
            setattr(key, name, value)


@pytest.mark.promise("D-OWN-01", "D-OWN-07")
def test_where_a_site_is_for_reading_only_every_key_reads_and_what_waits_does_not_run(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, TAGLINE)
    owner_sets(sayso, scope=Scope.READ)
    for tool, arguments in (ABOUT, MENU, TEAM, TITLE):
        assert agent.refused(tool, **arguments)["code"] == "respira_tool_off", tool
    assert agent.call("read_page", id=42)["title"] == "About"
    assert agent.call("apply_plan")["steps"][0]["error"]["code"] == "respira_tool_off"
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-01", "D-OWN-07")
def test_where_a_site_is_for_content_only_pages_are_planned_and_menus_and_settings_are_not(
    sayso: Installed, agent: Agent
) -> None:
    owner_sets(sayso, scope=Scope.CONTENT)
    agent.call("begin_session", mode="plan")
    for tool, arguments in (MENU, TAGLINE):
        assert agent.refused(tool, **arguments)["code"] == "respira_tool_off", tool
    assert [agent.call(tool, **arguments)["position"] for tool, arguments in (ABOUT, TEAM)] == [1, 2]


@pytest.mark.promise("D-OWN-01", "D-OWN-07")
def test_a_tool_that_is_switched_off_on_a_site_is_refused_also_to_a_step_that_waits(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, TAGLINE)
    owner_sets(sayso, tools_off=["update_option"])
    assert agent.refused(TITLE[0], **TITLE[1])["code"] == "respira_tool_off"
    assert agent.call("apply_plan")["steps"][0]["error"]["code"] == "respira_tool_off"
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-02")
def test_a_tool_that_is_switched_off_for_one_key_works_for_another(
    sayso: Installed, enter: Enter, agent: Agent
) -> None:
    on_key(sayso, agent, tools_off=["update_page"])
    other = enter(sayso.agent(Mode.CHAT, "Other"))
    assert agent.refused(ABOUT[0], **ABOUT[1])["code"] == "respira_tool_off"
    assert other.call(ABOUT[0], **ABOUT[1])["planned"] is True


@pytest.mark.promise("D-OWN-03")
def test_on_a_paused_site_nothing_is_planned_or_applied_reads_go_on_and_the_plan_is_kept(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, TAGLINE)
    pause_site(sayso)
    assert agent.refused(ABOUT[0], **ABOUT[1])["code"] == "respira_site_paused"
    assert agent.refused("apply_plan")["code"] == "respira_site_paused"
    assert agent.call("list_pages")["success"] is True
    assert len(waiting(agent)) == 1
    assert sent(wordpress) == []
    resume_site(sayso)
    assert agent.call("apply_plan")["applied"] == 1


@pytest.mark.promise("D-OWN-03")
def test_on_a_paused_site_nothing_is_written_without_a_plan_either(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    pause_site(sayso)
    assert agent.refused(TAGLINE[0], **TAGLINE[1])["code"] == "respira_site_paused"
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-04")
def test_a_paused_key_is_told_so_whatever_it_asks(sayso: Installed, wordpress: SampleSite, agent: Agent) -> None:
    plan(agent, TAGLINE)
    with sayso.desk.writing() as session:
        keys.pause(session, sayso.desk, session.get_one(Key, agent.key.id), sayso.owner.id)
    for tool, arguments in (("list_pages", {}), ("get_plan", {}), ("apply_plan", {}), TITLE):
        assert agent.refused(tool, **arguments)["code"] == "respira_key_paused", tool
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-04")
def test_a_key_whose_time_is_over_does_not_come_in_any_more(
    sayso: Installed, wordpress: SampleSite, enter: Enter, clock: MovableClock
) -> None:
    agent = enter(sayso.agent(name="Guest", expires_at=clock() + timedelta(hours=1)))
    plan(agent, TAGLINE)
    clock.advance(hours=1)
    for tool, arguments in (("list_pages", {}), ("apply_plan", {}), TITLE):
        assert agent.turned_away(tool, **arguments) == "respira_key_expired", tool
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-05")
def test_where_plan_mode_is_forced_the_write_of_a_key_that_did_not_ask_is_planned(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    owner_sets(sayso, plan_forced=True)
    assert agent.call(TAGLINE[0], **TAGLINE[1])["planned"] is True
    assert agent.call("end_session")["plan_mode"] is True
    assert agent.call(TITLE[0], **TITLE[1])["planned"] is True
    assert sent(wordpress) == []


@pytest.mark.promise("D-KEY-09")
def test_where_plan_mode_is_forced_a_shared_key_may_not_write_although_shared_keys_may(
    sayso: Installed, wordpress: SampleSite, enter: Enter
) -> None:
    agent = enter(sayso.agent(name="Shared", shared=True))
    owner_sets(sayso, shared_keys_write=True, plan_forced=True)
    assert agent.refused(TAGLINE[0], **TAGLINE[1])["code"] == "respira_plan_needs_key"
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-06")
def test_a_protected_item_is_neither_planned_for_nor_written_nor_changed_by_a_step_that_waits(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, ABOUT)
    with sayso.desk.writing() as session:
        site = session.get_one(Site, sayso.site.id)
        sites.protect(session, sayso.desk, site, sayso.owner.id, Target("page", "42", "About"))
    assert agent.refused("delete_page", id=42)["code"] == "respira_protected"
    assert agent.call("apply_plan")["steps"][0]["error"]["code"] == "respira_protected"
    agent.call("end_session")
    assert agent.refused(ABOUT[0], **ABOUT[1])["code"] == "respira_protected"
    assert sent(wordpress) == []


@pytest.mark.promise("D-KEY-10")
def test_a_key_that_is_made_one_of_the_browser_needs_a_persons_yes_for_the_steps_that_wait_already(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, TAGLINE)
    on_key(sayso, agent, mode=Mode.BROWSER)
    assert agent.call("apply_plan")["code"] == "respira_waiting_for_person"
    assert sent(wordpress) == []


@pytest.mark.promise("D-KEY-10")
def test_a_key_that_is_narrowed_does_not_run_the_steps_that_wait_already(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, TAGLINE)
    on_key(sayso, agent, scope=Scope.CONTENT)
    assert agent.call("apply_plan")["steps"][0]["error"]["code"] == "respira_scope_denied"
    assert sent(wordpress) == []


@pytest.mark.promise("D-KEY-10", "P-KEY-03")
def test_a_key_that_is_shared_since_shows_and_applies_no_step_that_waits(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, TAGLINE)
    on_key(sayso, agent, shared=True)
    assert agent.refused("apply_plan")["code"] == "respira_plan_needs_key"
    assert agent.refused("discard_plan")["code"] == "respira_plan_needs_key"
    assert agent.call("get_plan")["steps"] == []
    assert sent(wordpress) == []
