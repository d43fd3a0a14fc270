"""Promises of the log: by which door something came, what the log is kept to, and the files that are taken of it."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, update

from tests.installed import Installed
from tests.sample import sample_site
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply
from tests.web.sharing import shared
from webapp.core import entrances, events, people, sites
from webapp.core.desk import Desk
from webapp.core.entrances import Entrance
from webapp.data import Event, Membership, Mode
from webapp.web import log_files
from webapp.web.log_files import harmless


def happened(desk: Desk, place: Installed, what: str, **given: object) -> None:
    with desk.writing() as session:
        events.record(session, desk, what, "line_1", site_id=place.site.id, person_id=place.owner.id, **given)


def sentences(window: Browser, address: str) -> list[str]:
    page = window.get(address).get_data(as_text=True)
    return re.findall(r'<p class="row__said">(?:<a [^>]*>)?<bdi>(.*?)</bdi>', page)


def rows_of(body: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(body.removeprefix("\ufeff"))))


def test_the_log_tells_through_which_door_something_came(window: Browser, place: Installed, desk: Desk) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = str(agent.call("begin_session", mode="plan")["session_id"])
    agent.call("update_option", option="title", value="Bakery")
    accept_and_apply(window, desk, plan)
    place.workers.finish()
    people.make_link(desk, place.owner.email)
    with desk.reading() as session:
        doors = dict(session.execute(select(Event.what, Event.door).order_by(Event.id)).all())
    assert doors["plan.begun"] == doors["step.planned"] == "mcp"
    assert doors["step.accepted"] == doors["run.asked"] == doors["person.signed_in"] == "browser"


def test_whatever_comes_by_a_review_link_or_by_a_command_is_told_apart(
    app: Flask, window: Browser, place: Installed, desk: Desk
) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = str(agent.call("begin_session", mode="plan")["session_id"])
    agent.call("update_page", id=42, title="Our story")
    guest, link = Browser(app.test_client()), shared(window, f"/plans/{plan}")
    guest.get(link)
    assert guest.post(f"{link}/opening").status_code == 204
    with entrances.by(Entrance.COMMAND):
        people.add(desk, "second@example.com", "Second Person")
    with desk.reading() as session:
        doors = dict(session.execute(select(Event.what, Event.door)).all())
    assert (doors["link.opened"], doors["person.added"]) == ("link", "command")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("words=paused+key", ["Olive Owner paused the key an agent"]),
        ("words=HARBOUR", ["Olive Owner connected Harbour &amp; Grain", "Olive Owner paused the key an agent"]),
        ("about=key", ["Olive Owner paused the key an agent"]),
        ("door=worker", ["Olive Owner paused the key an agent"]),
        ("from=2020-05-01&to=2020-05-01", ["Olive Owner paused the key an agent"]),
        ("from=2020-05-02&to=2020-05-31", []),
        ("key=nobody", []),
        ("person=99", []),
        ("site=site_of_nobody", []),
        ("about=%25", []),
    ],
)
def test_the_address_keeps_the_log_to_what_was_chosen(
    window: Browser, place: Installed, desk: Desk, query: str, said: list[str]
) -> None:
    with entrances.by(Entrance.WORKER):
        happened(desk, place, "key.paused")
    with desk.writing() as session:
        moment = datetime(2020, 5, 1, 23, 59, tzinfo=UTC)
        session.execute(update(Event).where(Event.what == "key.paused").values(at=moment))
        session.execute(update(Event).where(Event.what == "site.connected").values(person_id=place.owner.id))
    assert sorted(sentences(window, f"/events?{query}")) == said


def test_the_id_of_a_plan_shows_what_happened_to_that_plan_alone(window: Browser, place: Installed) -> None:
    for name in ("One", "Two"):
        plan = place.agent(name=name).call("begin_session", mode="plan")["session_id"]
    assert sentences(window, f"/events?words={plan}") == ["Two began a plan"]
    assert sentences(window, f"/events?words={plan}+expired") == []


def test_a_day_of_the_log_is_one_of_the_zone_that_times_are_read_in(
    window: Browser, place: Installed, desk: Desk
) -> None:
    happened(desk, place, "key.paused")
    with desk.writing() as session:
        moment = datetime(2020, 5, 1, 23, 0, tzinfo=UTC)
        session.execute(update(Event).where(Event.what == "key.paused").values(at=moment))
    assert len(sentences(window, "/events?from=2020-05-01&to=2020-05-01")) == 1
    window.get("/account")
    window.post("/account/time-zone", {"zone": "Europe/Berlin"})
    assert sentences(window, "/events?from=2020-05-01&to=2020-05-01") == []
    assert len(sentences(window, "/events?from=2020-05-02&to=2020-05-02")) == 1


def test_a_table_of_the_log_holds_what_was_chosen_and_can_be_read_by_spreadsheets(
    window: Browser, place: Installed, desk: Desk
) -> None:
    place.agent(name='=HYPERLINK("http://evil.example","Prize")').call("begin_session", mode="plan")
    window.get("/events")
    answer = window.post("/events.csv", {"about": "plan"})
    body = answer.get_data(as_text=True)
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="sayso-log.csv"'
    assert answer.headers["Cache-Control"] == "no-store"
    assert body.startswith(
        '\ufeff"at","what","sentence","door","person","key","site","subject","name","step","details"\r\n'
    )
    [row] = rows_of(body)
    assert (row["what"], row["door"], row["site"]) == ("plan.begun", "mcp", "Harbour & Grain")
    assert row["key"] == '\'=HYPERLINK("http://evil.example","Prize")'
    assert row["sentence"].startswith("'=HYPERLINK(")


def test_each_line_for_programs_is_an_object_with_the_texts_as_they_are(window: Browser, place: Installed) -> None:
    place.agent(name="=1+1\u202e").call("begin_session", mode="plan")
    window.get("/events")
    answer = window.post("/events.jsonl", {"about": "plan"})
    assert answer.content_type == "application/jsonl; charset=utf-8"
    [line] = [json.loads(line) for line in answer.get_data(as_text=True).splitlines()]
    assert (line["what"], line["key"], line["person"], line["details"]) == ("plan.begun", "=1+1\u202e", None, {})
    assert datetime.fromisoformat(line["at"]).tzinfo is not None


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        ("  =1", "'  =1"),
        ('"=1', "'\"=1"),
        ("' =1", "'' =1"),
        ("\uff1d1", "'\uff1d1"),
        ("\u202e=1", "⟨U+202E⟩=1"),
        ('Helper;=HYPERLINK("http://evil.example","Open");', 'Helper;\'=HYPERLINK("http://evil.example","Open");'),
        ("a;+1", "a;'+1"),
        ("a; \"' -1", "a;' \"' -1"),
        ("a;;@b", "a;;'@b"),
        ("a\t=1", "a\t'=1"),
        ("a\n=1\r\n +2", "a\n'=1\r\n' +2"),
        ("a; \t=1", "a; \t'=1"),
        ("a;\uff1d1", "a;'\uff1d1"),
        ("a;b=1; c-d", "a;b=1; c-d"),
        ("a=1", "a=1"),
        ("", ""),
    ],
)
def test_no_cell_of_a_table_is_a_formula_or_holds_one_behind_a_sign_that_begins_another(
    typed: str, written: str
) -> None:
    assert harmless(typed) == written


def test_no_cell_is_a_formula_where_columns_are_parted_by_semicolons_either(
    window: Browser, place: Installed
) -> None:
    place.agent(name='Helper;=HYPERLINK("http://evil.example","Open");').call("begin_session", mode="plan")
    window.get("/events")
    body = window.post("/events.csv", {"about": "plan"}).get_data(as_text=True)
    cells = [cell for row in csv.reader(io.StringIO(body), delimiter=";") for cell in row]
    assert any("HYPERLINK" in cell for cell in cells)
    assert [cell for cell in cells if cell.lstrip('\ufeff "').startswith(("=", "+", "-", "@"))] == []


def test_a_file_that_holds_not_all_says_so_and_where_the_rest_begins(
    window: Browser, place: Installed, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_files, "MOST", 3)
    for _time in range(4):
        happened(desk, place, "key.paused")
    window.get("/events")
    table = window.post("/events.csv", {"about": "key"}).get_data(as_text=True)
    last = table.splitlines()[-1]
    assert "it holds 3 lines at most. The rest begins at http://localhost/events?about=key&before=" in last
    assert table.count("key.paused") == 3
    *held, more = map(json.loads, window.post("/events.jsonl", {"about": "key"}).get_data(as_text=True).splitlines())
    assert [line["what"] for line in held] == ["key.paused"] * 3
    assert more["before"] == held[-1]["id"]
    rest = window.post("/events.jsonl", {"about": "key", "before": str(more["before"])}).get_data(as_text=True)
    assert [json.loads(line)["what"] for line in rest.splitlines()] == ["key.paused"]


def test_a_log_of_exactly_so_many_lines_is_whole(
    window: Browser, place: Installed, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_files, "MOST", 2)
    happened(desk, place, "key.paused")
    happened(desk, place, "key.paused")
    window.get("/events")
    assert "ends here" not in window.post("/events.csv", {"about": "key"}).get_data(as_text=True)


def test_taking_the_log_is_in_the_log_of_each_site_that_it_is_of_for_all_its_people_without_what_was_typed(
    app: Flask, window: Browser, place: Installed, desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "second").mkdir()
    with sample_site(tmp_path / "second") as other:
        second = sites.connect(desk, place.owner.id, other.url, other.username, other.app_password)
    colleague = people.add(desk, "second@example.com", "Second Person")
    with desk.writing() as session:
        session.add(Membership(person_id=colleague.id, site_id=place.site.id))
    window.get("/events")
    window.post("/events.csv", {"about": "key", "words": "paused CANARY"})
    window.post("/events.jsonl", {"site": place.site.public_id})
    with desk.reading() as session:
        found = select(Event).where(Event.what == "log.exported").order_by(Event.id)
        lines = [(line.site_id, line.details) for line in session.scalars(found)]
    table = {"form": "csv", "kept_to": ["about", "words"], "words": 2}
    assert lines == [
        (place.site.id, table),
        (second.id, table),
        (place.site.id, {"form": "jsonl", "kept_to": ["site"], "words": 0}),
    ]
    assert sentences(window, "/events?about=log") == ["Olive Owner downloaded the log"] * 3
    seen = sentences(signed_in(app, desk, "second@example.com"), "/events?about=log")
    assert seen == ["Olive Owner downloaded the log"] * 2


def test_nobody_takes_the_log_of_somebody_elses_site(app: Flask, place: Installed, desk: Desk) -> None:
    people.add(desk, "second@example.com", "Second Person")
    other = signed_in(app, desk, "second@example.com")
    other.get("/events")
    for kept_to in ({}, {"site": place.site.public_id}, {"person": str(place.owner.id)}):
        assert "Harbour" not in other.post("/events.csv", dict(kept_to)).get_data(as_text=True)
    with desk.reading() as session:
        assert set(session.scalars(select(Event.site_id).where(Event.what == "log.exported"))) == {None}


@pytest.mark.parametrize("file", ["csv", "jsonl"])
def test_a_file_is_only_sent_to_who_is_signed_in_and_sent_a_form_of_ours(
    stranger: Browser, window: Browser, file: str
) -> None:
    assert stranger.post(f"/events.{file}").status_code in (303, 400)
    assert window.client.post(f"/events.{file}").status_code == 400
    assert window.get(f"/events.{file}").status_code == 405


def test_the_log_of_several_sites_and_of_the_account_is_one_in_the_order_of_time(
    window: Browser, place: Installed, desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "second").mkdir()
    with sample_site(tmp_path / "second") as other:
        second = sites.connect(desk, place.owner.id, other.url, other.username, other.app_password)
    with desk.writing() as session:
        for number in range(120):
            site_id = (place.site.id, second.id, None)[number % 3]
            about = {"site_id": site_id, "person_id": place.owner.id}
            events.record(session, desk, f"line.{number}", "line_1", **about)
    first = sentences(window, "/events?about=line")
    assert first == [f"Line {number}" for number in range(119, 69, -1)]
    [older] = re.findall(r'href="([^"]+)" rel="next"', window.get("/events?about=line").get_data(as_text=True))
    assert sentences(window, older.replace("&amp;", "&"))[:2] == ["Line 69", "Line 68"]
    assert len(sentences(window, f"/events?about=line&site={second.public_id}")) == 40


# C42.1
def test_no_secret_of_a_plan_is_in_the_history_the_log_or_its_files(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.ASK)
    agent.call("begin_session", mode="plan", title="Secrets")
    secret = {"smtp": {"password": "pw-CANARY-1"}, "items": [{"api_key": "ak-CANARY-2"}], "X-Api-Key": "CANARY-3"}
    agent.call("update_page", id=42, title="With secrets", meta=secret)
    agent.call("end_session")
    window.get("/events")
    for answer in (
        window.get("/history?words=secrets"),
        window.get("/events"),
        window.post("/events.csv"),
        window.post("/events.jsonl"),
    ):
        body = answer.get_data(as_text=True)
        assert "ecrets" in body or "planned" in body
        assert "CANARY" not in body
