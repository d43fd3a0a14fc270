"""Ten mixed steps taken back: the whole site is compared with what it was, field by field, by another client."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.core.acts import bin_page, link, tagline
from tests.core.undo_acts import (
    applied,
    approve_all,
    begun,
    begun_again,
    carried_out,
    let_write_live,
    live,
    parts,
    said,
    ticked,
)
from tests.inside import every_value
from tests.installed import Agent, Installed
from tests.pictures import in_base64, png
from tests.queries import counted
from tests.site_state import Reader, State, differences, first_state, reading
from webapp.core import undo_views
from webapp.sample_site import SampleSite

COPY = {"edit_target": "duplicate"}
TEN = [
    ("update_page", {"id": 42, "title": "Our story", **COPY}),
    ("update_page", {"id": 42, "excerpt": "How it began", **COPY}),
    live(44, title="What we do"),
    live(44, title="What we make", menu_order=9),
    ("update_post", {"id": 101, "categories": ["Projects"], **COPY}),
    link("Shop"),
    tagline("Wood, slowly"),
    ("upload_media", {"file": in_base64(png()), "filename": "oak.png", "alt": "Oak", "title": "Oak"}),
    ("update_comment", {"id": 3, "status": "approved"}),
    bin_page(311),
]


@pytest.fixture
def hand(wordpress: SampleSite) -> Iterator[Reader]:
    with reading(f"{wordpress.url}/wp-json/", wordpress.username, wordpress.app_password) as one:
        yield one


def fields(before: State, after: State, *, left_in_trash: tuple[int, ...] = ()) -> list[str]:
    """Which fields of which items differ."""
    return [line.partition(":")[0] for line in differences(before, after, left_in_trash=left_in_trash)]


def test_ten_mixed_steps_leave_nothing_behind_and_what_is_taken_back_comes_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite, hand: Reader
) -> None:
    let_write_live(sayso)
    before = first_state(hand)
    run = applied(sayso, careful, *TEN)
    approve_all(sayso)
    then = first_state(hand)
    undo = begun(sayso, run)
    assert ticked(sayso, undo) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [part.afters for part in parts(sayso, undo)] == [[]] * 8 + [[8]]
    assert carried_out(sayso, undo) == ["exactly"] * 9, said(sayso, undo)
    made = tuple(int(name) for kind in ("pages", "posts") for name in then[kind].keys() - before[kind].keys())
    assert fields(before, first_state(hand), left_in_trash=made) == []
    again = begun_again(sayso, undo)
    assert carried_out(sayso, again) == ["exactly"] * 9, said(sayso, again)
    now = first_state(hand)
    new = {kind: now[kind].keys() - then[kind].keys() for kind in now}
    assert {kind: len(ids) for kind, ids in new.items() if ids} == {"menu-items": 1, "media": 1}
    differing = [line for line in fields(then, now) if not line.startswith(("menu-items ", "media "))]
    # A draft without a date of its own takes that of the day it is moved to the trash.
    assert set(differing) <= {"pages 311 date", "pages 311 date_gmt"}


def test_what_was_seen_of_an_undo_is_not_readable_in_the_database(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    let_write_live(sayso)
    run = applied(
        sayso,
        careful,
        live(42, content="<p>CANARY-TEXT</p>"),
        ("update_option", {"option": "email", "value": "canary@example.com"}),
    )
    wordpress.change("pages", 42, content="<p>CANARY-EDIT</p>")
    undo = begun(sayso, run)
    assert carried_out(sayso, undo, [1, 2], over=(2,)) == ["exactly", "exactly"]
    values = every_value(sayso.desk.database)
    assert len(values) > 100
    assert [value for value in values if "canary" in value.lower()] == []


def test_an_undo_of_many_parts_is_shown_with_as_many_statements_as_one_of_few(
    sayso: Installed, careful: Agent
) -> None:
    few = begun(sayso, applied(sayso, careful, tagline("New")))
    many = begun(sayso, applied(sayso, careful, *[link(f"Shop {number}") for number in range(8)]))
    told = []
    for undo in (few, many):
        with counted() as statements, sayso.desk.reading() as session:
            view = undo_views.of_undo(session, sayso.desk, sayso.owner.id, undo)
        told.append((len(view.parts), len(statements)))
    assert [parts for parts, _statements in told] == [1, 8]
    assert told[0][1] == told[1][1]
