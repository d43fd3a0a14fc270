"""Undos: taking back one write, a whole run, or an undo. Each is shown first as a plan of its own, then carried out.

A part that somebody edited since is left out unless a person wants it all the same. What stands there is kept before
each part, so an undo can be taken back itself. How a snapshot is restored is the business of `undoing`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from webapp.data import Person

from .desk import Desk


def begin_for_snapshot(desk: Desk, person: Person, uuid: str) -> str:
    """Begin to take back one write. Nothing is asked of the site yet, and nothing written.

    Returns:
        The undo's public id, `undo_...`.

    Raises:
        Refusal: `respira_snapshot_not_found`; `respira_cannot_restore`, with the reason that our own rows tell.
    """
    raise NotImplementedError


def begin_for_run(desk: Desk, person: Person, run_public: str) -> str:
    """Begin to take back all that a run changed and that is not taken back yet, approvals of its copies too.

    Returns:
        The undo's public id.

    Raises:
        Refusal: `respira_not_found`; `respira_cannot_restore`, nothing is left to take back.
    """
    raise NotImplementedError


def begin_for_undo(desk: Desk, person: Person, undo_public: str) -> str:
    """Begin to take back an undo: what it restored is as it was before it.

    Returns:
        The public id of the new undo.

    Raises:
        Refusal: `respira_not_found`; `respira_cannot_restore`, nothing is left to take back.
    """
    raise NotImplementedError


def look(desk: Desk, person: Person, undo_public: str) -> None:
    """Read the site, and keep for each part what restoring would change, who edited it since, or why it can not be.

    Raises:
        Refusal: `respira_not_found`; `respira_step_not_waiting`, it was carried out already.
        SiteTrouble: the site could not be read.
    """
    raise NotImplementedError


def start(
    desk: Desk, person: Person, undo_public: str, digest: str, chosen: Collection[int], over: Collection[int]
) -> None:
    """Say yes to an undo as it was shown; the worker carries it out. A second press starts nothing.

    Args:
        digest: of what the person saw.
        chosen: the positions of the parts to take back.
        over: those of them that go over what somebody edited since.

    Raises:
        Refusal: `respira_not_found`; `respira_plan_changed`, another look found something else;
            `respira_nothing_waiting`, none was chosen; `respira_invalid_arguments`, one that can not be;
            `respira_site_busy`.
    """
    raise NotImplementedError


def ask_to_stop(desk: Desk, person: Person, undo_public: str) -> None:
    """Let the part that runs now finish, and no further one start."""
    raise NotImplementedError


def carry_out(desk: Desk, undo_public: str, worker: str, stopping: Callable[[], bool] = lambda: False) -> bool:
    """Carry an undo out to its end, or go on with one whose worker died; the worker calls this.

    Returns:
        Whether it was carried out, as `applying.carry_out`.
    """
    raise NotImplementedError


def lapsed(desk: Desk) -> list[tuple[str, float]]:
    """Return the unfinished undos, each with the seconds until its lease has lapsed; 0 when it has."""
    return []
