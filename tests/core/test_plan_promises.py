"""What a plan promises the agent and the person: which writes become steps, which are refused, how long it lives."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.core.acts import bin_page, link, plan, text, title
from tests.installed import Agent, Installed
from webapp.core import sites
from webapp.data import Key, Mode, Scope, Site, Step
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


def step_ids(agent: Agent) -> list[str]:
    return [step["step_id"] for step in agent.call("get_plan")["steps"]]


def refused(agent: Agent, tool: str, **arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        agent.call(tool, **arguments)
    return caught.value


def mark_shared(sayso: Installed, agent: Agent) -> None:
    with sayso.desk.writing() as session:
        session.get_one(Key, agent.key.id).shared = True


def stored_step(sayso: Installed, step_id: str) -> Step:
    with sayso.desk.reading() as session:
        return session.query(Step).filter_by(public_id=step_id).one()


@pytest.mark.promise("P-SAME-01", "D-SAME-01")
def test_a_write_sent_twice_is_one_step_whatever_the_order_and_spelling_of_its_arguments(agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    first = agent.call("update_page", id=42, title="Our story", excerpt="How it began")
    second = agent.call("update_page", excerpt="How it began", title="Our story", id="42", content=None)
    third = agent.call("update_page", id=42.0, title="Our story", excerpt="How it began", _respira_note="again")
    assert (first["deduplicated"], second["deduplicated"], third["deduplicated"]) == (False, True, True)
    assert second["step_id"] == third["step_id"] == first["step_id"]
    assert (second["position"], second["plan"]["pending_steps"]) == (1, 1)
    assert second["message"] == (
        "Plan mode: nothing was written. This write is already step 1 of the plan. Show the person the plan and call "
        "respira_wordpress_apply_plan only after they say yes; sending the write again does not run it."
    )
    assert step_ids(agent) == [first["step_id"]]


@pytest.mark.promise("D-STEP-03")
def test_a_discarded_write_sent_again_is_a_new_step_at_a_new_position(agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    first = agent.call("update_page", id=42, title="Our story")
    agent.call("discard_plan")
    again = agent.call("update_page", id=42, title="Our story")
    assert (again["deduplicated"], again["position"]) == (False, 2)
    assert again["step_id"] != first["step_id"]


REFUSED = [
    ("respira_not_found", "update_page", {"id": 9999, "title": "Our story"}),
    ("respira_not_found", "delete_page", {"id": 9999}),
    ("respira_invalid_arguments", "update_page", {"id": 42, "headline": "Our story"}),
    ("respira_invalid_arguments", "update_page", {"title": "Our story"}),
    ("respira_invalid_arguments", "update_page", {"id": "about", "title": "Our story"}),
    ("respira_nothing_to_change", "update_page", {"id": 42}),
    ("respira_nothing_to_change", "update_page", {"id": 42, "title": None}),
    ("respira_unknown_tool", "burn_page", {"id": 42}),
    ("respira_snapshot_not_found", "restore_snapshot", {"snapshot_uuid": "no such"}),
]


@pytest.mark.parametrize(("code", "tool", "arguments"), REFUSED)
@pytest.mark.promise("P-REF-04")
def test_a_write_that_could_never_run_is_refused_and_not_planned(
    wordpress: SampleSite, agent: Agent, code: str, tool: str, arguments: dict[str, Any]
) -> None:
    agent.call("begin_session", mode="plan")
    assert refused(agent, tool, **arguments).code == code
    assert step_ids(agent) == []
    assert wordpress.requests.writes() == []


@pytest.mark.promise("P-REF-02", "D-NAME-02")
def test_a_key_that_may_only_read_can_not_plan(sayso: Installed, wordpress: SampleSite) -> None:
    reader = sayso.agent(Mode.CHAT, scope=Scope.READ)
    refusal = refused(reader, "update_page", id=42, title="Our story")
    assert (refusal.code, refusal.status) == ("respira_scope_denied", 403)
    assert "respira_scope_denied" in refusal.message
    assert step_ids(reader) == []
    assert wordpress.requests.all() == []


@pytest.mark.promise("P-REF-02")
def test_a_key_for_content_plans_pages_but_no_menus_and_settings(sayso: Installed) -> None:
    writer = sayso.agent(Mode.CHAT, scope=Scope.CONTENT)
    assert refused(writer, "create_menu_item", menu_id=3, title="More", url="/more/").code == "respira_scope_denied"
    assert refused(writer, "update_option", option="title", value="More").code == "respira_scope_denied"
    assert writer.call("update_page", id=42, title="Our story")["position"] == 1


@pytest.mark.promise("P-REF-03", "D-NAME-02")
def test_what_the_sites_own_login_may_not_do_is_refused_and_not_planned(
    sayso: Installed, wordpress: SampleSite
) -> None:
    marta = wordpress.app_password_of("marta")
    sites.connect(sayso.desk, sayso.owner.id, wordpress.url, "marta", marta)
    agent = sayso.agent(Mode.CHAT)
    for tool, arguments in (
        ("create_menu_item", {"menu_id": 3, "title": "More", "url": "/more/"}),
        ("update_option", {"option": "title", "value": "More"}),
    ):
        refusal = refused(agent, tool, **arguments)
        assert (refusal.code, refusal.status) == ("respira_site_forbids", 409)
    assert step_ids(agent) == []
    assert agent.call("update_page", id=42, title="Our story")["position"] == 1


@pytest.mark.promise("P-REF-01")
def test_a_tool_that_the_owner_switched_off_is_refused_and_not_planned(sayso: Installed, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    with sayso.desk.writing() as session:
        session.get_one(Site, sayso.site.id).tools_off = ["update_page"]
    assert refused(agent, "update_page", id=42, title="Our story").code == "respira_tool_off"
    assert step_ids(agent) == []


@pytest.mark.promise("P-ON-06", "P-ON-07", "D-PLAN-05", "D-KEY-01")
def test_one_write_can_be_planned_without_plan_mode(sayso: Installed, wordpress: SampleSite, agent: Agent) -> None:
    planned = agent.call("update_page", id=42, title="Our story", _respira_plan=True, _respira_note="You asked")
    assert (planned["code"], planned["planned"], planned["mutation_performed"]) == ("respira_plan_step", True, False)
    assert planned["arguments"] == {"id": 42, "title": "Our story"}
    assert wordpress.requests.writes() == []
    step = stored_step(sayso, planned["step_id"])
    kept = sayso.desk.sealer.unseal(f"step.request {step.public_id}", str(step.request))
    assert kept["arguments"] == {"id": 42, "title": "Our story"}

    other = agent.call("update_page", id=44, title="What we make")
    assert "code" not in other
    assert (other["success"], other["original_id"]) == (True, 44)
    assert agent.call("get_plan")["plan_mode"] is False

    assert agent.call("apply_plan")["applied"] == 1
    assert "_respira" not in json.dumps([entry.body for entry in wordpress.requests.writes()])


@pytest.mark.promise("D-PLAN-03", "D-PLAN-04")
def test_the_flag_can_not_switch_plan_mode_off(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    assert agent.call("update_page", id=42, title="Our story", _respira_plan=False)["planned"] is True
    agent.call("begin_session")
    assert agent.call("update_page", id=44, title="What we make")["planned"] is True
    assert wordpress.requests.writes() == []


@pytest.mark.promise("P-SIZE-01", "D-PLAN-08", "D-NAME-02")
def test_the_fifty_first_step_is_refused_and_the_plan_is_as_it_was(agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    for number in range(1, 51):
        assert agent.call("update_page", id=42, title=f"Title {number}")["position"] == number
    before = {**agent.call("get_plan"), "expires_in": 0}
    refusal = refused(agent, "update_page", id=42, title="Title 51")
    assert (refusal.code, refusal.status) == ("respira_plan_full", 409)
    assert {**agent.call("get_plan"), "expires_in": 0} == before
    assert agent.call("update_page", id=42, title="Title 50")["deduplicated"] is True
    agent.call("discard_plan", step_ids=[before["steps"][0]["step_id"]])
    assert agent.call("update_page", id=42, title="Title 51")["position"] == 51


@pytest.mark.promise("P-KEY-03", "D-KEY-05", "D-NAME-02")
def test_a_shared_key_can_not_plan(sayso: Installed, wordpress: SampleSite, agent: Agent) -> None:
    mark_shared(sayso, agent)
    assert refused(agent, "begin_session", mode="plan").code == "respira_plan_needs_key"
    flagged = refused(agent, "update_page", id=42, title="Our story", _respira_plan=True)
    assert (flagged.code, flagged.status) == ("respira_plan_needs_key", 409)
    assert wordpress.requests.writes() == []


@pytest.mark.promise("D-KEY-04", "D-RUN-05", "D-WORD-15", "D-PLAN-11")
def test_a_person_has_to_decide_about_the_plan_of_a_browser_key(wordpress: SampleSite, careful: Agent) -> None:
    begun = careful.call("begin_session")
    url = f"http://localhost/plans/{begun['session_id']}"
    assert (begun["plan_mode"], begun["expires_in"], begun["review"]["url"]) == (True, 259200, url)
    step = careful.call("update_page", id=42, title="Our story")
    assert step["message"].endswith(f"sending the write again does not run it. The person decides at {url}.")
    for named in ({}, {"step_ids": [step["step_id"]]}):
        reply = careful.reply("apply_plan", **named)
        assert reply.status == 202
        assert (reply.body["success"], reply.body["code"]) == (False, "respira_waiting_for_person")
        assert reply.body["review"] == {"url": url, "approval": "browser", "waiting": [step["step_id"]]}
        assert url in reply.body["message"]
    assert wordpress.requests.writes() == []
    assert careful.call("get_plan")["steps"][0]["status"] == "planned"


@pytest.mark.promise("D-END-01", "D-END-02")
def test_ending_the_session_of_a_browser_key_keeps_what_waits_for_the_person(careful: Agent) -> None:
    begun = careful.call("begin_session")
    step = careful.call("update_page", id=42, title="Our story")
    url = f"http://localhost/plans/{begun['session_id']}"
    assert careful.call("end_session") == {
        "success": True,
        "code": "respira_waiting_for_person",
        "session_id": begun["session_id"],
        "plan_mode": True,
        "discarded_steps": 0,
        "pending_steps": 1,
        "message": f"1 step stays in the plan: the person decides at {url}.",
        "review": {"url": url, "approval": "browser"},
    }
    assert step_ids(careful) == [step["step_id"]]
    assert careful.call("discard_plan")["discarded"] == 1
    assert careful.call("end_session")["discarded_steps"] == 0


@pytest.mark.promise("D-LAND-02")
def test_two_steps_on_one_page_land_on_one_copy(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, title="Our story")
    second = agent.call("update_page", id=42, excerpt="How it began")
    assert second["lands_on"] == {
        "where": "copy",
        "post_id": 42,
        "copy_id": None,
        "note": (
            "This lands on the draft copy of item 42 that step 1 makes. The live item stays as it is until a person "
            "approves the copy."
        ),
    }
    receipt = agent.call("apply_plan")
    assert (receipt["applied"], receipt["failed"]) == (2, 0)
    assert [step["result"]["id"] for step in receipt["steps"]] == [400, 400]
    assert receipt["steps"][0]["links"] == receipt["steps"][1]["links"]
    copy = wordpress.read("pages", 400)
    assert (copy["title"]["raw"], copy["excerpt"]["raw"], copy["status"]) == ("Our story", "How it began", "draft")
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"


def test_two_items_in_one_menu_both_land(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    agent.call("create_menu_item", menu_id=3, title="Services", object_type="page", object_id=44)
    agent.call("create_menu_item", menu_id=3, title="Shop", url="https://shop.example/")
    receipt = agent.call("apply_plan")
    assert (receipt["applied"], receipt["failed"]) == (2, 0)
    made = [wordpress.read("menu-items", step["result"]["id"]) for step in receipt["steps"]]
    assert [(item["title"]["raw"], item["menu_order"]) for item in made] == [("Services", 4), ("Shop", 5)]


@pytest.mark.promise("P-KEY-01")
def test_two_keys_have_two_plans(sayso: Installed, wordpress: SampleSite, agent: Agent) -> None:
    other = sayso.agent(Mode.ASK, "Other")
    mine, theirs = agent.call("begin_session", mode="plan"), other.call("begin_session", mode="plan")
    assert mine["session_id"] != theirs["session_id"]
    first = agent.call("update_page", id=42, title="Our story")
    second = other.call("update_page", id=42, title="Our story")
    assert (second["deduplicated"], second["position"]) == (False, 1)
    assert (step_ids(agent), step_ids(other)) == ([first["step_id"]], [second["step_id"]])

    for ids in ([second["step_id"]], [first["step_id"], second["step_id"]]):
        assert refused(agent, "apply_plan", step_ids=ids).code == "respira_step_not_found"
        assert refused(agent, "discard_plan", step_ids=ids).code == "respira_step_not_found"
    assert wordpress.requests.writes() == []
    assert (step_ids(agent), step_ids(other)) == ([first["step_id"]], [second["step_id"]])


@pytest.mark.promise("P-APPLY-01", "P-APPLY-03")
def test_named_steps_run_in_plan_order_whatever_the_order_of_the_names(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    steps = [
        agent.call("update_option", option="title", value="Grain"),
        agent.call("update_option", option="description", value="Boats and wood"),
        agent.call("update_option", option="posts_per_page", value="7"),
    ]
    ids = [step["step_id"] for step in steps]
    receipt = agent.call("apply_plan", step_ids=[ids[2], ids[0]])
    assert [step["step_id"] for step in receipt["steps"]] == [ids[0], ids[2]]
    assert [entry.body for entry in wordpress.requests.writes()] == [{"title": "Grain"}, {"posts_per_page": 7}]
    assert [step["status"] for step in agent.call("get_plan")["steps"]] == ["applied", "planned", "applied"]


@pytest.mark.promise("D-RUN-02", "D-RUN-04")
def test_what_was_applied_is_not_applied_again(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    step = agent.call("update_option", option="title", value="Grain")
    receipt = agent.call("apply_plan")
    wordpress.requests.clear()
    again = agent.reply("apply_plan")
    assert (again.status, again.body["success"], again.body["code"]) == (202, False, "respira_nothing_waiting")
    assert again.body["last_receipt"] == receipt
    assert refused(agent, "apply_plan", step_ids=[step["step_id"]]).code == "respira_step_not_waiting"
    assert wordpress.requests.writes() == []


@pytest.mark.promise("P-STEP-08", "D-WORD-10")
def test_shown_arguments_hide_secrets_at_any_depth_and_the_site_gets_them(
    wordpress: SampleSite, agent: Agent
) -> None:
    wordpress.register_meta("shop_api_key")
    wordpress.change("pages", 42, meta={"shop_api_key": "old-hush"})
    agent.call("begin_session", mode="plan")
    step = agent.call("update_page", id=42, meta={"shop_api_key": "new-hush"})
    assert step["arguments"] == {"id": 42, "meta": {"shop_api_key": "redacted"}}
    for answer in (step, agent.call("get_plan"), agent.call("get_plan", step_id=step["step_id"])):
        assert "hush" not in json.dumps(answer)
    [whole] = agent.call("get_plan", step_id=step["step_id"])["steps"]
    [change] = whole["changes"]
    assert (change["field"], change["before"], change["after"]) == ("meta.shop_api_key", "redacted", "redacted")
    receipt = agent.call("apply_plan")
    assert receipt["applied"] == 1
    assert "hush" not in json.dumps(receipt)
    copy_id = receipt["steps"][0]["result"]["id"]
    assert wordpress.read("pages", copy_id)["meta"]["shop_api_key"] == "new-hush"


@pytest.mark.promise("D-WORD-09")
def test_long_texts_are_shortened_in_the_plan_and_shown_in_full_for_one_step(agent: Agent) -> None:
    long = "<!-- wp:paragraph -->\n<p>" + "word " * 1000 + "</p>\n<!-- /wp:paragraph -->"
    agent.call("begin_session", mode="plan")
    step = agent.call("update_page", id=42, content=long)
    shown = f"{long[:2000]}... ({len(long):,} characters in all)"
    assert step["arguments"] == {"id": 42, "content": shown}
    assert agent.call("get_plan")["steps"][0]["arguments"]["content"] == shown
    [whole] = agent.call("get_plan", step_id=step["step_id"])["steps"]
    assert whole["arguments"] == {"id": 42, "content": long}


@pytest.mark.promise("P-STEP-08")
def test_one_step_in_full_hides_a_secret_in_arguments_that_came_as_text(wordpress: SampleSite, agent: Agent) -> None:
    wordpress.register_meta("api_key")
    agent.call("begin_session", mode="plan")
    step = agent.call("update_page", id=42, meta='{"api_key": "CANARY-1"}')
    for answer in (agent.call("get_plan", step_id=step["step_id"]), agent.call("get_plan")):
        assert answer["steps"][0]["arguments"] == {"id": 42, "meta": {"api_key": "redacted"}}


@pytest.mark.promise("D-SAME-02")
def test_a_value_that_was_planned_before_another_is_a_step_of_its_own_when_it_is_sent_again(
    agent: Agent, wordpress: SampleSite
) -> None:
    steps = plan(agent, title(42, "A"), title(42, "B"))
    again = agent.call("update_page", id=42, title="A")
    assert (again["deduplicated"], again["position"]) == (False, 3)
    assert again["step_id"] not in steps
    receipt = agent.call("apply_plan")
    copy_id = receipt["steps"][0]["result"]["id"]
    assert wordpress.read(f"pages/{copy_id}")["title"]["raw"] == "A"


@pytest.mark.promise("P-SAME-01")
def test_a_write_sent_again_is_the_same_step_when_a_later_one_sets_something_else(agent: Agent) -> None:
    first, _second = plan(agent, title(42, "A"), text(42, "<p>B</p>"))
    again = agent.call("update_page", id=42, title="A")
    assert (again["deduplicated"], again["step_id"]) == (True, first)


@pytest.mark.promise("P-SAME-01")
def test_an_addition_sent_again_is_the_same_step_after_another_addition(agent: Agent) -> None:
    first, _second = plan(agent, link("A"), link("B"))
    again = agent.call(link("A")[0], **link("A")[1])
    assert (again["deduplicated"], again["step_id"]) == (True, first)


@pytest.mark.promise("D-SAME-01")
def test_two_names_of_one_setting_are_the_same_write(agent: Agent) -> None:
    [first] = plan(agent, ("update_option", {"option": "description", "value": "Bread"}))
    again = agent.call("update_option", option="blogdescription", value="Bread")
    assert (again["deduplicated"], again["step_id"]) == (True, first)


@pytest.mark.promise("D-RUN-06")
def test_a_plan_that_is_read_carries_the_warnings_of_its_steps(agent: Agent) -> None:
    steps = plan(agent, title(42, "A"), bin_page(7))
    [told] = agent.call("get_plan")["review"]["warnings"]
    assert (told["step_id"], told["position"]) == (steps[1], 2)
    assert "This is the front page: visitors would see the latest posts instead." in told["warnings"]
