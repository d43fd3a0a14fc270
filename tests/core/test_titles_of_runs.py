"""Promises of a run's title: it is what the person read when they said yes, whatever an agent writes afterwards."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from tests.core.acts import accept, opened, tagline, title
from tests.installed import Agent, Installed
from webapp.core import archives, continuing, issuing, reviews
from webapp.core.archive_lines import read
from webapp.data import Event, Plan, Run
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead

BETTER = {"title": "Owner approved everything", "note": "All is agreed."}
NO_RIGHT = '{"code":"rest_cannot_edit","message":"Sorry, you are not allowed.","data":{"status":403}}'


def begun(agent: Agent, *writes: tuple[str, dict[str, Any]]) -> None:
    agent.call("begin_session", mode="plan", title="Spring words", note="You asked for it.")
    for tool, arguments in writes:
        agent.call(tool, **arguments)


def applied(sayso: Installed, agent: Agent) -> str:
    """Let the owner accept and apply all; the run waits for its worker."""
    return reviews.apply(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id, accept(sayso, agent))


def headed(sayso: Installed) -> list[tuple[str, str]]:
    """The title and note on the signed receipt of each run, the oldest first."""
    with sayso.desk.reading() as session:
        issued = [issuing.newest(session, sayso.desk, run) for run in session.scalars(select(Run).order_by(Run.id))]
    return [(one.record["plan"]["title"], one.record["plan"]["note"]) for one in issued if one is not None]


def test_what_an_agent_calls_its_plan_while_it_runs_is_not_on_the_receipt(sayso: Installed, careful: Agent) -> None:
    begun(careful, tagline("Wood, slowly"))
    applied(sayso, careful)
    careful.call("begin_session", mode="plan", **BETTER)
    sayso.workers.finish()
    assert headed(sayso) == [("Spring words", "You asked for it.")]


def test_a_plan_keeps_its_title_while_a_yes_holds_for_what_waits_in_it(sayso: Installed, careful: Agent) -> None:
    begun(careful, tagline("Wood, slowly"))
    seen = accept(sayso, careful)
    told = careful.call("begin_session", mode="plan", **BETTER)
    assert told["review"]["title_kept"] == (
        "The title and the note stay as they are: a person said yes to steps that still wait under them."
    )
    view = opened(sayso, careful)
    assert (view.row.title, view.row.note) == ("Spring words", "You asked for it.")
    reviews.apply(sayso.desk, sayso.owner, view.row.public_id, seen)
    sayso.workers.finish()
    assert headed(sayso) == [("Spring words", "You asked for it.")]


def test_a_plan_that_nobody_said_yes_to_is_renamed_and_the_log_says_so(sayso: Installed, careful: Agent) -> None:
    begun(careful, tagline("Wood, slowly"))
    assert "title_kept" not in careful.call("begin_session", mode="plan", **BETTER)["review"]
    assert opened(sayso, careful).row.title == "Owner approved everything"
    with sayso.desk.reading() as session:
        [renamed] = session.scalars(select(Event).where(Event.what == "plan.renamed"))
        assert renamed.details == {}


def test_a_later_title_renames_no_run_that_is_over(sayso: Installed, careful: Agent) -> None:
    begun(careful, tagline("Wood, slowly"))
    applied(sayso, careful)
    sayso.workers.finish()
    careful.call("begin_session", mode="plan", title="Summer words")
    careful.call("update_option", option="title", value="Harbour")
    applied(sayso, careful)
    sayso.workers.finish()
    assert headed(sayso) == [("Spring words", "You asked for it."), ("Summer words", "")]
    with sayso.desk.reading() as session:
        places = archives.listed(session, sayso.desk, sayso.owner.id, archives.Sought())
        assert [line.title for line in read(session, places)] == ["Summer words", "Spring words"]


def test_a_run_is_found_by_the_title_that_its_plan_had_then(sayso: Installed, careful: Agent) -> None:
    begun(careful, tagline("Wood, slowly"))
    applied(sayso, careful)
    sayso.workers.finish()
    careful.call("begin_session", mode="plan", title="Summer words")
    with sayso.desk.reading() as session:
        assert session.scalars(select(Plan.words)).one() == (
            "summer words\nspring words\nyou asked for it.\ntests 1\nchange the setting tagline (description)."
        )


def test_what_goes_on_from_a_receipt_keeps_the_title_of_that_receipt(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    begun(careful, tagline("Wood, slowly"), title(42, "Our story"))
    wordpress.misbehave(AnswerInstead(403, NO_RIGHT), method="POST", path="/wp/v2/settings")
    run = applied(sayso, careful)
    sayso.workers.finish()
    careful.call("begin_session", mode="plan", **BETTER)
    with sayso.desk.reading() as session:
        left = continuing.of_run(session, sayso.desk, session.scalars(select(Run)).one())
    seen = {step.public_id: step.digest for step in left.skip.steps}
    continuing.start(sayso.desk, sayso.owner, run, seen)
    sayso.workers.finish()
    assert headed(sayso) == [("Spring words", "You asked for it.")] * 2
