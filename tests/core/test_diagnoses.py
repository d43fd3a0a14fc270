"""Promises of a look at the connection, for an agent and for the owner: a site that is ill is an answer."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.at_once import at_once
from tests.installed import Agent, Installed
from webapp.core import diagnoses, sites
from webapp.data import Event, Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, HoldUp, IgnoreAuthorization, html


def test_an_agent_is_told_check_by_check_with_what_to_do(agent: Agent, wordpress: SampleSite) -> None:
    wordpress.misbehave(IgnoreAuthorization())
    told = agent.call("diagnose_connection")
    assert set(told) == {"success", "healthy", "summary", "checks"}
    assert (told["success"], told["healthy"]) == (True, False)
    first, second = told["checks"][:2]
    assert set(first) == {"check", "ok", "found", "do"}
    assert (first["check"], first["ok"], first["do"]) == ("login", False, "Copy both from WordPress again.")
    assert second["check"] == "login_header"
    assert "CGIPassAuth On" in second["do"]


@pytest.mark.parametrize("rule", [DIE_BEFORE_SAVING, html(status=503), html()])
def test_it_answers_also_when_the_site_answers_nothing_of_use(
    agent: Agent, wordpress: SampleSite, rule: object
) -> None:
    agent.call("begin_session", mode="plan")
    wordpress.misbehave(rule)
    told = agent.call("diagnose_connection")
    assert told["healthy"] is False
    assert told["checks"][0]["ok"] is False
    assert agent.call("get_plan")["pending_steps"] == 0
    assert wordpress.requests.writes() == []


@pytest.mark.promise("D-TALK-02")
def test_of_a_disconnected_site_it_says_that_its_owner_did_it(sayso: Installed, agent: Agent) -> None:
    with sayso.desk.writing() as session:
        sites.disconnect(session, sayso.desk, session.get_one(Site, sayso.site.id), sayso.owner.id)
    told = agent.call("diagnose_connection")
    assert [(one["check"], one["ok"]) for one in told["checks"]] == [("connected", False)]
    assert "disconnected it" in told["summary"]
    assert agent.call("report_issue", title="It is gone", brief="The site is not connected.")["success"] is True
    with pytest.raises(Refusal, match="respira_site_not_connected"):
        agent.call("get_site_context")
    assert sites_checked(sayso) == 0


def test_the_owners_look_notes_what_the_login_may_do_now_and_an_agents_does_not(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    with sayso.desk.writing() as session:
        session.get_one(Site, sayso.site.id).role = "of yesterday"
    agent.call("diagnose_connection")
    assert role(sayso) == "of yesterday"
    site, found = diagnoses.check(sayso.desk, sayso.owner.id, sayso.site.public_id)
    assert found.healthy is True
    assert role(sayso) == site.role == "administrator"
    wordpress.misbehave(IgnoreAuthorization())
    diagnoses.check(sayso.desk, sayso.owner.id, sayso.site.public_id)
    assert role(sayso) == "administrator"
    assert sites_checked(sayso) == 2


def test_a_site_that_was_disconnected_while_it_was_asked_is_not_given_its_login_back(
    sayso: Installed, wordpress: SampleSite
) -> None:
    held = HoldUp()
    wordpress.misbehave(held, method="GET", path="/wp/v2/users/me", times=1)

    def disconnect_meanwhile() -> None:
        held.wait_for_it()
        with sayso.desk.writing() as session:
            site = session.get_one(Site, sayso.site.id)
            sites.disconnect(session, sayso.desk, site, sayso.owner.id)
            site.role = "of nobody"
        held.let_go()

    (site, found), _ = at_once(
        lambda: diagnoses.check(sayso.desk, sayso.owner.id, sayso.site.public_id), disconnect_meanwhile
    )
    assert found.login is not None
    assert site.disconnected_at is not None
    assert role(sayso) == "of nobody"
    assert sites_checked(sayso) == 1


def role(sayso: Installed) -> str:
    with sayso.desk.reading() as session:
        return session.get_one(Site, sayso.site.id).role


def sites_checked(sayso: Installed) -> int:
    with sayso.desk.reading() as session:
        return len(list(session.scalars(select(Event).where(Event.what == "site.checked"))))
