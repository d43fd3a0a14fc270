"""Works: what the worker carries out, whichever kind it is, and what it looks at afterwards."""

from __future__ import annotations

from collections.abc import Callable

from webapp.data import Run, Undo

from . import applying, claims, sights, undo_runs
from .desk import Desk

_UNDO = "undo_"


def carry_out(desk: Desk, public_id: str, worker: str, stopping: Callable[[], bool] = lambda: False) -> bool:
    """Carry a run or an undo out to its end, then look at the public pages as a visitor sees them.

    Args:
        public_id: of a run (`run_...`) or of an undo (`undo_...`).
        worker, stopping: as for `applying.carry_out`.

    Returns:
        Whether it was carried out.

    Raises:
        Refusal: `respira_site_busy`: it is put off, and to be tried again soon.
    """
    if public_id.startswith(_UNDO):
        done = undo_runs.carry_out(desk, public_id, worker, stopping)
    else:
        done = applying.carry_out(desk, public_id, worker, stopping)
    if done:
        look_after(desk, public_id)
    return done


def look_after(desk: Desk, public_id: str) -> None:
    """Look at the public pages after a finished run or undo."""
    if public_id.startswith(_UNDO):
        sights.after_undo(desk, public_id)
    else:
        sights.after_run(desk, public_id)


def lapsed(desk: Desk) -> list[tuple[str, float]]:
    """Return what is not finished, each with the seconds until its lease has lapsed; 0 when it has."""
    return [*claims.lapsed(desk, Run), *claims.lapsed(desk, Undo)]
