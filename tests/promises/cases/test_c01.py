"""C01: a web server that does not pass the login on. What connecting says of it is tested where logins are proved."""

from __future__ import annotations

from tests.installed import Installed
from tests.promises.acts import ABOUT, TAGLINE, TITLE, plan, sent, statuses
from tests.promises.doors import McpAgent
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import IgnoreAuthorization


def test_c01_4_a_login_that_arrives_with_reads_only_stops_the_plan_at_its_first_write(
    wordpress: SampleSite, agent: McpAgent
) -> None:
    """C01.4"""
    plan(agent, ABOUT, TAGLINE, TITLE)
    wordpress.misbehave(IgnoreAuthorization(writes_only=True))
    receipt = agent.call("apply_plan")
    assert [step["outcome"] for step in receipt["steps"]] == ["failed", "not_run", "not_run"]
    told = receipt["steps"][0]["error"]
    assert (told["code"], told["status"]) == ("rest_cannot_create", 401)
    assert told["hint"] == "The site took this call for a stranger's. Prove the site's login again in Sayso."
    assert sent(wordpress) == ["POST /wp/v2/pages"]
    assert statuses(agent) == ["failed", "not_run", "not_run"]


def test_c05_1_a_site_that_hides_everything_from_strangers_is_worked_on(
    wordpress: SampleSite, sayso: Installed, agent: McpAgent
) -> None:
    """C05.1"""
    plan(agent, ABOUT)
    assert agent.call("apply_plan")["applied"] == 1
    rest = [entry for entry in wordpress.requests.all() if entry.route]
    assert [entry.path for entry in rest if not entry.had_authorization] == []
