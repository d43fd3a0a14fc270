"""Plans: a plan's page, comparing it with the site."""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.core import stale
from webapp.errors import Trouble

from . import guard, plan_parts
from .pages import answer, desk, refused

bp = Blueprint("plans", __name__)


@bp.get("/plans/<plan_id>")
def show(plan_id: str) -> Response:
    """Show a plan, from our own rows."""
    return plan_parts.whole(plan_id)


@bp.post("/plans/<plan_id>/check")
def check(plan_id: str) -> Response:
    """Compare a plan's waiting steps with the site."""
    before = plan_parts.read(plan_id)
    try:
        stale.check(desk(), guard.person(), plan_id)
    except Trouble as trouble:
        return refused(trouble, *plan_parts.changed(before), whole=lambda status: plan_parts.whole(plan_id, status))
    return answer(*plan_parts.changed(before), to=f"/plans/{plan_id}")
