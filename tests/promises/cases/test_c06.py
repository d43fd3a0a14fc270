"""C06: pages that a page builder draws. A change of their text may be seen by nobody, a copy may lack the layout."""

from __future__ import annotations

import pytest

from tests.installed import Installed
from tests.promises.acts import owner_sets, plan
from tests.promises.doors import McpAgent
from webapp.sample_site import SampleSite

DATA = '[{"id":"1","settings":{"t":"\\u003cb\\u003e \\\\ \\"q\\""}}]'
UNSEEN = "Elementor draws this page, so visitors may not see a change of its text."
UNLIKE = "A copy can not take over the layout made with Elementor, so it will look different."
TRACE = '<div data-elementor-type="wp-page">x</div>'


def opened_to_rest(wordpress: SampleSite) -> None:
    wordpress.register_meta("_elementor_edit_mode")
    wordpress.register_meta("_elementor_data")


def built(wordpress: SampleSite) -> int:
    opened_to_rest(wordpress)
    meta = {"_elementor_edit_mode": "builder", "_elementor_data": DATA}
    return int(wordpress.add("pages", title="Built", status="publish", content="x", meta=meta)["id"])


def warned(agent: McpAgent) -> list[str]:
    [listed] = agent.call("get_plan")["review"]["warnings"]
    return list(listed["warnings"])


@pytest.mark.parametrize("direct", [False, True])
def test_c06_1_a_change_of_the_text_says_that_visitors_may_not_see_it(
    wordpress: SampleSite, sayso: Installed, agent: McpAgent, direct: bool
) -> None:
    """C06.1"""
    page = built(wordpress)
    owner_sets(sayso, direct_editing=direct)
    target = {"edit_target": "live"} if direct else {}
    plan(agent, ("update_page", {"id": page, "content": "<p>New</p>", **target}))
    assert warned(agent) == [UNSEEN]


def test_c06_2_a_copy_that_can_not_take_the_layout_over_says_so(wordpress: SampleSite, agent: McpAgent) -> None:
    """C06.2"""
    page = wordpress.add("pages", title="Built", status="publish", content=TRACE)["id"]
    plan(agent, ("update_page", {"id": page, "title": "New"}))
    assert warned(agent) == [UNLIKE]


def test_c06_2_a_duplicate_that_can_not_take_the_layout_over_says_so(wordpress: SampleSite, agent: McpAgent) -> None:
    """C06.2"""
    page = wordpress.add("pages", title="Built", status="publish", content=TRACE)["id"]
    plan(agent, ("create_page_duplicate", {"original_id": page}))
    assert warned(agent) == [UNLIKE]


def test_c06_3_what_a_copy_takes_over_is_the_same_byte_for_byte(wordpress: SampleSite, agent: McpAgent) -> None:
    """C06.3"""
    page = built(wordpress)
    plan(agent, ("update_page", {"id": page, "title": "New"}))
    [step] = agent.call("apply_plan")["steps"]
    assert wordpress.read("pages", step["result"]["id"])["meta"]["_elementor_data"] == DATA
