"""What a step is shown upon: it names the step that makes its copy, and counts no step that can not run."""

from __future__ import annotations

import pytest

from tests.core.acts import decide, opened, plan, row, text, title
from tests.installed import Agent, Installed
from tests.worked_example import approve_the_copy
from webapp.core import stale
from webapp.data import Step
from webapp.web.shown import plan_page


def note(sayso: Installed, step: str) -> str:
    return str(row(sayso, step).lands_on["note"]).partition(". ")[0]


def upon(sayso: Installed, step: str) -> list[str]:
    return row(sayso, step).upon


def check(sayso: Installed, agent: Agent) -> int:
    return stale.check(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id)


@pytest.fixture
def approved(sayso: Installed, agent: Agent) -> tuple[str, str]:
    """A step that names a copy which a person has approved since, and a later one on the live page."""
    copy_id = agent.call("update_page", id=42, title="Our story")["id"]
    (named,) = plan(agent, ("update_page", {"id": copy_id, "excerpt": "How it began"}))
    approve_the_copy(sayso)
    return named, agent.call("update_page", id=42, content="<p>Joiners.</p>")["step_id"]


def test_a_step_names_the_step_that_makes_its_copy_and_not_the_one_right_before(
    sayso: Installed, agent: Agent
) -> None:
    steps = plan(agent, title(42, "Our story"), text(42, "<p>Joiners.</p>"), title(42, "We"), title(42, "Us"))
    assert [note(sayso, step) for step in steps] == [
        "This lands on a new draft copy of item 42, made when the step runs",
        *["This lands on the draft copy of item 42 that step 1 makes"] * 3,
    ]


def test_where_the_first_step_is_dropped_the_next_makes_the_copy_and_is_named(sayso: Installed, agent: Agent) -> None:
    steps = plan(agent, title(42, "Our story"), text(42, "<p>Joiners.</p>"), title(42, "We"))
    decide(sayso, row(sayso, steps[0]), "drop")
    assert [note(sayso, step) for step in steps[1:]] == [
        "This lands on a new draft copy of item 42, made when the step runs",
        "This lands on the draft copy of item 42 that step 2 makes",
    ]


def test_after_a_copy_goes_to_the_trash_the_step_that_makes_the_next_one_is_named(
    sayso: Installed, agent: Agent
) -> None:
    copy_id = agent.call("update_page", id=42, title="Our story")["id"]
    steps = plan(
        agent,
        text(42, "<p>Joiners.</p>"),
        ("delete_page", {"id": copy_id}),
        title(42, "We"),
        title(42, "Us"),
    )
    assert note(sayso, steps[3]) == "This lands on the draft copy of item 42 that step 3 makes"


def test_a_step_upon_a_copy_that_was_approved_since_is_found_unable_to_run_and_is_counted_no_more(
    sayso: Installed, agent: Agent, approved: tuple[str, str]
) -> None:
    named, later = approved
    assert check(sayso, agent) == 1
    assert row(sayso, named).stale != []
    assert upon(sayso, later) == []
    assert note(sayso, later) == "This lands on a new draft copy of item 42, made when the step runs"
    decide(sayso, row(sayso, later), "accept")
    assert opened(sayso, agent).shown_upon_undecided is None


def test_a_step_that_names_a_copy_approved_since_is_not_said_to_make_one(
    sayso: Installed, agent: Agent, approved: tuple[str, str]
) -> None:
    named, _later = approved
    before = note(sayso, named)
    check(sayso, agent)
    assert note(sayso, named) == before
    assert "makes" not in before


def test_a_person_is_told_to_drop_a_step_that_can_not_be_accepted(
    sayso: Installed, agent: Agent, approved: tuple[str, str]
) -> None:
    named, later = approved
    decide(sayso, row(sayso, later), "accept")
    with sayso.desk.writing() as session:
        session.get_one(Step, row(sayso, named).id).stale = ["The copy is gone."]
    assert plan_page(opened(sayso, agent)).blocked == (
        "Step 2 is shown as it would be after step 1, which can not run as things stand. Drop step 1 too, or ask for "
        "a change."
    )


def test_a_step_that_names_a_copy_approved_since_is_not_shown_as_one_that_makes_a_copy_of_it(
    sayso: Installed, agent: Agent
) -> None:
    copy_id = agent.call("update_page", id=42, title="Our story")["id"]
    first, named = plan(agent, text(42, "<p>Joiners.</p>"), ("update_page", {"id": copy_id, "excerpt": "How"}))
    before = note(sayso, named)
    approve_the_copy(sayso)
    decide(sayso, row(sayso, first), "drop")
    waiting = "which is already waiting for a person"
    assert note(sayso, named) == before == f"This lands on draft copy {copy_id} of item 42, {waiting}"
