"""What stands before and around every page: who is signed in, where a form may come from, what a browser may do.

The doors for agents have guards of their own; they never read cookies.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import cast
from urllib.parse import urlencode, urlsplit

import structlog
from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    after_this_request,
    current_app,
    flash,
    g,
    make_response,
    redirect,
    request,
    session,
)
from flask_login import LoginManager, UserMixin, current_user, login_user, logout_user
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.exceptions import HTTPException

from webapp import logs
from webapp.core import browsers, known_browsers, strangers
from webapp.data import BrowserSession, Person, is_away
from webapp.errors import Refusal, Trouble

from .pages import desk, notices, page, wants_parts

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
# A preview shows what an agent wrote, in a frame that may run nothing and load nothing but pictures in the text.
PREVIEW_POLICY = (
    "default-src 'none'; style-src 'self'; img-src data:; sandbox; frame-ancestors 'self'; base-uri 'none'"
)
# Copying to the clipboard, after a click, is all that a page here asks of a device.
NOTHING_OF_THE_DEVICE = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-read=()"
_OPEN_PAGES = frozenset(
    {
        "account.sign_in",
        "account.follow_link",
        "agents.show",
        "agents.plain",
        "approvals.show",
        "previews.front",
        "previews.body",
        "guests.show",
        "guests.show_step",
        "guests.show_picture",
        "guests.show_rendering",
        "guests.show_text",
        "guests.count_opening",
        "guests.let_in",
        "guests.comment",
        "guests.confirm",
        "guests.decide",
        "guests.take_back",
        "guest_copies.compare",
        "guest_copies.draft",
        "guest_copies.confirm",
        "guest_copies.advise",
        "verifications.show",
        "verifications.check",
        "health.alive",
        "health.ready",
        "figures.told",
        "health.robots",
        "static",
    }
)
# Pages that tell nobody where a person comes from: browsers send their forms without naming an origin. The token in
# the form, which no other website can read, shows that it is ours.
_WITHOUT_ORIGIN = frozenset({"guests", "guest_copies", "verifications"})
# For so long a browser keeps that somebody signed in there, see `known_browsers`; browsers keep nothing longer.
_KNOWN_FOR = timedelta(days=400)
# When to come again where there was no room.
_SOON = "5"
# Addresses that only programs use: what goes wrong there is told in JSON.
_FOR_MACHINES = ("/mcp", "/wp-json", "/redeem")
# What the request is called in which the database was found to be away: who is signed in can not be told there.
_AWAY = "database_away"
_csrf = CSRFProtect()
_login = LoginManager()
log = structlog.get_logger(__name__)


class SignedIn(UserMixin):  # type: ignore[misc]
    """The person behind a browser's session, and the session's row."""

    def __init__(self, token: str, person: Person, row: BrowserSession | None) -> None:
        self._token = token
        self.person = person
        self.row = row
        self.email = person.email
        self.name = person.name

    def get_id(self) -> str:
        """Return what the session cookie holds."""
        return self._token


def set_up(app: Flask, doors: Sequence[Blueprint]) -> None:
    """Put the guards before every page.

    Args:
        doors: blueprints that have guards of their own and never read cookies.
    """
    app.config["WTF_CSRF_TIME_LIMIT"] = None
    # Where a form comes from is told by its origin (`_demand_own_origin`), not by a referrer, which some pages hide.
    app.config["WTF_CSRF_SSL_STRICT"] = False
    app.extensions["sayso.doors"] = frozenset(door.name for door in doors)
    app.before_request(_demand_own_origin)
    _csrf.init_app(app)
    for door in doors:
        _csrf.exempt(door)
    _login.session_protection = None
    _login.init_app(app)
    _login.user_loader(_loaded)
    app.before_request(_demand_sign_in)
    app.after_request(_headers)
    app.register_error_handler(Trouble, _told)
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def sign_in(person: Person, *, remember: bool = False, by_link: bool = False) -> None:
    """Begin a session for a person; whatever the browser's session held before is gone.

    Args:
        remember: whether it outlives the browser window. It ends after a month in any case.
        by_link: they came by a one-time link.
    """
    if current_user.is_authenticated:
        sign_out()
    session.clear()
    session.permanent = remember
    agent = request.headers.get("User-Agent", "")
    token = browsers.begin(desk(), person, by_link=by_link, browser=agent, remembered=remember)
    login_user(SignedIn(token, person, None))
    known = known_browsers.made_known(desk(), held_of_people(), person.id)
    after_this_request(lambda response: _keep_known(response, known))


def held_of_people() -> str:
    """Return what this browser holds of people who signed in here before; hostile until proved otherwise."""
    return request.cookies.get(_known_name(), "")


def _keep_known(response: Response, known: str) -> Response:
    response.set_cookie(
        _known_name(),
        known,
        max_age=_KNOWN_FOR,
        secure=desk().settings.secure_cookies,
        httponly=True,
        samesite="Strict",
    )
    return response


def _known_name() -> str:
    return "__Host-sayso-known" if desk().settings.secure_cookies else "sayso-known"


def sign_out() -> None:
    """End the browser's session."""
    browsers.end(desk(), here())
    leave()


def leave() -> None:
    """Forget in this browser a session that is over."""
    logout_user()
    session.clear()


def person() -> Person:
    """Return who is signed in."""
    return cast(Person, current_user.person)


def here() -> BrowserSession:
    """Return the session of the browser that asks."""
    return cast(BrowserSession, current_user.row)


def safe_next(address: str | None) -> str:
    """Return where to go after signing in: a path of our own, else the plans.

    Args:
        address: what the sign-in page was asked to go on to; hostile until proved otherwise.
    """
    if not address or not address.startswith("/") or any(ord(letter) < 33 or letter == "\\" for letter in address):
        return "/plans"
    parts = urlsplit(address)
    plain = not parts.scheme and not parts.netloc and not address.startswith("//")
    return address if plain and "%5c" not in address.lower() and "%09" not in address.lower() else "/plans"


