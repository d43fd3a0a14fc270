"""WordPress sites we are connected to, what their owners allow there, and who may write right now."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Site(Row):
    """A WordPress installation. The application password is sealed; `capabilities` is what its login may do,
    or None when WordPress did not tell."""

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
    tools_off: Mapped[list[Any]] = mapped_column(default=list)
    browser_plan_hours: Mapped[int] = mapped_column(default=72)
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
