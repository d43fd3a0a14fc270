"""The list of plans: what needs a person first, across sites, then the others; its address says what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request

from webapp.core import inbox, reports, sites, views
from webapp.core.inbox import Shelf, Wanted
from webapp.core.views import PlanView

from . import filters, guard, shelves
from .pages import answer, desk, page
from .plan_rows import most_pressing_first, shown_row
from .shelves import Asked

bp = Blueprint("plan_list", __name__)
_NAMES = {
    Shelf.NEEDS_YOU: "Needs you",
    Shelf.WITH_AGENT: "With the agent",
    Shelf.ALL: "All",
}
# What is said where a shelf holds nothing: a heading and a sentence.
_EMPTY = {
    Shelf.WITH_AGENT: ("No plan is with an agent", "What you send back waits here until the agent planned it again."),
    Shelf.ALL: ("There is no plan yet", "Every plan that an agent makes is kept here."),
}


# Shelves that there were, and what shows the same now.
_MOVED: dict[str, dict[str, str]] = {"applied": {}, "expired": {"outcome": "expired"}}


def _asked() -> Asked[Wanted, Shelf]:
    show = request.args.get("show")
    shelf = Shelf(show) if show in list(Shelf) else Shelf.NEEDS_YOU
    return Asked("/plans", Wanted(**shelves.told()), shelf, Shelf.NEEDS_YOU, shelves.page())


@bp.get("/plans")
def index() -> Response:
    """List the plans that wait for a person, or those on another shelf."""
    asked, person_id = _asked(), guard.person().id
    if request.args.get("show") in _MOVED:
        return answer(to=filters.address("/history", asked.query() | _MOVED[request.args["show"]]))
    with desk().reading() as session:
        waiting = inbox.waiting(session, desk(), person_id, asked.wanted)
        if asked.shelf in (Shelf.NEEDS_YOU, Shelf.WITH_AGENT):
            found = most_pressing_first([view for view in waiting if inbox.shelf_of(view) == asked.shelf])
        else:
            found = inbox.listed(session, person_id, asked.wanted, asked.page)
        rows = [shown_row(view, views.is_over(session, desk(), view.row)) for view in found]
        own, keys = sites.of_person(session, person_id), inbox.keys_with_plans(session, person_id)
        open_reports = reports.count_open(session, person_id)
    paused = [one for one in own if one.paused_at is not None]
    more = asked.shelf not in (Shelf.NEEDS_YOU, Shelf.WITH_AGENT)
    return page(
        "plans/index.html",
        plans=rows[: inbox.A_PAGE] if more else rows,
        newer=asked.address(asked.shelf, asked.page - 1) if more and asked.page > 1 else None,
        older=asked.address(asked.shelf, asked.page + 1) if more and len(rows) > inbox.A_PAGE else None,
        tabs=_tabs(asked, waiting),
        paused=paused,
        open_reports=open_reports,
        shelf=asked.shelf,
        empty_words=_EMPTY.get(asked.shelf),
        **asked.choices(own, keys, Wanted()),
    )


def _tabs(asked: Asked[Wanted, Shelf], waiting: Sequence[PlanView]) -> list[dict[str, Any]]:
    shelves = [inbox.shelf_of(view) for view in waiting]
    return [
        {
            "name": name,
            "address": asked.address(shelf),
            "number": shelves.count(shelf) if shelf in (Shelf.NEEDS_YOU, Shelf.WITH_AGENT) else 0,
            "current": shelf == asked.shelf,
        }
        for shelf, name in _NAMES.items()
    ]
