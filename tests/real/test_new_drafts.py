"""New drafts on a real WordPress: the address it makes of a taken one, publishing, and making it a draft again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tests import taking_back
from tests.installed import Installed, installed
from tests.pictures import png
from tests.real.site import Site
from tests.site_state import Reader, differences, first_state, reading
from webapp.core import copies
from webapp.data import Copy, Mode


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def hand(wordpress: Site) -> Iterator[Reader]:
    with reading(wordpress.rest, wordpress.username, wordpress.app_password) as one:
        yield one


def warned(step: dict[str, Any]) -> list[str]:
    found: list[str] = step.get("review", {}).get("warnings", [])
    return found


def publish(sayso: Installed, new: int) -> Copy:
    with sayso.desk.reading() as session:
        row = session.scalars(select(Copy).where(Copy.copy_id == new)).one()
    digest = copies.digest_of(copies.compare(sayso.desk, row, sayso.site))
    return copies.approve(sayso.desk, sayso.owner, row, sayso.site, digest)


def test_c28_addresses_become_what_was_foretold_and_publishing_is_undone(sayso: Installed, hand: Reader) -> None:
    file = hand.upload("quay.png", png(64, 48), "image/png")["id"]
    held = hand.post("pages", title="Berths", status="draft", slug="berths")["id"]
    live = hand.post("pages", title="Harbour", status="publish")
    before = first_state(hand)
    agent = sayso.agent(Mode.CHAT)
    wishes = [("Harbour", "harbour-2"), ("Quay", "quay-2"), ("Berths", "berths-2"), ("Ropes", "ropes")]
    steps = [agent.call("create_page", title=title, status="publish") for title, _slug in wishes]
    assert [warned(step) for step in steps] == [
        [f"The address harbour is taken by page {live['id']} (Harbour), so WordPress will make it harbour-2."],
        [f"The address quay is taken by media file {file} (quay), so WordPress will make it quay-2."],
        [f"The address berths is taken by page {held} (Berths), so WordPress will make it berths-2."],
        [],
    ]
    receipt = agent.call("apply_plan")
    made = [step["result"]["id"] for step in receipt["steps"]]
    assert [hand.page(new)["status"] for new in made] == ["draft"] * 4
    waiting = first_state(hand)
    approved = [publish(sayso, new) for new in made]
    assert [(hand.page(new)["status"], hand.page(new)["slug"]) for new in made] == [
        ("publish", slug) for _title, slug in wishes
    ]
    assert hand.page(live["id"])["slug"] == "harbour"
    assert [copies.published(sayso.desk, row) for row in approved] == [
        ("publish", hand.page(new)["link"]) for new in made
    ]
    for row in approved:
        assert list(taking_back.restore(sayso.desk, sayso.owner, str(row.snapshot_uuid)).differs) == []
    assert differences(waiting, first_state(hand)) == []
    for step in receipt["steps"]:
        taking_back.restore(sayso.desk, sayso.owner, step["snapshots"][0])
    assert differences(before, first_state(hand), left_in_trash=tuple(made)) == []


def test_what_is_published_at_once_is_in_the_trash_after_its_undo(sayso: Installed, hand: Reader) -> None:
    with sayso.desk.writing() as session:
        session.merge(sayso.site).direct_editing = True
    before = first_state(hand)
    agent = sayso.agent(Mode.CHAT)
    agent.call("create_post", title="Ropes", status="publish", edit_target="live", date="2040-01-01T10:00:00")
    step = agent.call("apply_plan")["steps"][0]
    post = hand.get(f"posts/{step['result']['id']}")
    assert (post["status"], post["date"], step.get("differs")) == ("future", "2040-01-01T10:00:00", None)
    taking_back.restore(sayso.desk, sayso.owner, step["snapshots"][0])
    assert differences(before, first_state(hand), left_in_trash=(post["id"],)) == []
