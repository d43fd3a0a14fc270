"""The picture that a waiting step brings, for the person who decides: from the stored request, never from the site.

Its kind was told by its bytes, and only kinds that can hold no script are shown.
"""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.core import views

from . import guard
from .guard import PREVIEW_POLICY
from .pages import desk

bp = Blueprint("pictures", __name__)


@bp.get("/steps/<step_id>/picture")
def show(step_id: str) -> Response:
    """Show the picture to whoever may see the step."""
    with desk().reading() as session:
        mime, content = views.picture_of(session, desk(), guard.person().id, step_id)
    shown = Response(content, content_type=mime)
    shown.headers["Content-Security-Policy"] = PREVIEW_POLICY
    shown.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return shown
