"""Writes with plan mode off: at once, but for the tools that ask for a person's approval first."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tests.conftest import MovableClock
from tests.installed import PREFIX, Agent, Installed, installed
from webapp.core import calls, keys, leases
from webapp.core.calls import Arrival
from webapp.data import Copy, Key, Mode, Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite, misbehaviour


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


def test_an_approval_names_the_new_value_and_shows_what_changes(agent: Agent) -> None:
    reply = agent.reply("update_option", option="Front page", value="44")
    request = reply.body["data"]["approval_request"]
    assert (
        'Tell them: Change the setting Front page (page_on_front). Front page: "Services (44)". '
        in (reply.body["message"])
    )
    assert [(change["label"], change["after"]) for change in request["changes"]] == [("Front page", "Services (44)")]
    assert request["warnings"] == ["This changes what visitors get at the site's address."]


@pytest.mark.promise("P-BASE-01")
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


@pytest.mark.promise("D-APPR-01")
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


@pytest.mark.promise("D-APPR-02")
def test_the_token_belongs_to_one_call_of_one_key(sayso: Installed, wordpress: SampleSite, agent: Agent) -> None:
    token = asked_token(agent)
    other = sayso.agent(Mode.ASK, "Other")
    assert refuses(agent, id=42, approval_token=token) == "respira_invalid_approval_token"
    assert refuses(other, id=311, approval_token=token) == "respira_invalid_approval_token"
    assert refuses(agent, id=311, approval_token=token + "x") == "respira_invalid_approval_token"
    assert wordpress.requests.writes() == []
    assert agent.call("delete_page", id=311, approval_token=token)["success"] is True


@pytest.mark.promise("D-APPR-01")
def test_the_token_is_good_for_ten_minutes(wordpress: SampleSite, clock: MovableClock, agent: Agent) -> None:
    token = asked_token(agent)
    clock.advance(minutes=10)
    assert refuses(agent, id=311, approval_token=token) == "respira_invalid_approval_token"
    assert wordpress.requests.writes() == []


@pytest.mark.promise("P-BASE-01")
def test_in_plan_mode_a_delete_is_a_step_and_needs_no_token(wordpress: SampleSite, agent: Agent) -> None:
    token = asked_token(agent)
    agent.call("begin_session", mode="plan")
    step = agent.call("delete_page", id=311, approval_token=token)
    assert (step["code"], step["approval_required"], step["arguments"]) == ("respira_plan_step", True, {"id": 311})
    assert wordpress.requests.writes() == []


@pytest.mark.promise("P-BASE-03")
def test_an_update_lands_on_a_copy_at_once(sayso: Installed, wordpress: SampleSite, agent: Agent) -> None:
    done = agent.call("update_page", id=42, title="Our story")
    assert (done["success"], done["id"], done["is_duplicate"], done["original_id"]) == (True, 400, True, 42)
    assert len(done["links"]) == 1
    with sayso.desk.reading() as session:
        copy = session.scalars(select(Copy)).one()
    url = f"http://localhost/copies/{copy.public_id}"
    assert done["review"] == {"copies": [{"copy_id": done["id"], "url": url}]}
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"
    assert agent.call("restore_snapshot", snapshot_uuid=done["snapshot_uuid"])["restored"] is True
    assert wordpress.read("pages", 400)["status"] == "trash"


class Waits:
    """A write from another window of the agent's; afterwards `told` is its answer, or the code of its refusal."""

    def __init__(self, agent: Agent, tool: str, **arguments: Any) -> None:
        self.told: Any = None
        self._agent = agent
        self._arrival = Arrival(
            "mcp", PREFIX, {"name": PREFIX + tool, "arguments": arguments}, client="another window"
        )
        self.thread = threading.Thread(target=self._call)

    def _call(self) -> None:
        try:
            self.told = calls.answer(self._agent.desk, self._agent.key, self._arrival).body
        except Refusal as refusal:
            self.told = refusal.code

    def until_it_has_passed_the_gate(self) -> None:
        """Wait until the use of the key is noted, which comes right after the gate; five seconds at most."""
        for _ in range(500):
            with self._agent.desk.reading() as session:
                if session.get_one(Key, self._agent.key.id).client == "another window":
                    return
            threading.Event().wait(0.01)
        raise AssertionError("The write did not pass the gate within five seconds.")


