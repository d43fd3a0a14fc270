"""Where people are told of the plans of a site: adding an address, removing it, listing them with what came of it."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Notice, NoticeAddress, Person, Site, Way, public_id
from webapp.errors import Refusal
from webapp.wordpress.addresses import check_url

from . import events, mails, sites
from .desk import Desk

MOST = 5


class ShownAddress(NamedTuple):
    """An address as its site's page shows it.

    Attributes:
        last: what was sent there last; None for nothing.
    """

    row: NoticeAddress
    address: str
    last: Notice | None


def of_site(session: Session, desk: Desk, site_id: int) -> list[ShownAddress]:
    """Return the addresses of a site, the oldest first, each with the last delivery."""
    rows = list(
        session.scalars(select(NoticeAddress).where(NoticeAddress.site_id == site_id).order_by(NoticeAddress.id))
    )
    tried = select(Notice).where(Notice.address_id.in_([row.id for row in rows]), Notice.tried_at.is_not(None))
    last = {notice.address_id: notice for notice in session.scalars(tried.order_by(Notice.tried_at, Notice.id))}
    return [ShownAddress(row, address_of(desk, row), last.get(row.id)) for row in rows]


def add(desk: Desk, person: Person, site_public: str, way: Way, address: str) -> str | None:
    """Tell of a site's plans at an address from now on.

    Returns:
        What the messages of a webhook are signed with, which is shown once; None for mail.

    Raises:
        Refusal: `respira_not_found`; `respira_invalid_arguments`, with the reason.
    """
    _demand_fits(desk, way, address)
    secret = None if way == Way.MAIL else secrets.token_urlsafe(32)
    with desk.writing() as session:
        site = sites.find(session, person.id, site_public)
        there = of_site(session, desk, site.id)
        if len(there) >= MOST:
            raise Refusal("respira_invalid_arguments", f"A site has {MOST} addresses at the most.")
        if address in [one.address for one in there]:
            raise Refusal("respira_invalid_arguments", "Notices are sent there already.")
        row = NoticeAddress(public_id=public_id("notice"), site_id=site.id, way=way, address="", made_at=desk.clock())
        row.address = desk.sealer.seal(f"notice.address {row.public_id}", address)
        row.secret = None if secret is None else desk.sealer.seal(f"notice.secret {row.public_id}", secret)
        session.add(row)
        _record(session, desk, "notice_address.added", row, person)
    return secret


def _demand_fits(desk: Desk, way: Way, address: str) -> None:
    if way == Way.WEBHOOK:
        check_url(address)
    elif not mails.can_be_sent(desk.settings):
        raise Refusal("respira_invalid_arguments", "No mail can be sent: the settings name no mail server.")
    elif not mails.is_address(address):
        raise Refusal("respira_invalid_arguments", "This is not an e-mail address.")


def remove(desk: Desk, person: Person, address_public: str) -> Site:
    """Send nothing to an address any more.

    Returns:
        Its site.

    Raises:
        Refusal: `respira_not_found`, also for a site of somebody else.
    """
    with desk.writing() as session:
        row, site = found(session, person, address_public)
        _record(session, desk, "notice_address.removed", row, person)
        session.delete(row)
        return site


def found(session: Session, person: Person, address_public: str) -> tuple[NoticeAddress, Site]:
    """Return an address and its site.

    Raises:
        Refusal: `respira_not_found`, also for a site of somebody else.
    """
    row = session.scalar(select(NoticeAddress).where(NoticeAddress.public_id == address_public))
    if row is None:
        raise Refusal("respira_not_found", "There is no such address.")
    site = session.get_one(Site, row.site_id)
    return row, sites.find(session, person.id, site.public_id)


def address_of(desk: Desk, row: NoticeAddress) -> str:
    """Return an address, unsealed."""
    address: str = desk.sealer.unseal(f"notice.address {row.public_id}", row.address)
    return address


def _record(session: Session, desk: Desk, what: str, row: NoticeAddress, person: Person) -> None:
    events.record(session, desk, what, row.public_id, site_id=row.site_id, person_id=person.id, way=row.way)
