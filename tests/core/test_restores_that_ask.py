"""A restore by an agent asks a person where it deletes for good, or changes what a person approves anyway."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.acts import plan
from tests.installed import Agent
from webapp.sample_site import SampleSite

NORA = ("create_user", {"username": "nora", "email": "nora@example.com"})
# A GIF of one pixel.
FILE = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


def done(agent: Agent, tool: str, **arguments: Any) -> dict:
    """Make a write at once, with a person's yes where one is asked for."""
    body = agent.call(tool, **arguments)
    if body.get("code") == "respira_approval_required":
        return agent.call(tool, **arguments, approval_token=body["data"]["approval_request"]["approval_token"])
    return body


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        NORA,
        ("upload_media", {"file": FILE, "filename": "dot.gif"}),
        ("create_term", {"taxonomy": "category", "name": "Bread"}),
        ("create_comment", {"content": "Fresh!"}),
        ("update_user", {"id": 1, "first_name": "Ada"}),
        ("activate_plugin", {"slug": "hello"}),
        ("update_option", {"option": "posts_per_page", "value": "7"}),
        ("update_option", {"option": "show_on_front", "value": "posts"}),
    ],
)
def test_what_asks_to_be_undone(agent: Agent, wordpress: SampleSite, tool: str, arguments: dict) -> None:
    if tool == "create_comment":
        arguments = {**arguments, "post_id": wordpress.add("posts", title="Tom & Jerry", status="publish")["id"]}
    free = arguments.get("option") == "posts_per_page"
    uuid = done(agent, tool, **arguments)["snapshot_uuid"]
    wordpress.requests.clear()
    reply = agent.reply("restore_snapshot", snapshot_uuid=uuid)
    if free:
        assert reply.body["restored"] is True
        return
    assert (reply.status, reply.body["code"]) == (202, "respira_approval_required")
    assert wordpress.requests.writes() == []
    assert done(agent, "restore_snapshot", snapshot_uuid=uuid)["restored"] is True


def test_a_planned_restore_of_a_new_user_says_that_it_deletes_and_that_a_person_approves_it(agent: Agent) -> None:
    uuid = done(agent, NORA[0], **NORA[1])["snapshot_uuid"]
    agent.call("begin_session", mode="plan")
    step = agent.call("restore_snapshot", snapshot_uuid=uuid)
    assert step["approval_required"] is True
    assert step["predicted_effect"] == "Delete the user nora for good, which undoes this change: Add the user nora."
    assert step["lands_on"]["note"] == "There is no trash for it: this deletes it for good."


def test_a_term_that_came_back_is_not_deleted_again_without_a_person(agent: Agent) -> None:
    made = done(agent, "create_term", taxonomy="category", name="Bread")
    gone = done(agent, "delete_term", taxonomy="category", id=made["id"])
    back = agent.call("restore_snapshot", snapshot_uuid=gone["snapshot_uuid"])
    assert back["restored"] is True
    again = agent.call("restore_snapshot", snapshot_uuid=back["snapshot_uuid"])
    assert again["code"] == "respira_approval_required"
    assert "Delete the category Bread for good" in again["message"]


def test_all_of_a_session_is_not_restored_at_once_where_a_person_approves_one_of_it(agent: Agent) -> None:
    plan(agent, NORA)
    receipt = agent.call("apply_plan")
    planned = agent.call("restore_session", session_id=receipt["review"]["job_id"])
    assert [step["approval_required"] for step in planned["steps"]] == [True]
