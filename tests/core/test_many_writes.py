"""A call that makes several writes: every one a step of its own, or one direct write after the other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.acts import counts, on_key, on_site, outcomes, sent
from tests.installed import PREFIX, Agent, Installed
from webapp.core import calls
from webapp.core.calls import Arrival
from webapp.data import Mode
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, AnswerInstead


def item(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"tool": tool, "arguments": arguments}


THREE = [
    item("update_page", id=42, title="Our story"),
    item("update_option", option="description", value="Bread and boats"),
    item("delete_page", id=311),
]
TWO = THREE[:2]


@pytest.fixture
def planner(sayso: Installed) -> Agent:
    """An agent whose every write becomes a step."""
    return sayso.agent(Mode.CHAT)


def test_it_answers_every_step_it_would_take_and_the_first_ones_fields_on_top(
    planner: Agent, wordpress: SampleSite
) -> None:
    answer = planner.call("batch_update", items=THREE)
    assert answer["code"] == "respira_plan_step"
    assert [step["predicted_effect"] for step in answer["steps"]] == [
        "Update page 42 (About): title.",
        "Change the setting Tagline (description).",
        "Move page 311 (Team) to the trash.",
    ]
    assert [step["position"] for step in answer["steps"]] == [1, 2, 3]
    assert [step["approval_required"] for step in answer["steps"]] == [False, False, True]
    assert answer["step_id"] == answer["steps"][0]["step_id"]
    assert answer["tool"] == "respira_wordpress_update_page"
    assert answer["plan"]["step_ids"] == [step["step_id"] for step in answer["steps"]]
    assert answer["message"].startswith(
        "Plan mode: nothing was written. This call's 3 writes are steps 1 to 3 of the plan."
    )
    assert sent(wordpress) == []


def test_each_of_its_steps_is_applied_dropped_and_undone_by_itself(planner: Agent, wordpress: SampleSite) -> None:
    answer = planner.call("batch_update", items=THREE)
    planner.call("discard_plan", step_ids=[answer["steps"][1]["step_id"]])
    receipt = planner.call("apply_plan")
    assert counts(receipt) == (2, 0, 0)
    assert receipt["approved_by_apply"] == [answer["steps"][2]["step_id"]]
    assert sent(wordpress) == ["POST /wp/v2/pages", "DELETE /wp/v2/pages/311"]


def test_one_that_could_never_run_leaves_none_of_them_in_the_plan(planner: Agent) -> None:
    with pytest.raises(Refusal) as refused:
        planner.call("batch_update", items=[*THREE, item("update_page", id=9999, title="A")])
    assert refused.value.code == "respira_not_found"
    assert refused.value.message == (
        "Write 4 of 4 (update_page): There is no page 9999 on the site. Nothing was done."
    )
    assert planner.call("get_plan")["steps"] == []


def test_arguments_of_a_single_write_that_do_not_fit_are_told_to_be_its_own(planner: Agent, agent: Agent) -> None:
    for one in (planner, agent):
        with pytest.raises(Refusal) as refused:
            one.call("batch_update", items=[item("update_page", id=42, titel="A")])
        assert refused.value.message.startswith("Write 1 of 1 (update_page): There is no argument titel.")
        assert refused.value.message.endswith("Nothing was done.")


def test_a_call_that_does_not_fit_adds_none(planner: Agent) -> None:
    for number in range(49):
        planner.call("create_menu_item", menu_id=3, title=f"Link {number}", url="/somewhere/")
    with pytest.raises(Refusal) as refused:
        planner.call("batch_update", items=TWO)
    assert refused.value.code == "respira_plan_full"
    assert planner.call("get_plan")["pending_steps"] == 49


def test_sent_again_it_adds_no_step(planner: Agent) -> None:
    planner.call("batch_update", items=TWO)
    again = planner.call("batch_update", items=TWO)
    assert [step["deduplicated"] for step in again["steps"]] == [True, True]
    assert planner.call("get_plan")["pending_steps"] == 2


def test_a_write_that_waits_already_alone_stays_one_step(planner: Agent) -> None:
    alone = planner.call("update_option", option="description", value="Bread and boats")
    answer = planner.call("batch_update", items=TWO)
    assert answer["steps"][1]["step_id"] == alone["step_id"]
    assert planner.call("get_plan")["pending_steps"] == 2


def test_later_changes_of_one_item_are_made_upon_the_earlier_ones(planner: Agent) -> None:
    answer = planner.call(
        "batch_update",
        items=[item("update_page", id=42, title="Our story"), item("update_page", id=42, excerpt="How it began")],
    )
    assert "the draft copy of item 42 that step 1 makes" in answer["steps"][1]["lands_on"]["note"]
    receipt = planner.call("apply_plan")
    assert receipt["steps"][0]["result"]["id"] == receipt["steps"][1]["result"]["id"]


def test_outside_plan_mode_it_writes_one_after_the_other(agent: Agent, wordpress: SampleSite) -> None:
    answer = agent.call("batch_update", items=TWO)
    assert answer["success"] is True
    assert [step["tool"] for step in answer["steps"]] == [
        "respira_wordpress_update_page",
        "respira_wordpress_update_option",
    ]
    assert len(answer["snapshots"]) == 2
    assert sent(wordpress) == ["POST /wp/v2/pages", "POST /wp/v2/settings"]


def test_outside_plan_mode_one_that_could_never_run_leaves_all_unwritten(agent: Agent, wordpress: SampleSite) -> None:
    with pytest.raises(Refusal) as refused:
        agent.call("batch_update", items=[*TWO, item("update_page", id=9999, title="A")])
    assert refused.value.message == "Write 3 of 3 (update_page): There is no page 9999 on the site. Nothing was done."
    assert sent(wordpress) == []


def test_outside_plan_mode_a_protected_item_leaves_all_unwritten(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    on_site(sayso, protected=[{"kind": "page", "id": "42", "name": "About"}])
    with pytest.raises(Refusal) as refused:
        agent.call("batch_update", items=list(reversed(TWO)))
    assert refused.value.code == "respira_protected"
    assert sent(wordpress) == []


def test_outside_plan_mode_a_place_that_is_not_said_leaves_all_unwritten(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    on_site(sayso, direct_editing=True)
    with pytest.raises(Refusal) as refused:
        agent.call("batch_update", items=list(reversed(TWO)))
    assert refused.value.code == "respira_confirmation_required"
    assert sent(wordpress) == []


def test_outside_plan_mode_a_block_that_an_earlier_part_puts_in_can_be_changed_by_a_later_one(agent: Agent) -> None:
    answer = agent.call(
        "batch_update",
        post_id=42,
        operations=[
            {"action": "insert", "position": "end", "blocks": [{"type": "heading", "text": "Neu"}]},
            {
                "action": "update",
                "identifier_type": "text",
                "identifier_value": "Neu",
                "updates": {"replace": {"find": "Neu", "with": "Neuer"}},
            },
        ],
    )
    assert answer["message"] == "2 of 2 writes landed."


def test_outside_plan_mode_the_first_that_fails_is_the_last_and_the_answer_says_so(
    agent: Agent, wordpress: SampleSite
) -> None:
    refusal = '{"code": "rest_forbidden", "message": "No.", "data": {"status": 403}}'
    wordpress.misbehave(AnswerInstead(403, refusal), method="POST", path="/wp/v2/settings")
    answer = agent.call("batch_update", items=[*TWO, item("update_page", id=46, title="Find us")])
    assert answer["success"] is False
    assert [step["success"] for step in answer["steps"]] == [True, False]
    assert answer["message"] == (
        "1 of 3 writes landed. Write 2 did not. The rest did not run. Each that landed can be undone by its snapshot."
    )
    assert sent(wordpress) == ["POST /wp/v2/pages", "POST /wp/v2/settings"]


@pytest.mark.parametrize(
    ("items", "rest"),
    [(TWO, ""), ([*TWO, item("update_page", id=46, title="Find us")], " The rest did not run.")],
)
def test_outside_plan_mode_one_whose_answer_is_lost_is_said_to_be_unknown_and_its_snapshot_is_named(
    agent: Agent, wordpress: SampleSite, items: list[dict[str, Any]], rest: str
) -> None:
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/settings", times=1)
    answer = agent.call("batch_update", items=items)
    assert answer["success"] is False
    assert answer["steps"][1]["code"] == "respira_outcome_unknown"
    assert answer["snapshots"] == [step["snapshot_uuid"] for step in answer["steps"]]
    listed = agent.call("list_snapshots")["snapshots"]
    assert answer["snapshots"] == [one["snapshot_uuid"] for one in reversed(listed)]
    assert answer["message"] == (
        f"1 of {len(items)} writes landed. Of write 2 it is not known whether it was saved: look before it is sent "
        f"again.{rest} Each that landed can be undone by its snapshot."
    )


def test_outside_plan_mode_what_a_person_approves_is_not_one_of_many(agent: Agent, wordpress: SampleSite) -> None:
    with pytest.raises(Refusal) as refused:
        agent.call("batch_update", items=THREE)
    assert refused.value.code == "respira_confirmation_required"
    assert sent(wordpress) == []


def test_every_write_needs_its_own_right(sayso: Installed, planner: Agent) -> None:
    on_key(sayso, planner, tools_off=["update_option"])
    with pytest.raises(Refusal) as refused:
        planner.call("batch_update", items=TWO)
    assert refused.value.code == "respira_tool_off"
    on_key(sayso, planner, tools_off=[], scope="content")
    with pytest.raises(Refusal) as refused:
        planner.call("batch_update", items=TWO)
    assert refused.value.code == "respira_scope_denied"


def test_a_step_of_a_call_that_is_switched_off_since_does_not_run(
    sayso: Installed, planner: Agent, wordpress: SampleSite
) -> None:
    planner.call("batch_update", items=TWO)
    on_key(sayso, planner, tools_off=["batch_update"])
    receipt = planner.call("apply_plan")
    assert outcomes(receipt)[0] == "failed"
    assert receipt["steps"][0]["error"]["code"] == "respira_tool_off"
    assert sent(wordpress) == []


def test_a_paused_site_takes_no_call_of_many_writes(sayso: Installed, planner: Agent) -> None:
    on_site(sayso, paused_at=sayso.desk.clock())
    with pytest.raises(Refusal) as refused:
        planner.call("batch_update", items=TWO)
    assert refused.value.code == "respira_site_paused"


def test_a_request_can_not_name_a_part_of_its_own(planner: Agent) -> None:
    request = {
        "name": PREFIX + "update_page",
        "arguments": {"id": 42, "title": "Our story"},
        "part": {"tool": "delete_page", "arguments": {"id": 42}},
    }
    planned = calls.answer(planner.desk, planner.key, Arrival("mcp", PREFIX, request)).body
    assert planned["predicted_effect"] == "Update page 42 (About): title."
    assert planner.call("apply_plan")["steps"][0]["result"]["title"] == "Our story"


FOREIGN = "Write {{part_9.url}}, {{part_0.id}} and {{part_1.id}} here."


def test_text_of_an_agents_own_that_looks_like_a_part_of_a_call_stays_text(
    planner: Agent, wordpress: SampleSite
) -> None:
    items = [item("update_page", id=42, title=FOREIGN), item("update_page", id=46, title="{{part_1.id}}")]
    planner.call("batch_update", items=items)
    receipt = planner.call("apply_plan")
    assert [step["result"]["title"] for step in receipt["steps"]] == [FOREIGN, "{{part_1.id}}"]
    assert [entry.body["title"] for entry in wordpress.requests.writes()] == [FOREIGN, "{{part_1.id}}"]


def test_outside_plan_mode_too(agent: Agent, wordpress: SampleSite) -> None:
    agent.call("batch_update", items=[item("update_option", option="description", value=FOREIGN), TWO[0]])
    assert wordpress.read("settings")["description"] == FOREIGN


def test_where_an_id_belongs_it_is_refused_and_the_write_is_named(planner: Agent) -> None:
    with pytest.raises(Refusal) as refused:
        planner.call("batch_update", items=[TWO[0], item("update_page", id="{{part_1.id}}", title="A")])
    assert refused.value.code == "respira_invalid_arguments"
    assert refused.value.message.startswith("Write 2 of 2 (update_page): ")
