"""The published client, unmodified, at our REST door: it connects, reads, plans and carries the plan's tools.

It knows nothing of plan mode. What it sent is compared with what was asked of it, and what the site got with what the
person said yes to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.installed import PREFIX as MCP_PREFIX
from tests.installed import Installed, installed
from tests.outside.npm_client import PREFIX, NpmClient, Recorder
from tests.pictures import in_base64, png
from tests.sample import sample_site
from tests.serving import served
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import Place, Planned, expected_plan, expected_receipt, menu_arguments, snapshots_of
from webapp.app import create_app
from webapp.data import Mode
from webapp.sample_site import SampleSite
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.tool import ManyTool, WriteTool

Answer = dict[str, Any]


@dataclass(frozen=True)
class There:
    """Our installation as the client meets it: its address is what the client takes for the site's."""

    address: str
    door: Recorder
    sayso: Installed
    wordpress: SampleSite

    @property
    def place(self) -> Place:
        return Place(f"{self.wordpress.url}/wp-json/", 3, 44, f"{self.wordpress.url}/services/")

    def got(self) -> list[str]:
        """Every write that reached the site."""
        return [f"{entry.method} {entry.route}" for entry in self.wordpress.requests.writes()]


@pytest.fixture
def there(tmp_path: Path) -> Iterator[There]:
    door = Recorder()
    with sample_site() as site, served(door) as address:
        login = site.username, site.app_password
        with installed(tmp_path, site.url, *login, public_url=address) as sayso:
            door.program = create_app(sayso.desk)
            yield There(address, door, sayso, site)


Enter = Callable[[Mode], NpmClient]


@pytest.fixture
def enter(there: There, home: Path) -> Iterator[Enter]:
    """Start the client with a key of its own, and end it after the test."""
    started: list[NpmClient] = []

    def start(mode: Mode) -> NpmClient:
        client = NpmClient(there.address, there.sayso.agent(mode).token, home)
        started.append(client)
        client.begin()
        return client

    yield start
    for client in started:
        client.close()


def test_it_connects_and_lists_what_it_offers(there: There, enter: Enter) -> None:
    client = enter(Mode.ASK)
    names = {tool["name"].removeprefix(PREFIX) for tool in client.ask("tools/list")["tools"]}
    assert {"begin_session", "end_session", "update_page", "create_menu_item", "invoke_ability"} <= names
    assert {"get_plan", "apply_plan"} & names == set()
    assert "GET v1/context/site-info" in there.door.lines()
    assert "GET v2/server/compatibility" in there.door.lines()
    assert there.door.lines("POST", "PUT", "DELETE") == []
    assert {sent.headers.get("x-respira-api-key", "")[:8] for sent in there.door.sent} == {"respira_"}


def test_it_reads(there: There, enter: Enter) -> None:
    client = enter(Mode.CHAT)
    assert len(client.call("list_pages", per_page=2)["pages"]) == 2
    assert client.call("read_page", id=42)["title"] == "About"
    assert client.call("list_menus")["menus"][0]["name"] == "Main menu"
    assert [item["title"] for item in client.call("list_menu_items", menu_id=3)["items"]] == [
        "Home",
        "About",
        "Contact",
    ]
    assert client.call("list_snapshots")["snapshots"] == []
    told = client.call("get_site_context")
    assert (told["site_name"], told["active_plugin_count"]) == ("Harbour & Grain", 2)
    assert (told["active_theme"], told["page_builder"]) == ({"name": "harbour-classic"}, {"name": "gutenberg"})
    assert told["custom_post_types"] == [{"name": "recipe", "label": "Recipes"}]
    assert client.call("get_builder_info")["active_builder"] == {"name": "gutenberg"}
    assert client.call("get_server_compatibility")["plugin_version"] == "9.1.0"
    [ability] = client.call("search_abilities", query="respira/apply-plan")["abilities"]
    assert ability["name"] == "respira/apply-plan"
    assert there.got() == []


def test_what_is_not_there_keeps_its_code_and_is_asked_for_once(there: There, enter: Enter) -> None:
    client = enter(Mode.CHAT)
    result = client.result("update_page", id=9999, title="A")
    assert result["isError"] is True
    error = json.loads(result["content"][0]["text"])
    assert error["code"] == "respira_not_found"
    assert error["error"] == "API error (404): There is no page 9999 on the site."
    assert there.door.lines("POST", "PUT", "DELETE") == ["PUT v2/pages/9999"]


