"""Sites: connecting one, reaching it, what its owner allows there, listing those a person may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.data import Copy, Key, Membership, Run, Scope, Site, public_id
from webapp.errors import Refusal
from webapp.tools.answers import Target
from webapp.tools.protection import protection
from webapp.wordpress.client import Connection, WordPress
from webapp.wordpress.login import Login, prove
from webapp.wordpress.root import Found, find_root

from . import events, leases, runs
from .desk import Desk


@contextmanager
def reached(desk: Desk, site: Site) -> Iterator[WordPress]:
    """Open the connection to a site for as long as the block runs. It writes for as long as what is held is held.

    Raises:
        TakenOver: a lease or claim is not held any more, so a write was not sent.
        Refusal: `respira_site_not_connected`; `respira_site_slow`, it answers nobody of those who asked before.
    """
    if site.disconnected_at is not None:
        raise Refusal("respira_site_not_connected")
    password = desk.sealer.unseal(f"site.app_password {site.public_id}", site.app_password)
    connection = Connection(site.rest_root, site.username, password)
    private = desk.settings.allow_private_sites
    with (
        desk.shares.one(leases.place_of(site)),
        WordPress(connection, allow_private=private, patience=desk.patience) as wordpress,
    ):
        wordpress.may_send = leases.may_send(desk)
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
        scope=Scope.FULL,
        tools_off=[],
        protected=[],
        plan_forced=False,
        shared_keys_write=False,
        browser_plan_hours=72,
        connected_at=desk.clock(),
    )
    session.add(site)
    session.flush()
    session.add(Membership(person_id=person_id, site_id=site.id))
    return site


def _renew(desk: Desk, site: Site, found: Found, login: Login, username: str, app_password: str) -> None:
    site.name = found.name or found.home
    site.rest_root = found.rest_root
    site.username = username
    site.app_password = desk.sealer.seal(f"site.app_password {site.public_id}", app_password)
    note_login(site, login, desk.clock())
    site.disconnected_at = None


def note_login(site: Site, login: Login, now: datetime) -> None:
    """Note what a site's login may do there, as WordPress just told."""
    site.capabilities = sorted(login.capabilities) if login.roles else None
    site.role = ", ".join(login.roles)
    site.connected_at = now


def allow(
    session: Session,
    desk: Desk,
    site: Site,
    person_id: int,
    *,
    direct_editing: bool,
    scope: Scope,
    tools_off: Sequence[str],
    plan_forced: bool,
    shared_keys_write: bool,
    browser_plan_hours: int,
) -> None:
    """Set what agents may do on a site.

    Args:
        direct_editing: whether an edit may land on the live item when the agent asks for that.
        scope: what any key may do there at the most.
        tools_off: short names of the tools that no key of this site may use.
        plan_forced: whether every write of every key is planned.
        shared_keys_write: whether shared keys may write directly, where plan mode is not forced.
        browser_plan_hours: how long a plan waits for a person in the browser.
    """
    site.direct_editing = direct_editing
    site.scope, site.tools_off = scope, sorted(tools_off)
    site.plan_forced, site.shared_keys_write = plan_forced, shared_keys_write
    site.browser_plan_hours = browser_plan_hours
    events.record(session, desk, "site.settings_changed", site.public_id, site_id=site.id, person_id=person_id)


def pause(session: Session, desk: Desk, site: Site, person_id: int) -> None:
    """Stop everything: nothing is planned or applied, and of the run that goes on no further step starts."""
    if site.paused_at is None:
        site.paused_at = desk.clock()
        runs.stop_those(session, Run.site_id == site.id)
        events.record(session, desk, "site.paused", site.public_id, site_id=site.id, person_id=person_id)


def resume(session: Session, desk: Desk, site: Site, person_id: int) -> None:
    """Let agents work again on a site that was paused."""
    if site.paused_at is not None:
        site.paused_at = None
        events.record(session, desk, "site.resumed", site.public_id, site_id=site.id, person_id=person_id)


def find_and_protect(desk: Desk, person_id: int, public: str, kind: str, typed: str) -> Target:
    """Look on the site for what a person typed, and let no agent change it any more.

    Args:
        kind: one of `protection.KINDS`.
        typed: a number, an address on the site, or a name.

    Raises:
        Refusal: `respira_not_found`, in words for the person; `respira_site_not_connected`.
        SiteTrouble: the site could not be read.
    """
    with desk.reading() as session:
        site = find(session, person_id, public)
    with reached(desk, site) as wordpress:
        item = protection.find(wordpress, kind, typed)
    with desk.writing() as session:
        site = find(session, person_id, public)
        item = _original(session, site, item)
        protect(session, desk, site, person_id, item)
        return item


def _original(session: Session, site: Site, item: Target) -> Target:
    """Return the live item that a draft copy stands for, since writes name that; anything else as it is."""
    copies = select(Copy).where(Copy.site_id == site.id, Copy.kind == item.kind, Copy.state == "open")
    for copy in session.scalars(copies):
        if str(copy.copy_id) == item.id:
            return Target(copy.kind, str(copy.original_id), copy.name)
    return item


def protect(session: Session, desk: Desk, site: Site, person_id: int, item: Target) -> None:
    """Let no agent change an item any more, on a copy or live, nor what waits already."""
    kept = [one for one in site.protected if (one["kind"], one["id"]) != (item.kind, item.id)]
    site.protected = [*kept, {"kind": item.kind, "id": item.id, "name": item.name}]
    _protection(session, desk, site, person_id, "site.item_protected", item.kind, item.id)


def unprotect(session: Session, desk: Desk, site: Site, person_id: int, kind: str, item_id: str) -> None:
    """Let agents change an item again. One that is not protected is no fault."""
    site.protected = [one for one in site.protected if (one["kind"], one["id"]) != (kind, item_id)]
    _protection(session, desk, site, person_id, "site.item_released", kind, item_id)


def _protection(session: Session, desk: Desk, site: Site, person_id: int, what: str, kind: str, item_id: str) -> None:
    events.record(session, desk, what, site.public_id, site_id=site.id, person_id=person_id, kind=kind, item=item_id)


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


def live_keys(session: Session, person_id: int) -> dict[int, int]:
    """Return how many keys are in use, by the id of the site, for each site of a person that has any."""
    counted = (
        select(Key.site_id, func.count())
        .join(Membership, Membership.site_id == Key.site_id)
        .where(Membership.person_id == person_id, Key.revoked_at.is_(None))
        .group_by(Key.site_id)
    )
    return {row[0]: row[1] for row in session.execute(counted)}


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
        raise Refusal("respira_not_found", "There is no such site.", hint="")
    return site
