"""What agents are told of the copies and new drafts of their key that wait for a person. Deciding is not theirs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.data import Copy
from webapp.errors import Refusal

from . import copies, events
from .asking import Told
from .desk import Desk
from .gate import Call
from .redaction import told_of

_PER_PAGE = 20
# The arguments that name an item.
_IDS = ("id", "post_id", "page_id", "copy_id")
_OF_COPIES = ("compare_copy", "create_share_link")
# What a person did to a new draft, and to a copy.
_BECAME = {"approved": "published it", "rejected": "rejected it", "kept": "kept it as a draft in WordPress"}
_COPY_BECAME = {**_BECAME, "approved": "approved it"}


def list_copies(desk: Desk, call: Call) -> Told:
    """Answer list_copies: this key's own, the newest first."""
    page, per_page = call.arguments.get("page", 1), call.arguments.get("per_page", _PER_PAGE)
    own = (Copy.key_id == call.key.id, Copy.state == "open")
    with desk.reading() as session:
        total = session.scalar(select(func.count()).select_from(Copy).where(*own)) or 0
        rows = session.scalars(
            select(Copy).where(*own).order_by(Copy.id.desc()).limit(per_page).offset((page - 1) * per_page)
        )
        listed = [_line(desk, row) for row in rows]
    return Told({"success": True, "copies": listed, "total": total, "total_pages": -(-total // per_page)})


def compare_copy(desk: Desk, call: Call) -> Told:
    """Answer compare_copy: what a person's yes would change, long texts shortened.

    Raises:
        Refusal: `respira_not_found`, no such copy of this key, or it is gone from the site.
        SiteTrouble: the site could not be read.
    """
    with desk.reading() as session:
        row = own(session, call, call.arguments["copy_id"])
    comparison = copies.compare(desk, row, call.site)
    changes = [told_of(change.as_json()) for change in comparison.changes]
    clashes = [change.label for change in comparison.clashes]
    body: dict[str, Any] = {"success": True, **_line(desk, row), "changes": changes, "clashes": clashes}
    if comparison.notes:
        body["warnings"] = list(comparison.notes)
    return Told({**body, "message": _message(row, clashes)})


def create_share_link(desk: Desk, call: Call) -> Told:
    """Answer create_share_link: the draft's preview link, which works until the day that the call says.

    Raises:
        Refusal: `respira_not_found`, it is no draft of this key that waits.
    """
    days = timedelta(days=call.arguments.get("ttl_days", copies.PREVIEW_LASTS.days))
    with desk.writing() as session:
        row = own(session, call, call.arguments["post_id"])
        row.preview_until = desk.clock() + days
        events.record(session, desk, "copy.shared", row.public_id, site_id=row.site_id, key_id=row.key_id)
        expires = row.preview_until.isoformat(timespec="seconds")
        link, what = copies.preview_link(desk, row), _what(row)
    message = f"Anybody who has this link sees the {what} until {expires}, or until a person decides about it."
    return Told(
        {
            "success": True,
            "url": link,
            "expires_at": expires,
            "post_id": row.copy_id,
            "post_title": row.name,
            "post_status": "draft",
            "message": message,
        }
    )


def of_decided(desk: Desk, call: Call, refusal: Refusal) -> Refusal | None:
    """Return what to say where a call was refused because a person has decided about the draft that it names.

    Args:
        refusal: what would be said otherwise.
    """
    named = [call.arguments[name] for name in _IDS if isinstance(call.arguments.get(name), int)]
    if refusal.code != "respira_not_found" or not named:
        return None
    decided = (Copy.site_id == call.site.id, Copy.copy_id.in_(named), Copy.state.in_(_BECAME))
    with desk.reading() as session:
        row = session.scalars(select(Copy).where(*decided).order_by(Copy.id.desc()).limit(1)).one_or_none()
    if row is None:
        return None
    of_copies = call.tool.name in _OF_COPIES
    # Terms, users and others have ids of their own, which may be the same numbers.
    if not of_copies and f"{row.kind} {row.copy_id} " not in refusal.message.casefold():
        return None
    if not copies.is_new(row):
        did = _COPY_BECAME[row.state]
        words = f"{row.copy_id} was a draft copy of {row.kind} {row.original_id}, and a person {did}."
        return Refusal("respira_not_found", words, hint=f"Change {row.kind} {row.original_id} itself.")
    if row.state == "approved" and not of_copies:
        return None
    words = f"{row.copy_id} was a new draft, and a person {_BECAME[row.state]}."
    return Refusal("respira_not_found", words, hint="list_copies shows those that wait.")


def own(session: Session, call: Call, item_id: int) -> Copy:
    """Return the copy or new draft of this key that an item is.

    Raises:
        Refusal: `respira_not_found`, it is no draft of this key that waits.
    """
    mine = (Copy.site_id == call.site.id, Copy.key_id == call.key.id, Copy.state == "open")
    row = session.scalar(select(Copy).where(*mine, Copy.copy_id == item_id))
    if row is not None:
        return row
    waiting = session.scalar(select(Copy).where(*mine, Copy.original_id == item_id))
    if waiting is not None:
        words = f"{item_id} is the live item itself. Its draft copy is {waiting.copy_id}."
        raise Refusal("respira_not_found", words, hint=f"Send {waiting.copy_id}.")
    words = f"{item_id} is no draft copy or new draft of this key that waits for a person, so it is not shown here."
    raise Refusal("respira_not_found", words, hint="Use list_copies to see those that wait.")


def _line(desk: Desk, row: Copy) -> dict[str, Any]:
    return {
        "copy_id": row.copy_id,
        "original_id": None if copies.is_new(row) else row.original_id,
        "title": row.name,
        "kind": row.kind,
        "new_draft": copies.is_new(row),
        "made_at": row.made_at.isoformat(timespec="seconds"),
        "review": {"url": copies.review_url(desk, row)},
    }


def _what(row: Copy) -> str:
    return "new draft" if copies.is_new(row) else f"draft copy of {row.name}"


def _message(row: Copy, clashes: list[str]) -> str:
    if clashes:
        names = ", ".join(clashes)
        return f"The live item was changed in the same places since: {names}. A person chooses which one stands."
    if copies.is_new(row):
        return "Nobody sees this draft until a person publishes it."
    return "The live item stays as it is until a person approves the copy."
