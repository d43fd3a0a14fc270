"""One page that explains how it all works, in plain words."""

from __future__ import annotations

from flask import Blueprint, Response

from .pages import page

bp = Blueprint("help", __name__)


@bp.get("/help")
def show() -> Response:
    """Explain plans, copies, keys and undoing."""
    return page("help/show.html")
