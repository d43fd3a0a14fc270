"""A new agent at a real WordPress, by the official client: a day's work in one plan; a person drops one step of it.

The person decides as the browser's pages do. Whatever lands on drafts is then put live, and in the end all is undone.
"""

from __future__ import annotations

import base64
import socket
import struct
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from sqlalchemy import select

from tests import taking_back
from tests.core.acts import accept, decide, opened, row
from tests.installed import PREFIX, Agent, Installed, installed
from tests.real.site import Site
from tests.serving import served
from tests.site_state import Reader, differences, first_state, reading
from webapp.app import create_app
from webapp.core import copies, copy_shelves, reviews
from webapp.data import Mode, Snapshot

SECTIONS = [
    {
        "type": "hero",
        "heading": "Wedding cakes",
        "text": "Baked the night before, delivered at nine.",
        "button": {"text": "Ask for a date", "url": "/about/"},
    },
    {"type": "text", "heading": "How it goes", "text": "You taste three cakes.\n\nWe bake the fourth."},
    {
        "type": "features",
        "heading": "What you choose",
        "items": [
            {"heading": "Size", "text": "Twelve to 200 guests."},
            {"heading": "Flavour", "text": "Lemon, nut or rye & honey."},
            {"heading": "Day", "text": "Any but Sunday."},
        ],
    },
    {"type": "questions", "heading": "Questions", "items": [{"question": "How early?", "answer": "Three weeks."}]},
    {"type": "quote", "text": "The best part of the day.", "cite": "Ana"},
]


def picture() -> str:
    """A real PNG of 8 by 6 pixels, in base64."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\xc8\x96\x64" * 8 for _ in range(6))
    head = struct.pack(">IIBBBBB", 8, 6, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return base64.b64encode(png).decode()


@dataclass
class Caller:
    """An agent that speaks through the official client."""

    portal: BlockingPortal
    client: Client

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return its structured answer, which must be no error."""
        result = self.portal.call(self.client.call_tool, PREFIX + tool, arguments)
        assert result.is_error is False, result.content
        return dict(result.structured_content)


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with closing(socket.create_server(("127.0.0.1", 0))) as place:
        address = f"http://127.0.0.1:{place.getsockname()[1]}"
        login = wordpress.username, wordpress.app_password
        with (
            installed(tmp_path, wordpress.url, *login, public_url=address) as one,
            served(create_app(one.desk), place),
        ):
            yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.BROWSER)


@pytest.fixture
def caller(sayso: Installed, agent: Agent) -> Iterator[Caller]:
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(_connected(sayso.desk.settings.public_url, agent.token)) as client,
    ):
        yield Caller(portal, client)


@asynccontextmanager
async def _connected(address: str, token: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{address}/mcp", http_client=http), mode="auto") as client,
    ):
        yield client


@pytest.fixture
def reader(wordpress: Site) -> Iterator[Reader]:
    with reading(wordpress.rest, wordpress.username, wordpress.app_password) as one:
        yield one


def a_days_work(caller: Caller) -> dict[str, str]:
    """Plan everything, finding each thing as an agent would; return the ids of the steps by what they do."""
    caller.call("begin_session", mode="plan", title="Wedding cakes and a spring clean")
    menu = next(one for one in caller.call("list_menus")["menus"] if "primary" in one["locations"])
    built = caller.call("build_page", title="Wedding cakes", structure=SECTIONS, menu_id=menu["id"])
    page, entry = (step["step_id"] for step in built["steps"])
    about = caller.call("find_element", post_id=42, identifier_type="content", identifier_value="24 hours")
    fix = caller.call(
        "update_element",
        post_id=42,
        identifier_type="path",
        identifier_value=about["matches"][0]["path"],
        updates={"replace": {"find": "24", "with": "36"}},
    )
    posts = {one["title"]: one["id"] for one in caller.call("list_posts")["posts"]}
    filed = caller.call("update_post", id=posts["Rye is back"], categories=["News", "Recipes"])
    image = caller.call("upload_media", file=picture(), filename="rye.png", alt="A loaf of rye", title="Rye")
    shown = caller.call(
        "insert_element",
        post_id=posts["Rye is back"],
        position="end",
        blocks=[
            {
                "type": "image",
                "media_id": image["review"]["refer_to_it"],
                "url": image["review"]["refer_to_it"].replace(".id", ".url"),
                "alt": "A loaf of rye",
            }
        ],
    )
    tagline = caller.call("update_option", option="description", value="Bread & cakes")
    closed = caller.call("update_post", id=posts["Baking with kids"], comment_status="closed")
    binned = caller.call("delete_post", id=posts["An idea for spring"])
    steps = {
        "fix": fix,
        "filed": filed,
        "image": image,
        "shown": shown,
        "tagline": tagline,
        "closed": closed,
        "binned": binned,
    }
    assert [told["code"] for told in steps.values()] == ["respira_plan_step"] * 7
    return {"page": page, "entry": entry, **{name: told["step_id"] for name, told in steps.items()}}


