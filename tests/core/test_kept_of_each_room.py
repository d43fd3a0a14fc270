"""What a snapshot tells of a change of each kind of thing: the fields of that thing, exactly these."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.examples.every import EVERY
from tests.installed import Installed, installed
from tests.playing import connected
from tests.sample import sample_site
from tests.site_state import reading
from webapp.data import Mode
from webapp.sample_site import SampleSite

OF_AN_ITEM = ["title", "content", "excerpt", "status", "slug"]
OF_ITS_PAGE = ["parent", "menu_order", "template", "featured_media"]
OF_ITS_POST = ["template", "featured_media", "categories", "tags", "format", "sticky"]
AND = ["author", "comment_status", "ping_status", "password", "date", "meta.footnotes"]
OF_A_USER = ["slug", "description", "email", "first_name", "last_name", "locale", "name", "nickname", "roles", "url"]
# A write of each room, and the fields that its snapshot tells. What makes something finds nothing there.
TOLD = {
    "update_element": [*OF_AN_ITEM, *OF_ITS_PAGE, *AND],
    "delete_page": [*OF_AN_ITEM, *OF_ITS_PAGE, *AND],
    "delete_post": [*OF_AN_ITEM, *OF_ITS_POST, *AND],
    "create_page": [],
    "upload_media": [],
    "delete_media": ["title", "alt_text", "caption", "description"],
    "create_comment": [],
    "delete_comment": ["content", "status", "author_name"],
    "update_term": ["slug", "parent", "description", "name"],
    "create_user": [],
    "delete_user": [*OF_A_USER, "username"],
    "create_menu_item": ["name"],
    "update_menu_item-link": ["item.402.url", "name"],
    "assign_menu_location": ["menu"],
    "update_navigation-add": ["content"],
    "update_template": ["content", "source"],
    "update_option": ["description"],
    "activate_plugin": ["status"],
    "install_plugin": [],
    "delete_plugin": ["status", "version"],
}
NEVER = ("author_ip", "author_email", "user_agent", "base64", "iVBORw0KGgo")


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """One installation for all of them, which takes longer to set up than a write."""
    folder = tmp_path_factory.mktemp("kept")
    with sample_site() as first, installed(folder, first.url, first.username, first.app_password) as one:
        yield one


@pytest.mark.parametrize("name", TOLD)
def test_a_snapshot_tells_the_fields_of_its_target_and_nothing_else(
    name: str, installation: Installed, wordpress: SampleSite
) -> None:
    example = EVERY[name]
    if example.theme == "block":
        wordpress.wp.locations = {}
    login = wordpress.username, wordpress.app_password
    sayso = connected(installation, name, wordpress.url, login)
    with reading(f"{wordpress.url}/wp-json/", *login) as hand:
        prepared = example.prepare(hand)
    agent = sayso.agent(Mode.CHAT)
    agent.call(example.tool, **example.arguments(prepared))
    [uuid] = agent.call("apply_plan")["steps"][0]["snapshots"]
    told = agent.call("get_snapshot", snapshot_uuid=uuid, include="content")
    assert (told["fields"], sorted(told["content"])) == (TOLD[name], sorted(TOLD[name]))
    assert [word for word in NEVER if word in str(told)] == []
