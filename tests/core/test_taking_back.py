"""A step that sends the whole of a text, and would so take back what somebody changed meanwhile, says so."""

from __future__ import annotations

import pytest

from tests import colleague
from tests.core.acts import accept, opened, plan, row, statuses, text, title
from tests.installed import Agent, Installed
from webapp.core import reviews, stale
from webapp.core.stale import Upon
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

BEFORE = "<p>We make tables.</p><p>Ring 142.</p>"
MARTAS = "<p>We make tables.</p><p>Ring 199.</p>"
AGENTS = "<p>We make chairs.</p><p>Ring 142.</p>"


@pytest.fixture
def page(wordpress: SampleSite) -> int:
    page = colleague.publish(wordpress, "Contact")
    colleague.edit(wordpress, f"pages/{page}", content=BEFORE)
    return page


def check(sayso: Installed, agent: Agent) -> int:
    return stale.check(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id)


def shown(sayso: Installed, agent: Agent, step: str) -> Upon:
    with sayso.desk.reading() as session:
        upon = stale.upon_now(
            session, sayso.desk, opened(sayso, agent).row, session.merge(row(sayso, step), load=False)
        )
    assert upon is not None
    return upon


def planned_again(sayso: Installed, agent: Agent, wordpress: SampleSite, page: int) -> str:
    """A step with the whole text, which Marta changed in another place, and which was planned again."""
    step = plan(agent, text(page, AGENTS))[0]
    colleague.edit(wordpress, f"pages/{page}", content=MARTAS)
    check(sayso, agent)
    stale.plan_again(sayso.desk, sayso.owner, step)
    return step


def test_before_it_is_planned_again_it_is_known_what_it_would_take_back(
    sayso: Installed, careful: Agent, wordpress: SampleSite, page: int
) -> None:
    step = plan(careful, text(page, AGENTS))[0]
    colleague.edit(wordpress, f"pages/{page}", content=MARTAS)
    check(sayso, careful)
    assert shown(sayso, careful, step).takes_back == {"live.content": [("199", "142")]}


def test_planned_again_it_has_a_grave_reason_and_whose_edit_it_is_stays_known(
    sayso: Installed, careful: Agent, wordpress: SampleSite, page: int
) -> None:
    step = planned_again(sayso, careful, wordpress, page)
    kept = row(sayso, step)
    assert (kept.status, kept.stale) == ("planned", [])
    assert "takes_back" in kept.risks
    assert (kept.moved_by or {})["who"] == "Marta Pires"
    assert check(sayso, careful) == 0
    assert (row(sayso, step).moved_by or {})["who"] == "Marta Pires"


def test_no_yes_to_many_takes_it_and_a_yes_on_its_own_page_does(
    sayso: Installed, careful: Agent, wordpress: SampleSite, page: int
) -> None:
    step = planned_again(sayso, careful, wordpress, page)
    kept, public = row(sayso, step), opened(sayso, careful).row.public_id
    assert reviews.accept_all(sayso.desk, sayso.owner, public, {step: kept.digest}) == 0
    with pytest.raises(Refusal):
        reviews.decide(sayso.desk, sayso.owner, step, "accept", kept.digest)
    accept(sayso, careful)
    assert statuses(sayso, [step]) == ["accepted"]


def test_a_step_that_was_wanted_all_the_same_tells_it_too(
    sayso: Installed, careful: Agent, wordpress: SampleSite, page: int
) -> None:
    step = plan(careful, text(page, AGENTS))[0]
    colleague.edit(wordpress, f"pages/{page}", content=MARTAS)
    check(sayso, careful)
    digest = shown(sayso, careful, step).digest
    stale.accept_anyway(sayso.desk, sayso.owner, step, digest, "The old number is right.")
    kept = row(sayso, step)
    assert (kept.status, (kept.moved_by or {})["who"]) == ("accepted", "Marta Pires")
    assert "takes_back" in kept.risks


def test_a_step_that_leaves_alone_what_was_changed_takes_nothing_back(
    sayso: Installed, careful: Agent, wordpress: SampleSite, page: int
) -> None:
    step = plan(careful, title(page, "Write to us"))[0]
    colleague.edit(wordpress, f"pages/{page}", content=MARTAS)
    check(sayso, careful)
    assert shown(sayso, careful, step).takes_back == {}
    stale.plan_again(sayso.desk, sayso.owner, step)
    assert "takes_back" not in row(sayso, step).risks
    assert row(sayso, step).moved_by is None


def test_a_step_whose_text_holds_the_edit_already_takes_nothing_back(
    sayso: Installed, careful: Agent, wordpress: SampleSite, page: int
) -> None:
    step = plan(careful, text(page, "<p>We make chairs.</p><p>Ring 199.</p>"))[0]
    colleague.edit(wordpress, f"pages/{page}", content=MARTAS)
    stale.plan_again(sayso.desk, sayso.owner, step)
    assert "takes_back" not in row(sayso, step).risks


def test_planned_again_twice_it_still_tells_of_the_first_edit(
    sayso: Installed, careful: Agent, wordpress: SampleSite, page: int
) -> None:
    step = planned_again(sayso, careful, wordpress, page)
    colleague.edit(wordpress, f"pages/{page}", excerpt="In short.", content=MARTAS)
    stale.plan_again(sayso.desk, sayso.owner, step)
    assert "takes_back" in row(sayso, step).risks


def test_an_edit_that_its_author_took_back_is_not_told_any_more(
    sayso: Installed, careful: Agent, wordpress: SampleSite, page: int
) -> None:
    step = planned_again(sayso, careful, wordpress, page)
    colleague.edit(wordpress, f"pages/{page}", content=BEFORE)
    assert check(sayso, careful) == 1
    stale.plan_again(sayso.desk, sayso.owner, step)
    assert "takes_back" not in row(sayso, step).risks


def test_a_step_that_was_never_checked_is_planned_again_as_honestly(
    sayso: Installed, careful: Agent, wordpress: SampleSite, page: int
) -> None:
    step = plan(careful, text(page, AGENTS))[0]
    colleague.edit(wordpress, f"pages/{page}", content=MARTAS)
    stale.plan_again(sayso.desk, sayso.owner, step)
    assert "takes_back" in row(sayso, step).risks
    assert (row(sayso, step).moved_by or {})["who"] == "Marta Pires"
