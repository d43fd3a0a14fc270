import httpx
import pytest

from webapp.wordpress.answers import NoJson, answer_of, find_json
from webapp.wordpress.wire import Reply

JSON = "application/json; charset=UTF-8"
PAGE = '{"id":77,"title":{"raw":"Hello"},"tags":[1,2]}'
PARSED = {"id": 77, "title": {"raw": "Hello"}, "tags": [1, 2]}


def reply(body: str | bytes, kind: str = JSON, **headers: str) -> Reply:
    content = body.encode() if isinstance(body, str) else body
    return Reply(httpx.URL("https://x/"), 200, httpx.Headers({"content-type": kind, **headers}), content)


def test_clean_json_is_taken_without_noise() -> None:
    assert find_json(reply(PAGE)) == (PARSED, False)


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbf" + PAGE.encode(),
        "\n<br />\n<b>Warning</b>: foo in /home/u/x.php<br />" + PAGE,
        "NULL\nbool(true)\n" + PAGE,
        "[30-Nov-2026 10:00:00 UTC] PHP Notice: Undefined index\n" + PAGE,
        "array(1) { [0]=> int(1) }\n" + PAGE,
        "<style>a{color:red}</style>" + PAGE,
        PAGE + "\n<!-- cached -->",
        PAGE + "\n<b>Notice</b>: [] is empty",
        # An empty line before the first sign of a plugin's file.
        "\n" + PAGE,
        "\r\n\r\n" + PAGE + "\n",
        "<br />\n<b>Deprecated</b>: foo() in x.php<br />\n" + PAGE + "<br />\n<b>Deprecated</b>: bar() in x.php",
        PAGE + "<!-- Performance optimized --><!-- {cached} -->",
    ],
)
@pytest.mark.parametrize("kind", [JSON, "text/html; charset=UTF-8"])
def test_json_is_found_amid_junk_even_where_the_junk_cost_the_content_type(body: str | bytes, kind: str) -> None:
    assert find_json(reply(body, kind)) == (PARSED, True)


def test_an_empty_list_after_a_notice_is_an_empty_list() -> None:
    assert find_json(reply("<b>Notice</b>: foo<br />\n[]")) == ([], True)


def test_an_empty_list_before_a_plugins_comments_is_an_empty_list() -> None:
    assert find_json(reply("[]\n<!-- Cached 2 ms -->\n<!-- [by] {x} -->\n")) == ([], True)


def test_a_reply_in_another_charset_is_read_in_the_one_that_it_names() -> None:
    body = '{"id":77,"name":"Café"}'.encode("latin-1")
    assert find_json(reply(body, "application/json; charset=ISO-8859-1")) == ({"id": 77, "name": "Café"}, False)


def test_signs_of_no_known_charset_are_not_replaced_in_what_might_be_written_back() -> None:
    with pytest.raises(NoJson):
        find_json(reply('{"id":77,"name":"Café"}'.encode("latin-1")))
    assert find_json(reply(b"Warning: caf\xe9<br />" + PAGE.encode())) == (PARSED, True)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Fatal error",
        '{"id":1} {"id":2}',
        '{"id":77,"title":{"raw":"Hello"}',
        '[{"id":77},{"id":78}',
        "Notice\n" + '{"id":77,"title":{"raw":"Hello"},"content":{"raw":"Hel',
        '<!doctype html><html><script type="application/ld+json">{"name":"x"}</script></html>',
        "[" * 100_000,
        "x" * 70_000 + PAGE,
    ],
)
def test_what_is_cut_off_or_ambiguous_or_a_page_is_no_answer(body: str) -> None:
    with pytest.raises(NoJson):
        find_json(reply(body))


def test_a_page_is_no_answer_even_when_it_would_parse() -> None:
    with pytest.raises(NoJson):
        find_json(reply(PAGE, "text/html"))


def test_counts_and_allowed_methods_come_from_the_headers() -> None:
    answer = answer_of(reply("[]", **{"x-wp-total": "205", "x-wp-totalpages": "3", "allow": "GET, POST"}))
    assert (answer.total, answer.total_pages, answer.allow) == (205, 3, frozenset({"GET", "POST"}))


@pytest.mark.parametrize("total", ["many", "-1", "9" * 5_000])
def test_missing_or_odd_counts_are_none(total: str) -> None:
    answer = answer_of(reply("[]", **{"x-wp-total": total}))
    assert (answer.total, answer.total_pages, answer.allow) == (None, None, frozenset())
