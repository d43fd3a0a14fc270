"""What an agent reads of a call: the answer, the reason it was refused, or that something broke."""

import dataclasses
import json
import re

import pytest
from flask import Flask
from structlog.testing import capture_logs

from tests.doors.agent import LEGACY, MODERN, Agent, error_of
from webapp.doors import mcp, results, stored
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.tool import ReadTool

ANSWER = {"success": True, "title": "Über uns <b>\ud83d", "copy_id": None, "items": [1, 2.5, {"deep": []}]}


def tool(name, run):
    schema = {"type": "object", "properties": {"text": {"type": "string"}}, "additionalProperties": False}
    return ReadTool(name=name, title=name.title(), description="For tests.", schema=schema, run=run)


def raising(error):
    def run(site, arguments, scene):
        raise error

    return run


TOOLS = [
    tool("look", lambda site, arguments, scene: {**ANSWER, "text": arguments.get("text")}),
    tool("refuse", raising(Refusal("respira_step_stale", "It changed.", hint="Read it.", fields=["title"]))),
    tool("fail", raising(SiteTrouble("respira_site_unreachable", written="no"))),
    tool("break", raising(RuntimeError("the secret text of a bug"))),
    tool("overflow", lambda site, arguments, scene: {"number": float("inf")}),
]


@pytest.fixture
def agent(desk, token):
    app = Flask("doors")
    app.extensions["sayso.desk"] = dataclasses.replace(desk, catalogue={each.name: each for each in TOOLS})
    app.register_blueprint(mcp.blueprint)
    return Agent(app.test_client(), token)


@pytest.mark.parametrize("era", [LEGACY, MODERN])
@pytest.mark.promise("P-DOOR-02")
def test_an_answer_is_given_on_as_it_is_in_both_parts(agent, era):
    result = agent.call("respira_wordpress_look", {"text": "x"}, era)
    assert result["isError"] is False
    assert result["structuredContent"] == {**ANSWER, "text": "x"}
    assert [block["type"] for block in result["content"]] == ["text"]
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


@pytest.mark.parametrize("era", [LEGACY, MODERN])
def test_a_refusal_is_a_result_that_says_what_to_do(agent, era):
    result = agent.call("respira_wordpress_refuse", {}, era)
    assert result["isError"] is True
    assert result["structuredContent"] == {
        "code": "respira_step_stale",
        "message": "It changed.",
        "hint": "Read it.",
        "details": {"fields": ["title"]},
    }
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


def test_trouble_at_the_site_is_a_result_too(agent):
    result = agent.call("respira_wordpress_fail")
    assert result["isError"] is True
    assert result["structuredContent"]["code"] == "respira_site_unreachable"
    assert result["structuredContent"]["hint"] == "Check that the site is up, then try again."


@pytest.mark.parametrize("arguments", [{"text": ["x"]}, {"other": 1}, {"text": "half \ud83d"}, {"\ude00": "x"}])
def test_wrong_arguments_are_the_tool_s_error_and_not_the_protocol_s(agent, arguments):
    result = agent.call("respira_wordpress_look", arguments)
    assert result["isError"] is True
    assert result["structuredContent"]["code"] == "respira_invalid_arguments"


@pytest.mark.parametrize("arguments", [None, {}, {"text": None}])
def test_no_arguments_are_no_arguments_however_they_are_spelled(agent, arguments):
    assert agent.call("respira_wordpress_look", arguments)["structuredContent"]["text"] is None


@pytest.mark.parametrize("name", ["break", "overflow"])
@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_a_bug_is_shown_by_its_id_and_never_by_its_text(agent, era, name):
    with capture_logs() as logs:
        response = getattr(agent, era)("tools/call", {"name": f"respira_wordpress_{name}"})
    assert error_of(response) == (200, -32603, 7)
    told = re.fullmatch(r"something broke, id ([0-9a-f]{8})", response.get_json()["error"]["message"])
    assert told is not None
    assert [line["id"] for line in logs if line["event"] == "mcp.broke"] == [told[1]]
    assert "secret" not in response.get_data(as_text=True)


def test_a_stored_request_becomes_the_call_it_was():
    assert stored.of_mcp({"name": "respira_wordpress_update_page", "arguments": {"id": 42}}) == (
        "update_page",
        {"id": 42},
    )
    assert stored.of_mcp({"name": "update_page", "arguments": None}) == ("update_page", None)
    assert stored.of_mcp({"name": "update_page"}) == ("update_page", None)


@pytest.mark.parametrize(
    "trouble",
    [
        Refusal("respira_step_stale", "long " * 1000, hint="longer " * 1000),
        Refusal("respira_step_stale", body="x" * 5000, ids=list(range(2000)), small=1),
        SiteTrouble("code_" * 500, "\u0001" * 5000, hint="\u0001" * 5000, **{"\u0002" * 900: "x"}),
        SiteTrouble("\u0001" * 5000, "\u0001" * 5000, hint="\u0001" * 5000),
    ],
)
def test_an_error_stays_under_a_thousand_characters_and_keeps_its_parts(trouble):
    result = results.of_trouble(trouble)
    text = result["content"][0]["text"]
    assert len(text) < 1000
    assert json.loads(text) == result["structuredContent"]
    assert set(json.loads(text)) == {"code", "message", "hint", "details"}


def test_the_longest_details_are_left_out_first():
    trouble = Refusal("respira_step_stale", ids=list(range(2000)), post_id=42)
    assert results.of_trouble(trouble)["structuredContent"]["details"] == {"post_id": 42}
