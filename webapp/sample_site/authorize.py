"""Where a person gives an application a password of its own: WordPress' authorize page, without a login.

The sample site is a demo on one's own machine, so whoever opens the page counts as its owner.
"""

from __future__ import annotations

import html
import secrets
from urllib.parse import urlencode, urlsplit, urlunsplit

from werkzeug.wrappers import Request, Response

from . import demo, look
from .installation import Installation


def response(request: Request, wp: Installation) -> Response:
    """Show the question, or carry out the answer and send the person back to the application."""
    success = request.values.get("success_url", "")
    reject = request.values.get("reject_url", "") or _with_query(success, {"success": "false"})
    if any(address and not _allowed(address) for address in (success, reject)):
        return _page(wp, "<h1>Not a safe address</h1><p>The application's return address is not allowed.</p>", 400)
    if request.method != "POST":
        return _page(wp, _question(request, wp, success, reject))
    if not secrets.compare_digest(request.form.get("token", ""), _token(wp)):
        return _page(wp, "<h1>Please try again</h1><p>This page was not opened from here.</p>", 403)
    if "reject" in request.form:
        return _sent_to(reject or wp.url)
    password = _new_password(wp, request.form.get("app_name", ""))
    if not success:
        return _page(wp, f"<h1>Your new password</h1><p><code>{password}</code></p>")
    given = {"site_url": wp.url, "user_login": demo.OWNER, "password": password}
    return _sent_to(_with_query(success, given))


def _question(request: Request, wp: Installation, success: str, reject: str) -> str:
    name = request.values.get("app_name", "An application")
    fields = {"app_name": name, "success_url": success, "reject_url": reject, "token": _token(wp)}
    hidden = "".join(
        f'<input type="hidden" name="{key}" value="{html.escape(value)}">' for key, value in fields.items()
    )
    return (
        f"<article><h1>Authorize application</h1><p><strong>{html.escape(name)}</strong> would like to "
        f"connect to this site as <strong>{demo.OWNER}</strong>.</p><form method='post'>{hidden}"
        "<button name='approve' value='1'>Yes, I approve of this connection</button> "
        "<button class='quiet' name='reject' value='1'>No, I do not</button></form></article>"
    )


def _new_password(wp: Installation, name: str) -> str:
    user, password = wp.user_named(demo.OWNER), demo.new_app_password()
    assert user is not None
    user["app_passwords"].append({"name": name, "password": password})
    wp.store.put("users", user)
    return password


def _token(wp: Installation) -> str:
    """Return the site's own secret for this form, so that no other page can post it."""
    token = wp.store.option("authorize_token")
    if token is None:
        token = secrets.token_urlsafe(24)
        wp.store.set_option("authorize_token", token)
    return str(token)


def _allowed(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "::1", "localhost"))


def _with_query(address: str, more: dict[str, str]) -> str:
    if not address:
        return ""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(query="&".join(filter(None, (parts.query, urlencode(more))))))


def _sent_to(address: str) -> Response:
    return Response("", 302, {"Location": address, "Referrer-Policy": "no-referrer"})


def _page(wp: Installation, body: str, status: int = 200) -> Response:
    shown = look.page(wp, "Authorize application", body)
    headers = {"X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer"}
    return Response(shown, status, headers, content_type="text/html; charset=UTF-8")
