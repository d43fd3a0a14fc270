"""What agents are told of review links: they make some of their own, for looking and commenting, and end those again.

A link of an owner is none of theirs.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.data import Copy, May, Note, Plan, ReviewLink
from webapp.errors import Refusal

from . import copy_answers, links, plans, rights
from .asking import Told
from .desk import Desk
from .gate import Call
from .links import Maker, Wish

UNNAMED = "somebody, asked by the agent"
_MOST_LISTED = 50


def create(desk: Desk, call: Call) -> Told:
    """Answer create_review_link: to a draft that is named, else to the plan that waits.

    Raises:
        Refusal: `respira_not_found`, there is no such draft of this key, or no plan.
    """
    rights.demand_own(call.key)
    by, wish, copy = Maker(key_id=call.key.id), _wish(call), None
    with desk.writing() as session:
        item = call.arguments.get("copy_id") or next(iter(call.arguments.get("post_ids", [])), None)
        if item is None:
            link, token = links.share_plan(session, desk, _plan(session, desk, call), wish, by)
        else:
            copy = copy_answers.own(session, call, item)
            link, token = links.share_copy(session, desk, copy, wish, by)
        expires = link.expires_at.isoformat(timespec="seconds")
    body = _told(link, copy) | {"url": links.address_of(desk, token), "message": _message(link, expires)}
    return Told({"success": True, **body})


def _wish(call: Call) -> Wish:
    days = call.arguments.get("ttl_days")
    may = May.COMMENT if call.arguments.get("allow_comments", True) else May.LOOK
    return Wish(call.arguments.get("label", UNNAMED), may, lasts=None if days is None else timedelta(days=days))


def _plan(session: Session, desk: Desk, call: Call) -> Plan:
    plan = plans.live(session, desk, call.key.id)
    if plan is None:
        plans.demand_not_expired(session, desk, call.key.id)
        words = "No plan is open, so there is nothing to look at."
        raise Refusal("respira_not_found", words, hint="Plan something first, or send the copy_id of a draft.")
    return plan


def _message(link: ReviewLink, expires: str) -> str:
    comments = " and says what they think" if link.may == May.COMMENT else ""
    what = "draft" if link.plan_id is None else "plan"
    told = f"Anybody who has this link reads the {what}{comments}, until {expires}."
    return f"{told} It is shown this once. Nobody decides by it."


def _told(link: ReviewLink, copy: Copy | None) -> dict[str, Any]:
    return {
        "session_id": link.public_id,
        "label": link.label,
        "scope": "plan" if link.plan_id is not None else "pages",
        "post_ids": [] if copy is None else [copy.copy_id],
        "may": str(link.may),
        "expires_at": link.expires_at.isoformat(timespec="seconds"),
    }


def listing(desk: Desk, call: Call) -> Told:
    """Answer list_review_links: this key's own, the newest first."""
    said = select(func.count()).where(Note.link_id == ReviewLink.id).scalar_subquery()
    found = select(ReviewLink, Copy, said).outerjoin(Copy, Copy.id == ReviewLink.copy_id)
    own = found.where(ReviewLink.key_id == call.key.id).order_by(ReviewLink.id.desc()).limit(_MOST_LISTED)
    with desk.reading() as session:
        rows = session.execute(own).all()
    now, everything = desk.clock(), call.arguments.get("include_expired", False)
    listed = [
        _told(link, copy) | {"status": _status(desk, link), "comments": comments, "openings": link.openings}
        for link, copy, comments in rows
        if everything or links.works(link, now)
    ]
    return Told({"success": True, "links": listed})


def _status(desk: Desk, link: ReviewLink) -> str:
    if link.revoked_at is not None:
        return "revoked"
    return "active" if links.works(link, desk.clock()) else "expired"


def revoke(desk: Desk, call: Call) -> Told:
    """Answer revoke_review_link.

    Raises:
        Refusal: `respira_not_found`, it is no link that this key made.
    """
    with desk.writing() as session:
        named = (ReviewLink.key_id == call.key.id, ReviewLink.public_id == call.arguments["session_id"])
        link = session.scalar(select(ReviewLink).where(*named))
        if link is None:
            words = "There is no such link of this key."
            raise Refusal("respira_not_found", words, hint="list_review_links shows those that it made.")
        links.end(session, desk, link)
    return Told({"success": True, "session_id": link.public_id, "message": "The link opens nothing any more."})
