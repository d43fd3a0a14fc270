"""Snapshots: what stood there before a write, and bringing it back. A restore asks once, then runs."""

from __future__ import annotations

from flask import Blueprint, Response, request

from webapp.core import histories, undoing
from webapp.diffs.fields import label
from webapp.errors import Trouble
from webapp.tools.answers import Restored

from . import guard
from .pages import answer, desk, page, refused
from .shown_runs import shown_snapshot

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
    """Bring back what stood there. What stands there now is kept first, so this can be undone too."""
    try:
        restored = undoing.restore(desk(), guard.person(), uuid)
    except Trouble as trouble:
        return refused(trouble, whole=lambda status: _page(uuid, status))
    return answer(to=guard.safe_next(request.form.get("back")), say=_said(restored))


def _said(restored: Restored) -> str:
    if not restored.differs:
        return restored.message
    return f"{restored.message} The site keeps something different in: {', '.join(map(label, restored.differs))}."
