"""A receipt says of every step what became of it, with what is needed to look at it and to take it back."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.core.acts import accept, opened, outcomes
from tests.installed import Installed
from tests.promises.acts import ABOUT, MENU, TAGLINE, TEAM, plan, sent
from tests.promises.doors import Agent
from tests.worked_example import UUID, Like
from webapp.core import reviews
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_AFTER_SAVING, AnswerInstead

FIELDS = ["success", "code", "message", "applied", "failed", "not_run", "approved_by_apply", "steps", "plan_mode"]
PART = [
    "step_id", "position", "tool", "predicted_effect", "approved_by_apply", "outcome", "snapshots", "links",
    "result",
]  # fmt: skip
LINK = re.escape("http://localhost/?respira_preview=") + "[A-Za-z0-9_-]{32}"


@pytest.mark.promise(
    "D-WORD-19",
    "P-RCPT-01",
    "P-RCPT-04",
    "P-RCPT-06",
    "P-RCPT-07",
    "P-RCPT-08",
    "P-RCPT-10",
    "D-WORD-16",
    "D-NAME-10",
)
def test_the_fields_of_a_receipt_are_the_contracts(agent: Agent) -> None:
    [planned] = plan(agent, ABOUT)
    receipt = agent.call("apply_plan")
    assert list(receipt) == [*FIELDS, "review"]
    assert receipt["plan_mode"] is True
    waits = {"step_id": planned["step_id"], "copy_id": 400, "url": Like("http://localhost/copies/copy_[0-9a-f]{12}")}
    assert receipt["review"] == {"job_id": Like("run_[0-9a-f]{12}"), "copies": [waits]}
    [step] = receipt["steps"]
    assert list(step) == PART
    assert step == {
        "step_id": planned["step_id"],
        "position": 1,
        "tool": agent.prefix + "update_page",
        "predicted_effect": "Update page 42 (About): title.",
        "approved_by_apply": False,
        "outcome": "applied",
        "snapshots": [UUID],
        "links": [Like(LINK)],
        "result": {
            "success": True,
            "id": 400,
            "is_duplicate": True,
            "original_id": 42,
            "title": "Our story",
            "status": "draft",
            "snapshot_uuid": step["snapshots"][0],
        },
    }


@pytest.mark.promise("P-RCPT-06")
def test_the_snapshots_of_a_receipt_undo_any_one_of_its_steps(wordpress: SampleSite, agent: Agent) -> None:
    before = wordpress.read("settings")["description"]
    plan(agent, ABOUT, MENU, TEAM, TAGLINE)
    receipt = agent.call("apply_plan")
    agent.call("end_session")
    copy, item, _, _ = [step["result"] for step in receipt["steps"]]
    for step in (receipt["steps"][number] for number in (1, 3, 0, 2)):
        assert agent.call("restore_snapshot", snapshot_uuid=step["snapshots"][0])["restored"] is True
    assert wordpress.read("settings")["description"] == before
    assert wordpress.read("pages", 311)["status"] == "draft"
    assert wordpress.read("pages", copy["id"])["status"] == "trash"
    assert item["id"] not in [one["id"] for one in wordpress.wp.store.list("menu-items")]


@pytest.mark.promise("P-RCPT-07", "D-COPY-04")
def test_the_link_of_a_copy_shows_its_words_to_anybody(app: Flask, agent: Agent) -> None:
    plan(agent, ABOUT)
    [link] = agent.call("apply_plan")["steps"][0]["links"]
    address = urlsplit(link)
    page = app.test_client().get(f"{address.path}?{address.query}")
    assert page.status_code == 200
    assert "/preview/" in page.get_data(as_text=True)


@pytest.mark.promise("P-RCPT-09")
def test_a_failed_step_carries_the_sites_code_message_and_http_status(wordpress: SampleSite, agent: Agent) -> None:
    plan(agent, TAGLINE)
    told = '{"code":"rest_cannot_manage_options","message":"Sorry, no.","data":{"status":403}}'
    wordpress.misbehave(AnswerInstead(403, told), method="POST", path="/wp/v2/settings", times=1)
    [step] = agent.call("apply_plan")["steps"]
    assert (step["outcome"], "result" in step) == ("failed", False)
    assert {name: step["error"][name] for name in ("code", "message", "status")} == {
        "code": "rest_cannot_manage_options",
        "message": "Sorry, no.",
        "status": 403,
    }


@pytest.mark.promise("D-RCPT-02")
def test_a_write_whose_answer_was_lost_and_that_landed_is_applied_and_sent_once(
    wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, MENU)
    wordpress.misbehave(DIE_AFTER_SAVING, method="POST", path="/wp/v2/menu-items", times=1)
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    assert sent(wordpress) == ["POST /wp/v2/menu-items"]


@pytest.mark.promise("D-RCPT-03", "D-RCPT-04")
def test_what_was_saved_differently_is_named_and_where_nothing_stuck_the_step_failed(agent: Agent) -> None:
    plan(agent, ("update_page", {"id": 42, "title": "T", "meta": {"unknown_field": "x"}}))
    [step] = agent.call("apply_plan")["steps"]
    assert (step["outcome"], step["differs"]) == ("applied", ["meta.unknown_field"])
    plan(agent, ("update_page", {"id": 44, "meta": {"unknown_field": "x"}}))
    [step] = agent.call("apply_plan")["steps"]
    assert (step["outcome"], step["error"]["code"]) == ("failed", "respira_nothing_stored")


@pytest.mark.promise("D-STALE-02")
def test_a_step_whose_target_was_changed_since_it_was_planned_fails_and_nothing_is_sent(
    wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, ABOUT)
    wordpress.change("pages", 42, content="<p>A colleague was here.</p>")
    [step] = agent.call("apply_plan")["steps"]
    assert (step["error"]["code"], step["error"]["status"]) == ("respira_step_stale", 409)
    assert sent(wordpress) == []


@pytest.mark.promise("D-RCPT-06", "D-RCPT-07")
def test_when_a_person_applies_the_receipt_names_them_and_the_same_steps_as_approved(
    sayso: Installed, careful: Agent
) -> None:
    _, team = plan(careful, TAGLINE, TEAM)
    seen = accept(sayso, careful.holder)
    reviews.apply(sayso.desk, sayso.owner, opened(sayso, careful.holder).row.public_id, seen)
    sayso.workers.finish()
    receipt = careful.call("get_plan")["last_receipt"]
    assert receipt["approved_by_apply"] == [team["step_id"]]
    assert [step["approved_by_apply"] for step in receipt["steps"]] == [False, True]
    assert receipt["message"].endswith(
        f"asked for a person's approval, and Olive Owner gave it in the browser: {team['step_id']}."
    )
