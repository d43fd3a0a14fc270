"""The history: all that is over or ran, in one list; its address says what it is kept to."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from webapp.core import archive_lines, archives, sites
from webapp.core.archives import A_PAGE, Became, Sought, place_of

from . import filters, guard
from .pages import desk, page
from .plan_rows import site_choices
from .shown_history import shown_line

bp = Blueprint("history", __name__)
_NAMES = ("words", "site", "key", "person", "outcome", "from", "to")
_AGENT = "agent"
_OUTCOMES = [
    (str(Became.THROUGH), "Everything went through"),
    (str(Became.FAILED), "Something failed, or did not run"),
    (str(Became.TAKEN_BACK), "Taken back"),
    (str(Became.EXPIRED), "Expired, nothing ran"),
    (str(Became.ENDED), "Ended by the agent, nothing ran"),
]


@bp.get("/history")
def index() -> Response:
    """List plans that are over, runs and undos, a page at a time."""
    asked, before = filters.told(request.args, *_NAMES), place_of(request.args.get("before", ""))
    person_id = guard.person().id
    with desk().reading() as session:
        places = archives.listed(session, desk(), person_id, _sought(asked), before, A_PAGE + 1)
        lines = archive_lines.read(session, places[:A_PAGE])
        values: dict[str, Any] = {
            "sites": site_choices(sites.of_person(session, person_id)),
            "people": filters.person_choices(archives.people(session, person_id)),
            "keys": archives.key_names(session, person_id),
        }
    last = {"before": str(places[A_PAGE - 1])} if len(places) > A_PAGE else None
    return page(
        "history/index.html",
        lines=[shown_line(line) for line in lines],
        older=None if last is None else filters.address("/history", asked | last),
        newest=None if before is None else filters.address("/history", asked),
        **_form(asked),
        **values,
    )


def _sought(asked: dict[str, str]) -> Sought:
    outcome, person = asked.get("outcome"), asked.get("person")
    return Sought(
        site=asked.get("site"),
        key=asked.get("key"),
        person=0 if person == _AGENT else filters.person_of(person),
        became=Became(outcome) if outcome in list(Became) else None,
        since=filters.begin_of(asked.get("from")),
        until=filters.end_of(asked.get("to")),
        words=asked.get("words", ""),
    )


def _form(asked: dict[str, str]) -> dict[str, Any]:
    return {
        "asked": asked,
        "outcomes": _OUTCOMES,
        "agent": _AGENT,
        "narrowed": bool(asked.keys() - {"words"}),
        "zone": filters.zone_name(),
    }
