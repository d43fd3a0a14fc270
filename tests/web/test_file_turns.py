"""Files that are long in the writing take turns, and a file that nobody reads any more holds none."""

from __future__ import annotations

from sqlalchemy import select

from tests.web.conftest import Browser
from webapp.core.desk import Desk
from webapp.data import Event


def test_two_files_of_the_log_are_written_at_once_and_a_third_waits(window: Browser) -> None:
    first, second = window.post("/events.csv"), window.post("/events.jsonl")
    third = window.post("/events.csv")
    assert (first.status_code, second.status_code, third.status_code) == (200, 200, 409)
    assert "Two files are being written already." in third.get_data(as_text=True)
    assert first.get_data(as_text=True).startswith("\ufeff")
    fourth = window.post("/events.jsonl")
    assert fourth.status_code == 200
    assert window.post("/events.csv").status_code == 409
    fourth.close()
    assert window.post("/events.csv").get_data(as_text=True).startswith("\ufeff")
    second.close()


def test_a_file_that_was_refused_is_not_written_down_as_taken(window: Browser, desk: Desk) -> None:
    held = [window.post("/events.csv"), window.post("/events.csv")]
    assert window.post("/events.jsonl").status_code == 409
    for file in held:
        file.close()
    with desk.reading() as session:
        taken = session.scalars(select(Event.details).where(Event.what == "log.exported"))
        assert [one["form"] for one in taken] == ["csv", "csv"]
