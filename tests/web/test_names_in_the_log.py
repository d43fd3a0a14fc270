"""Promises of names in the log: each line of a plan, a run, an undo or a copy says of which one it tells."""

from __future__ import annotations

import csv
import html
import io
import json
import re

from sqlalchemy import select, update

from tests.installed import Installed
from tests.queries import counted
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply, worked_example
from webapp.core import events
from webapp.core.desk import Desk
from webapp.data import Copy, Mode

TITLE = "Our story and a Services link"


def lines(window: Browser) -> dict[str, str]:
    """What stands below each sentence of the log's page; the newest of the same words."""
    page = window.get("/events").text
    found = re.findall(
        r'<p class="row__said">(?:<a [^>]*>)?<bdi>(.*?)</bdi>.*?</p>\s*(?:<p class="row__who"><bdi>(.*?)</bdi>)?',
        page,
    )
    return {html.unescape(said): html.unescape(below) for said, below in reversed(found)}


def ran(window: Browser, place: Installed) -> str:
    """Apply a plan that makes a copy of the page About; return the run's address."""
    address = accept_and_apply(window, place.desk, worked_example(place.agent(Mode.BROWSER, "Claude")))
    place.workers.finish()
    return address


def test_each_line_says_of_which_plan_run_undo_or_copy_it_tells(window: Browser, place: Installed) -> None:
    undo = window.post(f"{ran(window, place)}/undos").headers["Location"]
    window.post(f"{undo}/look")
    with place.desk.reading() as session:
        copy = session.scalars(select(Copy)).one()
    window.post(f"/copies/{copy.public_id}/decision", {"verdict": "reject"})
    said = lines(window)
    assert said["Claude began a plan"] == f"{TITLE} · Harbour & Grain"
    assert said["A draft copy was made"] == "About · Harbour & Grain"
    assert said["Olive Owner asked to apply a plan of Claude"] == f"{TITLE} · Harbour & Grain"
    assert said["Olive Owner rejected a copy"] == "About · Harbour & Grain"


def test_files_of_the_log_have_the_name_in_a_column_as_text(window: Browser, place: Installed, desk: Desk) -> None:
    ran(window, place)
    with desk.writing() as session:
        session.execute(update(Copy).values(name="=HYPERLINK(<b>)\u202e"))
    window.get("/events")
    table = window.post("/events.csv").text.removeprefix("\ufeff")
    rows = {row["what"]: row["name"] for row in csv.DictReader(io.StringIO(table))}
    assert rows["copy.made"] == "'=HYPERLINK(<b>)⟨U+202E⟩"
    assert (rows["run.finished"], rows["site.connected"]) == (TITLE, "")
    objects = {told["what"]: told["name"] for told in map(json.loads, window.post("/events.jsonl").text.splitlines())}
    assert (objects["copy.made"], objects["site.connected"]) == ("=HYPERLINK(<b>)\u202e", None)
    assert "<b>" not in window.get("/events").text


def test_names_cost_one_question_however_many_lines_there_are(window: Browser, place: Installed, desk: Desk) -> None:
    def asked(most: int) -> int:
        with desk.reading() as session, counted() as sent:
            events.listed(session, place.owner.id, most=most)
        return len([statement for statement in sent if statement.startswith("SELECT")])

    ran(window, place)
    assert asked(1) == asked(50) == 3
