"""Copies: drafts that wait for a person, who approves them onto the live item or rejects them.

What an approval writes, and how it is undone, is told by the catalogue (`webapp.tools.tool.Copies`). Which copies are
listed is in `copy_shelves`; finding out what became of an approval in `approvals`; keeping one as a draft, and taking
one up again, in `reopening`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Copy, Membership, Person, Site, Snapshot, public_id
from webapp.diffs.fingerprint import fingerprint
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Comparison, HeldCopy, MadeCopy, Performed, State, Target
from webapp.tools.session.snapshots import APPROVAL
from webapp.tools.values import under

from . import doubts, events, leases, sights, sites, snapshots
from .desk import Desk
from .sealing import hashed
from .waiting import demand_free

PREVIEW_LASTS = timedelta(days=14)
# In a copy's base, once it was rejected: what the trash took from the draft.
LEFT = "left"
# What became of a copy that waits no more.
_BECAME = {
    "open": "taken up again",
    "approved": "approved",
    "rejected": "rejected",
    "kept": "kept as a draft",
    "undone": "taken back",
    "deleted": "moved to the trash",
}
MOVED = "The copy or the live page changed since you compared them, so nothing was written."
DRAFT_MOVED = "The draft changed since you looked at it, so nothing was written."


class Rendered(NamedTuple):
    """A copy as its preview shows it: the title as text, the body as the site renders it."""

    title: str
    body: str
    copy: Copy
    site: Site


class Published(NamedTuple):
    """What became of a new draft: the status it was given, and its address on the site."""

    status: str
    link: str | None


def keep(session: Session, desk: Desk, made: MadeCopy, *, site_id: int, key_id: int, step_id: int | None) -> Copy:
    """Keep a draft copy that a write just made, with a preview link of its own."""
    former = session.scalar(
        select(Copy).where(
            Copy.key_id == key_id,
            Copy.kind == made.kind,
            Copy.original_id == made.original_id,
            Copy.state == "open",
        )
    )
    if former is not None:
        # A key has one open copy of an item, the newest: updates land on it.
        former.state, former.decided_at = "gone", desk.clock()
        session.flush()
    token = secrets.token_urlsafe(24)
    copy = Copy(
        public_id=public_id("copy"),
        site_id=site_id,
        key_id=key_id,
        step_id=step_id,
        kind=made.kind,
        original_id=made.original_id,
        copy_id=made.copy_id,
        name=made.name,
        base="",
        not_carried=made.not_carried,
        preview_hash=hashed(token),
        preview_token="",
        preview_until=desk.clock() + PREVIEW_LASTS,
        state="open",
        made_at=desk.clock(),
    )
    copy.base = desk.sealer.seal(f"copy.base {copy.public_id}", made.fields)
    copy.preview_token = desk.sealer.seal(f"copy.preview_token {copy.public_id}", token)
    session.add(copy)
    session.flush()
    events.record(session, desk, "copy.made", copy.public_id, site_id=site_id, key_id=key_id)
    return copy


def preview_link(desk: Desk, copy: Copy) -> str:
    """Return the address where anybody who has it sees the copy."""
    token = desk.sealer.unseal(f"copy.preview_token {copy.public_id}", copy.preview_token)
    return f"{desk.settings.public_url}/?respira_preview={token}"


def review_url(desk: Desk, copy: Copy) -> str:
    """Return the address where a signed-in person decides about a copy."""
    return f"{desk.settings.public_url}/copies/{copy.public_id}"


def is_new(copy: Copy) -> bool:
    """Tell whether it is a new draft, and no copy of anything."""
    return copy.original_id == copy.copy_id


def published(desk: Desk, copy: Copy) -> Published | None:
    """Return what became of a new draft by a person's yes; None for one that waits, and for a copy."""
    if not is_new(copy) or copy.state != "approved":
        return None
    with desk.reading() as session:
        snapshot = session.scalar(select(Snapshot).where(Snapshot.uuid == copy.snapshot_uuid))
    if snapshot is None or snapshot.after is None:
        return None
    after: State = desk.sealer.unseal(f"snapshot.after {snapshot.uuid}", snapshot.after)["state"]
    return Published(str(after.get("live.status")), after.get("about.link"))


def find(session: Session, person_id: int, public: str) -> tuple[Copy, Site]:
    """Return a copy of one of the person's sites.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's.
    """
    row = session.execute(
        select(Copy, Site)
        .join(Site, Site.id == Copy.site_id)
        .join(Membership, Membership.site_id == Site.id)
        .where(Membership.person_id == person_id, Copy.public_id == public)
    ).first()
    if row is None:
        raise Refusal("respira_not_found", "There is no such copy.")
    return row[0], row[1]


