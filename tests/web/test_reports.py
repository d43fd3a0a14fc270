"""Promises of the reports that agents file: the owner reads them, nothing in them is trusted, and they are closed."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from webapp.core import people
from webapp.data import Mode

TITLE = "Menu <b>order</b> is \u202elost"
BRIEF = "The menu of the site lost its order after my change."


def filed(place: Installed, **more: str) -> str:
    agent = place.agent(Mode.BROWSER, name="Claude on my laptop")
    report_id: str = agent.call("report_issue", **{"title": TITLE, "brief": BRIEF, **more})["report_id"]
    return report_id


def test_a_report_stands_on_the_page_with_who_filed_it_and_how_bad_it_is(window: Browser, place: Installed) -> None:
    filed(place, severity="high", error_messages="500 <script>alert(1)</script>", last_tool="create_menu_item")
    page = window.get("/reports").get_data(as_text=True)
    for said in ("Harbour &amp; Grain", "Claude on my laptop", "High, says the agent", BRIEF, "create_menu_item"):
        assert said in page
    assert "<time datetime=" in page


def test_whatever_an_agent_wrote_is_shown_and_not_obeyed(window: Browser, place: Installed) -> None:
    report = filed(place, error_messages="500 <script>alert(1)</script> \u202egnp")
    for address in ("/reports", f"/reports/{report}"):
        page = window.get(address).get_data(as_text=True)
        assert "Menu &lt;b&gt;order&lt;/b&gt; is ⟨U+202E⟩lost" in page
        assert "500 &lt;script&gt;alert(1)&lt;/script&gt; ⟨U+202E⟩gnp" in page
        assert "\u202e" not in page
        assert "alert(1)</script>" not in page


def test_the_newest_report_comes_first(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER)
    for title in ("The first report", "The second report"):
        agent.call("report_issue", title=title, brief=BRIEF)
    page = window.get("/reports").get_data(as_text=True)
    assert page.index("The second report") < page.index("The first report")


def test_a_closed_report_is_folded_away_and_keeps_its_text(window: Browser, place: Installed) -> None:
    report = filed(place)
    page = window.get("/reports").get_data(as_text=True)
    assert f'action="/reports/{report}/closure"' in page
    page = window.follow(window.post(f"/reports/{report}/closure")).get_data(as_text=True)
    assert "The report is closed." in page
    assert "No report is open" in page
    assert page.index("Closed reports") < page.index(BRIEF)
    assert f'action="/reports/{report}/closure"' not in page
    assert window.post(f"/reports/{report}/closure").status_code == 303


def test_open_reports_are_counted_on_the_first_page(window: Browser, place: Installed) -> None:
    assert "from agents" not in window.get("/plans").get_data(as_text=True).split("<main")[1]
    first = filed(place)
    assert "1 report from agents is open" in window.get("/plans").get_data(as_text=True)
    filed(place)
    assert "2 reports from agents are open" in window.get("/plans").get_data(as_text=True)
    window.post(f"/reports/{first}/closure")
    assert "1 report from agents is open" in window.get("/plans").get_data(as_text=True)


def test_what_happened_tells_of_a_report_without_its_words(window: Browser, place: Installed) -> None:
    report = filed(place)
    window.get("/reports")
    window.post(f"/reports/{report}/closure")
    page = window.get("/events").get_data(as_text=True)
    assert "Claude on my laptop reported an issue" in page
    assert "Olive Owner closed a report of Claude on my laptop" in page
    assert f'href="/reports/{report}"' in page
    assert "lost" not in page


def test_a_report_about_the_site_of_somebody_else_is_not_found(app: Flask, place: Installed) -> None:
    report = filed(place)
    people.add(place.desk, "second@example.com", "Second Person")
    other = signed_in(app, place.desk, "second@example.com")
    assert "lost" not in other.get("/reports").get_data(as_text=True)
    assert other.get(f"/reports/{report}").status_code == 404
    assert other.post(f"/reports/{report}/closure").status_code == 404
    assert "report from agents" not in other.get("/plans").get_data(as_text=True)


def test_closing_is_a_form_and_looking_changes_nothing(window: Browser, place: Installed) -> None:
    report = filed(place)
    assert window.get(f"/reports/{report}/closure").status_code == 405
    window.get(f"/reports/{report}")
    assert re.search(r"<form method=\"post\" action=\"/reports/report_\w+/closure\"", window.get("/reports").text)


@pytest.mark.parametrize("count", [0, 101])
def test_a_long_list_says_how_many_more_there_are(window: Browser, place: Installed, count: int) -> None:
    for number in range(count // 20 + 1 if count else 0):
        agent = place.agent(Mode.BROWSER, name=f"Agent {number}")
        for one in range(min(20, count - 20 * number)):
            agent.call("report_issue", title=f"Report {number} {one} of many", brief=BRIEF)
    page = window.get("/reports").get_data(as_text=True)
    assert ("The newest 100 of 101 open reports." in page) == (count == 101)
