"""The contract's worked example by the official client, in both eras, over a real connection to the whole program."""

from __future__ import annotations

import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.installed import PREFIX, Installed, installed
from tests.sample import sample_site
from tests.serving import served
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import (
    PRINTED_BEGIN,
    PRINTED_STEP,
    Place,
    expected_plan,
    expected_receipt,
    plan,
    printed,
    snapshots_of,
)
from webapp.app import create_app
from webapp.core import keys
from webapp.data import Mode
from webapp.sample_site import SampleSite

ERAS = [("legacy", "2025-11-25"), ("auto", "2026-07-28")]


@dataclass
class Caller:
    """An agent that speaks through the official client; it keeps every result as it came."""

    portal: BlockingPortal
    client: Client
    results: list[Any] = field(default_factory=list)

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return the structured answer."""
        result = self.portal.call(self.client.call_tool, PREFIX + tool, arguments)
        self.results.append(result)
        return dict(result.structured_content)


@pytest.fixture
def wordpress() -> Iterator[SampleSite]:
    with sample_site() as site:
        yield site


@pytest.fixture
def sayso(tmp_path: Path, wordpress: SampleSite) -> Iterator[Installed]:
    """The whole program, served at the address that it calls its own."""
    with closing(socket.create_server(("127.0.0.1", 0))) as place:
        address = f"http://127.0.0.1:{place.getsockname()[1]}"
        login = wordpress.username, wordpress.app_password
        with (
            installed(tmp_path, wordpress.url, *login, public_url=address) as one,
            served(create_app(one.desk), place),
        ):
            wordpress.requests.clear()
            yield one


@pytest.fixture
def caller(sayso: Installed, mode: str) -> Iterator[Caller]:
    with sayso.desk.writing() as session:
        issued = keys.issue(session, sayso.desk, sayso.site.id, "Client", Mode.ASK, person_id=sayso.owner.id)
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(connected(sayso.desk.settings.public_url, issued.token, mode)) as client,
    ):
        yield Caller(portal, client)


@asynccontextmanager
async def connected(address: str, token: str, mode: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as http,
        Client(streamable_http_client(f"{address}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


@pytest.fixture
def place(wordpress: SampleSite) -> Place:
    return Place(f"{wordpress.url}/wp-json/", 3, 44, f"{wordpress.url}/services/")


@pytest.fixture
def reader(wordpress: SampleSite, place: Place) -> Iterator[Reader]:
    with reading(place.rest, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.mark.parametrize(("mode", "version"), ERAS)
def test_the_client_lists_the_tools_of_the_example(caller: Caller, version: str) -> None:
    tools = {tool.name: tool for tool in caller.portal.call(caller.client.list_tools).tools}
    assert caller.client.protocol_version == version
    wanted = ["begin_session", "get_plan", "apply_plan", "discard_plan", "end_session", "update_page",
              "create_menu_item", "delete_page", "restore_snapshot"]  # fmt: skip
    assert [name for name in wanted if PREFIX + name not in tools] == []
    assert tools[PREFIX + "update_page"].input_schema["properties"]["_respira_plan"]["type"] == "boolean"


@pytest.mark.parametrize(("mode", "version"), ERAS)
@pytest.mark.promise("P-DOOR-01", "P-DOOR-02", "P-DOOR-05", "P-EX-01", "P-EX-08")
def test_the_client_plays_the_worked_example(
    wordpress: SampleSite, sayso: Installed, caller: Caller, place: Place, reader: Reader, version: str
) -> None:
    before = first_state(reader)
    planned = plan(caller, place)
    assert planned == expected_plan(planned, place)
    assert json.dumps(planned.begun) == printed(PRINTED_BEGIN, planned.begun)
    assert json.dumps(planned.steps[0]) == printed(PRINTED_STEP, planned.steps[0])
    assert wordpress.requests.writes() == []
    assert first_state(reader) == before

    receipt = caller.call("apply_plan")
    assert receipt == expected_receipt(planned, place, sayso.desk.settings.public_url)
    ended = caller.call("end_session")
    assert (ended["success"], ended["plan_mode"], ended["discarded_steps"]) == (True, False, 0)
    for uuid in snapshots_of(receipt):
        assert caller.call("restore_snapshot", snapshot_uuid=uuid)["restored"] is True
    copy_id = receipt["steps"][0]["result"]["id"]
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []

    assert len(caller.results) == 10
    assert [result.is_error for result in caller.results] == [False] * 10
    assert [result.structured_content for result in caller.results] == [
        json.loads(result.content[0].text) for result in caller.results
    ]
    assert [len(result.content) for result in caller.results] == [1] * 10
    assert caller.client.protocol_version == version
