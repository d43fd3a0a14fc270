"""Promises of the archives: a plan is found by what it says now, and no page costs more than another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from tests import databases
from tests.core import acts
from tests.inside import QueryPlans
from tests.installed import Agent, Installed
from webapp.core import archive_lines, archives, editing, events, plans
from webapp.core.archives import Kind, Place, Sought
from webapp.core.events import Kept
from webapp.data import Plan


def words(sayso: Installed) -> list[str]:
    """What the newest plan is found by, line by line."""
    with sayso.desk.reading() as session:
        plan = session.scalars(select(Plan).order_by(Plan.id.desc())).first()
    assert plan is not None
    return plan.words.split("\n")


def test_a_plan_is_found_by_its_title_its_note_its_client_and_what_its_steps_do(
    sayso: Installed, agent: Agent
) -> None:
    agent.call("begin_session", mode="plan", title="A NEW Roof", note="You asked for it.")
    assert words(sayso) == ["a new roof", "you asked for it.", "tests 1"]
    agent.call("create_page", title="Überdacht", content="<p>Ja.</p>")
    agent.call("delete_page", id=311)
    assert len(words(sayso)) == 5
    assert "überdacht" in words(sayso)[3]
    agent.call("begin_session", mode="plan", title="Another roof")
    assert words(sayso)[:2] == ["another roof", "tests 1"]
    assert len(words(sayso)) == 4


def test_a_step_that_a_person_edits_is_found_by_what_it_does_then(sayso: Installed, careful: Agent) -> None:
    careful.call("create_page", title="Our hours", content="<p>Nine to five.</p>")
    assert "our hours" in " ".join(words(sayso))
    step = acts.opened(sayso, careful).steps[0].row
    editing.edit(sayso.desk, sayso.owner, step.public_id, step.digest, {"title": "When we are open"})
    assert "when we are open" in " ".join(words(sayso))
    assert "our hours" not in " ".join(words(sayso))


def test_a_step_in_the_place_of_another_is_found_and_so_is_the_other(sayso: Installed, careful: Agent) -> None:
    first = careful.call("create_page", title="Our hours", content="<p>Nine to five.</p>")["step_id"]
    careful.call("create_page", title="Our times", content="<p>Nine to five.</p>", _respira_revises=first)
    assert ["our hours" in line for line in words(sayso)[1:]] == [True, False]
    assert ["our times" in line for line in words(sayso)[1:]] == [False, True]


def test_what_a_plan_is_found_by_is_not_longer_than_can_be_searched(sayso: Installed, agent: Agent) -> None:
    acts.plan(agent, acts.tagline("A"))
    with sayso.desk.writing() as session:
        plan = session.scalars(select(Plan)).one()
        plan.note = "word " * 10_000
        plans.keep_words(session, plan)
    assert len("\n".join(words(sayso))) == 20_000


def test_a_place_in_the_list_is_told_by_an_address_and_back() -> None:
    place = Place(datetime(2026, 5, 1, 23, 30, 1, 200, tzinfo=UTC), Kind.UNDO, 7)
    assert str(place) == "20260501T233001000200-undo-7"
    assert archives.place_of(str(place)) == place
    for odd in ("", "20260501T233001000200-undo-7x", "20260501T233001000200-key-7", "20261301T233001000200-run-7"):
        assert archives.place_of(odd) is None
    far = archives.place_of("20261130T000000000000-run-9999999999")
    assert far is not None
    # What a database with ids of 32 bits can compare.
    assert far.id == 2147483647


@pytest.fixture
def plans_of_queries(sayso: Installed) -> Iterator[QueryPlans]:
    """How the database goes about each statement that reads."""
    with QueryPlans() as told:
        yield told


@pytest.mark.parametrize(
    ("sought", "indexes"),
    [
        (Sought(), {"ix_runs_site_id_asked_at", "ix_plans_site_id_ended_at"}),
        (Sought(words="roof"), {"ix_runs_plan_id"}),
        (Sought(key="Agent"), {"ix_runs_key_id_asked_at", "ix_plans_key_id"}),
        (Sought(since=datetime(2026, 5, 1, tzinfo=UTC)), {"ix_runs_site_id_asked_at", "ix_plans_site_id_ended_at"}),
    ],
)
def test_the_list_is_read_in_its_own_order_by_indexes_and_whole_tables_are_not(
    sayso: Installed, plans_of_queries: QueryPlans, sought: Sought, indexes: set[str]
) -> None:
    before = Place(sayso.desk.clock() + timedelta(days=1), Kind.RUN, 1)
    with sayso.desk.reading() as session:
        assert archives.listed(session, sayso.desk, sayso.owner.id, sought, before) == []
    assert not plans_of_queries.whole & {"runs", "plans", "undos"}
    # Without rows, PostgreSQL takes one index for as good as another.
    if databases.kind == databases.SQLITE:
        assert {name for name in indexes if name in plans_of_queries.used} == indexes


@pytest.mark.parametrize(
    ("by", "index", "columns"),
    [
        (None, "ix_events_site_id_id", "site_id=? AND id<?"),
        (1, "ix_events_site_id_person_id_id", "site_id=? AND person_id=? AND id<?"),
    ],
)
def test_the_log_is_read_in_its_own_order_and_what_is_of_no_site_without_a_walk_through_the_rest(
    sayso: Installed, plans_of_queries: QueryPlans, by: int | None, index: str, columns: str
) -> None:
    with sayso.desk.reading() as session:
        events.listed(session, sayso.owner.id, Kept(person=by), before=1)
    assert "events" not in plans_of_queries.whole
    of_no_site = "ix_events_site_id_person_id_id"
    if databases.kind == databases.SQLITE:
        beginning = "SEARCH events USING INDEX "
        read = [line.removeprefix(beginning) for line in plans_of_queries.lines if line.startswith(beginning)]
        assert read == [f"{index} ({columns})", f"{of_no_site} (site_id=? AND person_id=? AND id<?)"]
    else:
        # What is of no site is sorted there: PostgreSQL takes no order from a column that is empty.
        read = re.findall(r"Scan (Backward )?using (ix_events_site\w+) on", plans_of_queries.used)
        assert read == [("Backward ", index), ("", of_no_site)]


def test_what_a_page_says_of_its_lines_is_found_by_them_and_whole_tables_are_not_read(
    sayso: Installed, plans_of_queries: QueryPlans
) -> None:
    now = sayso.desk.clock()
    with sayso.desk.reading() as session:
        assert archive_lines.read(session, [Place(now, kind, 1) for kind in Kind]) == []
    assert len(plans_of_queries.lines) > 10
    of_a_page = {"runs", "run_steps", "plans", "steps", "undos", "undo_parts", "snapshots"}
    assert plans_of_queries.whole & of_a_page == set()
