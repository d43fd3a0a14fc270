"""Promises of an undo's page where several changes are of one thing: which go together, in words and in ticks."""

from __future__ import annotations

import re

import pytest

from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.test_undos import applied, tagline, text
from tests.web.undoing import begun, looked, said_yes, taken_back, yes_form
from webapp.core import undo_views
from webapp.sample_site import SampleSite
from webapp.web.shown_undos import RUNNING, ShownUndo, shown_undo


def ordered(page: str) -> list[str]:
    """What each tick box names as to be taken back before it, in the order of the page."""
    boxes = re.findall(r'<input type="checkbox"[^>]*>', page)
    return ["".join(re.findall(r'data-afters="([^"]*)"', box)) for box in boxes]


def test_a_change_names_all_that_are_taken_back_before_it(window: Browser, place: Installed) -> None:
    def of_page_42(**fields: str) -> tuple[str, dict[str, object]]:
        return "update_page", {"id": 42, "edit_target": "live", **fields}

    both = of_page_42(title="Our story", excerpt="In short")
    run = applied(window, place, both, of_page_42(title="Our boats"), of_page_42(excerpt="Shorter"))
    undo = begun(window, f"{run}/undos")
    page = looked(window, undo)
    assert ordered(page) == ["", "", "1 2"]
    assert "This goes together with change 1 and change 2, which came later and are taken back before it." in text(
        page
    )
    fields = yes_form(page)
    fields["part"].remove("1")
    refused = said_yes(window, undo, fields).get_data(as_text=True)
    assert "Change 3 goes together with change 1, which is left out. Nothing was taken back." in text(refused)


def test_of_many_in_a_row_each_names_the_next_and_is_folded_to_a_sentence_and_a_tick(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    run = applied(window, place, *[tagline(f"Tagline {number}") for number in range(5)])
    page = looked(window, begun(window, f"{run}/undos"))
    assert page.count('type="checkbox"') == page.count('<details class="fold" >') == 5
    assert "Take back all 5 changes" in page
    assert ordered(page) == ["", "1", "2", "3", "4"]
    assert "This goes together with change 4, which came later and is taken back before it." in text(page)
    assert sample.read("settings")["description"] == "Tagline 4"


@pytest.mark.parametrize("values", [("Boats",), ("Boats", "Oak")], ids=["one-part", "two-parts"])
def test_a_page_that_is_asked_for_again_and_again_compares_nothing(
    window: Browser, place: Installed, values: tuple[str, ...]
) -> None:
    run = applied(window, place, *[tagline(value) for value in values])

    def seen(*, finished: bool) -> ShownUndo:
        with place.desk.reading() as session:
            view = undo_views.of_undo(session, place.desk, place.owner.id, undo.rpartition("/")[2])
        if not finished:
            view.row.finished_at = None
        return shown_undo(view)

    undo = begun(window, f"{run}/undos")
    looked(window, undo)
    assert all(part.gist or part.changes for part in seen(finished=True).parts)
    ended = taken_back(window, place, f"{run}/undos")
    assert seen(finished=False).stage == RUNNING
    assert [part for part in seen(finished=False).parts if part.gist or part.changes] == []
    links = [f'href="{undo}/parts/{number}"' in ended for number in range(1, len(values) + 1)]
    assert links == [True] * len(values)
