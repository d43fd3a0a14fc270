import ipaddress
import socket
import ssl
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.wordpress.scripted_site import Say, ScriptedSite
from webapp import clock
from webapp.errors import Refusal
from webapp.wordpress.addresses import PinnedTransport, authorities, check_url, is_public, may_connect


def client_for(*, allow_private: bool) -> httpx.Client:
    return httpx.Client(transport=PinnedTransport(allow_private=allow_private), trust_env=False)


PRIVATE = [
    "127.0.0.1",
    "10.0.0.5",
    "172.16.3.4",
    "192.168.1.1",
    "100.64.0.1",
    "0.0.0.0",
    "169.254.169.254",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "fec0::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "64:ff9b:1::5db8:d822",
    "64:ff9b:1:a00:0:500::",
    "64:ff9b:1:ffff:5d:b8d8:2200::",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_off_the_open_internet_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))
    assert not may_connect(ipaddress.ip_address(address), allow_private=False)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822"])
def test_addresses_of_the_open_internet_are_allowed(address: str) -> None:
    assert may_connect(ipaddress.ip_address(address), allow_private=False)


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "fe80::1",
        "224.0.0.1",
        "0.0.0.0",
        "::ffff:169.254.169.254",
        "64:ff9b:1::a9fe:a9fe",
        "64:ff9b:1:a9fe:a9:fe00::",
        "64:ff9b:1:a9:fe:a9fe::",
        "64:ff9b:1:0:a9:fea9:fe00::",
    ],
)
def test_link_local_addresses_stay_forbidden_where_private_ones_are_allowed(address: str) -> None:
    assert not may_connect(ipaddress.ip_address(address), allow_private=True)


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://x/", "gopher://x/", "https://u:p@x/", "https:///", "x", "http://[::1"],
)
def test_urls_of_another_form_are_refused(url: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_url(url)
    assert refused.value.code == "respira_address_not_allowed"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "0x7f000001", "2130706433", "127.1", "[::1]", "[::ffff:127.0.0.1]"]
)
def test_no_spelling_of_loopback_is_reached_when_private_networks_are_off(host: str, site: ScriptedSite) -> None:
    site.says(Say({}))
    with client_for(allow_private=False) as client, pytest.raises(Refusal) as refused:
        client.get(f"http://{host}:{site.port}/")
    assert refused.value.code == "respira_address_not_allowed"
    assert site.asked == []


Names = dict[str, list[list[str]]]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """A resolver of our own: for each name the answers it gives, one look-up after the other."""
    known: Names = {}
    real = socket.getaddrinfo

    def look_up(host: str, port: int, *rest: Any, **named: Any) -> list[Any]:
        if host not in known:
            return real(host, port, *rest, **named)
        return [entry for address in known[host].pop(0) for entry in real(address, port, *rest, **named)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


def test_a_name_that_answers_differently_the_second_time_cannot_get_round(site: ScriptedSite, names: Names) -> None:
    site.says(Say({}))
    names["rebinding.example"] = [["127.0.0.1"], ["169.254.169.254"]]
    with client_for(allow_private=True) as client:
        assert client.get(f"http://rebinding.example:{site.port}/x").status_code == 200
    assert site.asked[0].headers["Host"] == f"rebinding.example:{site.port}"
    assert names["rebinding.example"] == [["169.254.169.254"]]


def test_of_the_addresses_of_a_name_only_the_allowed_ones_are_tried(site: ScriptedSite, names: Names) -> None:
    site.says(Say({}))
    names["mixed.example"] = [["169.254.169.254", "127.0.0.1"]]
    with client_for(allow_private=True) as client:
        assert client.get(f"http://mixed.example:{site.port}/").status_code == 200


def test_the_next_address_is_tried_when_the_first_takes_no_connection(site: ScriptedSite, names: Names) -> None:
    site.says(Say({}))
    names["two.example"] = [["127.0.0.2", "127.0.0.1"]]
    with client_for(allow_private=True) as client:
        assert client.get(f"http://two.example:{site.port}/").status_code == 200


def test_the_address_that_took_the_last_connection_goes_first(site: ScriptedSite, names: Names) -> None:
    site.says(Say({}))
    names["turning.example"] = [["127.0.0.1"], ["127.0.0.2", "127.0.0.1"]]
    with ScriptedSite(at=("127.0.0.2", site.port)) as second, client_for(allow_private=True) as client:
        client.get(f"http://turning.example:{site.port}/")
        client.get(f"http://turning.example:{site.port}/")
        assert second.asked == []
    assert len(site.asked) == 2


@pytest.fixture
def tls_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedSite]:
    """A site whose certificate is good for the name localhost only."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    today = clock.now()
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = tmp_path / "site.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pem.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(pem)
    with ScriptedSite(tls) as running:
        running.says(Say({}))
        authorities.cache_clear()
        yield running
        authorities.cache_clear()


def test_the_certificate_is_checked_against_the_name_and_not_the_address(tls_site: ScriptedSite) -> None:
    with client_for(allow_private=True) as client:
        assert client.get(f"https://localhost:{tls_site.port}/").status_code == 200


def test_a_certificate_of_another_name_is_not_accepted(tls_site: ScriptedSite) -> None:
    with client_for(allow_private=True) as client, pytest.raises(httpx.ConnectError, match="certificate"):
        client.get(f"https://127.0.0.1:{tls_site.port}/")
    assert tls_site.asked == []
