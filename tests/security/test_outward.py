"""Wherever Sayso connects to, the address is looked up once, checked, and the connection goes to that very one."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wordpress.scripted_site import Say, ScriptedSite
from webapp.errors import Trouble
from webapp.wordpress import fetching, posting, visiting
from webapp.wordpress.addresses import may_connect
from webapp.wordpress.wire import Patience

WEBAPP = Path(__file__).parents[2] / "webapp"
# Other programs of the demo, and the stand-in for WordPress, hold nobody's secrets.
_DEMO = ("sample_site/", "agent_part.py", "owner_part.py", "children.py", "demo.py")
PRODUCT = {
    name: path.read_text()
    for path in WEBAPP.rglob("*.py")
    if not (name := str(path.relative_to(WEBAPP))).startswith(_DEMO)
}
QUICK = Patience(connect=0.5, read=0.5, write=0.5, whole=1.5, pauses=())
# Spellings of this machine and of where clouds keep credentials; {} is the port.
HOSTS = [
    "127.0.0.1:{}",
    "localhost:{}",
    "LOCALHOST:{}",
    "localhost.:{}",
    "127.1:{}",
    "0x7f000001:{}",
    "0x7f.0.0.1:{}",
    "2130706433:{}",
    "017700000001:{}",
    "0177.0.0.1:{}",
    "0:{}",
    "0.0.0.0:{}",
    "127。0。0。1:{}",
    "①②⑦.⓪.⓪.①:{}",
    "ⓛocalhost:{}",
    "%31%32%37.0.0.1:{}",
    "127.0.0.1%00.example:{}",
    "[::1]:{}",
    "[0:0:0:0:0:0:0:1]:{}",
    "[::]:{}",
    "[::ffff:127.0.0.1]:{}",
    "[::ffff:7f00:1]:{}",
    "[::127.0.0.1]:{}",
    "[64:ff9b::7f00:1]:{}",
    "[::1%25lo]:{}",
    "user:password@127.0.0.1:{}",
    "example.com@127.0.0.1:{}",
    "127.0.0.1:{}\\@example.com",
    "169.254.169.254",
    "[fe80::1]",
    "[fd00:ec2::254]",
    "100.100.100.200",
]


WAYS: list[Callable[[str], object]] = [
    lambda address: fetching.fetch(address, allow_private=False, largest=1000, patience=QUICK),
    lambda address: fetching.length_at(address, allow_private=False, patience=QUICK),
    lambda address: posting.post(address, b"{}", {}, allow_private=False),
    lambda address: visiting.visit(address, address, allow_private=False, patience=QUICK),
]


@pytest.fixture
def site() -> object:
    with ScriptedSite() as running:
        running.says(Say({}))
        yield running


@pytest.mark.parametrize("host", HOSTS)
def test_no_spelling_of_an_address_within_reaches_it_whichever_way_it_is_asked(host: str, site: ScriptedSite) -> None:
    address = f"http://{host.format(site.port)}/"
    for way in WAYS:
        try:
            told = way(address)
        except (Trouble, UnicodeError) as trouble:
            told = trouble
        assert isinstance(told, Trouble | visiting.Glimpse), told
        assert getattr(told, "status", None) != 200, told
    assert site.asked == []


@pytest.mark.parametrize(
    ("address", "inner"),
    [
        ("::169.254.169.254", "169.254.169.254"),
        ("::ffff:0:a9fe:a9fe", "169.254.169.254"),
        ("::ffff:169.254.169.254", "169.254.169.254"),
        ("64:ff9b::a9fe:a9fe", "169.254.169.254"),
        ("64:ff9b:1::a9fe:a9fe", "169.254.169.254"),
        ("2002:a9fe:a9fe::1", "169.254.169.254"),
        ("2001:0:1234:5678::5601:5601", "169.254.169.254"),
        ("::", "0.0.0.0"),
        ("::ffff:0.0.0.0", "0.0.0.0"),
    ],
)
def test_where_credentials_are_kept_is_seen_through_every_wrapping_also_where_private_networks_are_allowed(
    address: str, inner: str
) -> None:
    assert not may_connect(ipaddress.ip_address(inner), allow_private=True)
    assert not may_connect(ipaddress.ip_address(address), allow_private=True)
    assert not may_connect(ipaddress.ip_address(address), allow_private=False)


def test_this_machine_is_reached_by_ipv6_where_private_networks_are_allowed_and_not_otherwise() -> None:
    assert may_connect(ipaddress.ip_address("::1"), allow_private=True)
    assert not may_connect(ipaddress.ip_address("::1"), allow_private=False)


def test_nothing_in_sayso_connects_by_another_way_than_the_one_that_checks() -> None:
    """Besides it there are the mail server of the settings, and the command beside an agent, which reaches Sayso."""
    connects = re.compile(
        r"httpx\.(?:Client|AsyncClient|HTTPTransport|get|post|request|stream)\b|urllib\.request|http\.client"
        r"|smtplib\.SMTP|socket\.create_connection|aiohttp|\brequests\.(?:get|post|request|Session)"
    )
    found = {name for name, code in PRODUCT.items() if connects.search(code)}
    assert {name for name in found if not name.startswith("doors/stdio/")} == {
        "wordpress/addresses.py",
        "core/mails.py",
    }


def test_nothing_that_arrives_is_parsed_by_what_can_be_made_to_explode_or_to_run() -> None:
    """No XML, no archives, no pickles, no YAML, no pictures: whoever needs one has to think of that here first."""
    forbidden = "xml|lxml|defusedxml|zipfile|tarfile|gzip|bz2|lzma|pickle|shelve|marshal|dill|yaml|PIL|ctypes"
    imports = re.compile(rf"^\s*(?:import|from) (?:{forbidden})\b", re.MULTILINE)
    runs = re.compile(r"(?<![\w.])(?:eval|exec|compile|__import__)\(")
    found = {name for name, code in PRODUCT.items() if imports.search(code) or runs.search(code)}
    # What was exported is taken in by whoever runs Sayso, in a terminal, and is theirs.
    assert found - {"operating/moving.py"} == set()


def test_what_proves_something_is_found_by_its_hash_or_compared_in_the_same_time_whatever_differs() -> None:
    """A token is never compared as it is: it is looked for by its hash. Signatures are compared as they are."""
    plainly = re.compile(r"\b\w*(?:token|signature|passcode|password|secret)\w* (?:==|!=) |(?:==|!=) \w*signature\b")
    found = {(name, match[0].strip()) for name, code in PRODUCT.items() for match in plainly.finditer(code)}
    assert {
        (name, words) for name, words in found if "_hash " not in words and not name.startswith("tools/")
    } == set()
    assert "hmac.compare_digest(" in PRODUCT["core/verifying.py"]
