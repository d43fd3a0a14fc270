"""On a real WordPress: seven things are changed, edited by somebody since, undone over that, and the undo taken back.

The whole site is compared field by field, by another client.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tests import taking_back
from tests.installed import Agent, Installed, installed
from tests.pictures import png
from tests.promises.acts import owner_sets
from tests.real.site import Site
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import snapshots_of
from webapp.data import Mode, Snapshot
from webapp.errors import Refusal
from webapp.tools.answers import Restored

LIVE = {"edit_target": "live"}


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        owner_sets(one, direct_editing=True)
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.CHAT)


@pytest.fixture
def reader(wordpress: Site) -> Iterator[Reader]:
    with reading(wordpress.rest, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def things(reader: Reader) -> dict[str, int]:
    """What is changed, besides page 42: made by hand before."""
    post = reader.post("posts", title="Bread", status="publish", tags=[reader.post("tags", name="Old")["id"]])["id"]
    menu = reader.get("menu-locations/primary")["menu"]
    words = {"content": "Nice", "author_name": "Otto", "author_email": "o@readers.example", "status": "hold"}
    return {
        "post": post,
        "item": reader.get("menu-items", menus=menu)[0]["id"],
        "media": reader.upload("boats.png", png(40, 30), "image/png")["id"],
        "comment": reader.post("comments", post=post, **words)["id"],
        "term": reader.post("categories", name="R&D > Labs", description="Fish & chips")["id"],
        "new": reader.post("tags", name="New")["id"],
        "theirs": reader.post("tags", name="Theirs")["id"],
    }


def change_all(agent: Agent, things: dict[str, int]) -> list[str]:
    """Let the agent change seven things; return their snapshots, the newest first."""
    agent.call("update_page", id=42, title="Our story", excerpt="Short", menu_order=7, **LIVE)
    agent.call("update_post", id=things["post"], title="Rye", tags=[things["new"]], **LIVE)
    agent.call("update_menu_item", item_id=things["item"], title="Start", position=2)
    agent.call("update_option", option="description", value="New")
    agent.call("update_media", id=things["media"], alt="Boats", caption="Early")
    agent.call("update_comment", id=things["comment"], content="Good", status="approved")
    agent.call("update_term", taxonomy="category", id=things["term"], name="Labs", description="None")
    receipt = agent.call("apply_plan")
    assert (receipt["applied"], receipt["failed"], receipt["not_run"]) == (7, 0, 0), receipt
    return snapshots_of(receipt)


def edit_all(reader: Reader, things: dict[str, int]) -> None:
    """Let somebody else change one field of each thing that the agent changed too, and one of the page besides."""
    reader.post("pages/42", title="Their story", ping_status="open")
    reader.post(f"posts/{things['post']}", tags=[things["theirs"]])
    reader.post(f"menu-items/{things['item']}", title="Their start")
    reader.post("settings", description="Theirs")
    reader.post(f"media/{things['media']}", caption="Theirs")
    reader.post(f"comments/{things['comment']}", content="Great")
    reader.post(f"categories/{things['term']}", name="Their labs")


def edited_in(sayso: Installed, uuid: str) -> list[str]:
    with pytest.raises(Refusal) as refused:
        taking_back.restore(sayso.desk, sayso.owner, uuid)
    found: list[str] = refused.value.details["edited"]
    return found


def restored_by(sayso: Installed, uuid: str) -> str:
    with sayso.desk.reading() as session:
        return str(session.scalars(select(Snapshot.restored_by).where(Snapshot.uuid == uuid)).one())


def differs(done: list[Restored]) -> list[str]:
    return [name for one in done for name in one.differs]


def test_seven_things_are_undone_over_later_edits_and_these_come_back_when_that_is_taken_back(
    sayso: Installed, agent: Agent, reader: Reader, things: dict[str, int]
) -> None:
    before = first_state(reader)
    uuids = change_all(agent, things)
    edit_all(reader, things)
    edited = first_state(reader)
    edited_fields = [edited_in(sayso, uuid) for uuid in uuids]
    assert edited_fields == [["Name"], ["Text"], ["Caption"], ["Tagline"], ["Label"], ["Tags"], ["Title"]]
    assert differences(edited, first_state(reader)) == []
    done = [taking_back.restore(sayso.desk, sayso.owner, uuid, over=True) for uuid in uuids]
    assert differs(done) == []
    after = first_state(reader)
    # What somebody changed that the agent had not changed is nothing to undo.
    assert (before["pages"]["42"]["ping_status"], after["pages"]["42"]["ping_status"]) == ("closed", "open")
    after["pages"]["42"]["ping_status"] = "closed"
    assert differences(before, after) == []
    again = [taking_back.restore(sayso.desk, sayso.owner, restored_by(sayso, uuid)) for uuid in reversed(uuids)]
    assert differs(again) == []
    assert differences(edited, first_state(reader)) == []


def test_what_was_made_goes_with_a_later_edit_and_comes_back_with_it(
    sayso: Installed, agent: Agent, reader: Reader
) -> None:
    menu = reader.get("menu-locations/primary")["menu"]
    before = first_state(reader)
    agent.call("update_page", id=42, title="Our story", edit_target="duplicate")
    agent.call("create_page", title="Harbour", content="Boats")
    agent.call("create_menu_item", menu_id=menu, title="Shop", url="https://shop.example/", position=1)
    agent.call("create_term", taxonomy="category", name="Labs")
    receipt = agent.call("apply_plan")
    assert (receipt["applied"], receipt["failed"]) == (4, 0), receipt
    copy, draft, item, term = (step["result"]["id"] for step in receipt["steps"])
    reader.post(f"pages/{copy}", excerpt="Their words")
    reader.post(f"pages/{draft}", title="Their harbour", slug="their-harbour")
    reader.post(f"menu-items/{item}", title="Their shop")
    reader.post(f"categories/{term}", description="Theirs")
    edited = [reader.page(number) for number in (copy, draft)]
    uuids = snapshots_of(receipt)
    told = [["Description"], ["Label"], ["Title", "Address (slug)"], ["Excerpt"]]
    assert [edited_in(sayso, uuid) for uuid in uuids] == told
    done = [taking_back.restore(sayso.desk, sayso.owner, uuid, over=True) for uuid in uuids]
    assert differs(done) == []
    assert differences(before, first_state(reader), left_in_trash=(copy, draft)) == []
    for uuid in reversed(uuids):
        taking_back.restore(sayso.desk, sayso.owner, restored_by(sayso, uuid))
    back = [reader.page(number) for number in (copy, draft)]
    assert differences({"pages": by_id(edited)}, {"pages": by_id(back)}) == []
    assert reader.menu_titles(menu) == ["Their shop", "Home", "About"]
    assert [one["description"] for one in reader.get("categories") if one["name"] == "Labs"] == ["Theirs"]


def by_id(pages: list[dict[str, Any]]) -> dict[str, Any]:
    return {str(page["id"]): page for page in pages}
