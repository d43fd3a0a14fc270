"""Which steps of a plan want to be opened: no harmless one, and each that could do harm."""

from __future__ import annotations

import pytest

from tests.core.acts import on_site, opened, plan, row, title
from tests.installed import Agent, Installed
from tests.pictures import png
from webapp.core import reviews, sites
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


def pages(wordpress: SampleSite, count: int) -> list[int]:
    """Publish pages that can be renamed."""
    made = [wordpress.add("pages", title=f"Page {number}", status="publish", content="x") for number in range(count)]
    return [page["id"] for page in made]


def wanting(sayso: Installed, agent: Agent) -> list[bool]:
    """Tell of each step whether it wants to be opened."""
    return [step.must_be_opened for step in opened(sayso, agent).steps]


def test_a_plan_of_eight_harmless_steps_has_none_that_must_be_opened(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    with sites.reached(sayso.desk, sayso.site) as site:
        pictures = [site.upload("wp/v2/media", png(4, 3), name="a.png", kind="image/png").body["id"] for _ in "abc"]
    renamed = [title(page, "In 2026: 3 rooms") for page in pages(wordpress, 4)]
    words = [("update_media", {"id": one, "alt": "A red door"}) for one in pictures]
    plan(careful, *renamed, *words, ("create_menu_item", {"menu_id": 3, "title": "Rooms", "url": "/rooms/"}))
    assert wanting(sayso, careful) == [False] * 8
    view = opened(sayso, careful)
    seen = {step.row.public_id: step.row.digest for step in view.steps}
    assert reviews.accept_all(sayso.desk, sayso.owner, view.row.public_id, seen) == 8


def test_one_delete_among_them_is_left_for_its_own_page(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    one, other = pages(wordpress, 2)
    steps = plan(careful, title(one, "A"), ("delete_page", {"id": other}))
    assert wanting(sayso, careful) == [False, True]
    with pytest.raises(Refusal) as told:
        reviews.decide(sayso.desk, sayso.owner, steps[1], "accept", row(sayso, steps[1]).digest)
    assert told.value.code == "respira_must_be_opened"


def test_the_front_page_of_the_site_is_known_by_its_address(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    page = pages(wordpress, 1)[0]
    step = plan(careful, title(page, "A"))[0]
    assert row(sayso, step).risks == []
    wordpress.change("settings", show_on_front="page", page_on_front=page)
    again = plan(careful, title(page, "B"))[0]
    assert row(sayso, again).risks == ["front_page"]


def test_the_same_words_on_the_live_page_want_to_be_opened_and_on_a_copy_do_not(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    on_site(sayso, direct_editing=True)
    page = pages(wordpress, 1)[0]
    plan(
        careful,
        ("update_page", {"id": page, "title": "A", "edit_target": "duplicate"}),
        ("update_page", {"id": page, "title": "B", "edit_target": "live"}),
    )
    assert wanting(sayso, careful) == [False, True]
