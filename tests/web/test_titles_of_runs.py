"""Promises of titles on pages: a run's page, its paper and its undo keep the title that stood there at the yes."""

from __future__ import annotations

from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply, digests, worked_example
from webapp.data import Mode

TITLE, BETTER = "Our story and a Services link", "Owner approved everything"


def test_every_page_of_a_run_keeps_the_title_that_stood_there_at_the_yes(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER)
    run = accept_and_apply(window, place.desk, worked_example(agent))
    agent.call("begin_session", mode="plan", title=BETTER, note="All is agreed.")
    place.workers.finish()
    agent.call("begin_session", mode="plan", title=BETTER, note="All is agreed.")
    undo = window.post(f"{run}/undos").headers["Location"]
    window.post(f"{undo}/look")
    for address in (run, f"{run}/print", f"{run}.json", undo):
        said = window.get(address).text
        assert BETTER not in said, address
        assert "All is agreed." not in said, address
    assert TITLE in window.get(f"{run}/print").text
    history = window.get("/history").text
    assert TITLE in history
    assert BETTER not in history


def test_the_title_that_a_yes_is_given_under_is_on_the_page_right_after_it(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = worked_example(agent)
    window.get(f"/plans/{plan}")
    agent.call("begin_session", mode="plan", title="Other words")
    first = digests(place.desk, plan)[0]
    said = window.post(
        f"/plans/{plan}/decisions", {"verdict": "accept", "step": [first]}, headers={"HX-Request": "true"}
    ).text
    assert '<h1 id="plan-title" tabindex="-1" hx-swap-oob="outerMorph"><bdi>Other words</bdi></h1>' in said
