"""However much is said and opened with review links, the owner has room, is heard first, and can end it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from tests.conftest import MovableClock
from tests.core.acts import opened, plan, row, tagline, title
from tests.installed import Agent, Installed, installed
from webapp.core import guests, links, notes, reviews, sweeping, views
from webapp.core.deciders import signed_in, with_link
from webapp.core.links import Maker, Wish
from webapp.data import Event, May, Note, NoteKind, Plan, ReviewLink
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


@pytest.fixture
def sayso(tmp_path: Path, wordpress: SampleSite, clock: MovableClock) -> Iterator[Installed]:
    """The program on a connected site, whose clock only the test moves."""
    login = wordpress.username, wordpress.app_password
    with installed(tmp_path, wordpress.url, *login, clock=clock) as one:
        yield one


def link_to(sayso: Installed, agent: Agent, by: Maker | None = None) -> tuple[ReviewLink, str]:
    """A link to comment on the agent's plan."""
    with sayso.desk.writing() as session:
        found = session.get_one(Plan, opened(sayso, agent).row.id)
        maker = by or Maker(person_id=sayso.owner.id)
        return links.share_plan(session, sayso.desk, found, Wish("Ana", May.COMMENT), maker)


def fill(sayso: Installed, agent: Agent, link: ReviewLink, number: int, kind: str = "remark") -> None:
    """Write down notes by link, without their limits in time."""
    with sayso.desk.writing() as session:
        plan_id, who = opened(sayso, agent).row.id, with_link(link, "Ana", counts=False)
        for one in range(number):
            notes.write_down(session, sayso.desk, who, kind, f"Spam {one}", plan_id=plan_id)


def owner_says(sayso: Installed, agent: Agent, text: str) -> None:
    with sayso.desk.writing() as session:
        view = views.of_plan(session, sayso.desk, opened(sayso, agent).row.id)
        notes.say(session, sayso.desk, signed_in(sayso.owner), view=view, kind="remark", text=text)


def open_questions(sayso: Installed) -> int:
    with sayso.desk.reading() as session:
        asked = select(Note).where(Note.kind == NoteKind.QUESTION, Note.settled_at.is_(None))
        return len(session.scalars(asked).all())


def test_ten_notes_a_minute_are_taken_of_a_link_and_of_an_address(sayso: Installed, careful: Agent) -> None:
    plan(careful, tagline("B"))
    tokens = [link_to(sayso, careful)[1] for _link in range(3)]
    for number in range(10):
        guests.comment(sayso.desk, tokens[0], "Ana", f"Note {number}", caller=f"10.0.0.{number}")
    with pytest.raises(Refusal, match="respira_rate_limited"):
        guests.comment(sayso.desk, tokens[0], "Ana", "One more.", caller="10.0.1.1")
    for number in range(10):
        guests.comment(sayso.desk, tokens[1 + number % 2], "Ana", f"Note {number}", caller="10.0.2.1")
    with pytest.raises(Refusal, match="You said much within a minute"):
        guests.comment(sayso.desk, tokens[1], "Ana", "One more.", caller="10.0.2.1")


def test_thirty_notes_are_taken_of_a_link_and_however_many_there_are_the_owner_has_room(
    sayso: Installed, careful: Agent
) -> None:
    plan(careful, tagline("B"))
    first, token = link_to(sayso, careful)
    fill(sayso, careful, first, 30)
    with pytest.raises(Refusal, match="Enough was said with this link already"):
        guests.comment(sayso.desk, token, "Ana", "One more.")
    _other, other_token = link_to(sayso, careful)
    fill(sayso, careful, first, 170)
    with pytest.raises(Refusal, match="There are 200 notes here already"):
        guests.comment(sayso.desk, other_token, "Ben", "A first one.")
    owner_says(sayso, careful, "I am heard.")


