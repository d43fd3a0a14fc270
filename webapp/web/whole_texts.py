"""The whole of a text that a step changes, before or after, as a plain file: for what is too long for a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort

from webapp.core import views
from webapp.core.redaction import without_secrets
from webapp.core.views import StepView

from . import guard
from .pages import desk
from .phrases import as_json

bp = Blueprint("whole_texts", __name__, url_prefix="/steps")
SIDES = ("before", "after")


@bp.get("/<step_id>/changes/<int:index>/<side>.txt")
def show(step_id: str, index: int, side: str) -> Response:
    """Send one side of one of the step's changes."""
    with desk().reading() as session:
        _view, step = views.opened_step(session, desk(), guard.person().id, step_id)
    return sent(step, index, side)


def sent(step: StepView, index: int, side: str) -> Response:
    """Answer with one side of one of a step's changes, for whoever may see the step. Secrets are hidden.

    Args:
        index: which of the changes, from 0 on.
        side: `before` or `after`.
    """
    return sent_of(step.changes, index, side, f"step-{step.row.position}")


def sent_of(changes: Sequence[Mapping[str, Any]], index: int, side: str, name: str) -> Response:
    """Answer with one side of one of some changes. Secrets are hidden.

    Args:
        index, side: as for `sent`.
        name: how the file's name begins.
    """
    if side not in SIDES or index >= len(changes):
        abort(404)
    change = without_secrets(changes[index])
    response = Response(_text(change[side]), mimetype="text/plain")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-{index + 1}-{side}.txt"'
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _text(value: Any) -> bytes:
    text = "" if value is None else value if isinstance(value, str) else as_json(value)
    # Half a character can not be written, and must not keep the rest from being read.
    return text.encode("utf-8", "backslashreplace")
