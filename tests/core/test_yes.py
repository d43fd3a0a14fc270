"""A yes holds for exactly what was shown: where a step lands, upon which other steps, and while its plan lives."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest

from tests.at_once import at_once
from tests.core.acts import (
    accept,
    bin_page,
    decide,
    error,
    link,
    opened,
    plan,
    row,
    sent,
    statuses,
    tagline,
    title,
)
from tests.installed import Agent, Installed
from webapp.core import reviews, stale
from webapp.core.rights import Bar
from webapp.data import Plan, Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HoldUp


def let_edit_live(sayso: Installed) -> None:
    """The owner lets agents edit live pages."""
    with sayso.desk.writing() as session:
        session.get_one(Site, sayso.site.id).direct_editing = True


def test_a_step_accepted_for_a_copy_does_not_write_the_live_page_after_the_owner_allowed_that(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    tool, arguments = title(42, "Our story")
    plan(careful, (tool, {**arguments, "edit_target": "live"}))
    accept(sayso, careful)
    let_edit_live(sayso)
    receipt = careful.call("apply_plan")
    assert error(receipt, 1) == ("respira_step_stale", 409)
    assert "planned to land on a draft copy" in receipt["steps"][0]["error"]["message"]
    assert sent(wordpress) == []


def test_a_copy_that_appeared_since_the_step_was_planned_is_noticed(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    tool, arguments = title(42, "Our story")
    planned = agent.call(tool, **arguments, _respira_plan=True)
    assert planned["lands_on"]["copy_id"] is None
    agent.call("update_page", id=42, excerpt="Written at once")
    receipt = agent.call("apply_plan")
    assert error(receipt, 1) == ("respira_step_stale", 409)
    assert sent(wordpress) == ["POST /wp/v2/pages"]


@pytest.mark.promise("D-STALE-03", "D-RUN-12")
def test_a_step_that_was_shown_upon_an_undecided_one_is_not_applied_without_it(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    first, second = plan(careful, tagline("B"), tagline("C"))
    decide(sayso, row(sayso, second), "accept")
    view = opened(sayso, careful)
    with pytest.raises(Refusal, match="Step 2 was accepted as it would be after step 1") as told:
        reviews.apply(sayso.desk, sayso.owner, view.row.public_id, {second: row(sayso, second).digest})
    assert told.value.code == "respira_plan_changed"
    with pytest.raises(Refusal, match="Step 2 was accepted as it would be after step 1"):
        careful.call("apply_plan")
    assert sent(wordpress) == []
    decide(sayso, row(sayso, first), "drop")
    assert statuses(sayso, [second]) == ["planned"]
    changes = opened(sayso, careful).steps[1].gist
    assert [(change["before"], change["after"]) for change in changes] == [("Joinery on the waterfront", "C")]


@pytest.mark.promise("D-STALE-03")
def test_when_a_later_step_ran_first_the_yes_to_the_earlier_one_falls_and_it_is_shown_as_it_is_now(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    first, second = plan(agent, tagline("B"), tagline("C"))
    agent.call("apply_plan", step_ids=[second])
    changes = opened(sayso, agent).steps[0].gist
    assert [(change["before"], change["after"]) for change in changes] == [("C", "B")]
    agent.call("apply_plan", step_ids=[first])
    assert wordpress.read("settings")["description"] == "B"


def test_a_step_that_was_sent_back_is_not_counted_as_done_before_the_next(sayso: Installed, careful: Agent) -> None:
    first, _second = plan(careful, tagline("B"), tagline("C"))
    reviews.decide(
        sayso.desk, sayso.owner, first, "ask", row(sayso, first).digest, note="Keep the town's name in it."
    )
    changes = opened(sayso, careful).steps[1].gist
    assert [(change["before"], change["after"]) for change in changes] == [("Joinery on the waterfront", "C")]


@pytest.mark.promise("D-STALE-01")
def test_steps_on_one_target_that_are_accepted_together_run_together(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    steps = plan(careful, link("Services"), link("Shop"), title(42, "Our story"), title(42, "Our whole story"))
    accept(sayso, careful)
    assert careful.call("apply_plan")["applied"] == 4
    assert statuses(sayso, steps) == ["applied"] * 4


def test_a_plan_that_expires_while_its_apply_waits_for_another_run_does_not_run(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    other = sayso.agent(name="Another agent")
    plan(other, link("Shop"))
    mine = plan(agent, tagline("B"))
    held = HoldUp()
    wordpress.misbehave(held, method="POST", path="/wp/v2/menu-items", times=1)

    def expire_meanwhile() -> None:
        held.wait_for_it()
        with sayso.desk.writing() as session:
            soon = sayso.desk.clock() + timedelta(seconds=2)
            session.query(Plan).filter(Plan.key_id == agent.key.id).update({Plan.expires_at: soon})
        threading.Timer(2.5, held.let_go).start()

    def apply_mine() -> object:
        held.wait_for_it()
        return agent.call("apply_plan")

    _other, _expiry, told = at_once(lambda: other.call("apply_plan"), expire_meanwhile, apply_mine)
    assert isinstance(told, Refusal)
    assert told.code == "respira_plan_expired"
    assert sent(wordpress) == ["POST /wp/v2/menu-items"]
    assert statuses(sayso, mine) == ["planned"]


@pytest.mark.promise("D-RCPT-06")
def test_the_receipt_names_the_person_who_approved_in_the_browser_also_when_the_agent_applied(
    sayso: Installed, careful: Agent
) -> None:
    step = plan(careful, bin_page(311))[0]
    accept(sayso, careful)
    message = careful.call("apply_plan")["message"]
    assert message.endswith(f"asked for a person's approval, and Olive Owner gave it in the browser: {step}.")


def test_a_step_that_the_last_comparison_found_stale_can_not_be_accepted(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    wordpress.change("pages", 42, title="Somebody else's words")
    stale.check(sayso.desk, sayso.owner, opened(sayso, careful).row.public_id)
    with pytest.raises(Refusal, match="changed since"):
        decide(sayso, row(sayso, step), "accept")


@pytest.mark.promise("D-STEP-04")
def test_a_write_that_the_person_dropped_is_told_so_even_after_the_agent_discarded_it(
    sayso: Installed, careful: Agent
) -> None:
    step = plan(careful, tagline("B"))[0]
    reviews.decide(sayso.desk, sayso.owner, step, "drop", row(sayso, step).digest, note="Not this.")
    careful.call("discard_plan", step_ids=[step])
    again = careful.call("update_option", option="description", value="B")
    assert again["review"]["warnings"] == [
        'The person dropped this same write before, as step 1 and wrote: "Not this.".'
    ]


@pytest.mark.promise("D-RUN-03", "D-RUN-05", "D-STEP-02")
def test_a_waiting_answer_counts_every_pending_step_and_names_the_undecided_ones(
    sayso: Installed, careful: Agent
) -> None:
    first, second = plan(careful, tagline("B"), title(42, "Our story"))
    decide(sayso, row(sayso, first), "accept")
    told = careful.call("apply_plan", step_ids=[second])
    assert told["code"] == "respira_waiting_for_person"
    assert (told["pending_steps"], told["review"]["waiting"]) == (2, [second])


def test_ending_a_session_without_a_plan_does_not_say_that_an_always_planning_key_stopped(careful: Agent) -> None:
    assert careful.call("end_session")["plan_mode"] is True


@pytest.mark.promise("D-PLAN-14")
def test_an_expired_plan_keeps_what_was_done_and_forgets_what_it_sent(sayso: Installed, agent: Agent) -> None:
    step = plan(agent, tagline("B"))[0]
    agent.call("apply_plan")
    with sayso.desk.writing() as session:
        session.query(Plan).update({Plan.expires_at: sayso.desk.clock() - timedelta(seconds=1)})
    agent.call("update_option", option="title", value="New", _respira_plan=True)
    kept = row(sayso, step)
    assert (kept.status, kept.effect) == ("applied", "Change the setting Tagline (description).")
    assert (kept.request, kept.base, kept.forecast, kept.after) == (None, None, None, None)


def test_an_undecided_step_is_not_counted_as_done_before_the_next(sayso: Installed, careful: Agent) -> None:
    let_edit_live(sayso)
    tool, arguments = title(42, "Never")
    plan(careful, (tool, arguments))
    told = careful.call("update_page", id=42, title="Our story", edit_target="live")
    assert told["predicted_effect"] == "Update page 42 (About): title."
    assert opened(sayso, careful).steps[1].gist[0]["before"] == "About"


def test_a_comparison_tells_that_the_place_is_another_now_and_a_switched_off_tool_shows_on_its_step(
    sayso: Installed, careful: Agent
) -> None:
    tool, arguments = title(42, "Our story")
    first, second = plan(careful, tagline("B"), (tool, {**arguments, "edit_target": "live"}))
    with sayso.desk.writing() as session:
        session.get_one(Site, sayso.site.id).tools_off = ["update_option"]
    let_edit_live(sayso)
    assert stale.check(sayso.desk, sayso.owner, opened(sayso, careful).row.public_id) == 1
    barred, moved = opened(sayso, careful).steps
    assert barred.bar is Bar.SITE_SWITCH
    assert row(sayso, first).stale == []
    assert moved.bar is None
    assert row(sayso, second).stale == [
        "This step was planned to land on a draft copy, and the site's settings have changed since, "
        "so nothing was sent."
    ]


@pytest.mark.promise("D-RUN-02")
def test_naming_a_step_that_was_sent_back_is_told_what_the_person_decided(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, tagline("B"))[0]
    reviews.decide(sayso.desk, sayso.owner, step, "ask", row(sayso, step).digest, note="Keep the town's name in it.")
    with pytest.raises(Refusal, match="the person sent it back") as told:
        careful.call("apply_plan", step_ids=[step])
    assert told.value.code == "respira_step_not_waiting"


@pytest.mark.promise("D-LAND-10")
def test_a_step_that_does_not_say_where_it_lands_can_not_be_accepted(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    let_edit_live(sayso)
    step, other = plan(careful, title(42, "Our story"), link("B"))
    with pytest.raises(Refusal) as told:
        decide(sayso, row(sayso, step), "accept")
    assert told.value.code == "respira_confirmation_required"
    view = opened(sayso, careful)
    seen = {one.row.public_id: one.row.digest for one in view.steps}
    assert reviews.accept_all(sayso.desk, sayso.owner, view.row.public_id, seen) == 1
    assert statuses(sayso, [step, other]) == ["planned", "accepted"]


def test_what_was_dropped_is_not_put_back_beyond_fifty_waiting_steps(sayso: Installed, careful: Agent) -> None:
    first = plan(careful, *(title(42, f"Title {number}") for number in range(50)))[0]
    decide(sayso, row(sayso, first), "drop")
    plan(careful, title(42, "One more"))
    with pytest.raises(Refusal) as told:
        decide(sayso, row(sayso, first), "reopen")
    assert (told.value.code, told.value.message) == (
        "respira_plan_full",
        "50 steps wait already, so this one can not be put back.",
    )
    assert statuses(sayso, [first]) == ["dropped"]
