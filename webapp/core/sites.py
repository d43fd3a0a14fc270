"""Sites: connecting one, reaching it, listing those a person may see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Membership, Site, public_id
from webapp.errors import Refusal
from webapp.wordpress.client import Connection, WordPress
from webapp.wordpress.login import Login, prove
from webapp.wordpress.root import Found, find_root

from . import events
from .desk import Desk


@contextmanager
def reached(desk: Desk, site: Site) -> Iterator[WordPress]:
    """Open the connection to a site for as long as the block runs."""
    password = desk.sealer.unseal(f"site.app_password {site.public_id}", site.app_password)
    connection = Connection(site.rest_root, site.username, password)
    with WordPress(connection, allow_private=desk.settings.allow_private_sites) as wordpress:
        yield wordpress


def connect(desk: Desk, person_id: int, address: str, username: str, app_password: str) -> Site:
    """Connect a site: find its REST interface, prove the login, keep both.

    Connecting an address that is connected already renews its login.

    Args:
        address: as a person types it.
        app_password: an application password, not the one for signing in to WordPress.

    Raises:
        Refusal: the address may not be reached.
        SiteTrouble: no WordPress there, or it did not accept the login; the message says which.
    """
    private = desk.settings.allow_private_sites
    found = find_root(address, username, app_password, allow_private=private)
    with WordPress(Connection(found.rest_root, username, app_password), allow_private=private) as wordpress:
        login = prove(wordpress)
    with desk.writing() as session:
        site = session.scalar(
            select(Site)
            .join(Membership, Membership.site_id == Site.id)
            .where(Membership.person_id == person_id, Site.url == found.home)
        )
        if site is None:
            site = _added(session, desk, person_id, found)
        _renew(desk, site, found, login, username, app_password)
        session.flush()
        events.record(session, desk, "site.connected", site.public_id, site_id=site.id, person_id=person_id)
        return site


def _added(session: Session, desk: Desk, person_id: int, found: Found) -> Site:
    site = Site(
        public_id=public_id("site"),
        name=found.name,
        url=found.home,
        rest_root=found.rest_root,
        username="",
        app_password="",
        role="",
        direct_editing=False,
        tools_off=[],
        browser_plan_hours=72,
        connected_at=desk.clock(),
    )
    session.add(site)
    session.flush()
    session.add(Membership(person_id=person_id, site_id=site.id, role="owner", created_at=desk.clock()))
    return site


def _renew(desk: Desk, site: Site, found: Found, login: Login, username: str, app_password: str) -> None:
    site.name = found.name or found.home
    site.rest_root = found.rest_root
    site.username = username
    site.app_password = desk.sealer.seal(f"site.app_password {site.public_id}", app_password)
    site.capabilities = sorted(login.capabilities) if login.roles else None
    site.role = ", ".join(login.roles)
    site.connected_at = desk.clock()
    site.disconnected_at = None


def disconnect(session: Session, desk: Desk, site: Site, person_id: int) -> None:
    """Forget the login of a site. Its history stays; nothing can reach it until it is connected again."""
    site.disconnected_at = desk.clock()
    site.app_password = ""
    events.record(session, desk, "site.disconnected", site.public_id, site_id=site.id, person_id=person_id)


def of_person(session: Session, person_id: int) -> list[Site]:
    """Return the sites a person belongs to, by name."""
    return list(
        session.scalars(
            select(Site)
            .join(Membership, Membership.site_id == Site.id)
            .where(Membership.person_id == person_id)
            .order_by(Site.name, Site.id)
        )
    )


def find(session: Session, person_id: int, public: str) -> Site:
    """Return a site the person belongs to.

    Raises:
        Refusal: `respira_not_found`, also for a site of somebody else.
    """
    site = session.scalar(
        select(Site)
        .join(Membership, Membership.site_id == Site.id)
        .where(Membership.person_id == person_id, Site.public_id == public)
    )
    if site is None:
        raise Refusal("respira_not_found", "There is no such site.")
    return site
