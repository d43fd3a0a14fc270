"""Links by which somebody without an account looks at a plan or a copy, comments on it, or decides about steps."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, false
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class May(StrEnum):
    """What somebody with a link may do, from little to much."""

    LOOK = "look"
    COMMENT = "comment"
    DECIDE = "decide"


class ReviewLink(Row):
    """A link to one plan or one copy. Only the hash of its token is kept.

    Attributes:
        label: whom it is for, in the owner's words.
        step_ids: public ids of the steps that it lets one decide about.
        passcode_hash: argon2id; None where none is asked.
        wrong_passcodes: how many were tried; after too many the link is over.
        counts: whether a yes by it counts for a key whose writes a person decides about in the browser.
        shown: what the plan or the copy was when the link was made, as a digest, to tell whether it changed since.
        person_id: the owner who made it; None where the agent did, whose key is `key_id`.
        opened_at: when it was last opened; `openings` how often.
    """

    __tablename__ = "review_links"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), index=True)
    plan_id: Mapped[int | None] = mapped_column(ForeignKey("plans.id", ondelete="CASCADE"), index=True)
    copy_id: Mapped[int | None] = mapped_column(ForeignKey("copies.id", ondelete="CASCADE"), index=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    key_id: Mapped[int | None] = mapped_column(ForeignKey("keys.id", ondelete="SET NULL"))
    token_hash: Mapped[str] = mapped_column(unique=True)
    passcode_hash: Mapped[str | None]
    wrong_passcodes: Mapped[int] = mapped_column(default=0, server_default="0")
    label: Mapped[str]
    may: Mapped[str]
    step_ids: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    counts: Mapped[bool] = mapped_column(default=False, server_default=false())
    shown: Mapped[str | None]
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
    opened_at: Mapped[datetime | None]
    openings: Mapped[int] = mapped_column(default=0, server_default="0")
