"""Snapshots: what stood there before a write, and where bringing it back begins."""

from __future__ import annotations

from flask import Blueprint, Response, request

from webapp.core import histories, undos
from webapp.errors import Refusal

from . import guard
from .pages import answer, desk, page, refused
from .shown_runs import shown_snapshot
from .undos import address

bp = Blueprint("snapshots", __name__, url_prefix="/snapshots")


@bp.get("/<uuid>")
def show(uuid: str) -> Response:
    """Show what a snapshot is of, and ask whether to bring it back."""
    return _page(uuid)


def _page(uuid: str, status: int = 200) -> Response:
    with desk().reading() as session:
        view, site = histories.of_snapshot(session, desk(), guard.person().id, uuid)
    back = guard.safe_next(request.values.get("back"))
    return page("snapshots/show.html", status=status, snapshot=shown_snapshot(view), site_name=site.name, back=back)


@bp.post("/<uuid>/restores")
def restore(uuid: str) -> Response:
    """Begin to bring back what stood there; a page of its own shows first what that means."""
    try:
        begun = undos.begin_for_snapshot(desk(), guard.person(), uuid)
    except Refusal as refusal:
        return refused(refusal, whole=lambda status: _page(uuid, status))
    return answer(to=address(begun))
