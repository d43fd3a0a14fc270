"""People who sign in, their one-time sign-in links, and which sites they belong to."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Person(Row):
    """Somebody who signs in. `session_mark` changes when all their sessions must end."""

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    password_hash: Mapped[str | None]
    session_mark: Mapped[str]
    created_at: Mapped[datetime]


class SignInLink(Row):
    """A link that signs a person in once. Only its hash is kept."""

    __tablename__ = "sign_in_links"

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class Membership(Row):
    """That a person may see and decide about a site."""

    __tablename__ = "memberships"
    __table_args__ = (UniqueConstraint("person_id", "site_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), index=True)
    role: Mapped[str]
    created_at: Mapped[datetime]
