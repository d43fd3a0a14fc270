"""What a new key finds when it lists its tools: few enough for every client, with names that fit."""

import pytest

from tests.doors.agent import Agent
from webapp.core import keys
from webapp.data import Mode


@pytest.fixture
def new(desk, issued):
    with desk.writing() as session:
        return keys.issue(session, desk, issued.key.site_id, "New", Mode.BROWSER).token


@pytest.mark.parametrize("address", ["/mcp", "/wp-json/respira/v1/mcp", "/mcp/stdio", "/mcp/short"])
def test_a_new_key_lists_at_most_forty_tools_with_names_of_at_most_forty_characters(client, new, address):
    names = [tool["name"] for tool in Agent(client, new, address).modern("tools/list").get_json()["result"]["tools"]]
    assert 13 <= len(names) <= 40
    assert max(map(len, names)) <= 40
    short = {name.removeprefix("respira_").removeprefix("wordpress_") for name in names}
    assert {"begin_session", "apply_plan", "list_pages", "update_page", "update_option"} <= short
    assert short.isdisjoint({"delete_user", "list_plugins", "get_option"})
