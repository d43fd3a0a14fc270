"""The database is cut off at a statement of a run or of an undo, and whoever goes on settles what was begun."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

from tests.chaos.dying import CHANGES
from tests.core.acts import accept, link, opened, outcomes, plan, tagline, title
from tests.core.test_resuming import receipt_of
from tests.core.undo_acts import became, begun, start
from tests.installed import Agent, Installed, installed
from tests.sample import sample_site
from webapp import clock
from webapp.core import reconciling, reviews, works
from webapp.data import Mode
from webapp.sample_site import SampleSite

# Every so many statements one is cut: what a step does again and again is met at each of its statements all the same.
STRIDE = 7


@dataclass
class Forward:
    """A clock that goes on, and can be put forward."""

    by: timedelta = timedelta()

    def __call__(self) -> datetime:
        return clock.now() + self.by


@pytest.fixture
def time() -> Forward:
    return Forward()


@pytest.fixture
def wordpress() -> Iterator[SampleSite]:
    with sample_site() as site:
        yield site


@pytest.fixture
def sayso(tmp_path: Path, wordpress: SampleSite, time: Forward) -> Iterator[Installed]:
    """An installation whose runs begin when the test says so."""
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password, clock=time) as one:
        yield replace(one, desk=replace(one.desk, wake=lambda _work: None))


@contextmanager
def cut(sayso: Installed, at: int) -> Iterator[list[str]]:
    """Cut the connection at the n-th statement that changes a row; yield those that were come by."""
    statements: list[str] = []

    def listen(connection: Any, _cursor: Any, words: str, *_rest: Any) -> None:
        if not words.lstrip().startswith(CHANGES):
            return
        statements.append(words)
        if len(statements) != at:
            return
        if connection.dialect.name == "sqlite":
            raise OperationalError(words, None, sqlite3.OperationalError("disk I/O error"))
        with psycopg.connect(sayso.desk.settings.database_url, autocommit=True) as other:
            number = connection.connection.dbapi_connection.info.backend_pid
            other.execute("SELECT pg_terminate_backend(%s, 5000)", [number])

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", listen)


def carried_out(sayso: Installed, time: Forward, work: str, at: int) -> bool:
    """Carry a work out with one cut, then go on as the next worker does, once nothing that was sent is on its way any
    more; tell whether it came to be cut."""
    with cut(sayso, at) as statements:
        try:
            works.carry_out(sayso.desk, work, f"cut at {at}")
        except OperationalError:
            assert len(statements) >= at
    time.by += reconciling.ON_ITS_WAY
    works.carry_out(sayso.desk, work, f"after {at}")
    return len(statements) >= at


def new_run(sayso: Installed, agent: Agent, number: int) -> str:
    plan(agent, title(42, f"Story {number}"), link(f"Shop {number}"), tagline(f"Wood {number}"))
    digests, public = accept(sayso, agent), opened(sayso, agent).row.public_id
    return reviews.apply(sayso.desk, sayso.owner, public, digests)


def shown(wordpress: SampleSite, number: int) -> tuple[int, int, str]:
    """How often the site shows what a run wrote."""
    pages = [item for item in wordpress.wp.store.list("pages") if item["title"] == f"Story {number}"]
    links = [item for item in wordpress.wp.store.list("menu-items") if item["title"] == f"Shop {number}"]
    return len(pages), len(links), wordpress.read("settings")["description"]


def test_a_run_whose_connection_is_cut_at_a_statement_is_gone_on_with_and_writes_once(
    sayso: Installed, wordpress: SampleSite, time: Forward
) -> None:
    agent, at, was_cut = sayso.agent(Mode.ASK), 2, True
    while was_cut:
        run = new_run(sayso, agent, at)
        was_cut = carried_out(sayso, time, run, at)
        assert outcomes(receipt_of(sayso, run)) == ["applied", "applied", "applied"]
        assert shown(wordpress, at) == (1, 1, f"Wood {at}")
        at += STRIDE
    assert at > 20


def test_an_undo_whose_connection_is_cut_at_a_statement_is_gone_on_with_and_restores_once(
    sayso: Installed, wordpress: SampleSite, time: Forward
) -> None:
    agent, at, was_cut = sayso.agent(Mode.ASK), 1, True
    while was_cut:
        run = new_run(sayso, agent, at)
        works.carry_out(sayso.desk, run, "undisturbed")
        undo = begun(sayso, run)
        wordpress.requests.clear()
        start(sayso, undo)
        was_cut = carried_out(sayso, time, undo, at)
        assert became(sayso, undo) == ["exactly", "exactly", "exactly"]
        assert shown(wordpress, at)[1:] == (0, "Joinery on the waterfront")
        assert [one.method for one in wordpress.requests.writes() if one.saved] == ["POST", "DELETE", "DELETE"]
        at += STRIDE
    assert at > 15
