"""The list of plans: what needs a person first, across sites, then the others; its address says what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from webapp.core import inbox, reports, sites, views
from webapp.core.inbox import Shelf, Wanted
from webapp.core.views import PlanView
from webapp.data import Key, Site

from . import filters, guard
from .pages import answer, desk, page
from .plan_rows import most_pressing_first, shown_row, site_choices

bp = Blueprint("plan_list", __name__)
# No list is longer; a larger number in the address is a slip or a trick.
LAST_PAGE = 100_000
LONGEST_WORDS = 200
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


class _Asked(NamedTuple):
    """What the address asks for."""

    wanted: Wanted
    shelf: Shelf
    page: int

    def query(self) -> dict[str, str]:
        """Return what the list is kept to, as an address says it."""
        names = {"site": self.wanted.site, "key": self.wanted.key, "words": self.wanted.words}
        return {name: value for name, value in names.items() if value is not None}

    def address(self, shelf: Shelf, number: int = 1) -> str:
        """Return the address of the same list on another shelf, or on another page."""
        query = self.query() | ({} if shelf == Shelf.NEEDS_YOU else {"show": str(shelf)})
        query |= {} if number == 1 else {"page": str(number)}
        return f"/plans?{urlencode(query)}" if query else "/plans"


def _asked() -> _Asked:
    told = {name: request.args.get(name, "").strip()[:LONGEST_WORDS] or None for name in ("site", "key", "words")}
    show = request.args.get("show")
    shelf = Shelf(show) if show in list(Shelf) else Shelf.NEEDS_YOU
    number = min(max(1, request.args.get("page", 1, type=int)), LAST_PAGE)
    return _Asked(Wanted(**told), shelf, number)


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
        **_filters(asked, own, keys),
    )


def _tabs(asked: _Asked, waiting: Sequence[PlanView]) -> list[dict[str, Any]]:
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


def _filters(asked: _Asked, own: Sequence[Site], keys: Sequence[tuple[Key, Site]]) -> dict[str, Any]:
    several = len(own) > 1
    return {
        "sites": site_choices(own),
        "keys": [(key.public_id, f"{key.name} ({site.name})" if several else key.name) for key, site in keys],
        "asked": asked.wanted,
        "shelf": asked.shelf,
        "kept": {} if asked.shelf == Shelf.NEEDS_YOU else {"show": str(asked.shelf)},
        "filtered": bool(asked.query()),
        "everything": asked._replace(wanted=Wanted()).address(asked.shelf),
        "empty_words": _EMPTY.get(asked.shelf),
    }