def compare(desk: Desk, copy: Copy, site: Site) -> Comparison:
    """Read the copy and its live item and tell what approving would do."""
    with sites.reached(desk, site) as wordpress:
        return desk.copies[copy.kind].compare(wordpress, held_copy(desk, copy))


def digest_of(comparison: Comparison) -> str:
    """Return the digest of what a person sees of a comparison, and says yes to."""
    clashes = [clash.field for clash in comparison.clashes]
    return fingerprint([[change.as_json() for change in comparison.changes], comparison.values, clashes])


def approve(
    desk: Desk, person: Person, copy: Copy, site: Site, digest: str, choices: Mapping[str, str] | None = None
) -> Copy:
    """Write onto the live item what the copy changed, after a snapshot, and bin the copy; or publish a new draft.

    Args:
        digest: of the comparison that the person saw (see `digest_of`).
        choices: for each field that both changed, by its name, whose value stands: `copy` or `live`.

    Raises:
        Refusal: the copy is not open any more, what it changes is not what the person saw
            (`respira_plan_changed`), or not everything that clashes is chosen (`respira_copy_conflict`).
        SiteTrouble: the site did not do it, and the copy stays open; or it is not known whether it did, and the copy
            stays in doubt until that is found out (see `approvals`).
    """
    care, held = desk.copies[copy.kind], held_copy(desk, copy)
    demand_free(desk, site.id)
    with leases.held(desk, site.id, f"approve {copy.public_id}", "approving a copy"):
        demand_state(desk, copy, "open", again=True)
        with sites.reached(desk, site) as wordpress:
            seen = care.compare(wordpress, held)
            if digest_of(seen) != digest:
                words, where = (DRAFT_MOVED, "draft") if is_new(copy) else (MOVED, "comparison")
                raise Refusal("respira_plan_changed", words, hint=f"Look at the {where} again, then decide.")
            chosen = {clash.field: (choices or {}).get(clash.field, "") for clash in seen.clashes}
            comparison = care.settled(seen, chosen)
            comparison = replace(comparison, live={**doubts.first_before(desk, copy), **comparison.live})
            sights.before_copy(desk, copy, site, comparison.live_link)
            kept = {**comparison.live, doubts.CHOSEN: chosen, doubts.ASKED: comparison.values}
            snapshot = _kept_before(desk, person, copy, kept)
            try:
                performed = care.approve(wordpress, held, comparison)
            except (Refusal, SiteTrouble) as trouble:
                if not wordpress.wrote or (isinstance(trouble, SiteTrouble) and trouble.written == "no"):
                    doubts.saved_nothing(desk, copy, snapshot)
                raise
            with desk.writing() as session:
                approved = land(session, desk, copy, snapshot, performed)
            # Only now: about a copy that is gone, and not known to be approved, nobody could decide any more.
            care.clear_away(wordpress, held)
    sights.after_copy(desk, approved, site, performed.result.get("link") or comparison.live_link)
    return approved


def chosen_for(desk: Desk, copy: Copy) -> dict[str, str]:
    """Return whose value a person chose for each field that clashed when the copy was approved: `copy` or `live`."""
    if copy.state != "approved":
        return {}
    with desk.reading() as session:
        snapshot = session.scalar(select(Snapshot).where(Snapshot.uuid == copy.snapshot_uuid))
    if snapshot is None:
        return {}
    chosen: dict[str, str] = doubts.before(desk, snapshot).get(doubts.CHOSEN, {})
    return chosen


def _kept_before(desk: Desk, person: Person, copy: Copy, state: State) -> Snapshot:
    """Keep what an approval will overwrite before anything is sent. Its outcome is in doubt from here on."""
    with desk.writing() as session:
        row = session.get_one(Copy, copy.id)
        snapshot = snapshots.take(
            session,
            desk,
            site_id=copy.site_id,
            tool=APPROVAL,
            target=Target(copy.kind, str(copy.original_id), copy.name),
            label=f"Publish the new draft {copy.name}." if is_new(copy) else f"Approve the copy of {copy.name}.",
            before={**state, doubts.OF: copy.public_id, doubts.FORMER: row.snapshot_uuid},
            kind="before_approval",
            key_id=copy.key_id,
            step_id=copy.step_id,
            person_id=person.id,
        )
        row.snapshot_uuid = snapshot.uuid
        return snapshot


