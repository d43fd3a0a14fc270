"""C22: setting one category or tag removes all the others."""

from __future__ import annotations

import pytest

from tests.installed import Installed
from tests.promises.acts import owner_sets, plan, waiting
from tests.promises.doors import McpAgent
from tests.worked_example import snapshots_of
from webapp.sample_site import SampleSite

POST = 101
LIVE = {"id": POST, "edit_target": "live"}


@pytest.fixture
def terms(sayso: Installed, wordpress: SampleSite) -> list[int]:
    """Three categories; the post has the first two."""
    owner_sets(sayso, direct_editing=True)
    made = [wordpress.add("categories", name=name)["id"] for name in ("Harbour", "Q&A", "Wood")]
    wordpress.change("posts", POST, categories=made[:2])
    return made


def test_c22_1_a_step_names_what_would_be_removed(agent: McpAgent, terms: list[int]) -> None:
    """C22.1"""
    [step] = plan(agent, ("update_post", {**LIVE, "categories": [terms[2]]}))
    assert step["review"]["warnings"] == [
        "Categories: Harbour, Q&A would be removed, because the whole list is replaced."
    ]


def test_c22_2_a_term_is_added_to_those_that_are_there(
    wordpress: SampleSite, agent: McpAgent, terms: list[int]
) -> None:
    """C22.2"""
    [step] = plan(agent, ("update_post", {**LIVE, "categories": ["wood"], "append_terms": True}))
    assert "warnings" not in step or step["review"]["warnings"] == []
    agent.call("apply_plan")
    assert wordpress.read("posts", POST)["categories"] == terms


def test_c22_3_a_restore_brings_the_exact_set_back(wordpress: SampleSite, agent: McpAgent, terms: list[int]) -> None:
    """C22.3"""
    tags = wordpress.read("posts", POST)["tags"]
    plan(agent, ("update_post", {**LIVE, "categories": ["Wood"], "tags": []}))
    [uuid] = snapshots_of(agent.call("apply_plan"))
    assert wordpress.read("posts", POST)["categories"] == terms[2:]
    plan(agent, ("restore_snapshot", {"snapshot_uuid": uuid}))
    agent.call("apply_plan")
    post = wordpress.read("posts", POST)
    assert (post["categories"], post["tags"]) == (terms[:2], tags)


def test_c22_4_a_category_that_is_not_there_is_no_step(agent: McpAgent, terms: list[int]) -> None:
    """C22.4"""
    refused = agent.refused("update_post", **LIVE, categories=[999])
    assert (refused["message"], waiting(agent)) == ("The site does not have these categories: 999.", [])
