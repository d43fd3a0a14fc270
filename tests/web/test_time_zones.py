"""Promises of the zone that a person reads times in."""

from __future__ import annotations

from sqlalchemy import select

from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.planning import worked_example
from webapp.core.desk import Desk
from webapp.data import Mode, Person, Plan


def test_times_are_told_in_the_chosen_zone_which_is_named(window: Browser, place: Installed, desk: Desk) -> None:
    plan = worked_example(place.agent(Mode.BROWSER, "One"))
    with desk.writing() as session:
        row = session.scalars(select(Plan).where(Plan.public_id == plan)).one()
        row.expires_at = row.expires_at.replace(month=7, day=1, year=2050, hour=23, minute=30)
    assert "1 July 2050, 23:30 UTC" in window.get(f"/plans/{plan}").get_data(as_text=True)
    window.get("/account")
    assert window.post("/account/time-zone", {"zone": "Europe/Berlin"}).status_code == 303
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "2 July 2050, 01:30, Europe/Berlin" in page
    assert 'data-zone="Europe/Berlin"' in page
    assert "UTC" not in page
    assert '<option selected value="Europe/Berlin">' in window.get("/account").get_data(as_text=True)


def test_the_zone_can_be_taken_back(window: Browser, desk: Desk, owner: Person) -> None:
    window.get("/account")
    window.post("/account/time-zone", {"zone": "Asia/Tokyo"})
    window.post("/account/time-zone", {"zone": ""})
    with desk.reading() as session:
        assert session.get_one(Person, owner.id).time_zone is None
    assert "data-zone" not in window.get("/account").get_data(as_text=True)


def test_a_zone_that_does_not_exist_is_refused_beside_the_field(window: Browser) -> None:
    window.get("/account")
    answered = window.post("/account/time-zone", {"zone": "Mars/Olympus"})
    assert answered.status_code == 422
    assert "Choose a zone from the list." in answered.get_data(as_text=True)
