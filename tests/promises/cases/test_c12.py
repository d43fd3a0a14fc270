"""C12: WordPress answers 200 and leaves a custom field out. What was not kept is named, and why."""

from __future__ import annotations

from tests.installed import Installed
from tests.promises.acts import owner_sets, plan, statuses
from tests.promises.doors import McpAgent
from webapp.sample_site import SampleSite

CLOSED = "Custom field seo_title is not open to the REST interface"


def test_c12_1_a_field_that_was_left_out_is_named_although_the_rest_landed(agent: McpAgent) -> None:
    """C12.1"""
    plan(agent, ("update_page", {"id": 42, "title": "T", "meta": {"seo_title": "S"}}))
    [listed] = agent.call("get_plan")["review"]["warnings"]
    assert listed["warnings"] == [f"{CLOSED}, so WordPress will leave it out."]
    receipt = agent.call("apply_plan")
    [step] = receipt["steps"]
    assert (step["outcome"], step["differs"]) == ("applied", ["meta.seo_title"])
    assert step["why"] == f"{CLOSED} of the site, so it was left out."
    assert receipt["message"].endswith("Of step(s) 1 the site stored some fields differently: see differs.")


def test_c12_2_a_step_of_which_nothing_was_kept_is_not_applied(wordpress: SampleSite, agent: McpAgent) -> None:
    """C12.2"""
    plan(agent, ("update_page", {"id": 42, "meta": {"seo_title": "S"}}))
    receipt = agent.call("apply_plan")
    assert (receipt["applied"], receipt["failed"]) == (0, 1)
    told = receipt["steps"][0]["error"]
    assert told["code"] == "respira_nothing_stored"
    assert "not open to the REST interface" in told["message"]
    assert statuses(agent) == ["failed"]
    assert [page["id"] for page in wordpress.wp.store.list("pages") if page["status"] == "draft"] == [311]


def test_c12_3_what_a_replaced_value_loses_is_named_before_the_yes(
    wordpress: SampleSite, sayso: Installed, agent: McpAgent
) -> None:
    """C12.3"""
    wordpress.register_meta("layout", type="object", default={})
    wordpress.change("pages", 42, meta={"layout": {"a": 1, "b": 2}})
    owner_sets(sayso, direct_editing=True)
    plan(agent, ("update_page", {"id": 42, "meta": {"layout": {"a": 9}}, "edit_target": "live"}))
    [listed] = agent.call("get_plan")["review"]["warnings"]
    assert listed["warnings"] == ["Custom field layout: b would be lost, because the whole value is replaced."]
    assert agent.call("apply_plan")["applied"] == 1
    assert wordpress.read("pages", 42)["meta"]["layout"] == {"a": 9}
