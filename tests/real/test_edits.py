"""What a person put into a step is what a real WordPress gets, in every field that can be edited."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.core.acts import opened, plan, row
from tests.installed import Agent, Installed, installed
from tests.pictures import png
from tests.real.site import Site
from webapp.core import editing, reviews, sites
from webapp.data import Mode

TITLE = "Q&A: “Fish & Chips” <2 hours"


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def careful(sayso: Installed) -> Agent:
    return sayso.agent(Mode.BROWSER)


def test_an_edited_title_excerpt_address_label_and_alternative_text_land(
    sayso: Installed, careful: Agent, wordpress: Site
) -> None:
    """C26.1"""
    menu = wordpress.get("/wp/v2/menus")[0]["id"]
    with sites.reached(sayso.desk, sayso.site) as site:
        medium = site.upload("wp/v2/media", png(4, 3), name="door.png", kind="image/png").body["id"]
    steps = plan(
        careful,
        ("update_page", {"id": 42, "title": "Our story", "excerpt": "A"}),
        ("create_page", {"title": "Offers", "slug": "offers"}),
        ("create_menu_item", {"menu_id": menu, "title": "Price list", "url": "/prices/"}),
        ("update_media", {"id": medium, "alt": "A door"}),
    )
    put = [
        {"title": TITLE, "excerpt": "One line.\nAnother."},
        {"slug": "spring-offers"},
        {"title": "Prices & more"},
        {"alt": "A red door, half open"},
    ]
    for step, values in zip(steps, put, strict=True):
        assert editing.edit(sayso.desk, sayso.owner, step, row(sayso, step).digest, values, accept=True).accepted, (
            values
        )
    view = opened(sayso, careful)
    seen = {step.row.public_id: step.row.digest for step in view.accepted}
    reviews.apply(sayso.desk, sayso.owner, view.row.public_id, seen)
    sayso.workers.finish()
    receipt = careful.call("get_plan")["last_receipt"]
    assert (receipt["applied"], receipt["failed"]) == (4, 0), receipt["steps"]
    assert [step.get("differs") for step in receipt["steps"]] == [None] * 4
    copy, _draft, link, _medium = [step["result"]["id"] for step in receipt["steps"]]
    page = wordpress.get(f"/wp/v2/pages/{copy}", context="edit")
    assert (page["title"]["raw"], page["excerpt"]["raw"]) == (TITLE, "One line.\nAnother.")
    assert wordpress.get(f"/wp/v2/menu-items/{link}", context="edit")["title"]["raw"] == "Prices & more"
    assert wordpress.get(f"/wp/v2/media/{medium}")["alt_text"] == "A red door, half open"
    assert row(sayso, steps[1]).target_id == "new:spring-offers"
    assert [one["by"] for one in receipt["review"]["edited"]] == ["Olive Owner"] * 4
