"""The REST door, /wp-json/respira/v1 and v2: one request, one call, one answer in JSON, whatever arrives.

    rest_query   the other spelling of an address
    strangers    is it sent to us, and not by another website's page?
    rest_own     the few addresses that are the door's own
    rest_routes  which tool?
    bearer       whose key is it?
    rest_body    bytes -> arguments
    answered     was the same call answered before?
    here         the engine's answer, or its refusal, as HTTP

Nothing here is ever answered with a redirect or a page: a widely used client takes either for a wall in front of the
site, and sends the write again in another way.
"""

from __future__ import annotations

import json
from typing import Any, cast

from flask import Blueprint, Response, current_app, request
from flask.blueprints import BlueprintSetupState
from werkzeug.routing import BaseConverter

from webapp.core import answered, calls, keys, strangers
from webapp.core.answered import Answer, Marked
from webapp.core.desk import Desk
from webapp.core.gate import Arrival
from webapp.data import Key, is_away, public_id
from webapp.errors import Refusal, SiteTrouble, Trouble

from . import browsers, rest_body, rest_own, rest_routes
from .bearer import token_of
from .bugs import TRY_AGAIN_AFTER, away, noted
from .clients import client_of
from .rest_routes import Found
from .stored import REST_PREFIX, tool_meant

VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]

blueprint = Blueprint("rest", __name__)
blueprint.after_request(browsers.keep_out)


class _Anything(BaseConverter):
    """Whatever follows, line breaks too: every address below the root is answered here."""

    part_isolating = False
    regex = "(?s:.*)"


@blueprint.record_once
def _know_anything(state: BlueprintSetupState) -> None:
    state.app.url_map.converters["anything"] = _Anything


@blueprint.route("/.well-known/<anything:rest>", methods=VERBS, provide_automatic_options=False)
def find_nothing(rest: str) -> Response:
    """Tell a client that looks for ways to sign in that there are none: a key is all that counts here."""
    raise Refusal("rest_no_route")


@blueprint.route("/wp-json", methods=VERBS, provide_automatic_options=False)
@blueprint.route("/wp-json/<anything:rest>", methods=VERBS, provide_automatic_options=False)
def hear(rest: str = "") -> Response:
    """Answer one request. What is raised on the way is answered by the handlers below."""
    desk = cast(Desk, current_app.extensions["sayso.desk"])
    _refuse_strangers(desk.settings.public_url)
    address, method = rest.rstrip("/"), rest_body.method_of(request)
    if method == "OPTIONS":
        return _options(address)
    own = rest_own.find(method, address)
    if own is not None:
        key = keys.find(desk, token_of(request.headers)) if own.needs_key else None
        return _response(200, own.answer(desk, key))
    namespace, _, path = address.partition("/")
    found = rest_routes.find(method, path) if namespace == rest_own.NAMESPACE else None
    if found is None:
        raise Refusal("rest_no_route")
    return _called(desk, keys.find(desk, token_of(request.headers)), found, method, path)


def _refuse_strangers(public_url: str) -> None:
    if strangers.what_is_foreign(request.headers.get("Host", ""), request.headers.get("Origin"), public_url):
        raise Refusal("respira_foreign_request")


def _options(address: str) -> Response:
    """Tell the methods of an address."""
    namespace, _, path = address.partition("/")
    methods = list(rest_own.methods_of(address))
    if namespace == rest_own.NAMESPACE:
        methods += rest_routes.methods_of(path)
    if not methods:
        raise Refusal("rest_no_route")
    response = _response(200, {"methods": methods})
    response.headers["Allow"] = ", ".join([*methods, "OPTIONS"])
    return response


def _called(desk: Desk, key: Key, found: Found, method: str, path: str) -> Response:
    arguments = rest_body.arguments_of(request)
    if found.route.tool == rest_routes.INVOKE:
        arguments = rest_body.lifted(arguments)
    arrival = Arrival("rest", REST_PREFIX, {"method": method, "path": path, "arguments": arguments}, _client())
    tool = desk.catalogue.get(tool_meant(found, arguments) or "")
    if tool is None or calls.reads(tool):
        # Sent a second time, it does nothing a second time.
        answer = _made(desk, key, arrival)
        return _response(answer.status, answer.body)
    return _marked(_once(desk, key, found, arrival))


