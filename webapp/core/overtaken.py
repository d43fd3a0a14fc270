"""What others changed on the site under a step that was planned again, so that it is told what it would take back.

The step sends what the agent wrote before that change. It is kept until the plan is over, whatever the step is
forecast upon later.
"""

from __future__ import annotations

from typing import Any

from webapp.data import Step
from webapp.diffs.taken_back import Taken
from webapp.tools.answers import State
from webapp.tools.risks import Risk
from webapp.tools.taking_back import taken_back

from .desk import Desk

By = dict[str, Any]


def remember(desk: Desk, step: Step, moved: State, by: By | None) -> None:
    """Keep what a step finds changed that is planned again.

    Args:
        moved: what others changed, as it was before.
        by: who or what changed it, as `Step.moved_by` holds it.
    """
    if moved:
        kept = {"was": was_of(desk, step, moved), "by": by or by_of(desk, step)}
        step.moved_from = desk.sealer.seal(f"step.moved_from {step.public_id}", kept)


def was_of(desk: Desk, step: Step, moved: State) -> State:
    """Return everything that others changed since a step was first planned, as it was then.

    Args:
        moved: what they changed since it was planned the last time, as it was before.
    """
    former: State = _kept(desk, step)["was"]
    return {**moved, **former}


def by_of(desk: Desk, step: Step) -> By | None:
    """Return who or what changed it last, as `Step.moved_by` holds it."""
    by: By | None = _kept(desk, step)["by"]
    return by


def taken_from(desk: Desk, step: Step, now: State, later: State) -> dict[str, list[Taken]]:
    """Return what a step would take back of that, by the names of its state.

    Args:
        now: its base.
        later: what it would leave.
    """
    return taken_back(_kept(desk, step)["was"], now, later)


def takes_back(step: Step) -> bool:
    """Tell whether a step is known to take something back."""
    return Risk.TAKES_BACK in step.risks


def _kept(desk: Desk, step: Step) -> dict[str, Any]:
    kept: dict[str, Any] = {"was": {}, "by": None}
    if step.moved_from is not None:
        kept = desk.sealer.unseal(f"step.moved_from {step.public_id}", step.moved_from)
    return kept
