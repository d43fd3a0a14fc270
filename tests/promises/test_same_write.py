"""The same write is one step, whatever its spelling; another write is never swallowed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.at_once import crowd
from tests.core.acts import decide, row
from tests.installed import Installed
from tests.promises.acts import ABOUT, MENU, TAGLINE, TITLE, ids, plan, sent, waiting
from tests.promises.doors import Agent
from webapp.data import Mode
from webapp.sample_site import SampleSite


@pytest.mark.promise("P-SAME-01", "D-WORD-06")
def test_a_write_sent_again_is_told_that_it_is_a_step_already_and_the_plan_does_not_grow(agent: Agent) -> None:
    [first] = plan(agent, ABOUT)
    again = agent.call(ABOUT[0], **ABOUT[1])
    assert {**again, "message": "", "deduplicated": False} == {**first, "message": ""}
    assert again["deduplicated"] is True
    assert again["message"] == (
        "Plan mode: nothing was written. This write is already step 1 of the plan. Show the person the plan and call "
        f"{agent.prefix}apply_plan only after they say yes; sending the write again does not run it."
    )
    assert waiting(agent) == [first["step_id"]]


SAME: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("update_page", {"id": 42, "title": "T", "slug": "t"}, {"slug": "t", "title": "T", "id": 42}),
    ("update_page", {"id": 42, "title": "T"}, {"id": "42", "title": "T"}),
    ("update_page", {"id": 42, "title": "T"}, {"id": 42.0, "title": "T", "content": None}),
    ("update_page", {"id": 42, "meta": {"a": 1, "b": 2}}, {"id": 42, "meta": {"b": 2, "a": 1}}),
    ("update_page", {"id": 42, "meta": {"a": 1}}, {"id": 42, "meta": '{"a": 1}'}),
]


@pytest.mark.promise("P-SAME-01", "D-SAME-01")
def test_a_write_is_the_same_by_its_meaning(agent: Agent) -> None:
    """C08.5: 42 and "42" are one write."""
    for tool, first, again in SAME:
        [step] = plan(agent, (tool, first))
        second = agent.call(tool, **again)
        assert (second["deduplicated"], second["step_id"]) == (True, step["step_id"]), again


OTHER: list[tuple[str, dict[str, Any]]] = [
    ("update_page", {"id": 42, "title": "Our Story"}),
    ("update_page", {"id": 42, "title": "Our story "}),
    ("update_page", {"id": 44, "title": "Our story"}),
    ("update_page", {"id": 42, "title": "Our story", "excerpt": ""}),
    ("update_page", {"id": 42, "slug": "Our story"}),
    ("update_page", {"id": 42, "title": "Our story", "edit_target": "duplicate"}),
    ("update_page", {"id": 42, "meta": {"a": "1"}}),
    ("update_page", {"id": 42, "meta": {"a": 1}}),
    ("update_page", {"id": 42, "meta": {"a": None}}),
    ("update_page", {"id": 42, "meta": {"a": [1, 2]}}),
    ("update_page", {"id": 42, "meta": {"a": [2, 1]}}),
    ("delete_page", {"id": 42}),
]


@pytest.mark.promise("D-SAME-02")
def test_another_write_is_never_taken_for_the_same(agent: Agent) -> None:
    steps = plan(agent, ABOUT, *OTHER)
    assert [step["deduplicated"] for step in steps] == [False] * 13
    assert waiting(agent) == ids(steps)


@pytest.mark.promise("D-STEP-03")
def test_a_write_that_was_discarded_or_applied_is_a_new_step_when_it_is_sent_again(agent: Agent) -> None:
    [first] = plan(agent, TITLE)
    agent.call("discard_plan")
    second = agent.call(TITLE[0], **TITLE[1])
    assert (second["deduplicated"], second["position"]) == (False, 2)
    agent.call("apply_plan")
    third = agent.call(TITLE[0], **TITLE[1])
    assert (third["deduplicated"], third["position"]) == (False, 3)
    assert len({first["step_id"], second["step_id"], third["step_id"]}) == 3


@pytest.mark.promise("D-STEP-04")
def test_a_write_that_the_person_dropped_is_a_new_step_that_says_so(sayso: Installed, careful: Agent) -> None:
    [first] = plan(careful, ABOUT)
    decide(sayso, row(sayso, first["step_id"]), "drop")
    again = careful.call(ABOUT[0], **ABOUT[1])
    assert (again["deduplicated"], again["position"]) == (False, 2)
    assert again["review"]["warnings"] == ["The person dropped this same write before, as step 1."]


@pytest.mark.promise("P-SAME-01")
def test_the_same_write_of_two_keys_is_a_step_of_each(sayso: Installed, enter, agent: Agent) -> None:
    other = enter(sayso.agent(Mode.ASK, "Other"))
    [mine], [theirs] = plan(agent, ABOUT), plan(other, ABOUT)
    assert (mine["deduplicated"], theirs["deduplicated"]) == (False, False)
    assert mine["step_id"] != theirs["step_id"]


@pytest.mark.promise("P-SAME-01", "P-STEP-05", "D-LIMIT-04")
def test_twenty_different_writes_at_once_take_twenty_places_and_the_same_one_takes_one(
    wordpress: SampleSite, agent: Agent
) -> None:
    """C52.1 and C52.2: parallel calls of one session."""
    agent.call("begin_session", mode="plan")
    different = crowd(20, lambda number: agent.call("update_page", id=42, title=f"Title {number}"))
    assert sorted(step["position"] for step in different) == list(range(1, 21))
    same = crowd(20, lambda number: agent.call(TAGLINE[0], **TAGLINE[1]))
    assert sorted(step["deduplicated"] for step in same) == [False] + [True] * 19
    assert {step["position"] for step in same} == {21}
    assert len(waiting(agent)) == 21
    assert sent(wordpress) == []


@pytest.mark.promise("P-SAME-01")
def test_a_write_of_another_tool_with_the_same_arguments_is_another_step(agent: Agent) -> None:
    first, second = plan(agent, ("delete_page", {"id": 311}), ("update_page", {"id": 311, "title": "Team 2"}))
    assert first["step_id"] != second["step_id"]
    assert plan(agent, MENU)[0]["position"] == 3
