"""Every address of the web program, asked in odd ways: no fault of ours, no trace, guards on each answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from werkzeug.datastructures import Headers
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.doors.hostile.lived_in import LivedIn, lived_in

Asked = dict[str, Any]
READY = "/readyz"  # with no worker it is not, and says so
METHODS = ["HEAD", "OPTIONS", "TRACE", "PUT", "PROPFIND", "X" * 300]
PARTS = ["\x00", "../../etc/passwd", "\xff\xfe\u202e", "9" * 40, "%2e%2e%2f", "a" * 3000]
QUERIES = ["a=1&" * 10_000, "%00=%ff&[]=&&&=&cursor=%00&page=-1&q=%ed%a0%80&next=//elsewhere.example&rest_route=/x"]
HEADERS = [
    [("Host", "evil.example")],
    [("Host", "[::1")],
    [
        *(("Authorization", "Bearer a, Bearer b"), ("X-Respira-API-Key", "\xff")),
        *(("X-Forwarded-Host", "evil.example"), ("X-Forwarded-For", "evil"), ("X-HTTP-Method-Override", "DELETE")),
        *(("HX-Request", "true"), ("HX-Current-URL", "http://[evil"), ("Accept", "evil/*")),
    ],
    [
        *(("Authorization", "Basic !"), ("Cookie", "sayso=evil; sayso=.x.y; remember_token=1|2; a=\x01")),
        *(("Origin", "https://evil.example"), ("Referer", "https://evil.example/")),
        *(("Range", "bytes=9-1,evil"), ("If-None-Match", '"evil'), ("If-Modified-Since", "evil")),
        *(("Content-Type", "multipart/form-data; boundary=\xff"), ("Content-Encoding", "gzip")),
    ],
]


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LivedIn]:
    with lived_in(tmp_path_factory.mktemp("lived-in")) as made:
        made.site.requests.clear()
        yield made


def demand_sound(answer: TestResponse, asked: str) -> None:
    """Demand an answer that is no fault of ours, shows no code, and says what a browser may do with it."""
    text = answer.get_data(as_text=True)
    assert answer.status_code < 500 or asked.endswith(READY), asked
    assert "Traceback" not in text, asked
    assert "evil.example" not in text, asked
    assert urlsplit(answer.headers.get("Location", "")).netloc in ("", "localhost"), asked
    headers = answer.headers
    assert headers["X-Content-Type-Options"] == "nosniff", asked
    assert headers["Content-Security-Policy"].startswith("default-src 'none'"), asked
    assert headers["Referrer-Policy"] in ("same-origin", "no-referrer", "strict-origin"), asked
    assert "no-store" in headers.get("Cache-Control", "") or "/static/" in asked, asked


def ask_everywhere(one: LivedIn, *, method: str | None = None, odd: str | None = None, **asked: Any) -> None:
    """Ask at every address, signed in and as a stranger, and demand that nothing came of it."""
    before = one.state()
    for rule in one.app.url_map.iter_rules():
        if odd is not None and not rule.arguments:
            continue
        address = one.address(rule, **_odd_parts(rule, odd))
        chosen = method or ("GET" if "GET" in (rule.methods or ()) else "POST")
        for browser in (one.window, one.stranger()):
            answer = browser.client.open(address, method=chosen, **asked)
            demand_sound(answer, f"{chosen[:9]} {address[:200]}")
            answer.close()
    assert one.state() == before
    assert one.site.requests.writes() == []


def _odd_parts(rule: Rule, odd: str | None) -> Asked:
    """Put something odd into each part of an address that is no number."""
    if odd is None:
        return {}
    whole = ("index", "position", "row_id")
    return {name: odd if name not in whole else 10**20 for name in rule.arguments}


@pytest.mark.parametrize("method", METHODS)
def test_another_method_does_nothing(one: LivedIn, method: str) -> None:
    ask_everywhere(one, method=method)


@pytest.mark.parametrize("odd", PARTS)
def test_an_odd_part_of_an_address_does_nothing(one: LivedIn, odd: str) -> None:
    ask_everywhere(one, odd=odd)


@pytest.mark.parametrize("query", QUERIES)
def test_an_odd_query_does_nothing(one: LivedIn, query: str) -> None:
    ask_everywhere(one, query_string=query)


@pytest.mark.parametrize("headers", HEADERS)
def test_odd_headers_do_nothing(one: LivedIn, headers: list[tuple[str, str]]) -> None:
    ask_everywhere(one, headers=Headers(headers))
