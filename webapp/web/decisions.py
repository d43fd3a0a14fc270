"""Decisions about several steps of a plan at once: a yes to those that were on the screen, a no to all that wait."""

from __future__ import annotations

import re

from flask import Blueprint, Response, request

from webapp.core import reviews
from webapp.errors import Refusal

from . import guard, plan_parts
from .pages import answer, desk, refused
from .phrases import count

bp = Blueprint("decisions", __name__)


def on_the_screen() -> dict[str, str]:
    """Return the steps that the page named, each with the digest of what was shown."""
    named = [step.split(" ", 1) for step in request.form.getlist("step")]
    return {parts[0]: parts[1] for parts in named if len(parts) == 2}


@bp.post("/plans/<plan_id>/decisions")
def create(plan_id: str) -> Response:
    """Accept the named steps, or drop every one that waits."""
    before = plan_parts.read(plan_id)
    try:
        said = _decided(plan_id, request.form.get("verdict", ""))
    except Refusal as refusal:
        parts = plan_parts.all_of(plan_id)
        return refused(refusal, *parts, whole=lambda status: plan_parts.whole(plan_id, status))
    return answer(*plan_parts.changed(before), to=plan_parts.address(plan_id) + _place(), say=said)


def _place() -> str:
    """Return the part of the page in which the form stood, for a browser that loads the page anew."""
    place = request.form.get("place", "")
    return f"#{place}" if re.fullmatch(r"group-[a-z0-9_-]+", place) else ""


def _decided(plan_id: str, verdict: str) -> str:
    if verdict == "accept":
        accepted = reviews.accept_all(desk(), guard.person(), plan_id, on_the_screen())
        return f"Accepted: {count(accepted, 'step')}."
    if verdict == "drop":
        return f"Dropped: {count(reviews.drop_all(desk(), guard.person(), plan_id), 'step')}."
    raise Refusal("respira_invalid_arguments", "Several steps are accepted or dropped together, nothing else.")
