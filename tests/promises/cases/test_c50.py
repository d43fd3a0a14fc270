"""C50: the agent never sees why a call failed, or that it was only planned. The text alone says all of it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.conftest import MovableClock
from tests.promises.acts import ABOUT, plan
from tests.promises.conftest import DOORS
from tests.promises.doors import Agent, McpAgent, Told
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, html

Stage = Callable[[Agent, SampleSite, MovableClock], Told]


def bad_argument(agent: Agent, _site: SampleSite, _clock: MovableClock) -> Told:
    return agent.raw("update_page", id=42, headline="x" * 5000)


def unknown_id(agent: Agent, _site: SampleSite, _clock: MovableClock) -> Told:
    return agent.raw("update_page", id=9999, title="T")


def site_down(agent: Agent, site: SampleSite, _clock: MovableClock) -> Told:
    site.misbehave(AnswerInstead(503, "down"))
    return agent.raw("read_page", id=42)


def page_instead_of_data(agent: Agent, site: SampleSite, _clock: MovableClock) -> Told:
    site.misbehave(html(status=500))
    return agent.raw("read_page", id=42)


def plan_full(agent: Agent, _site: SampleSite, _clock: MovableClock) -> Told:
    plan(agent, *[("update_option", {"option": "title", "value": f"T {number}"}) for number in range(50)])
    return agent.raw("update_option", option="title", value="One more")


def expired(agent: Agent, _site: SampleSite, clock: MovableClock) -> Told:
    plan(agent, ABOUT)
    clock.advance(hours=4)
    return agent.raw("update_page", id=42, title="T")


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("stage", "code"),
    [
        (bad_argument, "respira_invalid_arguments"),
        (unknown_id, "respira_not_found"),
        (site_down, None),
        (page_instead_of_data, None),
        (plan_full, "respira_plan_full"),
        (expired, "respira_plan_expired"),
    ],
)
def test_c50_1_every_failure_is_an_error_whose_short_text_has_code_reason_and_what_to_do(
    wordpress: SampleSite, clock: MovableClock, agent: Agent, stage: Stage, code: str | None
) -> None:
    """C50.1 and C50.4: no page of HTML is pasted in, either."""
    told = stage(agent, wordpress, clock)
    assert told.is_error is True
    assert len(told.text) < 1000
    text = json.loads(told.text)
    assert text["code"].startswith("respira_") or text["code"]
    assert code in (None, text["code"])
    assert len(text["message"]) > 10
    assert text.get("hint") or text["data"]["hint"]
    assert "<" not in told.text
    told.text.encode("utf-8")


@pytest.mark.parametrize("door", DOORS)
def test_c50_2_a_planned_write_is_no_error_and_the_text_alone_says_that_it_is_only_planned(agent: Agent) -> None:
    """C50.2"""
    agent.call("begin_session", mode="plan")
    told = agent.raw(ABOUT[0], **ABOUT[1])
    assert told.is_error is False
    assert "nothing was written" in told.text
    assert "step 1" in told.text
    assert told.body["planned"] is True


def test_c50_3_what_is_no_call_is_an_error_of_the_protocol_and_wrong_arguments_are_the_tools(
    agent: McpAgent,
) -> None:
    """C50.3"""
    unknown = agent.client.legacy("tools/call", {"name": "respira_wordpress_burn_page", "arguments": {}})
    assert unknown.get_json()["error"]["code"] == -32602
    for broken in (b"{", b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', b'"x"'):
        assert agent.client.post(broken).get_json()["error"]["code"] in (-32700, -32600)
    told = agent.raw("update_page", id=42, title=["x"])
    assert (told.is_error, told.body["code"]) == (True, "respira_invalid_arguments")


def test_c50_4_words_of_the_site_arrive_as_sound_text_without_its_markup(wordpress: SampleSite, agent: Agent) -> None:
    """C50.4"""
    said = '{"code":"odd","message":"<p>Ne\\ud83d <b>geht</b> nicht &amp; so</p>","data":{"status":400}}'
    plan(agent, ABOUT)
    wordpress.misbehave(AnswerInstead(400, said), method="POST", path="/wp/v2/pages")
    told = agent.raw("apply_plan")
    error = told.body["steps"][0]["error"]
    assert error["code"] == "odd"
    assert "geht" in error["message"]
    assert "<" not in error["message"]
    told.text.encode("utf-8")