def _once(desk: Desk, key: Key, found: Found, arrival: Arrival) -> Answer:
    """Make a call, or give the answer that the same call was given before, when its sender marked it."""
    mark = request.headers.get("Idempotency-Key")
    if mark is None:
        return _made(desk, key, arrival)
    try:
        path, arguments = arrival.request["path"], arrival.request["arguments"]
        sent = Marked(rest_body.sound_mark(mark), path, _first_method(found), arguments)
        return answered.once(desk, key, sent, lambda: _made(desk, key, arrival))
    except Refusal as refusal:
        return Answer(public_id("call"), refusal.status, _told(refusal), stands=False)


def _first_method(found: Found) -> str:
    """Return the method that a call was sent with at first: a client may send it again by another one."""
    declared = request.headers.get("X-Respira-Original-Method", "").upper()
    return declared if declared in VERBS else found.route.method


def _made(desk: Desk, key: Key, arrival: Arrival) -> Answer:
    """Make a call. Its answer stands when something was done, or may have been."""
    call_id = public_id("call")
    try:
        reply = calls.answer(desk, key, arrival)
        return Answer(call_id, reply.status, reply.body, stands=reply.done)
    except Refusal as refusal:
        return Answer(call_id, _status_of(refusal), _told(refusal), stands=False)
    except SiteTrouble as trouble:
        # Where nothing was saved, a client's second try is what it wants: the site may be better by then.
        return Answer(call_id, _status_of(trouble), _told(trouble), stands=trouble.written != "no")
    except Exception as error:
        # A bug is an answer too: whoever asks again must get the same.
        if is_away(error):
            raise
        return Answer(call_id, 500, _broke(error))


def _client() -> str | None:
    """Return which program called, such as "claude-code 2.1", for people to read."""
    named = request.headers.get("X-Respira-Agent-Client", "")
    told = "" if named in ("", "unknown") else f"{named} {request.headers.get('X-Respira-Agent-Version', '')}"
    return client_of(request.headers, told)


def _marked(answer: Answer) -> Response:
    """Make the response to a call that may be sent again. A client that finds one of these headers wants both."""
    response = _response(answer.status, answer.body)
    response.headers["X-Respira-Idempotency-Supported"] = "1"
    response.headers["X-Respira-Call-Id"] = answer.call_id
    if answer.replayed:
        response.headers["X-Respira-Idempotent-Replay"] = "1"
    return response


def _status_of(trouble: Trouble) -> int:
    """Return the HTTP status of a trouble.

    What the site answered to us is not what we answer: its 401 is about our login and not the caller's key, of a 403
    a client would lose the code, and a redirect is followed.
    """
    if not isinstance(trouble, SiteTrouble):
        return trouble.status if trouble.status >= 400 else 409
    if trouble.status in (401, 403):
        return 409
    return trouble.status if 400 <= trouble.status < 600 else 502


def _told(trouble: Trouble) -> dict[str, Any]:
    data = {**trouble.details, "status": _status_of(trouble), "hint": trouble.hint}
    return {"code": trouble.code, "message": trouble.message, "data": data}


def _response(status: int, body: Any) -> Response:
    # ASCII escapes keep the response sound even where a site's own text holds half a character.
    text = json.dumps(body, allow_nan=False, separators=(",", ":"))
    response = Response(text, status, mimetype="application/json", headers={"Cache-Control": "no-store"})
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if status == 503:
        response.headers["Retry-After"] = TRY_AGAIN_AFTER
    return response


@blueprint.errorhandler(Trouble)
def _refused(trouble: Trouble) -> Response:
    return _response(_status_of(trouble), _told(trouble))


@blueprint.errorhandler(Exception)
def _broken(error: Exception) -> Response:
    if is_away(error):
        return _refused(away("rest", error))
    return _response(500, _broke(error))


def _broke(error: Exception) -> dict[str, Any]:
    """Tell of a bug of ours: an id to find it in the log by, and nothing of its text."""
    hint = "Look at the site before anything is sent again, and quote the id."
    message = f"Something broke on our side, id {noted('rest', error)}."
    return {"code": "respira_broke", "message": message, "data": {"status": 500, "hint": hint}}
