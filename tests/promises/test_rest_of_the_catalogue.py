"""The rest of the catalogue at every door: where it lands, who approves it, and calls of several writes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pictures import in_base64, png
from tests.promises.acts import sent, waiting
from tests.promises.doors import Agent, Answer
from webapp.sample_site import SampleSite

SECTIONS = [{"type": "text", "text": "Water."}]
TWO = [
    {"tool": "update_page", "arguments": {"id": 42, "title": "Our story"}},
    {"tool": "update_option", "arguments": {"option": "description", "value": "Wood, slowly"}},
]
# The classic theme of the sample site has places for menus, a block theme has none.
BLOCK_THEME: dict[str, int] = {}


def planned(agent: Agent, tool: str, **arguments: Any) -> Answer:
    """One planned write; the plan stays on."""
    agent.call("begin_session", mode="plan")
    return agent.call(tool, **arguments)


@pytest.mark.promise("P-LAND-08")
def test_an_update_of_a_post_and_of_a_custom_post_lands_on_a_copy(agent: Agent, wordpress: SampleSite) -> None:
    post, recipe = (wordpress.add(kind, title="Soup", status="publish")["id"] for kind in ("posts", "recipes"))
    steps = [
        planned(agent, "update_post", id=post, title="Green soup"),
        planned(agent, "update_custom_post", type="recipe", id=recipe, title="Green soup"),
    ]
    assert [(step["lands_on"]["where"], step["lands_on"]["post_id"]) for step in steps] == [
        ("copy", post),
        ("copy", recipe),
    ]
    results = [step["result"] for step in agent.call("apply_plan")["steps"]]
    assert [result["original_id"] for result in results] == [post, recipe]
    for kind, live, result in (("posts", post, results[0]), ("recipes", recipe, results[1])):
        assert wordpress.read(kind, live)["title"]["raw"] == "Soup"
        assert wordpress.read(kind, result["id"])["title"]["raw"] == "Green soup"


@pytest.mark.promise("D-LAND-09")
def test_media_terms_comments_and_users_land_live(agent: Agent, wordpress: SampleSite) -> None:
    wordpress.change("pages", 42, comment_status="open")
    picture = {"file": in_base64(png(8, 8)), "filename": "boat.png", "title": "Boat"}
    steps = [
        planned(agent, "upload_media", **picture),
        planned(agent, "create_term", taxonomy="category", name="Boats"),
        planned(agent, "create_comment", post_id=42, content="Fine."),
        planned(agent, "create_user", username="otto", email="otto@x.example", role="author"),
    ]
    assert [step["lands_on"]["where"] for step in steps] == ["live", "live", "live", "live"]
    assert sent(wordpress) == []
    assert agent.call("apply_plan")["applied"] == 4
    routes = {line for line in sent(wordpress) if line.count("/") == 3}
    assert routes == {"POST /wp/v2/media", "POST /wp/v2/categories", "POST /wp/v2/comments", "POST /wp/v2/users"}


@pytest.mark.promise("D-LAND-09")
def test_templates_land_live(agent: Agent, wordpress: SampleSite) -> None:
    wordpress.wp.locations = BLOCK_THEME
    template = agent.call("list_templates")["templates"][0]["id"]
    step = planned(agent, "update_template", id=template, title="Of the harbour")
    assert step["lands_on"]["where"] == "live"
    assert agent.call("apply_plan")["applied"] == 1
    assert wordpress.read("templates", template)["title"]["raw"] == "Of the harbour"


@pytest.mark.promise("P-LAND-04", "P-APPR-03")
def test_a_plugin_lands_live_and_every_change_of_plugins_asks_for_approval(
    agent: Agent, wordpress: SampleSite
) -> None:
    steps = [
        planned(agent, "activate_plugin", slug="hello.php"),
        planned(agent, "install_plugin", slug_or_url="tide-table"),
    ]
    assert [step["lands_on"]["where"] for step in steps] == ["live", "live"]
    assert [step["approval_required"] for step in steps] == [True, True]
    receipt = agent.call("apply_plan")
    assert receipt["approved_by_apply"] == [step["step_id"] for step in steps]
    agent.call("end_session")
    told = agent.raw("deactivate_plugin", slug="hello.php").body
    assert told["code"] == "respira_approval_required"
    assert wordpress.read("plugins", "hello")["status"] == "active"


@pytest.mark.promise("D-APPR-04")
def test_every_change_of_users_asks_for_approval(agent: Agent, wordpress: SampleSite) -> None:
    mia, ida = (
        wordpress.add("users", username=name, email=f"{name}@x.example", password="x" * 20)["id"]
        for name in ("mia", "ida")
    )
    steps = [
        planned(agent, "create_user", username="otto", email="otto@x.example", role="author"),
        planned(agent, "update_user", id=mia, first_name="Mia"),
        planned(agent, "delete_user", id=ida, reassign=mia),
    ]
    assert [step["approval_required"] for step in steps] == [True, True, True]
    agent.call("end_session")
    told = agent.raw("update_user", id=mia, first_name="Mia").body
    assert told["code"] == "respira_approval_required"
    assert sent(wordpress) == []


@pytest.mark.promise("P-MANY-01", "D-WORD-13")
def test_a_call_with_several_writes_answers_each_as_a_step_and_the_first_ones_fields_on_top(
    agent: Agent, wordpress: SampleSite
) -> None:
    answer = planned(agent, "batch_update", items=TWO)
    assert answer["code"] == "respira_plan_step"
    assert [(step["position"], step["tool"]) for step in answer["steps"]] == [
        (1, f"{agent.prefix}update_page"),
        (2, f"{agent.prefix}update_option"),
    ]
    first = answer["steps"][0]
    assert {name: answer[name] for name in first} == first
    assert answer["plan"]["step_ids"] == [step["step_id"] for step in answer["steps"]] == waiting(agent)
    assert "stopped" not in answer
    assert sent(wordpress) == []


@pytest.mark.promise("P-MANY-02")
def test_it_says_after_which_step_it_stopped_why_and_what_to_plan_next(agent: Agent, wordpress: SampleSite) -> None:
    wordpress.wp.locations = BLOCK_THEME
    answer = planned(agent, "build_page", title="Harbour", structure=SECTIONS, menu_id=3)
    assert answer["stopped"] == {
        "after": answer["steps"][-1]["step_id"],
        "why": "The site's theme shows its navigation by a block, whose link needs the page's own address, and the "
        "page has that only once it is made.",
        "plan_next": f"{agent.prefix}update_navigation, with the page's title and link.",
    }


@pytest.mark.promise("D-PLAN-15")
def test_a_call_whose_steps_do_not_all_fit_or_could_not_all_run_adds_none(agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    lost = {"tool": "update_page", "arguments": {"id": 9999, "title": "Lost"}}
    refused = agent.refused("batch_update", items=[*TWO, lost])
    assert (refused["code"], refused["message"][:30]) == ("respira_not_found", "Write 3 of 3 (update_page): Th")
    assert waiting(agent) == []
    most = [{"tool": "update_page", "arguments": {"id": 42, "title": f"Title {number}"}} for number in range(49)]
    agent.call("batch_update", items=most)
    assert agent.refused("batch_update", items=TWO)["code"] == "respira_plan_full"
    assert len(waiting(agent)) == 49


@pytest.mark.promise("D-MEDIA-01")
def test_an_upload_that_was_cut_short_is_refused_as_incomplete(agent: Agent, wordpress: SampleSite) -> None:
    whole = in_base64(png(64, 48))
    agent.call("begin_session", mode="plan")
    for cut in (whole[: len(whole) // 2 // 4 * 4], whole[:-3]):
        refused = agent.refused("upload_media", file=cut, filename="boat.png")
        assert refused["code"] == "respira_upload_incomplete"
    assert waiting(agent) == []
    assert sent(wordpress) == []