def test_its_own_diagnosis_finds_nothing_in_the_way(there: There, enter: Enter) -> None:
    found = json.loads(enter(Mode.CHAT).result("diagnose_connection")["content"][0]["text"])
    assert found["plugin_diagnostic"]["healthy"] is True
    assert found["edge_layer_detected"] is None
    statuses = {probe["label"]: (probe["status"], probe["looks_like_html"]) for probe in found["outside_probes"]}
    assert statuses["rest_root"] == (200, False)
    assert statuses["respira_ping"] == (200, False)
    assert statuses["respira_ping_rest_route"] == (200, False)
    assert statuses["respira_ping_options"] == (200, False)
    assert statuses["respira_ping_put"] == (404, False)
    assert there.got() == []


# What is made by hand before the client is asked, as the sample site numbers it.
PICTURE, SOUP, BREAD, SPARE_MENU = 400, 401, 402, 20


def _row(words: str) -> Answer:
    """Name a row of the list on the page Services."""
    return {"post_id": 44, "identifier_type": "text", "identifier_value": words}


_HEADING = {"post_id": 44, "identifier_type": "path", "identifier_value": "1"}
_STAIRS = {"identifier_type": "text", "identifier_value": "Staircases, straight and spiral"}
_COMMENT = {"post_id": 101, "author": "Ana", "author_email": "ana@example.org", "content": "When is it open?"}
# How the client is asked for each write that we have a tool for, and what it sends. One that is new belongs here.
WRITES: dict[str, tuple[Answer, str]] = {
    "update_page": ({"id": 42, "title": "Our story"}, "PUT v2/pages/42"),
    "delete_page": ({"id": 311, "force": True}, "DELETE v1/pages/311?force=true&confirm_live_edit=true"),
    "create_page_duplicate": ({"original_id": 46, "suffix": " 2"}, "POST v2/pages/46/duplicate"),
    "build_page": ({"title": "Visit", "structure": [{"type": "text", "text": "Come in."}]}, "POST v2/builder/build"),
    "update_post": ({"id": 101, "title": "Forty-one windows", "append_terms": True}, "PUT v2/posts/101"),
    "delete_post": ({"id": 104, "force": True}, "DELETE v1/posts/104?force=true"),
    "create_post_duplicate": ({"post_id": 109}, "POST v2/posts/109/duplicate"),
    "create_custom_post": ({"type": "page", "title": "Prices"}, "POST v1/post-types/page/posts"),
    "update_custom_post": (
        {"type": "recipe", "id": SOUP, "title": "Green soup"},
        f"PUT v2/post-types/recipe/posts/{SOUP}",
    ),
    "delete_custom_post": ({"type": "recipe", "id": BREAD}, f"DELETE v1/post-types/recipe/posts/{BREAD}"),
    "update_element": (
        {**_row("Tables and benches"), "updates": {"text": "Tables"}, "edit_target": "duplicate"},
        "POST v2/builder/elements/update/44",
    ),
    "move_element": ({**_HEADING, "position": "start"}, "POST v2/builder/elements/move/44"),
    "duplicate_element": (_row("Doors and sash windows"), "POST v2/builder/elements/duplicate/44"),
    "remove_element": (_row("Fitted kitchens"), "POST v2/builder/elements/remove/44"),
    "batch_update": (
        {"post_id": 44, "operations": [{"action": "remove", **_STAIRS}]},
        "POST v2/builder/elements/batch/44",
    ),
    "upload_media": (
        {"file": in_base64(png(8, 8)), "filename": "shop.png", "alt": "The shop"},
        "POST v1/media/upload",
    ),
    "update_media": ({"id": PICTURE, "alt": "Boats"}, f"PUT v1/media/{PICTURE}"),
    "update_media_batch": ({"items": [{"id": PICTURE, "title": "The harbour"}]}, "PUT v1/media/batch"),
    "delete_media": ({"id": PICTURE, "force": True}, f"DELETE v1/media/{PICTURE}?force=true"),
    "create_menu": ({"name": "Below"}, "POST v1/menus"),
    "update_menu": ({"id": 3, "description": "At the top"}, "PUT v1/menus/3"),
    "delete_menu": ({"id": SPARE_MENU}, f"DELETE v1/menus/{SPARE_MENU}"),
    "assign_menu_location": ({"location": "footer", "menu_id": 3}, "PUT v1/menus/locations/footer"),
    "create_menu_item": ({"menu_id": 3, "title": "Shop", "url": "https://shop.example/"}, "POST v1/menus/3/items"),
    "update_menu_item": ({"item_id": 21, "title": "Start"}, "PUT v1/menus/items/21"),
    "delete_menu_item": ({"item_id": 23}, "DELETE v1/menus/items/23"),
    "create_term": ({"taxonomy": "category", "name": "Courses"}, "POST v1/taxonomies/category/terms"),
    "update_term": (
        {"taxonomy": "category", "id": 2, "name": "Work"},
        "PUT v1/taxonomies/category/terms/2",
    ),
    "delete_term": ({"taxonomy": "post_tag", "id": 8}, "DELETE v1/taxonomies/post_tag/terms/8"),
    "create_comment": (_COMMENT, "POST v1/comments"),
    "update_comment": ({"id": 1, "content": "Thank you."}, "PUT v1/comments/1"),
    "delete_comment": ({"id": 2}, "DELETE v1/comments/2"),
    "activate_plugin": ({"slug": "hello.php"}, "POST v1/plugins/hello.php/activate"),
    "deactivate_plugin": ({"slug": "akismet/akismet.php"}, "POST v1/plugins/akismet/deactivate"),
    "install_plugin": ({"slug_or_url": "tide-table"}, "POST v1/plugins/install"),
    "delete_plugin": ({"slug": "quayside-forms"}, "DELETE v1/plugins/quayside-forms"),
    "create_user": (
        {"username": "otto", "email": "otto@example.org", "role": "author"},
        "POST v1/users",
    ),
    "update_user": ({"id": 3, "email": "tomas@example.org"}, "PUT v1/users/3"),
    "delete_user": ({"id": 4, "reassign": 1}, "DELETE v1/users/4?reassign=1"),
    "update_option": ({"option": "blogdescription", "value": "Wood"}, "POST v1/options/blogdescription"),
    # What is restored is what the test changes first.
    "restore_snapshot": ({}, "POST v2/snapshots/restore"),
    "restore_session": ({}, "POST v2/snapshots/restore-session"),
}


