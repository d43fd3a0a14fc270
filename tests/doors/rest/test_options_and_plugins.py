"""Settings and plugins at the REST door, with the routes and names that a published client sends."""

from __future__ import annotations

import pytest

from tests.doors.rest.agent import RestAgent
from webapp.sample_site import SampleSite


def test_settings_are_listed_searched_and_read(planner: RestAgent) -> None:
    assert planner.ask("GET", "v1/options")["total"] == 20
    assert planner.ask("GET", "v1/options?search=tagline")["options"][0]["name"] == "description"
    assert planner.ask("GET", "v1/options/blogname")["value"] == "Harbour & Grain"


def test_a_setting_is_planned_whatever_else_a_client_sends_of_its_type(planner: RestAgent) -> None:
    sent = {"value": 7, "allow_type_change": True, "allow_object_overwrite": True}
    step = planner.ask("POST", "v1/options/posts_per_page", sent)
    assert step["tool"] == "respira_update_option"
    assert step["arguments"] == {"option": "posts_per_page", "value": "7"}


@pytest.mark.parametrize(("action", "tool"), [("activate", "activate_plugin"), ("deactivate", "deactivate_plugin")])
def test_a_plugin_is_named_by_its_folder_or_by_its_file_too(planner: RestAgent, action: str, tool: str) -> None:
    by_folder = planner.ask("POST", f"v1/plugins/akismet/{action}")
    by_file = planner.ask("POST", f"v1/plugins/akismet/{action}", {"plugin_file": "akismet/akismet.php"})
    assert by_folder["tool"] == by_file["tool"] == f"respira_{tool}"
    assert by_file["arguments"] == {"slug": "akismet/akismet.php"}
    assert by_folder["predicted_effect"] == by_file["predicted_effect"]


def test_a_plugin_is_installed_and_deleted_by_steps_and_never_updated(
    planner: RestAgent, wordpress: SampleSite
) -> None:
    sent = {"slug_or_url": "tide-table", "source": "wordpress.org"}
    assert planner.ask("POST", "v1/plugins/install", sent)["tool"] == "respira_install_plugin"
    assert planner.ask("DELETE", "v1/plugins/hello.php")["tool"] == "respira_delete_plugin"
    refused = planner.refused("POST", "v1/plugins/akismet/update")
    assert refused == (409, "respira_not_possible")
    assert wordpress.requests.writes() == []
