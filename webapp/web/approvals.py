"""Where a client's own words send people: to the page in WordPress on which a plugin would wait for their yes.

Here the copies wait on a page of ours. Nothing else is answered under that path.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from .pages import answer

bp = Blueprint("approvals", __name__)


@bp.get("/wp-admin/admin.php")
def show() -> Response:
    """Lead on to the copies."""
    if request.args.get("page") != "respira-approvals":
        abort(404)
    return answer(to="/copies")