def made_by_hand(reader: Reader, wordpress: SampleSite) -> None:
    """Make what some of the writes are about."""
    made = [reader.upload("harbour.png", png(8, 8), "image/png")]
    made += [wordpress.add("recipes", title=title, status="publish") for title in ("Caldo verde", "Broa")]
    made += [wordpress.add("menus", name="Spare")]
    assert [item["id"] for item in made] == [PICTURE, SOUP, BREAD, SPARE_MENU]


def test_every_write_that_it_can_send_is_planned_with_a_key_that_always_plans(
    there: There, enter: Enter, reader: Reader
) -> None:
    made_by_hand(reader, there.wordpress)
    client = enter(Mode.CHAT)
    offered = {tool["name"].removeprefix(PREFIX) for tool in client.ask("tools/list")["tools"]}
    ours = {name for name, tool in CATALOGUE.items() if isinstance(tool, WriteTool | ManyTool)}
    assert set(WRITES) == offered & ours

    client.call("update_option", option="title", value="Grain")
    [titled] = client.invoke("apply_plan")["steps"]
    client.call("update_option", option="start_of_week", value="0")
    run = client.invoke("apply_plan")["review"]["job_id"]
    further = {"restore_snapshot": {"snapshot_uuid": titled["snapshots"][0]}, "restore_session": {"session_id": run}}
    there.wordpress.requests.clear()
    there.door.sent.clear()
    position = 3
    for tool, (arguments, _) in WRITES.items():
        step = client.call(tool, **arguments, **further.get(tool, {}))
        assert (step["code"], step["planned"], step["position"]) == ("respira_plan_step", True, position), tool
        # A call of several writes answers all its steps, each by the tool that makes it.
        position += len(step.get("steps", [step]))
        assert "steps" in step or step["tool"] == PREFIX + tool
    assert there.door.lines("POST", "PUT", "DELETE") == [line for _, line in WRITES.values()]
    marks = [sent.headers["idempotency-key"] for sent in there.door.sent if sent.method != "GET"]
    assert len(set(marks)) == len(WRITES)
    assert there.got() == []


