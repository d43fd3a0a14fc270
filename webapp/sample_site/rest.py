"""The REST interface: finds the route, lets its noun answer, and dresses the answer as WordPress does.

To serve one more noun, write its module with a `ROUTES` list and name it in NOUNS.
"""

from __future__ import annotations

import json

from werkzeug.wrappers import Response

from . import (
    comments,
    index,
    media,
    menu_items,
    menus,
    navigation,
    plugins,
    posts,
    revisions,
    settings,
    templates,
    terms,
    types,
    users,
)
from .asked import Asked
from .installation import Installation
from .routes import Answer, Route, only_fields
from .trouble import Trouble

NOUNS = (
    index,
    posts,
    revisions,
    terms,
    comments,
    menus,
    menu_items,
    navigation,
    templates,
    settings,
    plugins,
    users,
    media,
    types,
)
ROUTES: list[Route] = [route for noun in NOUNS for route in noun.ROUTES]


def answer(asked: Asked) -> Answer:
    """Return the answer to a request; every Trouble becomes its error body.

    The site's store is held for the time it takes, so answers never interleave.
    """
    methods: list[str] = []
    with asked.store.lock:
        try:
            found = _route(asked, methods)
            if asked.broken_json:
                detail = {"json_error_code": 4, "json_error_message": "Syntax error"}
                raise Trouble(400, "rest_invalid_json", "Invalid JSON body passed.", data=detail)
            made = found.answer(asked)
        except Trouble as trouble:
            made = Answer(trouble.body(), trouble.status)
    if made.status not in (401, 403, 404):
        made.headers.setdefault("Allow", ", ".join(methods if asked.login else ["GET"]))
    if made.status < 400 and isinstance(asked.params.get("_fields"), str):
        made.data = only_fields(made.data, asked.params["_fields"])
    return made


def _route(asked: Asked, methods: list[str]) -> Route:
    wanted = "GET" if asked.method in ("HEAD", "OPTIONS") else asked.method
    chosen: Route | None = None
    for route in ROUTES:
        path = route.match(asked.route)
        if path is None:
            continue
        methods += [method for method in route.methods if method not in methods]
        if chosen is None and wanted in route.methods:
            chosen, asked.path = route, path
    if chosen is None:
        message = "No route was found matching the URL and request method."
        raise Trouble(404, "rest_no_route", message)
    return chosen


def response(wp: Installation, made: Answer) -> Response:
    """Return the HTTP answer, with the headers every REST answer of WordPress has."""
    dressed = Response(json_text(made.data), made.status, content_type="application/json; charset=UTF-8")
    dressed.headers["X-Robots-Tag"] = "noindex"
    dressed.headers["X-Content-Type-Options"] = "nosniff"
    dressed.headers["Access-Control-Expose-Headers"] = "X-WP-Total, X-WP-TotalPages, Link"
    dressed.headers["Link"] = f'<{wp.rest_root}>; rel="https://api.w.org/"'
    dressed.headers.update(made.headers)
    return dressed


def json_text(data: object) -> str:
    """Return JSON the way PHP writes it: nothing but ASCII, no blanks."""
    return json.dumps(data, separators=(",", ":"))
