"""Redeeming: one POST by which the stdio command exchanges a one-time code for a key. No cookies, JSON only.

The code is all there is to show here; whether it is good is the engine's to say.
"""

from __future__ import annotations

from typing import Any, cast

from flask import Blueprint, Response, current_app, make_response, request
from werkzeug.exceptions import HTTPException

from webapp.core import entrances, strangers, tickets
from webapp.core.desk import Desk
from webapp.core.entrances import Entrance
from webapp.errors import Refusal, Trouble

from . import browsers

LARGEST_CODE = 1000  # bytes of the body around it

blueprint = Blueprint("redeeming", __name__)
blueprint.after_request(browsers.keep_out)


@blueprint.post("/redeem", provide_automatic_options=False)
def redeem() -> Response:
    """Exchange `{"token": CODE}` for `{"key", "key_name", "connected_to"}`."""
    desk = cast(Desk, current_app.extensions["sayso.desk"])
    _refuse_strangers(desk.settings.public_url)
    with entrances.by(Entrance.MCP):
        redeemed = tickets.redeem(desk, _code(), request.remote_addr or "")
    told = {"connected_to": redeemed.site.name, "key_name": redeemed.key.name, "key": redeemed.token}
    return _answer(200, {"success": True, **told})


def _refuse_strangers(public_url: str) -> None:
    if strangers.what_is_foreign(request.headers.get("Host", ""), request.headers.get("Origin"), public_url):
        raise Refusal("respira_foreign_request")


def _code() -> str:
    request.max_content_length = LARGEST_CODE
    body = request.get_json(silent=True) if request.is_json else None
    code = body.get("token") if isinstance(body, dict) else None
    if not isinstance(code, str) or not code:
        raise Refusal("respira_invalid_arguments", 'Send {"token": CODE} as Content-Type: application/json.')
    return code


def _answer(status: int, body: dict[str, Any]) -> Response:
    response = make_response(body, status)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.errorhandler(Trouble)
def _refused(trouble: Trouble) -> Response:
    data = {"status": trouble.status, "hint": trouble.hint}
    return _answer(trouble.status, {"code": trouble.code, "message": trouble.message, "data": data})


@blueprint.errorhandler(HTTPException)
def _unfit(fault: HTTPException) -> Response:
    """Answer what Flask itself refuses, such as a body that is too large."""
    status = fault.code or 400
    data = {"status": status, "hint": ""}
    return _answer(status, {"code": f"http_{status}", "message": fault.description or "", "data": data})
