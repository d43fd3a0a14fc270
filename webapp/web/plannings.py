"""What becomes of a step that the site moved away from: it is planned again, or accepted all the same."""

from __future__ import annotations

from flask import Blueprint, Response, request

from webapp.core import overtaken, stale
from webapp.errors import Trouble

from . import guard, plan_parts, steps
from .pages import answer, desk, refused

bp = Blueprint("plannings", __name__, url_prefix="/steps")
# By whether the step takes something back.
_PLANNED = {
    False: "is compared with the site as it is now. Read it, then decide.",
    True: "is compared with the site as it is now, and takes back what was changed there. Read it, then decide.",
}


@bp.post("/<step_id>/planning")
def create(step_id: str) -> Response:
    """Plan a step again upon what the site shows now."""
    try:
        step = stale.plan_again(desk(), guard.person(), step_id)
    except Trouble as trouble:
        return refused(trouble, whole=lambda status: steps.whole(step_id, status))
    return answer(to=f"/steps/{step_id}", say=f"Step {step.position} {_PLANNED[overtaken.takes_back(step)]}")


@bp.post("/<step_id>/anyway")
def accept(step_id: str) -> Response:
    """Accept a step upon what the site shows now, as the page showed it."""
    seen, note = request.form.get("upon", ""), request.form.get("note", "")
    try:
        step = stale.accept_anyway(desk(), guard.person(), step_id, seen, note)
    except Trouble as trouble:
        return refused(trouble, whole=lambda status: steps.whole(step_id, status))
    plan = plan_parts.read_of_step(step_id)[0].plan.public_id
    said = f"Accepted, although the site had changed: step {step.position}."
    return answer(to=f"{plan_parts.address(plan)}#step-{step_id}", say=said)
