"""Issuing receipts: what was said of a run at its end, signed, and finding again what somebody shows us of it.

What became of a run's changes since is told beside it (see `histories`), and is no part of what is signed.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from webapp.data import Run

from .desk import Desk


def issue(session: Session, desk: Desk, run: Run) -> None:
    """Issue the receipt of a finished run; another edition of it where something else is to be said by now."""
