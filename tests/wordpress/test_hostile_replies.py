"""Replies that are made to do harm: what grows when it is unpacked, what never ends, what points to nowhere."""

from __future__ import annotations

import gzip
import socket
import threading
import tracemalloc
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import httpx
import pytest

from tests.wordpress.scripted_site import Say, ScriptedSite
from webapp import clock
from webapp.errors import Refusal, SiteTrouble
from webapp.wordpress.client import WordPress
from webapp.wordpress.fetching import fetch
from webapp.wordpress.unpacking import NotUnpacked
from webapp.wordpress.visiting import Glimpse, look, visit
from webapp.wordpress.wire import Patience, ReplyTooLong, Wire

QUICK = Patience(connect=0.5, read=0.2, write=0.5, whole=0.3, pauses=())
PAGE = {"id": 42, "title": {"raw": "Hello"}}


def packed(body: bytes, wbits: int) -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, wbits)
    return packing.compress(body) + packing.flush()


@pytest.mark.parametrize(
    ("encoding", "wbits"), [("gzip", 31), ("X-GZip", 31), ("deflate", 15), ("deflate", -15), ("identity, gzip", 31)]
)
def test_an_answer_that_is_packed_once_is_read(site: ScriptedSite, wp: WordPress, encoding: str, wbits: int) -> None:
    body = b'{"id":42,"words":"' + b"calm " * 60_000 + b'"}'
    site.says(Say(packed(body, wbits), headers={"Content-Encoding": encoding}))
    assert wp.get("wp/v2/pages/42").body == {"id": 42, "words": "calm " * 60_000}
    assert site.asked[0].headers["Accept-Encoding"] == "gzip, deflate"


@pytest.mark.parametrize("encoding", ["gzip", "br", "gzip, gzip"])
def test_an_empty_answer_may_be_called_packed(site: ScriptedSite, encoding: str) -> None:
    site.says(Say(b"", 204, {"Content-Encoding": encoding}))
    with Wire(allow_private=True, patience=QUICK) as wire:
        assert [wire.send(method, f"{site.url}/").body for method in ("GET", "HEAD", "DELETE")] == [b"", b"", b""]


@pytest.mark.parametrize("encoding", ["none", "UTF-8", "aws-chunked", "identity", "none, utf-8"])
def test_what_is_called_packed_by_a_name_that_packs_nothing_is_read_as_it_is(
    site: ScriptedSite, wp: WordPress, encoding: str
) -> None:
    site.says(Say({"id": 42}, headers={"Content-Encoding": encoding}))
    assert wp.get("wp/v2/pages/42").body == {"id": 42}


def test_a_name_that_packs_nothing_hides_no_packing(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(gzip.compress(b'{"id":42}'), headers={"Content-Encoding": "aws-chunked, gzip"}))
    assert wp.get("wp/v2/pages/42").body == {"id": 42}


@pytest.mark.parametrize("encoding", ["gzip, gzip", "gzip,deflate", "br", "zstd"])
def test_an_answer_that_is_packed_twice_or_otherwise_is_not_unpacked_and_said_so(
    site: ScriptedSite, wp: WordPress, encoding: str
) -> None:
    site.says(Say(gzip.compress(gzip.compress(b"{}")), headers={"Content-Encoding": encoding}))
    with pytest.raises(SiteTrouble) as raised:
        wp.get("wp/v2/pages/42")
    words = f"Its answer is packed in a way that is not read: {', '.join(encoding.replace(' ', '').split(','))}."
    assert (raised.value.code, raised.value.written) == ("respira_site_unreachable", "no")
    assert raised.value.message == f"The site gave no whole answer. {words}"
    with pytest.raises(SiteTrouble) as raised:
        wp.post("wp/v2/pages/42", {})
    assert (raised.value.code, raised.value.written) == ("respira_outcome_unknown", "perhaps")


def test_what_is_small_on_the_way_fills_no_memory_here(site: ScriptedSite) -> None:
    bomb = gzip.compress(bytes(40 * 1024**2))
    assert len(bomb) < 50_000
    with Wire(allow_private=True, patience=QUICK, largest=1024**2, cuts_off=True) as wire:
        site.says(Say(b"", headers={"Content-Encoding": "gzip"}), Say(bomb, headers={"Content-Encoding": "gzip"}))
        wire.send("GET", f"{site.url}/")
        tracemalloc.start()
        body = wire.send("GET", f"{site.url}/").body
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert len(body) == 1024**2
    assert most < 5 * 1024**2