def land(session: Session, desk: Desk, copy: Copy, snapshot: Snapshot, performed: Performed) -> Copy:
    """Write down that an approval landed, and everything that follows from it in our own rows.

    Raises:
        SiteTrouble: `respira_outcome_unknown`, it was settled meanwhile what became of it.
    """
    mine = doubts.of_copy(session, copy)
    if mine is None or mine.uuid != snapshot.uuid:
        raise SiteTrouble("respira_outcome_unknown", snapshot_uuid=snapshot.uuid)
    snapshots.complete(desk, mine, performed)
    for earlier in doubts.begun(session, desk, copy):
        # What they overwrote, if anything, is kept with this one.
        if earlier.id != mine.id:
            session.delete(earlier)
    chosen = doubts.before(desk, mine).get(doubts.CHOSEN, {})
    return decided(session, desk, copy, mine.person_id, "approved", mine.uuid, chosen)


def reject(desk: Desk, person: Person, copy: Copy, site: Site) -> Copy:
    """Bin a copy, or a new draft; a live item stays as it is.

    Raises:
        Refusal: the copy is not open any more.
        SiteTrouble: the site did not bin it; the copy stays open.
    """
    demand_free(desk, site.id)
    with leases.held(desk, site.id, f"reject {copy.public_id}", "rejecting a copy"):
        demand_state(desk, copy, "open")
        with sites.reached(desk, site) as wordpress:
            left = desk.copies[copy.kind].reject(wordpress, held_copy(desk, copy))
        with desk.writing() as session:
            row = decided(session, desk, copy, person.id, "rejected")
            base = desk.sealer.unseal(f"copy.base {row.public_id}", row.base)
            without = {name: value for name, value in base.items() if not name.startswith(f"{LEFT}.")}
            row.base = desk.sealer.seal(f"copy.base {row.public_id}", {**without, **under(LEFT, left)})
            return row


def previewed(desk: Desk, token: str) -> tuple[Copy, Site]:
    """Return the copy that a preview link shows.

    Raises:
        Refusal: `respira_link_over`; the same for a wrong, an expired and a decided one, and when the
            site is not connected.
    """
    with desk.reading() as session:
        row = session.execute(
            select(Copy, Site)
            .join(Site, Site.id == Copy.site_id)
            .where(Copy.preview_hash == hashed(token), Copy.state == "open", Copy.preview_until > desk.clock())
            .where(Site.disconnected_at.is_(None))
        ).first()
    if row is None:
        raise Refusal("respira_link_over", hint="Ask whoever sent it for a new one.")
    return row[0], row[1]


def rendered(desk: Desk, copy: Copy, site: Site) -> Rendered:
    """Return a copy as its own site renders it, for somebody whose right to see it was told otherwise.

    Raises:
        SiteTrouble: the site could not be read.
    """
    with sites.reached(desk, site) as wordpress:
        title, body = desk.copies[copy.kind].rendered(wordpress, held_copy(desk, copy))
    return Rendered(title, body, copy, site)


def held_copy(desk: Desk, copy: Copy) -> HeldCopy:
    """Return a copy's row as the catalogue sees it."""
    fields = desk.sealer.unseal(f"copy.base {copy.public_id}", copy.base)
    return HeldCopy(copy.kind, copy.original_id, copy.copy_id, copy.name, fields)


def demand_state(desk: Desk, copy: Copy, *states: str, again: bool = False) -> None:
    """Demand that a copy is still what somebody saw it was, and that no approval of it is in doubt.

    Args:
        again: it is to be approved, which may be done again where nothing can come any more.

    Raises:
        Refusal: `respira_step_not_waiting`, with what became of it; `respira_site_busy`, nobody knows.
    """
    with desk.reading() as session:
        begun = doubts.of_copy(session, copy)
        state = session.scalar(select(Copy.state).where(Copy.id == copy.id))
    if state not in states:
        became = "published" if is_new(copy) and state == "approved" else _BECAME.get(str(state), "closed")
        words = f"This {'draft' if is_new(copy) else 'copy'} was {became} already."
        raise Refusal("respira_step_not_waiting", words, hint="Nothing is needed.")
    if begun is not None and not (again and doubts.may_approve_again(desk, begun)):
        raise doubts.refusal(copy)


def decided(
    session: Session,
    desk: Desk,
    copy: Copy,
    person_id: int | None,
    state: str,
    snapshot_uuid: str | None = None,
    chosen: Mapping[str, str] | None = None,
) -> Copy:
    """Write down what a person decided about a copy.

    Args:
        chosen: whose value stands in each field that clashed.
    """
    row = session.get_one(Copy, copy.id)
    row.state, row.decided_by, row.decided_at = state, person_id, desk.clock()
    row.snapshot_uuid = snapshot_uuid
    details: dict[str, Any] = {"chosen": dict(chosen)} if chosen else {}
    events.record(session, desk, f"copy.{state}", row.public_id, site_id=row.site_id, person_id=person_id, **details)
    return row
