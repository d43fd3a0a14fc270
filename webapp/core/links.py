"""Review links: making one for a plan or a copy, finding what it opens, who opened it, ending it.

What somebody with a link says and decides is in `guests`. A link opens nothing but its own plan or copy, and a wrong
one, one that is over and one that never was are answered alike.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from webapp.data import Copy, Event, Key, May, Membership, Mode, Plan, ReviewLink, Site, Status, Step, public_id
from webapp.diffs.fingerprint import fingerprint
from webapp.errors import Refusal

from . import attempts, events, notes, passwords, plans
from .attempts import Tries, Whose
from .desk import Desk
from .sealing import hashed

SHORTEST, LONGEST, USUAL = timedelta(hours=1), timedelta(days=30), timedelta(days=7)
LONGEST_LABEL = 80
SHORTEST_PASSCODE = 4
# After so many wrong passcodes a link is over.
MOST_WRONG = 5
TRIES = Tries("passcode", "Too many passcodes were tried from here.")
# So many links of people to one plan or copy work at once, and so many of agents.
MOST_LIVING = 50
# Of the log of a plan's links the newest lines are shown; openings apart, so that they push nothing else out.
A_LOG = 20
A_LOG_OF_OPENINGS = 5
# However often a link is opened, the log has a line for it once within this time.
ONE_LINE = timedelta(minutes=1)
OVER = "This link does not work: it is wrong, too old, or was taken back."
ASK_SENDER = "Ask whoever sent it for a new one."


@dataclass(frozen=True)
class Wish:
    """What whoever makes a link wants it to be.

    Attributes:
        label: whom it is for.
        step_ids: public ids of the steps that it lets one decide about.
        lasts: from an hour to 30 days; None for as long as the plan, or 7 days for a copy.
        passcode: asked before anything is shown; empty for none.
        counts: whether a yes by it counts where a person decides in the browser.
    """

    label: str
    may: May
    step_ids: tuple[str, ...] = ()
    lasts: timedelta | None = None
    passcode: str = ""
    counts: bool = False


@dataclass(frozen=True)
class Maker:
    """Who makes a link: a person, or an agent with its key."""

    person_id: int | None = None
    key_id: int | None = None


@dataclass(frozen=True)
class Opened:
    """What a link opens: a plan or a copy, and the site it is of."""

    link: ReviewLink
    site: Site
    plan: Plan | None
    copy: Copy | None


def share_plan(session: Session, desk: Desk, plan: Plan, wish: Wish, by: Maker) -> tuple[ReviewLink, str]:
    """Make a link to a plan.

    Returns:
        The link, and its token, which is kept nowhere.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    _demand_room(of_plan(session, plan.id), by, desk.clock())
    # What was withdrawn or planned again before is no part of what the visitor will be shown.
    steps = [step for step in plans.steps_of(session, plan) if step.status != Status.DISCARDED]
    own = {step.public_id for step in steps}
    if wish.may == May.DECIDE and not (wish.step_ids and own.issuperset(wish.step_ids)):
        raise Refusal("respira_invalid_arguments", "Choose at least one step of this plan to decide about.")
    usual = min(max(plan.expires_at - desk.clock(), SHORTEST), USUAL)
    link = _made(desk, plan.site_id, wish, usual, by)
    link.plan_id, link.shown = plan.id, digest_of(steps)
    return _kept(session, desk, link)


def share_copy(session: Session, desk: Desk, copy: Copy, wish: Wish, by: Maker) -> tuple[ReviewLink, str]:
    """Make a link to a copy or a new draft. What somebody decides by it is what they think: it goes live by no link.

    Returns:
        The link, and its token, which is kept nowhere.

    Raises:
        Refusal: `respira_invalid_arguments`; `respira_step_not_waiting`, it was decided already.
    """
    if copy.state != "open":
        raise Refusal("respira_step_not_waiting", "It was decided already, so there is nothing to share.")
    _demand_room(of_copy(session, copy.id), by, desk.clock())
    link = _made(desk, copy.site_id, wish, USUAL, by)
    link.copy_id = copy.id
    link.step_ids, link.counts = [], False
    return _kept(session, desk, link)


def _demand_room(there: Iterable[ReviewLink], by: Maker, now: datetime) -> None:
    """Demand room for one more. The links of agents are counted apart: they keep no person from making one."""
    alike = [link for link in there if (link.key_id is None) == (by.key_id is None) and works(link, now)]
    if len(alike) >= MOST_LIVING:
        words = f"{MOST_LIVING} links to this work already."
        raise Refusal("respira_invalid_arguments", words, hint="Revoke one that nobody needs.")


