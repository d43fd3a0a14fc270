"""Writes with plan mode off: at once, but for the tools that ask for a person's approval first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import MovableClock
from tests.installed import Agent, Installed, installed
from webapp.data import Mode
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


@pytest.fixture
def sayso(tmp_path: Path, wordpress: SampleSite, clock: MovableClock) -> Iterator[Installed]:
    """An installation whose clock only the test moves."""
    login = wordpress.username, wordpress.app_password
    with installed(tmp_path, wordpress.url, *login, clock=clock) as one:
        wordpress.requests.clear()
        yield one


def asked_token(agent: Agent, page_id: int = 311) -> str:
    return str(agent.call("delete_page", id=page_id)["data"]["approval_request"]["approval_token"])


def refuses(agent: Agent, **arguments: object) -> str:
    with pytest.raises(Refusal) as caught:
        agent.call("delete_page", **arguments)
    return caught.value.code


def test_a_delete_asks_for_approval_first(wordpress: SampleSite, agent: Agent) -> None:
    reply = agent.reply("delete_page", id=311)
    token = reply.body["data"]["approval_request"]["approval_token"]
    assert reply.status == 202
    assert reply.body == {
        "success": False,
        "code": "respira_approval_required",
        "message": (
            "Nothing was written: respira_wordpress_delete_page asks a person to approve it. Tell them: Move page "
            "311 (Team) to the trash. After a yes, send the same call again with approval_token; it is good once, "
            "for 600 seconds."
        ),
        "mutation_performed": False,
        "data": {
            "status": 202,
            "approval_request": {
                "tool_name": "respira_wordpress_delete_page",
                "predicted_effect": "Move page 311 (Team) to the trash.",
                "approval_token": token,
                "expires_in": 600,
            },
        },
    }
    assert token.startswith("approve_")
    assert wordpress.requests.writes() == []


def test_the_token_lets_the_same_call_through_once(wordpress: SampleSite, agent: Agent) -> None:
    token = asked_token(agent)
    done = agent.call("delete_page", id="311", approval_token=token)
    assert (done["success"], done["id"], done["status"]) == (True, 311, "trash")
    assert done["snapshots"] == [done["snapshot_uuid"]]
    assert [(entry.method, entry.route, entry.query) for entry in wordpress.requests.writes()] == [
        ("DELETE", "/wp/v2/pages/311", {})
    ]
    wordpress.change("pages", 311, status="draft")
    assert refuses(agent, id=311, approval_token=token) == "respira_invalid_approval_token"
    assert wordpress.read("pages", 311)["status"] == "draft"


def test_the_token_belongs_to_one_call_of_one_key(sayso: Installed, wordpress: SampleSite, agent: Agent) -> None:
    token = asked_token(agent)
    other = sayso.agent(Mode.ASK, "Other")
    assert refuses(agent, id=42, approval_token=token) == "respira_invalid_approval_token"
    assert refuses(other, id=311, approval_token=token) == "respira_invalid_approval_token"
    assert refuses(agent, id=311, approval_token=token + "x") == "respira_invalid_approval_token"
    assert wordpress.requests.writes() == []
    assert agent.call("delete_page", id=311, approval_token=token)["success"] is True


def test_the_token_is_good_for_ten_minutes(wordpress: SampleSite, clock: MovableClock, agent: Agent) -> None:
    token = asked_token(agent)
    clock.advance(minutes=10)
    assert refuses(agent, id=311, approval_token=token) == "respira_invalid_approval_token"
    assert wordpress.requests.writes() == []


def test_in_plan_mode_a_delete_is_a_step_and_needs_no_token(wordpress: SampleSite, agent: Agent) -> None:
    token = asked_token(agent)
    agent.call("begin_session", mode="plan")
    step = agent.call("delete_page", id=311, approval_token=token)
    assert (step["code"], step["approval_required"], step["arguments"]) == ("respira_plan_step", True, {"id": 311})
    assert wordpress.requests.writes() == []


def test_an_update_lands_on_a_copy_at_once(wordpress: SampleSite, agent: Agent) -> None:
    done = agent.call("update_page", id=42, title="Our story")
    assert (done["success"], done["id"], done["is_duplicate"], done["original_id"]) == (True, 400, True, 42)
    assert len(done["links"]) == 1
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"
    assert agent.call("restore_snapshot", snapshot_uuid=done["snapshot_uuid"])["restored"] is True
    assert wordpress.read("pages", 400)["status"] == "trash"
