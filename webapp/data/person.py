"""People who sign in, their sessions and one-time sign-in links, and which sites they belong to."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, UniqueConstraint, true
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Person(Row):
    """Somebody who signs in. `time_zone` is the name of the zone that they read times in, None for none chosen."""

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    password_hash: Mapped[str | None]
    time_zone: Mapped[str | None]


class BrowserSession(Row):
    """That a person is signed in, in one browser. Its token is only known to that browser; here is its hash.

    Attributes:
        browser: what it says of itself, shortened, so that a person knows it again in a list.
        seen_at: when a form was last sent from it, to within a few minutes.
        remembered: it was asked to last, so it may lie unused.
    """

    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    by_link: Mapped[bool]
    made_at: Mapped[datetime]
    browser: Mapped[str | None]
    seen_at: Mapped[datetime | None]
    remembered: Mapped[bool] = mapped_column(server_default=true())


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
