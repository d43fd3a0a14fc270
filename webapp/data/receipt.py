"""Receipts as they were issued: what was said of a run at its end, signed, so that it can be shown to others."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class IssuedReceipt(Row):
    """One edition of a run's receipt. A step whose outcome was unknown and is settled later makes another edition.

    Attributes:
        edition: the first is 1.
        record: sealed; what is signed.
        digest: of the record, by which whoever has the receipt finds it again.
    """

    __tablename__ = "issued_receipts"
    __table_args__ = (UniqueConstraint("run_id", "edition"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"), index=True)
    edition: Mapped[int]
    record: Mapped[str]
    digest: Mapped[str] = mapped_column(index=True)
    issued_at: Mapped[datetime]
