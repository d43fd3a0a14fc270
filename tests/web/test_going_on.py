"""Promises of the run page while a run goes on, and of going on with what it left."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.core.acts import as_if_long_ago
from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import digests, run_of, statuses, steps_of
from webapp.core import people
from webapp.data import Mode
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, AnswerInstead, HoldUp

BROKEN = AnswerInstead(500, '{"code":"db_error","message":"Could not insert <b>.","data":{"status":500}}')
GO_ON = "Go on with the other steps when one fails"


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def plan(agent: Agent) -> str:
    """A plan of four: two new pages, the tagline, and one more page."""
    begun = agent.call("begin_session", mode="plan", title="Two pages and a tagline")
    agent.call("create_page", title="One")
    agent.call("create_page", title="Two")
    agent.call("update_option", option="description", value="Wood, slowly")
    agent.call("create_page", title="Four")
    return str(begun["session_id"])


def accepted(window: Browser, place: Installed, plan: str) -> None:
    window.get(f"/plans/{plan}")
    for step in steps_of(place.desk, plan):
        yes = {"verdict": "accept", "digest": step.digest, "page": "step"}
        assert window.post(f"/steps/{step.public_id}/decision", yes).status_code == 303


def applied(window: Browser, place: Installed, plan: str, **given: str) -> str:
    accepted(window, place, plan)
    run = window.post(f"/plans/{plan}/runs", {"step": digests(place.desk, plan), **given}).headers["Location"]
    return str(run)


def over(window: Browser, place: Installed, run: str) -> str:
    place.workers.finish()
    return read(window, run)


def read(window: Browser, address: str) -> str:
    page = window.get(address).get_data(as_text=True).replace("&#39;", "'")
    return re.sub(r"\s+", " ", page)


def named_by(page: str, key: str) -> list[str]:
    """The steps that a way to go on sends along."""
    form = page.partition(f'id="go-on-{key}"')[2].partition("</form>")[0]
    return re.findall(r'name="step" value="([^"]+)"', form)


def fails(sample: SampleSite, *, skip: int = 0) -> None:
    sample.misbehave(BROKEN, method="POST", path="/wp/v2/pages", times=1, skip=skip)


def test_the_way_of_each_step_is_told_in_words_and_survives_a_reload(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    hold = HoldUp()
    sample.misbehave(hold, method="POST", path="/wp/v2/pages", times=1, skip=1)
    run = applied(window, place, plan)
    hold.wait_for_it()
    first, second = read(window, run), read(window, f"{run}/progress")
    hold.let_go()
    place.workers.finish()
    for page in (first, second):
        assert "1 of 4 steps done" in page
        assert re.search(r"Running for \d+ seconds?", page)
        assert "You can leave this page" in page
        for stage in ("Snapshot taken", "Written", "Read back", "Checked"):
            assert f'{stage}<span class="spoken">: done</span>' in page
        assert 'Written<span class="spoken">: under way</span>' in page
        assert 'Read back<span class="spoken">: not yet</span>' in page
        assert "Waiting its turn" in page
        assert "When a step fails, the run stops there." in page


def test_a_step_that_fails_opens_in_place_while_the_others_go_on(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    fails(sample)
    hold = HoldUp()
    sample.misbehave(hold, method="POST", path="/wp/v2/pages", times=1, skip=2)
    run = applied(window, place, plan, go_on="yes")
    hold.wait_for_it()
    page = read(window, run)
    hold.let_go()
    assert "When a step fails, the others go on." in page
    assert "<bdi>Could not insert .</bdi>" in page
    assert "The site was not changed by this step." in page
    assert "<span>Not written</span>" in page
    receipt = over(window, place, run)
    assert statuses(place.desk, plan) == ["failed", "applied", "applied", "applied"]
    assert "1 step can still run" in receipt
    assert "Try again: 1 step, it does not change the live site" in receipt
    assert "Skip" not in receipt.partition('id="going-on"')[2].partition("</section>")[0]


def test_going_on_at_a_failure_is_chosen_at_the_apply_form_and_off_by_itself(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    assert GO_ON not in read(window, f"/plans/{plan}")
    accepted(window, place, plan)
    page = read(window, f"/plans/{plan}")
    assert GO_ON in page
    box = re.search(r'<input type="checkbox" id="go-on"[^>]*>', page)
    assert box is not None
    assert "checked" not in box[0]
    fails(sample)
    window.post(f"/plans/{plan}/runs", {"step": digests(place.desk, plan)})
    place.workers.finish()
    assert statuses(place.desk, plan) == ["failed", "not_run", "not_run", "not_run"]


def test_both_ways_to_go_on_say_how_many_steps_run_and_what_reaches_the_live_site(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    fails(sample, skip=1)
    run = applied(window, place, plan)
    page = over(window, place, run)
    _one, two, three, four = steps_of(place.desk, plan)
    assert "3 steps can still run" in page
    assert "Try step 2 again, and run the 2 steps that did not run" in page
    assert "Try again: 3 steps, 1 changes the live site" in page
    assert "Skip step 2 and run the 2 steps that did not run" in page
    assert "Skip and go on: 2 steps, 1 changes the live site" in page
    rest = [f"{step.public_id} {step.digest}" for step in (three, four)]
    assert named_by(page, "again") == [f"{two.public_id} {two.digest}", *rest]
    assert named_by(page, "skip") == rest
    answer = window.post(f"{run}/continuation", {"step": rest})
    place.workers.finish()
    assert statuses(place.desk, plan) == ["applied", "failed", "applied", "applied"]
    assert answer.headers["Location"] == f"/runs/{run_of(place.desk, plan)[1].public_id}"
    former = read(window, run)
    assert f'<a href="{answer.headers["Location"]}">Something of this went on in a later run</a>' in former
    assert "1 step can still run" in former


def test_what_can_not_go_on_is_left_out_with_the_reason_and_the_way_to_its_page(
    window: Browser, place: Installed, sample: SampleSite, agent: Agent
) -> None:
    plan = agent.call("begin_session", mode="plan")["session_id"]
    agent.call("update_page", id=42, title="Our story")
    agent.call("update_page", id=42, excerpt="How we began")
    agent.call("update_option", option="description", value="Wood, slowly")
    fails(sample)
    page = over(window, place, applied(window, place, plan))
    second = steps_of(place.desk, plan)[1].public_id
    out = f'<a href="/steps/{second}">Step 2</a>: it does something else now than what was accepted.'
    assert out in page
    assert [named.split()[0] for named in named_by(page, "again")] == [
        step.public_id for step in steps_of(place.desk, plan) if step.public_id != second
    ]


def test_a_press_upon_what_changed_meanwhile_runs_nothing_and_says_so(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    fails(sample)
    run = applied(window, place, plan)
    page = over(window, place, run)
    window.post(f"/plans/{plan}/decisions", {"verdict": "drop"})
    sample.requests.clear()
    answer = window.post(f"{run}/continuation", {"step": named_by(page, "again")})
    assert answer.status_code == 409
    assert "The plan changed since this page was opened, so nothing ran." in answer.get_data(as_text=True)
    part = window.post(f"{run}/continuation", {"step": named_by(page, "again")}, headers={"HX-Request": "true"})
    assert "The plan changed since this page was opened, so nothing ran." in part.get_data(as_text=True)
    place.workers.finish()
    assert list(sample.requests.writes()) == []
    assert len(run_of(place.desk, plan)) == 1


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("site", "The site is paused, so nothing can be applied."),
        ("key", "is paused, so nothing of this plan can run."),
    ],
)
def test_what_holds_everything_back_is_told_in_the_place_of_the_buttons(
    window: Browser, place: Installed, sample: SampleSite, agent: Agent, plan: str, what: str, words: str
) -> None:
    fails(sample)
    run = applied(window, place, plan)
    over(window, place, run)
    window.get(f"/{what}s")
    name = place.site.public_id if what == "site" else agent.key.public_id
    assert window.post(f"/{what}s/{name}/pause").status_code == 303
    page = read(window, run)
    assert words in page
    assert "/continuation" not in page


def test_a_run_of_an_agent_that_was_given_the_yes_in_its_chat_goes_on_there(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    agent = place.agent(Mode.ASK)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    agent.call("create_page", title="One")
    fails(sample)
    agent.call("apply_plan")
    page = read(window, f"/runs/{run_of(place.desk, plan)[0].public_id}")
    assert "ask the agent to apply the plan again" in page
    assert "/continuation" not in page


def test_an_unknown_outcome_has_words_of_its_own_and_is_never_sent_again_before_it_is_known(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    sample.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/pages", times=1)
    run = applied(window, place, plan)
    page = over(window, place, run)
    [lost, *_others] = steps_of(place.desk, plan)
    assert "It is not known whether step 1 was saved" in page
    for words in ("The change is there", "Nothing of it is there", "It does not show"):
        assert f"<dt>{words}</dt>" in page
    assert "It is not known whether step 1 was saved, so the run went no further." in page
    assert lost.public_id not in " ".join(named_by(page, "skip"))
    assert 'id="go-on-again"' not in page
    as_if_long_ago(place.desk)
    window.post(f"/steps/{lost.public_id}/check", {"back": run})
    settled = read(window, run)
    assert "<dt>It does not show</dt>" not in settled
    assert "Try step 1 again, and run the 3 steps that did not run" in settled
    window.post(f"{run}/continuation", {"step": named_by(settled, "again")})
    place.workers.finish()
    assert statuses(place.desk, plan) == ["applied"] * 4


def test_somebody_elses_run_can_not_be_gone_on_with(
    app: Flask, window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    fails(sample)
    run = applied(window, place, plan)
    page = over(window, place, run)
    people.add(place.desk, "second@example.com", "Second Person")
    second = signed_in(app, place.desk, "second@example.com")
    assert second.post(f"{run}/continuation", {"step": named_by(page, "again")}).status_code == 404
    assert len(run_of(place.desk, plan)) == 1
