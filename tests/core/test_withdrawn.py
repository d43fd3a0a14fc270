"""Promises of what people said of writes that the agent withdrew: no agent gets rid of a question or a no by that."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.core.acts import accept, decide, on_key, on_site, opened, plan, row, sent, statuses, tagline, title
from tests.core.test_notes import ask, kept, say
from tests.installed import Agent, Installed
from webapp.core import notes, reviews, views
from webapp.core.deciders import Decider
from webapp.data import Plan
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.web import talks


def again(agent: Agent, write: tuple[str, dict[str, object]]) -> dict[str, object]:
    tool, arguments = write
    return agent.call(tool, **arguments)


def anew(agent: Agent, *calls: tuple[str, dict[str, object]]) -> list[dict[str, object]]:
    """Let the agent end its plan, begin another and plan these writes."""
    agent.call("discard_plan")
    agent.call("end_session")
    agent.call("begin_session", mode="plan")
    return [again(agent, write) for write in calls]


def test_the_same_writes_again_are_held_by_the_question_and_stay_sent_back(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    writes = (title(311, "Team"), tagline("B"), title(42, "Our story"))
    _first, asked, back = plan(agent, *writes)
    question = say(sayso, agent, "question", "Is that the new name?", asked)
    ask(sayso, back, "Two words.")
    agent.call("discard_plan", step_ids=[asked, back])
    with pytest.raises(
        Refusal, match=r"Olive Owner asks about a step that the agent withdrew: “Is that the new name"
    ):
        agent.call("apply_plan")
    told = [again(agent, write) for write in writes[1:]]
    assert [step["position"] for step in told] == [4, 5]
    assert told[1]["review"]["warnings"] == [
        "The person sent this same write back before, as step 3, so it is sent back still. Olive Owner wrote: "
        f'“Two words.” Change the write, and send it with _respira_revises: "{told[1]["step_id"]}".'
    ]
    assert statuses(sayso, [step["step_id"] for step in told]) == ["planned", "sent_back"]
    listed = agent.call("get_plan")
    assert [(note["kind"], note["position"]) for note in listed["review"]["notes"]] == [
        ("question", 4),
        ("change", 5),
    ]
    assert listed["review"]["decisions"][-1] == {
        "step_id": told[1]["step_id"],
        "verdict": "ask",
        "note": "Two words.",
    }
    assert opened(sayso, agent).held == "A question is open, about step 4. Mark it as settled once it is answered."
    with pytest.raises(Refusal, match="Olive Owner asks about step 4"):
        agent.call("apply_plan")
    assert sent(wordpress) == []
    notes.settle(sayso.desk, sayso.owner, question.public_id)
    assert [step["position"] for step in agent.call("apply_plan")["steps"]] == [1, 4]


def test_another_write_in_the_place_of_a_withdrawn_one_answers_its_change_and_takes_over_its_question(
    sayso: Installed, careful: Agent
) -> None:
    back, asked = plan(careful, title(42, "Our long story"), title(311, "The team"))
    ask(sayso, back, "Shorter.")
    question = say(sayso, careful, "question", "All of them?", asked)
    careful.call("discard_plan")
    new = careful.call("update_page", id=42, title="Our story")
    assert new["review"]["answers"] == kept(sayso)[0].public_id
    assert statuses(sayso, [new["step_id"]]) == ["planned"]
    other = careful.call("update_page", id=311, title="Team")
    assert "answers" not in other["review"]
    accept(sayso, careful)
    with pytest.raises(Refusal, match="Olive Owner asks about step 4: “All of them"):
        careful.call("apply_plan")
    assert kept(sayso)[1].public_id == question.public_id


def test_a_harmless_revision_does_not_free_the_write_that_was_sent_back(sayso: Installed, agent: Agent) -> None:
    first = plan(agent, title(42, "Our long story"))[0]
    ask(sayso, first, "Shorter.")
    agent.call("update_option", option="description", value="B", _respira_revises=first)
    held = agent.call("update_page", id=42, title="Our long story")
    assert statuses(sayso, [held["step_id"]]) == ["sent_back"]
    assert "The person sent this same write back before, as step 1" in held["review"]["warnings"][0]
    assert [step["position"] for step in agent.call("apply_plan")["steps"]] == [2]


def test_the_former_words_are_an_answer_where_the_person_sent_the_later_ones_back_too(
    sayso: Installed, careful: Agent
) -> None:
    first = plan(careful, title(42, "Our long story"))[0]
    ask(sayso, first, "Shorter.")
    second = careful.call("update_page", id=42, title="Story")["step_id"]
    ask(sayso, second, "The first one was better.")
    third = careful.call("update_page", id=42, title="Our long story")
    assert third["review"]["revises"] == second
    assert statuses(sayso, [third["step_id"]]) == ["planned"]


def test_a_person_takes_it_back_that_a_write_was_sent_back_before(sayso: Installed, careful: Agent) -> None:
    first = plan(careful, title(42, "Our story"))[0]
    ask(sayso, first, "Shorter.")
    careful.call("discard_plan", step_ids=[first])
    held = careful.call("update_page", id=42, title="Our story")["step_id"]
    decide(sayso, row(sayso, held), "accept")
    assert kept(sayso)[0].settled_by == sayso.owner.id
    assert careful.call("apply_plan")["applied"] == 1


def test_a_yes_since_then_counts_more_than_that_a_write_was_sent_back(sayso: Installed, careful: Agent) -> None:
    first = plan(careful, tagline("B"))[0]
    ask(sayso, first, "Shorter.")
    careful.call("discard_plan", step_ids=[first])
    second = again(careful, tagline("B"))
    decide(sayso, row(sayso, second["step_id"]), "accept")
    careful.call("apply_plan")
    again(careful, tagline("C"))
    third = again(careful, tagline("B"))
    assert statuses(sayso, [third["step_id"]]) == ["planned"]


def test_what_was_answered_in_a_plan_that_is_over_does_not_hold_the_same_write_in_the_next(
    sayso: Installed, careful: Agent
) -> None:
    first = plan(careful, title(42, "Our long story"))[0]
    ask(sayso, first, "Shorter.")
    again(careful, title(42, "Our story"))
    (step,) = anew(careful, title(42, "Our long story"))
    assert statuses(sayso, [step["step_id"]]) == ["planned"]


def test_a_plan_that_is_sent_back_whole_is_so_still_when_the_agent_begins_another(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    writes = (tagline("B"), title(42, "Our story"))
    plan(agent, *writes)
    say(sayso, agent, "change", "Start with the menu.")
    agent.call("end_session")
    begun = agent.call("begin_session", mode="plan")
    (note,) = begun["review"]["notes"]
    assert (note["text"], note["by"]) == ("Start with the menu.", "Olive Owner")
    assert note["next"] == (
        "Plan again what it is about. Nothing can be applied before; the same writes again are no answer."
    )
    for write in writes:
        again(agent, write)
    with pytest.raises(Refusal, match="Olive Owner sent the whole plan back: “Start with the menu"):
        agent.call("apply_plan")
    assert sent(wordpress) == []
    assert opened(sayso, agent).held is not None
    told = agent.call("create_menu_item", menu_id=3, title="Services", url="/services/")
    assert told["review"]["answers"] == note["note_id"]
    assert agent.call("apply_plan")["applied"] == 3
    assert [said.plan_id for said in kept(sayso)] == [1, 2]


def test_the_same_writes_after_a_discard_do_not_answer_a_plan_that_was_sent_back(
    sayso: Installed, agent: Agent
) -> None:
    plan(agent, tagline("B"))
    say(sayso, agent, "change", "Start with the menu.")
    agent.call("discard_plan")
    again(agent, tagline("B"))
    with pytest.raises(Refusal, match="Olive Owner sent the whole plan back"):
        agent.call("apply_plan")


def test_what_was_said_of_steps_goes_on_in_the_next_plan_and_stays_where_it_was_said(
    sayso: Installed, agent: Agent
) -> None:
    writes = (tagline("B"), title(42, "Our story"), title(311, "Our crew"))
    asked, back, dropped = plan(agent, *writes)
    former = opened(sayso, agent)
    say(sayso, agent, "question", "Is that the new name?", asked)
    ask(sayso, back, "Two words.")
    decide(sayso, row(sayso, dropped), "drop")
    first, second, third = anew(agent, *writes)
    assert statuses(sayso, [first["step_id"], second["step_id"]]) == ["planned", "sent_back"]
    assert "back before, as step 2 of a plan before, so" in second["review"]["warnings"][0]
    assert third["review"]["warnings"] == ["The person dropped this same write before, as step 3 of a plan before."]
    assert opened(sayso, agent).held == "A question is open, about step 1. Mark it as settled once it is answered."
    with sayso.desk.reading() as session:
        assert len(notes.of_plan(session, former.row.id)) == 2


@pytest.mark.parametrize("kind", ["ask", "question", "change"])
def test_what_was_held_is_not_written_at_once_either_where_the_agent_ended_the_plan(
    sayso: Installed, agent: Agent, wordpress: SampleSite, kind: str
) -> None:
    step = plan(agent, tagline("B"))[0]
    if kind == "ask":
        ask(sayso, step, "Shorter.")
    else:
        say(sayso, agent, kind, "Why?", step if kind == "question" else None)
    agent.call("end_session")
    held = again(agent, tagline("B"))
    assert held["code"] == "respira_plan_step"
    told = agent.call("apply_plan") if kind == "ask" else None
    if told is None:
        with pytest.raises(Refusal, match="“Why"):
            agent.call("apply_plan")
    assert sent(wordpress) == []
    again(agent, tagline("C"))
    assert sent(wordpress) == ["POST /wp/v2/settings"]


def test_a_question_goes_on_through_an_empty_plan_and_not_for_ever(sayso: Installed, agent: Agent) -> None:
    plan(agent, tagline("B"))
    say(sayso, agent, "question", "Who asked for this?")
    anew(agent)
    anew(agent, tagline("B"))
    assert opened(sayso, agent).held is not None
    agent.call("end_session")
    with sayso.desk.writing() as session:
        session.query(Plan).update({Plan.ended_at: sayso.desk.clock() - timedelta(hours=5)})
    plan(agent, tagline("B"))
    assert opened(sayso, agent).held is None


def test_a_plan_that_ran_leaves_no_question_to_the_next(sayso: Installed, agent: Agent) -> None:
    plan(agent, tagline("B"))
    agent.call("apply_plan")
    say(sayso, agent, "question", "Did it work?")
    agent.call("end_session")
    plan(agent, tagline("C"))
    assert opened(sayso, agent).held is None


def test_the_plan_page_tells_what_is_open_of_a_withdrawn_step(sayso: Installed, careful: Agent) -> None:
    asked, back, _other = plan(careful, tagline("B"), title(42, "Our story"), title(311, "Team"))
    say(sayso, careful, "question", "Is that the new name?", asked)
    ask(sayso, back, "Two words.")
    careful.call("discard_plan", step_ids=[asked, back])
    shown = talks.of_plan(opened(sayso, careful)).notes
    assert [(note.text, note.withdrawn, note.holds, note.may_settle) for note in shown] == [
        ("Is that the new name?", True, True, True),
        ("Two words.", True, False, True),
    ]


def test_an_opinion_that_asked_for_a_change_sends_nothing_back_that_is_planned_again(
    sayso: Installed, careful: Agent
) -> None:
    step = plan(careful, tagline("B"))[0]
    ana = Decider(None, None, "Ana", counts=False)
    with sayso.desk.writing() as session:
        view, shown = views.opened_step(session, sayso.desk, sayso.owner.id, step)
        reviews.write_down(session, sayso.desk, ana, view.row, session.merge(shown.row), "ask", "Shorter.")
    assert [(note.kind, note.text) for note in kept(sayso)] == [("remark", "Shorter.")]
    careful.call("discard_plan", step_ids=[step])
    assert statuses(sayso, [again(careful, tagline("B"))["step_id"]]) == ["planned"]


def ended_hours_ago(sayso: Installed, hours: int) -> None:
    with sayso.desk.writing() as session:
        session.query(Plan).update({Plan.ended_at: sayso.desk.clock() - timedelta(hours=hours)})


def test_what_was_asked_long_ago_holds_no_write_back(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    step = plan(agent, tagline("B"))[0]
    say(sayso, agent, "question", "Why?", step)
    agent.call("end_session")
    ended_hours_ago(sayso, 5)
    assert "code" not in again(agent, tagline("B"))
    assert sent(wordpress) == ["POST /wp/v2/settings"]


def test_a_key_that_is_shared_now_and_can_not_plan_is_not_held_by_what_was_asked_before(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    step = plan(agent, tagline("B"))[0]
    say(sayso, agent, "question", "Why?", step)
    agent.call("end_session")
    on_key(sayso, agent, shared=True)
    on_site(sayso, shared_keys_write=True)
    assert "code" not in again(agent, tagline("B"))
    assert sent(wordpress) == ["POST /wp/v2/settings"]


@pytest.mark.parametrize("kind", ["question", "change"])
def test_the_page_of_a_plan_that_is_over_settles_what_still_holds_the_same_write(
    sayso: Installed, agent: Agent, wordpress: SampleSite, kind: str
) -> None:
    step = plan(agent, tagline("B"))[0]
    former = opened(sayso, agent).row.public_id
    say(sayso, agent, kind, "Why?", step if kind == "question" else None)
    agent.call("end_session")

    def shown() -> list[tuple[str, bool]]:
        with sayso.desk.reading() as session:
            view = views.opened(session, sayso.desk, sayso.owner.id, former)
            return [(note.text, note.may_settle) for note in talks.of_plan(view).notes]

    assert shown() == [("Why?", True)]
    notes.settle(sayso.desk, sayso.owner, kept(sayso)[0].public_id)
    assert ("Why?", True) not in shown()
    assert "code" not in again(agent, tagline("B"))
    assert sent(wordpress) == ["POST /wp/v2/settings"]


def test_what_went_over_to_the_next_plan_or_is_long_over_is_not_settled_in_the_former(
    sayso: Installed, agent: Agent
) -> None:
    plan(agent, tagline("B"))
    former = opened(sayso, agent).row.public_id
    say(sayso, agent, "change", "Why?")
    agent.call("end_session")
    with sayso.desk.writing() as session:
        assert views.opened(session, sayso.desk, sayso.owner.id, former).echoes
    ended_hours_ago(sayso, 5)
    with sayso.desk.reading() as session:
        assert not views.opened(session, sayso.desk, sayso.owner.id, former).echoes
    ended_hours_ago(sayso, 0)
    agent.call("begin_session", mode="plan")
    with sayso.desk.reading() as session:
        assert not views.opened(session, sayso.desk, sayso.owner.id, former).echoes
