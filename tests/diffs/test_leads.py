"""Where an address leads is told as a browser and WordPress understand it, however it is written."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from webapp.diffs.addresses import acts, host_of, hosts_of
from webapp.diffs.dangers import brings_code, new_hosts
from webapp.diffs.leads import Value, strings_in

OWN = "https://shop.example"


def new(after: str, before: str = "", name: str = "content") -> set[str]:
    return new_hosts([Value(name, before)], [Value(name, after)], OWN)


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "https:///evil.example/",
        "http:////evil.example/",
        "///evil.example/",
        "/\\evil.example/",
        "\\\\evil.example",
        "http:evil.example",
        "https:\\evil.example",
        "HTTP:/\\/EVIL.example/",
        "ht\ntps://evil.example",
        "/\t/evil.example",
        " \x01\x1f//evil.example",
        "//user:name@evil.example:8080/x",
        "https://shop.example@evil.example",
        "https://evil.example\\@shop.example/",
        "//evil%2eexample",
        "//ｅvil。example",
        "//www.evil.example./",
        "ftp://evil.example/file",
        "intent://evil.example#Intent",
    ],
)
def test_a_browser_finds_the_host_however_the_address_is_written(address):
    assert host_of(address) == "evil.example"


@pytest.mark.parametrize(
    "address", ["", "/contact", "#top", "?a=//b", "mailto:me@evil.example", "a/b//c", "https:", "//", "tel:1"]
)
def test_an_address_on_the_same_site_or_of_no_site_names_no_host(address):
    assert host_of(address) == ""


@pytest.mark.parametrize(
    "address", ["/^/evil.example/", "/%0d%0A/evil.example", "https;//evil.example", "/%0%0dd/evil.example"]
)
def test_what_wordpress_makes_of_an_address_counts_too(address):
    assert hosts_of(address) == {"evil.example"}


def test_a_bare_name_is_a_host_where_wordpress_completes_it_and_nowhere_else():
    assert hosts_of("evil.example/x", of_a_field=True) == {"evil.example"}
    assert hosts_of("/about", of_a_field=True) == hosts_of("index.php?p=1", of_a_field=True) == set()
    assert hosts_of("evil.example/x") == set()


@pytest.mark.parametrize(
    "brought",
    [
        '<a href="https:///evil.example">x</a>',
        '<a href="http:evil.example">x</a>',
        "<a href=/\\evil.example>x</a>",
        "<a href=/&#47;evil.example>x</a>",
        "<a href=/&#10;/evil.example>x</a>",
        '<a href="/&Tab;/evil.example">x</a>',
        '<a href="/\n/evil.example">x</a>',
        "<a\nhref\n=\n'\n//evil.example'>x</a>",
        '<p title="a=">5" wide</p><a href="/\n/evil.example">x</a>',
        '<a href="//evil.example',
        '<img srcset="//evil.example/x 1x">',
        '<img srcset="/a.png 1x, /&#47;evil.example/x 2x">',
        '<a href="/x" ping="//evil.example">x</a>',
        '<a href="/x" ping="/y https:evil.example">x</a>',
        '<form action="//evil.example">',
        '<button formaction="///evil.example">x</button>',
        '<object data="/\\evil.example"></object>',
        '<video poster="//evil.example/p"></video>',
        '<blockquote cite="//evil.example">x</blockquote>',
        '<table background="//evil.example/p"></table>',
        '<svg><use xlink:href="//evil.example/x"/></svg>',
        '<img data-src="//evil.example/x">',
        "<p style='background:url(/\\evil.example/p)'>x</p>",
        "<p style='background:url(\\2f\\2f evil.example/p)'>x</p>",
        "<p style='background:u\\72l(\"/\\a /evil.example/p\")'>x</p>",
        "<style>@import '//evil.example/x.css';</style>",
        '<!-- wp:navigation-link {"url":"\\u002f\\u002fevil.example"} /-->',
        '<!-- wp:navigation-link {"url":"https\\u003a\\/\\/evil.example"} /-->',
        '<!-- wp:navigation-link {"url":"https:evil.example"} /-->',
        '<!-- wp:navigation-link {"url":"\\/\\\\evil.example"} /-->',
        '<!-- wp:navigation-link {"url":"\\/\\n\\/evil.example"} /-->',
        '<!-- wp:navigation-link {"url":"evil.example"} /-->',
        '<!-- wp:embed {"url":"\\u0068ttps:\\u002F\\u002Fevil.example"} /-->',
        '<!-- wp:social-link {"service":"x","url":"https:\\u005cevil.example"} /-->',
        '<!-- wp:x/y {"a":"--> \\u003c","url":"\\u002f\\u002fevil.example"} /-->',
        '<!-- wp:x/y {"broken":,"url":"\\u002f\\u002fevil.example"} /-->',
        '{"settings":{"link":{"url":"\\/\\/evil.example"}}}',
        '<!-- wp:x/y {"inner":"{\\"url\\":\\"\\\\/\\\\/evil.example\\"}"} /-->',
        '<!-- wp:x/y {"html":"\\u003ca href=\\u0022//evil.example\\u0022\\u003e"} /-->',
        '[video src="/\\evil.example/v.mp4"]',
        "Look at https://evil.example!",
        "Look at (https://evil.example).",
        "See:https://evil.example",
    ],
)
def test_a_new_host_is_found_wherever_its_address_stands(brought):
    assert "evil.example" in new(f"<p>Hello</p>{brought}", "<p>Hello</p>")


@pytest.mark.parametrize(
    "brought",
    [
        '<a href="/a//b" title="and // or">x</a>',
        "<p>either//or, and so on; see https://shop.example/x, or www.shop.example!</p>",
        '<a href="https:///www.shop.example:443/x">x</a>',
        '<img src="/a.png" srcset="/a.png 1x, https://shop.example/b.png 2x" alt="A: B">',
        '<!-- wp:image {"id":5,"sizeSlug":"large","linkDestination":"none"} /-->',
        '<!-- wp:x/y {"url":"https:\\/\\/shop.example\\/a","path":"\\/b\\/c"} /-->',
        '[gallery link="file" ids="1,2"]',
        '<!-- wp:navigation-link {"url":"\\/about","label":"About"} /-->',
    ],
)
def test_what_stays_on_the_site_brings_no_new_host(brought):
    assert new(f"<p>Hello</p>{brought}", "<p>Hello</p>") == set()


@pytest.mark.parametrize(
    "address",
    ["https:///evil.example/", "http:////evil.example", "///evil.example/", "/\\evil.example/", "http:evil.example"],
)
def test_the_address_of_a_menu_item_leads_where_a_browser_goes(address):
    assert new(address, "/about", "url") == {"evil.example"}


def coded(before: str, after: str, name: str = "content") -> bool:
    return brings_code([Value(name, before)], [Value(name, after)])


noise = some.sampled_from(["", "\t", "\n", "\r"])
slash = some.sampled_from(["/", "\\"])


def spelt(sign: str, how: int) -> str:
    return [sign, f"&#{ord(sign)};", f"&#x{ord(sign):X};", f"&#x{ord(sign):06x}"][how % 4] + (
        ";" if how % 4 == 3 else ""
    )


@settings(max_examples=150, deadline=None)
@given(
    scheme=some.sampled_from(["", "http:", "https:", "HtTp:", "ftp:"]),
    slashes=some.lists(slash, min_size=2, max_size=5),
    between=some.lists(noise, min_size=12, max_size=12),
    before=some.sampled_from(["", " ", "\x01", "\n\t "]),
    how=some.lists(some.integers(0, 3), min_size=40, max_size=40),
    user=some.sampled_from(["", "shop.example@", "a:b@"]),
    quote=some.sampled_from(["'", '"']),
    name=some.sampled_from(["href", "src", "ping", "poster", "xlink:href", "data-x"]),
)
def test_a_random_spelling_that_a_browser_takes_elsewhere_is_found(
    scheme, slashes, between, before, how, user, quote, name
):
    plain = [*scheme, *slashes]
    written = before + "".join(sign + pause for sign, pause in zip(plain, [*between, *between], strict=False))
    address = f"{written}{user}evil.example/x"
    assert host_of(address) == "evil.example"
    in_a_tag = "".join(spelt(sign, kind) for sign, kind in zip(address, [*how, *how], strict=False))
    assert "evil.example" in new(f"<p>a</p><a {name}={quote}{in_a_tag}{quote}>x</a>", "<p>a</p>")
    in_a_block = "".join(f"\\u{ord(sign):04x}" for sign in address)
    assert "evil.example" in new(f'<!-- wp:x/y {{"url":"{in_a_block}"}} /-->')


@pytest.mark.parametrize(
    "brought",
    [
        '<a href="JaVaScRiPt:steal()">x</a>',
        '<a href="java\n\tscript:steal()">x</a>',
        '<a href="&#x6A;ava&Tab;script&colon;steal()">x</a>',
        "<a href=&#106;avascript:steal()>x</a>",
        '<a href="\x01javascript:steal()">x</a>',
        '<a xlink:href="javascript:steal()">x</a>',
        '<animate to="javascript:steal()">',
        '<a href="data: text/html,x">x</a>',
        '<a href="data:image/svg+xml,x">x</a>',
        "<img src=x onerror            =steal()>",
        "<frameset>",
        '<!-- wp:button {"url":"\\u006aavascript\\u003asteal()"} /-->',
        '<!-- wp:x/y {"html":"\\u003C\\u0073cript\\u003Esteal()"} /-->',
    ],
)
def test_code_is_found_however_it_is_spelt(brought):
    assert coded("<p>Hello</p>", f"<p>Hello</p>{brought}")


def test_an_address_that_is_a_value_by_itself_can_be_code():
    assert coded("/about", " javascript:steal()", "url")
    assert acts("data:text/html,x")
    assert not acts("data:image/png;base64,AAAA")


@pytest.mark.parametrize(
    "brought",
    [
        '<img src="/a.png" alt="JavaScript: the good parts">',
        "<p>Data: 1, 2 &amp; 3. JavaScript: good.</p>",
        '<img src="data:image/png;base64,AAAA">',
        "<p>a \\u0026 b</p>",
    ],
)
def test_words_and_pictures_are_no_code(brought):
    before = "<script>a()</script><p>Hello</p>"
    assert not coded(before, before + brought)


@pytest.mark.parametrize(
    "unit",
    [
        "=",
        "='",
        '="',
        "= ",
        "\\",
        "\\\\/",
        "//",
        "http:",
        "a:",
        "&#47;",
        "<a href=",
        "on",
        " onx   ",
        ":",
        ',"',
        "%0",
    ],
)
def test_a_long_hostile_text_is_searched_in_time(unit):
    text = unit * (300_000 // len(unit))
    begun = time.process_time()
    new(text)
    coded("", text)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("lead", ["İ" * 40, '<script>"</scriptx>";'])
def test_code_that_becomes_other_code_is_found_whatever_stands_before_it(lead):
    before = f"{lead}<script>open()</script>" if lead[0] != "<" else f"{lead}open()</script>"
    assert coded(before, before.replace("open", "steal"))
    assert not coded(before, f"{before}<p>Hello</p>")


def test_line_ends_that_wordpress_takes_out_of_each_other_hide_no_host_and_cost_no_time():
    nested = "%0" * 100_000 + "a" * 100_000
    begun = time.process_time()
    assert hosts_of(f"/{nested}/evil.example", of_a_field=True) == {"evil.example"}
    assert time.process_time() - begun < 2


def test_texts_are_found_in_order_however_deep_they_stand():
    deep: object = "low"
    for _ in range(5000):
        deep = [deep]
    found = list(strings_in({"URL": [deep, None, {"Title": 7}], "b": "end"}))
    assert found == [Value("url", "low"), Value("title", "7"), Value("b", "end")]
