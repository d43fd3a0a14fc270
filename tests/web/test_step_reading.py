"""Promises of a step's own page: its changes as words and as code, from change to change, whole, and as text only."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import steps_of
from webapp.core import people
from webapp.core.desk import Desk
from webapp.data import Mode
from webapp.sample_site import SampleSite

HOSTILE = (
    '"><img src=x onerror=fetch("/canary")></script><script>fetch("/canary")</script>{{7*7}}'
    '<a href="javascript:fetch(\'/canary\')">\u202eyap\u200b</a><svg onload=fetch("/canary")><style>*{display:none}'
)


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def page(sample: SampleSite) -> int:
    content = '<p>Open since <b>1987</b>.</p><p>See <a href="/prices/">our prices</a>.</p>' + "<p>Bread.</p>" * 9
    return int(sample.add("pages", title="Hours", content=content, status="publish")["id"])


def planned(agent: Agent, desk: Desk, tool: str, **arguments: object) -> str:
    """Plan one write, and return the address of its step's page."""
    begun = agent.call("begin_session", mode="plan")
    agent.call(tool, **arguments)
    return f"/steps/{steps_of(desk, str(begun['session_id']))[-1].public_id}"


def shown(window: Browser, address: str) -> str:
    return window.get(address).get_data(as_text=True)


@pytest.fixture
def step(agent: Agent, desk: Desk, page: int) -> str:
    content = '<p>Open since <b>1986</b>.</p><p>See <a href="https://evil.example/">our prices</a>.</p>'
    return planned(
        agent, desk, "update_page", id=page, content=content + "<p>Bread.</p>" * 8 + "<p><i>Bread.</i></p>"
    )


def test_words_are_marked_and_said_counted_and_numbered(window: Browser, step: str) -> None:
    words = shown(window, step)
    assert '<del id="change-1" tabindex="-1"><span class="spoken">removed: </span>1987' in words
    assert '<ins><span class="spoken">inserted: </span>1986' in words
    assert "1 word in, 1 out, in 1 paragraph; 1 link changed; 1 place only set another way" in words
    assert "(now a link to https://evil.example/, before a link to /prices/)" in words
    assert "(now italic)" in words
    assert "7 unchanged paragraphs" in words
    assert [f'href="#change-{number}"' in words for number in (1, 2, 3, 4)] == [True, True, True, False]


def test_c47_4_the_code_shows_the_attribute_that_changes(window: Browser, step: str) -> None:
    code = shown(window, f"{step}?view=code")
    assert re.search(r'href=&#34;<del[^>]*><span class="spoken">removed: </span>/prices/<', code)
    assert '<span class="spoken">inserted: </span>https://evil.example/<' in code
    assert 'class="change__words"' not in code


def test_which_view_is_shown_stands_in_the_address_and_is_carried_to_the_next_step(
    window: Browser, agent: Agent, step: str
) -> None:
    agent.call("update_page", id=42, title="Our story")
    code = shown(window, f"{step}?view=code")
    assert f'href="{step}?view=code#views" aria-current="true"' in code
    assert re.search(r'href="/steps/step_\w+\?view=code" rel="next">Next step: 2<', code)
    assert "Step before" not in code
    assert "They run in the order of their numbers" in code
    assert "Set-Cookie" not in window.get(f"{step}?view=code").headers
    assert f'href="{step}?view=words#views" aria-current="true"' in shown(window, f"{step}?view=nonsense&from=x")


def test_links_prices_and_numbers_that_change_are_listed(window: Browser, step: str) -> None:
    listed = shown(window, step).split("Links, numbers, dates and prices that change in Text")[1].split("</table>")[0]
    told = " ".join(re.sub(r"<[^>]*>", " ", listed).split())
    assert "Number Now 1987 After 1986" in told
    assert "Link Now /prices/ After https://evil.example/" in told


def test_the_numbers_after_the_sixth_fact_are_folded(window: Browser, agent: Agent, desk: Desk, page: int) -> None:
    rows = "".join(f"<p>Row {n}</p>" for n in range(130, 160))
    address = planned(agent, desk, "update_page", id=page, content=f"<p>Open.</p>{rows}")
    listed, rest = shown(window, address).split('class="change__words"')[0].split('<details class="fold"')[-2:]
    assert listed.count("rowheader") == 6
    assert "26 more links, prices, dates and numbers" in rest
    assert rest.count("rowheader") == 26


def test_a_delete_shows_what_goes_its_words_and_when_it_is_from(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite
) -> None:
    words = "<p>We <script>x</script>bake &lt;rye&gt;.</p>" * 3
    item = sample.add("posts", title="Rye <b>bread</b>", content=words, excerpt="Of rye.", status="draft")["id"]
    page = shown(window, planned(agent, desk, "delete_post", id=item))
    goes = page.split("What goes</h3>")[1].split("</section>")[0]
    told = " ".join(re.sub(r"<[^>]*>", " ", goes).split())
    assert "Title Rye" in told
    assert re.search(r"Date 20\d\d-\d\d-\d\dT", told)
    assert "Excerpt, 2 words that go with it Of rye." in told
    assert "bake &lt;rye&gt;." in goes
    assert "<script" not in goes
    assert "As it was when this step was planned." in goes


