"""Edits: a person changes simple fields of a step on its own page, and may say yes in the same press."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, request

from webapp.core import editing
from webapp.core.editing import Edited
from webapp.errors import Trouble

from . import edits, guard, plan_parts
from .edits import EditForm
from .pages import answer, desk, page, refused, wants_parts
from .shown import PlanPage, ShownStep

bp = Blueprint("step_edits", __name__, url_prefix="/steps")
# What comes before the name of an argument in a form, so that no argument can be mistaken for something of ours.
FIELD = "field."


@dataclass(frozen=True)
class _Page:
    """A step's page as it is before the edit."""

    plan: PlanPage
    step: ShownStep
    form: EditForm


@bp.post("/<step_id>/edit")
def edit(step_id: str) -> Response:
    """Keep what a person put into the fields of a step, or put back what the agent wrote."""
    shown, step = plan_parts.read_of_step(step_id)
    before = _Page(shown, step, shown.around["edit"])
    try:
        edited = _edited(before)
    except Trouble as trouble:
        problems = trouble.details.get("problems")
        return _again(before, problems) if problems else refused(trouble, whole=lambda status: _page(before, status))
    if edited.accepted:
        said = f"Saved and accepted: step {step.position}."
        return answer(to=f"/plans/{shown.plan.public_id}#step-{step_id}", say=said)
    return answer(to=f"/steps/{step_id}", say=_told(edited))


def _edited(before: _Page) -> Edited:
    form, person, step_id = request.form, guard.person(), before.step.public_id
    if form.get("back"):
        return editing.put_back(desk(), person, step_id, form.get("digest", ""))
    values = edits.meant(before.form, _typed())
    return editing.edit(desk(), person, step_id, form.get("digest", ""), values, accept=form.get("accept") == "1")


def _typed() -> dict[str, str]:
    return {name.removeprefix(FIELD): text for name, text in request.form.items() if name.startswith(FIELD)}


def _told(edited: Edited) -> str:
    if edited.new_reasons:
        return "Saved, and not accepted: there is something new to look at. Read the step, then decide."
    if not edited.fields:
        return "Nothing was changed."
    return "Saved. This is what the step does now; it waits for your yes."


def _again(before: _Page, problems: dict[str, str]) -> Response:
    wrong = _Page(before.plan, before.step, edits.with_typed(before.form, _typed(), problems))
    return _page(wrong, 422, "steps/_edit.html" if wants_parts() else "steps/show.html")


def _page(shown: _Page, status: int, template: str = "steps/show.html") -> Response:
    values = {**plan_parts.values(shown.plan), "edit": shown.form, "step": shown.step}
    return page(template, status=status, **values)
