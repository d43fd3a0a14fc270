"""Addresses end up in histories, in logs of proxies and in what is passed on, so they hold no secret that lasts."""

from __future__ import annotations

import re
from collections import deque
from urllib.parse import unquote

import pytest
from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from webapp.core import links, people, tickets
from webapp.core.links import Maker, Wish
from webapp.data import May, Mode, Person, Plan
from webapp.sample_site import SampleSite

ADDRESS = re.compile(r'\b(?:href|action|src|hx-get|hx-post|formaction)="([^"]*)"')
BEGIN = [
    "/plans",
    "/sites",
    "/sites/new",
    "/copies",
    "/history",
    "/events",
    "/reports",
    "/account",
    "/agents",
    "/help",
]
# Addresses of which a part is proof enough, each for one thing and, but for the draft and the review link, for once.
OF_PROOF = re.compile(r"^(?:http://localhost)?/(?:sign-in/|preview/|r/|verify\?)|respira_preview=|respira_preview%3D")


def wandered(window: Browser, begin: list[str], within: str = "/") -> tuple[set[str], set[str]]:
    """Open every page that can be reached from where one begins.

    Returns:
        The pages that were opened, and every address that stood on one of them or in a redirect.
    """
    opened: set[str] = set()
    met: set[str] = set()
    waiting = deque(begin)
    while waiting and len(opened) < 150:
        address = waiting.popleft().partition("#")[0]
        if address in opened or not address.startswith(within) or address.startswith("/static/"):
            continue
        opened.add(address)
        response = window.get(address)
        found = ADDRESS.findall(response.get_data(as_text=True)) if response.mimetype == "text/html" else []
        found += [response.headers[name] for name in ("Location", "HX-Redirect") if name in response.headers]
        plain = {one.replace("&amp;", "&") for one in found}
        met |= plain
        waiting.extend(sorted(plain))
    return opened, met


def secrets_of(place: Installed, window: Browser, agent: Agent, sample: SampleSite) -> dict[str, str]:
    with window.client.session_transaction() as session:
        cookie, csrf = session["_user_id"], session["csrf_token"]
    settings = place.desk.settings
    return {
        "key": agent.token,
        "session": cookie,
        "form": csrf,
        "form on the page": window.token or "",
        "application password": sample.app_password,
        "bare application password": sample.app_password.replace(" ", ""),
        "secret key": settings.secret_key,
        "sealing key": settings.sealing_keys[0],
    }


def test_no_link_no_form_and_no_redirect_of_an_owners_pages_holds_a_secret(
    window: Browser, place: Installed, sample: SampleSite, ids: dict[str, str]
) -> None:
    agent = place.agent(Mode.ASK)
    with place.desk.writing() as session:
        code = tickets.make(session, place.desk, agent.key, agent.token)
    opened, met = wandered(window, BEGIN)
    assert {f"/plans/{ids['plan_id']}", f"/sites/{ids['site_id']}", f"/runs/{ids['run_id']}"} <= opened
    assert len(opened) >= 30
    kept = {**secrets_of(place, window, agent, sample), "code": code}
    assert [(name, one) for one in met for name, value in kept.items() if value in unquote(one)] == []


def test_an_address_that_is_proof_itself_is_met_only_where_it_is_meant_to_be_given_on(
    window: Browser, ids: dict[str, str]
) -> None:
    opened, met = wandered(window, BEGIN)
    proof = {one.partition("?")[0].rpartition("/")[0] for one in met if OF_PROOF.search(one)}
    assert proof <= {"/preview", "http://localhost/preview", "http://localhost", "/verify", ""}
    assert len(opened) >= 30


@pytest.fixture
def shared(place: Installed, owner: Person, ids: dict[str, str]) -> str:
    """The address of a review link with a passcode."""
    with place.desk.writing() as session:
        plan = session.scalars(select(Plan).where(Plan.public_id == ids["plan_id"])).one()
        wish = Wish("Bea", May.COMMENT, passcode="open sesame")
        return f"/r/{links.share_plan(session, place.desk, plan, wish, Maker(owner.id))[1]}"


def test_every_page_below_a_review_link_tells_nobody_its_address_and_holds_no_passcode(
    stranger: Browser, place: Installed, shared: str
) -> None:
    stranger.get(shared)
    stranger.post(f"{shared}/passcode", {"passcode": "open sesame"})
    opened, met = wandered(stranger, [shared], within="/r/")
    assert len(opened) >= 2
    # An address that only takes forms says so to whoever opens it, on a page that leads nowhere else.
    shown = [page for one in opened if (page := stranger.get(one)).status_code != 405]
    assert {page.headers["Referrer-Policy"] for page in shown} == {"no-referrer"}
    assert [one for one in met if "sesame" in unquote(one)] == []
    assert {
        one for one in met if not one.startswith((shared, "/static/", "#", "/verify", "http://localhost/r/"))
    } <= {
        "/",
        "/help",
        "/plans",
        "/sign-in",
    }


def test_a_sign_in_link_tells_no_other_website_its_address(stranger: Browser, place: Installed) -> None:
    page = stranger.get(f"/sign-in/{people.make_link(place.desk, place.owner.email)}")
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert [one for one in ADDRESS.findall(page.get_data(as_text=True)) if not one.startswith(("/", "#"))] == []
