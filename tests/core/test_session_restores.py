"""Restoring all of a plan or of a run: newest first, a step each, and never half of what was asked for unsaid."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.core.acts import bin_page, link, on_site, plan, tagline, title
from tests.installed import Agent, Installed
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import approve_the_copy
from webapp.data import Mode
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, AnswerInstead

NO_RIGHT = '{"code":"rest_forbidden","message":"Sorry, you are not allowed.","data":{"status":403}}'


@pytest.fixture
def reader(wordpress: SampleSite) -> Iterator[Reader]:
    with reading(f"{wordpress.url}/wp-json/", wordpress.username, wordpress.app_password) as one:
        yield one


def applied(agent: Agent, *calls: tuple[str, dict]) -> dict:
    plan(agent, *calls)
    return agent.call("apply_plan")


def effects(steps: list[dict]) -> list[str]:
    return [step["predicted_effect"] for step in steps]


def test_a_run_is_taken_back_step_by_step_the_newest_first(agent: Agent, reader: Reader) -> None:
    before = first_state(reader)
    receipt = applied(agent, title(42, "Our story"), link("Shop"), bin_page(311))
    copy_id = receipt["steps"][0]["result"]["id"]
    planned = agent.call("restore_session", session_id=receipt["review"]["job_id"])
    assert effects(planned["steps"]) == [
        "Undo this change: Move page 311 (Team) to the trash.",
        'Delete the item "Shop" of the menu Main menu for good, which undoes this change: '
        'Add "Shop" to the menu Main menu.',
        "Undo this change: Update page 42 (About): title.",
    ]
    assert agent.call("apply_plan")["applied"] == 3
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []


def test_a_plan_is_taken_back_with_all_its_runs(agent: Agent, wordpress: SampleSite) -> None:
    session_id = agent.call("begin_session", mode="plan")["session_id"]
    applied(agent, tagline("Wood"))
    applied(agent, bin_page(311))
    planned = agent.call("restore_session", session_id=session_id)
    assert len(planned["steps"]) == 2
    agent.call("apply_plan")
    assert wordpress.read("pages", 311)["status"] == "draft"


def test_two_changes_of_one_thing_are_taken_back_one_call_after_the_other(agent: Agent, reader: Reader) -> None:
    before = first_state(reader)
    receipt = applied(agent, link("Shop"), tagline("Wood"), link("Blog"))
    run = receipt["review"]["job_id"]
    agent.call("end_session")
    first = agent.call("restore_session", session_id=run)
    assert [step["success"] for step in first["steps"]] == [True, True]
    assert first["stopped"] == {
        "after": first["steps"][1]["snapshot_uuid"],
        "why": "The next one is of the same thing as one before it, which comes first: "
        'Add "Shop" to the menu Main menu.',
        "plan_next": f'respira_wordpress_restore_session with session_id "{run}" again',
    }
    second = agent.call("restore_session", session_id=run)
    assert "stopped" not in second
    assert differences(before, first_state(reader)) == []
    with pytest.raises(Refusal, match=f"All of {run} was restored already."):
        agent.call("restore_session", session_id=run)


def test_what_a_session_took_back_itself_is_left_alone(agent: Agent, reader: Reader) -> None:
    before = first_state(reader)
    session_id = agent.call("begin_session", mode="plan")["session_id"]
    receipt = applied(agent, tagline("Wood"), bin_page(311))
    applied(agent, ("restore_snapshot", {"snapshot_uuid": receipt["steps"][0]["snapshots"][0]}))
    planned = agent.call("restore_session", session_id=session_id)
    assert effects(planned["steps"]) == ["Undo this change: Move page 311 (Team) to the trash."]
    agent.call("apply_plan")
    assert differences(before, first_state(reader)) == []


def test_what_can_not_be_taken_back_is_left_out_with_the_reason_and_the_rest_is_taken_back(
    agent: Agent, sayso: Installed, wordpress: SampleSite
) -> None:
    receipt = applied(agent, title(42, "Our story"), bin_page(311))
    copy = approve_the_copy(sayso)
    planned = agent.call("restore_session", session_id=receipt["review"]["job_id"])
    assert effects(planned["steps"]) == ["Undo this change: Move page 311 (Team) to the trash."]
    assert planned["message"].endswith(
        " Left out: Update page 42 (About): title. The copy that this step made was approved since, so taking the "
        f"step back would change nothing. Undo the approval instead: its snapshot is {copy.snapshot_uuid}."
    )
    assert "stopped" not in planned


def test_the_newest_change_of_each_thing_is_taken_back_in_one_call(agent: Agent, reader: Reader) -> None:
    before = first_state(reader)
    receipt = applied(agent, bin_page(311), link("Shop"), link("Blog"), tagline("Wood"), tagline("Oak"))
    run = receipt["review"]["job_id"]
    agent.call("end_session")
    first = agent.call("restore_session", session_id=run)
    assert [step["success"] for step in first["steps"]] == [True, True, True]
    assert first["stopped"]["why"] == (
        "2 more are of the same things as others, which come first: Change the setting Tagline (description). "
        'Add "Shop" to the menu Main menu.'
    )
    second = agent.call("restore_session", session_id=run)
    assert (len(second["steps"]), "stopped" in second) == (2, False)
    assert differences(before, first_state(reader)) == []


def test_what_others_of_the_session_hold_waits_until_those_are_taken_back(agent: Agent) -> None:
    session_id = agent.call("begin_session", mode="plan")["session_id"]
    bread = applied(agent, ("create_term", {"taxonomy": "category", "name": "Bread"}))["steps"][0]["result"]["id"]
    applied(agent, ("create_term", {"taxonomy": "category", "name": "Rye", "parent": bread}))
    first = agent.call("restore_session", session_id=session_id)
    assert effects(first["steps"]) == [
        "Delete the category Rye for good, which undoes this change: Add the category Rye below Bread."
    ]
    assert "Left out: Add the category Bread. Other terms stand below this category now." in first["message"]
    assert first["stopped"]["why"] == "What was left out may be possible once these have run."
    agent.call("apply_plan")
    second = agent.call("restore_session", session_id=session_id)
    assert effects(second["steps"]) == [
        "Delete the category Bread for good, which undoes this change: Add the category Bread."
    ]
    assert "stopped" not in second


def test_where_none_can_be_taken_back_each_reason_is_told(agent: Agent, sayso: Installed) -> None:
    receipt = applied(agent, title(42, "Our story"), tagline("Wood"))
    approve_the_copy(sayso)
    on_site(sayso, tools_off=["update_option"])
    with pytest.raises(Refusal) as caught:
        agent.call("restore_session", session_id=receipt["review"]["job_id"])
    assert caught.value.code == "respira_cannot_restore"
    assert caught.value.message.startswith("None of the 2 can be restored now. Left out: Change the setting Tagline")


def test_another_keys_session_is_not_there(agent: Agent, sayso: Installed) -> None:
    run = applied(agent, bin_page(311))["review"]["job_id"]
    other = sayso.agent(Mode.ASK, "Other")
    for session_id in (run, "sess_0000000000000000", "anything"):
        with pytest.raises(Refusal, match="respira_snapshot_not_found"):
            other.call("restore_session", session_id=session_id)


def test_where_nothing_landed_nothing_is_said_to_be_restored(agent: Agent, wordpress: SampleSite) -> None:
    wordpress.misbehave(AnswerInstead(403, NO_RIGHT), method="POST", path="/wp/v2/settings", times=1)
    run = applied(agent, tagline("Wood"))["review"]["job_id"]
    with pytest.raises(Refusal) as caught:
        agent.call("restore_session", session_id=run)
    assert caught.value.code == "respira_snapshot_not_found"
    assert caught.value.message == f"This key has changed nothing in {run}."


def test_what_may_have_been_saved_is_said_to_be_left_out(agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, bin_page(311), tagline("Wood"))
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/settings", times=1)
    run = agent.call("apply_plan")["review"]["job_id"]
    agent.call("end_session")
    answer = agent.call("restore_session", session_id=run)
    assert [step["success"] for step in answer["steps"]] == [True]
    assert answer["message"] == (
        "1 of 1 writes landed. Left out, because it is not known whether it was saved: Change the setting Tagline "
        "(description). A person looks at it on the page of the plan."
    )
    with pytest.raises(Refusal) as caught:
        agent.call("restore_session", session_id=run)
    assert caught.value.message == (
        f"All that is known to have landed in {run} was restored already. It is not known whether this was saved: "
        "Change the setting Tagline (description)."
    )


def test_where_it_is_not_known_whether_anything_was_saved_that_is_said(agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, tagline("Wood"))
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/settings", times=1)
    run = agent.call("apply_plan")["review"]["job_id"]
    with pytest.raises(Refusal) as caught:
        agent.call("restore_session", session_id=run)
    assert (caught.value.code, caught.value.message) == (
        "respira_cannot_restore",
        f"Nothing is known to have landed in {run}. It is not known whether this was saved: Change the setting "
        "Tagline (description).",
    )
