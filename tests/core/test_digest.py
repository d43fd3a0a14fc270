"""A yes is given to exactly what was shown: whatever of it is another makes another digest, and runs nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.core.acts import accept, decide, opened, plan, row, sent, statuses, tagline, text, title
from tests.installed import Agent, Installed
from webapp.core import differences, forecasts, plans, reviews, scenes
from webapp.core.forecasts import Base
from webapp.data import Key, Mode, Plan, Site, Step
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

Change = Callable[[Installed, Session, Step], None]


def _site(sayso: Installed, session: Session, step: Step) -> None:
    session.get_one(Site, sayso.site.id).public_id = "site_another"


def _key(sayso: Installed, session: Session, step: Step) -> None:
    session.scalars(select(Key)).one().public_id = "key_another"


def _tool(sayso: Installed, session: Session, step: Step) -> None:
    step.tool = "update_post"


def _arguments(sayso: Installed, session: Session, step: Step) -> None:
    step.fingerprint = sayso.desk.sealer.mark(["update_page", {"id": 42, "title": "Their story"}])


def _edits(sayso: Installed, session: Session, step: Step) -> None:
    step.edits = sayso.desk.sealer.seal(f"step.edits {step.public_id}", {"title": "Our story"})


def _target(sayso: Installed, session: Session, step: Step) -> None:
    step.target_id = "46"


def _base(sayso: Installed, session: Session, step: Step) -> None:
    state = {**forecasts.base_of(sayso.desk, step), "live.content": "<p>Other words.</p>"}
    step.base = sayso.desk.sealer.seal(f"step.base {step.public_id}", state)


def _position(sayso: Installed, session: Session, step: Step) -> None:
    step.position = 7


def _landing(sayso: Installed, session: Session, step: Step) -> None:
    step.lands_on = {**step.lands_on, "where": "live"}


def digest(sayso: Installed, session: Session, step: Step) -> str:
    """The digest that the step's columns make, as it is when a forecast is written down."""
    key, site = session.scalars(select(Key)).one(), session.get_one(Site, sayso.site.id)
    changes = forecasts.forecast_of(sayso.desk, step)["changes"]
    return forecasts.digest_of(sayso.desk, step, site, key, changes)


@pytest.mark.parametrize(
    "change",
    [_site, _key, _tool, _arguments, _edits, _target, _base, _position, _landing],
    ids=lambda one: one.__name__,
)
def test_each_thing_that_a_yes_is_given_to_makes_another_digest(
    sayso: Installed, careful: Agent, change: Change
) -> None:
    """C15"""
    step_id = plan(careful, title(42, "Our story"))[0]
    with sayso.desk.writing() as session:
        step = session.scalars(select(Step).where(Step.public_id == step_id)).one()
        assert digest(sayso, session, step) == step.digest
        change(sayso, session, step)
        assert digest(sayso, session, step) != step.digest
        session.rollback()


def applied(sayso: Installed, agent: Agent, seen: dict[str, str]) -> str:
    return reviews.apply(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id, seen)


