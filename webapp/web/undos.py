"""Undos: taking back one write, a whole run, or an undo. Each is shown first; a person's yes to that starts it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, jsonify, render_template, request

from webapp.core import undo_views, undos
from webapp.core.redaction import without_secrets
from webapp.core.undo_views import UndoPartView, UndoView
from webapp.errors import Refusal, Trouble

from . import by_hand, filters, guard, runs, shown_sights, whole_texts
from .pages import answer, desk, page, refused
from .shown_undos import BEGUN, RUNNING, ShownPart, Ticked, one_part, shown_undo, stage_of, wants_a_look

bp = Blueprint("undos", __name__)


@bp.post("/runs/<run_id>/undos")
def create_for_run(run_id: str) -> Response:
    """Begin to take back a whole run; its page shows first what that means."""
    try:
        begun = undos.begin_for_run(desk(), guard.person(), run_id)
    except Refusal as refusal:
        return refused(refusal, whole=lambda status: page("runs/show.html", status=status, **runs.seen(run_id)))
    return answer(to=address(begun))


@bp.post("/undos/<undo_id>/undos")
def create_for_undo(undo_id: str) -> Response:
    """Begin to take back an undo."""
    try:
        begun = undos.begin_for_undo(desk(), guard.person(), undo_id)
    except Refusal as refusal:
        return refused(refusal, whole=lambda status: _whole(undo_id, status))
    return answer(to=address(begun))


def address(undo_id: str) -> str:
    """Return the address of an undo's page, which leads back to the page that the form names."""
    back = request.form.get("back", "")
    return f"/undos/{undo_id}?{urlencode({'back': back}, safe='/')}" if back else f"/undos/{undo_id}"


@bp.get("/undos/<undo_id>")
def show(undo_id: str) -> Response:
    """Show what would be taken back, how far that is, or what came back."""
    seen = _seen(undo_id)
    return page("undos/show.html", look_on_load=wants_a_look(seen["undo"]), **seen)


def _whole(undo_id: str, status: int, ticked: Ticked | None = None) -> Response:
    return page("undos/show.html", status=status, **_seen(undo_id, ticked))


@bp.get("/undos/<undo_id>/progress")
def progress(undo_id: str) -> Response:
    """Return the part of the page that a browser asks for again and again while the undo goes on."""
    return page("undos/_undo.html", **_seen(undo_id))


@bp.get("/undos/<undo_id>/parts/<int:position>")
def show_part(undo_id: str, position: int) -> Response:
    """Show every change that taking one part back would make."""
    view = _view(undo_id)
    part = one_part(view, position)
    if part is None:
        abort(404)
    return page("undos/part.html", undo=shown_undo(view), part=part, back=_back(view))


@bp.get("/undos/<undo_id>/parts/<int:position>/changes/<int:index>/<side>.txt")
def show_text(undo_id: str, position: int, index: int, side: str) -> Response:
    """Send one side of one change whole, as plain text."""
    part = next((part for part in _view(undo_id).parts if part.row.position == position), None)
    if part is None:
        abort(404)
    return whole_texts.sent_of(part.changes, index, side, f"undo-{position}")


@bp.post("/undos/<undo_id>/look")
def look(undo_id: str) -> Response:
    """Read the site, and show what taking this back would change there now."""
    try:
        undos.look(desk(), guard.person(), undo_id)
    except Trouble as trouble:
        return refused(trouble, whole=lambda status: _whole(undo_id, status))
    return answer(render_template("undos/_undo.html", **_seen(undo_id)), to=address(undo_id))


@bp.post("/undos/<undo_id>/runs")
def start(undo_id: str) -> Response:
    """Take back what is ticked, if it is still as it was shown."""
    form = request.form
    over = set(form.getlist("over", type=int))
    chosen = over.union(form.getlist("part", type=int))
    try:
        undos.start(desk(), guard.person(), undo_id, form.get("digest", ""), chosen, over)
    except Trouble as trouble:
        ticked = Ticked(chosen, _shown_before())
        return refused(trouble, whole=lambda status: _whole(undo_id, status, ticked))
    return answer(to=address(undo_id))


def _shown_before() -> dict[int, str]:
    """Return what the form showed of each part."""
    named = [part.split(" ", 1) for part in request.form.getlist("seen")]
    told = [(filters.number_of(parts[0]), parts[-1]) for parts in named if len(parts) == 2]
    return {position: digest for position, digest in told if position is not None}


@bp.post("/undos/<undo_id>/stop")
def stop(undo_id: str) -> Response:
    """Let the part that runs now finish, and no further one start."""
    undos.ask_to_stop(desk(), guard.person(), undo_id)
    return answer(render_template("undos/_undo.html", **_seen(undo_id)), to=address(undo_id))


@bp.get("/undos/<undo_id>.json")
def as_json(undo_id: str) -> tuple[Response, int]:
    """Return an undo as a program reads it; 202 while it goes on."""
    view = _view(undo_id)
    if stage_of(view.row) == RUNNING:
        going_on = Refusal("respira_job_running")
        return jsonify(code=going_on.code, message=going_on.message, undo_id=view.row.public_id), going_on.status
    return jsonify(_told(view)), 200


def _told(view: UndoView) -> dict[str, Any]:
    row, shown = view.row, shown_undo(view)
    moments = ("made_at", "looked_at", "asked_at", "started_at", "finished_at")
    told = {
        "undo_id": row.public_id,
        "stage": shown.stage,
        "headline": shown.headline,
        "site": view.site.name,
        "run_id": shown.run_id,
        "of_undo_id": shown.of_undo_id,
        "asked_by": shown.asked_by if row.asked_at is not None else None,
        **{name: None if (at := getattr(row, name)) is None else at.isoformat() for name in moments},
    }
    return {**told, "parts": [_told_part(*both) for both in zip(view.parts, shown.parts, strict=True)]}


def _told_part(part: UndoPartView, shown: ShownPart) -> dict[str, Any]:
    return {
        "position": shown.position,
        "effect": shown.effect,
        "of": shown.of,
        "step_id": shown.step_id,
        "snapshot": shown.uuid,
        "changes": [without_secrets(change) for change in part.changes],
        "edited": list(part.edited),
        "why_not": part.why_not,
        "chosen": shown.chosen,
        "over_edits": part.row.over,
        "outcome": shown.outcome,
        "differs": list(part.report.get("differs", [])),
        "message": shown.message,
        "kept_snapshot": part.row.kept_uuid,
    }


def _view(undo_id: str) -> UndoView:
    with desk().reading() as session:
        return undo_views.of_undo(session, desk(), guard.person().id, undo_id)


def _seen(undo_id: str, ticked: Ticked | None = None) -> dict[str, Any]:
    with desk().reading() as session:
        view = undo_views.of_undo(session, desk(), guard.person().id, undo_id)
        seen = shown_sights.of_undo(session, desk(), view)
        by_hand_at = None if view.run is None else by_hand.told_at(session, view.run)
    shown = shown_undo(view, ticked)
    title = "Taking changes back" if shown.stage == RUNNING else shown.headline
    told = by_hand_at if shown.stage == BEGUN else None
    return {"undo": shown, "sights": seen, "back": _back(view), "window_title": title, "by_hand": told}


def _back(view: UndoView) -> str:
    """Return the page that an undo was begun on, or that of what it takes back."""
    if given := request.values.get("back"):
        return guard.safe_next(given)
    if view.run is not None:
        return f"/runs/{view.run.public_id}"
    if view.of_undo is not None:
        return f"/undos/{view.of_undo.public_id}"
    return f"/snapshots/{view.parts[0].snapshot.uuid}"
