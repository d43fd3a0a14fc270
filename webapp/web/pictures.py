"""The picture that a waiting step brings, for whoever decides: from the stored request, never from the site.

Its kind was told by its bytes, and only kinds that can hold no script are shown.
"""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.core import views
from webapp.core.views import PlanView, StepView

from . import guard
from .guard import PREVIEW_POLICY
from .pages import desk

bp = Blueprint("pictures", __name__)


@bp.get("/steps/<step_id>/picture")
def show(step_id: str) -> Response:
    """Show the picture to whoever may see the step."""
    with desk().reading() as session:
        view, step = views.opened_step(session, desk(), guard.person().id, step_id)
    return shown(view, step)


def shown(view: PlanView, step: StepView) -> Response:
    """Answer with the picture of a step that somebody may see."""
    with desk().reading() as session:
        mime, content = views.picture_of(session, desk(), view, step)
    answer = Response(content, content_type=mime)
    answer.headers["Content-Security-Policy"] = PREVIEW_POLICY
    answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return answer
