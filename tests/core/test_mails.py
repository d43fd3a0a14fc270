"""Promises of mails: an address is that of one person, and a mail goes to this one address and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.receivers import Mailbox, mail_server
from webapp.core import mails
from webapp.errors import Refusal
from webapp.settings import Settings

LONG = "b" * 63
SEVERAL = [
    "=?utf-8?q?victim=40evil.example=2C?=@b.c",
    "a@=?utf-8?q?evil.example=2C_q=40z?=.c",
    "=?utf-8?q?x=0D=0A?=@b.c",
    "=?utf-8?b?YQ==?=@b.c",
    "a@example.com,b@example.com",
    "a@example.com;b@example.com",
    "a@b@example.com",
    "b.c",
    "@b.c",
    "a@",
    "a@c",
    "a@b..c",
    "a@.b.c",
    "a@b.c.",
    "a@b_d.c",
    "a@-b.c",
    "a@b-.c",
    "a@127.0.0.1",
    "a@[127.0.0.1]",
    "a..a@b.c",
    ".a@b.c",
    "a.@b.c",
    "-a@b.c",
    "/a@b.c",
    "|a@b.c",
    '"a"@b.c',
    '"a,b"@b.c',
    "<a@b.c>",
    "Olive <a@b.c>",
    "a(b)@b.c",
    "friends:a@b.c;",
    "a b@b.c",
    " a@b.c",
    "a@b.c\n",
    "a@b.c\r\nBcc: d@e.f",
    "a\x00@b.c",
    "a%evil.example@b.c",
    "evil.example!a@b.c",
    "a?b@b.c",
    "a`b@b.c",
    "a@b\u3002c",
    "\u00e9@b.c",
    "a@b\u00e9.c",
    f"{'a' * 65}@b.c",
    f"a@{'b' * 64}.c",
    f"a@{LONG}.{LONG}.{LONG}.{'b' * 61}",
]


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mail_server() as one:
        yield one


@pytest.fixture
def settings(box: Mailbox) -> Settings:
    return Settings("", "http://localhost", "", (), mail_url=box.address, mail_from="sayso@example.com")


@pytest.mark.parametrize(
    "address",
    [
        "olive@example.com",
        "Olive.Owner+sayso@mail.example.co.uk",
        "o'brien_1&co~x@b-d.c1e",
        "front/desk#1.a*b$c^d{e|f}@b.c",
        "a=b@example.com",
        "a@xn--mller-kva.example",
        f"{'a' * 64}@b.c",
        f"a@{LONG}.{LONG}.{LONG}.{'b' * 60}",
    ],
)
def test_a_mail_goes_to_the_one_address_that_was_typed(settings: Settings, box: Mailbox, address: str) -> None:
    assert mails.is_address(address)
    mails.send(settings, address, "Hello", "Words.")
    assert box.recipients == [f"<{address}>"]
    assert [mail["To"] for mail in box.mails] == [address]


@pytest.mark.parametrize("address", SEVERAL)
def test_what_is_not_one_plain_address_is_none_and_nothing_is_sent_to_it(
    settings: Settings, box: Mailbox, address: str
) -> None:
    assert not mails.is_address(address)
    with pytest.raises(Refusal) as refused:
        mails.send(settings, address, "Hello", "Words.")
    assert (refused.value.code, refused.value.message) == ("respira_not_delivered", "This is not one mail address.")
    assert (box.recipients, box.mails) == ([], [])


def test_a_head_that_can_not_be_written_is_refused_and_no_fault_of_ours(settings: Settings, box: Mailbox) -> None:
    with pytest.raises(Refusal) as refused:
        mails.send(replace(settings, mail_from="sayso@b\u00e9\ud800.example"), "a@b.c", "Hello", "Words.")
    assert refused.value.message == "The mail could not be written: look at SAYSO_MAIL_URL and SAYSO_MAIL_FROM."
    assert box.mails == []
