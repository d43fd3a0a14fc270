"""Sights: the part of a receipt, an undo or a copy that says what visitors see, by itself, and looking once more."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template

from webapp.core import histories, sights, undo_views
from webapp.data import Copy, Site

from . import guard, shown_sights
from .pages import answer, desk, page
from .shown_sights import ShownSights

bp = Blueprint("sights", __name__)


@bp.get("/runs/<run_id>/sights")
def of_run(run_id: str) -> Response:
    """Return what visitors see after a run; a browser asks again and again while nobody has looked yet."""
    return _part(_after_run(run_id))


@bp.get("/undos/<undo_id>/sights")
def of_undo(undo_id: str) -> Response:
    """Return what visitors see after an undo."""
    return _part(_after_undo(undo_id))


@bp.post("/runs/<run_id>/sights")
def look_after_run(run_id: str) -> Response:
    """Look at the public pages once more."""
    if _after_run(run_id) is not None:
        sights.after_run(desk(), run_id)
    return _answer(_after_run(run_id), f"/runs/{run_id}")


@bp.post("/undos/<undo_id>/sights")
def look_after_undo(undo_id: str) -> Response:
    """Look at the public pages once more."""
    if _after_undo(undo_id) is not None:
        sights.after_undo(desk(), undo_id)
    return _answer(_after_undo(undo_id), f"/undos/{undo_id}")


@bp.post("/copies/<copy_id>/sights")
def look_after_copy(copy_id: str) -> Response:
    """Look at the public pages once more."""
    copy, site, shown = _after_copy(copy_id)
    if shown is not None:
        sights.after_copy(desk(), copy, site, None)
    return _answer(_after_copy(copy_id)[2], f"/copies/{copy_id}")


def _after_run(run_id: str) -> ShownSights | None:
    with desk().reading() as session:
        return shown_sights.of_run(session, desk(), histories.of_run(session, desk(), guard.person().id, run_id))


def _after_undo(undo_id: str) -> ShownSights | None:
    with desk().reading() as session:
        return shown_sights.of_undo(session, desk(), undo_views.of_undo(session, desk(), guard.person().id, undo_id))


def _after_copy(copy_id: str) -> tuple[Copy, Site, ShownSights | None]:
    with desk().reading() as session:
        view = histories.of_copy(session, guard.person().id, copy_id)
        return view.row, view.site, shown_sights.of_copy(session, view)


def _part(shown: ShownSights | None) -> Response:
    if shown is None:
        abort(404)
    return page("runs/_sights.html", sights=shown, alone=True)


def _answer(shown: ShownSights | None, to: str) -> Response:
    return answer(render_template("runs/_sights.html", sights=shown, alone=True), to=to)
