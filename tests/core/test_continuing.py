"""What a run left goes on by one press: finished steps never run again, and no yes is stretched (C18)."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from tests.core.acts import (
    accept,
    bin_page,
    counts,
    decide,
    opened,
    outcomes,
    plan,
    row,
    sent,
    statuses,
    tagline,
    title,
)
from tests.core.test_references import shop
from tests.core.test_resuming import BROKEN, apply_in_browser, hold_up, receipt_of
from tests.installed import Agent, Installed
from webapp.core import continuing, reviews, runs
from webapp.core.continuing import Choice, Remainder, Why
from webapp.data import Decision, Run, Step
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

PAGES = "POST /wp/v2/pages"
Seen = dict[str, str]


def new_page(words: str) -> tuple[str, dict[str, Any]]:
    return "create_page", {"title": words}


FIVE = [new_page(words) for words in ("One", "Two", "Three", "Four", "Five")]


def made(wordpress: SampleSite) -> list[str]:
    titles = {words["title"] for _tool, words in FIVE}
    return [page["title"] for page in wordpress.wp.store.list("pages") if page["title"] in titles]


def left_by(sayso: Installed, run: str) -> Remainder:
    with sayso.desk.reading() as session:
        return continuing.of_run(session, sayso.desk, session.scalars(select(Run).where(Run.public_id == run)).one())


def seen(choice: Choice) -> Seen:
    return {step.public_id: step.digest for step in choice.steps}


def positions(choice: Choice) -> list[int]:
    return [step.position for step in choice.steps]


def left_out(choice: Choice) -> dict[int, Why]:
    return {step.position: why for step, why in choice.left_out}


def press(sayso: Installed, run: str, digests: Seen) -> str:
    return continuing.start(sayso.desk, sayso.owner, run, digests)


def apply(sayso: Installed, agent: Agent, *, goes_on: bool = False) -> str:
    digests = accept(sayso, agent)
    public = opened(sayso, agent).row.public_id
    run = reviews.apply(sayso.desk, sayso.owner, public, digests, continue_on_error=goes_on)
    sayso.workers.finish()
    return run


def test_c18_1_trying_again_runs_the_failed_step_and_those_behind_it_and_no_finished_one(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    steps = plan(careful, *FIVE)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", skip=2, times=1)
    first = apply(sayso, careful)
    assert outcomes(receipt_of(sayso, first)) == ["applied", "applied", "failed", "not_run", "not_run"]
    left = left_by(sayso, first)
    assert (positions(left.again), positions(left.skip)) == ([3, 4, 5], [4, 5])
    second = press(sayso, first, seen(left.again))
    sayso.workers.finish()
    assert outcomes(receipt_of(sayso, second)) == ["applied", "applied", "applied"]
    assert statuses(sayso, steps) == ["applied"] * 5
    assert made(wordpress) == ["One", "Two", "Three", "Four", "Five"]
    assert sent(wordpress) == [PAGES] * 6
    over = left_by(sayso, first)
    assert (over.failed, over.not_run) == ((), ())
    assert over.later is not None
    assert over.later.public_id == second


def test_c18_2_a_run_that_goes_on_leaves_the_failed_step_alone_to_be_tried_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    plan(careful, *FIVE)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", skip=2, times=1)
    first = apply(sayso, careful, goes_on=True)
    assert counts(receipt_of(sayso, first)) == (4, 1, 0)
    left = left_by(sayso, first)
    assert (positions(left.again), positions(left.skip)) == ([3], [])
    second = press(sayso, first, seen(left.again))
    sayso.workers.finish()
    assert counts(receipt_of(sayso, second)) == (1, 0, 0)
    assert sorted(made(wordpress)) == ["Five", "Four", "One", "Three", "Two"]


def test_skipping_a_failed_step_runs_only_what_did_not_run(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    steps = plan(careful, *FIVE)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", skip=2, times=1)
    first = apply(sayso, careful)
    second = press(sayso, first, seen(left_by(sayso, first).skip))
    sayso.workers.finish()
    assert outcomes(receipt_of(sayso, second)) == ["applied", "applied"]
    assert statuses(sayso, steps) == ["applied", "applied", "failed", "applied", "applied"]
    assert positions(left_by(sayso, first).again) == [3]


def test_c18_3_where_nothing_is_left_a_press_runs_nothing(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    plan(careful, tagline("Wood, slowly"))
    first = apply(sayso, careful)
    left = left_by(sayso, first)
    assert (left.again.steps, left.skip.steps, left.unknown) == ((), (), ())
    with pytest.raises(Refusal) as refused:
        press(sayso, first, {})
    assert refused.value.code == "respira_plan_changed"
    assert sent(wordpress) == ["POST /wp/v2/settings"]


def test_c18_4_what_needs_a_failed_step_stays_out_when_that_is_skipped_and_says_why(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    [page] = plan(careful, new_page("One"))
    to_it = {"menu_id": 3, "title": "One", "object_type": "page", "object_id": f"{{{{{page}.id}}}}"}
    plan(careful, ("create_menu_item", to_it), tagline("Wood, slowly"))
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", times=1)
    run = apply(sayso, careful)
    left = left_by(sayso, run)
    assert (positions(left.again), left_out(left.again)) == ([1, 2, 3], {})
    assert (positions(left.skip), left_out(left.skip)) == ([3], {2: Why.NEEDS})
    told = receipt_of(sayso, run)["steps"][1]
    assert (told["outcome"], told["why"]) == ("not_run", "Step 1 failed before it.")
    press(sayso, run, seen(left.again))
    sayso.workers.finish()
    assert sent(wordpress) == [PAGES, PAGES, "POST /wp/v2/menu-items", "POST /wp/v2/settings"]


def test_c18_5_the_counts_of_every_receipt_add_up_and_success_is_false_while_anything_failed(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    plan(careful, *FIVE)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", skip=2, times=2)
    first = apply(sayso, careful)
    second = press(sayso, first, seen(left_by(sayso, first).again))
    sayso.workers.finish()
    third = press(sayso, second, seen(left_by(sayso, second).again))
    sayso.workers.finish()
    told = [receipt_of(sayso, run) for run in (first, second, third)]
    assert [(*counts(one), one["success"]) for one in told] == [
        (2, 1, 2, False),
        (0, 1, 2, False),
        (3, 0, 0, True),
    ]
    assert [len(one["steps"]) for one in told] == [5, 3, 3]


def test_what_is_shown_otherwise_since_needs_a_yes_of_its_own(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    plan(careful, title(42, "About 2"), ("update_page", {"id": 42, "excerpt": "New."}), tagline("Wood, slowly"))
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", times=1)
    run = apply(sayso, careful)
    left = left_by(sayso, run)
    assert (positions(left.again), left_out(left.again)) == ([1, 3], {2: Why.CHANGED})
    press(sayso, run, seen(left.again))
    sayso.workers.finish()
    assert [row(sayso, step.public_id).status for step in left.not_run] == ["not_run", "applied"]


def test_a_step_that_went_stale_was_sent_back_or_dropped_stays_out(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    steps = plan(careful, title(42, "About 2"), tagline("Wood, slowly"), shop(), bin_page(311))
    wordpress.change("pages", 42, title="Changed by hand")
    run = apply(sayso, careful)
    reviews.decide(
        sayso.desk, sayso.owner, steps[1], "ask", row(sayso, steps[1]).digest, note="Shorter.", from_its_page=True
    )
    decide(sayso, row(sayso, steps[2]), "drop")
    left = left_by(sayso, run)
    assert left_out(left.again) == {1: Why.STALE, 2: Why.SENT_BACK, 3: Why.GONE}
    assert positions(left.again) == positions(left.skip) == [4]


def test_the_yes_is_written_down_anew_for_exactly_what_was_shown(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    """A delete asks for a person's approval, which it had on its own page before."""
    [_one, binned] = plan(careful, tagline("Wood, slowly"), bin_page(311))
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/settings", times=1)
    first = apply(sayso, careful)
    second = press(sayso, first, seen(left_by(sayso, first).again))
    sayso.workers.finish()
    assert receipt_of(sayso, second)["approved_by_apply"] == [binned]
    with sayso.desk.reading() as session:
        given = session.scalars(
            select(Decision).join(Step).where(Step.public_id == binned).order_by(Decision.id)
        ).all()
    assert [(one.verdict, one.person_id, one.counts) for one in given] == [("accept", sayso.owner.id, True)] * 2
    assert given[0].digest == given[1].digest