def _made(desk: Desk, site_id: int, wish: Wish, usual: timedelta, by: Maker) -> ReviewLink:
    label, lasts = wish.label.strip(), usual if wish.lasts is None else wish.lasts
    if not label or len(label) > LONGEST_LABEL:
        raise Refusal(
            "respira_invalid_arguments", f"Say whom the link is for, in at most {LONGEST_LABEL} characters."
        )
    if not SHORTEST <= lasts <= LONGEST:
        raise Refusal("respira_invalid_arguments", "A link works for an hour at least and 30 days at most.")
    if wish.passcode and len(wish.passcode) < SHORTEST_PASSCODE:
        words = f"A passcode has at least {SHORTEST_PASSCODE} characters."
        raise Refusal("respira_invalid_arguments", words)
    decides = wish.may == May.DECIDE
    return ReviewLink(
        public_id=public_id("link"),
        site_id=site_id,
        person_id=by.person_id,
        key_id=by.key_id,
        passcode_hash=_passcode_hash(wish.passcode) if wish.passcode else None,
        label=label,
        may=wish.may,
        step_ids=list(wish.step_ids) if decides else [],
        counts=wish.counts and decides,
        made_at=desk.clock(),
        expires_at=desk.clock() + lasts,
    )


def _passcode_hash(passcode: str) -> str:
    with passwords.place(known=True) as place:
        return place.hash_of(passcode)


def _kept(session: Session, desk: Desk, link: ReviewLink) -> tuple[ReviewLink, str]:
    token = secrets.token_urlsafe(32)
    link.token_hash = hashed(token)
    session.add(link)
    session.flush()
    note(session, desk, link, "made", person_id=link.person_id)
    return link, token


def address_of(desk: Desk, token: str) -> str:
    """Return the address that is sent to whoever the link is for."""
    return f"{desk.settings.public_url}/r/{token}"


def digest_of(steps: Iterable[Step]) -> str:
    """Return a digest of a plan's steps as they are, to tell later whether they changed."""
    return fingerprint([[step.public_id, step.digest] for step in steps])


def find(session: Session, desk: Desk, token: str) -> Opened:
    """Return what a link opens.

    Raises:
        Refusal: `respira_link_over`, the same for a wrong, an expired and a revoked one, after too many wrong
            passcodes, and when the site is not connected.
    """
    works = (
        ReviewLink.token_hash == hashed(token),
        ReviewLink.revoked_at.is_(None),
        ReviewLink.expires_at > desk.clock(),
        ReviewLink.wrong_passcodes < MOST_WRONG,
        Site.disconnected_at.is_(None),
    )
    row = session.execute(
        select(ReviewLink, Site, Plan, Copy)
        .join(Site, Site.id == ReviewLink.site_id)
        .outerjoin(Plan, Plan.id == ReviewLink.plan_id)
        .outerjoin(Copy, Copy.id == ReviewLink.copy_id)
        .where(*works)
    ).first()
    if row is None:
        raise over()
    return Opened(row[0], row[1], row[2], row[3])


def over() -> Refusal:
    """Return what is answered to whoever has a link that opens nothing."""
    return Refusal("respira_link_over", OVER, hint=ASK_SENDER)


def counts_for(link: ReviewLink, key: Key) -> bool:
    """Tell whether what is decided by a link is done, or kept as what somebody thinks."""
    return link.counts or key.mode != Mode.BROWSER


def let_in(desk: Desk, token: str, passcode: str, caller: str) -> None:
    """Demand the right passcode of a link.

    Args:
        caller: the network address this comes from. Tries are counted for it and for the link.

    Raises:
        Refusal: `respira_wrong_passcode`, `respira_rate_limited`, `respira_passwords_busy`, or `respira_link_over`
            after too many wrong ones.
    """
    with passwords.place() as place:
        attempts.count(desk, TRIES, *attempts.callers(caller), Whose(f"link {hashed(token)}"))
        with desk.writing() as session:
            link = find(session, desk, token).link
            # The try is counted before it is looked at, so that many at once are no more than five.
            taken = update(ReviewLink).where(ReviewLink.id == link.id, ReviewLink.wrong_passcodes < MOST_WRONG)
            session.execute(taken.values(wrong_passcodes=ReviewLink.wrong_passcodes + 1))
        right = place.fits(link.passcode_hash, passcode)
    if not right:
        with desk.reading() as session:
            find(session, desk, token)
        raise Refusal("respira_wrong_passcode")
    with desk.writing() as session:
        session.get_one(ReviewLink, link.id).wrong_passcodes = 0


