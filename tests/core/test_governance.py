"""What an owner allows on a site and a key: it narrows every call, also the steps that wait already."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.core.acts import accept, counts, link, on_key, on_site, opened, plan, sent, statuses, tagline, text, title
from tests.installed import Agent, Installed
from webapp import clock
from webapp.core import keys, reviews, sites
from webapp.core.calls import tools_for
from webapp.data import Key, Mode, Scope, Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HoldUp
from webapp.tools.answers import Target


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent()


def do(sayso: Installed, verb: Callable[..., None], row: type[Site] | type[Key], row_id: int, *more: Any) -> None:
    """Let the owner do one thing to a site or a key."""
    with sayso.desk.writing() as session:
        verb(session, sayso.desk, session.get_one(row, row_id), sayso.owner.id, *more)


def refused(agent: Agent, tool: str, **arguments: Any) -> str:
    with pytest.raises(Refusal) as told:
        agent.call(tool, **arguments)
    return told.value.code


def error_codes(receipt: dict[str, Any]) -> list[str | None]:
    return [step.get("error", {}).get("code") for step in receipt["steps"]]


@pytest.mark.parametrize(
    ("scope", "for_pages", "for_settings", "for_menus"),
    [
        (Scope.READ, "respira_tool_off", "respira_tool_off", "respira_tool_off"),
        (Scope.CONTENT, None, "respira_tool_off", "respira_tool_off"),
        (Scope.FULL, None, None, None),
    ],
)
@pytest.mark.promise("P-REF-01", "D-OWN-01", "D-OWN-07")
def test_a_site_that_allows_less_than_everything_refuses_the_rest_to_every_key(
    sayso: Installed,
    agent: Agent,
    scope: Scope,
    for_pages: str | None,
    for_settings: str | None,
    for_menus: str | None,
) -> None:
    on_site(sayso, scope=scope)
    agent.call("begin_session", mode="plan")
    for (tool, arguments), code in (
        (title(42, "Ours"), for_pages),
        (tagline("Bread"), for_settings),
        (link("Us"), for_menus),
    ):
        if code is None:
            assert agent.call(tool, **arguments)["planned"] is True
        else:
            assert refused(agent, tool, **arguments) == code
    assert agent.call("read_page", id=42)["success"] is True


@pytest.mark.promise("D-OWN-02")
def test_a_tool_can_be_switched_off_for_one_key_only(sayso: Installed, agent: Agent) -> None:
    other = sayso.agent(name="Other")
    on_key(sayso, agent, tools_off=["update_page"])
    tool, arguments = title(42, "Ours")
    assert refused(agent, tool, **arguments) == "respira_tool_off"
    assert other.call(tool, _respira_plan=True, **arguments)["planned"] is True


@pytest.mark.promise("D-OWN-02")
def test_whoever_is_refused_a_tool_that_is_off_learns_its_purpose_and_where_it_is_switched_on(
    sayso: Installed, agent: Agent
) -> None:
    tool, arguments = title(42, "Ours")
    on_key(sayso, agent, tools_off=["update_page"])
    with pytest.raises(Refusal) as for_key:
        agent.call(tool, **arguments)
    assert for_key.value.message == '"Change a page" is switched off for the key Agent.'
    assert for_key.value.hint == 'Its owner can switch it on, under "Pages" on the key\'s page in Sayso.'
    on_site(sayso, tools_off=["update_page"])
    with pytest.raises(Refusal) as for_site:
        agent.call(tool, **arguments)
    assert for_site.value.hint == 'Its owner can switch it on, under "Pages" on the site\'s page in Sayso.'


def test_what_a_key_may_not_use_is_not_listed_for_it(sayso: Installed, agent: Agent) -> None:
    on_key(sayso, agent, tools_off=["update_page"])
    on_site(sayso, scope=Scope.CONTENT)
    names = {tool.name for tool in tools_for(sayso.desk, keys.find(sayso.desk, agent.token))}
    assert {"read_page", "delete_page", "apply_plan"} <= names
    assert names.isdisjoint({"update_page", "update_option", "create_menu_item"})


@pytest.mark.parametrize(
    ("narrowed", "code"),
    [({"scope": Scope.READ}, "respira_tool_off"), ({"tools_off": ["update_option"]}, "respira_tool_off")],
)
@pytest.mark.promise("P-APPLY-05", "D-OWN-01")
def test_narrowing_a_site_holds_for_steps_that_wait(
    sayso: Installed, agent: Agent, wordpress: SampleSite, narrowed: dict[str, Any], code: str
) -> None:
    plan(agent, tagline("Bread"))
    on_site(sayso, **narrowed)
    receipt = agent.call("apply_plan")
    assert error_codes(receipt) == [code]
    assert sent(wordpress) == []


@pytest.mark.promise("P-APPLY-06")
def test_narrowing_a_key_holds_for_steps_that_wait(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, tagline("Bread"))
    on_key(sayso, agent, scope=Scope.CONTENT)
    assert error_codes(agent.call("apply_plan")) == ["respira_scope_denied"]
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-03")
def test_on_a_paused_site_nothing_is_planned_or_written_and_reads_go_on(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    do(sayso, sites.pause, Site, sayso.site.id)
    tool, arguments = title(42, "Ours")
    assert refused(agent, tool, **arguments) == "respira_site_paused"
    assert refused(agent, tool, _respira_plan=True, **arguments) == "respira_site_paused"
    assert agent.call("list_pages")["success"] is True
    assert agent.call("get_plan")["pending_steps"] == 0
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-03")
def test_on_a_paused_site_a_plan_can_not_be_applied_and_is_kept(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, tagline("Bread"))
    do(sayso, sites.pause, Site, sayso.site.id)
    assert refused(agent, "apply_plan") == "respira_site_paused"
    assert sent(wordpress) == []
    do(sayso, sites.resume, Site, sayso.site.id)
    assert counts(agent.call("apply_plan")) == (1, 0, 0)


def test_a_person_can_not_apply_on_a_paused_site_either(sayso: Installed, wordpress: SampleSite) -> None:
    agent = sayso.agent(Mode.BROWSER)
    plan(agent, tagline("Bread"))
    seen = accept(sayso, agent)
    do(sayso, sites.pause, Site, sayso.site.id)
    shown = opened(sayso, agent)
    with pytest.raises(Refusal) as told:
        reviews.apply(sayso.desk, sayso.owner, shown.row.public_id, seen)
    assert told.value.code == "respira_site_paused"
    assert sent(wordpress) == []


def pause_site(sayso: Installed, agent: Agent) -> None:
    do(sayso, sites.pause, Site, sayso.site.id)


def pause_key(sayso: Installed, agent: Agent) -> None:
    do(sayso, keys.pause, Key, agent.key.id)


@pytest.mark.promise("D-OWN-08")
@pytest.mark.parametrize("pause", [pause_site, pause_key])
def test_a_pause_in_the_middle_of_a_run_lets_the_step_finish_and_starts_no_other(
    sayso: Installed, agent: Agent, wordpress: SampleSite, pause: Callable[[Installed, Agent], None]
) -> None:
    step_ids = plan(agent, tagline("Bread"), link("Us"))
    held = HoldUp()
    wordpress.misbehave(held, method="POST", path="/wp/v2/settings")
    applying = threading.Thread(target=lambda: agent.call("apply_plan", continue_on_error=True))
    applying.start()
    held.wait_for_it()
    pause(sayso, agent)
    held.let_go()
    applying.join(30)
    assert statuses(sayso, step_ids) == ["applied", "not_run"]
    assert sent(wordpress) == ["POST /wp/v2/settings"]


@pytest.mark.promise("D-OWN-04")
def test_a_paused_key_can_do_nothing_until_it_is_let_go_on(sayso: Installed, agent: Agent) -> None:
    do(sayso, keys.pause, Key, agent.key.id)
    assert refused(agent, "list_pages") == "respira_key_paused"
    assert refused(agent, "get_plan") == "respira_key_paused"
    do(sayso, keys.resume, Key, agent.key.id)
    assert agent.call("list_pages")["success"] is True


@pytest.mark.promise("D-OWN-04")
def test_a_key_ends_at_its_time(sayso: Installed) -> None:
    soon = clock.now() + timedelta(hours=1)
    agent = sayso.agent(expires_at=soon)
    assert agent.call("list_pages")["success"] is True
    later = sayso.with_clock(lambda: soon)
    assert refused(Agent(later.desk, agent.key, agent.token), "list_pages") == "respira_key_expired"


def test_the_plan_of_a_key_whose_time_is_over_can_not_be_applied_by_a_person(
    sayso: Installed, wordpress: SampleSite
) -> None:
    agent = sayso.agent(Mode.BROWSER)
    plan(agent, tagline("Bread"))
    seen = accept(sayso, agent)
    on_key(sayso, agent, expires_at=clock.now())
    with pytest.raises(Refusal) as told:
        reviews.apply(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id, seen)
    assert told.value.code == "respira_key_expired"
    assert sent(wordpress) == []


@pytest.mark.promise("D-OWN-05")
def test_where_plan_mode_is_forced_every_write_of_every_key_is_planned(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    on_site(sayso, plan_forced=True)
    tool, arguments = tagline("Bread")
    assert agent.call(tool, **arguments)["planned"] is True
    assert agent.call("begin_session")["plan_mode"] is True
    assert agent.call("end_session")["plan_mode"] is True
    assert sent(wordpress) == []


@pytest.mark.promise("D-KEY-05", "D-KEY-08")
def test_a_shared_key_reads_and_writes_only_where_the_owner_lets_shared_keys_write(
    sayso: Installed, wordpress: SampleSite
) -> None:
    agent = sayso.agent(shared=True)
    tool, arguments = tagline("Bread")
    assert agent.call("list_pages")["success"] is True
    assert refused(agent, tool, **arguments) == "respira_shared_key_reads"
    assert refused(agent, tool, _respira_plan=True, **arguments) == "respira_plan_needs_key"
    assert refused(agent, "begin_session", mode="plan") == "respira_plan_needs_key"
    on_site(sayso, shared_keys_write=True)
    assert agent.call(tool, **arguments)["updated"] is True
    on_site(sayso, plan_forced=True)
    assert refused(agent, tool, option="description", value="Cake") == "respira_plan_needs_key"
    assert sent(wordpress) == ["POST /wp/v2/settings"]


@pytest.mark.parametrize(
    ("item", "write"),
    [
        (Target("page", "42", "About"), title(42, "Ours")),
        (Target("page", "311", "Team"), ("delete_page", {"id": 311})),
        (Target("menu", "3", "Main menu"), link("Us")),
        (Target("option", "description", "Tagline"), tagline("Bread")),
    ],
)
@pytest.mark.promise("D-OWN-06")
def test_a_protected_item_is_changed_by_no_agent_planned_or_not(
    sayso: Installed, agent: Agent, wordpress: SampleSite, item: Target, write: tuple[str, dict[str, Any]]
) -> None:
    do(sayso, sites.protect, Site, sayso.site.id, item)
    tool, arguments = write
    assert refused(agent, tool, **arguments) == "respira_protected"
    assert refused(agent, tool, _respira_plan=True, **arguments) == "respira_protected"
    assert agent.call("get_plan")["pending_steps"] == 0
    assert sent(wordpress) == []
    do(sayso, sites.unprotect, Site, sayso.site.id, item.kind, item.id)
    assert agent.call(tool, _respira_plan=True, **arguments)["planned"] is True


@pytest.mark.promise("D-OWN-06", "P-APPLY-05")
def test_a_protection_holds_for_steps_that_wait(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, text(42, "<p>Ours</p>"))
    do(sayso, sites.protect, Site, sayso.site.id, Target("page", "42", "About"))
    assert error_codes(agent.call("apply_plan")) == ["respira_protected"]
    assert sent(wordpress) == []
