"""In plan mode three things still run: reads, the plan's own tools, and refusals. Refused writes are no steps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.installed import Installed
from tests.promises.acts import ABOUT, MENU, TAGLINE, TEAM, owner_sets, plan, sent, waiting
from tests.promises.doors import Agent
from webapp.core import sites
from webapp.data import Mode, Scope
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead

READS: list[tuple[str, dict[str, Any], str]] = [
    ("list_pages", {}, "pages"),
    ("read_page", {"id": 42}, "title"),
    ("list_menus", {}, "menus"),
    ("list_menu_items", {"menu_id": 3}, "items"),
    ("list_snapshots", {}, "snapshots"),
    ("get_site_context", {}, "terms"),
]


@pytest.mark.promise("P-ON-03", "P-PASS-01")
def test_reads_run_as_usual(agent: Agent) -> None:
    plan(agent, TAGLINE)
    for tool, arguments, field in READS:
        answer = agent.call(tool, **arguments)
        assert (answer["success"], field in answer) == (True, True), tool
    assert len(waiting(agent)) == 1


@pytest.mark.promise("P-PASS-02", "P-PASS-03", "P-PASS-04", "P-PASS-05", "P-PASS-06", "P-PASS-10")
def test_the_tools_of_plan_and_session_run_and_are_no_steps(agent: Agent) -> None:
    plan(agent, TAGLINE)
    assert agent.call("begin_session", mode="plan")["pending_steps"] == 1
    assert agent.call("get_plan")["pending_steps"] == 1
    receipt = agent.call("apply_plan")
    assert receipt["applied"] == 1
    job = agent.call("get_job_status", job_id=receipt["review"]["job_id"])
    assert (job["code"], job["applied"]) == ("respira_plan_applied", 1)
    plan(agent, ABOUT)
    assert agent.call("discard_plan")["discarded"] == 1
    assert agent.call("end_session")["discarded_steps"] == 0


@pytest.mark.promise("P-REF-01", "P-REF-04")
def test_a_tool_that_the_owner_switched_off_is_refused(sayso: Installed, wordpress: SampleSite, agent: Agent) -> None:
    owner_sets(sayso, tools_off=["update_page"])
    agent.call("begin_session", mode="plan")
    assert agent.refused(ABOUT[0], **ABOUT[1])["code"] == "respira_tool_off"
    assert waiting(agent) == []
    assert sent(wordpress) == []


@pytest.mark.promise("P-REF-02", "P-BASE-02", "D-NAME-02")
def test_what_the_keys_scope_does_not_cover_is_refused(sayso: Installed, wordpress: SampleSite, enter) -> None:
    reader = enter(sayso.agent(Mode.CHAT, "Reader", scope=Scope.READ))
    for tool, arguments in (ABOUT, MENU, TEAM, TAGLINE):
        told = reader.refused(tool, **arguments)
        assert told["code"] == "respira_scope_denied", tool
        assert "respira_scope_denied" in told["message"], tool
    assert reader.call("read_page", id=42)["title"] == "About"
    assert waiting(reader) == []
    assert sent(wordpress) == []


@pytest.mark.promise("P-REF-02")
def test_a_key_for_content_plans_pages_but_no_menus_and_settings(sayso: Installed, enter) -> None:
    writer = enter(sayso.agent(Mode.CHAT, "Writer", scope=Scope.CONTENT))
    assert writer.refused(MENU[0], **MENU[1])["code"] == "respira_scope_denied"
    assert writer.refused(TAGLINE[0], **TAGLINE[1])["code"] == "respira_scope_denied"
    assert writer.call(ABOUT[0], **ABOUT[1])["position"] == 1


@pytest.mark.promise("P-REF-03")
def test_what_the_sites_own_login_may_not_do_is_refused(sayso: Installed, wordpress: SampleSite, enter) -> None:
    sites.connect(sayso.desk, sayso.owner.id, wordpress.url, "marta", wordpress.app_password_of("marta"))
    agent = enter(sayso.agent(Mode.CHAT, "For an editor"))
    for tool, arguments in (MENU, TAGLINE):
        assert agent.refused(tool, **arguments)["code"] == "respira_site_forbids"
    assert waiting(agent) == []
    assert agent.call(ABOUT[0], **ABOUT[1])["position"] == 1


COULD_NEVER_RUN: list[tuple[str, str, dict[str, Any]]] = [
    ("respira_not_found", "update_page", {"id": 9999, "title": "Our story"}),
    ("respira_not_found", "delete_page", {"id": 9999}),
    ("respira_invalid_arguments", "update_page", {"id": 42, "headline": "Our story"}),
    ("respira_invalid_arguments", "update_page", {"id": "about", "title": "Our story"}),
    ("respira_invalid_arguments", "update_option", {"option": "no_such_option", "value": "x"}),
    ("respira_invalid_arguments", "update_option", {"option": "posts_per_page", "value": "many"}),
    ("respira_nothing_to_change", "update_page", {"id": 42}),
    ("respira_nothing_to_change", "update_page", {"id": 42, "title": None}),
    ("respira_not_found", "create_menu_item", {"menu_id": 99, "title": "Shop", "url": "/shop/"}),
    ("respira_snapshot_not_found", "restore_snapshot", {"snapshot_uuid": "no such"}),
]


@pytest.mark.promise("P-REF-04", "D-NAME-02")
def test_a_write_that_could_never_run_is_refused(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    for code, tool, arguments in COULD_NEVER_RUN:
        assert agent.refused(tool, **arguments)["code"] == code, (tool, arguments)
        assert agent.refused(tool, **arguments, _respira_plan=True)["code"] == code, (tool, arguments)
    assert waiting(agent) == []
    assert sent(wordpress) == []


@pytest.mark.promise("P-REF-04")
def test_an_item_that_is_in_the_trash_or_a_snapshot_that_is_spent_makes_no_step(
    wordpress: SampleSite, agent: Agent
) -> None:
    uuid = agent.call("update_option", option="title", value="Grain")["snapshot_uuid"]
    agent.call("restore_snapshot", snapshot_uuid=uuid)
    wordpress.trash(42)
    agent.call("begin_session", mode="plan")
    assert "is in the trash" in agent.refused(ABOUT[0], **ABOUT[1])["message"]
    assert agent.refused("restore_snapshot", snapshot_uuid=uuid)["code"] == "respira_cannot_restore"
    assert waiting(agent) == []


@pytest.mark.promise("P-REF-04")
def test_what_the_site_can_not_be_asked_about_is_no_step(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    wordpress.misbehave(AnswerInstead(503, "down"), path="/wp/v2/pages/42")
    assert agent.refused(ABOUT[0], **ABOUT[1])["code"]
    assert waiting(agent) == []


@pytest.mark.promise("P-BASE-01")
def test_with_plan_mode_off_a_delete_asks_for_a_token_and_in_plan_mode_it_is_a_step(
    wordpress: SampleSite, agent: Agent
) -> None:
    asked = agent.call(TEAM[0], **TEAM[1])
    request = asked["data"]["approval_request"]
    assert (asked["success"], asked["code"]) == (False, "respira_approval_required")
    assert (request["tool_name"], request["expires_in"]) == (agent.prefix + "delete_page", 600)
    assert sent(wordpress) == []
    [step] = plan(agent, TEAM)
    assert step["approval_required"] is True
    assert sent(wordpress) == []
    agent.call("end_session")
    assert agent.call(TEAM[0], **TEAM[1], approval_token=request["approval_token"])["status"] == "trash"


@pytest.mark.promise("P-BASE-03")
def test_with_plan_mode_off_an_update_lands_on_a_copy(wordpress: SampleSite, agent: Agent) -> None:
    done = agent.call(ABOUT[0], **ABOUT[1])
    assert (done["success"], done["is_duplicate"], done["original_id"]) == (True, True, 42)
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"
