"""The contract's worked example by the official client over the stdio command, in both eras.

At this door tools have the names that the contract prints, so its answers are compared as they are printed there.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.installed import PREFIX, Installed, installed
from tests.sample import sample_site
from tests.serving import served
from tests.site_state import Reader, differences, first_state, reading
from tests.stdio_program import ROOT
from tests.worked_example import (
    PRINTED_BEGIN,
    PRINTED_STEP,
    Place,
    Planned,
    expected_plan,
    expected_receipt,
    plan,
    printed,
    snapshots_of,
)
from webapp.app import create_app
from webapp.data import Mode
from webapp.sample_site import SampleSite

ERAS = [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")]


@dataclass
class Caller:
    """An agent that speaks through the official client; it keeps every result as it came."""

    portal: BlockingPortal
    client: Client
    results: list[Any] = field(default_factory=list)

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return the structured answer."""
        result = self.portal.call(self.client.call_tool, f"respira_{tool}", arguments)
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
def caller(tmp_path: Path, sayso: Installed, mode: str) -> Iterator[Caller]:
    settings = {
        "SAYSO_URL": sayso.desk.settings.public_url,
        "SAYSO_KEY": sayso.agent(Mode.ASK).token,
        "HOME": str(tmp_path),
    }
    command = StdioServerParameters(command=sys.executable, args=["-m", "webapp.cli", "mcp"], env=settings, cwd=ROOT)
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(connected(command, mode)) as client,
    ):
        yield Caller(portal, client)


@asynccontextmanager
async def connected(command: StdioServerParameters, mode: str) -> AsyncIterator[Client]:
    with open(os.devnull, "w") as said:
        async with Client(stdio_client(command, errlog=said), mode=mode) as client:
            yield client


@pytest.fixture
def place(wordpress: SampleSite) -> Place:
    return Place(f"{wordpress.url}/wp-json/", 3, 44, f"{wordpress.url}/services/")


@pytest.fixture
def reader(wordpress: SampleSite, place: Place) -> Iterator[Reader]:
    with reading(place.rest, wordpress.username, wordpress.app_password) as one:
        yield one


def at_this_door(told: Any) -> Any:
    """Return what is expected with the names that tools have here."""
    if isinstance(told, dict):
        return {name: at_this_door(value) for name, value in told.items()}
    if isinstance(told, list | tuple):
        return type(told)(at_this_door(each) for each in told)
    return told.replace(PREFIX, "respira_") if isinstance(told, str) else told


@pytest.mark.parametrize(("mode", "version"), ERAS)
def test_the_client_plays_the_worked_example(
    wordpress: SampleSite, sayso: Installed, caller: Caller, place: Place, reader: Reader, version: str
) -> None:
    before = first_state(reader)
    planned = plan(caller, place)
    expected = expected_plan(planned, place)
    steps = at_this_door(expected.steps)
    assert planned == Planned(at_this_door(expected.begun), steps, at_this_door(expected.plan))
    assert json.dumps(planned.begun) == at_this_door(printed(PRINTED_BEGIN, planned.begun))
    assert json.dumps(planned.steps[0]) == at_this_door(printed(PRINTED_STEP, planned.steps[0]))
    assert wordpress.requests.writes() == []
    assert first_state(reader) == before

    receipt = caller.call("apply_plan")
    assert receipt == at_this_door(expected_receipt(planned, place, sayso.desk.settings.public_url))
    assert caller.call("end_session")["plan_mode"] is False
    for uuid in snapshots_of(receipt):
        assert caller.call("restore_snapshot", snapshot_uuid=uuid)["restored"] is True
    copy_id = receipt["steps"][0]["result"]["id"]
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []
    assert [result.is_error for result in caller.results] == [False] * 10
    assert caller.client.protocol_version == version


@pytest.mark.parametrize(("mode", "version"), ERAS)
def test_the_client_sees_the_tools_under_the_names_of_the_contract(caller: Caller, version: str) -> None:
    names = [tool.name for tool in caller.portal.call(caller.client.list_tools).tools]
    assert {"respira_get_plan", "respira_update_page", "respira_redeem_token"} <= set(names)
    assert caller.client.protocol_version == version
