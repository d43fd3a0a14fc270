"""Promises of what an agent is told of a site: short, from what the site shows its login, and nothing guessed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.tools.stage import Stage
from webapp.errors import SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, html
from webapp.tools.builders import installed_builders
from webapp.tools.groups import CHOSEN
from webapp.tools.site.site_context import get_site_context
from webapp.wordpress.client import Connection, WordPress


@pytest.fixture
def guest(site: SampleSite) -> Iterator[Stage]:
    connection = Connection(f"{site.url}/wp-json/", "guest", site.app_password_of("guest"))
    with WordPress(connection, allow_private=True) as wordpress:
        yield Stage(wordpress)


def said(site: SampleSite, path: str, body: object) -> None:
    site.misbehave(AnswerInstead(200, json.dumps(body)), path=path)


def test_a_site_tells_its_name_language_theme_types_and_places(stage: Stage, site: SampleSite) -> None:
    told = stage.read("get_site_context")
    del told["terms"]
    assert told == {
        "success": True,
        "site_name": "Harbour & Grain",
        "site_url": site.url,
        "home_url": site.url,
        "language": "en_US",
        "timezone": "Europe/Lisbon",
        "active_theme": {"name": "harbour-classic"},
        "menu_places": True,
        "custom_post_types": [{"name": "recipe", "label": "Recipes"}],
        "page_builder": {"name": "gutenberg"},
        "active_plugin_count": 2,
        "login": {
            "name": "Inês Duarte",
            "roles": ["administrator"],
            "may": ["edit_pages", "publish_pages", "delete_pages", "edit_theme_options", "manage_options"],
        },
    }


def test_types_are_told_beside_posts_and_pages_which_every_site_has(stage: Stage, site: SampleSite) -> None:
    types = {
        "post": {"name": "Posts"},
        "page": {"name": "Pages"},
        "book": {"name": "Books"},
        "wp_block": {"name": "X"},
    }
    said(site, "/wp/v2/types", types)
    assert stage.read("get_site_context")["custom_post_types"] == [{"name": "book", "label": "Books"}]


def test_it_only_reads_and_never_asks_for_a_theme_because_that_makes_wordpress_write(
    stage: Stage, site: SampleSite
) -> None:
    stage.read("get_site_context", detail="full")
    assert {entry.method for entry in site.requests} == {"GET"}
    assert [entry.route for entry in site.requests if "themes" in entry.route] == []


def test_full_lists_plugins_rights_and_the_front_page(stage: Stage) -> None:
    told = stage.read("get_site_context", detail="full")
    assert len(told["active_plugins"]) == told["active_plugin_count"] == 2
    assert {"name": "Quayside Contact Form", "version": "2.3.0"} in told["active_plugins"]
    assert told["front_page"] == {"show_on_front": "page", "page_on_front": 7}
    assert told["description"] == "Joinery on the waterfront"
    assert "upload_files" in told["login"]["may"]


def test_what_the_login_may_not_see_is_left_out(guest: Stage) -> None:
    told = guest.read("get_site_context")
    assert {"language", "menu_places", "page_builder", "active_plugin_count", "active_plugins"} & set(told) == set()
    assert told["login"] == {"name": "Guest", "roles": ["subscriber"], "may": []}
    assert told["site_name"] == "Harbour & Grain"


def test_names_for_other_things_are_never_used(stage: Stage) -> None:
    told = stage.read("get_site_context", detail="full")
    assert {"site", "page", "post", "duplicate", "media"} & set(told) == set()


def test_a_site_with_much_of_everything_is_told_in_under_two_kilobytes(stage: Stage, site: SampleSite) -> None:
    types = {f"kind_{number}_{'x' * 14}": {"name": "Books & " * 30} for number in range(60)}
    said(site, "/wp/v2/types", types)
    site.change("settings", title="A very long name indeed " * 20)
    terms = {
        "scope": "content",
        "planned": "always",
        "yes_from": "browser",
        "direct_editing": False,
        "paused": True,
        "purposes_off": [group.title for group in CHOSEN],
        "switched_off": [f"update_custom_{number}" for number in range(30)],
        "protected": [f"page {number}: {'About us and more' * 9}"[:60] for number in range(40)],
        "in_words": "The owner paused the site: nothing is planned or applied until they let agents work again.",
    }
    scene = type("Scene", (), {"terms": lambda self: terms})()
    told = get_site_context(stage.wordpress, {}, scene)
    assert len(json.dumps(told, ensure_ascii=False).encode()) < 2048
    assert (len(told["custom_post_types"]), told["more_custom_post_types"]) == (6, 54)
    assert (len(told["terms"]["protected"]), told["terms"]["more_protected"]) == (6, 34)
    assert len(told["site_name"]) == 60


def test_a_page_in_place_of_the_index_is_a_trouble_of_the_site(stage: Stage, site: SampleSite) -> None:
    site.misbehave(html())
    with pytest.raises(SiteTrouble, match="respira_site_firewall"):
        stage.read("get_site_context")


def test_an_offset_stands_where_no_time_zone_is_named(stage: Stage, site: SampleSite) -> None:
    said(site, "/", {"name": "X", "gmt_offset": "-3.5", "timezone_string": "", "namespaces": []})
    assert stage.read("get_site_context")["timezone"] == "UTC-03:30"


@pytest.mark.parametrize(
    ("plugins", "theme", "namespaces", "told"),
    [
        (["elementor", "akismet"], None, [], ["Elementor"]),
        ([], "Divi", [], ["Divi"]),
        (None, None, ["wp/v2", "bricks/v1"], ["Bricks"]),
        (["js_composer", "bb-plugin"], "twentytwenty", [], ["WPBakery", "Beaver Builder"]),
        (["akismet"], "twentytwenty", ["wp/v2"], []),
        (None, "twentytwenty", ["wp/v2"], None),
    ],
)
def test_page_builders_are_told_where_something_gives_them_away(
    plugins: list[str] | None, theme: str | None, namespaces: list[str], told: list[str] | None
) -> None:
    assert installed_builders(plugins, theme, namespaces) == told
