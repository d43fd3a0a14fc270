"""Notices: which are due, and sending them. One for each plan, address and kind.

A notice is claimed before it is sent and sent outside of any transaction, by the worker: a receiver that is slow or
gone delays no plan and no run.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import exists, select, update
from sqlalchemy.orm import Session

from webapp.data import Key, Mode, Notice, NoticeAddress, Person, Plan, Site, Status, Step, Way
from webapp.errors import Refusal
from webapp.tools.risks import is_grave
from webapp.wordpress import posting

from . import mails, plans
from .desk import Desk
from .notice_addresses import address_of, found
from .notice_words import EXPIRING, TEST, WAITING, Told, body, subject, text
from .views import WITHOUT_LONG

# An agent that planned nothing for so long has stopped planning; one that goes on is not waited for longer than that.
QUIET, LONGEST_WAIT = timedelta(seconds=60), timedelta(minutes=5)
BEFORE_EXPIRY = timedelta(hours=1)
# How long after each failed try the next one is due; after the last it has failed.
_AGAIN = (timedelta(minutes=1), timedelta(minutes=5))
# A claimed notice is due again after this, for a worker that died with it in hand.
_CLAIM = timedelta(minutes=10)


def try_out(desk: Desk, person: Person, address_public: str) -> tuple[Site, Notice]:
    """Send a test to an address now, and wait for what comes of it.

    Raises:
        Refusal: `respira_not_found`; `respira_rate_limited`.
    """
    desk.notice_limit.count(f"person {person.id}")
    with desk.writing() as session:
        row, site = found(session, person, address_public)
        notice = Notice(
            address_id=row.id, kind=TEST, state="due", tries=len(_AGAIN), due_at=desk.clock() + _CLAIM, tried_at=None
        )
        session.add(notice)
        session.flush()
    return site, _sent(desk, notice.id)


def look(desk: Desk) -> int:
    """Send what is due, and find what became due since.

    Returns:
        How many were sent.
    """
    with desk.writing() as session:
        _make_due(session, desk)
        wanted = select(Notice.id).where(Notice.state == "due", Notice.due_at <= desk.clock()).order_by(Notice.id)
        due = list(session.scalars(wanted))
    return sum(_sent(desk, notice_id).state == "sent" for notice_id in due if _claimed(desk, notice_id))


def _make_due(session: Session, desk: Desk) -> None:
    """Write down a notice for each plan that has come to wait, or whose last hour has begun."""
    now = desk.clock()
    addressed = exists().where(NoticeAddress.site_id == Plan.site_id)
    found = session.execute(
        select(Plan, Key, Site)
        .join(Key, Key.id == Plan.key_id)
        .join(Site, Site.id == Plan.site_id)
        .where(Plan.ended_at.is_(None), Plan.expires_at > now, Key.mode == Mode.BROWSER, addressed)
        .where(Key.revoked_at.is_(None), Key.paused_at.is_(None), Key.shared.is_(False))
        .where(Site.paused_at.is_(None), Site.disconnected_at.is_(None))
    )
    for plan, _key, _site in found.all():
        steps = _steps_of(session, plan)
        if _waits_by_now(steps, now):
            _write_down(session, plan, WAITING, now)
        if plan.expires_at - now <= BEFORE_EXPIRY and _waiting(steps):
            _write_down(session, plan, EXPIRING, now)


def _steps_of(session: Session, plan: Plan) -> list[Step]:
    found = select(Step).where(Step.plan_id == plan.id).order_by(Step.position).options(*WITHOUT_LONG)
    return list(session.scalars(found))


def _waiting(steps: Sequence[Step]) -> list[Step]:
    return [step for step in steps if plans.waits(step) and step.status != Status.SENT_BACK]


def _waits_by_now(steps: Sequence[Step], now: datetime) -> bool:
    undecided = [step for step in _waiting(steps) if step.status != Status.ACCEPTED]
    if not undecided:
        return False
    newest = max(step.made_at for step in steps)
    return now - newest >= QUIET or now - undecided[0].made_at >= LONGEST_WAIT


def _write_down(session: Session, plan: Plan, kind: str, now: datetime) -> None:
    told = select(Notice.address_id).where(Notice.plan_id == plan.id, Notice.kind == kind)
    missing = select(NoticeAddress.id).where(NoticeAddress.site_id == plan.site_id, NoticeAddress.id.not_in(told))
    for address_id in session.scalars(missing).all():
        session.add(Notice(address_id=address_id, plan_id=plan.id, kind=kind, state="due", tries=0, due_at=now))
    session.flush()


def _claimed(desk: Desk, notice_id: int) -> bool:
    """Claim a notice by compare-and-set, so that two workers never send it both."""
    now = desk.clock()
    with desk.writing() as session:
        claimed = session.execute(
            update(Notice)
            .where(Notice.id == notice_id, Notice.state == "due", Notice.due_at <= now)
            .values(due_at=now + _CLAIM)
        )
        return claimed.rowcount == 1  # type: ignore[attr-defined,no-any-return]


def _sent(desk: Desk, notice_id: int) -> Notice:
    """Send a claimed notice, and keep what came of it."""
    with desk.reading() as session:
        notice = session.get_one(Notice, notice_id)
        row = session.get_one(NoticeAddress, notice.address_id)
        told = _told(session, desk, notice, row)
    state, answer = ("sent", "It is not needed any more.") if told is None else _delivered(desk, row, told)
    with desk.writing() as session:
        kept = session.get(Notice, notice_id)
        if kept is None:
            # Its address was removed while it was on its way.
            return notice
        kept.tried_at, kept.answer, kept.tries = desk.clock(), answer, kept.tries + 1
        if state == "failed" and kept.tries <= len(_AGAIN):
            kept.due_at = desk.clock() + _AGAIN[kept.tries - 1]
        else:
            kept.state = state
        return kept


def _told(session: Session, desk: Desk, notice: Notice, row: NoticeAddress) -> Told | None:
    """Return what a notice tells, as things stand now; None where nobody needs it any more."""
    site, base = session.get_one(Site, row.site_id), desk.settings.public_url
    if notice.plan_id is None:
        return Told(TEST, site.name, f"{base}/sites/{site.public_id}")
    plan = session.get_one(Plan, notice.plan_id)
    steps = _waiting(_steps_of(session, plan))
    if not steps or plan.ended_at is not None or plan.expires_at <= desk.clock():
        return None
    live = [step for step in steps if step.lands_on["where"] == "live"]
    return Told(
        notice.kind,
        site.name,
        f"{base}/plans/{plan.public_id}",
        plan.title or "",
        session.get_one(Key, plan.key_id).name,
        drafts=len(steps) - len(live),
        live=len(live),
        closely=sum(step.approval_required or is_grave(step.risks) for step in steps),
        expires_at=plan.expires_at,
    )


def _delivered(desk: Desk, row: NoticeAddress, told: Told) -> tuple[str, str]:
    """Send it.

    Returns:
        The state, and what came of it in a line.
    """
    address = address_of(desk, row)
    try:
        if row.way == Way.MAIL:
            mails.send(desk.settings, address, subject(told), text(told))
            return "sent", "The mail server took it."
        status = _posted(desk, row, address, told)
    except Refusal as refusal:
        return "failed", refusal.message
    return ("sent" if 200 <= status < 300 else "failed"), f"It answered {status}."


def _posted(desk: Desk, row: NoticeAddress, address: str, told: Told) -> int:
    content = json.dumps(body(told), ensure_ascii=False).encode()
    secret = desk.sealer.unseal(f"notice.secret {row.public_id}", row.secret or "")
    headers = {"Content-Type": "application/json", "Sayso-Signature": signature(secret, desk.clock(), content)}
    return posting.post(address, content, headers, allow_private=desk.settings.allow_private_sites)


def signature(secret: str, at: datetime, content: bytes) -> str:
    """Return the signature of a webhook's message: when it was made, and the HMAC-SHA256 of that and the body."""
    stamp = str(int(at.timestamp()))
    mac = hmac.new(secret.encode(), stamp.encode() + b"." + content, hashlib.sha256)
    return f"t={stamp},v1={mac.hexdigest()}"
