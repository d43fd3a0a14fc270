"""Runs: applying a plan, watching it, stopping it, and its receipt. A run goes on whether anybody watches or not."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request

from webapp.core import continuing, histories, receipts, reviews, runs, undo_views
from webapp.errors import Refusal

from . import going_on, guard, plan_parts, shown_sights
from .decisions import on_the_screen
from .forms.receipts import ReceiptMailForm
from .pages import answer, desk, page, refused
from .phrases import receipt_headline
from .shown_receipts import paper
from .shown_runs import aftermath, shown_run
from .shown_undos import offer
from .ticks import tick

bp = Blueprint("runs", __name__)
PREFIX = "respira_"


@bp.post("/plans/<plan_id>/runs")
def create(plan_id: str) -> Response:
    """Run exactly the accepted steps that were on the screen."""
    try:
        goes_on = request.form.get("go_on") == "yes"
        run_id = reviews.apply(desk(), guard.person(), plan_id, on_the_screen(), continue_on_error=goes_on)
    except Refusal as refusal:
        return refused(refusal, whole=lambda status: plan_parts.whole(plan_id, status))
    return answer(to=f"/runs/{run_id}")


@bp.get("/runs/<run_id>")
def show(run_id: str) -> Response:
    """Show how far a run is, or its receipt."""
    return page("runs/show.html", **seen(run_id))


@bp.get("/runs/<run_id>/progress")
def progress(run_id: str) -> Response:
    """Return the part of the page that a browser asks for again and again while the run goes on."""
    return page("runs/_run.html", **seen(run_id))


@bp.post("/runs/<run_id>/stop")
def stop(run_id: str) -> Response:
    """Let the step that runs now finish, and no further one start."""
    person = guard.person()
    with desk().writing() as session:
        runs.ask_to_stop(session, desk(), runs.find_for_person(session, person.id, run_id), person.id)
    return answer(render_template("runs/_run.html", **seen(run_id)), to=f"/runs/{run_id}")


@bp.post("/runs/<run_id>/continuation")
def go_on(run_id: str) -> Response:
    """Go on with what a run left: exactly the steps that were on the screen."""
    try:
        public = continuing.start(desk(), guard.person(), run_id, on_the_screen())
    except Refusal as refusal:
        return refused(
            refusal,
            lambda: render_template("runs/_run.html", **seen(run_id)),
            whole=lambda status: page("runs/show.html", status=status, **seen(run_id)),
        )
    return answer(to=f"/runs/{public}")


def seen(run_id: str, mailing: ReceiptMailForm | None = None) -> dict[str, Any]:
    """Return what the page of a run shows.

    Args:
        mailing: the form to send its receipt with, where somebody filled it in already.
    """
    with desk().reading() as session:
        view = histories.of_run(session, desk(), guard.person().id, run_id)
        finished = view.row.finished_at is not None
        receipt = receipts.read(session, desk(), view.row, PREFIX) if finished else None
        signed = paper(session, desk(), view.row) if finished else None
        left = going_on.shown(continuing.of_run(session, desk(), view.row)) if finished else None
        newest_undo = undo_views.newest_of_run(session, view.row.id)
        came = {} if newest_undo is None else undo_views.came_of(session, [newest_undo.id])
        sighted = shown_sights.of_run(session, desk(), view)
    afterwards = {part.step.public_id: aftermath(part) for part in view.parts}
    headline = receipt_headline(
        [after.status for after in afterwards.values()], [after.fate for after in afterwards.values()]
    )
    return {
        "run": shown_run(view),
        "receipt": receipt,
        "paper": signed,
        "mailing": mailing or ReceiptMailForm(None),
        "going_on": left,
        "elapsed": desk().clock() - (view.row.started_at or view.row.asked_at),
        "sights": sighted,
        "undo": offer(view, newest_undo, came.get(newest_undo.id) if newest_undo else None) if finished else None,
        "steps": [tick(part) for part in view.parts],
        "afterwards": afterwards,
        "headline": headline,
        "window_title": headline if finished else f"Applying {view.row.title or 'a plan'}",
        "plan": {"public_id": view.plan.public_id, "title": view.row.title, "site_name": view.site.name},
    }
