"""A planned write, seen from the door: a normal result, whose text alone says that nothing was written."""

import json

import pytest
from sqlalchemy import select

from tests.doors.agent import LEGACY, MODERN, Agent
from webapp.core import keys, people, sites
from webapp.data import Mode, Step
from webapp.sample_site.server import running
from webapp.sample_site.site import SampleSite


@pytest.fixture
def wordpress(tmp_path):
    site = SampleSite(tmp_path / "wordpress.db")
    site.fill()
    with running(site):
        yield site
    site.close()


@pytest.fixture
def token(desk, wordpress):
    ben = people.add(desk, "ben@example.com", "Ben")
    site = sites.connect(desk, ben.id, wordpress.url, wordpress.username, wordpress.app_password)
    with desk.writing() as session:
        return keys.issue(session, desk, site.id, "Claude", Mode.CHAT, person_id=ben.id).token


@pytest.mark.parametrize("era", [LEGACY, MODERN])
@pytest.mark.promise("P-DOOR-01", "P-DOOR-02")
def test_the_text_alone_says_that_nothing_was_written_and_which_step_it_is(agent, wordpress, era):
    page = wordpress.add("pages", title="About", status="publish")
    arguments = {"id": page["id"], "title": "Our story"}
    result = agent.call("respira_wordpress_update_page", arguments, era)
    assert result["isError"] is False
    assert "nothing was written" in result["content"][0]["text"]
    assert "now step 1 of the plan" in result["content"][0]["text"]
    assert result["structuredContent"]["code"] == "respira_plan_step"
    assert result["structuredContent"]["planned"] is True
    assert result["structuredContent"]["tool"] == "respira_wordpress_update_page"
    assert result["structuredContent"]["arguments"] == arguments
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


@pytest.mark.promise("D-WORD-03")
def test_a_short_address_answers_in_short_names(client, token, wordpress):
    page = wordpress.add("pages", title="About", status="publish")
    result = Agent(client, token, "/mcp/short").call("update_page", {"id": page["id"], "title": "Our story"})
    assert result["structuredContent"]["tool"] == "update_page"


@pytest.mark.promise("D-WORD-10", "P-APPLY-04")
def test_what_is_kept_for_the_replay_is_the_request_as_it_arrived(agent, desk, wordpress):
    page = wordpress.add("pages", title="About", status="publish")
    arguments = {"id": str(page["id"]), "title": "Our story", "slug": None}
    planned = agent.call("respira_wordpress_update_page", arguments)["structuredContent"]
    with desk.reading() as session:
        step = session.scalars(select(Step).where(Step.public_id == planned["step_id"])).one()
    stored = desk.sealer.unseal(f"step.request {step.public_id}", step.request)
    assert stored == {"name": "respira_wordpress_update_page", "arguments": arguments}
    assert desk.translations["mcp"](stored) == ("update_page", arguments)


@pytest.mark.promise("P-DOOR-01", "D-RUN-04")
def test_an_answer_that_waits_is_no_error(agent):
    result = agent.call("respira_wordpress_apply_plan")
    assert result["isError"] is False
    assert result["structuredContent"]["code"] == "respira_nothing_waiting"


def test_the_key_remembers_which_client_called(agent, desk):
    agent.call("respira_wordpress_get_plan")
    with desk.reading() as session:
        found = keys.find(desk, agent.headers["Authorization"].removeprefix("Bearer "))
        assert session.get_one(type(found), found.id).client == "claude-code 2.1.332"