@pytest.fixture
def reader(there: There) -> Iterator[Reader]:
    with reading(there.place.rest, there.wordpress.username, there.wordpress.app_password) as one:
        yield one


def test_calls_that_are_under_way_together_are_each_taken_for_what_they_are(there: There, enter: Enter) -> None:
    client = enter(Mode.CHAT)
    # It asks this once, and holds back what needs the answer.
    client.call("list_pages", per_page=1)
    calls = [
        ("update_page", {"id": 42, "title": "Our story"}),
        ("delete_page", {"id": 311}),
        ("update_option", {"option": "blogdescription", "value": "Wood, slowly"}),
    ]
    with ThreadPoolExecutor(3) as pool:
        steps = list(pool.map(lambda call: client.call(call[0], **call[1]), calls))
    assert [step["tool"] for step in steps] == [PREFIX + tool for tool, _ in calls]
    assert sorted(step["position"] for step in steps) == [1, 2, 3]


def as_here(value: Any) -> Any:
    """An expected answer, with the names of tools as this door spells them."""
    if isinstance(value, dict):
        return {name: as_here(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_here(inner) for inner in value]
    return value.replace(MCP_PREFIX, PREFIX) if isinstance(value, str) else value


def played(there: There, client: NpmClient, begun: Answer) -> Planned:
    """Play the example's three writes with the client's own tools, and check everything up to the yes."""
    steps = (
        client.call("update_page", id=42, title="Our story"),
        client.call("create_menu_item", **menu_arguments(there.place)),
        client.call("delete_page", id=311),
    )
    planned = Planned(begun, steps, client.invoke("get_plan"))
    expected = expected_plan(planned, there.place)
    assert planned.begun == expected.begun
    assert list(planned.steps) == as_here(list(expected.steps))
    assert planned.plan == as_here(expected.plan)
    assert there.got() == []
    return planned


WRITES_OF_THE_EXAMPLE = ["PUT v2/pages/42", "POST v1/menus/3/items", "DELETE v1/pages/311"]


def test_the_worked_example_with_plan_tools_carried_as_abilities(there: There, enter: Enter, reader: Reader) -> None:
    there.wordpress.requests.clear()
    client, before = enter(Mode.ASK), first_state(reader)
    planned = played(there, client, client.invoke("begin_session", mode="plan"))
    assert first_state(reader) == before

    receipt = client.invoke("apply_plan")
    assert receipt == as_here(expected_receipt(planned, there.place, there.address))
    assert there.got() == ["POST /wp/v2/pages", "POST /wp/v2/menu-items", "DELETE /wp/v2/pages/311"]
    ended = client.call("end_session")
    assert (ended["plan_mode"], ended["discarded_steps"]) == (False, 0)

    for uuid in snapshots_of(receipt):
        assert client.call("restore_snapshot", snapshot_uuid=uuid)["restored"] is True
    copy_id = receipt["steps"][0]["result"]["id"]
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []
    assert there.door.lines("POST", "PUT", "DELETE") == [
        "POST v1/abilities/invoke",
        *WRITES_OF_THE_EXAMPLE,
        *["POST v1/abilities/invoke"] * 2,
        "POST v2/snapshots/session/end",
        *["POST v2/snapshots/restore"] * 3,
    ]


def test_the_worked_example_with_a_key_that_always_plans(there: There, enter: Enter) -> None:
    there.wordpress.requests.clear()
    client = enter(Mode.CHAT)
    # The client does not pass the mode on.
    planned = played(there, client, client.call("begin_session", mode="plan"))
    receipt = client.invoke("apply_plan")
    assert receipt == as_here(expected_receipt(planned, there.place, there.address))
    assert client.call("end_session")["discarded_steps"] == 0
    assert there.got() == ["POST /wp/v2/pages", "POST /wp/v2/menu-items", "DELETE /wp/v2/pages/311"]
    assert there.door.lines("POST", "PUT", "DELETE") == [
        "POST v2/snapshots/session/begin",
        *WRITES_OF_THE_EXAMPLE,
        *["POST v1/abilities/invoke"] * 2,
        "POST v2/snapshots/session/end",
    ]
    assert [sent.body for sent in there.door.sent if sent.path.endswith("session/begin")] == [b"{}"]
