"""Notices: sending those that are due, one for each plan or run, address and kind; `due_notices` finds which are.

A notice is claimed before it is sent and sent outside of any transaction, by the worker: a receiver that is slow or
gone delays no plan and no run.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from webapp.data import Key, Notice, NoticeAddress, Person, Plan, Run, Site, Way
from webapp.errors import Refusal
from webapp.tools.risks import is_grave
from webapp.wordpress import posting

from . import due_notices, mails, receipt_records
from .desk import Desk
from .due_notices import Due
from .notice_addresses import address_of, found
from .notice_words import ENDED, TEST, End, Told, body, subject, text
from .receipt_records import State

# So many are sent in one look, and so many side by side: a receiver that keeps us waiting holds up few others.
A_LOOK, AT_ONCE = 40, 8
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
    sent = _sent(desk, notice.id)
    if sent is None:
        raise Refusal("respira_not_found", "The address was removed meanwhile.")
    return site, sent


def look(desk: Desk) -> int:
    """Send what is due, and find what became due since.

    Returns:
        How many were sent.
    """
    with desk.reading() as session:
        new = due_notices.find(session, desk)
    if new:
        with desk.writing() as session:
            _write_down(session, new, desk.clock())
    with desk.reading() as session:
        wanted = select(Notice.id).where(Notice.state == "due", Notice.due_at <= desk.clock())
        due = list(session.scalars(wanted.order_by(Notice.due_at, Notice.id).limit(A_LOOK)))
    with ThreadPoolExecutor(AT_ONCE) as senders:
        return sum(senders.map(partial(_claimed_and_sent, desk), due))


def _write_down(session: Session, new: Sequence[Due], now: datetime) -> None:
    """Write down what became due; what another worker wrote down meanwhile stays as it is."""
    for one in new:
        if one.former is not None:
            same_try = (Notice.id == one.former.id, Notice.state != "due", Notice.tried_at == one.former.tried_at)
            again = update(Notice).where(*same_try)
            session.execute(again.values(state="due", tries=0, due_at=now))
            continue
        of_run = Notice.run_id == one.run_id if one.run_id is not None else Notice.plan_id == one.plan_id
        same = (Notice.address_id == one.address_id, of_run, Notice.kind == one.kind)
        there = session.scalar(select(NoticeAddress.id).where(NoticeAddress.id == one.address_id)) is not None
        if there and session.scalar(select(Notice.id).where(*same)) is None:
            about = {"plan_id": one.plan_id, "run_id": one.run_id}
            row = Notice(address_id=one.address_id, kind=one.kind, state="due", tries=0, due_at=now, **about)
            session.add(row)
            session.flush()


def _claimed_and_sent(desk: Desk, notice_id: int) -> bool:
    notice = _sent(desk, notice_id) if _claimed(desk, notice_id) else None
    return notice is not None and notice.state == "sent"


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


def _sent(desk: Desk, notice_id: int) -> Notice | None:
    """Send a claimed notice, and keep what came of it; None where its address is gone."""
    with desk.reading() as session:
        notice = session.get(Notice, notice_id)
        row = None if notice is None else session.get(NoticeAddress, notice.address_id)
        if notice is None or row is None:
            # Its address was removed since it was claimed.
            return None
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
    if notice.kind == ENDED:
        return _told_of_run(session, desk, notice, site)
    if notice.plan_id is None:
        return Told(TEST, site.name, f"{base}/sites/{site.public_id}")
    plan = session.get_one(Plan, notice.plan_id)
    steps = due_notices.steps_of(session, [plan.id])[plan.id]
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


def _told_of_run(session: Session, desk: Desk, notice: Notice, site: Site) -> Told | None:
    """Return how a run ended; None where it is gone, or where it turned out since that nothing failed."""
    run = None if notice.run_id is None else session.get(Run, notice.run_id)
    if run is None:
        return None
    said = receipt_records.of(session, desk, run)
    wrong = [step for kind in (State.FAILED, State.UNKNOWN) for step in said["steps"] if step["state"] == kind]
    if not wrong:
        return None
    counts, first = said["counts"], wrong[0]
    return Told(
        notice.kind,
        site.name,
        f"{desk.settings.public_url}/runs/{run.public_id}",
        said["plan"]["title"],
        said["asked_by"]["key"],
        end=End(
            steps=counts["steps"],
            failed=counts[State.FAILED],
            unknown=counts[State.UNKNOWN],
            not_run=counts[State.NOT_RUN],
            position=first["position"],
            effect=first["effect"],
        ),
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
