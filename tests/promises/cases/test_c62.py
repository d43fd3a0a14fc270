"""C62: another website drives the gateway. It may not call the doors, and a cookie alone moves nothing."""

from __future__ import annotations

import pytest

from tests.core.acts import opened
from tests.installed import Installed
from tests.promises.acts import ABOUT, TITLE, plan, sent, statuses
from tests.promises.doors import Agent, McpAgent, RestAgent
from tests.web.conftest import Browser, signed_in
from webapp.data import Copy
from webapp.sample_site import SampleSite

EVIL = "https://evil.test"


@pytest.fixture
def window(sayso: Installed, app) -> Browser:
    """A browser in which the owner is signed in."""
    return signed_in(app, sayso.desk, sayso.owner.email)


@pytest.fixture
def actions(sayso: Installed, agent: Agent, careful: Agent) -> list[str]:
    """Where the owner's browser sends what changes something, for a plan that waits and a write that was made."""
    uuid = agent.call(TITLE[0], **TITLE[1])["snapshot_uuid"]
    copy = agent.call(ABOUT[0], **ABOUT[1])
    [step] = plan(careful, TITLE)
    public = opened(sayso, careful.holder).row.public_id
    with sayso.desk.reading() as session:
        name = session.query(Copy).filter_by(copy_id=copy["id"]).one().public_id
    return [
        f"/plans/{public}/decisions", f"/plans/{public}/runs", f"/plans/{public}/check",
        f"/steps/{step['step_id']}/decision", f"/snapshots/{uuid}/restores", f"/copies/{name}/decision",
        "/sites", f"/sites/{sayso.site.public_id}/disconnection", f"/sites/{sayso.site.public_id}/settings",
        f"/sites/{sayso.site.public_id}/keys", "/sign-in", "/account/sign-out", "/account/password",
    ]  # fmt: skip


def test_c62_1_a_foreign_origin_or_host_is_refused_before_the_body_is_looked_at(
    sayso: Installed, enter, agent: McpAgent
) -> None:
    """C62.1"""
    assert agent.client.post(b"\xff", Origin=EVIL).status_code == 403
    assert agent.client.post(b"\xff", Host="evil.test").status_code in (403, 421)
    assert agent.client.post(b"{}", Content_Type="text/plain").status_code == 415
    rest = enter(agent.holder, "rest")
    assert isinstance(rest, RestAgent)
    for headers in ({"Origin": EVIL}, {"Host": "evil.test"}):
        answer = rest.send("PUT", "v2/pages/42", headers, data=b"\xff")
        assert answer.status_code in (400, 403, 409, 421)
        assert answer.get_json()["code"] == "respira_foreign_request"


def test_c62_2_a_preflight_from_another_website_gets_no_leave(app, enter, agent: McpAgent) -> None:
    """C62.2"""
    asked = {
        "Origin": EVIL,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    for address in ("/mcp", "/mcp/short", "/wp-json/respira/v2/pages/42", "/plans"):
        answer = app.test_client().options(address, headers=asked)
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")], address


def test_c62_3_a_form_on_another_website_moves_nothing_with_the_owners_cookie(
    wordpress: SampleSite, window: Browser, careful: Agent, actions: list[str]
) -> None:
    """C62.3"""
    wordpress.requests.clear()
    for address in actions:
        for origin in (EVIL, "null"):
            with_token = window.post(address, {"verdict": "accept"}, headers={"Origin": origin})
            assert with_token.status_code == 403, address
            alone = window.client.post(address, data={"verdict": "accept"}, headers={"Origin": origin})
            assert alone.status_code in (400, 403), address
        assert window.client.post(address, data={"verdict": "accept"}).status_code in (400, 403), address
    assert statuses(careful) == ["planned"]
    assert sent(wordpress) == []
    assert window.get("/account").status_code == 200


def test_c62_4_without_the_token_of_this_session_nothing_is_done(
    app, wordpress: SampleSite, window: Browser, careful: Agent, actions: list[str]
) -> None:
    """C62.4"""
    wordpress.requests.clear()
    other = Browser(app.test_client())
    other.get("/sign-in")
    for token in ("", "made-up", other.token):
        for address in actions:
            window.token = token
            assert window.post(address, {"verdict": "accept"}).status_code == 400, (address, token)
    assert statuses(careful) == ["planned"]
    assert sent(wordpress) == []


def test_c62_5_no_page_may_stand_in_a_frame_and_the_cookie_is_kept_from_scripts(
    sayso: Installed, window: Browser, careful: Agent
) -> None:
    """C62.5"""
    [step] = plan(careful, ABOUT)
    public = opened(sayso, careful.holder).row.public_id
    pages = ["/plans", f"/plans/{public}", f"/steps/{step['step_id']}", "/copies", "/sites", "/events", "/account"]
    for address in [*pages, "/sign-in", "/help", "/nowhere"]:
        assert "frame-ancestors 'none'" in window.get(address).headers["Content-Security-Policy"], address
    cookie = Browser(window.client.application.test_client()).get("/sign-in").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