@contextmanager
def after_another_write(wordpress: SampleSite, first: Agent, waits: Waits) -> Iterator[None]:
    """While the block runs, a write has passed the gate and waits for one of another title of page 42."""
    hold = misbehaviour.HoldUp()
    wordpress.misbehave(hold, method="POST", path="/wp/v2/pages", times=1)
    goes_on = threading.Thread(target=first.call, args=("update_page",), kwargs={"id": 42, "title": "One"})
    goes_on.start()
    hold.wait_for_it()
    waits.thread.start()
    try:
        waits.until_it_has_passed_the_gate()
        yield
    finally:
        hold.let_go()
        goes_on.join()
        waits.thread.join()


def revoke(sayso: Installed, agent: Agent) -> None:
    with sayso.desk.writing() as session:
        keys.revoke(session, sayso.desk, session.get_one(Key, agent.key.id), sayso.owner.id)


@pytest.mark.promise("D-RUN-09")
def test_a_key_revoked_while_its_write_waits_writes_nothing(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    before = wordpress.read("settings")["description"]
    waits = Waits(agent, "update_option", option="description", value="X")
    with after_another_write(wordpress, sayso.agent(name="Other"), waits):
        revoke(sayso, agent)
    assert waits.told == "respira_invalid_key"
    assert wordpress.read("settings")["description"] == before


def test_a_tool_switched_off_while_its_write_waits_writes_nothing(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    before = wordpress.read("settings")["description"]
    waits = Waits(agent, "update_option", option="description", value="X")
    with after_another_write(wordpress, sayso.agent(name="Other"), waits), sayso.desk.writing() as session:
        session.get_one(Site, sayso.site.id).tools_off = ["update_option"]
    assert waits.told == "respira_tool_off"
    assert wordpress.read("settings")["description"] == before


def test_a_second_update_of_a_page_lands_on_the_copy_that_the_first_one_is_just_making(
    wordpress: SampleSite, agent: Agent
) -> None:
    waits = Waits(agent, "update_page", id=42, excerpt="Two")
    with after_another_write(wordpress, agent, waits):
        pass
    assert (waits.told["id"], waits.told["success"]) == (400, True)
    assert wordpress.read("pages", 400)["title"]["raw"] == "One"


def test_a_key_revoked_while_the_page_is_read_writes_nothing(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    hold = misbehaviour.HoldUp()
    wordpress.misbehave(hold, method="GET", path="/wp/v2/pages/42", times=1)
    waits = Waits(agent, "update_page", id=42, title="One")
    waits.thread.start()
    hold.wait_for_it()
    revoke(sayso, agent)
    hold.let_go()
    waits.thread.join()
    assert waits.told == "respira_invalid_key"
    assert wordpress.requests.writes() == []


@pytest.mark.parametrize("mode", [Mode.BROWSER, Mode.CHAT])
@pytest.mark.promise("D-APPR-03")
def test_a_key_that_always_plans_has_no_way_round_by_a_token(
    sayso: Installed, wordpress: SampleSite, agent: Agent, mode: Mode
) -> None:
    token = asked_token(agent)
    other = sayso.agent(mode, "Other")
    for given in ({}, {"approval_token": token}, {"approval_token": "approve_" + "x" * 32, "_respira_plan": False}):
        step = other.call("delete_page", id=311, **given)
        assert (step["code"], step["mutation_performed"]) == ("respira_plan_step", False)
        assert "approval_request" not in str(step)
    assert wordpress.requests.writes() == []


@pytest.mark.promise("D-APPR-03", "D-KEY-10")
def test_a_key_changed_to_the_browser_can_not_use_a_token_it_got_before(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    token = asked_token(agent)
    with sayso.desk.writing() as session:
        session.get_one(Key, agent.key.id).mode = Mode.BROWSER
    assert agent.call("delete_page", id=311, approval_token=token)["planned"] is True
    assert wordpress.requests.writes() == []


@pytest.mark.promise("D-APPR-01")
def test_a_token_is_not_used_up_by_waiting_in_vain(
    sayso: Installed, wordpress: SampleSite, agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = asked_token(agent)
    monkeypatch.setattr(leases, "WAIT", 0.1)
    with leases.held(sayso.desk, sayso.site.id, "another", "something else"):
        assert refuses(agent, id=311, approval_token=token) == "respira_site_busy"
    assert agent.call("delete_page", id=311, approval_token=token)["success"] is True
