"""WordPress's own editor takes every block that is made or changed here for one that it saved itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import CHROMIUM, QUIET
from tests.real.core import NEWEST
from tests.real.site import Running
from tests.tools.test_blocks_changing import CHANGES
from tests.tools.test_blocks_markup import SAVED
from webapp.tools.blocks.changing import changed
from webapp.tools.blocks.markup import markup_of
from webapp.tools.blocks.parsing import Document

FURTHER: list[dict[str, Any]] = [
    {"type": "image", "url": "/a.jpg", "alt": "x", "media_id": 5, "href": "/big/", "align": "wide"},
    {"type": "list", "items": ["a"], "ordered": True, "start": 3},
    {"type": "buttons", "items": [{"text": "a", "url": "/"}, {"text": "b"}], "class": "z"},
    {"type": "columns", "align": "wide", "children": [{"children": [{"type": "paragraph", "text": "a"}]}]},
    {"type": "separator", "class": "is-style-wide"},
    {"type": "group", "children": [{"type": "quote", "children": [{"type": "paragraph", "text": "q"}]}]},
]
SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {"type": "image", "url": "/a.jpg", "media_id": 3},
        {"caption": "Cap", "align": "wide", "sizeSlug": "large", "className": "round", "anchor": "pic"},
    ),
    ({"type": "image", "url": "/a.jpg", "media_id": 3, "caption": "old"}, {"caption": "", "id": None}),
    ({"type": "heading", "text": "x"}, {"level": 4, "align": "center", "className": "a", "anchor": "top"}),
    ({"type": "spacer"}, {"height": 40, "className": "s"}),
    ({"type": "group"}, {"align": "full", "className": "s", "anchor": "g"}),
    ({"type": "list", "items": ["a"], "class": "q"}, {"ordered": True}),
    ({"type": "separator"}, {"align": "wide"}),
]
# What the editor finds wrong with some markup; nothing where it finds it in order.
FAULTS = """markup => {
    const faults = blocks => blocks.flatMap(
        block => [...(block.isValid ? [] : [block.name]), ...faults(block.innerBlocks)]
    );
    return faults(wp.blocks.parse(markup));
}"""
SPELLED_BY_EDITOR = "markup => wp.blocks.serialize(wp.blocks.parse(markup))"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": QUIET}


@pytest.fixture(scope="module")
def editor(running: Running, browser: Browser) -> Iterator[Page]:
    """The page of the editor, with a page of the site open in it."""
    site = running(NEWEST, False)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site.url}/wp-login.php")
    page.fill("#user_login", site.username)
    page.fill("#user_pass", site.users[site.username].password)
    page.click("#wp-submit")
    page.wait_for_url("**/wp-admin/**")
    page.goto(f"{site.url}/wp-admin/post.php?post=42&action=edit", wait_until="domcontentloaded")
    page.wait_for_function("() => window.wp?.blocks?.getBlockTypes().length > 20", timeout=60_000)
    yield page
    context.close()


def test_what_is_made_of_a_description_is_in_order(editor: Page) -> None:
    made = [markup_of([one]) for one in (*(described for described, _ in SAVED), *FURTHER)]
    assert [(markup, editor.evaluate(FAULTS, markup)) for markup in made] == [(markup, []) for markup in made]


def test_what_is_made_without_an_alignment_of_text_is_spelled_as_the_editor_spells_it(editor: Page) -> None:
    made = [
        markup_of([one]) for one in (*(described for described, _ in SAVED), *FURTHER) if one.get("align") != "center"
    ]
    assert [editor.evaluate(SPELLED_BY_EDITOR, markup) for markup in made] == made


def test_what_is_changed_is_in_order(editor: Page) -> None:
    after = [one[3] for one in CHANGES]
    after += [changed(Document(markup_of([one])).blocks[0], {"attributes": new}).markup for one, new in SETTINGS]
    assert [(markup, editor.evaluate(FAULTS, markup)) for markup in after] == [(markup, []) for markup in after]
