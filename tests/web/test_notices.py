"""Promises of the part of a site's page that says where notices go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from tests.receivers import Hook, Mailbox, mail_server, webhook
from tests.web.conftest import Browser
from webapp.core.desk import Desk
from webapp.data import Site


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mail_server() as one:
        yield one


@pytest.fixture
def hook() -> Iterator[Hook]:
    with webhook() as one:
        yield one


@pytest.fixture
def mailing(app: Flask, desk: Desk, box: Mailbox) -> None:
    """Mail can be sent from here."""
    settings = replace(desk.settings, mail_url=box.address, mail_from="sayso@example.com")
    app.extensions["sayso.desk"] = replace(desk, settings=settings)


def page_of(window: Browser, site: Site) -> str:
    return window.get(f"/sites/{site.public_id}").get_data(as_text=True)


@pytest.mark.usefixtures("mailing")
def test_a_mail_address_is_added_tried_and_removed(window: Browser, site: Site, box: Mailbox) -> None:
    assert "Nothing was sent there yet." not in page_of(window, site)
    added = window.post(f"/sites/{site.public_id}/notices", {"way": "mail", "address": " shop@example.com "})
    page = window.follow(added).get_data(as_text=True)
    assert "Nothing was sent there yet." in page
    [address] = re.findall(r'action="/notices/(notice_\w+)/test"', page)
    page = window.follow(window.post(f"/notices/{address}/test")).get_data(as_text=True)
    assert "The test was sent. The mail server took it." in page
    assert "it got through. The mail server took it." in page
    assert [mail["To"] for mail in box.mails] == ["shop@example.com"]
    page = window.follow(window.post(f"/notices/{address}/removal")).get_data(as_text=True)
    assert "shop@example.com" not in page


def test_the_secret_of_a_webhook_is_shown_once(window: Browser, site: Site, hook: Hook) -> None:
    page_of(window, site)
    added = window.post(f"/sites/{site.public_id}/notices", {"way": "webhook", "address": hook.address})
    [secret] = re.findall(r'<code class="copyline__text">([\w-]{43})</code>', added.get_data(as_text=True))
    assert secret not in page_of(window, site)


def test_an_address_that_does_not_fit_keeps_what_was_typed(window: Browser, site: Site) -> None:
    assert "No mail can be sent from here" in page_of(window, site)
    answered = window.post(f"/sites/{site.public_id}/notices", {"way": "webhook", "address": "ftp://example.com"})
    page = answered.get_data(as_text=True)
    assert answered.status_code == 422
    assert 'value="ftp://example.com"' in page
    assert "Only http and https addresses can be used." in page


def test_nobody_else_touches_the_addresses_of_a_site(
    window: Browser, stranger: Browser, site: Site, hook: Hook
) -> None:
    page_of(window, site)
    window.post(f"/sites/{site.public_id}/notices", {"way": "webhook", "address": hook.address})
    [address] = re.findall(r'action="/notices/(notice_\w+)/test"', page_of(window, site))
    stranger.get("/sign-in")
    for path in (f"/notices/{address}/test", f"/notices/{address}/removal"):
        assert stranger.post(path).headers["Location"].startswith("/sign-in")
    assert hook.posted == []
    assert window.post("/notices/notice_ffffffffffff/test").status_code == 404
