"""What a request to the REST addresses may look like without meaning something else, and the statuses it gets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.acts import row
from tests.installed import Installed
from tests.promises.acts import ABOUT, TAGLINE, owner_sets, plan, sent, statuses, waiting
from tests.promises.doors import RestAgent
from webapp.data import Key, Mode, Scope
from webapp.sample_site import SampleSite


@pytest.fixture
def door() -> str:
    return "rest"


@pytest.fixture
def agent(sayso: Installed, enter) -> RestAgent:
    return enter(sayso.agent(Mode.ASK))


SAME: list[tuple[str, str, dict[str, Any]]] = [
    ("PUT", "v2/pages/42", {"title": "Our story"}),
    ("PUT", "v1/pages/42", {"id": 42, "title": "Our story"}),
    ("PUT", "v2/pages/42", {"id": "42", "title": "Our story", "content": None}),
    ("POST", "v2/pages/42", {"id": 42, "title": "Our story", "_respira_note": "again"}),
    ("POST", "v1/abilities/invoke", {"ability": "respira/update-page", "args": {"title": "Our story", "id": 42}}),
]


@pytest.mark.promise("D-SAME-01", "D-NAME-04")
@pytest.mark.parametrize(("method", "path", "body"), SAME)
def test_one_write_in_another_request_is_the_same_step(
    agent: RestAgent, method: str, path: str, body: dict[str, Any]
) -> None:
    [first] = plan(agent, ABOUT)
    again = agent.send(method, path, json=body).get_json()
    assert (again["deduplicated"], again["step_id"]) == (True, first["step_id"])


@pytest.mark.promise("D-SAME-03")
def test_arguments_that_a_client_sends_under_two_names_are_one(agent: RestAgent) -> None:
    agent.call("begin_session", mode="plan")
    body = {"id": 42, "title": "Our story", "edit_target": "duplicate"}
    first = agent.send("PUT", "v2/pages/42", json=body).get_json()
    again = agent.send("PUT", "v2/pages/42", json={**body, "editTarget": "duplicate"}).get_json()
    assert (first["deduplicated"], again["deduplicated"]) == (False, True)
    other = agent.send("PUT", "v2/pages/42", json={**body, "title": "Ours", "editTarget": "duplicate"}).get_json()
    assert (other["deduplicated"], other["position"]) == (False, 2)
    assert other["arguments"] == {"id": 42, "title": "Ours", "edit_target": "duplicate"}


@pytest.mark.promise("D-SAME-04")
@pytest.mark.parametrize("planned", [True, False])
def test_a_request_that_is_sent_again_with_its_idempotency_key_is_answered_and_done_once(
    wordpress: SampleSite, agent: RestAgent, planned: bool
) -> None:
    if planned:
        agent.call("begin_session", mode="plan")
    headers = {"Idempotency-Key": "call-0001", "X-Respira-Original-Method": "PUT"}
    first = agent.send("PUT", "v2/pages/42", headers, json=ABOUT[1])
    again = agent.send("POST", "v2/pages/42", {**headers, "X-HTTP-Method-Override": "PUT"}, json=ABOUT[1])
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.get_json() == again.get_json()
    assert sent(wordpress) == ([] if planned else ["POST /wp/v2/pages"])
    assert len(waiting(agent)) == (1 if planned else 0)


@pytest.mark.promise("D-SAME-02", "D-SAME-04")
def test_an_idempotency_key_does_not_swallow_another_write(agent: RestAgent) -> None:
    agent.call("begin_session", mode="plan")
    for number in (1, 2):
        headers = {"Idempotency-Key": f"call-000{number}"}
        assert (
            agent.send("PUT", "v2/pages/42", headers, json={"title": f"T {number}"}).get_json()["position"] == number
        )
    told = agent.send("PUT", "v2/pages/42", {"Idempotency-Key": "call-0001"}, json={"title": "T 3"})
    assert told.status_code >= 400
    assert len(waiting(agent)) == 2


@pytest.mark.promise("D-SAME-02")
def test_the_same_body_to_another_page_is_another_step(agent: RestAgent) -> None:
    agent.call("begin_session", mode="plan")
    steps = [agent.send("PUT", f"v2/pages/{page}", json={"title": "T"}).get_json() for page in (42, 44, 46)]
    assert [step["deduplicated"] for step in steps] == [False] * 3
    assert [step["arguments"]["id"] for step in steps] == [42, 44, 46]


@pytest.mark.promise("P-STEP-07", "D-WORD-10", "P-APPLY-04")
def test_what_is_shown_are_the_ids_of_the_path_with_the_body_and_what_is_kept_is_the_request(
    sayso: Installed, agent: RestAgent
) -> None:
    agent.call("begin_session", mode="plan")
    step = agent.send("PUT", "v2/pages/42", json={"title": "Our story"}).get_json()
    assert step["arguments"] == {"id": 42, "title": "Our story"}
    kept = row(sayso, step["step_id"])
    request = sayso.desk.sealer.unseal(f"step.request {kept.public_id}", kept.request)
    assert (kept.door, request["method"], request["path"]) == ("rest", "PUT", "v2/pages/42")
    assert request["arguments"] == {"title": "Our story"}


@pytest.mark.promise("P-ON-06", "D-PLAN-05")
@pytest.mark.parametrize(
    ("method", "path", "given"),
    [
        ("DELETE", "v1/pages/311?_respira_plan=true&_respira_note=Old", {}),
        ("DELETE", "v1/pages/311", {"json": {"_respira_plan": True}}),
        ("POST", "v1/options/description", {"json": {"value": "Wood", "_respira_plan": True}}),
        ("POST", "v1/options/description?_respira_plan=true", {"json": {"value": "Wood"}}),
    ],
)
def test_the_flag_counts_in_the_query_and_in_the_body(
    wordpress: SampleSite, agent: RestAgent, method: str, path: str, given: dict[str, Any]
) -> None:
    step = agent.send(method, path, **given).get_json()
    assert step["planned"] is True
    assert not any(name.startswith("_respira") for name in step["arguments"])
    assert sent(wordpress) == []


@pytest.mark.promise("D-NAME-02", "D-RUN-04", "D-RUN-05")
def test_a_refusal_is_400_404_or_409_and_what_waits_is_202(
    sayso: Installed, agent: RestAgent, wordpress: SampleSite
) -> None:
    def status(method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, str]:
        answer = agent.send(method, path, json=body)
        told = answer.get_json()
        assert told["message"]
        return answer.status_code, told["code"]

    assert status("POST", "v2/plan/apply", {}) == (202, "respira_nothing_waiting")
    agent.call("begin_session", mode="plan")
    assert status("PUT", "v2/pages/42", ABOUT[1]) == (200, "respira_plan_step")
    assert status("PUT", "v2/pages/9999", ABOUT[1] | {"id": 9999}) == (404, "respira_not_found")
    assert status("PUT", "v2/pages/about", {"title": "T"}) == (400, "respira_invalid_arguments")
    assert status("PUT", "v2/pages/42", {}) == (400, "respira_nothing_to_change")
    assert status("POST", "v2/plan/apply", {"step_ids": ["step_x"]}) == (404, "respira_step_not_found")
    owner_sets(sayso, tools_off=["update_option"])
    assert status("POST", "v1/options/title", {"value": "T"}) == (409, "respira_tool_off")
    owner_sets(sayso, tools_off=[])
    for number in range(49):
        plan(agent, ("update_option", {"option": "title", "value": f"T {number}"}))
    assert status("POST", "v1/options/title", {"value": "One more"}) == (409, "respira_plan_full")
    with sayso.desk.writing() as session:
        session.get_one(Key, agent.key.id).scope = Scope.READ
    code, told = status("PUT", "v2/pages/42", ABOUT[1])
    assert (code, told) == (403, "respira_scope_denied")
    assert sent(wordpress) == []


@pytest.mark.promise("D-NAME-03", "D-NAME-05")
def test_the_addresses_of_plan_and_session(wordpress: SampleSite, agent: RestAgent) -> None:
    begun = agent.send("POST", "v2/snapshots/session/begin", json={"mode": "plan"}).get_json()
    assert (begun["plan_mode"], begun["expires_in"]) == (True, 14_400)
    first, second = (
        step["step_id"] for step in (agent.call(ABOUT[0], **ABOUT[1]), agent.call(TAGLINE[0], **TAGLINE[1]))
    )
    read = agent.send("GET", "v2/plan").get_json()
    assert [step["step_id"] for step in read["steps"]] == [first, second]
    other = agent.app.test_client().get(
        "/?rest_route=/respira/v2/plan", headers={"X-Respira-API-Key": agent.holder.token}
    )
    assert other.get_json()["steps"] == read["steps"]
    discarded = agent.send("POST", "v2/plan/discard", json={"step_ids": [first]}).get_json()
    assert discarded["step_ids"] == [first]
    receipt = agent.send("POST", "v2/plan/apply", json={}).get_json()
    assert (receipt["code"], receipt["applied"]) == ("respira_plan_applied", 1)
    assert statuses(agent) == ["applied"]
    ended = agent.send("POST", "v2/snapshots/session/end", json={}).get_json()
    assert (ended["plan_mode"], ended["discarded_steps"]) == (False, 0)
    assert sent(wordpress) == ["POST /wp/v2/settings"]


@pytest.mark.promise("D-NAME-04")
def test_the_plans_tools_are_abilities_too(agent: RestAgent) -> None:
    for ability in ("begin-session", "get-plan", "apply-plan", "discard-plan", "end-session"):
        args = {"mode": "plan"} if ability == "begin-session" else {}
        answer = agent.send("POST", "v1/abilities/invoke", json={"ability": f"respira/{ability}", "args": args})
        assert answer.status_code in (200, 202), ability
        assert "plan_mode" in answer.get_json(), ability


@pytest.mark.promise("P-KEY-04", "D-KEY-06")
def test_a_request_without_a_key_or_with_an_unknown_one_is_401(wordpress: SampleSite, agent: RestAgent) -> None:
    for key in ("", "respira_unknown"):
        answer = agent.send("PUT", "v2/pages/42", {"X-Respira-API-Key": key}, json=ABOUT[1])
        assert answer.status_code == 401
        assert answer.get_json()["code"] in ("respira_key_missing", "respira_invalid_key")
    assert wordpress.requests.all() == []
