"""Promises of the carrier: whom it speaks with, whom it trusts, and what it says when it does not get through."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from webapp import clock
from webapp.doors.stdio.carrier import Carrier
from webapp.errors import Trouble

KEY = {"Authorization": "Bearer respira_abc"}


class Listener:
    """Takes connections, keeps the first bytes of each, answers all alike and hangs up."""

    def __init__(self, answer: bytes) -> None:
        self.place = socket.create_server(("127.0.0.1", 0))
        self.port = self.place.getsockname()[1]
        self.heard: list[bytes] = []
        self.answer = answer
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        # Closing the place ends the waiting.
        with suppress(OSError):
            while True:
                connection, _ = self.place.accept()
                with closing(connection):
                    self.heard.append(connection.recv(10_000))
                    connection.sendall(self.answer)

    def close(self) -> None:
        self.place.shutdown(socket.SHUT_RDWR)
        self.place.close()
        self.thread.join(10)


@pytest.fixture
def proxy() -> Iterator[Listener]:
    """A proxy that lets nobody through."""
    one = Listener(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
    yield one
    one.close()


def trouble_of(carrier: Carrier) -> Trouble:
    with pytest.raises(Trouble) as caught:
        carrier.post("/mcp/stdio", b"{}", KEY)
    return caught.value


def test_https_goes_through_the_proxy_which_is_shown_no_key(proxy: Listener) -> None:
    carrier = Carrier("https://sayso.example", https_proxy=f"http://anna:s%20t@127.0.0.1:{proxy.port}")
    trouble = trouble_of(carrier)
    assert trouble.code == "respira_sayso_unreachable"
    assert "Tunnel connection failed: 403 Forbidden" in trouble.message
    assert proxy.heard[0].startswith(b"CONNECT sayso.example:443 HTTP/1.")
    assert b"Proxy-Authorization: Basic YW5uYTpzIHQ=" in proxy.heard[0]
    assert b"respira_abc" not in proxy.heard[0]


@pytest.mark.parametrize(
    ("url", "no_proxy"),
    [
        ("https://127.0.0.1:9", ""),
        ("https://localhost:9", ""),
        ("http://127.0.0.2:9", ""),
        ("https://sayso.example", "sayso.example"),
        ("https://sayso.example", "other.test, .example"),
        ("https://sayso.example", "example"),
        ("https://sayso.example:8443", "sayso.example:8443"),
        ("https://sayso.example", "*"),
    ],
)
def test_this_machine_plain_http_and_excepted_hosts_are_reached_without_a_proxy(
    proxy: Listener, url: str, no_proxy: str
) -> None:
    carrier = Carrier(url, https_proxy=f"127.0.0.1:{proxy.port}", no_proxy=no_proxy)
    assert trouble_of(carrier).code == "respira_sayso_unreachable"
    assert proxy.heard == []


def test_a_host_that_only_ends_alike_is_not_excepted(proxy: Listener) -> None:
    trouble_of(Carrier("https://notexample", https_proxy=f"127.0.0.1:{proxy.port}", no_proxy="example,"))
    assert len(proxy.heard) == 1


def test_a_certificate_that_nobody_vouches_for_is_refused_before_the_key_is_sent(tmp_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sayso.example")])
    now = clock.now()
    made = (
        x509.CertificateBuilder(
            name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1)
        )
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    (tmp_path / "both.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
        + made.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "both.pem")
    heard: list[bytes] = []
    with closing(socket.create_server(("127.0.0.1", 0))) as place:

        def greet() -> None:
            connection, _ = place.accept()
            with closing(connection), suppress(OSError):
                heard.append(context.wrap_socket(connection, server_side=True).recv(1000))

        greeting = threading.Thread(target=greet, daemon=True)
        greeting.start()
        trouble = trouble_of(Carrier(f"https://127.0.0.1:{place.getsockname()[1]}"))
        greeting.join(10)
    assert trouble.code == "respira_sayso_unreachable"
    assert "self-signed certificate" in trouble.message
    assert heard == []


def test_a_name_that_begins_like_this_machine_s_number_is_not_this_machine(proxy: Listener) -> None:
    trouble_of(Carrier("https://127.0.0.1.example", https_proxy=f"127.0.0.1:{proxy.port}"))
    assert len(proxy.heard) == 1


@pytest.mark.parametrize(
    ("url", "overheard"),
    [
        ("http://sayso.example", True),
        ("http://192.168.1.7:8000", True),
        ("http://127.0.0.1.example", True),
        ("https://sayso.example", False),
        ("http://127.0.0.1:8000", False),
        ("http://localhost:8000", False),
        ("http://[::1]:8000", False),
        ("", False),
    ],
)
def test_only_plain_http_beyond_this_machine_can_be_overheard(url: str, overheard: bool) -> None:
    assert Carrier(url).is_overheard is overheard


@pytest.mark.parametrize("url", ["http://127.0.0.1:99999", "http://a..b", "http://sayso.example"])
def test_an_address_that_leads_nowhere_is_told(url: str) -> None:
    trouble = trouble_of(Carrier(url))
    assert (trouble.code, trouble.hint.startswith("Nothing was done.")) == ("respira_sayso_unreachable", True)
