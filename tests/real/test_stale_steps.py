"""A page of a real WordPress that somebody else changes while a step waits: it is told who it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.core.acts import decide, opened, plan, row, text, title
from tests.installed import Agent, Installed, installed
from tests.real.site import Site
from webapp.core import reviews, stale
from webapp.data import Mode


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def careful(sayso: Installed) -> Agent:
    return sayso.agent(Mode.BROWSER)


def edits(wordpress: Site, path: str, **fields: Any) -> None:
    """Let the editor of the site change something."""
    login = ("editor", wordpress.users["editor"].app_password)
    address = f"{wordpress.url}/wp-json/wp/v2/{path}"
    httpx.post(address, auth=login, json=fields, timeout=30, trust_env=False).raise_for_status()


def check(sayso: Installed, agent: Agent) -> int:
    return stale.check(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id)


def run(sayso: Installed, agent: Agent) -> list[str]:
    view = opened(sayso, agent)
    seen = {step.row.public_id: step.row.digest for step in view.accepted}
    reviews.apply(sayso.desk, sayso.owner, view.row.public_id, seen)
    sayso.workers.finish()
    return [step.row.status for step in opened(sayso, agent).steps]


def test_an_edit_of_the_words_by_another_person_is_named(sayso: Installed, careful: Agent, wordpress: Site) -> None:
    """C03.1"""
    name = wordpress.get(f"/wp/v2/users/{wordpress.users['editor'].id}")["name"]
    step = plan(careful, title(42, "Our story"))[0]
    edits(wordpress, "pages/42", content="<p>Open on Sundays.</p>")
    assert check(sayso, careful) == 1
    moved = row(sayso, step).moved_by or {}
    assert (moved["who"], moved["what"]) == (name, "edited")
    stale.plan_again(sayso.desk, sayso.owner, step)
    decide(sayso, row(sayso, step), "accept")
    assert run(sayso, careful) == ["applied"]


def test_a_comment_and_a_save_that_changed_nothing_raise_no_alarm(
    sayso: Installed, careful: Agent, wordpress: Site
) -> None:
    """C03.3"""
    plan(careful, title(42, "Our story"), text(42, "<p>New words.</p>"))
    edits(wordpress, "pages/42", comment_status="open")
    edits(wordpress, "comments", post=42, content="What a place.")
    edits(wordpress, "pages/42", title=wordpress.get("/wp/v2/pages/42", context="edit")["title"]["raw"])
    assert check(sayso, careful) == 0


def test_what_was_wanted_all_the_same_is_stopped_when_the_page_moves_once_more(
    sayso: Installed, careful: Agent, wordpress: Site
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    edits(wordpress, "pages/42", title="About us all")
    check(sayso, careful)
    with sayso.desk.reading() as session:
        upon = stale.upon_now(session, sayso.desk, opened(sayso, careful).row, row(sayso, step))
    assert upon is not None
    stale.accept_anyway(sayso.desk, sayso.owner, step, upon.digest, "The old title is wrong.")
    edits(wordpress, "pages/42", title="About all of us")
    wordpress.forget_requests()
    assert run(sayso, careful) == ["failed"]
    assert wordpress.writes() == []


def test_a_page_in_the_bin_is_told_as_such(sayso: Installed, careful: Agent, wordpress: Site) -> None:
    """C03.4"""
    step = plan(careful, title(42, "Our story"))[0]
    wordpress.delete("/wp/v2/pages/42")
    assert check(sayso, careful) == 1
    assert (row(sayso, step).moved_by or {})["what"] == "moved to the trash"