def test_other_digests_or_other_steps_than_were_shown_run_nothing(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    steps = plan(careful, *FIVE)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", skip=2, times=1)
    run = apply(sayso, careful)
    again = seen(left_by(sayso, run).again)
    wordpress.requests.clear()
    for wrong in ({**again, steps[2]: "0" * 64}, {steps[4]: again[steps[4]]}, {**again, steps[0]: "0" * 64}, {}):
        with pytest.raises(Refusal) as refused:
            press(sayso, run, wrong)
        assert refused.value.code == "respira_plan_changed"
    assert sent(wordpress) == []
    assert statuses(sayso, steps[2:]) == ["failed", "not_run", "not_run"]


def test_a_second_press_finds_the_run_of_the_first(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    plan(careful, *FIVE)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", skip=4, times=1)
    first = apply(sayso, careful)
    again = seen(left_by(sayso, first).again)
    held = hold_up(wordpress, "/wp/v2/pages")
    second = press(sayso, first, again)
    held.wait_for_it()
    assert press(sayso, first, again) == second
    held.let_go()
    sayso.workers.finish()
    assert press(sayso, first, again) == second
    sayso.workers.finish()
    assert made(wordpress) == ["One", "Two", "Three", "Four", "Five"]


def test_a_run_that_the_agent_asked_for_goes_on_in_its_chat(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, *FIVE)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", skip=2, times=1)
    run = agent.call("apply_plan")["review"]["job_id"]
    left = left_by(sayso, run)
    assert left.in_chat
    with pytest.raises(Refusal) as refused:
        press(sayso, run, seen(left.again))
    assert refused.value.code == "respira_not_possible"
    assert counts(agent.call("apply_plan")) == (3, 0, 0)


def test_a_run_that_a_person_stopped_names_them_and_goes_on_by_a_press(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    plan(careful, *FIVE)
    held = hold_up(wordpress, "/wp/v2/pages", skip=1)
    run = apply_in_browser(sayso, careful)
    held.wait_for_it()
    with sayso.desk.writing() as session:
        found = runs.find_for_person(session, sayso.owner.id, run)
        runs.ask_to_stop(session, sayso.desk, found, sayso.owner.id)
    held.let_go()
    sayso.workers.finish()
    receipt = receipt_of(sayso, run)
    assert outcomes(receipt) == ["applied", "applied", "not_run", "not_run", "not_run"]
    assert {step.get("why") for step in receipt["steps"][2:]} == {"Olive Owner stopped the run before its turn came."}
    left = left_by(sayso, run)
    assert (left.failed, positions(left.skip)) == ((), [3, 4, 5])
    press(sayso, run, seen(left.skip))
    sayso.workers.finish()
    assert made(wordpress) == ["One", "Two", "Three", "Four", "Five"]
