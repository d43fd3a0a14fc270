"""Promises of notes: what people say is kept, reaches the agent once unasked, and holds Apply back where it must."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.core.acts import accept, bin_page, decide, on_key, opened, plan, row, sent, statuses, tagline, title
from tests.installed import Agent, Installed
from webapp.core import notes, people, reviews, views
from webapp.core.deciders import Decider, signed_in
from webapp.data import Event, Note, Plan
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


def say(sayso: Installed, agent: Agent, kind: str, text: str, step: str | None = None, labels: tuple[str, ...] = ()):
    """The owner says something about the agent's plan, or about one of its steps."""
    plan_id = opened(sayso, agent).row.id
    with sayso.desk.writing() as session:
        view = views.of_plan(session, sayso.desk, plan_id)
        about = None if step is None else views.one_step(session, sayso.desk, view, step)
        who = signed_in(sayso.owner)
        return notes.say(session, sayso.desk, who, view=view, step=about, kind=kind, text=text, labels=labels)


def ask(sayso: Installed, step: str, note: str | None, labels: tuple[str, ...] = ()) -> None:
    """The owner sends a step back."""
    digest = row(sayso, step).digest
    reviews.decide(sayso.desk, sayso.owner, step, "ask", digest, note=note, labels=labels, from_its_page=True)


def apply(sayso: Installed, agent: Agent, seen: dict[str, str]) -> str:
    return reviews.apply(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id, seen)


def kept(sayso: Installed) -> list[Note]:
    with sayso.desk.reading() as session:
        return list(session.scalars(select(Note).order_by(Note.id)))


def test_a_step_that_is_sent_back_is_told_in_the_answer_to_the_next_call_and_only_there(
    sayso: Installed, careful: Agent
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    ask(sayso, step, "Keep the town's name.", ("Shorter",))
    told = careful.call("get_site_context")
    assert told["review"]["notes"] == [
        {
            "note_id": kept(sayso)[0].public_id,
            "kind": "change",
            "text": "Keep the town's name.",
            "by": "Olive Owner",
            "labels": ["Shorter"],
            "step_id": step,
            "position": 1,
            "next": f'Do what it asks, and plan the write again with _respira_revises: "{step}".',
        }
    ]
    assert "review" not in careful.call("get_site_context")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("list_pages", {}),
        ("update_page", {"id": 42, "title": "Another"}),
        ("list_snapshots", {}),
        ("begin_session", {}),
        ("discard_plan", {}),
        ("end_session", {}),
        ("apply_plan", {}),
    ],
)
def test_every_kind_of_call_carries_what_was_not_told_yet_and_keeps_its_own_review(
    sayso: Installed, careful: Agent, tool: str, arguments: dict[str, object]
) -> None:
    plan(careful, tagline("B"))
    say(sayso, careful, "remark", "Thank you so far.")
    review = careful.call(tool, **arguments)["review"]
    assert [(note["kind"], note["text"]) for note in review["notes"]] == [("remark", "Thank you so far.")]
    if tool in ("update_page", "begin_session", "apply_plan"):
        assert review["approval"] == "browser"


def test_get_plan_shows_what_is_not_settled_however_often_it_was_told(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, tagline("B"))[0]
    say(sayso, careful, "question", "Is that the new name?", step)
    for _time in range(2):
        told = careful.call("get_plan")["review"]["notes"]
        assert [(note["text"], note["position"]) for note in told] == [("Is that the new name?", 1)]
    notes.settle(sayso.desk, sayso.owner, told[0]["note_id"])
    assert "notes" not in careful.call("get_plan")["review"]


def test_notes_are_told_to_the_agent_they_are_for_and_to_no_other(sayso: Installed, careful: Agent) -> None:
    plan(careful, tagline("B"))
    say(sayso, careful, "remark", "For you alone.")
    other = sayso.agent(name="Another agent")
    assert "review" not in other.call("list_pages")
    on_key(sayso, careful, shared=True)
    assert "review" not in careful.call("list_pages")


def test_more_notes_than_one_answer_holds_come_with_the_next(sayso: Installed, careful: Agent) -> None:
    plan(careful, tagline("B"))
    for number in range(21):
        say(sayso, careful, "remark", f"Number {number}")
    assert len(careful.call("list_pages")["review"]["notes"]) == 20
    assert [note["text"] for note in careful.call("list_pages")["review"]["notes"]] == ["Number 20"]


