"""Reports: what agents say did not work on the person's sites. Their text is quoted, and none of it is trusted."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response

from webapp.core import reports
from webapp.core.reports import Filed

from . import guard
from .pages import answer, desk, page

bp = Blueprint("reports", __name__)
MOST_OPEN, MOST_CLOSED = 100, 20
_SEVERITIES = {"low": "Low", "medium": "Medium", "high": "High", "critical": "Critical"}
_PARTS = {
    "steps_to_reproduce": "What it called",
    "expected": "What should have happened",
    "actual": "What happened instead",
    "error_messages": "What it was answered",
    "last_tool": "The tool it called last",
    "extra_notes": "More",
}


class Shown(NamedTuple):
    """A report as the pages show it; `parts` are pairs of a label and a text."""

    filed: Filed
    severity: str | None
    parts: list[tuple[str, str]]


@bp.get("/reports")
def index() -> Response:
    """List the reports about the person's sites, the open ones first."""
    person_id = guard.person().id
    with desk().reading() as session:
        count = reports.count_open(session, person_id)
        open_ones = reports.of_person(session, desk(), person_id, closed=False, most=MOST_OPEN)
        closed_ones = reports.of_person(session, desk(), person_id, closed=True, most=MOST_CLOSED)
    return page(
        "reports/index.html",
        count=count,
        open_ones=[_shown(filed) for filed in open_ones],
        closed_ones=[_shown(filed) for filed in closed_ones],
    )


@bp.get("/reports/<report_id>")
def show(report_id: str) -> Response:
    """Show one report."""
    with desk().reading() as session:
        filed = reports.find(session, desk(), guard.person().id, report_id)
    return page("reports/show.html", shown=_shown(filed))


@bp.post("/reports/<report_id>/closure")
def close(report_id: str) -> Response:
    """Close a report."""
    with desk().writing() as session:
        reports.close(session, desk(), guard.person().id, report_id)
    return answer(to="/reports", say="The report is closed.")


def _shown(filed: Filed) -> Shown:
    parts = [(label, filed.body[name]) for name, label in _PARTS.items() if filed.body.get(name)]
    return Shown(filed, _SEVERITIES.get(filed.body.get("severity", "")), parts)
