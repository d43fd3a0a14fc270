"""C59: a plan or an argument too big for the client. Lists are short, and one step can be read in full."""

from __future__ import annotations

import json

import pytest

from tests.promises.acts import ids, plan
from tests.promises.doors import Agent
from tests.web.conftest import signed_in

BLOCK = "<!-- wp:paragraph -->\n<p>{}</p>\n<!-- /wp:paragraph -->"


def long_text(number: int) -> str:
    return BLOCK.format(f"Number {number}: " + "word " * 4000)


@pytest.mark.promise("D-WORD-09", "D-WORD-17")
def test_c59_1_fifty_long_steps_are_listed_shortly_and_each_can_be_read_whole(sayso, app, agent: Agent) -> None:
    """C59.1"""
    pages = [7, 42, 44, 46, 311]
    steps = plan(agent, *[("update_page", {"id": pages[n % 5], "content": long_text(n)}) for n in range(50)])
    told = agent.raw("get_plan")
    assert len(told.text) <= 60_000
    assert ids(told.body["steps"]) == ids(steps)
    assert all(f"({len(long_text(n)):,} characters in all)" in entry["arguments"]["content"]
               for n, entry in enumerate(told.body["steps"]))  # fmt: skip
    [whole] = agent.call("get_plan", step_id=steps[49]["step_id"])["steps"]
    assert whole["arguments"]["content"] == long_text(49)
    window = signed_in(app, sayso.desk, sayso.owner.email)
    page = window.get(f"/steps/{steps[49]['step_id']}").get_data(as_text=True)
    assert page.count("word ") >= 4000


def test_c59_1_few_long_steps_are_shown_as_long_as_ever(agent: Agent) -> None:
    """C59.1: what fits is not shortened further."""
    [step] = plan(agent, ("update_page", {"id": 42, "content": long_text(1)}))
    assert agent.call("get_plan")["steps"][0]["arguments"] == step["arguments"]
    assert step["arguments"]["content"].startswith(long_text(1)[:2000])


@pytest.mark.promise("D-WORD-18")
@pytest.mark.parametrize(
    "arguments",
    [
        {"content": BLOCK.format("word " * 40_000)},
        {"meta": {"layout": {f"field_{number}": "word " * 20 for number in range(2_000)}}},
        {"meta": {"list": ["word " * 20] * 2_000}},
    ],
    ids=["text", "object", "list"],
)
def test_c59_2_the_answer_to_a_very_long_write_does_not_echo_it(agent: Agent, arguments: dict) -> None:
    """C59.2"""
    agent.call("begin_session", mode="plan")
    told = agent.raw("update_page", id=42, **arguments)
    assert len(json.dumps(arguments)) > 200_000
    assert told.body["planned"] is True
    assert len(told.text) < 10_000
    assert "characters in all)" in told.text
    assert len(agent.raw("get_plan").text) < 10_000


@pytest.mark.parametrize(
    "end", ["<!-- wp:para", "<!-- wp:paragraph -->\n<p>Half a sent</p>\n<!-- /wp", "<p>Half a <a hre"]
)
def test_c59_4_a_text_that_ends_within_markup_is_planned_and_said_to_look_cut_off(agent: Agent, end: str) -> None:
    """C59.4"""
    [step] = plan(agent, ("update_page", {"id": 42, "content": f"{BLOCK.format('Whole.')}\n\n{end}"}))
    assert "The text looks cut off at its end." in step["review"]["warnings"]
    assert agent.call("get_plan")["pending_steps"] == 1


@pytest.mark.parametrize("whole", [BLOCK.format("1 < 2, and 3 > 2"), "Plain words", "<p>Done</p>", "a < b"])
def test_c59_4_a_whole_text_is_not(agent: Agent, whole: str) -> None:
    """C59.4: nothing is said of a text that ends as it should."""
    [step] = plan(agent, ("update_page", {"id": 42, "content": whole}))
    assert "The text looks cut off at its end." not in step.get("review", {}).get("warnings", [])
