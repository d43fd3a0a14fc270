"""Reports: what an agent tells a site's owner that did not work. They stay on this machine.

A report quotes what the agent sent and saw, so its text is sealed, and stands in no log and no event.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.data import IssueReport, Key, Membership, Site, public_id
from webapp.errors import Refusal

from . import events
from .asking import Told
from .desk import Desk
from .gate import Call

A_DAY, MOST_A_DAY = timedelta(days=1), 20


class Filed(NamedTuple):
    """A report as its owner reads it; `body` holds what the agent wrote, by the names of the arguments."""

    report: IssueReport
    site: Site
    key: Key
    body: Mapping[str, str]


def file(desk: Desk, call: Call) -> Told:
    """Answer report_issue.

    Raises:
        Refusal: `respira_too_many_reports`.
    """
    now = desk.clock()
    with desk.writing() as session:
        lately = select(func.count()).where(IssueReport.key_id == call.key.id, IssueReport.made_at > now - A_DAY)
        if session.scalars(lately).one() >= MOST_A_DAY:
            raise Refusal("respira_too_many_reports")
        report = IssueReport(
            public_id=public_id("report"), site_id=call.site.id, key_id=call.key.id, made_at=now, closed_at=None
        )
        report.body = desk.sealer.seal(_purpose(report), call.arguments)
        session.add(report)
        events.record(session, desk, "report.filed", report.public_id, site_id=call.site.id, key_id=call.key.id)
    message = "The site's owner finds this report on the dashboard, under Reports. It went to nobody else."
    return Told({"success": True, "report_id": report.public_id, "message": message})


def of_person(session: Session, desk: Desk, person_id: int, *, closed: bool, most: int) -> list[Filed]:
    """Return the reports about a person's sites, the newest first.

    Args:
        closed: whether those that are closed, or those that are open.
        most: how many at most.
    """
    wanted = IssueReport.closed_at.is_not(None) if closed else IssueReport.closed_at.is_(None)
    found = (
        select(IssueReport, Site, Key)
        .join(Site, Site.id == IssueReport.site_id)
        .join(Key, Key.id == IssueReport.key_id)
        .join(Membership, Membership.site_id == IssueReport.site_id)
        .where(Membership.person_id == person_id, wanted)
        .order_by(IssueReport.id.desc())
        .limit(most)
    )
    return [Filed(report, site, key, _opened(desk, report)) for report, site, key in session.execute(found)]


def find(session: Session, desk: Desk, person_id: int, public: str) -> Filed:
    """Return one report about a site of a person.

    Raises:
        Refusal: `respira_not_found`, also for a report about a site of somebody else.
    """
    found = (
        select(IssueReport, Site, Key)
        .join(Site, Site.id == IssueReport.site_id)
        .join(Key, Key.id == IssueReport.key_id)
        .join(Membership, Membership.site_id == IssueReport.site_id)
        .where(Membership.person_id == person_id, IssueReport.public_id == public)
    )
    row = session.execute(found).first()
    if row is None:
        raise Refusal("respira_not_found", "There is no such report.", hint="")
    report, site, key = row
    return Filed(report, site, key, _opened(desk, report))


def close(session: Session, desk: Desk, person_id: int, public: str) -> None:
    """Close a report. One that is closed already is no fault.

    Raises:
        Refusal: `respira_not_found`.
    """
    report = find(session, desk, person_id, public).report
    if report.closed_at is None:
        report.closed_at = desk.clock()
        events.record(
            session,
            desk,
            "report.closed",
            report.public_id,
            site_id=report.site_id,
            key_id=report.key_id,
            person_id=person_id,
        )


def count_open(session: Session, person_id: int) -> int:
    """Return how many reports about a person's sites are open."""
    found = (
        select(func.count())
        .select_from(IssueReport)
        .join(Membership, Membership.site_id == IssueReport.site_id)
        .where(Membership.person_id == person_id, IssueReport.closed_at.is_(None))
    )
    return session.scalars(found).one()


def _opened(desk: Desk, report: IssueReport) -> dict[str, str]:
    body: dict[str, str] = desk.sealer.unseal(_purpose(report), report.body)
    return body


def _purpose(report: IssueReport) -> str:
    return f"report.body {report.public_id}"
