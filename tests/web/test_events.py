"""Promises of the page that tells what happened."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from flask import Flask

from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from webapp.core import events, people
from webapp.core.events import Line
from webapp.data import Event, Mode, Person, Site, Step
from webapp.web import filters
from webapp.web.events import place_of
from webapp.web.happenings import SENTENCES, happening

CORE = Path(__file__).parents[2] / "webapp" / "core"


def recorded() -> set[str]:
    """Every name that the engine writes down as it stands in the source."""
    names = set()
    for file in CORE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "record":
                names |= {argument.value for argument in node.args[2:3] if isinstance(argument, ast.Constant)}
    return names


def test_whatever_the_engine_writes_down_can_be_said_in_words() -> None:
    assert recorded() >= {"step.planned", "site.connected"}
    assert recorded() - set(SENTENCES) == set()


def test_a_page_tells_what_an_agent_planned(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER, name="Claude on my laptop")
    agent.call("begin_session", mode="plan")
    agent.call("update_option", option="title", value="Bakery")
    page = window.get("/events").get_data(as_text=True)
    for said in ("Claude on my laptop began a plan", "Claude on my laptop planned step 1", "You signed in"):
        assert said in page
    assert page.index("planned step 1") < page.index("began a plan") < page.index("connected Harbour &amp; Grain")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("step.accepted", "Olive Owner accepted step 2"),
        ("step.applied", "Step 2 was applied"),
        ("run.finished", "A run ended: 3 applied, 1 failed, 0 not run"),
        ("moon.risen_early", "Moon risen early"),
    ],
)
def test_a_line_is_a_sentence(what: str, said: str) -> None:
    event = Event(what=what, subject="step_1", details={"applied": 3, "failed": 1, "not_run": 0})
    line = Line(event, None, None, Person(name="Olive Owner"), Step(position=2, effect="Changes the title."))
    assert happening(line).sentence == said


def test_a_name_with_braces_is_only_a_name() -> None:
    line = Line(Event(what="step.accepted", subject="", details={}), None, None, Person(name="{key}"), None)
    assert happening(line).sentence == "{key} accepted a step"


def test_a_line_about_a_step_or_a_key_leads_to_its_page_and_one_about_a_person_nowhere() -> None:
    def to(what: str, subject: str) -> str | None:
        return happening(Line(Event(what=what, subject=subject, details={}), None, None, None, None)).to

    assert to("step.planned", "step_7c0d3e") == "/steps/step_7c0d3e"
    assert to("run.finished", "run_1") == "/runs/run_1"
    assert to("plan.begun", "sess_64a5") == "/plans/sess_64a5"
    assert to("key.issued", "key_1") == "/keys/key_1"
    assert to("person.signed_in", "person_1") is None


def test_a_protected_setting_is_called_by_the_word_for_people() -> None:
    event = Event(what="site.item_protected", subject="site_1", details={"kind": "option", "item": "title"})
    line = Line(event, Site(name="Harbour"), None, Person(name="Olive Owner"), None)
    assert happening(line).sentence == "Olive Owner protected a setting of Harbour"


def test_nobody_reads_of_the_sites_and_the_account_of_somebody_else(app: Flask, place: Installed) -> None:
    people.add(place.desk, "second@example.com", "Second Person")
    page = signed_in(app, place.desk, "second@example.com").get("/events").get_data(as_text=True)
    assert page.count("You signed in") == 1
    assert "Harbour" not in page
    assert "Olive" not in page


def test_fifty_lines_make_a_page_and_the_older_ones_follow(window: Browser, place: Installed) -> None:
    with place.desk.writing() as session:
        for number in range(120):
            events.record(
                session, place.desk, f"line.{number}", "line_1", site_id=place.site.id, person_id=place.owner.id
            )
    address = f"/events?site={place.site.public_id}"
    first = window.get(address).get_data(as_text=True)
    assert "Line 119" in first
    assert "Line 70<" in first
    assert "Line 69<" not in first
    assert ">Newest<" not in first
    older = first.split('rel="next"')[0].rsplit('href="', 1)[1].split('"')[0].replace("&amp;", "&")
    assert older.startswith(address)
    second = window.get(older).get_data(as_text=True)
    assert "Line 69<" in second
    assert "Line 70<" not in second
    assert ">Newest<" in second


@pytest.mark.parametrize(
    "before", ["99999999999999999999", "-1", "0", "x", "-99999999999999999999", "9" * 5_000, "%C2%B2"]
)
def test_a_place_in_the_log_that_does_not_exist_is_no_error(window: Browser, before: str) -> None:
    assert window.get(f"/events?before={before}").status_code == 200
    for form in ("csv", "jsonl"):
        assert window.post(f"/events.{form}", {"before": before}).status_code == 200


@pytest.mark.parametrize("number", ["9" * 25, "-" + "9" * 25, "9" * 5_000, "%C2%B2"])
@pytest.mark.parametrize("address", ["/plans?page=", "/copies?page=", "/history?before=", "/events?person="])
def test_a_number_in_the_address_of_a_list_that_leads_nowhere_is_no_error(
    window: Browser, address: str, number: str
) -> None:
    assert window.get(f"{address}{number}").status_code == 200


def test_one_site_alone_leaves_out_the_account(window: Browser, place: Installed) -> None:
    page = window.get(f"/events?site={place.site.public_id}").get_data(as_text=True)
    assert "You signed in" not in page
    assert "connected Harbour" in page


def test_help_explains_every_kind_of_key(window: Browser) -> None:
    page = window.get("/help").get_data(as_text=True)
    for said in ("in the browser", "In the chat", "When the agent asks", "sayso sign-in-link EMAIL", "expires"):
        assert said in page


def test_a_number_of_an_address_is_none_that_a_database_with_ids_of_32_bits_can_not_compare() -> None:
    typed = ["1", "2147483647", "2147483648", "9999999999", "9" * 18]
    read = [1, 2147483647, 2147483647, 2147483647, 2147483647]
    assert [filters.number_of(one) for one in typed] == read
    assert [filters.person_of(one) for one in typed] == read
    assert [place_of(one) for one in typed] == read
    assert place_of("-1") == 0
