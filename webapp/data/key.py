"""What agents show at a door. A key belongs to one site; only its hash is kept."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Mode(StrEnum):
    """When a key's writes are planned, and where the yes comes from."""

    ASK = "ask"
    CHAT = "chat"
    BROWSER = "browser"


class Scope(StrEnum):
    """What a key may do at all, from little to much."""

    READ = "read"
    CONTENT = "content"
    FULL = "full"


class Key(Row):
    """An agent's key.

    Attributes:
        ending: its last four characters, so that people can tell keys apart.
        tools_off: short names of tools that this key may not use.
        shared: several agents use it, so it has no plan.
        expires_at: when it stops working by itself; None for never.
        paused_at: since when it may do nothing; None while it may.
    """

    __tablename__ = "keys"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), index=True)
    name: Mapped[str]
    token_hash: Mapped[str] = mapped_column(unique=True)
    ending: Mapped[str]
    mode: Mapped[str]
    scope: Mapped[str]
    tools_off: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    shared: Mapped[bool] = mapped_column(default=False)
    client: Mapped[str | None]
    made_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    paused_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class ApprovalToken(Row):
    """A single-use yes for one direct call of a tool that asks for approval. Only its hash is kept."""

    __tablename__ = "approval_tokens"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    key_id: Mapped[int] = mapped_column(ForeignKey("keys.id", ondelete="CASCADE"), index=True)
    fingerprint: Mapped[str]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class KeyTicket(Row):
    """A code that the stdio command exchanges for a key, once and soon. Only its hash is kept; the key's own token is
    sealed, and erased when the ticket was used or is too old."""

    __tablename__ = "key_tickets"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    key_id: Mapped[int] = mapped_column(ForeignKey("keys.id", ondelete="CASCADE"), index=True)
    key_token: Mapped[str | None]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
