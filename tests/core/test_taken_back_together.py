"""A run whose steps meet on one thing is taken back whole, also where the thing is at last as it was at first."""

from __future__ import annotations

import pytest

from tests.core.acts import Receipt
from tests.installed import Installed
from tests.properties.restoring import played as playing
from tests.properties.restoring.calls import Call
from webapp.sample_site import SampleSite


def taken_back(sayso: Installed, calls: list[Call]) -> list[str]:
    """Plan calls, apply them and take all of the run back; return what became of each part."""
    played = playing.play(sayso, {}, calls)
    steps: list[Receipt] = played.applied
    assert len(steps) == len(calls), played.failed
    playing.take_back(sayso, played)
    assert played.undo is not None
    return [part.row.outcome or "" for part in played.undo.parts]


@pytest.mark.parametrize(
    ("there", "back"),
    [({"title": "Bread"}, {"title": "Shop"}), ({"position": 2}, {"position": 1})],
    ids=["title", "place"],
)
def test_a_menu_item_that_was_changed_there_and_back_is_taken_back_step_by_step(
    sayso: Installed, wordpress: SampleSite, there: dict[str, object], back: dict[str, object]
) -> None:
    menu = wordpress.add("menus", name="Aside")["id"]
    items = [
        wordpress.add("menu-items", title=name, url="/x/", status="publish", menus=menu, menu_order=at)["id"]
        for at, name in enumerate(("Shop", "Rest"), start=1)
    ]
    before = [wordpress.read("menu-items", one) for one in items]
    calls: list[Call] = [("update_menu_item", {"item_id": items[0], **fields}) for fields in (there, back)]
    assert taken_back(sayso, calls) == ["exactly", "exactly"]
    now = [wordpress.read("menu-items", one) for one in items]
    assert [(one["title"], one["menu_order"]) for one in now] == [(one["title"], one["menu_order"]) for one in before]


def test_a_term_that_was_moved_below_one_that_was_then_deleted_stands_where_it_stood(
    sayso: Installed, wordpress: SampleSite
) -> None:
    first, second, third = (wordpress.add("categories", name=name)["id"] for name in ("Loaves", "Rolls", "Cakes"))
    wordpress.change("categories", third, parent=second)
    calls: list[Call] = [
        ("update_term", {"taxonomy": "category", "id": third, "parent": first}),
        ("delete_term", {"taxonomy": "category", "id": first}),
    ]
    assert taken_back(sayso, calls) == ["exactly", "exactly"]
    assert wordpress.read("categories", third)["parent"] == second
