"""C38: texts that are larger than the web server in front of WordPress takes."""

from __future__ import annotations

import pytest

from tests import taking_back
from tests.installed import Installed
from tests.promises.acts import TAGLINE, owner_sets, plan, sent, statuses
from tests.promises.doors import McpAgent
from tests.worked_example import snapshots_of
from webapp.errors import SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead

LARGE = "<p>" + "word " * 30_000 + "</p>"
REFUSED = (
    "The site's web server refused what was sent with a page of its own ({}). It has {} KB: that may be more than "
    "the server takes."
)


def nginx(status: int) -> AnswerInstead:
    return AnswerInstead(status, "<html><h1>nginx</h1></html>", "text/html")


@pytest.mark.parametrize("status", [403, 413])
def test_c38_1_a_text_too_large_is_sent_once_and_its_size_is_told(
    wordpress: SampleSite, agent: McpAgent, status: int
) -> None:
    """C38.1"""
    plan(agent, ("create_page", {"title": "Long", "content": LARGE}), TAGLINE)
    wordpress.misbehave(nginx(status), method="POST", path="/wp/v2/pages")
    receipt = agent.call("apply_plan")
    assert [step["outcome"] for step in receipt["steps"]] == ["failed", "not_run"]
    error = receipt["steps"][0]["error"]
    assert (error["code"], error["status"]) == ("respira_site_not_json", status)
    assert error["message"] == REFUSED.format(status, 147)
    assert sent(wordpress) == ["POST /wp/v2/pages"]
    assert statuses(agent) == ["failed", "not_run"]
    wordpress.behave()
    assert agent.call("apply_plan")["applied"] == 2


def test_c38_2_an_argument_of_five_megabytes_is_refused_with_the_limit(agent: McpAgent) -> None:
    """C38.2"""
    agent.call("begin_session", mode="plan")
    answer = agent.client.legacy("tools/call", {"name": "respira_wordpress_create_page", "arguments": {
        "title": "Huge", "content": "x" * 5 * 1024 * 1024}})  # fmt: skip
    assert (answer.status_code, answer.get_json()["error"]["message"]) == (413, "The message is larger than 5 MB.")
    assert agent.call("get_plan")["steps"] == []


def test_c38_2_an_argument_of_four_megabytes_is_planned(agent: McpAgent) -> None:
    """C38.2"""
    [step] = plan(agent, ("create_page", {"title": "Huge", "content": "x " * 2_000_000}))
    assert step["code"] == "respira_plan_step"
    assert len(str(step)) < 5_000


def test_c38_3_a_restore_that_is_too_large_says_so_and_the_snapshot_stays(
    wordpress: SampleSite, sayso: Installed, agent: McpAgent
) -> None:
    """C38.3"""
    owner_sets(sayso, direct_editing=True)
    page = wordpress.add("pages", title="Long", status="publish", content=LARGE)["id"]
    plan(agent, ("update_page", {"id": page, "content": "<p>Short.</p>", "edit_target": "live"}))
    [uuid] = snapshots_of(agent.call("apply_plan"))
    wordpress.misbehave(nginx(413), method="POST", path=f"/wp/v2/pages/{page}")
    with pytest.raises(SiteTrouble) as trouble:
        taking_back.restore(sayso.desk, sayso.owner, uuid)
    assert trouble.value.message == REFUSED.format(413, 147)
    wordpress.behave()
    assert list(taking_back.restore(sayso.desk, sayso.owner, uuid).differs) == []
    assert wordpress.read("pages", page)["content"]["raw"] == LARGE
