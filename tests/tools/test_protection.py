"""Promises of finding what an owner wants to keep from agents."""

from __future__ import annotations

import pytest

from tests.tools.stage import Stage
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.tools.answers import Target
from webapp.tools.protection import protection


def found(stage: Stage, kind: str, typed: str) -> tuple[str, str, str]:
    item = protection.find(stage.wordpress, kind, typed)
    return item.kind, item.id, item.name


@pytest.mark.parametrize(
    ("kind", "typed", "item"),
    [
        ("page", "42", ("page", "42", "About")),
        ("page", " /about/ ", ("page", "42", "About")),
        ("page", "about", ("page", "42", "About")),
        ("page", "/About", ("page", "42", "About")),
        ("page", "/?page_id=42", ("page", "42", "About")),
        ("page", "/wp-admin/post.php?post=42&action=edit", ("page", "42", "About")),
        ("page", "/", ("page", "7", "Home")),
        ("post", "101", ("post", "101", "Forty windows for the customs house")),
        ("post", "/2026/03/02/forty-windows/", ("post", "101", "Forty windows for the customs house")),
        ("menu", "main MENU", ("menu", "3", "Main menu")),
        ("menu", "3", ("menu", "3", "Main menu")),
        ("option", "tagline", ("option", "description", "Tagline")),
        ("option", "blogname", ("option", "title", "Site title")),
        ("option", "page_on_front", ("option", "page_on_front", "Front page")),
        ("plugin", "hello dolly", ("plugin", "hello", "Hello Dolly")),
        ("plugin", "quayside-forms", ("plugin", "quayside-forms/quayside-forms", "Quayside Contact Form")),
        ("plugin", "akismet/akismet.php", ("plugin", "akismet/akismet", "Akismet Anti-spam: Spam Protection")),
    ],
)
def test_an_item_is_found_by_what_people_call_it(
    stage: Stage, kind: str, typed: str, item: tuple[str, str, str]
) -> None:
    assert found(stage, kind, typed) == item


def test_a_page_is_found_by_its_whole_address_with_and_without_the_scheme(stage: Stage, site: SampleSite) -> None:
    address = f"{site.url}/about/"
    assert found(stage, "page", address) == ("page", "42", "About")
    assert found(stage, "page", address.split("://")[1]) == ("page", "42", "About")


@pytest.mark.parametrize(
    ("kind", "typed", "said"),
    [
        ("page", "99999", "There is no page 99999 on the site."),
        ("page", "/nowhere/", "There is no page at /nowhere on the site."),
        ("page", "/nowhere/about/", "There is no page at /nowhere/about on the site."),
        ("page", "https://elsewhere.example/about/", "This address is not on "),
        ("post", "/", "What visitors get at the site's address is no post."),
        ("menu", "Side menu", "There is no menu Side menu on the site."),
        ("plugin", "nowhere", "There is no plugin nowhere on the site."),
        ("option", "home", "home is no setting that agents can change."),
    ],
)
def test_what_is_not_there_is_said_in_words(stage: Stage, kind: str, typed: str, said: str) -> None:
    with pytest.raises(Refusal) as told:
        protection.find(stage.wordpress, kind, typed)
    assert told.value.code == "respira_not_found"
    assert said in told.value.message


def test_a_page_in_the_trash_is_not_found(stage: Stage) -> None:
    stage.perform("delete_page", id=311)
    with pytest.raises(Refusal, match="is in the trash"):
        protection.find(stage.wordpress, "page", "311")


def test_the_kinds_are_those_that_writes_name_as_their_target(stage: Stage) -> None:
    targets: list[Target] = [
        stage.plan("update_page", id=42, title="Ours").target,
        stage.plan("delete_page", id=311).target,
        stage.plan("create_menu_item", menu_id=3, title="Us", url="/us/").target,
        stage.plan("update_option", option="description", value="Bread").target,
    ]
    assert {target.kind for target in targets} <= set(protection.KINDS)
    for kind, typed in (("page", "/about/"), ("menu", "Main menu"), ("option", "Tagline")):
        item = protection.find(stage.wordpress, kind, typed)
        assert (item.kind, item.id) in {(target.kind, target.id) for target in targets}
