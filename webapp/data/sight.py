"""What a visitor saw of a public page, before and after something was written to the site."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Sight(Row):
    """One public address, looked at around a run, an undo or the approval of a copy: exactly one of the three is set.

    Attributes:
        address: where the visitor looked.
        about: the public ids of the steps that change it, or nothing where it is looked at as the whole site's front.
        before, after: what was seen: `status`, `size`, `title`, `canonical`, `robots`, `fatal`, `led_to` and `away`;
            or `trouble`. None where nobody looked yet.
        found: what is wrong, worst first: `what`, and `grave` for what makes undo the first thing to offer.
    """

    __tablename__ = "sights"

    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int | None] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"), index=True)
    undo_id: Mapped[int | None] = mapped_column(ForeignKey("undos.id", ondelete="CASCADE"), index=True)
    copy_id: Mapped[int | None] = mapped_column(ForeignKey("copies.id", ondelete="CASCADE"), index=True)
    address: Mapped[str]
    about: Mapped[list[Any]]
    before: Mapped[dict[str, Any] | None]
    after: Mapped[dict[str, Any] | None]
    found: Mapped[list[Any]]
    looked_at: Mapped[datetime | None]
