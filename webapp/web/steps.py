"""Steps: a step's own page, a decision about it, and looking whether a lost one landed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request

from webapp.core import reconciling, reviews, views
from webapp.errors import Trouble

from . import guard, plan_parts
from .pages import answer, desk, page, refused
from .shown import VERDICTS

bp = Blueprint("steps", __name__, url_prefix="/steps")
FOUND = {
    "yes": "The site was read: the change is there.",
    "no": "The site was read: nothing of the change is there. The step waits in the plan again.",
    "unknown": "The site was read, and it does not show whether the change was saved. Look at the page yourself.",
}


@bp.get("/<step_id>")
def show(step_id: str) -> Response:
    """Show one step whole; what asks for approval is accepted here only."""
    return whole(step_id)


def whole(step_id: str, status: int = 200, typed: Mapping[str, str] | None = None) -> Response:
    """Answer with a step's whole page.

    Args:
        typed: notes that were typed and not taken, by step id.
    """
    shown, _step = plan_parts.read_of_step(step_id)
    kept = plan_parts.with_typed(shown, typed or {})
    step = next(step for step in kept.steps if step.public_id == step_id)
    return page("steps/show.html", status=status, step=step, **plan_parts.values(kept))


@bp.post("/<step_id>/decision")
def decide(step_id: str) -> Response:
    """Accept a step, drop it, ask the agent for a change, or put it back."""
    before, step = plan_parts.read_of_step(step_id)
    own_page = request.form.get("page") == "step"
    address = f"{plan_parts.address(before.plan.public_id)}#step-{step_id}"
    try:
        verdict = _decided(step_id, own_page)
    except Trouble as trouble:
        return _not_decided(trouble, before.plan.public_id, step_id, own_page)
    if own_page:
        return answer(to=address, say=f"{VERDICTS[verdict]}: step {step.position}.")
    return answer(*plan_parts.changed(before), to=address, say="")


def _decided(step_id: str, own_page: bool) -> str:
    form = request.form
    verdict, digest = form.get("verdict", ""), form.get("digest", "")
    said: dict[str, Any] = {"note": form.get("note"), "labels": form.getlist("label")}
    reviews.decide(desk(), guard.person(), step_id, verdict, digest, from_its_page=own_page, **said)
    return verdict


def _not_decided(trouble: Trouble, plan_id: str, step_id: str, own_page: bool) -> Response:
    typed = {step_id: request.form.get("note", "")} if request.form.get("verdict") == "ask" else {}
    if own_page:
        parts = _parts(step_id, typed) if typed and trouble.code == "respira_plan_changed" else []
        anew = _anew(trouble, step_id)
        return refused(trouble, *parts, whole=lambda status: whole(step_id, status, typed), anew=anew)
    parts = plan_parts.all_of(plan_id, typed)
    return refused(trouble, *parts, whole=lambda status: plan_parts.whole(plan_id, status, typed))


def _parts(step_id: str, typed: Mapping[str, str]) -> list[str]:
    """Return what shows a step as it is now and what changed since, around the note that was typed."""
    shown, _step = plan_parts.read_of_step(step_id)
    kept = plan_parts.with_typed(shown, typed)
    step = next(step for step in kept.steps if step.public_id == step_id)
    templates = ("steps/_step.html", "steps/_changed_since.html", "steps/_views.html")
    values = {"step": step, "whole": True, **plan_parts.values(kept)}
    return [render_template(template, **values) for template in templates]


def _anew(trouble: Trouble, step_id: str) -> str | None:
    """Return the address at which a step that is another now shows what changed since the form was drawn."""
    if trouble.code != "respira_plan_changed" or request.form.get("verdict") == "ask":
        return None
    return f"/steps/{step_id}?{urlencode({'seen': request.form.get('digest', '')})}"


@bp.post("/<step_id>/check")
def check(step_id: str) -> Response:
    """Look at the site whether a step whose answer was lost has landed."""
    with desk().reading() as session:
        _view, step = views.opened_step(session, desk(), guard.person().id, step_id)
    try:
        landed = reconciling.check(desk(), step.row)
    except Trouble as trouble:
        return refused(trouble, whole=lambda status: whole(step_id, status))
    return answer(to=guard.safe_next(request.form.get("back")), say=FOUND[landed])
