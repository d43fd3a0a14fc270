"""Promises of the rules for agents as pages: open to everybody, and the same text that the doors send."""

from __future__ import annotations

import html
import re

from tests.web.conftest import Browser
from webapp.core.rules import rules
from webapp.web.agents import parts_of

TEXT = rules("respira_wordpress_")


def words(text: str) -> list[str]:
    return re.sub(r"^\d\. ", "", text, flags=re.MULTILINE).split()


def test_anybody_gets_the_plain_text_as_the_agents_do(stranger: Browser) -> None:
    response = stranger.get("/agents.md")
    assert response.status_code == 200
    assert response.mimetype == "text/plain"
    assert response.text == TEXT


def test_anybody_reads_the_same_words_as_a_page(stranger: Browser) -> None:
    response = stranger.get("/agents")
    assert response.status_code == 200
    main = response.text.split('<a href="/agents.md">')[1].split("</main>")[0]
    shown = html.unescape(re.sub(r"<[^>]+>", " ", main.split("</p>", 1)[1]))
    assert shown.split() == words(TEXT)


def test_the_rules_are_taken_apart_where_an_empty_line_is() -> None:
    parts = list(parts_of(TEXT))
    assert [part.heading for part in parts] == [
        None,
        "How to propose",
        "Deciding in the browser",
        "Decisions",
        "Results",
    ]
    assert len(parts[1].points) == 5
    assert parts[1].points[0].startswith("Call respira_wordpress_begin_session")


def test_help_leads_to_the_rules(window: Browser) -> None:
    assert 'href="/agents"' in window.get("/help").text
