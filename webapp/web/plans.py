"""Plans: a plan's page, comparing it with the site."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response

from webapp.core import overtaken, stale
from webapp.data import Step
from webapp.errors import Trouble

from . import guard, plan_parts
from .pages import answer, desk, refused
from .phrases import count

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
    return answer(*plan_parts.changed(before, stale_too=True), to=f"/plans/{plan_id}")


@bp.post("/plans/<plan_id>/planning")
def plan_again(plan_id: str) -> Response:
    """Plan again all steps that the site moved away from."""
    try:
        done, refused_ones = stale.plan_all_again(desk(), guard.person(), plan_id)
    except Trouble as trouble:
        return refused(trouble, *plan_parts.all_of(plan_id), whole=lambda status: plan_parts.whole(plan_id, status))
    return answer(to=plan_parts.address(plan_id), say=_said(done, refused_ones))


def _said(done: Sequence[Step], refused_ones: int) -> str:
    taking = sum(1 for step in done if overtaken.takes_back(step))
    sentences = [f"Compared with the site as it is now: {count(len(done), 'step')}."]
    if taking:
        sentences.append(f"Of these, {taking} would take back what was changed there: read each on its own page.")
    if refused_ones:
        sentences.append(f"Not possible any more: {count(refused_ones, 'step')}. The page of each says why.")
    return " ".join(sentences)
