"""Copies on a real WordPress: an editor changed the same words, choices both ways and undo; kept, rejected, back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from tests import taking_back
from tests.installed import Installed, installed
from tests.real.site import Site
from tests.site_state import Reader, differences, first_state, reading
from webapp.core import copies, reopening
from webapp.data import Copy, Mode


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def hand(wordpress: Site) -> Iterator[Reader]:
    with reading(wordpress.rest, wordpress.username, wordpress.app_password) as one:
        yield one


def edits(wordpress: Site, path: str, **fields: Any) -> None:
    """Let the editor of the site change something."""
    login = ("editor", wordpress.users["editor"].app_password)
    address = f"{wordpress.url}/wp-json/wp/v2/{path}"
    httpx.post(address, auth=login, json=fields, timeout=30, trust_env=False).raise_for_status()


def newest(sayso: Installed) -> Copy:
    with sayso.desk.reading() as session:
        return session.scalars(select(Copy).order_by(Copy.id.desc()).limit(1)).one()


def raw(hand: Reader, *names: str) -> list[str]:
    page = hand.page(42)
    return [page[name]["raw"] for name in names]


def test_where_an_editor_changed_the_same_words_each_choice_stands_and_is_undone(
    sayso: Installed, hand: Reader, wordpress: Site
) -> None:
    sayso.agent(Mode.ASK).call(
        "update_page", id=42, title="Our story", content="<p>Open every day.</p>", menu_order=7
    )
    edits(wordpress, "pages/42", title="About us all", content="<p>Open on Sundays.</p>", excerpt="By hand")
    before, copy = first_state(hand), newest(sayso)
    seen = copies.compare(sayso.desk, copy, sayso.site)
    title, text = seen.clashes
    assert (title.first, title.change.before, title.change.after) == ("About", "About us all", "Our story")
    assert text.field == "content"
    assert [change.field for change in seen.stays] == ["excerpt"]
    name = wordpress.get(f"/wp/v2/users/{wordpress.users['editor'].id}")["name"]
    assert seen.last is not None
    assert (seen.last.who, seen.last.what) == (name, "edited")

    chosen = {"title": "copy", "content": "live"}
    approved = copies.approve(sayso.desk, sayso.owner, copy, sayso.site, copies.digest_of(seen), chosen)
    assert raw(hand, "title", "content", "excerpt") == ["Our story", "<p>Open on Sundays.</p>", "By hand"]
    assert hand.page(42)["menu_order"] == 7
    taking_back.restore(sayso.desk, sayso.owner, str(approved.snapshot_uuid))
    moved = differences(before, first_state(hand))
    assert [line for line in moved if not line.startswith(f"pages {copy.copy_id} ")] == []
    assert hand.page(copy.copy_id)["status"] == "trash"


def test_a_copy_is_kept_rejected_and_comes_back_from_the_trash_as_it_was(sayso: Installed, hand: Reader) -> None:
    """C20.2"""
    agent = sayso.agent(Mode.ASK)
    agent.call("update_page", id=42, title="Our story", excerpt="How it began")
    copy, before = newest(sayso), first_state(hand)
    reopening.keep_as_draft(sayso.desk, sayso.owner, copy, sayso.site)
    assert differences(before, first_state(hand)) == []
    reopening.reopen(sayso.desk, sayso.owner, copy, sayso.site)
    copies.reject(sayso.desk, sayso.owner, copy, sayso.site)
    assert hand.page(copy.copy_id)["status"] == "trash"
    assert list(reopening.reopen(sayso.desk, sayso.owner, copy, sayso.site)) == []
    assert differences(before, first_state(hand)) == []
    new = agent.call("create_post", title="Ropes", content="<p>Ropes.</p>")["id"]
    draft, before = newest(sayso), first_state(hand)
    copies.reject(sayso.desk, sayso.owner, draft, sayso.site)
    reopening.reopen(sayso.desk, sayso.owner, draft, sayso.site)
    assert differences(before, first_state(hand)) == []
    assert hand.get(f"posts/{new}")["status"] == "draft"
