"""Fetching a file from an address that an agent named."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.wordpress.scripted_site import HANG_UP, SILENCE, Say, ScriptedSite
from webapp.errors import Refusal
from webapp.wordpress.client import Patience, WordPress
from webapp.wordpress.fetching import fetch, length_at

QUICK = Patience(connect=0.5, read=0.5, write=0.5, whole=1.5, pauses=())
MB = 1024 * 1024


def fetched(url: str, *, allow_private: bool = True, largest: int = MB) -> bytes:
    return fetch(url, allow_private=allow_private, largest=largest, patience=QUICK)


def refused(url: str, *, allow_private: bool = True, largest: int = MB) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        fetched(url, allow_private=allow_private, largest=largest)
    return refusal.value


def test_a_file_comes_whole_and_no_login_goes_along(site: ScriptedSite) -> None:
    site.says(Say(b"\x89PNG bytes"))
    assert fetched(f"{site.url}/a.png") == b"\x89PNG bytes"
    [asked] = site.asked
    assert "Authorization" not in asked.headers
    assert asked.headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "0x7f000001", "2130706433", "[::ffff:127.0.0.1]"]
)
def test_c66_2_no_spelling_of_loopback_is_asked(site: ScriptedSite, host: str) -> None:
    """C66.2"""
    site.says(Say(b"secret"))
    refusal = refused(f"http://{host}:{site.port}/", allow_private=False)
    assert refusal.code == "respira_address_not_allowed"
    assert refusal.hint == "Name an address on the open internet, or send the file itself."
    assert site.asked == []


@pytest.mark.parametrize(
    "address", ["http://169.254.169.254/latest/", "file:///etc/passwd", "ftp://x/y", "http://u:p@x/"]
)
@pytest.mark.parametrize("allow_private", [True, False])
def test_c66_2_what_is_no_web_address_of_anybody_is_not_asked(address: str, allow_private: bool) -> None:
    """C66.2: also where private networks are allowed."""
    assert refused(address, allow_private=allow_private).code == "respira_address_not_allowed"


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """A resolver of our own: for each name the addresses it gives, one look-up after the other."""
    known: dict[str, list[str]] = {}
    real = socket.getaddrinfo

    def look_up(host: str, port: int, *rest: Any, **named: Any) -> list[Any]:
        return real(known[host].pop(0) if host in known else host, port, *rest, **named)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


def test_c66_2_a_public_name_that_stands_for_loopback_is_not_asked(
    site: ScriptedSite, names: dict[str, list[str]]
) -> None:
    """C66.2"""
    site.says(Say(b"secret"))
    names["pictures.example"] = ["127.0.0.1"]
    assert refused(f"http://pictures.example:{site.port}/a.png", allow_private=False).code == (
        "respira_address_not_allowed"
    )
    assert site.asked == []


def test_c66_2_a_redirect_to_a_forbidden_place_is_not_followed(
    site: ScriptedSite, names: dict[str, list[str]]
) -> None:
    """C66.2: every address on the way is checked, with the name looked up once and the connection made to that."""
    names["moving.example"] = ["127.0.0.1", "169.254.169.254"]
    site.at("/a.png", Say(b"", 302, {"Location": f"http://moving.example:{site.port}/b.png"}))
    refusal = refused(f"http://moving.example:{site.port}/a.png")
    assert refusal.code == "respira_address_not_allowed"
    assert refusal.message.startswith("The file was not fetched. The address sends on to one that is not allowed.")
    assert site.lines == ["GET /a.png"]


@pytest.mark.parametrize("target", ["file:///etc/passwd", "http://169.254.169.254/"])
def test_c66_2_a_redirect_to_what_is_no_web_site_is_not_followed(site: ScriptedSite, target: str) -> None:
    """C66.2"""
    site.says(Say(b"", 302, {"Location": target}))
    assert refused(f"{site.url}/a.png").code == "respira_address_not_allowed"


def test_redirects_are_followed_a_few_times_and_not_for_ever(site: ScriptedSite) -> None:
    site.at("/a", Say(b"", 301, {"Location": "/b"}))
    site.at("/b", Say(b"bytes"))
    assert fetched(f"{site.url}/a") == b"bytes"
    site.at("/b", Say(b"", 302, {"Location": "/a"}))
    assert refused(f"{site.url}/a").message == (
        "The file could not be fetched: 127.0.0.1 sends it on more than 3 times."
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Say("<title>no</title>", 404), "127.0.0.1 answered 404."),
        (HANG_UP, "127.0.0.1 did not give it. It closed the connection without a whole answer."),
        (SILENCE, "127.0.0.1 did not give it. It took the connection but did not answer in time."),
        (Say(b"x" * (MB + 1)), "127.0.0.1 did not give it. The reply is larger than 1 MB."),
    ],
)
def test_what_went_wrong_is_said(site: ScriptedSite, answer: Say | str, words: str) -> None:
    site.says(answer)
    refusal = refused(f"{site.url}/a.png")
    assert (refusal.code, refusal.message) == ("respira_fetch_failed", f"The file could not be fetched: {words}")


@contextmanager
def _flowing(counted: list[int]) -> Iterator[int]:
    """A server that sends 30 MB without saying how much it will be, and counts what was taken."""
    listener = socket.create_server(("127.0.0.1", 0))

    def flow() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            try:
                connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                for _ in range(30):
                    connection.sendall(b"x" * MB)
                    counted.append(MB)
            except OSError:
                return

    thread = threading.Thread(target=flow)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        thread.join()
        listener.close()


def test_c66_4_a_stream_without_a_length_is_stopped_at_the_limit() -> None:
    """C66.4"""
    counted: list[int] = []
    with _flowing(counted) as port:
        refusal = refused(f"http://127.0.0.1:{port}/endless.jpg", largest=3 * MB)
    assert refusal.message.endswith("The reply is larger than 3 MB.")
    assert sum(counted) < 20 * MB


def test_a_length_is_told_without_the_file(site: ScriptedSite) -> None:
    site.says(Say(b"", 200, {"Content-Length": "1234"}))
    assert length_at(f"{site.url}/a.png", allow_private=True, patience=QUICK) == 1234
    assert site.lines == ["HEAD /a.png"]


def test_an_upload_is_one_request_with_its_words_and_a_hash(wp: WordPress, site: ScriptedSite) -> None:
    site.says(Say({"id": 9}, 201))
    answer = wp.upload("wp/v2/media", b"bytes", name='tü"r.png', kind="image/png", slug="sayso-1", title="Tür & Tor")
    assert answer.body == {"id": 9}
    [asked] = site.asked
    assert asked.line == "POST /wp-json/wp/v2/media?slug=sayso-1&title=T%C3%BCr+%26+Tor"
    assert asked.body == b"bytes"
    assert asked.headers["Content-Type"] == "image/png"
    assert asked.headers["Content-MD5"] == "4b3a6218bb3e3a7303e8a171a60fcf92"
    assert asked.headers["Content-Disposition"].encode("latin-1").decode() == 'attachment; filename="tür.png"'
    assert wp.wrote is True
