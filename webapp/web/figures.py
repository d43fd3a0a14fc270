"""The address at which Prometheus reads the figures, for whoever shows the token that the settings name."""

from __future__ import annotations

import hmac

from flask import Blueprint, Response, abort, current_app, request
from flask.blueprints import BlueprintSetupState

from webapp.core import figures
from webapp.core.figures import Answered

from .pages import desk

bp = Blueprint("figures", __name__)
_KEPT = "sayso.answered"


@bp.record_once
def _keep(state: BlueprintSetupState) -> None:
    state.app.extensions[_KEPT] = Answered()


@bp.get("/metrics")
def told() -> Response:
    """Tell the figures. Where no token is set there is no such address."""
    wanted = desk().settings.metrics_token
    if not wanted:
        abort(404)
    shown = request.headers.get("Authorization", "").encode("utf-8", "replace")
    if not hmac.compare_digest(shown, f"Bearer {wanted}".encode()):
        response = Response("Show the token that SAYSO_METRICS_TOKEN names.\n", 401, mimetype="text/plain")
        response.headers["WWW-Authenticate"] = "Bearer"
        return response
    return Response(figures.told(desk(), _answered()), content_type=figures.CONTENT_TYPE)


def count(door: str, status: int, seconds: float) -> None:
    """Count one answer of this process."""
    _answered().count(door, status, seconds)


def _answered() -> Answered:
    answered: Answered = current_app.extensions[_KEPT]
    return answered
