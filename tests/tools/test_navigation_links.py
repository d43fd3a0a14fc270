"""Promises of changing one link in the text of a navigation: everything else stays byte for byte."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from webapp.diffs.trees import lines
from webapp.errors import Refusal
from webapp.tools.menus.navigation_links import added, changed, every, links_of, made, moved, removed, tree

HOME = '<!-- wp:navigation-link {"label":"Home","url":"/"} /-->'
# An attribute order and a spelling that we would not choose.
CAKES = '<!-- wp:navigation-link {"url":"/cakes/","label":"Bread \\u0026amp; <em>cakes</em>","x":1.0} /-->'
MORE = f'<!-- wp:navigation-submenu {{"label":"More","url":"#"}} -->\n{CAKES}\n<!-- /wp:navigation-submenu -->'
PAGES = "<!-- wp:page-list /-->"
TEXT = f"{HOME}\n\n{MORE}\n\n{PAGES}"
NEW = made({"label": "New", "url": "/new/"})


def entry(label: str, text: str = TEXT) -> str:
    return next(link.entry for link in every(links_of(text)) if link.label == label)


def test_links_are_told_with_what_stands_below_them() -> None:
    assert lines(tree(TEXT)) == ["Home (/)", "More (#)", "– Bread & cakes (/cakes/)", "[page list]"]


def test_an_entry_stays_the_same_while_others_come_and_go() -> None:
    later = removed(added(TEXT, NEW, "", 1), entry("Home"))
    assert entry("Bread & cakes", later) == entry("Bread & cakes")
    assert entry("More", later) == entry("More")


def test_links_that_are_alike_are_told_apart() -> None:
    twice = f"{HOME}\n\n{HOME}"
    first, second = (link.entry for link in links_of(twice))
    assert second == f"{first}-2"
    assert changed(twice, second, {"label": "End"}) == f"{HOME}\n\n{HOME.replace('Home', 'End')}"


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        (1, f"{NEW}\n\n{HOME}\n\n{MORE}\n\n{PAGES}"),
        (3, f"{HOME}\n\n{MORE}\n\n{NEW}\n\n{PAGES}"),
        (4, f"{TEXT}\n\n{NEW}"),
        (None, f"{TEXT}\n\n{NEW}"),
    ],
)
def test_a_link_goes_in_at_its_place(position: int | None, wanted: str) -> None:
    assert added(TEXT, NEW, "", position) == wanted


def test_the_first_link_of_an_empty_navigation() -> None:
    assert added("", NEW, "", None) == NEW


def test_a_link_goes_below_another_that_had_some_or_none() -> None:
    assert added(TEXT, NEW, entry("More"), None) == TEXT.replace(CAKES, f"{CAKES}\n\n{NEW}")
    assert added(TEXT, NEW, entry("More"), 1) == TEXT.replace(CAKES, f"{NEW}\n\n{CAKES}")
    home = f'<!-- wp:navigation-submenu {{"label":"Home","url":"/"}} -->\n{NEW}\n<!-- /wp:navigation-submenu -->'
    assert added(TEXT, NEW, entry("Home"), None) == TEXT.replace(HOME, home)
    empty = removed(TEXT, entry("Bread & cakes"))
    assert added(empty, CAKES, entry("More"), None) == TEXT


def test_a_link_is_removed_with_what_stands_below_it() -> None:
    assert removed(TEXT, entry("More")) == f"{HOME}\n\n{PAGES}"
    assert removed(TEXT, entry("[page list]")) == f"{HOME}\n\n{MORE}"
    assert removed(TEXT, entry("Home")) == f"{MORE}\n\n{PAGES}"


def test_a_link_moves_with_what_stands_below_it() -> None:
    assert moved(TEXT, entry("More"), None, 1, {}) == f"{MORE}\n\n{HOME}\n\n{PAGES}"
    assert moved(TEXT, entry("Bread & cakes"), "", None, {}) == (
        f'{HOME}\n\n<!-- wp:navigation-submenu {{"label":"More","url":"#"}} -->\n<!-- /wp:navigation-submenu -->'
        f"\n\n{PAGES}\n\n{CAKES}"
    )


def test_what_is_not_named_of_a_link_stays() -> None:
    assert changed(TEXT, entry("More"), {"label": "Less"}) == TEXT.replace('"More"', '"Less"')
    assert changed(TEXT, entry("Home"), {"url": None, "kind": "custom"}) == TEXT.replace(
        '"label":"Home","url":"/"', '"label":"Home","kind":"custom"'
    )


@pytest.mark.parametrize(
    ("doing", "words"),
    [
        (lambda: removed(TEXT, "nobody"), "has no entry nobody"),
        (lambda: added(TEXT, NEW, entry("[page list]"), None), "No link can stand below"),
        (lambda: changed(TEXT, entry("[page list]"), {"label": "X"}), "is no link"),
        (lambda: moved(TEXT, entry("More"), entry("More"), None, {}), "can not stand below itself"),
        (lambda: moved(TEXT, entry("More"), entry("Bread & cakes"), None, {}), "can not stand below itself"),
        (lambda: removed(TEXT[:120], links_of(TEXT[:120])[1].entry), "not closed as it should be"),
    ],
)
def test_what_can_not_be_done_is_refused(doing: Callable[[], str], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        doing()
