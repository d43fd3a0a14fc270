"""What happened: on the person's sites and to their account, the newest first."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, Response, request

from webapp.core import events, sites

from . import guard
from .happenings import happening
from .pages import desk, page
from .plan_rows import site_choices

bp = Blueprint("events", __name__)
A_PAGE = 50
# The largest number that the database can compare an id with.
_LARGEST = 2**63 - 1


@bp.get("/events")
def index() -> Response:
    """List what happened, a page at a time, on one site or on all."""
    chosen, before = request.args.get("site") or None, request.args.get("before", type=_place)
    person_id = guard.person().id
    with desk().reading() as session:
        site = sites.find(session, person_id, chosen) if chosen else None
        theirs = sites.of_person(session, person_id)
        lines = events.listed(session, person_id, site=site, before=before, most=A_PAGE + 1)
    older = _address(chosen, lines[A_PAGE - 1].event.id) if len(lines) > A_PAGE else None
    newest = _address(chosen, None) if before else None
    shown = [happening(line) for line in lines[:A_PAGE]]
    return page(
        "events/index.html", happenings=shown, sites=site_choices(theirs), chosen=chosen, newest=newest, older=older
    )


def _place(typed: str) -> int:
    """Return the id that a page of the log begins before; what is beyond every id counts as the largest."""
    return min(int(typed), _LARGEST)


def _address(chosen: str | None, before: int | None) -> str:
    asked = {name: value for name, value in {"site": chosen, "before": before}.items() if value}
    return f"/events?{urlencode(asked)}" if asked else "/events"
