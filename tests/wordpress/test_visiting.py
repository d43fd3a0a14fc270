"""Visiting public pages: as somebody who is not signed in sees them, and never further than the site itself."""

from __future__ import annotations

import gzip
import re
import threading

import pytest

from tests.wordpress.scripted_site import HANG_UP, SILENCE, Say, ScriptedSite, free_port
from webapp import clock
from webapp.wordpress.visiting import Glimpse, is_same_site, look, visit
from webapp.wordpress.wire import Patience

QUICK = Patience(connect=0.5, read=0.5, write=0.5, whole=1.0, pauses=())
PAGE = "<title>About</title><link rel=canonical href='https://h.example/about/'><p>Hello"


def seen(site: ScriptedSite, path: str = "/about/", *, allow_private: bool = True) -> Glimpse:
    return visit(f"{site.url}{path}", site.url, allow_private=allow_private, patience=QUICK)


def test_a_page_is_seen_without_login_or_cookies_and_past_caches(site: ScriptedSite) -> None:
    site.says(Say(PAGE, headers={"Set-Cookie": "who=me", "X-Robots-Tag": "noindex"}))
    assert seen(site) == Glimpse(200, len(PAGE), "About", "https://h.example/about/", "noindex")
    seen(site, "/?page_id=7#part")
    first, second = site.asked
    assert re.fullmatch(r"GET /about/\?sayso=[0-9a-f]{12}", first.line)
    assert re.fullmatch(r"GET /\?page_id=7&sayso=[0-9a-f]{12}", second.line)
    assert first.line[-12:] != second.line[-12:]
    assert first.headers["Cache-Control"] == "no-cache"
    assert re.fullmatch(r"Sayso/[\d.]+", first.headers["User-Agent"])
    assert not {"Authorization", "Cookie"} & {*first.headers, *second.headers}


def test_our_mark_is_not_taken_for_a_part_of_the_pages_own_address(site: ScriptedSite) -> None:
    head = "<link rel=canonical href='https://h.example/about/?b=1&amp;sayso=0123456789ab'>"
    site.says(Say(head))
    assert seen(site).canonical == "https://h.example/about/?b=1"
    site.says(Say(head.replace("b=1&amp;", "")))
    assert seen(site).canonical == "https://h.example/about/"


def test_a_redirect_on_the_site_is_followed_and_told_only_where_it_leads_to_another_page(site: ScriptedSite) -> None:
    site.at("/about", Say("", 301, {"Location": "/about/"}))
    site.at("/about/", Say(PAGE))
    site.at("/old/", Say("", 302, {"Location": f"{site.url}/about/", "Set-Cookie": "who=me"}))
    assert (seen(site, "/about").status, seen(site, "/about").led_to) == (200, None)
    assert (seen(site, "/old/").status, seen(site, "/old/").led_to) == (200, f"{site.url}/about/")
    assert [one for one in site.asked if "Cookie" in one.headers] == []


def test_another_site_is_never_visited(site: ScriptedSite) -> None:
    with ScriptedSite() as other:
        site.says(Say("", 302, {"Location": f"{other.url}/spam"}))
        assert seen(site) == Glimpse(302, led_to=f"{other.url}/spam", away=True)
        assert look([f"{other.url}/"], site.url, allow_private=True, longest=0.5, seconds=2) == {}
        assert other.asked == []


def test_redirects_without_an_end_end(site: ScriptedSite) -> None:
    site.says(Say("", 302, {"Location": "/again"}))
    assert seen(site) == Glimpse(trouble="It sends visitors on without an end.")
    assert len(site.asked) == 5


def test_a_private_address_is_visited_only_where_that_is_allowed(site: ScriptedSite) -> None:
    told = seen(site, allow_private=False)
    assert told.status is None
    assert told.trouble is not None
    assert site.asked == []


def test_what_does_not_answer_is_told_in_words(site: ScriptedSite) -> None:
    site.says(HANG_UP)
    assert seen(site).trouble == "It closed the connection without a whole answer."
    site.says(Say("x", 301, {"Location": "http://[::1"}))
    assert seen(site).trouble == "It sends visitors on to what is no address."
    site.says(SILENCE)
    assert seen(site).trouble == "It took the connection but did not answer in time."
    gone = f"http://127.0.0.1:{free_port()}"
    assert visit(f"{gone}/", gone, allow_private=True, patience=QUICK).trouble == "It refused the connection."


@pytest.mark.parametrize(
    ("say", "status", "size"),
    [
        (Say(b""), 200, 0),
        (Say(b" \n\t "), 200, 0),
        (Say(b"\xff\xfe\x00<title>\xc3", headers={"Content-Type": "text/html; charset=zip"}), 200, 11),
        (Say(b"\x89PNG" * 9, headers={"Content-Type": "image/png"}), 200, 36),
        (Say("<p>" * 2_000_000), 200, 2 * 1024 * 1024),
        (Say("<title>No", 404), 404, 9),
    ],
    ids=["empty", "blank", "no charset", "a picture", "endless", "not found"],
)
def test_whatever_a_page_is_it_does_no_harm(site: ScriptedSite, say: Say, status: int, size: int) -> None:
    site.says(say)
    told = seen(site)
    assert (told.status, told.size, told.title) == (status, size, None)


def test_a_page_that_grows_when_it_is_unpacked_is_read_no_further_than_others(site: ScriptedSite) -> None:
    packed = gzip.compress(b"<p>" * 20_000_000)
    site.says(Say(packed, headers={"Content-Encoding": "gzip", "Content-Type": "text/html"}))
    assert seen(site).size == 2 * 1024 * 1024
    site.says(Say(b"no gzip at all", headers={"Content-Encoding": "gzip"}))
    assert seen(site).trouble == "What it answered can not be unpacked."


def test_pages_are_visited_side_by_side_and_given_up_together_when_time_is_up(site: ScriptedSite) -> None:
    for name in "abcdef":
        site.at(f"/{name}", SILENCE)
    site.at("/quick", Say(PAGE))
    pages = [f"{site.url}/{name}" for name in ("quick", *"abcdef")]
    begun = clock.monotonic()
    told = look(pages, site.url, allow_private=True, longest=60, seconds=1.5)
    assert clock.monotonic() - begun < 9
    assert list(told) == [f"{site.url}/quick"]
    assert len(site.asked) == 5


def test_four_pages_are_asked_for_at_once_and_no_more() -> None:
    held, most, lock = 0, 0, threading.Lock()
    together = threading.Barrier(4)

    class Counting(ScriptedSite):
        def _answer_to(self, target: str) -> Say | str:
            nonlocal held, most
            with lock:
                held, most = held + 1, max(most, held + 1)
            together.wait(30)
            with lock:
                held -= 1
            return Say(PAGE)

    with Counting() as site:
        pages = [f"{site.url}/{number}" for number in range(8)]
        assert list(look(pages, site.url, allow_private=True, longest=30, seconds=30)) == pages
    assert most == 4


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("https://harbour.example/about/", True),
        ("http://www.harbour.example/", True),
        ("https://HARBOUR.example:443/", True),
        ("https://harbour.example:8443/", False),
        ("https://shop.harbour.example/", False),
        ("https://harbour.example.evil.example/", False),
        ("ftp://harbour.example/", False),
        ("https:///about/", False),
        ("/about/", False),
        ("https://harbour.example:port/", False),
        ("http://[::1", False),
    ],
)
def test_a_site_is_its_host_with_www_or_without(address: str, same: bool) -> None:
    assert is_same_site(address, "https://harbour.example") is same
    assert is_same_site(address, "http://www.harbour.example/blog") is same