def _loaded(held: str) -> SignedIn | None:
    if g.get(_AWAY):
        return None
    found = browsers.find(desk(), held)
    return None if found is None else SignedIn(held, *found)


def _is_door() -> bool:
    return request.blueprint in current_app.extensions["sayso.doors"]


def _demand_own_origin() -> None:
    """Refuse what was sent to another host's name, and a form that another website's page sent."""
    if _is_door():
        return
    public_url = desk().settings.public_url
    if not strangers.is_our_host(request.headers.get("Host", ""), public_url):
        abort(421, "This address is not served here.")
    origin = request.headers.get("Origin")
    if origin == "null" and request.blueprint in _WITHOUT_ORIGIN:
        return
    sends = request.method not in ("GET", "HEAD", "OPTIONS")
    # A browser tells this also where it names no origin.
    elsewhere = request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")
    if sends and (elsewhere or (origin is not None and not strangers.is_our_origin(origin, public_url))):
        abort(403, "This form came from another website, so nothing was done.")


def _demand_sign_in() -> Response | None:
    if _is_door() or request.endpoint is None or request.endpoint in _OPEN_PAGES:
        return None
    if current_user.is_authenticated:
        if request.method == "POST":
            browsers.note_use(desk(), here())
        return None
    wanted = request.full_path.rstrip("?") if request.method == "GET" else "/plans"
    if wants_parts():
        response = Response(status=204)
        response.headers["HX-Redirect"] = "/sign-in"
        return response
    return cast(Response, redirect(f"/sign-in?{urlencode({'next': wanted})}", code=303))


def _headers(response: Response) -> Response:
    if _is_door():
        return response
    headers = response.headers
    headers.setdefault("Content-Security-Policy", POLICY)
    headers.setdefault("Referrer-Policy", "same-origin")
    headers["X-Content-Type-Options"] = "nosniff"
    headers["X-Robots-Tag"] = "noindex, nofollow"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    # The sandboxed frame of a preview has an origin of its own, and needs the style sheets, which are no secret.
    headers["Cross-Origin-Resource-Policy"] = "cross-origin" if request.endpoint == "static" else "same-origin"
    headers["Permissions-Policy"] = NOTHING_OF_THE_DEVICE
    if response.status_code == 503:
        headers.setdefault("Retry-After", _SOON)
    if request.endpoint == "static":
        return response
    headers["Cache-Control"] = "no-store"
    headers["Vary"] = "Cookie, HX-Request"
    if desk().settings.secure_cookies:
        headers["Strict-Transport-Security"] = "max-age=31536000"
    return response


def _told(trouble: Trouble) -> Response:
    status = 404 if trouble.status == 404 else 409 if trouble.status < 500 else 502
    erased = _what_is_erased() if status == 404 else ""
    return _sorry(status, "That was not done", trouble.message, f"{trouble.advice} {erased}".strip(), trouble.code)


def _what_is_erased() -> str:
    settings = desk().settings
    told = []
    if settings.keep_days:
        told.append(f"What ended more than {settings.keep_days} days ago is erased here.")
    if settings.keep_snapshots_days:
        told.append(f"Snapshots are erased after {settings.keep_snapshots_days} days.")
    return " ".join(told)


def _stale_form(_fault: CSRFError) -> Response:
    return _sorry(
        400,
        "That was not done",
        "This page was open too long, so nothing was done.",
        "Go back, load the page again, and press the button once more.",
    )


def _http(fault: HTTPException) -> Response:
    code = fault.code or 500
    if code in (301, 302, 303, 307, 308):
        return cast(Response, fault.get_response())
    heading = {404: "There is no such page.", 405: "This address takes another kind of request."}.get(code)
    if request.path.startswith(_FOR_MACHINES):
        return jsonify_fault(code, heading or fault.description or "")
    return _sorry(code, "That did not work", heading or fault.description or "That did not work.", "", str(code))


def jsonify_fault(status: int, message: str) -> Response:
    """Answer a program in JSON: a page of HTML would be taken for a wall in front of the site."""
    response = make_response({"code": f"http_{status}", "message": message, "data": {"status": status}})
    response.status_code = status
    return response


def _broken(fault: Exception) -> Response:
    if is_away(fault):
        return _away(fault)
    # The endpoint, not the address: an address may hold the token of a sign-in link or of a preview.
    log.error("page.broke", page=request.endpoint, exc_info=fault)
    return _sorry(
        500,
        "Something broke",
        f"Something broke on our side, id {logs.id_now()}.",
        "Load the page you came from to see what is true now. If it goes on, quote the id.",
    )


def _away(fault: Exception) -> Response:
    setattr(g, _AWAY, True)
    log.warning("page.database_away", page=request.endpoint, exc_info=fault)
    refusal = Refusal("respira_database_away")
    if request.path.startswith(_FOR_MACHINES):
        response = jsonify_fault(refusal.status, refusal.message)
    else:
        response = _sorry(refusal.status, "That did not work", refusal.message, refusal.advice, refusal.code)
    response.headers["Retry-After"] = _SOON
    return response


def _sorry(status: int, title: str, sentence: str, hint: str, code: str = "") -> Response:
    """Say what went wrong: on a page of its own, or on top of the page that htmx asked from."""
    if wants_parts():
        flash(f"{sentence} {hint}".strip(), "trouble")
        return make_response(notices(), status)
    return page(
        "errors/show.html",
        status=status,
        title=title,
        sentence=sentence,
        hint=hint,
        code=code,
        request_id=logs.id_now(),
    )
