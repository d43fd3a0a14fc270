"""The demo on somebody's own WordPress: the same plan waits, and nothing of it has touched the site."""

from __future__ import annotations

from tests.demo_running import demo
from tests.real.site import Site
from webapp.agent_part import Agent


def test_the_demo_plays_its_part_on_a_real_site(wordpress: Site) -> None:
    options = ["--wordpress", wordpress.url, "--user", wordpress.username, "--app-password", wordpress.app_password]
    with demo(*options) as told:
        assert told["site_url"] == wordpress.url
        plan = Agent(told["mcp_url"], told["keys"]["browser"]).call("get_plan")
    assert [step["predicted_effect"] for step in plan["steps"]] == [
        "Update page 42 (About): title.",
        'Add "Services" to the menu Main menu.',
        "Move page 311 (Team) to the trash.",
    ]
    assert wordpress.get("/wp/v2/pages/42", context="edit")["title"]["raw"] == "About"
    assert wordpress.get("/wp/v2/pages/311", context="edit")["status"] == "draft"
