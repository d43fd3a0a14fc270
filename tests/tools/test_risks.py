"""A step that deserves a close look says why, and a harmless one does not cry for attention."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from webapp.tools.answers import Change, LandsOn, Proposal, Target
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.risks import GRAVE, LONGEST, Risk, is_grave, risks_of
from webapp.tools.tool import WriteTool

SITE = "https://shop.example"
A_LINK = {"id": "1", "label": "About", "depth": 0}
ANOTHER = {"id": "2", "label": "Prices", "depth": 0}


def found(
    *changes: Change,
    tool: str = "update_page",
    kind: str = "page",
    target: str = "42",
    link: str | None = "https://shop.example/about/",
    where: Any = "copy",
    makes: bool = False,
    status: str = "publish",
    **about: Any,
) -> list[str]:
    write = CATALOGUE[tool]
    assert isinstance(write, WriteTool)
    lands_on = LandsOn(where, "There.", makes=makes)
    proposal = Proposal("Do it.", Target(kind, target, "About", link), lands_on, changes, {}, "Undo it.")
    state = {"live.status": status, **{f"about.{name}": value for name, value in about.items()}}
    return [str(risk) for risk in risks_of(write, proposal, state, SITE)]


def text(before: str | None, after: str) -> Change:
    return Change("content", "Text", before, after, "html")


def title(before: str, after: str) -> Change:
    return Change("title", "Title", before, after)


def menu(before: list[Any], after: list[Any]) -> Change:
    return Change("items", "Menu items", before, after, "tree")


def test_another_title_on_a_copy_has_no_reason_at_all():
    assert found(title("About", "About us")) == []


def test_alternative_text_is_live_and_no_grave_reason():
    alt = Change("alt_text", "Alternative text", "", "A red door, 1 of 3")
    assert found(alt, tool="update_media", kind="media", where="live", link=None) == ["live"]
    assert not is_grave(["live"])


def test_what_bins_or_removes_something_says_delete():
    bins = Change("status", "Status", "publish", "trash", "value")
    assert found(bins, tool="delete_page") == ["delete"]
    assert found(bins, tool="update_comment", kind="comment", where="live", link=None) == ["delete", "live"]
    assert found(text("<p>a</p>", ""), tool="remove_element") == ["delete"]


def test_bringing_something_back_is_no_delete():
    assert found(title("B", "A"), tool="restore_snapshot") == []


@pytest.mark.parametrize(("tool", "kind"), [("update_option", "option"), ("activate_plugin", "plugin")])
def test_settings_and_plugins_say_settings(tool, kind):
    assert found(tool=tool, kind=kind, link=None, where="live") == ["settings", "live"]


def test_a_role_says_settings():
    role = Change("roles", "Role", "author", "editor")
    assert found(role, tool="update_user", kind="user", link=None, where="live") == ["settings", "live"]


@pytest.mark.parametrize("link", ["https://shop.example/", "http://www.shop.example", "https://SHOP.example"])
def test_what_has_the_address_of_the_site_itself_is_the_front_page(link):
    assert found(title("Home", "Welcome"), link=link) == ["front_page"]


def test_another_page_of_the_site_is_not_the_front_page():
    assert found(title("Home", "Welcome"), link="https://shop.example/home/") == []


def test_a_page_that_is_known_to_list_the_posts_counts_as_the_front_page():
    assert found(title("News", "Blog"), posts_page=True) == ["front_page"]


def test_the_setting_that_chooses_the_front_page_and_its_template_say_so():
    assert "front_page" in found(tool="update_option", kind="option", target="page_on_front", link=None)
    assert "front_page" in found(tool="update_template", kind="template", target="theme//front-page", link=None)
    assert "front_page" not in found(tool="update_template", kind="template", target="theme//single", link=None)


@pytest.mark.parametrize(
    "change",
    [
        Change("blog_public", "blog_public", "1", "0", "value"),
        Change("meta._yoast_wpseo_meta-robots-noindex", "Custom field", "", "1", "value"),
        Change("meta.rank_math_robots", "Custom field", ["index"], ["noindex"], "value"),
        Change("meta.seo", "Custom field", {"robots": {"noindex": False}}, {"robots": {"noindex": True}}, "value"),
        Change("meta.seo", "Custom field", [{"noindex": 0}], [{"noindex": 1}], "value"),
        Change("meta.seo", "Custom field", None, [{"noindex": True}], "value"),
        text("<p>Hi</p>", '<p>Hi</p><meta name="robots" content="NOINDEX">'),
    ],
)
def test_what_sends_search_engines_away_says_noindex(change):
    assert "noindex" in found(change)


@pytest.mark.parametrize(
    "change",
    [
        Change("blog_public", "blog_public", "0", "1", "value"),
        Change("meta._yoast_wpseo_meta-robots-noindex", "Custom field", "1", "0", "value"),
        Change("meta.seo", "Custom field", None, {"noindex": False}, "value"),
        Change("meta.seo", "Custom field", [], [{"noindex": "0"}], "value"),
        text("<p>noindex explained</p>", "<p>noindex, explained</p>"),
    ],
)
def test_what_lets_search_engines_in_does_not(change):
    assert "noindex" not in found(change)


@pytest.mark.parametrize(
    "brought",
    [
        "<script>steal()</script>",
        "<SCRIPT src=//shop.example/x.js>",
        '<iframe src="/x"></iframe>',
        '<object data="x"></object>',
        "<embed src=x>",
        '<img src="x" onerror="steal()">',
        "<svg/onload=steal()>",
        '<a href="java\tscript:steal()">x</a>',
        '<a href="javascript&#58;steal()">x</a>',
        '<a href="data:text/html,x">x</a>',
        '<form action="/collect"><input></form>',
        '<button formaction="/collect">x</button>',
        '<base href="/">',
        '<!-- wp:x/y {"html":"\\u003cscript\\u003esteal()\\u003c/script\\u003e"} /-->',
    ],
)
def test_what_brings_in_code_frames_or_forms_says_script(brought):
    assert "script" in found(text("<p>Hello</p>", f"<p>Hello</p>{brought}"))


def test_other_code_in_a_script_that_is_there_already_says_script():
    before = "<script>\nhello()\n</script><p>A</p>"
    assert "script" in found(text(before, before.replace("hello", "steal")))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<script>a()</script><p>A</p>", "<script>a()</script><p>B</p>"),
        ("<iframe src='/map'></iframe>", "<p>New</p>\n<iframe src='/map'></iframe>"),
        ("<p>A</p>", "<p>JavaScript: the good parts. &lt;script&gt; is a tag. Once we are open = fine.</p>"),
        ("<p>A</p>", '<p>A</p><img src="data:image/png;base64,AAAA">'),
        ("<p>A</p>", '<p>A</p><a href="#top">Up</a> <a href="mailto:me@shop.example">Mail</a>'),
    ],
)
def test_code_that_stays_and_words_about_code_do_not(before, after):
    assert "script" not in found(text(before, after))


@pytest.mark.parametrize(
    "brought",
    [
        '<a href="https://evil.example/x">x</a>',
        '<img src="//evil.example/p.png">',
        '<p style="background:url(//evil.example/p.png)">x</p>',
        "See https://evil.example.",
        '<!-- wp:embed {"url":"https:\\/\\/evil.example\\/v"} /-->',
        '<a href="https://shop.example@evil.example/">x</a>',
        '<a href="https://shop.example.evil.example/">x</a>',
        '<a href="https:///evil.example">x</a>',
        '<a href="http:evil.example">x</a>',
        '<!-- wp:navigation-link {"url":"https\\u003a\\u002f\\u002fevil.example"} /-->',
        '<img srcset="//evil.example/x 1x">',
        '<a href="/" ping="//evil.example">x</a>',
    ],
)
def test_a_link_to_a_host_that_was_not_linked_to_says_so(brought):
    assert "new_domain" in found(text("<p>Hello</p>", f"<p>Hello</p>{brought}"))


def test_a_link_in_a_menu_or_a_field_to_another_host_says_so():
    assert "new_domain" in found(
        Change("url", "Address", None, "https://evil.example", "value"), tool="create_menu_item", kind="menu"
    )
    assert "new_domain" in found(Change("meta.source", "Custom field", "", "//evil.example/a", "value"))


@pytest.mark.parametrize(
    "address",
    ["https:///evil.example/", "http:////evil.example/", "///evil.example/", "/\\evil.example/", "http:evil.example"],
)
def test_a_menu_link_to_another_host_says_so_however_its_address_is_written(address):
    item = {"id": "3", "label": "New", "depth": 0, "url": address}
    for change in (Change("url", "Address", "/about", address, "value"), menu([A_LINK], [A_LINK, item])):
        assert "new_domain" in found(change, tool="create_menu_item", kind="menu", where="live")


@pytest.mark.parametrize(
    "brought",
    ["https://shop.example/x", "http://www.shop.example:8080/x", "/contact", "#top", "https://known.example/more"],
)
def test_the_sites_own_host_and_one_that_was_linked_to_before_do_not(brought):
    before = '<a href="https://known.example/">x</a>'
    assert "new_domain" not in found(text(before, f'{before}<a href="{brought}">y</a>'))


def test_where_a_file_is_fetched_from_is_no_link():
    fetched = Change("address", "Fetched from", None, "https://photos.example/1.jpg", "value")
    assert found(fetched, tool="upload_media", kind="media", where="live", link=None) == ["live"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>Only 90 € a night</p>", "<p>Only 95 € a night</p>"),
        ("<p>now 10 % off</p>", "<p>now 15 % off</p>"),
        ("<p>from 9.99</p>", "<p>from 8.99</p>"),
        ("<p>Free</p>", "<p>$5</p>"),
        ("<p><b>19</b>.99 €</p>", "<p><b>1</b>.99 €</p>"),
        ("<p>1<span>9</span> €</p>", "<p>1<span>0</span> €</p>"),
        ("<p>1&shy;9 €</p>", "<p>1&shy;0 €</p>"),
        ("<p>1 999 kr</p>", "<p>999 kr</p>"),
        ("<p>1&nbsp;999 €</p>", "<p>999 €</p>"),
        ("<p>1\u202f999 €</p>", "<p>2\u202f999 €</p>"),
        ("<p>Price: 19</p>", "<p>Price: 9</p>"),
        ("<p><strong>Preis:</strong> 19</p>", "<p><strong>Preis:</strong> 9</p>"),
        ("<tr><td>Price</td><td>19</td></tr>", "<tr><td>Price</td><td>9</td></tr>"),
    ],
)
def test_another_amount_says_prices(before, after):
    assert found(text(before, after)) == ["prices"]


def test_another_value_of_a_field_that_is_called_a_price_says_prices():
    assert found(Change("meta._regular_price", "Custom field", "10", "12", "value")) == ["prices"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>90 € a night</p>", "<p>Still 90 € a night</p>"),
        ("<p>3 rooms, since 2025</p>", "<p>4 rooms, since 2026</p>"),
        ("<p>Prices: 3 May 2026</p>", "<p>Prices: 4 May 2026</p>"),
        ("<p>1 999 guests</p>", "<p>2 999 guests</p>"),
        ("<p>90 <b>€</b> a night</p>", "<p><i>Still</i> 90 <b>€</b> a night</p>"),
        (None, "<p>New: 90 € a night</p>"),
    ],
)
def test_an_amount_that_stays_other_numbers_and_a_new_text_do_not(before, after):
    assert found(text(before, after)) == []


def test_c02_3_blocks_or_shortcodes_that_go_say_so():
    blocks = "<!-- wp:paragraph -->\n<p>A</p>\n<!-- /wp:paragraph -->\n[gallery]"
    assert found(text(blocks, "<p>A</p>[gallery]")) == ["lost_blocks"]
    assert found(text(blocks, blocks.replace("[gallery]", ""))) == ["lost_blocks"]
    assert found(text(blocks, blocks.replace("<p>A", "<p>B"))) == []


def test_c06_1_the_text_of_a_page_that_a_builder_draws_says_so_and_its_title_does_not():
    assert found(text("<p>A</p>", "<p>B</p>"), builder="Elementor", builder_carried=True) == ["builder"]
    assert found(title("A", "B"), builder="Elementor", builder_carried=True, makes=True) == []


def test_c06_2_a_copy_that_loses_the_layout_says_so():
    assert found(title("A", "B"), builder="Elementor", builder_carried=False, makes=True) == ["builder"]


def test_the_words_of_a_live_page_or_template_are_grave_and_other_live_fields_are_not():
    assert found(title("A", "B"), where="live") == ["live_words", "live"]
    assert is_grave(["live_words"])
    order = Change("menu_order", "Order", 1, 2, "value")
    assert found(order, where="live") == ["live"]
    assert found(text("a", "b"), tool="update_template", kind="template", link=None, where="live") == [
        "live_words",
        "live",
    ]


def test_a_draft_of_the_site_is_read_by_nobody_until_it_is_published():
    publish = Change("status", "Status", "draft", "publish", "value")
    assert found(title("A", "B"), where="live", status="draft") == []
    assert found(publish, where="live", status="draft") == ["live_words", "live"]


def test_a_live_page_that_goes_to_the_trash_is_told_as_a_delete_alone():
    bins = Change("status", "Status", "publish", "trash", "value")
    assert found(bins, tool="delete_page", where="live") == ["delete", "live"]


@pytest.mark.parametrize("status", ["draft", "pending", "future", "auto-draft", "trash"])
def test_what_goes_and_was_never_public_is_told_as_a_delete_and_not_as_live(status):
    bins = Change("status", "Status", status, "trash", "value")
    assert found(bins, tool="delete_page", where="live", status=status) == ["delete"]


def test_c33_1_a_link_more_in_a_menu_is_told_and_is_no_grave_reason():
    added = menu([A_LINK], [A_LINK, ANOTHER])
    assert found(added, tool="create_menu_item", kind="menu", link=None, where="live") == ["menu", "live"]
    assert not is_grave(["menu", "live"])


def test_c33_2_a_link_that_moves_in_a_menu_is_a_grave_reason():
    moved = menu([A_LINK, ANOTHER], [A_LINK, {**ANOTHER, "depth": 1}])
    assert found(moved, tool="update_menu_item", kind="menu", link=None, where="live") == ["menu_loss", "live"]
    assert is_grave(["menu_loss"])


def test_c33_3_a_link_that_goes_from_a_menu_or_navigation_says_delete_too():
    gone = menu([A_LINK, ANOTHER], [A_LINK])
    for tool, kind in (("delete_menu_item", "menu"), ("update_navigation", "navigation")):
        assert found(gone, tool=tool, kind=kind, link=None, where="live") == ["delete", "menu_loss", "live"]


def test_another_menu_in_a_place_of_the_theme_is_a_grave_reason():
    shown = Change("menu", "Menu", "Main", "Other", "value")
    risks = found(shown, tool="assign_menu_location", kind="menu_location", link=None, where="live")
    assert risks == ["menu_loss", "live"]


def test_all_reasons_are_grave_but_a_link_more_in_a_menu_and_the_live_site():
    assert set(Risk) - GRAVE == {Risk.MENU, Risk.LIVE}


values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(max_size=60),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(
    field=some.sampled_from(["content", "title", "meta.x", "blog_public", "status", "url"]),
    kind=some.sampled_from(["html", "text", "value", "list"]),
    before=values,
    after=values,
    link=some.none() | some.text(max_size=30),
)
def test_no_value_of_any_kind_makes_it_fail(field, kind, before, after, link):
    found(Change(field, "Field", before, after, kind), link=link)


def test_texts_too_long_to_be_searched_say_so_and_have_to_be_opened() -> None:
    long = "x" * (LONGEST // 2)
    assert found(Change("content", "Text", long, f"{long}<script>alert(1)</script>", "html")) == ["long"]
    assert is_grave(["long"])


def test_texts_that_are_too_long_together_count_wherever_they_stand_in_a_value() -> None:
    rows = [{"answer": "x" * 1000} for _ in range(LONGEST // 1000)]
    assert found(Change("meta.faq", "Custom field faq", None, {"rows": rows}, "value"), where="copy") == ["long"]


def test_a_menu_link_to_an_item_of_the_site_is_no_new_address() -> None:
    links_to = Change("url", "Links to", None, "page 44 (Services)", "value")
    risks = found(links_to, tool="create_menu_item", kind="menu", link=None, where="live")
    assert risks == ["menu", "live"]
