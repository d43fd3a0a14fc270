"""Sights: the public pages that a write changes, looked at as a visitor before and after, and what is wrong there.

Looking never changes what became of a write; who looks is told what was seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from webapp.data import Copy, Run, Sight, Site, Undo

from .desk import Desk


def before_run(desk: Desk, run: Run) -> None:
    """Look at the public pages that a run is to change, before it writes anything; nothing is looked at twice."""


def after_run(desk: Desk, run_public_id: str) -> None:
    """Look at them again once the run is finished, and keep what is wrong."""


def before_undo(desk: Desk, undo: Undo) -> None:
    """Look at the public pages that an undo is to change."""


def after_undo(desk: Desk, undo_public_id: str) -> None:
    """Look at them again once the undo is finished."""


def before_copy(desk: Desk, copy: Copy, site: Site, address: str | None) -> None:
    """Look at the live page of a copy that is about to be approved.

    Args:
        address: the public one; None where the item has none yet.
    """


def after_copy(desk: Desk, copy: Copy, site: Site, address: str | None) -> None:
    """Look at it again once the copy is live."""


def overdue(desk: Desk) -> list[str]:
    """Return the public ids of what finished within the last hour and was not looked at afterwards."""
    return []


def of_run(session: Session, run_id: int) -> Sequence[Sight]:
    """Return what was seen around a run, what is wrong first."""
    return ()


def of_undo(session: Session, undo_id: int) -> Sequence[Sight]:
    """Return what was seen around an undo, what is wrong first."""
    return ()


def of_copy(session: Session, copy_id: int) -> Sequence[Sight]:
    """Return what was seen around the approval of a copy."""
    return ()
