"""Plans: the list, a plan's page, comparing it with the site."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from webapp.core import inbox, reports, reviews, sites, views
from webapp.errors import Trouble

from . import guard, plan_parts
from .pages import answer, desk, page, refused
from .plan_rows import ShownRow, shown_row, site_choices

bp = Blueprint("plans", __name__)
# No list is longer; a larger number in the address is a slip or a trick.
LAST_PAGE = 100_000


@bp.get("/plans")
def index() -> Response:
    """List the plans that wait for a person, or all there were."""
    site, everything = request.args.get("site") or None, request.args.get("show") == "all"
    number = min(max(1, request.args.get("page", 1, type=int)), LAST_PAGE)
    with desk().reading() as session:
        waiting = inbox.waiting(session, desk(), guard.person().id, site)
        found = inbox.listed(session, guard.person().id, site, number) if everything else waiting
        rows = [shown_row(view, views.is_over(session, desk(), view.row)) for view in found]
        own = sites.of_person(session, guard.person().id)
        open_reports = reports.count_open(session, guard.person().id)
    paused = [one for one in own if one.paused_at is not None]
    kept = {"show": "all"} if everything else {}
    listing = _listing(rows, len(waiting), everything, site, number)
    listing |= {"paused": paused, "open_reports": open_reports}
    return page("plans/index.html", sites=site_choices(own), chosen=site, kept=kept, **listing)


def _listing(rows: list[ShownRow], waiting: int, everything: bool, site: str | None, number: int) -> dict[str, Any]:
    more = everything and len(rows) > inbox.A_PAGE
    return {
        "plans": rows[: inbox.A_PAGE] if everything else rows,
        "tabs": [
            {"name": "Needs you", "address": _address(site), "number": waiting, "current": not everything},
            {"name": "All", "address": _address(site, show="all"), "number": None, "current": everything},
        ],
        "newer": _address(site, show="all", page=number - 1) if everything and number > 1 else None,
        "older": _address(site, show="all", page=number + 1) if more else None,
    }


def _address(site: str | None, **asked: str | int) -> str:
    query = urlencode(({} if site is None else {"site": site}) | asked)
    return f"/plans?{query}" if query else "/plans"


@bp.get("/plans/<plan_id>")
def show(plan_id: str) -> Response:
    """Show a plan, from our own rows."""
    return plan_parts.whole(plan_id)


@bp.post("/plans/<plan_id>/check")
def check(plan_id: str) -> Response:
    """Compare a plan's waiting steps with the site."""
    before = plan_parts.read(plan_id)
    try:
        reviews.check(desk(), guard.person(), plan_id)
    except Trouble as trouble:
        return refused(trouble, *plan_parts.changed(before), whole=lambda status: plan_parts.whole(plan_id, status))
    return answer(*plan_parts.changed(before), to=f"/plans/{plan_id}")
