"""Examples of the tools that change menus, their items and their places."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader

_NEW_ID = "what is deleted can not get its id back"


def _tree(hand: Reader, menu_id: int) -> list[tuple[str, str]]:
    """Read a menu as its labels with those of their parents."""
    items = hand.get("menu-items", menus=menu_id, per_page=100)
    labels = {0: "", **{item["id"]: item["title"]["rendered"] for item in items}}
    return [(item["title"]["rendered"], labels[item["parent"]]) for item in items]


def _menu(hand: Reader) -> Answer:
    """Make a menu: A, B with B1 below it, and a page that the link follows."""
    menu = hand.post("menus", name="Shelf", description="Ours", locations=["footer"])
    page = hand.post("pages", title='Tom & Jerry\'s "cat"', status="publish")
    plain = {"menus": menu["id"], "status": "publish"}
    first = hand.post("menu-items", title="A", url="/a/", menu_order=1, **plain)
    second = hand.post("menu-items", title="B", url="/b/", menu_order=2, classes=["big"], target="_blank", **plain)
    below = hand.post("menu-items", title="B1", url="/b1/", menu_order=3, parent=second["id"], **plain)
    page_link = {"type": "post_type", "object": "page", "object_id": page["id"]}
    last = hand.post("menu-items", menu_order=4, **page_link, **plain)
    items = {"a": first["id"], "b": second["id"], "b1": below["id"], "c": last["id"]}
    return {"menu": menu["id"], "page": page["id"], **items}


_CAT = "Tom &#038; Jerry&#8217;s &#8220;cat&#8221;"


def _b_is_below_the_page(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert _tree(hand, prepared["menu"]) == [("A", ""), (_CAT, ""), ("B", _CAT), ("B1", "B")]
    moved = hand.get(f"menu-items/{prepared['b']}")
    assert (moved["url"], moved["classes"], moved["target"]) == ("/b/", ["big"], "_blank")
    _page_is_followed(hand, prepared)


def _page_is_followed(hand: Reader, prepared: Answer) -> None:
    """Rename the page for a moment: a link without a label of its own changes with it."""
    hand.post(f"pages/{prepared['page']}", title="Dog")
    assert hand.get(f"menu-items/{prepared['c']}")["title"]["rendered"] == "Dog"
    hand.post(f"pages/{prepared['page']}", title='Tom & Jerry\'s "cat"')


def _b_has_a_new_link(hand: Reader, prepared: Answer, result: Answer) -> None:
    changed = hand.get(f"menu-items/{prepared['b']}")
    told = {name: changed[name] for name in ("url", "classes", "target", "parent", "menu_order", "type")}
    assert told == {
        "url": "https://new.example/",
        "classes": ["big"],
        "target": "_blank",
        "parent": 0,
        "menu_order": 2,
        "type": "custom",
    }


def _the_page_has_a_label(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.get(f"menu-items/{prepared['c']}")["title"]["raw"] == "Cats"


def _b1_has_moved_up(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert _tree(hand, prepared["menu"]) == [("A", ""), ("B1", ""), (_CAT, "")]


def _the_new_menu_is_there(hand: Reader, prepared: Answer, result: Answer) -> None:
    menu = hand.get(f"menus/{result['id']}")
    assert (menu["name"], menu["description"], menu["locations"]) == ("Bread &amp; butter", "For the footer", [])


def _the_menu_is_renamed(hand: Reader, prepared: Answer, result: Answer) -> None:
    menu = hand.get(f"menus/{prepared['menu']}")
    assert (menu["name"], menu["description"]) == ("Bread &amp; butter", "Ours")


def _the_menu_is_gone(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert prepared["menu"] not in {menu["id"] for menu in hand.get("menus")}
    assert hand.get("menu-locations")["footer"]["menu"] == 0


def _primary_shows_the_shelf(hand: Reader, prepared: Answer, result: Answer) -> None:
    places = hand.get("menu-locations")
    assert (places["primary"]["menu"], places["footer"]["menu"]) == (prepared["menu"], prepared["menu"])


def _footer_is_empty(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.get("menu-locations")["footer"]["menu"] == 0


EXAMPLES = (
    Example(
        tool="update_menu_item",
        name="moved",
        prepare=_menu,
        arguments=lambda prepared: {"item_id": prepared["b"], "parent": prepared["c"]},
        landed=_b_is_below_the_page,
    ),
    Example(
        tool="update_menu_item",
        name="link",
        prepare=_menu,
        arguments=lambda prepared: {"item_id": prepared["b"], "url": "https://new.example/"},
        landed=_b_has_a_new_link,
    ),
    Example(
        tool="update_menu_item",
        name="label",
        prepare=_menu,
        arguments=lambda prepared: {"item_id": prepared["c"], "title": "Cats"},
        landed=_the_page_has_a_label,
    ),
    Example(
        tool="delete_menu_item",
        prepare=_menu,
        arguments=lambda prepared: {"item_id": prepared["b"]},
        landed=_b1_has_moved_up,
        differs={"menu-items *": _NEW_ID, "menu-items * parent": "the parent's id is a new one"},
    ),
    Example(
        tool="create_menu",
        arguments=lambda prepared: {"name": "Bread & butter", "description": "For the footer"},
        landed=_the_new_menu_is_there,
    ),
    Example(
        tool="update_menu",
        prepare=_menu,
        arguments=lambda prepared: {"id": prepared["menu"], "name": "Bread & butter"},
        landed=_the_menu_is_renamed,
    ),
    Example(
        tool="delete_menu",
        prepare=_menu,
        arguments=lambda prepared: {"id": prepared["menu"]},
        landed=_the_menu_is_gone,
        differs={
            "menus *": _NEW_ID,
            "menu-items *": _NEW_ID,
            "menu-locations footer menu": "the menu's id is a new one",
            "menu-locations footer _links": "it names the menu",
        },
    ),
    Example(
        tool="assign_menu_location",
        prepare=_menu,
        arguments=lambda prepared: {"location": "primary", "menu_id": prepared["menu"]},
        landed=_primary_shows_the_shelf,
    ),
    Example(
        tool="assign_menu_location",
        name="none",
        prepare=_menu,
        arguments=lambda prepared: {"location": "footer", "menu_id": 0},
        landed=_footer_is_empty,
    ),
)
