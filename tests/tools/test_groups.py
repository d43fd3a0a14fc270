"""Tools by purpose: a new key has few, with short names, and every tool has its place."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from webapp.doors.stored import MCP_PREFIX, STDIO_PREFIX
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.groups import AT_FIRST, CHOSEN, GROUPS, MOST_SHOWN, group_of, off_but, wholly_off

NAMES = [name for group in GROUPS for name in group.tools]


def test_a_new_key_has_at_most_forty_tools() -> None:
    assert MOST_SHOWN == 40
    assert len(set(NAMES) - set(off_but(AT_FIRST))) == 40


@pytest.mark.parametrize("prefix", [MCP_PREFIX, STDIO_PREFIX, ""])
def test_no_tool_of_a_new_key_has_a_name_of_more_than_forty_characters(prefix: str) -> None:
    shown = set(NAMES) - set(off_but(AT_FIRST))
    assert [name for name in shown if len(prefix + name) > 40] == []


def test_no_tool_is_in_two_groups_and_no_two_groups_have_one_name() -> None:
    assert [name for name, count in Counter(NAMES).items() if count > 1] == []
    assert len({group.slug for group in GROUPS}) == len(GROUPS)


def test_the_tools_that_make_plans_are_never_off() -> None:
    assert {"begin_session", "apply_plan", "restore_snapshot"}.isdisjoint(off_but([]))
    assert len(off_but([])) == len(NAMES) - 11
    assert off_but(CHOSEN) == []


def test_a_purpose_is_off_when_none_of_its_tools_is_left() -> None:
    assert [group.title for group in wholly_off(["list_users", "list_terms", "get_option"])] == [
        "Terms to choose from",
        "A single setting",
    ]
    assert [group.slug for group in wholly_off(off_but(AT_FIRST))] == [
        "menus-and-navigation",
        "the-whole-media-library",
        "categories-tags-and-other-taxonomies",
        "comments",
        "custom-post-types",
        "many-changes-at-once",
        "templates",
        "plugins",
        "users",
        "copies-snapshots-and-links",
        "a-single-setting",
    ]


def test_the_page_for_owners_names_every_purpose_on_its_side() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "owners.md").read_text()
    row = next(line for line in page.splitlines() if line.startswith("| Pages; "))
    on, off = (side.strip().split("; ") for side in row.strip("|").split("|"))
    assert on == [group.title for group in AT_FIRST]
    assert off == [group.title for group in CHOSEN if not group.on]


def test_every_tool_serves_a_purpose() -> None:
    assert [name for name in CATALOGUE if group_of(name) is None] == []


def test_every_tool_of_every_purpose_is_there() -> None:
    assert [name for name in NAMES if name not in CATALOGUE] == []
