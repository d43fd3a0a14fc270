"""What was read is what is written upon: a target that moved since it was planned is not written to."""

from __future__ import annotations

import threading

import pytest

from tests.core.acts import (
    accept,
    counts,
    decide,
    error,
    opened,
    outcomes,
    plan,
    row,
    sent,
    statuses,
    tagline,
    text,
    title,
)
from tests.installed import Agent, Installed
from webapp.core import stale
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import ChangeMeanwhile, HoldUp


def check(sayso: Installed, agent: Agent) -> int:
    return stale.check(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id)


@pytest.mark.promise("D-STALE-02")
def test_a_page_edited_since_it_was_planned_is_not_written_and_nothing_after_it_runs(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C03.1"""
    steps = plan(agent, title(42, "Our story"), tagline("Wood, slowly"))
    wordpress.change("pages", 42, content="<p>A colleague was here.</p>")
    receipt = agent.call("apply_plan")
    assert (receipt["success"], counts(receipt)) == (False, (0, 1, 1))
    assert outcomes(receipt) == ["failed", "not_run"]
    assert error(receipt, 1) == ("respira_step_stale", 409)
    assert receipt["steps"][0]["error"]["fields"] == ["live.content"]
    assert "About was changed since this step was planned" in receipt["steps"][0]["error"]["message"]
    assert sent(wordpress) == []
    assert agent.call("get_plan")["pending_steps"] == 2
    assert statuses(sayso, steps) == ["failed", "not_run"]


def test_the_review_says_that_the_page_was_changed_and_stops_saying_so_when_it_is_as_before(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C03.1"""
    steps = plan(agent, title(42, "Our story"), tagline("Wood, slowly"))
    before = wordpress.read("pages", 42)["content"]["raw"]
    wordpress.change("pages", 42, content="<p>A colleague was here.</p>")
    assert check(sayso, agent) == 1
    assert [row(sayso, step).stale for step in steps] == [["live.content"], []]
    wordpress.change("pages", 42, content=before)
    assert check(sayso, agent) == 0
    assert [row(sayso, step).stale for step in steps] == [[], []]
    assert sent(wordpress) == []


@pytest.mark.promise("D-STALE-02")
def test_an_edit_within_the_same_second_is_noticed(agent: Agent, wordpress: SampleSite) -> None:
    """C03.2"""
    plan(agent, title(42, "Our story"))
    before = wordpress.read("pages", 42)["modified_gmt"]
    wordpress.wp.store.put("pages", {**(wordpress.wp.store.find("pages", 42) or {}), "content": "<p>So quick.</p>"})
    assert wordpress.read("pages", 42)["modified_gmt"] == before
    receipt = agent.call("apply_plan")
    assert error(receipt, 1) == ("respira_step_stale", 409)
    assert sent(wordpress) == []


@pytest.mark.promise("D-STALE-02")
def test_an_edit_between_the_check_and_the_apply_is_noticed(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, title(42, "Our story"))
    assert check(sayso, agent) == 0
    wordpress.misbehave(ChangeMeanwhile("pages", 42, {"excerpt": "Since 1987."}), path="/wp/v2/pages/42", times=1)
    assert error(agent.call("apply_plan"), 1) == ("respira_step_stale", 409)
    assert sent(wordpress) == []


def test_a_comment_and_a_counter_of_views_raise_no_alarm(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C03.3"""
    wordpress.register_meta("views", type="integer", default=0)
    wordpress.change("pages", 42, comment_status="open")
    plan(agent, title(42, "Our story"))
    wordpress.add("comments", post=42, content="What a place.", author_name="Ana", author_email="ana@readers.example")
    wordpress.change("pages", 42, meta={"views": 8})
    assert check(sayso, agent) == 0
    assert outcomes(agent.call("apply_plan")) == ["applied"]


def test_a_page_that_went_to_the_bin_stays_there_and_the_receipt_says_so(agent: Agent, wordpress: SampleSite) -> None:
    """C03.4"""
    plan(agent, title(42, "Our story"))
    wordpress.trash(42)
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["failed"]
    assert "is in the trash" in receipt["steps"][0]["error"]["message"]
    assert sent(wordpress) == []
    assert wordpress.read("pages", 42)["status"] == "trash"


def test_the_review_says_that_a_page_is_in_the_bin(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    steps = plan(agent, title(42, "Our story"))
    wordpress.trash(42)
    assert check(sayso, agent) == 1
    assert "is in the trash" in row(sayso, steps[0]).stale[0]


def test_a_stale_step_can_be_discarded_and_the_rest_applied(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    steps = plan(agent, title(42, "Our story"), tagline("Wood, slowly"))
    wordpress.change("pages", 42, content="<p>A colleague was here.</p>")
    agent.call("apply_plan")
    assert agent.call("discard_plan", step_ids=[steps[0]])["pending_steps"] == 1
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    assert sent(wordpress) == ["POST /wp/v2/settings"]


def test_a_stale_step_that_is_as_planned_again_may_run(agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, title(42, "Our story"))
    before = wordpress.read("pages", 42)["content"]["raw"]
    wordpress.change("pages", 42, content="<p>A colleague was here.</p>")
    assert outcomes(agent.call("apply_plan")) == ["failed"]
    wordpress.change("pages", 42, content=before)
    assert outcomes(agent.call("apply_plan")) == ["applied"]


def test_an_edit_of_the_copy_by_somebody_else_is_noticed(agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, title(42, "Our story"))
    copy = agent.call("apply_plan")["steps"][0]["result"]["id"]
    plan(agent, text(42, "<p>New words.</p>"))
    wordpress.change("pages", copy, content="<p>A colleague was here.</p>")
    wordpress.requests.clear()
    receipt = agent.call("apply_plan")
    assert error(receipt, 2) == ("respira_step_stale", 409)
    assert receipt["steps"][0]["error"]["fields"] == ["copy.content"]
    assert sent(wordpress) == []


@pytest.mark.promise("D-STALE-01")
def test_what_an_earlier_step_of_the_plan_changed_is_not_stale(agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, title(42, "Our story"), text(42, "<p>New words.</p>"))
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["applied", "applied"]
    copies = {step["result"]["id"] for step in receipt["steps"]}
    assert sent(wordpress) == ["POST /wp/v2/pages", f"POST /wp/v2/pages/{copies.pop()}"]
    assert copies == set()


@pytest.mark.promise("D-STALE-03")
def test_when_an_earlier_step_is_dropped_the_later_one_is_forecast_again_and_its_yes_falls(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    first, second = plan(careful, title(42, "Our story"), text(42, "<p>New words.</p>"))
    other = plan(careful, tagline("Wood, slowly"))[0]
    accept(sayso, careful)
    before = row(sayso, second)
    assert before.lands_on["note"] != row(sayso, first).lands_on["note"]
    decide(sayso, row(sayso, first), "drop")
    after = row(sayso, second)
    assert statuses(sayso, [first, second, other]) == ["dropped", "planned", "accepted"]
    assert after.lands_on["note"].startswith("This lands on a new draft copy of item 42")
    assert after.digest != before.digest
    assert outcomes(careful.call("apply_plan")) == ["applied"]
    assert sent(wordpress) == ["POST /wp/v2/settings"]


def test_a_step_whose_target_was_read_while_another_step_was_written_runs_upon_that_one(
    agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, tagline("Wood, slowly"))
    writing, reading, planned = HoldUp(), HoldUp(after_saving=True), {}
    wordpress.misbehave(writing, method="POST", path="/wp/v2/settings", times=1)
    applying = threading.Thread(target=lambda: agent.call("apply_plan"))
    applying.start()
    writing.wait_for_it()
    wordpress.misbehave(reading, method="GET", path="/wp/v2/settings", times=1)
    later = threading.Thread(
        target=lambda: planned.update(agent.call("update_option", option="description", value="Wood and water"))
    )
    later.start()
    reading.wait_for_it()
    writing.let_go()
    applying.join(30)
    reading.let_go()
    later.join(30)
    assert planned["position"] == 2
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    assert wordpress.read("settings")["description"] == "Wood and water"
