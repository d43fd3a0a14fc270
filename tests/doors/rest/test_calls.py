"""What becomes of a request at the REST door: which tool it means, with which arguments, and how it is answered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.doors.rest.agent import RestAgent, told
from tests.installed import Agent as Holder
from tests.installed import Installed
from webapp.data import Mode, Scope, Site
from webapp.doors.stored import of_rest
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, redirect

ABOUT = "v2/pages/42"
BAD = (400, "respira_invalid_arguments")


def test_a_write_of_a_key_that_always_plans_becomes_a_step_and_nothing_reaches_the_site(
    planner: RestAgent, wordpress: SampleSite
) -> None:
    step = planner.ask("PUT", ABOUT, {"id": 42, "title": "Our story"})
    assert step["code"] == "respira_plan_step"
    assert step["tool"] == "respira_update_page"
    assert step["arguments"] == {"id": 42, "title": "Our story"}
    assert "respira_apply_plan" in step["message"]
    assert wordpress.requests.writes() == []


def test_a_read_runs_also_where_it_is_sent_as_a_post(planner: RestAgent) -> None:
    assert planner.invoke("read_page", id=42)["title"] == "About"
    assert planner.invoke("get_plan")["steps"] == []
    assert planner.ask("GET", ABOUT)["title"] == "About"


def test_the_tool_is_told_by_method_and_path_whatever_a_header_names(planner: RestAgent) -> None:
    step = planner.ask("PUT", ABOUT, {"title": "Our story"}, X_Respira_Tool_Name="respira_delete_page")
    assert step["tool"] == "respira_update_page"


@pytest.mark.parametrize("method", ["POST", "PATCH"])
def test_where_put_is_taken_post_and_patch_are(planner: RestAgent, method: str) -> None:
    first = planner.ask("PUT", ABOUT, {"title": "Our story"})
    again = planner.ask(method, ABOUT, {"title": "Our story"})
    assert (again["step_id"], again["deduplicated"]) == (first["step_id"], True)


def test_a_post_may_stand_for_another_method_and_nothing_else_may(planner: RestAgent) -> None:
    assert planner.ask("POST", "v1/pages/311?_method=DELETE")["tool"] == "respira_delete_page"
    again = planner.ask("POST", "v1/pages/311", X_HTTP_Method_Override="delete")
    assert (again["tool"], again["deduplicated"]) == ("respira_delete_page", True)
    assert planner.ask("GET", "v1/pages/311?_method=DELETE", X_HTTP_Method_Override="DELETE")["title"] == "Team"
    assert planner.ask("POST", "v2/pages/42?_method=GET", {"title": "A"})["tool"] == "respira_update_page"


def test_a_write_that_is_sent_again_in_any_spelling_stays_one_step(planner: RestAgent) -> None:
    one = planner.ask("PUT", ABOUT, {"id": 42, "title": "Our story", "edit_target": "duplicate"})
    others = [
        planner.ask("PUT", ABOUT, {"id": "42", "title": "Our story", "editTarget": "duplicate"}),
        planner.ask("PUT", "v1/pages/42", {"title": "Our story", "edit_target": "duplicate", "site_id": "env-site"}),
        planner.ask("POST", ABOUT, {"id": None, "title": "Our story", "edit_target": "duplicate", "slug": None}),
        planner.ask("PUT", f"{ABOUT}?title=Our+story&edit_target=duplicate"),
        planner.ask("PUT", ABOUT, {"id": 42.0, "title": "Our story", "edit_target": "duplicate", "editTarget": None}),
        planner.invoke("update_page", id=42, title="Our story", edit_target="duplicate", site_id="env-site"),
        planner.ask("PUT", ABOUT, {"title": "Our story", "edit_target": "duplicate", "_respira_plan": True}),
    ]
    assert [(other["step_id"], other["deduplicated"]) for other in others] == [(one["step_id"], True)] * 7
    assert planner.ask("GET", "v2/plan")["pending_steps"] == 1


def test_an_argument_that_is_told_twice_and_not_the_same_is_refused(planner: RestAgent) -> None:
    response = planner.send("PUT", ABOUT, {"id": 43, "title": "Our story"})
    assert told(response)["message"] == "The argument id is told twice, and not the same."
    assert planner.refused("PUT", ABOUT, {"edit_target": "live", "editTarget": "duplicate", "title": "A"}) == BAD
    assert planner.ask("GET", "v2/plan")["pending_steps"] == 0


def test_the_site_is_told_in_full_unless_the_short_answer_is_asked_for(agent: RestAgent) -> None:
    plugins = agent.ask("GET", "v1/context/site-info")["active_plugins"]
    assert [one["name"] for one in plugins if one["version"] == "2.3.0"] == ["Quayside Contact Form"]
    assert "active_plugins" not in agent.ask("GET", "v1/context/site-info?detail=basic")
    assert "active_plugins" not in agent.invoke("get_site_context")


def test_an_unknown_argument_is_refused_by_its_name(planner: RestAgent) -> None:
    response = planner.send("PUT", ABOUT, {"id": 42, "titel": "Our story"})
    assert (response.status_code, told(response)["code"]) == BAD
    assert told(response)["message"].startswith("There is no argument titel. This tool takes id, title, ")
    assert planner.refused("POST", "v1/abilities/invoke", {"ability": "respira/get-plan", "arg": {}}) == BAD
    assert planner.refused("POST", "v1/abilities/invoke", {"ability": "respira/read-page", "args": {"x": 1}}) == BAD


def test_an_id_that_is_no_number_is_refused_in_a_sentence(agent: RestAgent) -> None:
    message = told(agent.send("GET", "v2/pages/about"))["message"]
    assert message == 'The argument id must be a whole number such as 42, not "about".'


def test_a_query_is_text_and_is_read_as_what_the_tool_takes(agent: RestAgent) -> None:
    assert len(agent.ask("GET", "v1/pages?per_page=2&perPage=2&page=1&site_id=env-site")["pages"]) == 2
    assert agent.refused("GET", "v1/pages?per_page=many") == BAD


def test_the_consent_that_comes_with_a_delete_says_nothing_more_here(planner: RestAgent) -> None:
    step = planner.ask("DELETE", "v1/pages/311?force=true&confirm_live_edit=true")
    assert step["arguments"] == {"id": 311}
    assert step["lands_on"]["note"] == "This moves the live item to the trash when the step runs."
    assert step["approval_required"] is True
    assert planner.refused("PUT", ABOUT, {"title": "A", "force": True}) == BAD


@pytest.mark.parametrize("beside", [{"_respira_plan": True}, {"_respira_plan": "true"}])
def test_one_write_is_planned_when_asked_for(
    agent: RestAgent, wordpress: SampleSite, beside: dict[str, object]
) -> None:
    ability = {"ability": "respira/update-page", "args": {"id": 42, "title": "Our story"}}
    inside = {**ability["args"], **beside}  # type: ignore[dict-item]
    assert agent.ask("PUT", ABOUT, {"title": "Our story", **beside})["planned"] is True
    assert agent.ask("POST", "v1/abilities/invoke", {**ability, **beside})["deduplicated"] is True
    assert agent.ask("POST", "v1/abilities/invoke", {**ability, "args": inside})["deduplicated"] is True
    assert agent.ask("POST", "v1/abilities/invoke", {**ability, "args": inside, "_respira_plan": False})["planned"]
    assert agent.ask("DELETE", "v1/pages/311?_respira_plan=true")["planned"] is True
    assert wordpress.requests.writes() == []


@pytest.mark.parametrize(
    ("query", "body"),
    [
        ("?_respira_plan=true", {"_respira_plan": None}),
        ("?_respira_plan=true", {"_respira_plan": False}),
        ("?_respira_plan=false", {"_respira_plan": "TRUE"}),
        ("?_respira_plan=true&_respira_plan=false", {}),
        ("?_respira_plan[]=true&_respira_plan=False", {}),
    ],
)
def test_a_write_is_planned_when_any_place_asks_for_it(
    agent: RestAgent, wordpress: SampleSite, query: str, body: dict[str, object]
) -> None:
    assert agent.ask("PUT", f"{ABOUT}{query}", {"title": "Our story", **body})["planned"] is True
    update = {"ability": "respira/update-page", "args": {"id": 42, "title": "Our story"}}
    assert agent.ask("POST", f"v1/abilities/invoke{query}", {**update, **body})["planned"] is True
    inside = {**update, "args": {**update["args"], "_respira_plan": True}}  # type: ignore[dict-item]
    for beside in ("False", "false", False, None):
        assert agent.ask("POST", "v1/abilities/invoke", {**inside, "_respira_plan": beside})["planned"] is True
    assert wordpress.requests.writes() == []


@pytest.mark.parametrize(
    ("query", "body"),
    [
        ("?_respira_plan=true", {"_respira_plan": "perhaps"}),
        ("?_respira_plan=yes", {"_respira_plan": True}),
        ("?_respira_plan=1&_respira_plan=false", {}),
        ("?_respira_plan=", {"_respira_plan": False}),
        ("", {"_respira_plan": [True]}),
        ("", {"_respira_plan": 0}),
    ],
)
def test_what_is_neither_true_nor_false_is_refused_wherever_it_stands(
    agent: RestAgent, wordpress: SampleSite, query: str, body: dict[str, object]
) -> None:
    assert agent.refused("PUT", f"{ABOUT}{query}", {"title": "Our story", **body}) == BAD
    given = {"id": 42, "title": "Our story", **body}
    update = {"ability": "respira/update-page", "args": given, "_respira_plan": False}
    assert agent.refused("POST", f"v1/abilities/invoke{query}", update) == BAD
    assert wordpress.requests.writes() == []


def test_a_note_travels_beside_the_request_or_inside_it(
    sayso: Installed, planner: RestAgent, agent: RestAgent
) -> None:
    step = planner.ask("PUT", ABOUT, {"title": "Our story", "_respira_note": "The owner asked for it."})
    assert step["arguments"] == {"id": 42, "title": "Our story"}
    step = planner.invoke("update_page", id=44, title="Work", _respira_note="So too here.")
    assert step["arguments"] == {"id": 44, "title": "Work"}


@pytest.mark.parametrize(
    "spelled", ["respira/get-plan", "get-plan", "respira/get_plan", "respira_get_plan", "respira/wordpress-get-plan"]
)
def test_an_ability_is_known_by_every_spelling_of_its_name(planner: RestAgent, spelled: str) -> None:
    assert planner.ask("POST", "v1/abilities/invoke", {"ability": spelled, "args": {}})["plan_mode"] is True


def test_an_ability_needs_a_name_and_its_arguments_as_an_object(planner: RestAgent) -> None:
    for body in ({}, {"ability": ""}, {"ability": 7}, {"args": {}}, {"ability": "respira/get-plan", "args": "x"}):
        assert planner.refused("POST", "v1/abilities/invoke", body) == BAD
    assert planner.refused("POST", "v1/abilities/invoke", {"ability": "respira/invoke-ability"}) == (
        404,
        "respira_unknown_tool",
    )


def test_abilities_can_be_searched_and_few_are_told_in_full(agent: RestAgent) -> None:
    everything = agent.ask("GET", "v1/abilities/search")["abilities"]
    assert {"respira/begin-session", "respira/apply-plan", "respira/update-page"} <= {
        one["name"] for one in everything
    }
    assert all("input_schema" not in one for one in everything)
    [found] = agent.ask("GET", "v1/abilities/search?query=respira/apply-plan")["abilities"]
    assert found["name"] == "respira/apply-plan"
    assert list(found["input_schema"]["properties"]) == ["step_ids", "continue_on_error"]
    assert agent.ask("GET", "v1/abilities/search?search=gramophone")["abilities"] == []


def test_a_tool_that_is_not_here_is_told_so(agent: RestAgent) -> None:
    assert agent.refused("POST", "v1/abilities/invoke", {"ability": "respira/paint-house"}) == (
        404,
        "respira_unknown_tool",
    )


def test_a_delete_outside_plan_mode_asks_for_approval_first_and_runs_with_the_token(
    agent: RestAgent, wordpress: SampleSite
) -> None:
    about = wordpress.add("pages", title="Old news", status="draft")["id"]
    wordpress.requests.clear()
    response = agent.send("DELETE", f"v1/pages/{about}")
    assert response.status_code == 202
    asked = told(response)
    assert asked["code"] == "respira_approval_required"
    assert asked["data"]["status"] == 202
    request = asked["data"]["approval_request"]
    assert request["tool_name"] == "respira_delete_page"
    assert request["predicted_effect"] == f"Move page {about} (Old news) to the trash."
    assert request["expires_in"] == 600
    assert wordpress.requests.writes() == []
    token = request["approval_token"]
    assert agent.refused("DELETE", f"v1/pages/311?approval_token={token}") == (409, "respira_invalid_approval_token")
    done = agent.ask("DELETE", f"v1/pages/{about}?approval_token={token}")
    assert (done["deleted"], done["id"]) == (True, about)
    assert len(wordpress.requests.writes()) == 1


def test_what_a_key_may_not_is_refused_with_the_code_in_the_message(
    sayso: Installed, enter: Callable[[Holder], RestAgent]
) -> None:
    reader = enter(sayso.agent(Mode.ASK, "Reader", scope=Scope.READ))
    response = reader.send("PUT", ABOUT, {"title": "Our story"})
    assert response.status_code == 403
    assert told(response)["message"].startswith("respira_scope_denied")
    assert reader.ask("GET", ABOUT)["title"] == "About"


def test_a_tool_that_is_switched_off_is_refused_and_not_planned(sayso: Installed, planner: RestAgent) -> None:
    with sayso.desk.writing() as session:
        session.get_one(Site, sayso.site.id).tools_off = ["update_page"]
    try:
        assert planner.refused("PUT", ABOUT, {"title": "Our story"}) == (409, "respira_tool_off")
        assert planner.ask("GET", "v2/plan")["steps"] == []
    finally:
        with sayso.desk.writing() as session:
            session.get_one(Site, sayso.site.id).tools_off = []


def test_an_item_that_is_not_there_has_a_code_of_its_own_so_that_no_client_tries_another_way(
    planner: RestAgent,
) -> None:
    assert planner.refused("PUT", "v2/pages/9999", {"title": "A"}) == (404, "respira_not_found")
    assert planner.refused("DELETE", "v1/pages/9999") == (404, "respira_not_found")
    assert planner.refused("GET", "v2/snapshots/nothing")[0] == 404
    assert planner.refused("GET", "v2/jobs/run_0") == (404, "respira_job_not_found")


@pytest.mark.parametrize("status", [401, 403])
def test_the_sites_no_to_our_login_is_not_taken_for_a_no_to_the_key(
    agent: RestAgent, wordpress: SampleSite, status: int
) -> None:
    body = '{"code": "rest_forbidden", "message": "Sorry, you are not allowed to do that.", "data": {}}'
    wordpress.misbehave(AnswerInstead(status, body), path="/wp/v2/pages/42")
    assert agent.send("GET", ABOUT).status_code == 409


def test_a_site_that_redirects_is_told_of_and_not_followed(agent: RestAgent, wordpress: SampleSite) -> None:
    wordpress.misbehave(redirect("https://elsewhere.example/"), path="/wp/v2/pages/42")
    response = agent.send("GET", ABOUT)
    assert response.status_code == 502
    assert "Location" not in response.headers
    told(response)


def test_people_see_which_program_called(sayso: Installed, enter: Callable[[Holder], RestAgent]) -> None:
    def client_of(name: str, **headers: str) -> str | None:
        holder = sayso.agent(Mode.ASK, name)
        enter(holder).ask("GET", "v2/plan", **headers)
        with sayso.desk.reading() as session:
            return session.get_one(type(holder.key), holder.key.id).client

    named = {"X_Respira_Agent_Client": "claude-code", "X_Respira_Agent_Version": "2.1"}
    assert client_of("One", **named) == "claude-code 2.1"
    unnamed = {"X_Respira_Agent_Client": "unknown", "User_Agent": "respira-mcp/8.3.34 (+https://x.example)"}
    assert client_of("Two", **unnamed) == "respira-mcp 8.3.34"


def test_a_plugin_is_known_by_the_file_that_comes_along() -> None:
    def call(method: str, path: str, **arguments: object) -> tuple[str, object]:
        return of_rest({"method": method, "path": path, "arguments": arguments})

    assert call("POST", "v1/plugins/akismet/activate") == ("activate_plugin", {"slug": "akismet"})
    assert call("POST", "v1/plugins/akismet/update", plugin_file="akismet/akismet.php") == (
        "update_plugin",
        {"slug": "akismet/akismet.php"},
    )
    assert call("DELETE", "v1/plugins/hello.php", plugin_file=None)[0] == "delete_plugin"
    assert call("PUT", "v1/menus/locations/primary", menu_id=0) == (
        "assign_menu_location",
        {"location": "primary", "menu_id": 0},
    )
    assert call("POST", "v2/pages/42/duplicate", suffix="x") == (
        "create_page_duplicate",
        {"original_id": "42", "suffix": "x"},
    )
    assert call("POST", "v2/builder/elements/find/42", postId=42, identifier_type="id") == (
        "find_element",
        {"post_id": "42", "identifier_type": "id"},
    )
