"""Taking back on a real WordPress: generated texts, and what WordPress lets go of along with a write, come back.

The whole site is compared, field by field, by another client. Each example lays its own things beside those of the
ones before it, and leaves the site as it found it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.core.acts import on_site
from tests.installed import Installed, installed
from tests.pictures import png
from tests.properties.restoring import played as playing
from tests.properties.restoring import worlds
from tests.properties.restoring.calls import Call
from tests.properties.restoring.whole import COUNTED_FROM, changed
from tests.real.conftest import Running
from tests.real.core import NEWEST
from tests.real.site import Site
from tests.site_state import Reader, first_state, reading

# The tables of WordPress by what counts in them.
_TABLES = {
    "posts": ("wp_posts",),
    "terms": ("wp_terms", "wp_term_taxonomy"),
    "comments": ("wp_comments",),
    "users": ("wp_users",),
}
_LONG = "Donaudampfschifffahrt" * 12


@dataclass(frozen=True)
class Ground:
    """One real site and one installation for all examples."""

    sayso: Installed
    hand: Reader

    def __repr__(self) -> str:
        return "Ground()"

    def demand_all_back(self, calls: list[Call]) -> None:
        """Play calls and take them back; all of the site is as it was, but for ids of what was made again."""
        before = first_state(self.hand)
        played = playing.play(self.sayso, {}, calls)
        assert (played.refused, played.failed) == ([], [])
        assert len(played.applied) == len(calls)
        assert [step["differs"] for step in played.applied if "differs" in step] == []
        playing.take_back(self.sayso, played)
        assert played.undo is not None
        assert {part.row.outcome for part in played.undo.parts} == {"exactly"}, [
            part.report for part in played.undo.parts
        ]
        new_ids = playing.new_ids(self.sayso, played.undo)
        assert changed(before, first_state(self.hand), new_ids=new_ids, binned=played.made) == []


def count_from_afar(site: Site) -> None:
    """Let ids be given that nothing else on the site looks like, so that one of them can be told wherever it is."""
    with closing(sqlite3.connect(site.folder / "database" / "site.sqlite")) as database, database:
        for counter, first in COUNTED_FROM.items():
            for table in _TABLES[counter]:
                database.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (first, table))


@pytest.fixture(scope="module")
def ground(running: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    site = running(NEWEST, False)
    site.reset()
    count_from_afar(site)
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("restoring")
        sayso = stack.enter_context(installed(folder, site.url, site.username, site.app_password))
        hand = stack.enter_context(reading(site.rest, site.username, site.app_password))
        on_site(sayso, direct_editing=True)
        yield Ground(sayso, hand)


def menu_of(hand: Reader, name: str, *entries: dict[str, Any]) -> int:
    """Make a menu in the footer, with each entry below the one before it."""
    menu: int = hand.post("menus", name=name, description="At the foot", locations=["footer"])["id"]
    above = 0
    for at, entry in enumerate(entries, start=1):
        fields = {"status": "publish", "menus": menu, "menu_order": at, "parent": above, **entry}
        above = hand.post("menu-items", **fields)["id"]
    return menu


def test_pages_come_back_to_the_front_to_the_menu_and_to_their_children_and_keep_their_passwords(
    ground: Ground,
) -> None:
    hand = ground.hand
    front = hand.post("pages", title="Front & centre", status="publish")["id"]
    hand.post("pages", title="Below it", status="publish", parent=front)
    draft = hand.post("pages", title="No address yet", status="draft")["id"]
    locked = hand.post("pages", title="Locked", status="publish", password="open sesame")["id"]
    news = hand.post("pages", title="All news", status="publish")["id"]
    menu_of(hand, "To pages", {"type": "post_type", "object": "page", "object_id": front})
    hand.post("settings", show_on_front="page", page_on_front=front, page_for_posts=news)
    ground.demand_all_back(
        [
            ("update_page", {"id": locked, "status": "private", "edit_target": "live"}),
            ("delete_page", {"id": draft}),
            ("delete_page", {"id": front}),
            ("update_option", {"option": "page_for_posts", "value": 0}),
        ]
    )


def test_posts_come_back_on_top_with_their_comments_terms_and_picture(ground: Ground) -> None:
    hand = ground.hand
    picture = hand.upload("oak.png", png(4, 3), "image/png")["id"]
    hand.post(f"media/{picture}", alt_text="An oak", caption="<em>Oak</em> & ash", date="2024-02-29T23:59:59")
    category, tag = hand.post("categories", name="Rye & spelt")["id"], hand.post("tags", name="Old")["id"]
    post = hand.post(
        "posts",
        title="On top",
        status="publish",
        sticky=True,
        format="quote",
        categories=[category],
        tags=[tag],
        featured_media=picture,
        date="2025-03-30T02:30:00",
    )["id"]
    for status in ("approved", "hold", "spam"):
        who = {"author_name": "Otto", "author_email": "otto@readers.example", "author_ip": "192.0.2.7"}
        hand.post("comments", post=post, content=f"This is {status}", status=status, **who)
    other = hand.post("posts", title="Later", status="draft", categories=[category])["id"]
    ground.demand_all_back(
        [
            ("delete_post", {"id": post}),
            (
                "update_post",
                {"id": other, "sticky": True, "format": "aside", "tags": [str(tag)], "edit_target": "live"},
            ),
            ("delete_media", {"id": picture, "force": True}),
        ]
    )


def test_nested_terms_and_menus_come_back_with_what_hangs_on_them(ground: Ground) -> None:
    hand = ground.hand
    first = hand.post("categories", name="Cakes & tarts", description="Sweet")["id"]
    second = hand.post("categories", name="Fruit", parent=first)["id"]
    hand.post("categories", name="Plums", parent=second)
    hand.post("posts", title="A plum cake", status="publish", categories=[first, second])
    term = {"type": "taxonomy", "object": "category", "object_id": second}
    link = {"title": "Shop & more", "url": "https://shop.example/?a=1&b=2", "classes": ["big"], "target": "_blank"}
    menu = menu_of(hand, "Sweet & sour", link, {**term, "title": "Fruit"}, {**link, "title": "Deeper"})
    ground.demand_all_back(
        [
            ("update_term", {"id": first, "taxonomy": "category", "name": "Tarts", "slug": "tarts"}),
            ("delete_menu", {"id": menu}),
            ("delete_term", {"id": second, "taxonomy": "category"}),
        ]
    )


@settings(max_examples=2, phases=(Phase.generate,), suppress_health_check=list(HealthCheck))
@given(drawn=st.lists(worlds.words, min_size=40, max_size=40, unique=True))
def test_no_text_is_told_to_differ_for_what_wordpress_itself_makes_of_it(ground: Ground, drawn: list[str]) -> None:
    blocks = [f"<!-- wp:paragraph -->\n<p>{text}</p>\n<!-- /wp:paragraph -->" for text in drawn]
    calls: list[Call] = []
    for at, (title, excerpt) in enumerate(zip(drawn[:4], drawn[4:8], strict=True)):
        content = [
            "\n\n".join([*worlds.BLOCKS, *blocks]),
            "\r\n".join([*drawn, _LONG]),
            " ".join(drawn),
            "  \n".join(["<!-- wp:paragraph {} -->", *drawn, "<!-- /wp:paragraph -->"]),
        ][at]
        page = ground.hand.post("pages", title="As it was", status="publish" if at % 2 else "draft")["id"]
        fields = {"title": f"{title} {_LONG[:at]}.", "content": content, "excerpt": excerpt}
        calls.append(("update_page", {"id": page, **fields, "edit_target": "live"}))
    ground.demand_all_back(calls)
