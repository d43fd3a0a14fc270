"""A person changes a simple field of a step before saying yes: then it is what runs, and everybody is told so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.acts import decide, opened, plan, row, sent, statuses, tagline, title
from tests.installed import Agent, Installed
from tests.pictures import png
from webapp.core import editing, forecasts, gate, people, reviews, sites
from webapp.core.editing import Edited
from webapp.data import Status
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


def edit(sayso: Installed, step: str, *, accept: bool = False, **values: str) -> Edited:
    return editing.edit(sayso.desk, sayso.owner, step, row(sayso, step).digest, values, accept=accept)


def shown(sayso: Installed, step: str) -> dict[str, Any]:
    """What a step is shown to change: fields with what they become."""
    return {
        change["field"]: change["after"] for change in forecasts.forecast_of(sayso.desk, row(sayso, step))["changes"]
    }


def upload(sayso: Installed) -> int:
    with sites.reached(sayso.desk, sayso.site) as site:
        made = site.upload("wp/v2/media", png(4, 3), name="door.png", kind="image/png").body
    return int(made["id"])


def apply(sayso: Installed, agent: Agent) -> dict[str, Any]:
    view = opened(sayso, agent)
    seen = {step.row.public_id: step.row.digest for step in view.accepted}
    reviews.apply(sayso.desk, sayso.owner, view.row.public_id, seen)
    sayso.workers.finish()
    return agent.call("get_plan")["last_receipt"]


def refused(sayso: Installed, step: str, **values: str) -> Refusal:
    with pytest.raises(Refusal) as told:
        edit(sayso, step, **values)
    return told.value


def test_what_a_person_put_is_what_the_step_does_from_then_on(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    before = row(sayso, step)
    assert edit(sayso, step, title="Who we are").fields == ["title"]
    after = row(sayso, step)
    assert shown(sayso, step) == {"title": "Who we are"}
    assert forecasts.arguments_of(sayso.desk, after)["title"] == "Who we are"
    assert (after.digest != before.digest, after.request) == (True, before.request)
    assert after.edited_by == sayso.owner.id
    assert after.edited_at is not None


def test_what_runs_is_the_request_with_the_persons_words_and_the_receipt_names_them(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    assert edit(sayso, step, accept=True, title="Who we are").accepted
    receipt = apply(sayso, careful)
    assert receipt["applied"] == 1
    copy = receipt["steps"][0]["result"]["id"]
    assert wordpress.read("pages", copy)["title"]["raw"] == "Who we are"
    assert receipt["review"]["edited"] == [{"step_id": step, "by": "Olive Owner"}]


def test_saving_alone_accepts_nothing_and_a_former_yes_falls(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    decide(sayso, row(sayso, step), "accept")
    assert not edit(sayso, step, title="Who we are").accepted
    assert statuses(sayso, [step]) == ["planned"]


def test_the_agents_own_words_take_the_edit_back(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    first = row(sayso, step).digest
    edit(sayso, step, title="Who we are")
    editing.put_back(sayso.desk, sayso.owner, step, row(sayso, step).digest)
    after = row(sayso, step)
    assert (after.edits, after.edited_by, after.edited_at) == (None, None, None)
    assert after.digest == first
    assert shown(sayso, step) == {"title": "Our story"}


def test_the_same_words_again_change_nothing_and_keep_the_yes(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    decide(sayso, row(sayso, step), "accept")
    assert edit(sayso, step, title="Our story").fields == []
    assert statuses(sayso, [step]) == ["accepted"]


def test_a_later_step_on_the_same_page_is_shown_upon_the_edit_and_its_yes_falls(
    sayso: Installed, careful: Agent
) -> None:
    first, later = plan(careful, title(42, "Our story"), title(42, "The story"))
    for step in (first, later):
        decide(sayso, row(sayso, step), "accept")
    edit(sayso, first, title="Who we are")
    changes = forecasts.forecast_of(sayso.desk, row(sayso, later))["changes"]
    assert [(change["before"], change["after"]) for change in changes] == [("Who we are", "The story")]
    assert statuses(sayso, [first, later]) == ["planned", "planned"]


def test_the_agent_is_told_and_the_same_write_again_is_still_the_same_step(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    edit(sayso, step, title="Who we are")
    told = careful.call("get_plan")
    assert told["review"]["edited_by_person"] == [
        {"step_id": step, "position": 1, "arguments": {"title": "Who we are"}}
    ]
    assert told["steps"][0]["arguments"]["title"] == "Who we are"
    again = careful.call("update_page", id=42, title="Our story")
    assert (again["step_id"], again["deduplicated"]) == (step, True)
    assert again["review"]["edited_by_person"] == {"title": "Who we are"}


def test_only_simple_fields_that_the_agent_sent_can_be_changed(sayso: Installed, careful: Agent) -> None:
    page, setting = plan(careful, ("update_page", {"id": 42, "title": "A", "content": "<p>B</p>"}), tagline("C"))
    for step, name in ((page, "content"), (page, "excerpt"), (page, "id"), (setting, "value")):
        assert refused(sayso, step, **{name: "9"}).code == "respira_invalid_arguments"
    assert row(sayso, page).edits is None


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("  ", "Something has to stand here."),
        ("x" * 20_001, "This is too long: 20,000 characters at most."),
        (
            "{{step_7c0d3e.title}}",
            "A reference to another step works only where the agent put it. Write it out in words.",
        ),
        ("a\x00b", "There is a sign in it that is no part of a text."),
    ],
)
def test_what_can_not_stand_in_a_field_is_refused_in_words(
    sayso: Installed, careful: Agent, words: str, problem: str
) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    assert refused(sayso, step, title=words).details["problems"] == {"title": problem}
    assert row(sayso, step).edits is None


def test_markup_in_a_field_is_text_and_a_reason_to_look_again(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    edited = edit(sayso, step, accept=True, title="<script>alert(1)</script>")
    assert (edited.accepted, edited.new_reasons) == (False, True)
    assert row(sayso, step).risks == ["script"]
    assert statuses(sayso, [step]) == ["planned"]


def test_a_step_that_changed_ran_or_was_dropped_is_not_edited(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    with pytest.raises(Refusal) as told:
        editing.edit(sayso.desk, sayso.owner, step, "another digest", {"title": "B"})
    assert told.value.code == "respira_plan_changed"
    decide(sayso, row(sayso, step), "drop")
    assert refused(sayso, step, title="B").code == "respira_step_not_waiting"
    assert row(sayso, step).status == Status.DROPPED


def test_a_step_that_the_site_moved_away_from_is_not_edited(sayso: Installed, careful: Agent) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    with sayso.desk.writing() as session:
        session.merge(row(sayso, step)).stale = ["title"]
    assert refused(sayso, step, title="B").code == "respira_step_stale"


def test_a_new_drafts_address_follows_the_edit_and_says_that_nobody_looked_for_it(
    sayso: Installed, careful: Agent
) -> None:
    step = plan(careful, ("create_page", {"title": "Offers", "slug": "offers"}))[0]
    edit(sayso, step, slug="spring-offers")
    after = row(sayso, step)
    assert after.target_id == "new:spring-offers"
    assert after.warnings == [
        "Nobody looked whether the address spring-offers is free: WordPress adds a number to one that is taken."
    ]


def test_a_menu_label_and_an_alternative_text_are_changed_in_place(sayso: Installed, careful: Agent) -> None:
    label, medium = plan(
        careful,
        ("create_menu_item", {"menu_id": 3, "title": "Price list", "url": "/prices/"}),
        ("update_media", {"id": upload(sayso), "alt": "A door"}),
    )
    edit(sayso, label, title="Prices")
    edit(sayso, medium, alt="")
    assert row(sayso, label).effect == 'Add "Prices" to the menu Main menu.'
    assert forecasts.arguments_of(sayso.desk, row(sayso, medium))["alt"] == ""


def test_one_picture_of_many_is_edited_by_itself(sayso: Installed, careful: Agent) -> None:
    careful.call("begin_session", mode="plan")
    items = [{"id": upload(sayso), "alt": "A door"}, {"id": upload(sayso), "alt": "A window"}]
    careful.call("update_media_batch", items=items)
    first, second = [step.row.public_id for step in opened(sayso, careful).steps]
    edit(sayso, first, alt="A red door")
    assert gate.edits_of(sayso.desk, row(sayso, first)) == {"alt": "A red door"}
    assert forecasts.arguments_of(sayso.desk, row(sayso, second))["alt"] == "A window"


def test_somebody_elses_step_is_not_there(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    step = plan(careful, title(42, "Our story"))[0]
    other = people.add(sayso.desk, "sam@example.com", "Sam Stranger")
    with pytest.raises(Refusal) as told:
        editing.edit(sayso.desk, other, step, row(sayso, step).digest, {"title": "B"})
    assert told.value.code == "respira_not_found"
    assert sent(wordpress) == []


def test_what_a_person_put_is_forgotten_with_the_plan(sayso: Installed, agent: Agent) -> None:
    step = plan(agent, title(42, "Our story"))[0]
    edit(sayso, step, title="Who we are")
    agent.call("end_session")
    assert (row(sayso, step).edits, row(sayso, step).gist, row(sayso, step).former) == (None, None, None)


def test_a_page_from_before_the_edit_runs_nothing(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    """C15.2"""
    step = plan(careful, title(42, "Our story"))[0]
    seen = {step: row(sayso, step).digest}
    edit(sayso, step, accept=True, title="Who we are")
    with pytest.raises(Refusal) as told:
        reviews.apply(sayso.desk, sayso.owner, opened(sayso, careful).row.public_id, seen)
    assert told.value.code == "respira_plan_changed"
    assert sent(wordpress) == []
