"""C11: null is sent for what an agent did not mean to set. It is the same as leaving the argument out."""

from __future__ import annotations

import pytest

from tests.promises.acts import owner_sets, plan, waiting
from tests.promises.conftest import DOORS
from tests.promises.doors import Agent, McpAgent
from webapp.sample_site import SampleSite

NULLS = {"content": None, "parent": None, "date": None, "template": None}


@pytest.mark.parametrize("door", DOORS)
def test_c11_1_only_what_was_set_is_shown_and_sent(sayso, wordpress: SampleSite, agent: Agent) -> None:
    """C11.1"""
    owner_sets(sayso, direct_editing=True)
    [step] = plan(agent, ("update_page", {"id": 42, "title": "X", "edit_target": "live", **NULLS}))
    assert step["arguments"] == {"id": 42, "title": "X", "edit_target": "live"}
    assert step["predicted_effect"] == "Update page 42 (About): title."
    agent.call("apply_plan")
    assert [entry.body for entry in wordpress.requests.writes()] == [{"title": "X"}]


def test_c11_2_no_arguments_at_all_are_fine_in_both_spellings(agent: McpAgent) -> None:
    """C11.2"""
    for params in ({"arguments": None}, {}, {"arguments": {}}):
        answer = agent.client.legacy("tools/call", {"name": "respira_wordpress_get_plan", **params})
        assert answer.get_json()["result"]["isError"] is False


@pytest.mark.parametrize("door", DOORS)
def test_c11_3_nothing_but_null_is_nothing_to_change(agent: Agent) -> None:
    """C11.3"""
    agent.call("begin_session", mode="plan")
    told = agent.refused("update_page", id=42, title=None)
    assert told["code"] == "respira_nothing_to_change"
    assert "Nothing to change" in told["message"]
    assert waiting(agent) == []


def test_c11_4_the_word_null_is_told_to_whoever_reviews(agent: Agent) -> None:
    """C11.4"""
    [step] = plan(agent, ("update_page", {"id": 42, "slug": "null"}))
    assert 'Address (slug) would become the word "null".' in step["review"]["warnings"]
