"""A person edits a step on its page: also without JavaScript, with what is wrong beside the field, nothing lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from sqlalchemy import select
from werkzeug.test import TestResponse

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import steps_of
from webapp.core import forecasts
from webapp.core.desk import Desk
from webapp.data import Mode, Step

Planned = Callable[..., Step]


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER, "Claude on a laptop")


@pytest.fixture
def planned(agent: Agent, desk: Desk) -> Planned:
    """Plan one write, and return its step."""

    def plan(tool: str, **arguments: object) -> Step:
        begun = agent.call("begin_session", mode="plan")
        agent.call(tool, **arguments)
        return steps_of(desk, str(begun["session_id"]))[-1]

    return plan


def page_of(window: Browser, step: Step) -> str:
    return window.get(f"/steps/{step.public_id}").get_data(as_text=True)


def form_of(page: str) -> str:
    """The part of a step's page that the form stands in; empty where there is none."""
    found = re.search(r'<section class="section edit".*?</section>', page, re.DOTALL)
    return found[0] if found else ""


def save(window: Browser, desk: Desk, step: Step, **fields: str) -> TestResponse:
    window.get(f"/steps/{step.public_id}")
    return window.post(f"/steps/{step.public_id}/edit", {"digest": now(desk, step).digest, **fields})


def now(desk: Desk, step: Step) -> Step:
    with desk.reading() as session:
        return session.scalars(select(Step).where(Step.public_id == step.public_id)).one()


def test_the_form_holds_what_the_agent_wrote_and_only_simple_fields(window: Browser, planned: Planned) -> None:
    form = form_of(
        page_of(window, planned("update_page", id=42, title="Our story", excerpt="A\nB", content="<p>C</p>"))
    )
    assert 'name="field.title" value="Our story"' in form
    assert re.search(r'<textarea[^>]*name="field.excerpt"[^>]*>\nA\nB</textarea>', form)
    assert "field.content" not in form
    assert "Edited by" not in form


def test_a_step_without_such_a_field_has_no_form(window: Browser, planned: Planned) -> None:
    assert form_of(page_of(window, planned("update_option", option="description", value="B"))) == ""


def test_saving_tells_what_the_step_does_now_and_by_whom(window: Browser, desk: Desk, planned: Planned) -> None:
    step = planned("update_page", id=42, title="Our story")
    answered = save(window, desk, step, **{"field.title": "Who we are"})
    assert (answered.status_code, answered.headers["Location"]) == (303, f"/steps/{step.public_id}")
    page = page_of(window, step)
    assert "Saved. This is what the step does now; it waits for your yes." in page
    form = form_of(page)
    assert 'value="Who we are"' in form
    assert "Edited by <bdi>Olive Owner</bdi>" in form
    assert "The agent wrote: <q><bdi>Our story</bdi></q>" in form
    assert now(desk, step).status == "planned"


def test_save_and_accept_is_one_press_and_leads_back_to_the_plan(
    window: Browser, desk: Desk, planned: Planned
) -> None:
    step = planned("update_page", id=42, title="Our story")
    answered = save(window, desk, step, **{"field.title": "Who we are", "accept": "1"})
    assert answered.headers["Location"].endswith(f"#step-{step.public_id}")
    assert now(desk, step).status == "accepted"
    page = window.get(answered.headers["Location"]).get_data(as_text=True)
    assert "Saved and accepted: step 1." in page
    assert "Edited by <bdi>Olive Owner</bdi>" in page


def test_the_agents_words_are_put_back_by_one_press(window: Browser, desk: Desk, planned: Planned) -> None:
    step = planned("update_page", id=42, title="Our story")
    save(window, desk, step, **{"field.title": "Who we are"})
    assert "Put back what the agent wrote" in page_of(window, step)
    save(window, desk, step, back="1")
    assert 'value="Our story"' in form_of(page_of(window, step))
    assert now(desk, step).edits is None


def test_a_text_that_does_not_fit_is_answered_beside_its_field_with_everything_kept(
    window: Browser, desk: Desk, planned: Planned
) -> None:
    step = planned("update_page", id=42, title="Our story", slug="our-story")
    answered = save(window, desk, step, **{"field.title": " ", "field.slug": "who-we-are"})
    assert answered.status_code == 422
    form = form_of(answered.get_data(as_text=True))
    assert 'href="#field-title">Title: Something has to stand here.' in form
    assert 'aria-describedby="field-title-error" aria-invalid="true"' in form
    assert 'value="who-we-are"' in form
    assert now(desk, step).edits is None


