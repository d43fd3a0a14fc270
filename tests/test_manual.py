"""The documents that are made of the code say what the code does."""

from __future__ import annotations

import re

from tests import undo_page
from webapp import manual
from webapp.tools.catalogue import CATALOGUE

AGAIN = "Run bin/docs, and read what changed."


def test_the_page_of_all_tools_is_what_the_catalogue_makes_it() -> None:
    assert manual.PAGE.read_text() == manual.text(), AGAIN


def test_the_page_of_all_tools_names_each_tool_once() -> None:
    assert sorted(re.findall(r"^### `([a-z_]+)`", manual.text(), re.MULTILINE)) == sorted(CATALOGUE)


def test_the_page_about_undo_tells_all_that_differs_and_no_more() -> None:
    page = undo_page.PAGE.read_text()
    assert page == undo_page.text(page), AGAIN
