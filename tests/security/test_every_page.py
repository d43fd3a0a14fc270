"""What holds for every address of the web program, whichever is added later: the map of addresses is walked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from webapp.app import create_app
from webapp.core.desk import Desk
from webapp.data import Mode
from webapp.web import guard

DOORS = ("mcp", "rest", "redeeming")


def rules(app: Flask, method: str) -> Iterator[tuple[Rule, str]]:
    """Every address of people's pages that takes a method, with made-up names in the place of ids."""
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()) and rule.endpoint.partition(".")[0] not in DOORS:
            yield rule, filled(rule)


def filled(rule: Rule) -> str:
    """The address of a rule, with something in the place of each variable."""
    return (
        re.sub(r"<int:\w+>", "1", re.sub(r"<path:\w+>", "css/app.css", rule.rule)).replace("<", "").replace(">", "")
    )


def test_every_page_says_what_a_browser_may_do_with_it(app: Flask, window: Browser) -> None:
    for rule, address in rules(app, "GET"):
        headers = window.get(address).headers
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'"), address
        assert "unsafe" not in policy, address
        assert "frame-ancestors 'none'" in policy or "frame-ancestors 'self'" in policy, address
        assert "base-uri 'none'" in policy, address
        assert headers["X-Content-Type-Options"] == "nosniff", address
        assert headers["Referrer-Policy"] in ("same-origin", "no-referrer"), address
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin", address
        # A draft in its sandbox is of no origin, and its style sheets are loaded into it.
        loaded = "cross-origin" if rule.endpoint == "static" else "same-origin"
        assert headers["Cross-Origin-Resource-Policy"] == loaded, address
        assert "camera=()" in headers["Permissions-Policy"], address
        assert rule.endpoint == "static" or headers["Cache-Control"] == "no-store", address


def test_only_frames_that_may_run_nothing_are_shown_inside_a_page_of_ours(app: Flask, window: Browser) -> None:
    framed = [
        headers["Content-Security-Policy"]
        for _rule, address in rules(app, "GET")
        if "frame-ancestors 'self'" in (headers := window.get(address).headers)["Content-Security-Policy"]
    ]
    assert [policy for policy in framed if "sandbox" not in policy or "script-src" in policy] == []
    assert "sandbox" in guard.PREVIEW_POLICY


def test_no_page_is_served_to_another_hosts_name(app: Flask, window: Browser) -> None:
    for method in ("GET", "POST"):
        for _rule, address in rules(app, method):
            response = window.client.open(address, method=method, headers={"Host": "localhost.evil.test"})
            assert response.status_code == 421, (method, address)
            assert "Set-Cookie" not in response.headers
    for host in ("evil.test", "localhost@evil.test", "evil.test:80", "evil.test, localhost", "[::1", ""):
        assert window.client.get("/plans", headers={"Host": host}).status_code == 421, host


def test_no_form_is_taken_from_another_website_or_without_its_token(app: Flask, window: Browser) -> None:
    for _rule, address in rules(app, "POST"):
        for foreign in (
            {"Origin": "https://evil.test"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ):
            assert window.post(address, headers=foreign).status_code == 403, (address, foreign)
        for token in ("", "made-up"):
            assert window.post(address, {"csrf_token": token}).status_code == 400, address
    assert window.get("/account").status_code == 200


def test_nothing_but_what_everybody_may_see_is_open_without_signing_in(app: Flask, stranger: Browser) -> None:
    opened = {
        rule.endpoint
        for rule, address in rules(app, "GET")
        if stranger.get(address).headers.get("Location", "").partition("?")[0] != "/sign-in"
    }
    assert opened == {
        "account.follow_link",
        "account.sign_in",
        "agents.plain",
        "agents.show",
        "approvals.show",
        # For whoever shows its own token.
        "figures.told",
        "guest_copies.draft",
        "guests.show",
        "guests.show_picture",
        "guests.show_rendering",
        "guests.show_step",
        "guests.show_text",
        "health.alive",
        "health.ready",
        "health.robots",
        "previews.body",
        "previews.front",
        "verifications.show",
        "static",
    }


@pytest.mark.parametrize("hops", [0, 1])
def test_what_a_proxy_forwards_is_believed_from_so_many_proxies_as_there_are(desk: Desk, hops: int) -> None:
    settings = replace(desk.settings, public_url="https://sayso.example", trusted_proxies=hops)
    client = create_app(replace(desk, settings=settings)).test_client()
    spoofed = {"X-Forwarded-Host": "sayso.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    assert client.get("/healthz", headers={"Host": "evil.test", **spoofed}).status_code == (421 if hops == 0 else 200)
    twice = {**spoofed, "X-Forwarded-Host": "sayso.example, evil.test"}
    assert client.get("/healthz", headers={"Host": "sayso.example", **twice}).status_code == (
        200 if hops == 0 else 421
    )


@pytest.mark.parametrize(("hops", "last"), [(0, 429), (1, 404)])
def test_nobody_is_counted_as_another_caller_by_what_they_say_of_themselves(desk: Desk, hops: int, last: int) -> None:
    """With one proxy in front, the last address that is forwarded is the one that the proxy saw."""
    client = create_app(replace(desk, settings=replace(desk.settings, trusted_proxies=hops))).test_client()
    told = [tried(client, f"203.0.113.{number}, 198.51.100.7") for number in range(11)]
    assert told == [404] * 10 + [429]
    assert tried(client, "203.0.113.1, 198.51.100.8") == last


def tried(client: FlaskClient, forwarded: str) -> int:
    return client.post("/redeem", json={"token": "WRONG"}, headers={"X-Forwarded-For": forwarded}).status_code


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.ASK)


def at_doors(client: FlaskClient, **headers: str) -> list[int]:
    """Call each door, and return what it answers."""
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    return [
        client.post("/mcp", json=ping, headers=headers).status_code,
        client.get("/wp-json/respira/v1/pages", headers=headers).status_code,
    ]


def test_a_cookie_opens_no_door(window: Browser, agent: Agent) -> None:
    assert at_doors(window.client) == [401, 401]
    assert at_doors(window.client, Authorization="Bearer wrong") == [401, 401]
    assert at_doors(window.client, Authorization=f"Bearer {agent.token}") == [200, 200]


def test_no_door_is_open_to_another_hosts_name_or_to_a_page_of_another_website(window: Browser, agent: Agent) -> None:
    bearer = {"Authorization": f"Bearer {agent.token}"}
    assert at_doors(window.client, Host="evil.test", **bearer) == [403, 403]
    assert at_doors(window.client, Origin="https://evil.test", **bearer) == [403, 403]


def test_a_key_opens_no_page(app: Flask, agent: Agent) -> None:
    response = app.test_client().get("/plans", headers={"Authorization": f"Bearer {agent.token}"})
    assert (response.status_code, response.headers["Location"]) == (303, "/sign-in?next=%2Fplans")
