"""What a hostile site answers in place of the change stays text: on the page of the run, of the plan, of events."""

from __future__ import annotations

import html
import json

import pytest

from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply, worked_example
from webapp.data import Mode
from webapp.sample_site import SampleSite, misbehaviour

ATTACK = "\"><img src=x onerror=fetch('/canary')></script><script>fetch('/canary')</script>{{7*7}}"


@pytest.fixture
def agent_plan(place: Installed) -> str:
    return worked_example(place.agent(Mode.BROWSER))


def test_what_the_site_answers_to_a_step_is_shown_as_text_with_what_nobody_sees_marked(
    window: Browser, place: Installed, sample: SampleSite, agent_plan: str
) -> None:
    """C46.1"""
    refusal = json.dumps({"code": ATTACK, "message": f"{ATTACK} \u202eturned", "data": {"status": 400}})
    sample.misbehave(misbehaviour.AnswerInstead(400, refusal), method="POST", path="/wp/v2/pages")
    run = accept_and_apply(window, place.desk, agent_plan)
    place.workers.finish()
    for address in (run, f"/plans/{agent_plan}", "/events"):
        page = window.get(address).get_data(as_text=True)
        assert "<img src=x" not in page
        assert "<script>fetch" not in page
        assert "\u202e" not in page
    page = html.unescape(window.get(run).get_data(as_text=True))
    assert "⟨U+202E⟩turned" in page
    assert "{{7*7}}" in page