def count_opening(desk: Desk, token: str) -> None:
    """Write down that somebody opened a link.

    Raises:
        Refusal: `respira_link_over`.
    """
    with desk.writing() as session:
        link = find(session, desk, token).link
        before, now = link.opened_at, desk.clock()
        link.opened_at, link.openings = now, link.openings + 1
        if before is None or before <= now - ONE_LINE:
            note(session, desk, link, "opened")


def note(
    session: Session, desk: Desk, link: ReviewLink, what: str, *, person_id: int | None = None, **told: str
) -> None:
    """Add a line about a link to the audit log.

    Args:
        what: `made`, `opened`, `commented`, `decided` or `revoked`.
    """
    events.record(
        session,
        desk,
        f"link.{what}",
        link.public_id,
        site_id=link.site_id,
        key_id=link.key_id,
        person_id=person_id,
        link=link.id,
        **told,
    )


def revoke(desk: Desk, person_id: int, link_public: str) -> ReviewLink:
    """End a link of one of the person's sites; one that is over already stays as it is.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's.
    """
    with desk.writing() as session:
        link = session.scalar(
            select(ReviewLink)
            .join(Membership, Membership.site_id == ReviewLink.site_id)
            .where(Membership.person_id == person_id, ReviewLink.public_id == link_public)
        )
        if link is None:
            raise Refusal("respira_not_found", "There is no such link.")
        end(session, desk, link, person_id=person_id)
        return link


def end(session: Session, desk: Desk, link: ReviewLink, *, person_id: int | None = None) -> None:
    """End a link; one that was ended stays as it is. Where a person ends it, the questions asked with it are settled.

    Args:
        person_id: who wants it; None for the agent that made it, which settles no question.
    """
    if link.revoked_at is None:
        link.revoked_at = desk.clock()
        if person_id is not None:
            notes.settle_questions(session, desk, notes.by_link(session, link.id), person_id)
        note(session, desk, link, "revoked", person_id=person_id)


def end_those_of_key(session: Session, desk: Desk, key_id: int, person_id: int) -> None:
    """End the links that a key made: whoever has one was asked by an agent that may do nothing any more.

    Args:
        person_id: who ended the key.
    """
    for link in session.scalars(select(ReviewLink).where(ReviewLink.key_id == key_id)):
        end(session, desk, link, person_id=person_id)


def owner_page(session: Session, link: ReviewLink) -> str:
    """Return the path of the page where its owner sees what a link is to."""
    if link.plan_id is not None:
        return f"/plans/{session.get_one(Plan, link.plan_id).public_id}"
    return f"/copies/{session.get_one(Copy, link.copy_id).public_id}"


def of_plan(session: Session, plan_id: int) -> list[ReviewLink]:
    """Return the links to a plan, the newest first."""
    return _listed(session, ReviewLink.plan_id == plan_id)


def of_copy(session: Session, copy_id: int) -> list[ReviewLink]:
    """Return the links to a copy, the newest first."""
    return _listed(session, ReviewLink.copy_id == copy_id)


def _listed(session: Session, of: ColumnElement[bool]) -> list[ReviewLink]:
    return list(session.scalars(select(ReviewLink).where(of).order_by(ReviewLink.id.desc())))


def log_of(session: Session, links: Sequence[ReviewLink]) -> list[Event]:
    """Return what happened with links, the newest first."""
    if not links:
        return []
    # No event of a link is older than the link, so the log is not read from its beginning.
    since = min(link.made_at for link in links)
    here = (
        Event.site_id == links[0].site_id,
        Event.at >= since,
        Event.subject.in_([link.public_id for link in links]),
    )
    newest = select(Event).where(*here).order_by(Event.id.desc())
    others = session.scalars(newest.where(Event.what != "link.opened").limit(A_LOG))
    openings = session.scalars(newest.where(Event.what == "link.opened").limit(A_LOG_OF_OPENINGS))
    return sorted([*others, *openings], key=lambda event: event.id, reverse=True)


def works(link: ReviewLink, now: datetime) -> bool:
    """Tell whether a link still opens something."""
    return link.revoked_at is None and link.expires_at > now and link.wrong_passcodes < MOST_WRONG
