"""WordPress sites we are connected to, what their owners allow there, and who may write right now."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import false
from sqlalchemy.orm import Mapped, mapped_column

from .key import Scope
from .row import Row


class Site(Row):
    """A WordPress installation, and what its owner lets agents do there.

    Attributes:
        app_password: sealed.
        capabilities: what its login may do, or None when WordPress did not tell.
        scope: what any key may do there at the most, whatever the key's own scope.
        tools_off: short names of tools that no key may use.
        protected: items that no agent may change: dicts of `kind`, `id` and `name`.
        plan_forced: every write of every key is planned.
        shared_keys_write: shared keys may write directly, where plan mode is not forced.
        paused_at: since when nothing is planned or applied; None while agents may work.
    """

    __tablename__ = "sites"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    url: Mapped[str]
    rest_root: Mapped[str]
    username: Mapped[str]
    app_password: Mapped[str]
    capabilities: Mapped[list[Any] | None]
    role: Mapped[str]
    direct_editing: Mapped[bool] = mapped_column(default=False)
    scope: Mapped[str] = mapped_column(default=Scope.FULL, server_default=Scope.FULL)
    tools_off: Mapped[list[Any]] = mapped_column(default=list)
    protected: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    plan_forced: Mapped[bool] = mapped_column(default=False, server_default=false())
    shared_keys_write: Mapped[bool] = mapped_column(default=False, server_default=false())
    browser_plan_hours: Mapped[int] = mapped_column(default=72)
    paused_at: Mapped[datetime | None]
    connected_at: Mapped[datetime]
    disconnected_at: Mapped[datetime | None]


class SiteLease(Row):
    """Who may write to a WordPress right now, and what for. A holder that died is passed over once `until` is past.

    `place` is the address of the WordPress, since two owners may have connected the same one."""

    __tablename__ = "site_leases"

    place: Mapped[str] = mapped_column(primary_key=True)
    holder: Mapped[str]
    purpose: Mapped[str]
    since: Mapped[datetime]
    until: Mapped[datetime]
