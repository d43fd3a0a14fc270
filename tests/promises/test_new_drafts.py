"""What is made anew waits for a person, at every door: new drafts, duplicates, and the links that show them."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.installed import Installed
from tests.promises.acts import owner_sets, sent
from tests.promises.doors import Agent, Answer
from webapp.core import copies
from webapp.data import Copy
from webapp.sample_site import SampleSite
from webapp.tools.catalogue import CATALOGUE

HARBOUR = {"title": "Harbour", "content": "<p>Water.</p>", "status": "publish", "slug": "services"}
NOTE = "This makes a new draft, which visitors do not see until a person publishes it."


def made(agent: Agent, tool: str, **arguments: object) -> Answer:
    """The result of one write that was planned and applied."""
    agent.call("begin_session", mode="plan")
    agent.call(tool, **arguments)
    result: Answer = agent.call("apply_plan")["steps"][0]["result"]
    return result


@pytest.mark.promise("D-LAND-04")
def test_a_create_lands_on_a_new_draft_and_publish_waits_for_a_person(agent: Agent, wordpress: SampleSite) -> None:
    agent.call("begin_session", mode="plan")
    step = agent.call("create_page", **HARBOUR)
    assert step["lands_on"] == {"where": "copy", "post_id": None, "copy_id": None, "note": NOTE}
    assert step["predicted_effect"] == (
        "Create the page Harbour as a new draft; it is published when a person says so."
    )
    assert sent(wordpress) == []
    result = agent.call("apply_plan")["steps"][0]["result"]
    assert wordpress.read("pages", result["id"])["status"] == "draft"
    assert (result["status"], result["waits_for_person"]) == ("draft", True)


@pytest.mark.promise("D-LAND-04")
def test_a_create_goes_live_at_once_only_where_the_owner_and_the_call_say_so(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    owner_sets(sayso, direct_editing=True)
    agent.call("begin_session", mode="plan")
    assert agent.call("create_page", **HARBOUR)["lands_on"]["where"] == "copy"
    step = agent.call("create_page", **{**HARBOUR, "title": "Quay", "edit_target": "live"})
    assert (step["lands_on"]["where"], step["predicted_effect"]) == ("live", "Create the page Quay and publish it.")
    agent.call("apply_plan", step_ids=[step["step_id"]])
    assert [item["status"] for item in wordpress.wp.store.list("pages") if item["title"] == "Quay"] == ["publish"]


@pytest.mark.promise("D-LAND-08")
def test_a_duplicate_lands_on_a_copy_and_a_second_one_is_refused(agent: Agent, wordpress: SampleSite) -> None:
    agent.call("begin_session", mode="plan")
    step = agent.call("create_page_duplicate", original_id=42, suffix="(new words)")
    assert (step["lands_on"]["where"], step["lands_on"]["post_id"]) == ("copy", 42)
    assert agent.call("create_page_duplicate", original_id=42, suffix="(new words)")["deduplicated"] is True
    assert agent.refused("create_page_duplicate", original_id=42, suffix="2")["code"] == "respira_copy_waits"
    copy = agent.call("apply_plan")["steps"][0]["result"]["id"]
    assert wordpress.read("pages", copy)["title"]["raw"] == "About (new words)"
    refused = agent.refused("create_page_duplicate", original_id=42)
    assert (refused["code"], str(copy) in refused["message"]) == ("respira_copy_waits", True)


@pytest.mark.promise("D-COPY-08")
def test_a_person_publishes_a_new_draft_with_its_wishes_and_its_true_address_is_told(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    new = made(agent, "create_page", **HARBOUR)["id"]
    with sayso.desk.reading() as session:
        row = session.scalars(select(Copy)).one()
    digest = copies.digest_of(copies.compare(sayso.desk, row, sayso.site))
    approved = copies.approve(sayso.desk, sayso.owner, row, sayso.site, digest)
    assert wordpress.read("pages", new)["status"] == "publish"
    assert copies.published(sayso.desk, approved) == ("publish", f"{wordpress.url}/services-2/")


@pytest.mark.promise("D-COPY-09")
def test_an_agent_lists_and_compares_what_waits_and_decides_nothing(agent: Agent) -> None:
    new = made(agent, "create_page", **HARBOUR)["id"]
    copy = made(agent, "update_page", id=42, title="Our story")["id"]
    listed = agent.call("list_copies", per_page=1)
    assert [one["copy_id"] for one in listed["copies"]] == [copy]
    assert (listed["total"], listed["total_pages"]) == (2, 2)
    assert [one["copy_id"] for one in agent.call("list_copies", page=2, per_page=1)["copies"]] == [new]
    compared = agent.call("compare_copy", copy_id=copy)
    assert [(change["before"], change["after"]) for change in compared["changes"]] == [("About", "Our story")]
    assert [name for name in CATALOGUE if name.startswith(("approve", "reject", "publish"))] == []


@pytest.mark.promise("D-LINK-01")
def test_a_share_link_is_made_in_plan_mode_and_does_not_touch_the_site(agent: Agent, wordpress: SampleSite) -> None:
    new = made(agent, "create_page", **HARBOUR)["id"]
    wordpress.requests.clear()
    shared = agent.call("create_share_link", post_id=new, ttl_days=30)
    assert list(wordpress.requests) == []
    assert list(shared) == ["success", "url", "expires_at", "post_id", "post_title", "post_status", "message"]
    assert shared["url"].startswith("http://localhost/?respira_preview=")
    assert agent.refused("create_share_link", post_id=44)["code"] == "respira_not_found"
    assert agent.call("get_plan")["pending_steps"] == 0
