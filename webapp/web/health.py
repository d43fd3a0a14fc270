"""Two addresses for machines: whether the web program answers, and what search engines may read (nothing)."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def alive() -> Response:
    """Say that the program answers. It asks nobody, so a slow database does not make it look dead."""
    return jsonify(status="ok")


@bp.get("/robots.txt")
def robots() -> Response:
    """Ask search engines to stay away: every page here is for somebody in particular."""
    return Response("User-agent: *\nDisallow: /\n", mimetype="text/plain")