def test_a_note_given_with_a_yes_is_in_the_receipt_with_its_name_and_not_twice(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, tagline("B"))[0]
    digest = row(sayso, step).digest
    said = {"note": "Nice. The footer next time.", "labels": ["Keep the links"]}
    reviews.decide(sayso.desk, sayso.owner, step, "accept", digest, from_its_page=True, **said)
    receipt = careful.call("apply_plan")
    assert receipt["review"]["notes"] == [
        {"step_id": step, "verdict": "accept", **said, "by": "Olive Owner"},
    ]
    assert "review" not in careful.call("list_pages")


def test_a_label_can_stand_for_a_note_and_only_ours_are_taken(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, tagline("B"))[0]
    with pytest.raises(Refusal, match="Say what should be different"):
        ask(sayso, step, "  ")
    with pytest.raises(Refusal, match="not among those to choose from"):
        ask(sayso, step, None, ("<b>Mine</b>",))
    ask(sayso, step, None, ("Shorter", "Keep my heading"))
    assert statuses(sayso, [step]) == ["sent_back"]
    assert careful.call("get_plan")["review"]["decisions"] == [
        {"step_id": step, "verdict": "ask", "labels": ["Keep my heading", "Shorter"]}
    ]


def test_an_open_question_holds_apply_back_for_people_and_for_agents(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step, _other = plan(careful, tagline("B"), title(42, "Our story"))
    note = say(sayso, careful, "question", "Is that the new name?", step)
    seen = accept(sayso, careful)
    assert opened(sayso, careful).held == (
        "A question is open, about step 1. Mark it as settled once it is answered."
    )
    with pytest.raises(Refusal, match="A question is open, about step 1") as told:
        apply(sayso, careful, seen)
    assert told.value.code == "respira_questions_open"
    with pytest.raises(Refusal, match=r"Olive Owner asks about step 1: “Is that the new name[?]”") as told:
        careful.call("apply_plan")
    assert (told.value.code, told.value.status) == ("respira_questions_open", 409)
    assert sent(wordpress) == []
    notes.settle(sayso.desk, sayso.owner, note.public_id)
    assert opened(sayso, careful).held is None
    assert careful.call("apply_plan")["applied"] == 2


def test_a_question_asked_in_the_browser_holds_an_apply_whose_yes_is_in_chat(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, tagline("B"))
    say(sayso, agent, "question", "Who asked for this?")
    with pytest.raises(Refusal, match=r"Olive Owner asks: “Who asked for this[?]”"):
        agent.call("apply_plan")
    assert sent(wordpress) == []


def test_a_question_about_a_step_that_the_person_dropped_holds_nothing_even_once_it_is_withdrawn(
    sayso: Installed, careful: Agent
) -> None:
    first, second, third = plan(careful, tagline("B"), title(42, "Our story"), bin_page(311))
    for step in (first, second):
        say(sayso, careful, "question", "Why?", step)
        decide(sayso, row(sayso, step), "drop")
    careful.call("discard_plan", step_ids=[second])
    accept(sayso, careful)
    assert opened(sayso, careful).held is None
    assert [step["step_id"] for step in careful.call("apply_plan")["steps"]] == [third]


def test_a_plan_that_is_sent_back_whole_is_held_until_the_agent_that_knows_it_plans_something(
    sayso: Installed, careful: Agent
) -> None:
    plan(careful, tagline("B"))
    accept(sayso, careful)
    note = say(sayso, careful, "change", "Start with the menu.", labels=("Other words",))
    held = "The whole plan was sent back. What the agent plans next answers that; or mark it as settled."
    with pytest.raises(Refusal, match=r"Olive Owner sent the whole plan back: “.Other words. Start with the menu.”"):
        careful.call("apply_plan")
    unknowing = careful.call("update_page", id=42, title="Our story")
    assert [told["note_id"] for told in unknowing["review"]["notes"]] == [note.public_id]
    assert unknowing["review"]["notes"][0]["next"] == (
        "Plan again what it is about. Nothing can be applied before; the same writes again are no answer."
    )
    assert opened(sayso, careful).held == held
    knowing = careful.call("create_menu_item", menu_id=3, title="Services", url="/services/")
    assert knowing["review"]["answers"] == note.public_id
    assert opened(sayso, careful).held is None


def test_taking_back_that_a_step_was_sent_back_settles_what_was_asked(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, tagline("B"))[0]
    ask(sayso, step, "Shorter.")
    with pytest.raises(Refusal, match="The step is sent back"):
        notes.settle(sayso.desk, sayso.owner, kept(sayso)[0].public_id)
    decide(sayso, row(sayso, step), "reopen")
    assert kept(sayso)[0].settled_by == sayso.owner.id


def test_a_note_has_a_thousand_characters_and_says_something(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, tagline("B"))[0]
    for text, words in [("", "Say something, or tick what fits"), ("x" * 1001, "and this one has 1001")]:
        with pytest.raises(Refusal, match=words):
            say(sayso, careful, "remark", text, step)
    with pytest.raises(Refusal, match="asks for a change, asks a question, or remarks something"):
        say(sayso, careful, "shout", "Hello", step)
    say(sayso, careful, "remark", "x" * 1000, step)
    assert len(kept(sayso)) == 1


def test_a_note_with_a_decision_is_refused_where_it_is_too_long_and_a_line_s_end_is_one_character(
    sayso: Installed, careful: Agent
) -> None:
    step = plan(careful, tagline("B"))[0]
    digest = row(sayso, step).digest
    for verdict in ("ask", "accept", "drop"):
        with pytest.raises(Refusal, match="A note may have 1000 characters, and this one has 1001"):
            reviews.decide(sayso.desk, sayso.owner, step, verdict, digest, note="x" * 1001, from_its_page=True)
    assert statuses(sayso, [step]) == ["planned"]
    ask(sayso, step, "x\r\n" * 499 + "xx")
    assert kept(sayso)[0].text == "x\n" * 499 + "xx"


def test_what_stands_before_the_words_of_a_guest_takes_none_of_them_away(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, tagline("B"))[0]
    view = opened(sayso, careful)
    guest = Decider(None, None, "Greta Guest", counts=False)
    with sayso.desk.writing() as session:
        said = {"note": "x" * 1000, "opening": "Says yes to this step.", "from_its_page": True}
        reviews.decide_as(session, sayso.desk, guest, view, view.steps[0], "accept", row(sayso, step).digest, **said)
    assert kept(sayso)[0].text == "Says yes to this step. " + "x" * 1000


def test_a_plan_has_room_for_two_hundred_notes(sayso: Installed, careful: Agent) -> None:
    plan(careful, tagline("B"))
    view = opened(sayso, careful)
    with sayso.desk.writing() as session:
        who, plan_id = signed_in(sayso.owner), view.row.id
        for number in range(200):
            notes.write_down(session, sayso.desk, who, "remark", f"Number {number}", plan_id=plan_id)
    with pytest.raises(Refusal, match="There are 200 notes here already"):
        say(sayso, careful, "remark", "One more.")


def test_what_does_not_wait_any_more_can_be_remarked_upon_and_not_asked_about(
    sayso: Installed, careful: Agent
) -> None:
    step = plan(careful, tagline("B"))[0]
    accept(sayso, careful)
    careful.call("apply_plan")
    with pytest.raises(Refusal, match="so only a remark can be left"):
        say(sayso, careful, "question", "Why?", step)
    say(sayso, careful, "remark", "It looks good.", step)
    careful.call("end_session")
    with pytest.raises(Refusal) as told:
        say(sayso, careful, "change", "All anew.")
    assert told.value.code == "respira_plan_expired"


def test_a_note_of_somebody_elses_plan_is_not_there_to_settle_and_settling_twice_is_once(
    sayso: Installed, careful: Agent
) -> None:
    plan(careful, tagline("B"))
    note = say(sayso, careful, "question", "Why?")
    stranger = people.add(sayso.desk, "stranger@example.com", "Stranger")
    with pytest.raises(Refusal, match="There is no such note") as told:
        notes.settle(sayso.desk, stranger, note.public_id)
    assert told.value.code == "respira_not_found"
    first = notes.settle(sayso.desk, sayso.owner, note.public_id)
    assert notes.settle(sayso.desk, sayso.owner, note.public_id).settled_at == first.settled_at
    with sayso.desk.reading() as session:
        log = [event.what for event in session.scalars(select(Event)) if event.what.startswith("note.")]
    assert log == ["note.made", "note.settled"]


def test_what_somebody_with_a_link_said_is_told_as_such(sayso: Installed, careful: Agent) -> None:
    plan(careful, tagline("B"))
    view = opened(sayso, careful)
    with sayso.desk.writing() as session:
        guest = Decider(None, None, "Greta Guest", counts=False)
        note = notes.say(session, sayso.desk, guest, view=view, kind="remark", text="Lovely.")
        told = session.get_one(Note, note.id)
    assert (told.by_name, told.person_id) == ("Greta Guest", None)
    assert careful.call("list_pages")["review"]["notes"][0]["by"] == "Greta Guest"


def test_an_expired_plan_keeps_what_people_said(sayso: Installed, careful: Agent) -> None:
    plan(careful, tagline("B"))
    say(sayso, careful, "remark", "Next week, please.")
    with sayso.desk.writing() as session:
        session.query(Plan).update({Plan.expires_at: sayso.desk.clock()})
    assert careful.call("list_pages")["review"]["notes"][0]["text"] == "Next week, please."
