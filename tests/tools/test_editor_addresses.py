"""Promises of the links to WordPress's own screens."""

from __future__ import annotations

import pytest

from webapp.tools.editor_addresses import address_of

SITE = "https://example.com/"


@pytest.mark.parametrize(
    ("kind", "target_id", "screen"),
    [
        ("page", "42", "post.php?post=42&action=edit"),
        ("post", "7", "post.php?post=7&action=edit"),
        ("type:book-review", "9", "post.php?post=9&action=edit"),
        ("media", "12", "post.php?post=12&action=edit"),
        ("term", "3", "term.php?tag_ID=3"),
        ("comment", "5", "comment.php?action=editcomment&c=5"),
        ("user", "2", "user-edit.php?user_id=2"),
        ("menu", "3", "nav-menus.php?action=edit&menu=3"),
        ("menu_location", "primary", "nav-menus.php?action=locations"),
        ("navigation", "4", "site-editor.php?postType=wp_navigation&postId=4&canvas=edit"),
        ("template", "my//home", "site-editor.php?postType=wp_template&postId=my%2F%2Fhome&canvas=edit"),
        ("plugin", "akismet/akismet", "plugins.php"),
        ("option", "description", "options-general.php"),
        ("option", "page_on_front", "options-reading.php"),
    ],
)
def test_each_kind_is_changed_on_a_screen_of_wordpress(kind: str, target_id: str, screen: str) -> None:
    assert address_of(SITE, kind, target_id) == f"https://example.com/wp-admin/{screen}"


@pytest.mark.parametrize(
    ("kind", "target_id"),
    [("page", "new:7c0d3e"), ("page", ""), ("page", "42&evil=1"), ("menu", "x"), ("unheard-of", "4")],
)
def test_what_is_still_to_be_made_or_has_no_screen_has_no_address(kind: str, target_id: str) -> None:
    assert address_of(SITE, kind, target_id) is None


def test_a_name_can_not_lead_elsewhere() -> None:
    address = address_of(SITE, "template_part", "x&postId=1#/../..//evil.example")
    assert address is not None
    assert address.startswith(
        "https://example.com/wp-admin/site-editor.php?postType=wp_template_part&postId=x%26postId"
    )
    assert "#" not in address
