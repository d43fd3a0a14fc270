"""Every part of the cases that agents and sites of others met has a test that names it, and the page says which."""

from __future__ import annotations

from tests import cases_page
from tests.every_case import CASES, PARTS


def test_every_part_of_every_case_is_kept_by_a_test() -> None:
    assert [part for part in PARTS if part not in cases_page.named()] == []


def test_no_case_and_no_part_of_one_is_left_out() -> None:
    assert len(CASES) == 47
    assert len(PARTS) == 195


def test_no_test_names_a_part_that_its_case_has_not() -> None:
    cases = {part.partition(".")[0] for part in PARTS}
    assert [part for part in cases_page.named() if part.partition(".")[0] in cases and part not in PARTS] == []


def test_the_page_of_all_cases_is_what_the_tests_make_it() -> None:
    assert cases_page.PAGE.read_text() == cases_page.text(), "Run bin/docs, and read what changed."