@pytest.mark.promise("D-STALE-05")
def test_an_apply_with_an_old_digest_runs_nothing(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    """C15.2"""
    first, second = plan(careful, title(42, "Our story"), tagline("Wood, slowly"))
    seen = accept(sayso, careful)
    with pytest.raises(Refusal, match="The plan changed since this page was opened"):
        applied(sayso, careful, {**seen, second: "0" * 64})
    assert (statuses(sayso, [first, second]), sent(wordpress)) == (["accepted", "accepted"], [])


def test_a_step_that_is_not_of_this_plan_or_was_never_accepted_lets_nothing_run(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    """C15.3"""
    [ours] = plan(careful, title(42, "Our story"))
    seen = accept(sayso, careful)
    other = sayso.agent(Mode.BROWSER, "Another")
    [theirs] = plan(other, title(46, "Write to us"))
    theirs_seen = accept(sayso, other)
    [undecided] = plan(careful, tagline("Wood, slowly"))
    for extra in (theirs_seen, {"step_nowhere": "0" * 64}, {undecided: row(sayso, undecided).digest}):
        with pytest.raises(Refusal, match="The plan changed since"):
            applied(sayso, careful, seen | extra)
    assert (statuses(sayso, [ours, theirs, undecided]), sent(wordpress)) == (["accepted", "accepted", "planned"], [])


def test_what_was_accepted_and_was_not_on_the_screen_waits(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    """C15.3"""
    first, second = plan(careful, title(42, "Our story"), title(46, "Write to us"))
    seen = accept(sayso, careful)
    applied(sayso, careful, {first: seen[first]})
    sayso.workers.finish()
    assert statuses(sayso, [first, second]) == ["applied", "accepted"]
    assert sent(wordpress) == ["POST /wp/v2/pages"]


def test_an_agent_that_takes_its_step_back_and_plans_another_leaves_the_old_page_without_effect(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    """C15.1"""
    [first] = plan(careful, title(42, "Our story"))
    seen = accept(sayso, careful)
    careful.call("discard_plan", step_ids=[first])
    [other] = plan(careful, title(42, "Their story"))
    with pytest.raises(Refusal, match="The plan changed since"):
        applied(sayso, careful, seen)
    assert (statuses(sayso, [first, other]), sent(wordpress)) == (["discarded", "planned"], [])
    assert told(sayso, careful, seen, last=1) == [(first, "withdrawn"), (other, "new")]


def told(sayso: Installed, agent: Agent, seen: dict[str, str], *, last: int | None = None) -> list[tuple[str, str]]:
    """What a page that saw these digests is told of the plan as it is now."""
    with sayso.desk.reading() as session:
        row = session.get_one(Plan, opened(sayso, agent).row.id)
        found = differences.of_plan(session, sayso.desk, row, seen, last, to_apply=True)
    return [(one.step.public_id, one.kind) for one in found]


def renewed(sayso: Installed, step_id: str, state: dict[str, Any]) -> None:
    """Forecast a step upon another state of its target."""
    with sayso.desk.writing() as session:
        step = session.scalars(select(Step).where(Step.public_id == step_id)).one()
        plan_row = session.get_one(Plan, step.plan_id)
        key, site = session.get_one(Key, plan_row.key_id), session.get_one(Site, plan_row.site_id)
        steps, scene = plans.steps_of(session, plan_row), scenes.of_key(session, sayso.desk, key, site)
        base = Base({**forecasts.base_of(sayso.desk, step), **state}, step.made_at)
        below = forecasts.ground(sayso.desk, step, steps, base)
        arguments = forecasts.fitted(session, sayso.desk, step, key.id)
        proposal = scene.tool(step.tool).write.predict(arguments, below.state, scene.at(step_id))
        forecasts.write_down(sayso.desk, step, proposal, site, key, below, (), steps)


def test_what_was_shown_and_what_is_there_now_stand_side_by_side(sayso: Installed, careful: Agent) -> None:
    step_id = plan(careful, title(42, "Our story"))[0]
    before = row(sayso, step_id).digest
    renewed(sayso, step_id, {"live.title": "About us"})
    difference = differences.of_step(sayso.desk, row(sayso, step_id), before)
    assert difference is not None
    assert (difference.kind, difference.known) == ("changed", True)
    assert difference.former_effect == "Update page 42 (About): title."
    assert [(one["label"], one["before"], one["after"]) for one in difference.changes] == [
        ("Title, as it stood there", "About", "About us")
    ]


def test_of_an_older_page_it_is_said_that_it_was_different_and_not_how(sayso: Installed, careful: Agent) -> None:
    step_id = plan(careful, title(42, "Our story"))[0]
    before = row(sayso, step_id).digest
    renewed(sayso, step_id, {"live.title": "About us"})
    renewed(sayso, step_id, {"live.title": "About us all"})
    difference = differences.of_step(sayso.desk, row(sayso, step_id), before)
    assert difference is not None
    assert (difference.known, difference.changes, difference.former_effect) == (False, [], None)
    assert differences.of_step(sayso.desk, row(sayso, step_id), row(sayso, step_id).digest) is None


def test_a_step_that_another_person_decided_on_meanwhile_is_told(sayso: Installed, careful: Agent) -> None:
    first, second = plan(careful, title(42, "Our story"), text(46, "<p>Write to us.</p>"))
    seen = accept(sayso, careful)
    decide(sayso, row(sayso, second), "drop")
    assert told(sayso, careful, seen) == [(second, "decided")]
    assert told(sayso, careful, {first: seen[first]}) == []
