"""What is wrong with a site's certificate is told apart, in the words of whoever has to mend it."""

from __future__ import annotations

import ssl
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.wordpress.conftest import IMPATIENT
from tests.wordpress.scripted_site import Say, ScriptedSite
from webapp import clock
from webapp.errors import SiteTrouble
from webapp.wordpress.addresses import authorities
from webapp.wordpress.client import Connection, WordPress
from webapp.wordpress.wire import why

A_DAY = timedelta(days=1)


def certificate(folder: Path, name: str, begins: datetime, ends: datetime) -> Path:
    """Make a certificate that vouches for itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder(who, who, key.public_key(), 1, begins, ends)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pem = folder / "site.pem"
    pem.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return pem


@pytest.mark.parametrize(
    ("name", "begins", "ends", "known", "told"),
    [
        ("localhost", -A_DAY, A_DAY, False, "It made its certificate itself, so nobody vouches for it."),
        ("localhost", -2 * A_DAY, -A_DAY, True, "Its certificate has expired, so the site's host has to renew it."),
        ("localhost", A_DAY, 2 * A_DAY, True, "Its certificate is not valid yet: see that the clocks"),
        ("elsewhere.example", -A_DAY, A_DAY, True, "Its certificate is for another address than this."),
    ],
)
def test_certificates_that_are_refused_are_told_apart(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    begins: timedelta,
    ends: timedelta,
    known: bool,
    told: str,
) -> None:
    now = clock.now()
    pem = certificate(tmp_path, name, now + begins, now + ends)
    if known:
        monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(pem)
    authorities.cache_clear()
    with ScriptedSite(tls) as site:
        site.says(Say({}))
        connection = Connection(f"https://localhost:{site.port}/wp-json/", "anna", "abcd")
        with (
            WordPress(connection, allow_private=True, patience=IMPATIENT) as wordpress,
            pytest.raises(SiteTrouble) as raised,
        ):
            wordpress.post("wp/v2/pages", {"title": "x"})
    authorities.cache_clear()
    assert raised.value.written == "no"
    assert raised.value.message.startswith(f"The site could not be reached. {told}")
    assert site.asked == []


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("self-signed certificate in certificate chain", "by somebody whom nobody vouches for"),
        ("unable to get local issuer certificate", "the host may have left a part out"),
        ("certificate revoked", "was revoked"),
        ("a reason of a later year", "is not valid for this address"),
    ],
)
def test_other_reasons_are_known_by_the_words_of_openssl(reason: str, told: str) -> None:
    fault = httpx.ConnectError(f"[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: {reason} (_ssl.c:1006)")
    assert told in why(fault)
