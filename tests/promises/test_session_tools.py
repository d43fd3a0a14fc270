"""Looking at the connection, reporting to the owner and asking for one's terms: at every door, in plan mode, paused,
with a key that only reads. None of it is a step, and none of it writes to the site."""

from __future__ import annotations

import pytest

from tests.installed import Installed
from tests.promises.acts import TAGLINE, owner_sets, plan, sent, waiting
from tests.promises.doors import Agent
from webapp.data import Mode, Scope
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING

ISSUE = {"title": "The order is lost", "brief": "The menu lost its order after my change."}


@pytest.mark.promise("P-PASS-07", "P-PASS-09", "P-PASS-01")
def test_they_run_in_plan_mode_and_are_no_steps(wordpress: SampleSite, agent: Agent) -> None:
    plan(agent, TAGLINE)
    looked = agent.call("diagnose_connection")
    assert (looked["healthy"], [one["ok"] for one in looked["checks"]]) == (True, [True] * 10)
    filed = agent.call("report_issue", **ISSUE)
    assert filed["report_id"].startswith("report_")
    assert agent.call("get_site_context")["terms"]["planned"] == "on_request"
    assert len(waiting(agent)) == 1
    assert sent(wordpress) == []


@pytest.mark.promise("P-PASS-07", "P-PASS-09", "D-TALK-03")
def test_they_run_for_a_key_that_only_reads_and_on_a_paused_site(
    sayso: Installed, enter, wordpress: SampleSite
) -> None:
    owner_sets(sayso, paused_at=sayso.desk.clock())
    reader = enter(sayso.agent(Mode.CHAT, "Reader", scope=Scope.READ))
    assert reader.call("diagnose_connection")["healthy"] is True
    assert reader.call("report_issue", **ISSUE)["success"] is True
    terms = reader.call("get_site_context")["terms"]
    assert (terms["scope"], terms["planned"], terms["paused"]) == ("read", "never", True)


@pytest.mark.promise("D-TALK-02")
def test_a_site_that_answers_nothing_is_what_the_look_tells(wordpress: SampleSite, agent: Agent) -> None:
    wordpress.misbehave(DIE_BEFORE_SAVING)
    looked = agent.call("diagnose_connection")
    assert (looked["healthy"], looked["checks"][0]["check"], looked["checks"][0]["ok"]) == (False, "reach", False)
    assert looked["checks"][0]["do"]
    assert sent(wordpress) == []


@pytest.mark.promise("D-TALK-01")
def test_the_twenty_first_report_of_a_day_is_refused(agent: Agent) -> None:
    for _ in range(20):
        agent.call("report_issue", **ISSUE)
    assert agent.refused("report_issue", **ISSUE)["code"] == "respira_too_many_reports"


@pytest.mark.promise("D-TALK-04")
def test_a_run_of_another_key_is_no_job(sayso: Installed, enter, agent: Agent) -> None:
    plan(agent, TAGLINE)
    job = agent.call("apply_plan")["review"]["job_id"]
    assert job.startswith("run_")
    assert agent.call("get_job_status", job_id=job)["applied"] == 1
    other = enter(sayso.agent(Mode.ASK, "Other"))
    assert other.refused("get_job_status", job_id=job)["code"] == "respira_job_not_found"
    assert other.refused("get_job_status", job_id="run_0")["code"] == "respira_job_not_found"
