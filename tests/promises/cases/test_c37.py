"""C37: the login may not do it, or the type is not open to REST."""

from __future__ import annotations

from tests.installed import Installed
from tests.promises.acts import plan, sent, waiting
from tests.promises.doors import McpAgent
from webapp.sample_site import SampleSite


def lowered(wordpress: SampleSite, role: str) -> None:
    """Give the site's own login another role, as another administrator would."""
    person = wordpress.wp.user_named(wordpress.username)
    assert person is not None
    wordpress.wp.store.put("users", person | {"roles": [role]})


def test_c37_1_what_the_login_may_not_publish_is_refused_and_nothing_is_planned(
    wordpress: SampleSite, agent: McpAgent
) -> None:
    """C37.1"""
    draft = wordpress.add("posts", title="Mine")["id"]
    lowered(wordpress, "contributor")
    refused = agent.refused("update_post", id=draft, status="publish")
    assert (refused["code"], waiting(agent)) == ("respira_site_forbids", [])
    assert refused["message"] == f"The site's own login may not publish post {draft} (Mine)."


def test_c37_2_a_right_that_is_gone_stops_the_plan_where_it_is_missing(
    wordpress: SampleSite, agent: McpAgent
) -> None:
    """C37.2"""
    mine = wordpress.add("posts", title="Mine")["id"]
    others = wordpress.add("posts", title="Somebody's", author=2)["id"]
    steps = [("update_post", {"id": number, "excerpt": "In short"}) for number in (mine, others, mine)]
    steps[2] = ("update_option", {"option": "description", "value": "Slowly"})
    plan(agent, *steps)
    lowered(wordpress, "author")
    receipt = agent.call("apply_plan")
    assert (receipt["applied"], receipt["failed"], receipt["not_run"]) == (1, 1, 1)
    assert f"The site's own login may not edit post {others}." in str(receipt["steps"][1])
    assert sent(wordpress) == ["POST /wp/v2/posts"]


def test_c37_3_the_id_of_another_kind_is_said_to_be_that(agent: McpAgent) -> None:
    """C37.3"""
    refused = agent.refused("update_page", id=101, title="X")
    assert (refused["code"], refused["message"]) == ("respira_not_found", "That is a post: use update_post.")


def test_c37_4_a_type_that_is_not_open_is_said_to_be_so(wordpress: SampleSite, agent: McpAgent) -> None:
    """C37.4"""
    wordpress.requests.clear()
    refused = agent.refused("update_custom_post", type="book", id=3, title="X")
    assert refused["message"].startswith("Custom type book is not open to the REST interface")
    assert [entry.route for entry in wordpress.requests.all()] == ["/wp/v2/types/book"]


def test_c37_5_a_status_that_is_none_is_refused_with_those_there_are(sayso: Installed, agent: McpAgent) -> None:
    """C37.5"""
    refused = agent.refused("update_post", id=101, status="publsh")
    assert refused["code"] == "respira_invalid_arguments"
    assert refused["message"] == ("The argument status must be one of: publish, draft, pending, private, future.")
