"""Review links as agents make them, at every door: for somebody to look and say what they think."""

from __future__ import annotations

import pytest

from tests.installed import Installed
from tests.promises.doors import Agent
from webapp.core import guests, links
from webapp.core.guests import Verdict
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

FIELDS = ["success", "session_id", "label", "scope", "post_ids", "may", "expires_at", "url", "message"]


@pytest.mark.promise("D-LINK-02")
def test_a_review_link_is_made_in_plan_mode_and_touches_neither_the_site_nor_the_plan(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    agent.call("begin_session", mode="plan")
    step = agent.call("update_page", id=42, title="Our story")
    wordpress.requests.clear()
    made = agent.call("create_review_link", label="Ana", scope="pages")
    assert list(made) == FIELDS
    assert (made["scope"], made["post_ids"], made["may"]) == ("plan", [], "comment")
    assert list(wordpress.requests) == []
    assert agent.call("get_plan")["pending_steps"] == 1
    token = made["url"].removeprefix("http://localhost/r/")
    assert len(token) == 43
    with pytest.raises(Refusal, match="respira_link_allows_less"):
        guests.decide(sayso.desk, token, "Ana", Verdict(step["step_id"], "accept", "0" * 64))
    assert agent.refused("create_review_link", ttl_days=31)["code"] == "respira_invalid_arguments"
    assert agent.refused("create_review_link", post_ids=[44])["code"] == "respira_not_found"


@pytest.mark.promise("D-LINK-06")
def test_what_somebody_says_with_a_link_is_told_with_the_next_call_and_then_no_more(
    sayso: Installed, agent: Agent
) -> None:
    agent.call("begin_session", mode="plan")
    step = agent.call("update_page", id=42, title="Our story")["step_id"]
    token = agent.call("create_review_link")["url"].rpartition("/")[2]
    guests.comment(sayso.desk, token, "Ana", "Please keep About.", step_public=step)
    told = agent.call("list_menus")["review"]["notes"]
    assert [(note["text"], note["by"], note["by_link"], note["step_id"]) for note in told] == [
        ("Please keep About.", "Ana", True, step)
    ]
    assert "review" not in agent.call("list_menus")


def test_an_agent_lists_and_ends_its_own_links_and_those_of_nobody_else(
    sayso: Installed, agent: Agent, careful: Agent
) -> None:
    agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, title="Our story")
    made = agent.call("create_review_link", allow_comments=False, ttl_days=2)
    listed = agent.call("list_review_links")["links"]
    assert [(one["session_id"], one["status"], one["may"]) for one in listed] == [
        (made["session_id"], "active", "look")
    ]
    assert made["url"] not in str(listed)
    assert careful.call("list_review_links")["links"] == []
    assert careful.refused("revoke_review_link", session_id=made["session_id"])["code"] == "respira_not_found"
    assert agent.call("revoke_review_link", session_id=made["session_id"])["success"] is True
    assert agent.call("list_review_links")["links"] == []
    ended = agent.call("list_review_links", include_expired=True)["links"]
    assert [one["status"] for one in ended] == ["revoked"]
    with sayso.desk.reading() as session, pytest.raises(Refusal, match="respira_link_over"):
        links.find(session, sayso.desk, made["url"].rpartition("/")[2])


def test_where_no_plan_is_open_there_is_nothing_to_look_at(agent: Agent) -> None:
    assert agent.refused("create_review_link")["code"] == "respira_not_found"
