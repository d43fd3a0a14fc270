"""Menus, their items, and the places a theme shows them at."""

from __future__ import annotations

from tests.sample_site.conftest import Caller


def test_the_main_menu_is_at_the_primary_place_with_three_pages(owner: Caller) -> None:
    assert owner.get("menus").json[0]["id"] == 3
    assert owner.get("menus/3").json["locations"] == ["primary"]
    assert owner.get("menu-locations").json["primary"]["menu"] == 3
    items = owner.get("menu-items?menus=3&_fields=id,title,object_id,menu_order").json
    assert items == [
        {"id": 21, "title": {"rendered": "Home"}, "object_id": 7, "menu_order": 1},
        {"id": 22, "title": {"rendered": "About"}, "object_id": 42, "menu_order": 2},
        {"id": 23, "title": {"rendered": "Contact"}, "object_id": 46, "menu_order": 3},
    ]


def test_a_new_item_is_first_unless_its_order_is_sent(owner: Caller) -> None:
    made = owner.post("menu-items", type="post_type", object="page", object_id=44, menus=3)
    assert made.status_code == 201
    assert (made.json["menu_order"], made.json["status"], made.json["type_label"]) == (1, "publish", "Page")
    assert made.json["title"] == {"raw": "Services", "rendered": "Services"}
    low = owner.post("menu-items", title="x", url="/x", menu_order=0).json
    assert low["data"]["params"] == {"menu_order": "menu_order must be greater than or equal to 1"}


def test_a_page_item_follows_the_pages_title_until_it_has_its_own(owner: Caller) -> None:
    owner.post("pages/42", title="About us")
    assert owner.get("menu-items/22").json["title"]["rendered"] == "About us"
    owner.post("menu-items/22", title="About us")
    owner.post("pages/42", title="Who we are")
    assert owner.get("menu-items/22").json["title"]["rendered"] == "Who we are"
    owner.post("menu-items/22", title="Our own words")
    owner.post("pages/42", title="About")
    assert owner.get("menu-items/22").json["title"]["rendered"] == "Our own words"


def test_a_link_of_ones_own_needs_a_title_and_an_address(owner: Caller) -> None:
    answer = owner.post("menu-items", type="custom", menus=3)
    assert (answer.status_code, answer.json["code"]) == (400, "rest_title_required")
    assert answer.json["additional_errors"][0]["code"] == "rest_url_required"


def test_an_unknown_menu_is_refused_an_unknown_page_or_parent_is_not(owner: Caller) -> None:
    assert owner.post("menu-items", title="x", url="/x", menus=99).json["code"] == "invalid_menu_id"
    odd = owner.post("menu-items", type="post_type", object="page", object_id=9999, menus=3, parent=888).json
    assert (odd["invalid"], odd["parent"]) == (True, 888)


def test_menus_and_items_can_only_be_deleted_for_good(owner: Caller) -> None:
    refused = owner.delete("menu-items/22")
    assert (refused.status_code, refused.json["code"]) == (501, "rest_trash_not_supported")
    assert owner.delete("menu-items/22?force=true").json["previous"]["title"] == {"rendered": "About"}
    assert owner.delete("menus/3").status_code == 501
    assert owner.delete("menus/3?force=true").json["deleted"] is True
    assert owner.get("menu-items").json == []
    assert owner.get("menu-locations/primary").json["menu"] == 0


def test_a_new_menu_takes_a_place_from_the_one_that_had_it(owner: Caller) -> None:
    made = owner.post("menus", name="Second & last", locations=["primary"]).json
    assert (made["name"], made["slug"], made["locations"]) == ("Second &amp; last", "second-last", ["primary"])
    assert owner.get("menus/3").json["locations"] == []
    assert owner.post("menus", name="Second & last").json["code"] == "menu_exists"
    assert owner.post("menus", name="x", locations=["nowhere"]).json["data"]["details"]["locations"]["code"] == (
        "rest_invalid_menu_location"
    )


def test_a_menu_that_takes_in_pages_gets_new_top_level_ones(owner: Caller) -> None:
    owner.post("menus/3", auto_add=True)
    new = owner.post("pages", title="News", status="publish").json["id"]
    owner.post("pages", title="Below", status="publish", parent=42)
    owner.post("pages/311", status="publish")
    owner.post("pages/42", status="draft")
    owner.post("pages/42", status="publish")
    items = owner.get("menu-items?menus=3&_fields=object_id,menu_order").json
    assert [(item["object_id"], item["menu_order"]) for item in items] == [
        (7, 1),
        (42, 2),
        (46, 3),
        (new, 4),
        (311, 5),
    ]
