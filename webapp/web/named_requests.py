"""An id for each request, on the answer and on every line of the log, and one line for each: what it was, how it
ended and how long it took. Never its address, which may hold a token, and never what was in it.
"""

from __future__ import annotations

import re

import structlog
from flask import Flask, Response, current_app, g, request

from webapp import clock, logs
from webapp.core import entrances
from webapp.core.entrances import Entrance

from .figures import count
from .pages import desk

HEADER = "X-Request-Id"
_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{8,64}")
# They are asked every few seconds, or come by the dozen with each page.
_NOT_WORTH_A_LINE = frozenset({"health.alive", "health.ready", "figures.told", "static"})
log = structlog.get_logger(__name__)


def set_up(app: Flask) -> None:
    """Name every request before anything else looks at it, and write it down after everything else did."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.began = clock.monotonic()
    given = request.headers.get(HEADER, "")
    # Only a proxy of ours may name a request: anybody else could give several the same name.
    trusted = desk().settings.trusted_proxies > 0 and _WELL_FORMED.fullmatch(given) is not None
    g.request_id = logs.begin(given if trusted else None)
    entrances.come_by(Entrance.BROWSER)


def _end(response: Response) -> Response:
    response.headers[HEADER] = g.request_id
    took = clock.monotonic() - g.began
    door = request.blueprint if request.blueprint in current_app.extensions["sayso.doors"] else None
    count(door or "browser", response.status_code, took)
    if request.endpoint in _NOT_WORTH_A_LINE:
        return response
    # Who is signed in stands there once something asked; to find it out for the log alone would cost a look.
    person = getattr(g.get("_login_user"), "person", None)
    who = {} if person is None else {"person": f"person_{person.id}"}
    log.info(
        "request.answered",
        at=request.endpoint,
        method=request.method if request.method.isascii() and len(request.method) < 10 else "other",
        status=response.status_code,
        ms=round(took * 1000),
        **who,
    )
    return response