def put_live(sayso: Installed) -> None:
    """Let the owner approve every draft that waits."""
    with sayso.desk.reading() as session:
        waiting = copy_shelves.listed(session, sayso.owner.id, copy_shelves.Wanted())
    for one in waiting:
        seen = copies.digest_of(copies.compare(sayso.desk, one.copy, one.site))
        copies.approve(sayso.desk, sayso.owner, one.copy, one.site, seen)


def approvals(sayso: Installed) -> list[str]:
    """The snapshots of what the owner approved, the newest first."""
    with sayso.desk.reading() as session:
        rows = select(Snapshot.uuid).where(Snapshot.kind == "before_approval").order_by(Snapshot.id.desc())
        return list(session.scalars(rows))


def not_approved(receipt: dict[str, Any]) -> list[str]:
    """The snapshots of what landed on no copy of a live item, the newest first: a copy's undo is its approval's."""
    steps = [step for step in receipt["steps"] if step["result"].get("original_id") in (None, step["result"]["id"])]
    return [step["snapshots"][0] for step in reversed(steps)]


def test_a_days_work_lands_but_for_the_one_step_that_the_person_drops_and_all_of_it_is_undone(
    sayso: Installed, agent: Agent, caller: Caller, reader: Reader, wordpress: Site
) -> None:
    before = first_state(reader)
    steps = a_days_work(caller)
    assert first_state(reader) == before
    listed = caller.call("get_plan")
    assert [step["step_id"] for step in listed["steps"]] == list(steps.values())

    seen = accept(sayso, agent)
    decide(sayso, row(sayso, steps["tagline"]), "drop")
    del seen[steps["tagline"]]
    plan_id = opened(sayso, agent).row.public_id
    run_id = reviews.apply(sayso.desk, sayso.owner, plan_id, seen)
    sayso.workers.finish()
    receipt = caller.call("get_plan")["last_receipt"]
    assert (receipt["applied"], receipt["failed"], receipt["not_run"]) == (8, 0, 0), receipt
    results = {step["step_id"]: step["result"] for step in receipt["steps"]}
    assert receipt["review"]["job_id"] == run_id
    assert reader.get("settings")["description"] == before["settings"]["description"]

    put_live(sayso)
    page = reader.page(results[steps["page"]]["id"])
    assert (page["status"], page["title"]["raw"]) == ("publish", "Wedding cakes")
    assert page["content"]["raw"].count("<!-- wp:group") == 5
    assert reader.menu_titles(results[steps["entry"]]["menu_id"])[-1] == "Wedding cakes"
    about = reader.page(42)["content"]["raw"]
    assert about == before["pages"]["42"]["content"]["raw"].replace("24 hours", "36 hours")
    posts = {item["title"]["raw"]: item for item in first_state(reader)["posts"].values()}
    rye = posts["Rye is back"]
    names = {category["name"] for category in reader.get("categories") if category["id"] in rye["categories"]}
    assert names == {"News", "Recipes"}
    image = results[steps["image"]]
    medium = reader.get(f"media/{image['id']}")
    assert (medium["alt_text"], medium["title"]["raw"]) == ("A loaf of rye", "Rye")
    assert f"wp-image-{image['id']}" in rye["content"]["raw"]
    assert medium["source_url"] in rye["content"]["raw"]
    assert httpx2.get(medium["source_url"]).content == base64.b64decode(picture())
    assert posts["Baking with kids"]["comment_status"] == "closed"
    assert posts["An idea for spring"]["status"] == "trash"

    for uuid in [*approvals(sayso), *not_approved(receipt)]:
        taking_back.restore(sayso.desk, sayso.owner, uuid)
    made = tuple(result["id"] for result in results.values() if "id" in result)
    assert differences(before, first_state(reader), left_in_trash=made) == []