def test_htmx_gets_the_form_alone_when_a_text_does_not_fit(window: Browser, desk: Desk, planned: Planned) -> None:
    step = planned("update_page", id=42, title="Our story")
    window.get(f"/steps/{step.public_id}")
    told = {"digest": step.digest, "field.title": ""}
    answered = window.post(f"/steps/{step.public_id}/edit", told, headers={"HX-Request": "true"})
    assert answered.status_code == 422
    assert answered.get_data(as_text=True).strip().startswith('<section class="section edit" id="edit"')


def test_a_step_that_changed_meanwhile_is_shown_as_it_is_now(window: Browser, desk: Desk, planned: Planned) -> None:
    step = planned("update_page", id=42, title="Our story")
    window.get(f"/steps/{step.public_id}")
    answered = window.post(f"/steps/{step.public_id}/edit", {"digest": "another", "field.title": "B"})
    assert answered.status_code == 409
    assert "The plan changed since this page was opened" in answered.get_data(as_text=True)
    assert now(desk, step).edits is None


def test_what_becomes_risky_by_an_edit_is_not_accepted_along_with_it(
    window: Browser, desk: Desk, planned: Planned
) -> None:
    step = planned("update_page", id=42, title="Our story")
    save(window, desk, step, **{"field.title": "<script>alert(1)</script>", "accept": "1"})
    page = page_of(window, step)
    assert "Saved, and not accepted: there is something new to look at." in page
    assert "<script>alert(1)</script>" not in page
    assert now(desk, step).status == "planned"


def test_an_unseen_character_that_nobody_touched_stays_and_one_in_a_changed_text_goes(
    window: Browser, desk: Desk, planned: Planned
) -> None:
    step = planned("update_page", id=42, title="Our \u202estory", slug="our-story")
    form = form_of(page_of(window, step))
    assert 'value="Our ⟨U+202E⟩story"' in form
    assert "It holds characters that nobody sees" in form
    save(window, desk, step, **{"field.title": "Our ⟨U+202E⟩story", "field.slug": "story"})
    assert "Our \u202estory" in _arguments(desk, step)["title"]
    save(window, desk, step, **{"field.title": "Our ⟨U+202E⟩history", "field.slug": "story"})
    assert _arguments(desk, step)["title"] == "Our history"


def _arguments(desk: Desk, step: Step) -> dict[str, str]:
    return forecasts.arguments_of(desk, now(desk, step))


def test_an_edit_needs_a_token_and_a_right_to_see_the_step(window: Browser, planned: Planned) -> None:
    step = planned("update_page", id=42, title="Our story")
    bare = window.client.post(f"/steps/{step.public_id}/edit", data={"digest": step.digest, "field.title": "B"})
    assert bare.status_code in (400, 403)
    window.get("/plans")
    assert window.post("/steps/step_ffffffffffff/edit", {"field.title": "B"}).status_code == 404


def test_an_argument_that_is_no_field_of_the_form_is_refused(window: Browser, desk: Desk, planned: Planned) -> None:
    step = planned("update_page", id=42, title="Our story")
    assert save(window, desk, step, **{"field.id": "43"}).status_code == 409
    assert now(desk, step).edits is None


def test_the_receipt_says_who_edited(window: Browser, desk: Desk, place: Installed, planned: Planned) -> None:
    step = planned("update_page", id=42, title="Our story")
    save(window, desk, step, **{"field.title": "Who we are", "accept": "1"})
    plan = page_of(window, step)
    plan_id = re.search(r"/plans/(sess_[0-9a-f]+)", plan)[1]  # type: ignore[index]
    run = window.post(f"/plans/{plan_id}/runs", {"step": [f"{step.public_id} {now(desk, step).digest}"]})
    place.workers.finish()
    page = window.get(run.headers["Location"]).get_data(as_text=True)
    assert "Edited by <bdi>Olive Owner</bdi> before the yes: Title." in page


def test_c46_1_what_an_agent_put_into_a_field_is_text_in_the_form(window: Browser, planned: Planned) -> None:
    hostile = '"><img src=x onerror=fetch("/canary")></textarea><script>fetch("/canary")</script>{{7*7}}'
    form = form_of(page_of(window, planned("update_page", id=42, title=hostile, excerpt=hostile)))
    assert "<img" not in form
    assert "<script" not in form
    assert form.count("{{7*7}}") == 2
    assert form.count("</textarea>") == 1
