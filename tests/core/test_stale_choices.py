"""What a person can do about a step that the site moved away from: plan it again, or want it all the same."""

from __future__ import annotations

from datetime import datetime

import pytest
from sqlalchemy import select

from tests import colleague
from tests.core.acts import (
    accept,
    bin_page,
    decide,
    error,
    on_site,
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
from webapp.core import forecasts, reviews, stale
from webapp.core.stale import Upon
from webapp.data import Decision, Event, Step
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import ChangeMeanwhile


def check(sayso: Installed, agent: Agent) -> int:
    return stale.check(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id)


def shown(sayso: Installed, agent: Agent, step: str) -> Upon:
    """What the step's page shows of it upon the site as the last check saw it."""
    with sayso.desk.reading() as session:
        upon = stale.upon_now(
            session, sayso.desk, opened(sayso, agent).row, session.merge(row(sayso, step), load=False)
        )
    assert upon is not None
    return upon


def want(sayso: Installed, agent: Agent, step: str, note: str = "The old words are wrong.") -> Step:
    digest = shown(sayso, agent, step).digest
    return stale.accept_anyway(sayso.desk, sayso.owner, step, digest, note)


def again(sayso: Installed, step: str) -> Step:
    return stale.plan_again(sayso.desk, sayso.owner, step)


def run(sayso: Installed, agent: Agent) -> list[str]:
    """The owner presses Apply, and the plan's steps stand so afterwards."""
    view = opened(sayso, agent)
    seen = {step.row.public_id: step.row.digest for step in view.accepted}
    reviews.apply(sayso.desk, sayso.owner, view.row.public_id, seen)
    sayso.workers.finish()
    return [step.row.status for step in opened(sayso, agent).steps]


def happened(sayso: Installed) -> list[str]:
    with sayso.desk.reading() as session:
        return list(session.scalars(select(Event.what).where(Event.what.like("step.%")).order_by(Event.id)))


def changes(sayso: Installed, step: str) -> list[tuple[str, object, object]]:
    kept = forecasts.forecast_of(sayso.desk, row(sayso, step))["changes"]
    return [(change["field"], change["before"], change["after"]) for change in kept]


def test_who_edited_the_words_is_named_with_the_time(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    """C03.1"""
    step = plan(careful, title(42, "Our story"))[0]
    colleague.edit(wordpress, "pages/42", content="<p>Open on Sundays.</p>")
    assert check(sayso, careful) == 1
    moved = row(sayso, step).moved_by or {}
    assert (moved["who"], moved["what"]) == ("Marta Pires", "edited")
    assert datetime.fromisoformat(moved["at"]).utcoffset() is not None
    assert sent(wordpress) == []


def test_of_a_save_that_made_no_revision_the_time_is_told_and_nobody_is_blamed(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, ("update_page", {"id": 42, "slug": "story"}))[0]
    colleague.edit(wordpress, "pages/42", title="About us")
    page = wordpress.wp.store.find("pages", 42) or {}
    wordpress.wp.store.put("pages", {**page, "slug": "over", "title": "About", "modified_gmt": "2099-01-01T10:00:00"})
    assert check(sayso, careful) == 1
    assert row(sayso, step).stale == ["live.slug"]
    assert row(sayso, step).moved_by == {"who": None, "what": "edited", "at": "2099-01-01T10:00:00+00:00"}


def test_a_change_that_was_made_long_before_the_step_was_planned_is_not_taken_for_the_one_that_moved_it(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    page = wordpress.wp.store.find("pages", 42) or {}
    wordpress.wp.store.put("pages", {**page, "content": "<p>By a plugin.</p>", "modified_gmt": "2020-01-01T10:00:00"})
    assert check(sayso, careful) == 1
    assert row(sayso, step).moved_by is None


def test_a_page_in_the_bin_and_one_that_is_gone_are_told_apart(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    """C03.4"""
    binned, gone = plan(careful, title(42, "Our story"), title(46, "Write to us"))
    colleague.bin_it(wordpress, "pages/42")
    wordpress.delete("pages", 46)
    assert check(sayso, careful) == 2
    assert (row(sayso, binned).moved_by or {})["what"] == "moved to the trash"
    assert row(sayso, gone).moved_by == {"who": None, "at": None, "what": "deleted for good"}
    assert "is in the trash" in row(sayso, binned).stale[0]
    assert "There is no page 46" in row(sayso, gone).stale[0]
    for step in (binned, gone):
        with pytest.raises(Refusal):
            again(sayso, step)
    assert wordpress.read("pages", 42)["status"] == "trash"


def test_a_setting_that_moved_is_told_without_saying_by_whom(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, tagline("Wood, slowly"))[0]
    wordpress.change("settings", description="Wood, fast")
    assert check(sayso, careful) == 1
    assert row(sayso, step).moved_by is None


def test_what_stood_there_when_planned_stands_there_now_and_would_stand_there_is_kept_apart(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    colleague.edit(wordpress, "pages/42", title="About us all")
    check(sayso, careful)
    upon = shown(sayso, careful, step)
    assert (upon.planned["live.title"], upon.now["live.title"]) == ("About", "About us all")
    assert [(change["field"], change["after"]) for change in upon.changes] == [("title", "Our story")]


@pytest.mark.promise("D-STALE-02")
def test_a_step_that_is_planned_again_stands_upon_the_page_as_it_is_now_and_its_yes_falls(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    accept(sayso, careful)
    before = row(sayso, step)
    colleague.edit(wordpress, "pages/42", title="About us all")
    check(sayso, careful)
    again(sayso, step)
    after = row(sayso, step)
    assert (after.status, after.stale, after.now) == ("planned", [], None)
    assert after.digest != before.digest
    assert changes(sayso, step) == [("title", "About us all", "Our story")]
    assert (forecasts.former_of(sayso.desk, after) or {})["digest"] == before.digest
    assert happened(sayso)[-1] == "step.replanned"
    decide(sayso, after, "accept")
    assert run(sayso, careful) == ["applied"]
    assert sent(wordpress) == ["POST /wp/v2/pages"]


def test_a_step_that_was_planned_again_has_a_history_however_often_the_site_is_read(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    check(sayso, careful)
    assert [shown.has_history for shown in opened(sayso, careful).steps] == [False]
    colleague.edit(wordpress, "pages/42", title="About us all")
    check(sayso, careful)
    again(sayso, step)
    check(sayso, careful)
    assert [shown.has_history for shown in opened(sayso, careful).steps] == [True]


def test_planning_again_what_nobody_changed_leaves_the_yes_as_it_is(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    accept(sayso, careful)
    again(sayso, step)
    assert statuses(sayso, [step]) == ["accepted"]


def test_a_step_that_stopped_because_the_page_had_moved_can_be_planned_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    accept(sayso, careful)
    colleague.edit(wordpress, "pages/42", content="<p>Open on Sundays.</p>")
    assert run(sayso, careful) == ["failed"]
    stopped = row(sayso, step)
    assert (stopped.stale, (stopped.moved_by or {})["who"]) == (["live.content"], "Marta Pires")
    again(sayso, step)
    assert statuses(sayso, [step]) == ["planned"]


def test_the_later_steps_on_the_page_are_forecast_upon_the_one_that_was_planned_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    first, second = plan(careful, title(42, "Our story"), ("update_page", {"id": 42, "excerpt": "In short."}))
    colleague.edit(wordpress, "pages/42", content="<p>Open on Sundays.</p>")
    assert check(sayso, careful) == 2
    again(sayso, first)
    assert row(sayso, second).stale == ["live.content"]
    assert first in shown(sayso, careful, second).below.upon
    again(sayso, second)
    assert row(sayso, second).upon == [first]


def test_a_step_is_wanted_all_the_same_upon_what_was_shown_and_the_receipt_says_so(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    colleague.edit(wordpress, "pages/42", title="About us all")
    check(sayso, careful)
    want(sayso, careful, step, " The old words are wrong. ")
    forced = row(sayso, step)
    assert (forced.status, forced.stale) == ("accepted", [])
    assert changes(sayso, step) == [("title", "About us all", "Our story")]
    with sayso.desk.reading() as session:
        decision = session.scalars(select(Decision)).one()
    assert (decision.verdict, decision.anyway, decision.digest) == ("accept", True, forced.digest)
    assert "step.forced" in happened(sayso)
    assert run(sayso, careful) == ["applied"]
    receipt = careful.call("get_plan")["last_receipt"]
    [note] = receipt["review"]["notes"]
    assert (note["note"], note["anyway"], note["by"]) == ("The old words are wrong.", True, "Olive Owner")


def test_a_site_that_moves_once_more_stops_what_was_wanted_all_the_same(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    colleague.edit(wordpress, "pages/42", title="About us all")
    check(sayso, careful)
    want(sayso, careful, step)
    wordpress.misbehave(ChangeMeanwhile("pages", 42, {"title": "About all of us"}), path="/wp/v2/pages/42", times=1)
    assert run(sayso, careful) == ["failed"]
    assert row(sayso, step).stale == ["live.title"]
    assert sent(wordpress) == []


def test_what_was_not_shown_is_not_wanted(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    colleague.edit(wordpress, "pages/42", title="About us all")
    check(sayso, careful)
    seen = shown(sayso, careful, step).digest
    colleague.edit(wordpress, "pages/42", title="About all of us")
    check(sayso, careful)
    for digest in (seen, row(sayso, step).digest, ""):
        with pytest.raises(Refusal, match="The plan changed since"):
            stale.accept_anyway(sayso.desk, sayso.owner, step, digest, "All the same.")
    assert statuses(sayso, [step]) == ["planned"]


def test_wanting_it_all_the_same_takes_words(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    colleague.edit(wordpress, "pages/42", title="About us all")
    check(sayso, careful)
    with pytest.raises(Refusal, match="Say why"):
        want(sayso, careful, step, " \n")
    assert statuses(sayso, [step]) == ["planned"]


def test_where_the_yes_is_given_in_the_chat_nothing_is_wanted_all_the_same(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    step = plan(agent, title(42, "Our story"))[0]
    colleague.edit(wordpress, "pages/42", title="About us all")
    check(sayso, agent)
    with pytest.raises(Refusal, match="in the agent's chat"):
        want(sayso, agent, step)
    again(sayso, step)
    assert outcomes(agent.call("apply_plan")) == ["applied"]


def test_a_step_that_would_land_elsewhere_now_is_planned_again_and_not_forced(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, ("update_page", {"id": 42, "title": "Our story", "edit_target": "live"}))[0]
    on_site(sayso, direct_editing=True)
    assert check(sayso, careful) == 1
    assert row(sayso, step).now is None
    again(sayso, step)
    assert row(sayso, step).lands_on["where"] == "live"


def test_a_delete_is_planned_again_upon_the_page_as_it_is_now(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, bin_page(311))[0]
    colleague.edit(wordpress, "pages/311", title="The team")
    assert check(sayso, careful) == 1
    assert (row(sayso, step).moved_by or {})["who"] == "Marta Pires"
    again(sayso, step)
    assert "The team" in row(sayso, step).effect


@pytest.mark.promise("D-STALE-02")
def test_an_agent_is_told_that_its_step_is_stale_after_a_person_planned_it_again_and_it_moved_once_more(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    step = plan(agent, text(42, "<p>New words.</p>"))[0]
    colleague.edit(wordpress, "pages/42", content="<p>Open on Sundays.</p>")
    again(sayso, step)
    colleague.edit(wordpress, "pages/42", content="<p>Closed on Sundays.</p>")
    assert error(agent.call("apply_plan"), 1) == ("respira_step_stale", 409)


def test_the_reasons_of_the_step_as_it_would_be_are_told_before_it_is_wanted_all_the_same(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, text(42, "<p>We plane wood.</p>"))[0]
    assert "prices" not in row(sayso, step).risks
    colleague.edit(wordpress, "pages/42", content="<p>A bench costs 19.99 €.</p>")
    check(sayso, careful)
    reasons = shown(sayso, careful, step).reasons
    assert "prices" in reasons
    assert want(sayso, careful, step).risks == reasons


def test_a_yes_to_what_a_page_showed_without_a_reason_that_there_is_now_is_no_yes(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, text(42, "<p>We plane wood.</p>"))[0]
    colleague.edit(wordpress, "pages/42", content="<p>A bench is sturdy.</p>")
    check(sayso, careful)
    seen = shown(sayso, careful, step).digest
    colleague.edit(wordpress, "pages/42", content="<p>A bench costs 19.99 €.</p>")
    check(sayso, careful)
    with pytest.raises(Refusal) as refused:
        stale.accept_anyway(sayso.desk, sayso.owner, step, seen, "The old words are wrong.")
    assert refused.value.code == "respira_plan_changed"
