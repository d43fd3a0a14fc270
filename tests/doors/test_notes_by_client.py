"""Promises of notes at the doors: the official client reads in the answer of its next call what people said."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.core.acts import accept, row, statuses
from tests.core.test_notes import ask, say
from tests.doors.rest.agent import RestAgent
from tests.installed import Agent, Installed, installed
from tests.sample import sample_site
from tests.serving import served
from webapp.app import create_app
from webapp.core import notes
from webapp.data import Mode

DOORS = [
    ("mcp", "respira_wordpress_", "legacy"),
    ("mcp", "respira_wordpress_", "auto"),
    ("mcp/stdio", "respira_", "auto"),
]


@pytest.fixture(scope="module")
def sayso(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    folder: Path = tmp_path_factory.mktemp("sayso")
    with (
        sample_site() as site,
        installed(folder, site.url, site.username, site.app_password) as one,
    ):
        yield one


@pytest.fixture(scope="module")
def address(sayso: Installed) -> Iterator[str]:
    with served(create_app(sayso.desk)) as where:
        yield where


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.BROWSER, "Claude on a laptop")


@asynccontextmanager
async def connected(address: str, token: str, mode: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as http,
        Client(streamable_http_client(address, http_client=http), mode=mode) as client,
    ):
        yield client


@pytest.fixture
def call(address: str, agent: Agent, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Call a tool by the official client, and return the result as it came."""
    path, prefix, mode = request.param
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(connected(f"{address}/{path}", agent.token, mode)) as client,
    ):
        yield lambda tool, **arguments: portal.call(client.call_tool, prefix + tool, arguments)


def notes_in(result: Any) -> list[dict[str, Any]]:
    """Return the notes of an answer, which its text holds just as its structure does."""
    told = result.structured_content
    assert json.loads(result.content[0].text) == told
    return list(told.get("review", {}).get("notes", []))


@pytest.mark.parametrize("call", DOORS, indirect=True, ids=["mcp-legacy", "mcp-modern", "stdio"])
def test_the_client_reads_notes_with_a_read_and_a_write_revises_and_finds_the_note_of_the_yes_in_the_receipt(
    sayso: Installed, agent: Agent, call: Callable[..., Any]
) -> None:
    first = call("update_page", id=42, title="Our long story").structured_content["step_id"]
    ask(sayso, first, "Two words.", ("Shorter",))
    read = notes_in(call("list_pages"))
    assert [(note["kind"], note["text"], note["labels"], note["step_id"]) for note in read] == [
        ("change", "Two words.", ["Shorter"], first)
    ]
    assert notes_in(call("list_pages")) == []

    question = say(sayso, agent, "question", "And the menu?")
    revised = call("update_page", id=42, title="Our story", _respira_revises=first)
    assert [note["note_id"] for note in notes_in(revised)] == [question.public_id]
    assert revised.structured_content["review"]["answers"] == read[0]["note_id"]
    assert statuses(sayso, [first]) == ["discarded"]

    step = revised.structured_content["step_id"]
    accept(sayso, agent)
    held = call("apply_plan")
    assert held.is_error is True
    assert held.structured_content["code"] == "respira_questions_open"
    assert "“And the menu?”" in held.structured_content["message"]
    notes.settle(sayso.desk, sayso.owner, question.public_id)
    say(sayso, agent, "remark", "Thank you.", step)
    told = notes_in(call("apply_plan"))
    assert [(note["text"], note["by"]) for note in told] == [("Thank you.", "Olive Owner")]
    assert row(sayso, step).status == "applied"


def test_the_rest_door_tells_notes_too_and_says_them_again_to_a_call_that_is_sent_again(
    sayso: Installed, agent: Agent
) -> None:
    rest = RestAgent(create_app(sayso.desk), agent.token)
    first = rest.ask("PUT", "v2/pages/44", {"title": "Long services"})["step_id"]
    ask(sayso, first, "Shorter, please.")
    sent = {"title": "Services, all of them"}
    told = [rest.ask("PUT", "v2/pages/44", sent, Idempotency_Key="one-and-the-same-call") for _time in range(2)]
    assert told[0] == told[1]
    assert [note["text"] for note in told[0]["review"]["notes"]] == ["Shorter, please."]
    assert "review" not in rest.ask("GET", "v2/pages")