def test_thousands_of_fields_stand_on_pages_of_two_hundred(window: Browser, agent: Agent, desk: Desk) -> None:
    fields = {f"field_{number:04}": f"value {number}" for number in range(2_050)}
    address = planned(agent, desk, "update_page", id=42, meta=fields)
    first, last = shown(window, address), shown(window, f"{address}?view=words&field=2001")
    assert len(first) < 200_000
    assert [page.count('"rowheader"><bdi>Custom field ') for page in (first, last)] == [200, 50]
    assert "2,050 fields change" in first
    assert f'{address}?view=words&amp;field=1#views" aria-current="true"' in first
    assert f'{address}?view=words&amp;field=2001#views" aria-current="true"' in last
    assert "<ins>value 2049</ins>" in last
    assert "<ins>value 2049</ins>" in shown(window, f"{address}?field=99999")


def test_a_step_that_takes_nothing_away_shows_nothing_that_goes(window: Browser, step: str) -> None:
    assert "What goes" not in shown(window, step)


def test_the_whole_text_is_sent_as_plain_text_that_no_browser_takes_for_anything_else(
    window: Browser, step: str
) -> None:
    assert f'href="{step}/changes/0/after.txt"' in shown(window, step)
    before, after = (window.get(f"{step}/changes/0/{side}.txt") for side in ("before", "after"))
    assert before.get_data(as_text=True).startswith("<p>Open since <b>1987</b>.</p>")
    assert after.get_data(as_text=True).startswith("<p>Open since <b>1986</b>.</p>")
    assert after.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert after.headers["X-Content-Type-Options"] == "nosniff"
    assert after.headers["Content-Disposition"] == 'attachment; filename="step-1-1-after.txt"'
    assert window.get(f"{step}/changes/9/after.txt").status_code == 404
    assert window.get(f"{step}/changes/0/now.txt").status_code == 404


def test_the_whole_text_of_somebody_elses_step_is_not_there(
    app: Flask, desk: Desk, stranger: Browser, step: str
) -> None:
    people.add(desk, "second@example.com", "Second Person")
    assert signed_in(app, desk, "second@example.com").get(f"{step}/changes/0/after.txt").status_code == 404
    assert stranger.get(f"{step}/changes/0/after.txt").status_code in (302, 303)


def test_c42_3_a_secret_is_in_no_view_of_a_change_and_in_no_plain_text(
    window: Browser, agent: Agent, desk: Desk, page: int, sample: SampleSite
) -> None:
    sample.register_meta("api_key")
    sample.change("pages", page, meta={"api_key": "CANARY-OLD"})
    step = planned(agent, desk, "update_page", id=page, title="Prices", meta={"api_key": "CANARY-NEW"})
    texts = [f"{step}/changes/{index}/{side}.txt" for index in (0, 1) for side in ("before", "after")]
    told = [shown(window, address) for address in (step, f"{step}?view=code", f"{step}?view=preview", *texts)]
    assert ["CANARY" in text for text in told] == [False] * 7
    assert ["redacted" in text for text in told[3:]] == [False, False, True, True]


def test_c46_1_what_an_agent_wrote_is_text_in_every_view(window: Browser, agent: Agent, desk: Desk) -> None:
    step = planned(agent, desk, "create_page", title=HOSTILE, content=HOSTILE, excerpt=HOSTILE)
    for view in ("words", "code", "preview"):
        html = shown(window, f"{step}?view={view}")
        assert "<script>fetch" not in html
        assert "onerror=fetch(&#34;/canary&#34;)&gt;" in html
        assert "{{7*7}}" in html
        assert not re.search(r'(?:href|src)="(?:javascript|data):', html)
        assert "⟨U+202E⟩yap⟨U+200B⟩" in html
        assert "\u202e" not in html


def test_a_form_that_was_refused_shows_the_page_with_links_to_the_step(window: Browser, step: str) -> None:
    window.get(step)
    refused = window.post(f"{step}/decision", {"verdict": "accept", "digest": "old", "page": "step"})
    assert refused.status_code == 409
    assert f'href="{step}?view=code#views"' in refused.get_data(as_text=True)


def test_a_step_that_changes_no_text_with_markup_has_one_way_to_be_seen(
    window: Browser, agent: Agent, desk: Desk
) -> None:
    step = planned(agent, desk, "update_page", id=42, title="Our story")
    assert "Ways to see it" not in shown(window, step)
