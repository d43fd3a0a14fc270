"""C08: numbers, booleans, lists and objects arrive as text. Plain spellings are taken, anything else is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.promises.acts import ABOUT, TAGLINE, TITLE, ids, owner_sets, plan, sent, statuses, waiting
from tests.promises.conftest import DOORS
from tests.promises.doors import Agent
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead
from webapp.tools.arguments import fit

LISTS = {
    "type": "object",
    "properties": {
        "id": {"type": "integer"},
        "categories": {"type": "array", "items": {"type": "integer"}},
        "meta": {"type": "object"},
        "step_ids": {"type": "array", "items": {"type": "string"}},
        "force": {"type": "boolean"},
    },
    "additionalProperties": False,
}


@pytest.mark.parametrize("door", DOORS)
def test_c08_1_a_number_as_text_is_planned_and_shown_as_a_number(sayso, wordpress: SampleSite, agent: Agent) -> None:
    """C08.1"""
    owner_sets(sayso, direct_editing=True)
    [step] = plan(agent, ("update_page", {"id": "42", "title": "Our story", "edit_target": "live"}))
    assert step["arguments"] == {"id": 42, "title": "Our story", "edit_target": "live"}
    assert type(step["arguments"]["id"]) is int
    agent.call("apply_plan")
    assert sent(wordpress) == ["POST /wp/v2/pages/42"]


def test_c08_2_false_as_text_is_false_and_no_is_refused(wordpress: SampleSite, agent: Agent) -> None:
    """C08.2"""
    plan(agent, TITLE, TAGLINE)
    told = agent.refused("apply_plan", continue_on_error="no")
    assert told["code"] == "respira_invalid_arguments"
    assert "continue_on_error must be true or false" in told["message"]
    assert statuses(agent) == ["planned", "planned"]
    wordpress.misbehave(
        AnswerInstead(403, '{"code":"no","message":"No.","data":{"status":403}}'), method="POST", times=1
    )
    receipt = agent.call("apply_plan", continue_on_error="false")
    assert (receipt["failed"], receipt["not_run"]) == (1, 1)
    assert fit(LISTS, {"force": "false"}) == {"force": False}
    with pytest.raises(Refusal, match="force must be true or false"):
        fit(LISTS, {"force": "no"})


def test_c08_3_lists_and_objects_as_text_are_lists_and_objects(agent: Agent) -> None:
    """C08.3"""
    assert fit(LISTS, {"categories": "[3,5]"}) == {"categories": [3, 5]}
    assert fit(LISTS, {"categories": ["3", "5"]}) == {"categories": [3, 5]}
    assert fit(LISTS, {"categories": '["3", 5]'}) == {"categories": [3, 5]}
    for odd in ("3,5", "[3,", "3", '{"a":1}', ["042"], ["x"], [3, "+5"]):
        with pytest.raises(Refusal, match="categories"):
            fit(LISTS, {"categories": odd})
    first, second = plan(agent, ("update_page", {"id": 42, "meta": '{"a":1}'}), TITLE)
    assert first["arguments"] == {"id": 42, "meta": {"a": 1}}
    assert agent.call("discard_plan", step_ids=f'["{first["step_id"]}"]')["discarded"] == 1
    assert agent.call("apply_plan", step_ids=f'["{second["step_id"]}"]')["applied"] == 1


@pytest.mark.parametrize("odd", ["042", "+42", " 42", "42.0", "4e1", "", "[42]", True])
def test_c08_4_another_spelling_of_a_number_is_refused_and_named(agent: Agent, odd: Any) -> None:
    """C08.4"""
    agent.call("begin_session", mode="plan")
    told = agent.refused("update_page", id=odd, title="Our story")
    assert told["code"] == "respira_invalid_arguments"
    assert "The argument id must be a whole number" in told["message"]
    assert waiting(agent) == []


@pytest.mark.parametrize("door", DOORS)
def test_c08_5_the_same_write_with_the_number_as_text_is_the_same_step(agent: Agent) -> None:
    """C08.5"""
    steps = plan(agent, ABOUT)
    again = agent.call("update_page", id="42", title="Our story")
    assert (again["deduplicated"], again["step_id"]) == (True, steps[0]["step_id"])
    assert waiting(agent) == ids(steps)