def test_a_change_that_the_owner_asks_for_is_in_the_next_answer_before_all_that_was_said_by_link(
    sayso: Installed, careful: Agent
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    fill(sayso, careful, link_to(sayso, careful)[0], 60, "question")
    for number in range(20):
        owner_says(sayso, careful, f"Remark {number}")
    digest = row(sayso, step).digest
    reviews.decide(sayso.desk, sayso.owner, step, "ask", digest, note="Shorter.", from_its_page=True)
    told = careful.call("list_pages")["review"]["notes"]
    assert [note["text"] for note in told] == [*(f"Remark {number}" for number in range(19)), "Shorter."]
    assert careful.call("get_plan")["review"]["notes"][0]["by"] == "Olive Owner"


def test_get_plan_shows_what_the_owner_asks_for_among_a_hundred_questions_by_link(
    sayso: Installed, careful: Agent
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    digest = row(sayso, step).digest
    reviews.decide(sayso.desk, sayso.owner, step, "ask", digest, note="Shorter.", from_its_page=True)
    fill(sayso, careful, link_to(sayso, careful)[0], 100, "question")
    told = careful.call("get_plan")["review"]["notes"]
    assert told[0]["text"] == "Shorter."


def test_links_that_agents_made_keep_no_person_from_making_one(sayso: Installed, careful: Agent) -> None:
    plan(careful, tagline("B"))
    for _link in range(50):
        link_to(sayso, careful, Maker(key_id=careful.key.id))
    with pytest.raises(Refusal, match="50 links to this work already"):
        link_to(sayso, careful, Maker(key_id=careful.key.id))
    link_to(sayso, careful)


def test_a_link_that_its_owner_ends_takes_its_open_questions_along_and_one_that_the_agent_ends_does_not(
    sayso: Installed, careful: Agent
) -> None:
    plan(careful, tagline("B"))
    made = careful.call("create_review_link", label="Ana")
    guests.comment(sayso.desk, made["url"].rsplit("/", 1)[1], "Ana", "Why?", question=True)
    careful.call("revoke_review_link", session_id=made["session_id"])
    assert open_questions(sayso) == 1
    own, token = link_to(sayso, careful)
    guests.comment(sayso.desk, token, "Ana", "And why this?", question=True)
    links.revoke(sayso.desk, sayso.owner.id, own.public_id)
    assert open_questions(sayso) == 1
    assert notes.settle_all_questions(sayso.desk, sayso.owner, opened(sayso, careful).row.public_id) == 1
    assert open_questions(sayso) == 0


def test_the_agent_is_told_that_a_question_was_asked_by_link(sayso: Installed, agent: Agent) -> None:
    plan(agent, tagline("B"))
    _link, token = link_to(sayso, agent)
    guests.comment(sayso.desk, token, "Olive Owner", "Why?", question=True)
    with pytest.raises(Refusal, match=r"Olive Owner \(by link\) asks: “Why\?”"):
        agent.call("apply_plan")


def test_nothing_is_said_by_link_about_a_plan_that_expired(
    sayso: Installed, careful: Agent, clock: MovableClock
) -> None:
    plan(careful, tagline("B"))
    with sayso.desk.writing() as session:
        found = session.get_one(Plan, opened(sayso, careful).row.id)
        wish = Wish("Ana", May.COMMENT, lasts=links.LONGEST)
        _link, token = links.share_plan(session, sayso.desk, found, wish, Maker(person_id=sayso.owner.id))
    clock.advance(days=4)
    for _swept in range(2):
        with pytest.raises(Refusal, match="respira_plan_expired"):
            guests.comment(sayso.desk, token, "Ana", "Too late?")
        sweeping.sweep(sayso.desk)


def test_openings_have_a_line_a_minute_and_push_nothing_else_out_of_the_log(
    sayso: Installed, careful: Agent, clock: MovableClock
) -> None:
    plan(careful, tagline("B"))
    _link, token = link_to(sayso, careful)
    guests.comment(sayso.desk, token, "Ana", "Fine.")
    for _time in range(3):
        links.count_opening(sayso.desk, token)
    with sayso.desk.reading() as session:
        assert len(session.scalars(select(Event).where(Event.what == "link.opened")).all()) == 1
    for _minute in range(30):
        clock.advance(minutes=1)
        links.count_opening(sayso.desk, token)
    with sayso.desk.reading() as session:
        found = links.of_plan(session, opened(sayso, careful).row.id)
        told = [event.what for event in links.log_of(session, found)]
    assert found[0].openings == 33
    assert told == [*["link.opened"] * 5, "link.commented", "link.made"]
