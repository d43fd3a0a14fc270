"""C41: a host that takes only so many writes. A short wait is waited out, a long one told, nothing doubled."""

from __future__ import annotations

from tests.promises.acts import plan, sent, statuses
from tests.promises.doors import McpAgent
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import too_many_requests

SETTINGS = [("title", "Grain"), ("description", "Slowly"), ("posts_per_page", "7"), ("timezone", "Europe/Paris")]
WRITES = [("update_option", {"option": name, "value": value}) for name, value in SETTINGS]
ROUTE = "POST /wp/v2/settings"


def test_c41_1_a_short_wait_is_waited_out_and_the_plan_ends_in_its_order(
    wordpress: SampleSite, agent: McpAgent
) -> None:
    """C41.1"""
    plan(agent, *WRITES)
    wordpress.misbehave(too_many_requests(retry_after=1), method="POST", skip=2, times=1)
    assert agent.call("apply_plan")["applied"] == 4
    writes = wordpress.requests.writes()
    names = [next(iter(entry.body)) for entry in writes]
    assert names == ["title", "description", "posts_per_page", "posts_per_page", "timezone"]
    assert [entry.status for entry in writes] == [200, 200, 429, 200, 200]
    assert (writes[3].at - writes[2].at).total_seconds() >= 1


def test_c41_2_a_long_wait_ends_the_run_and_is_told(wordpress: SampleSite, agent: McpAgent) -> None:
    """C41.2"""
    plan(agent, *WRITES)
    wordpress.misbehave(too_many_requests(retry_after=3600), method="POST", times=1)
    receipt = agent.call("apply_plan")
    error = receipt["steps"][0]["error"]
    assert (error["status"], error["hint"], error["retry_after"]) == (429, "Try again after 3600 seconds.", 3600)
    assert sent(wordpress) == [ROUTE]
    assert statuses(agent) == ["failed", "not_run", "not_run", "not_run"]
    assert agent.call("apply_plan")["applied"] == 4
