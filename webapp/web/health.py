"""Addresses for machines: whether the web program answers, whether the whole is ready, and what search engines may
read (nothing)."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify
from flask.blueprints import BlueprintSetupState

from webapp.core.readiness import Readiness, is_ready

from .pages import desk

bp = Blueprint("health", __name__)
_KEPT = "sayso.readiness"


@bp.record_once
def _keep(state: BlueprintSetupState) -> None:
    state.app.extensions[_KEPT] = Readiness()


@bp.get("/healthz")
def alive() -> Response:
    """Say that the program answers. It asks nobody, so a slow database does not make it look dead."""
    return jsonify(status="ok")


@bp.get("/readyz")
def ready() -> tuple[Response, int]:
    """Say whether the work can be done: 200, or 503 with what is wrong. It answers in time whatever hangs."""
    readiness: Readiness = current_app.extensions[_KEPT]
    told = readiness.told(desk())
    fine = is_ready(told)
    return jsonify(status="ok" if fine else "not ready", **told), 200 if fine else 503


@bp.get("/robots.txt")
def robots() -> Response:
    """Ask search engines to stay away: every page here is for somebody in particular."""
    return Response("User-agent: *\nDisallow: /\n", mimetype="text/plain")
