"""What a planned write answers, and where it says that it will land."""

from __future__ import annotations

import json

import pytest

from tests.installed import Installed
from tests.promises.acts import ABOUT, MENU, TAGLINE, TEAM, owner_sets, plan, sent
from tests.promises.doors import Agent
from tests.worked_example import APPROVAL_NOTE, DELETE_NOTE, MENU_NOTE, PRINTED_STEP, STEP_ID, Like
from webapp.sample_site import SampleSite

FIELDS = [
    "code", "planned", "mutation_performed", "message", "step_id", "position", "tool", "arguments",
    "predicted_effect", "lands_on", "approval_required", "deduplicated", "plan",
]  # fmt: skip
COPY_NOTE = json.loads(PRINTED_STEP)["lands_on"]["note"]
STAYS = "The live item stays as it is until a person approves the copy."


@pytest.mark.promise(
    "P-STEP-01", "P-STEP-02", "P-STEP-03", "P-STEP-04", "P-STEP-05", "P-STEP-06", "P-STEP-07", "P-STEP-09",
    "P-STEP-10", "P-LAND-01", "P-APPR-02", "P-SAME-02", "P-DOOR-01", "P-DOOR-02",
    "D-WORD-19",
)  # fmt: skip
def test_the_answer_to_a_planned_write_is_the_contracts(clock, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    clock.advance(seconds=88)
    step = agent.call(ABOUT[0], **ABOUT[1])
    printed = json.loads(
        PRINTED_STEP.replace("respira_apply", f"{agent.prefix}apply").replace(
            "respira_update", f"{agent.prefix}update"
        )
    )
    assert list(step) == FIELDS
    assert list(step["lands_on"]) == ["where", "post_id", "copy_id", "note"]
    assert list(step["plan"]) == ["mode", "step_ids", "pending_steps", "expires_in"]
    assert step["step_id"] == STEP_ID
    printed["step_id"] = step["step_id"]
    printed["plan"]["step_ids"] = [step["step_id"]]
    assert step == printed


@pytest.mark.promise("P-STEP-03", "P-STEP-05", "P-STEP-10")
def test_each_next_write_is_the_next_step_and_the_plan_counts_it(agent: Agent) -> None:
    first, second = plan(agent, ABOUT, TAGLINE)
    assert (second["position"], second["plan"]["pending_steps"]) == (2, 2)
    assert second["plan"]["step_ids"] == [first["step_id"], second["step_id"]]
    assert "This write is now step 2 of the plan." in second["message"]


@pytest.mark.promise("P-STEP-03", "P-DOOR-02")
def test_the_text_alone_says_that_nothing_was_written_and_which_step_it_is(agent: Agent) -> None:
    """C50.2: a client that reads text only knows as much as one that reads structured answers."""
    agent.call("begin_session", mode="plan")
    told = agent.raw(ABOUT[0], **ABOUT[1])
    assert told.is_error is False
    assert "nothing was written" in told.text
    assert "now step 1 of the plan" in told.text
    assert told.body["planned"] is True


@pytest.mark.promise("P-STEP-09")
def test_the_predicted_effect_is_one_sentence(agent: Agent) -> None:
    steps = plan(agent, ABOUT, MENU, TEAM, TAGLINE)
    assert [step["predicted_effect"] for step in steps] == [
        "Update page 42 (About): title.",
        'Add "Shop" to the menu Main menu.',
        "Move page 311 (Team) to the trash.",
        "Change the setting Tagline (description).",
    ]


@pytest.mark.promise("P-APPR-01", "D-WORD-07")
def test_a_delete_asks_for_approval_and_carries_the_note(agent: Agent) -> None:
    [step] = plan(agent, TEAM)
    assert (step["approval_required"], step["approval_note"]) == (True, APPROVAL_NOTE)
    assert list(step) == [*FIELDS[:11], "approval_note", *FIELDS[11:]]


@pytest.mark.promise("P-APPR-02")
def test_what_asks_nobody_carries_no_note(agent: Agent) -> None:
    for step in plan(agent, ABOUT, MENU, TAGLINE):
        assert step["approval_required"] is False
        assert "approval_note" not in step


@pytest.mark.promise("P-LAND-02", "P-LAND-03", "D-LAND-05")
def test_a_menu_a_setting_and_a_delete_land_live(agent: Agent) -> None:
    steps = plan(agent, MENU, TAGLINE, TEAM, ("delete_page", {"id": 42}))
    live = {"where": "live", "copy_id": None}
    assert [step["lands_on"] for step in steps] == [
        {**live, "post_id": None, "note": MENU_NOTE},
        {**live, "post_id": None, "note": Like("A setting has no draft copy: .+")},
        {**live, "post_id": 311, "note": DELETE_NOTE},
        {**live, "post_id": 42, "note": DELETE_NOTE},
    ]


@pytest.mark.promise("P-LAND-01", "D-LAND-01")
@pytest.mark.parametrize("page", [42, 311])
def test_an_update_of_a_page_lands_on_a_new_copy_a_draft_too(agent: Agent, page: int) -> None:
    [step] = plan(agent, ("update_page", {"id": page, "title": "New words"}))
    note = COPY_NOTE.replace("42", str(page))
    assert step["lands_on"] == {"where": "copy", "post_id": page, "copy_id": None, "note": note}


@pytest.mark.promise("D-LAND-02")
def test_a_second_step_on_the_same_page_lands_on_the_copy_that_the_first_one_makes(agent: Agent) -> None:
    _, second = plan(agent, ABOUT, ("update_page", {"id": 42, "excerpt": "How it began"}))
    assert second["lands_on"] == {
        "where": "copy",
        "post_id": 42,
        "copy_id": None,
        "note": f"This lands on the draft copy of item 42 that step 1 makes. {STAYS}",
    }


@pytest.mark.promise("D-LAND-02", "D-LAND-03")
def test_while_a_copy_of_this_key_waits_a_step_names_it_and_so_do_an_edit_and_a_delete_of_the_copy(
    agent: Agent,
) -> None:
    copy = agent.call(ABOUT[0], **ABOUT[1])["id"]
    upon, edit, gone = plan(
        agent,
        ("update_page", {"id": 42, "excerpt": "How it began"}),
        ("update_page", {"id": copy, "slug": "story"}),
        ("delete_page", {"id": copy}),
    )
    assert upon["lands_on"] == {
        "where": "copy",
        "post_id": 42,
        "copy_id": copy,
        "note": f"This lands on draft copy {copy} of item 42, which is already waiting for a person. {STAYS}",
    }
    assert [(step["lands_on"]["where"], step["lands_on"]["copy_id"]) for step in (edit, gone)] == [("copy", copy)] * 2


@pytest.mark.promise("D-LAND-02")
def test_the_copy_of_another_key_is_not_this_ones(sayso: Installed, enter, agent: Agent) -> None:
    enter(sayso.agent(name="Other")).call(ABOUT[0], **ABOUT[1])
    [step] = plan(agent, ABOUT)
    assert (step["lands_on"]["copy_id"], step["lands_on"]["note"]) == (None, COPY_NOTE)


@pytest.mark.promise("P-LAND-05", "P-LAND-06", "D-LAND-06")
def test_where_direct_editing_is_on_the_edit_target_decides_or_the_note_says_how_to(
    sayso: Installed, agent: Agent
) -> None:
    owner_sets(sayso, direct_editing=True)
    undecided = (
        "The site allows direct editing, so the route itself decides between a draft copy and asking. To settle it, "
        'discard the step and plan the write again with edit_target: "duplicate".'
    )
    live = "The site allows direct editing: this changes the live item when the step runs."
    expected = [("duplicate", "copy", COPY_NOTE), ("live", "live", live), ("ask", "live", undecided)]
    for target, where, note in [*expected, (None, "live", undecided)]:
        [step] = plan(agent, ("update_page", {**ABOUT[1], "edit_target": target}))
        assert step["lands_on"] == {"where": where, "post_id": 42, "copy_id": None, "note": note}, target
        agent.call("discard_plan")


@pytest.mark.promise("P-LAND-07", "D-LAND-06")
def test_a_step_that_does_not_say_where_to_write_fails_and_planned_again_as_a_duplicate_it_lands(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    owner_sets(sayso, direct_editing=True)
    [step] = plan(agent, ABOUT)
    receipt = agent.call("apply_plan")
    assert receipt["steps"][0]["outcome"] == "failed"
    error = receipt["steps"][0]["error"]
    assert (error["code"], error["status"]) == ("respira_confirmation_required", 409)
    assert sent(wordpress) == []
    agent.call("discard_plan", step_ids=[step["step_id"]])
    again = agent.call(ABOUT[0], **ABOUT[1], edit_target="duplicate")
    assert (again["deduplicated"], again["lands_on"]["where"]) == (False, "copy")
    assert agent.call("apply_plan")["applied"] == 1
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"


@pytest.mark.promise("P-LAND-05")
def test_a_live_edit_changes_the_live_page_when_the_step_runs(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    owner_sets(sayso, direct_editing=True)
    plan(agent, ("update_page", {**ABOUT[1], "edit_target": "live"}))
    assert sent(wordpress) == []
    result = agent.call("apply_plan")["steps"][0]["result"]
    assert (result["id"], result["is_duplicate"]) == (42, False)
    assert sent(wordpress) == ["POST /wp/v2/pages/42"]


@pytest.mark.promise("D-LAND-07")
def test_where_direct_editing_is_off_a_live_edit_is_not_followed_and_that_is_said(agent: Agent) -> None:
    [step] = plan(agent, ("update_page", {**ABOUT[1], "edit_target": "live"}))
    assert step["lands_on"]["where"] == "copy"
    assert step["lands_on"]["note"].endswith('edit_target: "live" was not followed.')


@pytest.mark.promise("D-LAND-05", "D-REST-01")
def test_a_restore_lands_where_the_write_did_that_it_undoes(agent: Agent) -> None:
    live = agent.call("update_option", option="title", value="Grain")["snapshot_uuid"]
    copied = agent.call(ABOUT[0], **ABOUT[1])
    steps = plan(
        agent,
        ("restore_snapshot", {"snapshot_uuid": live}),
        ("restore_snapshot", {"snapshot_uuid": copied["snapshot_uuid"]}),
    )
    assert [step["lands_on"]["where"] for step in steps] == ["live", "copy"]
    assert steps[1]["lands_on"]["copy_id"] == copied["id"]
