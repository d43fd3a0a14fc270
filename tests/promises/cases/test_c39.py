"""C39: signs that an old database does not keep. They are named, and never taken out silently."""

from __future__ import annotations

import pytest

from tests import taking_back
from tests.installed import Installed
from tests.promises.acts import TAGLINE, owner_sets, plan, sent, statuses
from tests.promises.doors import McpAgent
from tests.worked_example import snapshots_of
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, ChangeMeanwhile

NOT_KEPT = '{"code":"db_update_error","message":"Could not update post in the database.","data":{"status":500}}'
SIGNS = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 e\u0301 \u00e9 \U00024931"


def test_c39_1_the_sign_that_the_database_refused_is_shown(wordpress: SampleSite, agent: McpAgent) -> None:
    """C39.1"""
    plan(agent, ("update_page", {"id": 42, "title": "Sale \U0001f64b"}), TAGLINE)
    wordpress.misbehave(AnswerInstead(500, NOT_KEPT), method="POST", path="/wp/v2/pages")
    receipt = agent.call("apply_plan")
    error = receipt["steps"][0]["error"]
    assert error["message"] == (
        "Could not update post in the database. The text has \U0001f64b: the site's database may not be able to keep "
        "such signs."
    )
    assert error["hint"].startswith("Plan it without these signs")
    assert sent(wordpress) == ["POST /wp/v2/pages"]
    assert statuses(agent) == ["failed", "not_run"]


def test_c39_1_an_error_of_the_database_without_such_a_sign_is_told_as_it_is(
    wordpress: SampleSite, agent: McpAgent
) -> None:
    """C39.1"""
    plan(agent, ("update_page", {"id": 42, "title": "S\u00e4le"}))
    wordpress.misbehave(AnswerInstead(500, NOT_KEPT), method="POST", path="/wp/v2/pages")
    [step] = agent.call("apply_plan")["steps"]
    assert step["error"]["message"] == "Could not update post in the database."


@pytest.mark.parametrize("tool", ["update_page", "create_page"])
def test_c39_2_a_text_that_was_cut_at_the_sign_is_told_to_be_shorter(
    wordpress: SampleSite, sayso: Installed, agent: McpAgent, tool: str
) -> None:
    """C39.2"""
    owner_sets(sayso, direct_editing=True)
    written = wordpress.add("pages", title="The newest")["id"] + 1 if tool == "create_page" else 42
    asked = {"title": "Sale"} if tool == "create_page" else {"id": 42, "edit_target": "live"}
    plan(agent, (tool, {**asked, "content": "<p>Come in \U0001f64b</p>"}))
    cut = ChangeMeanwhile("pages", written, {"content": "<p>Come in "})
    # Update: the item is read for the check and for the snapshot, and only then after the write.
    wordpress.misbehave(cut, method="GET", path=f"/wp/v2/pages/{written}", skip=0 if tool == "create_page" else 2)
    [step] = agent.call("apply_plan")["steps"]
    assert (step["outcome"], step["differs"]) == ("applied", ["content"])
    assert step["why"] == "Text: the site kept only the first 11 of 16 characters."


def test_c39_3_every_sign_comes_through_plan_apply_and_restore(
    wordpress: SampleSite, sayso: Installed, agent: McpAgent
) -> None:
    """C39.3"""
    owner_sets(sayso, direct_editing=True)
    wordpress.change("pages", 42, title=SIGNS, content=f"<p>{SIGNS}</p>")
    [step] = plan(agent, ("update_page", {"id": 42, "title": SIGNS[::-1], "edit_target": "live"}))
    assert SIGNS in step["predicted_effect"]
    receipt = agent.call("apply_plan")
    assert wordpress.read("pages", 42)["title"]["raw"] == SIGNS[::-1]
    [uuid] = snapshots_of(receipt)
    taking_back.restore(sayso.desk, sayso.owner, uuid)
    page = wordpress.read("pages", 42)
    assert (page["title"]["raw"], page["content"]["raw"]) == (SIGNS, f"<p>{SIGNS}</p>")