def test_what_stands_behind_the_end_of_what_is_packed_is_nothing(site: ScriptedSite) -> None:
    site.says(Say(gzip.compress(b"here") + b"beyond" * 50_000, headers={"Content-Encoding": "gzip"}))
    with Wire(allow_private=True, patience=QUICK, largest=100) as wire:
        assert wire.send("GET", f"{site.url}/").body == b"here"


def test_what_is_no_gzip_although_it_says_so_is_told(site: ScriptedSite) -> None:
    site.says(Say(b"plain", headers={"Content-Encoding": "gzip"}))
    with Wire(allow_private=True, patience=QUICK) as wire, pytest.raises(NotUnpacked) as raised:
        wire.send("GET", f"{site.url}/")
    assert str(raised.value) == "What it answered can not be unpacked."


@contextmanager
def dripping(begin: bytes, drop: bytes, *, in_between: bytes = b"") -> Iterator[str]:
    """A site that begins to answer and then says a little, again and again, until nobody listens; `in_between` once,
    in the place of the seventh drop."""
    closing = threading.Event()

    def drip(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(begin)
            try:
                for number in count(1):
                    if closing.wait(0.05):
                        return
                    connection.sendall(in_between if in_between and number == 7 else drop)
            except OSError:
                return

    with socket.create_server(("127.0.0.1", 0)) as listening:
        talker = threading.Thread(target=drip, args=(listening,))
        talker.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        finally:
            closing.set()
            talker.join()


@pytest.mark.parametrize(
    "begin", [b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\n\r\n", b""], ids=["head", "body", "status"]
)
def test_an_answer_that_comes_in_drops_is_cut_off(begin: bytes) -> None:
    with dripping(begin, b"X") as address:
        begun = clock.monotonic()
        with Wire(allow_private=True, patience=QUICK) as wire, pytest.raises(httpx.RequestError) as raised:
            wire.send("GET", address)
        assert clock.monotonic() - begun < 3
    assert str(raised.value) == "The reply took too long."


def test_what_was_cut_off_is_no_whole_answer_although_only_its_end_would_tell() -> None:
    """Its head takes so long that the body, which says no length, is cut off before it took too long by itself."""
    site = dripping(b"HTTP/1.1 200 OK\r\n", b"X: {}\r\n", in_between=b"\r\n{}")
    with site as address, Wire(allow_private=True, patience=QUICK) as wire, pytest.raises(ReplyTooLong) as raised:
        wire.send("GET", address)
    assert str(raised.value) == "The reply took too long."


def test_no_visitor_stays_with_a_page_that_comes_in_drops() -> None:
    with dripping(b"HTTP/1.1 200 OK\r\n", b"X") as address:
        before = set(threading.enumerate())
        assert look([address], address, allow_private=True, longest=0.2, seconds=0.1) == {}
        for visitor in set(threading.enumerate()) - before:
            visitor.join(5)
        assert set(threading.enumerate()) <= before


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("javascript:x", "respira_address_not_allowed"),
        ("data:text/html,x", "respira_address_not_allowed"),
        ("http://[::1", "respira_fetch_failed"),
    ],
)
def test_a_redirect_to_what_is_no_address_leads_nowhere(
    site: ScriptedSite, wp: WordPress, target: str, code: str
) -> None:
    site.says(Say("", 302, {"Location": target}))
    told = visit(f"{site.url}/", site.url, allow_private=True, patience=QUICK)
    assert told == Glimpse(trouble="It sends visitors on to what is no address.")
    assert len(site.asked) == 1
    with pytest.raises(SiteTrouble) as raised:
        wp.get("wp/v2/pages/42")
    assert (raised.value.code, raised.value.written) == ("respira_site_redirects", "no")
    with pytest.raises(SiteTrouble) as raised:
        wp.post("wp/v2/pages/42", PAGE)
    assert (raised.value.code, raised.value.written) == ("respira_site_redirects", "perhaps")
    with pytest.raises(Refusal) as refused:
        fetch(f"{site.url}/photo.jpg", allow_private=True, largest=1000)
    assert refused.value.code == code
