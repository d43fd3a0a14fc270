"""Promises of what an agent reports to a site's owner: it stays here, sealed, and there is an end to it."""

from __future__ import annotations

import json
import logging

import pytest
from sqlalchemy import select

from tests.conftest import MovableClock
from tests.inside import every_value
from tests.installed import Agent, Installed
from webapp.core import reports, sites
from webapp.data import Event, Scope, Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

ISSUE = {"title": "Menu order is lost", "brief": "The menu lost its CANARY order after my change."}


def test_a_report_is_filed_and_read_back_whole(sayso: Installed, agent: Agent) -> None:
    told = agent.call("report_issue", **ISSUE, severity="high", steps_to_reproduce="1. create_menu_item")
    assert told["success"] is True
    assert "went to nobody else" in told["message"]
    with sayso.desk.reading() as session:
        [filed] = reports.of_person(session, sayso.desk, sayso.owner.id, closed=False, most=10)
    assert filed.report.public_id == told["report_id"]
    assert filed.body == {**ISSUE, "severity": "high", "steps_to_reproduce": "1. create_menu_item"}
    assert (filed.site.name, filed.key.name) == ("Harbour & Grain", "Agent")


@pytest.mark.promise("D-TALK-01")
def test_a_report_goes_to_no_site_no_log_and_no_event_and_is_sealed(
    sayso: Installed, agent: Agent, wordpress: SampleSite, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    agent.call("report_issue", **ISSUE, error_messages="token CANARY")
    assert list(wordpress.requests) == []
    assert "CANARY" not in caplog.text
    assert [value for value in every_value(sayso.desk.database) if "CANARY" in value] == []
    with sayso.desk.reading() as session:
        event = session.scalars(select(Event).where(Event.what == "report.filed")).one()
    assert json.dumps(event.details) == "{}"


def test_a_key_reports_twenty_times_a_day_and_no_more(sayso: Installed, clock: MovableClock) -> None:
    here = sayso.with_clock(clock)
    agent, other = here.agent(name="Busy"), here.agent(name="Calm")
    for _ in range(20):
        agent.call("report_issue", **ISSUE)
    with pytest.raises(Refusal) as refused:
        agent.call("report_issue", **ISSUE)
    assert (refused.value.code, refused.value.status) == ("respira_too_many_reports", 429)
    assert other.call("report_issue", **ISSUE)["success"] is True
    clock.advance(hours=24, seconds=1)
    assert agent.call("report_issue", **ISSUE)["success"] is True


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": "Short"},
        {"title": "x" * 121},
        {"brief": "Too short."},
        {"brief": "x" * 281},
        {"severity": "catastrophic"},
        {"error_messages": "x" * 4001},
        {"title": None},
    ],
)
def test_a_report_that_does_not_fit_is_refused(agent: Agent, wrong: dict[str, str | None]) -> None:
    with pytest.raises(Refusal, match="respira_invalid_arguments"):
        agent.call("report_issue", **{**ISSUE, **wrong})


def test_closing_is_noted_once_with_who_did_it(sayso: Installed, agent: Agent) -> None:
    report = agent.call("report_issue", **ISSUE)["report_id"]
    for _ in range(2):
        with sayso.desk.writing() as session:
            reports.close(session, sayso.desk, sayso.owner.id, report)
    with sayso.desk.reading() as session:
        event = session.scalars(select(Event).where(Event.what == "report.closed")).one()
        assert reports.count_open(session, sayso.owner.id) == 0
    assert (event.subject, event.person_id) == (report, sayso.owner.id)


def test_a_key_that_only_reads_on_a_paused_site_still_reports_and_looks(sayso: Installed) -> None:
    reader = sayso.agent(scope=Scope.READ, shared=True)
    with sayso.desk.writing() as session:
        sites.pause(session, sayso.desk, session.get_one(Site, sayso.site.id), sayso.owner.id)
    assert reader.call("report_issue", **ISSUE)["success"] is True
    assert reader.call("diagnose_connection")["healthy"] is True
    assert reader.call("get_site_context")["terms"]["paused"] is True
