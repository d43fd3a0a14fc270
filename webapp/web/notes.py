"""Notes: saying something about a plan or one of its steps, and saying that it is settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from flask import Blueprint, Response, render_template, request
from flask.blueprints import BlueprintSetupState
from sqlalchemy.orm import Session

from webapp.core import notes, reviews, views
from webapp.core.deciders import signed_in
from webapp.errors import Refusal, Trouble

from . import guard, plan_parts
from .pages import answer, desk, page, refused, wants_parts
from .phrases import count
from .shown import PlanPage

bp = Blueprint("notes", __name__)
SAID = {"change": "Sent back.", "accept": "Accepted.", "drop": "Dropped.", "question": "Asked.", "remark": "Noted."}
# What decides about a step, by the words of the form.
VERDICTS = {"change": "ask", "accept": "accept", "drop": "drop"}


class Typed(NamedTuple):
    """What somebody typed into the form, to be kept there when it is not taken.

    Attributes:
        error: why it was not.
    """

    kind: str
    text: str
    labels: list[str]
    error: str | None = None


@bp.record_once
def _know_labels(state: BlueprintSetupState) -> None:
    """Let every form that sends a step back offer the words to tick."""
    state.app.jinja_env.globals["quick_labels"] = notes.LABELS


@bp.post("/plans/<plan_id>/notes")
def create_for_plan(plan_id: str) -> Response:
    """Say something about a whole plan."""
    typed = _typed()
    before = plan_parts.read(plan_id)
    try:
        with desk().writing() as session:
            view = views.opened(session, desk(), guard.person().id, plan_id)
            _say(session, view, None, typed)
    except Refusal as refusal:
        return _not_said(refusal, typed, plan_id, None)
    return answer(_talk(plan_id), *plan_parts.changed(before), to=f"/plans/{plan_id}#talk", say=SAID[typed.kind])


@bp.post("/steps/<step_id>/notes")
def create_for_step(step_id: str) -> Response:
    """Say something about a step, on its own or with a decision: asking for a change sends it back."""
    typed = _typed()
    try:
        if typed.kind in VERDICTS:
            _decide(step_id, typed)
        else:
            with desk().writing() as session:
                view, step = views.opened_step(session, desk(), guard.person().id, step_id)
                _say(session, view, step, typed)
    except Refusal as refusal:
        return _not_said(refusal, typed, None, step_id)
    return answer(*_step_parts(step_id), to=f"/steps/{step_id}#notes", say=SAID[typed.kind])


@bp.post("/notes/<note_id>/settlement")
def settle(note_id: str) -> Response:
    """Say that a note is settled, and go back to the page that it was said on."""
    return _done(lambda: notes.settle(desk(), guard.person(), note_id), "Settled.")


@bp.post("/notes/<note_id>/answer")
def answer_by_link(note_id: str) -> Response:
    """Answer what somebody said with a review link, and go back to the page that it was said on."""
    text = request.form.get("text", "")
    return _done(
        lambda: notes.answer(desk(), guard.person(), note_id, text), "Answered. Whoever has the link reads it."
    )


@bp.post("/plans/<plan_id>/notes/settlement")
def settle_all(plan_id: str) -> Response:
    """Say that every open question about a plan and its steps is settled."""
    before = plan_parts.read(plan_id)
    settled = notes.settle_all_questions(desk(), guard.person(), plan_id)
    return _plan_again(before, f"{count(settled, 'question')} settled.")


def _done(act: Callable[[], object], say: str) -> Response:
    """Do something about a note, and go back to the page that it was said on."""
    step_id, plan_id = request.form.get("step"), request.form.get("plan", "")
    before = None if step_id else plan_parts.read(plan_id)
    try:
        act()
    except Trouble as trouble:
        return refused(trouble, whole=lambda status: _whole(plan_id, step_id, status))
    if before is None:
        return answer(*_step_parts(step_id or ""), to=f"/steps/{step_id}#notes", say=say)
    return _plan_again(before, say)


def _plan_again(before: PlanPage, say: str) -> Response:
    plan_id = before.plan.public_id
    parts = [_talk(plan_id), *_cards_of(plan_id), *plan_parts.changed(before)]
    return answer(*parts, to=f"/plans/{plan_id}#talk", say=say)


def _typed() -> Typed:
    form = request.form
    return Typed(form.get("kind", ""), form.get("text", ""), form.getlist("label"))


def _say(session: Session, view: views.PlanView, step: views.StepView | None, typed: Typed) -> None:
    who = signed_in(guard.person())
    notes.say(session, desk(), who, view=view, step=step, kind=typed.kind, text=typed.text, labels=typed.labels)


def _decide(step_id: str, typed: Typed) -> None:
    reviews.decide(
        desk(),
        guard.person(),
        step_id,
        VERDICTS[typed.kind],
        request.form.get("digest", ""),
        note=typed.text,
        labels=typed.labels,
        from_its_page=True,
    )


def _not_said(refusal: Refusal, typed: Typed, plan_id: str | None, step_id: str | None) -> Response:
    """Answer a note that was not taken: what is wrong with it beside it, and anything else on top of the page."""
    if refusal.code != "respira_invalid_arguments":
        return refused(refusal, whole=lambda status: _whole(plan_id, step_id, status, typed))
    wrong = typed._replace(error=refusal.message)
    if not wants_parts():
        return _whole(plan_id, step_id, 422, wrong)
    part = _talk(plan_id, wrong) if plan_id else _step_parts(step_id or "", wrong)[-1]
    return Response(part, 422)


def _whole(plan_id: str | None, step_id: str | None, status: int, typed: Typed | None = None) -> Response:
    if step_id:
        shown, step = plan_parts.read_of_step(step_id)
        return page("steps/show.html", status=status, step=step, said=typed, **plan_parts.values(shown))
    values = plan_parts.values(plan_parts.read(plan_id or ""))
    return page("plans/show.html", status=status, said=typed, **values)


def _talk(plan_id: str | None, typed: Typed | None = None) -> str:
    values = plan_parts.values(plan_parts.read(plan_id or ""))
    return render_template("plans/_talk.html", said=typed, **values)


def _cards_of(plan_id: str) -> list[str]:
    """Return what each card of a plan says of notes, and nothing else of it, so that what is unfolded stays so."""
    values = plan_parts.values(plan_parts.read(plan_id))
    return [render_template("steps/_card_notes.html", step=step, alone=True, **values) for step in values["steps"]]


def _step_parts(step_id: str, typed: Typed | None = None) -> list[str]:
    """Return the parts of a step's page that a note changes: the step, and the thread."""
    shown, step = plan_parts.read_of_step(step_id)
    values: dict[str, Any] = {**plan_parts.values(shown), "whole": True, "step": step, "said": typed}
    return [render_template(part, **values) for part in ("steps/_step.html", "steps/_notes.html")]
