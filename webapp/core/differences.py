"""Differences between what a person saw of a plan and what is there now, told by the digests that their page brought.

Of each step the forecast before the present one is kept, so that the difference can be shown; of an older one it is
only said that it was another. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from webapp.data import Plan, Status, Step

from . import forecasts, plans
from .desk import Desk

Kind = Literal["changed", "new", "withdrawn", "decided"]
_NOTHING = {"before": None, "after": None}


@dataclass(frozen=True)
class Difference:
    """How a step differs from what a person saw.

    Attributes:
        former_effect: what it was said to do, where that is another sentence now.
        changes: what it would have written (before) and what it would write now (after), field by field; then what
            stood there, where that is what differs.
        known: whether it is known what the person saw.
    """

    step: Step
    kind: Kind
    former_effect: str | None = None
    changes: list[dict[str, Any]] = field(default_factory=list)
    known: bool = True


def of_step(desk: Desk, step: Step, seen: str) -> Difference | None:
    """Return how a step differs from the one that had a digest; None where it is that one.

    Args:
        step: with all its columns.
    """
    if step.digest == seen:
        return None
    former = forecasts.former_of(desk, step)
    if former is None or former["digest"] != seen:
        return Difference(step, "changed", known=False)
    changes = _between(former["changes"], forecasts.forecast_of(desk, step)["changes"])
    effect = None if former["effect"] == step.effect else former["effect"]
    return Difference(step, "changed", effect, changes)


def of_plan(
    session: Session, desk: Desk, plan: Plan, seen: Mapping[str, str], last: int | None, *, to_apply: bool
) -> list[Difference]:
    """Return how the steps of a plan differ from what a person saw, in their order.

    Args:
        seen: step ids with the digests of what was shown; those of no step of the plan are left out.
        last: the highest position that was shown.
        to_apply: those steps were shown as accepted.
    """
    newer = Step.position > last if last is not None else Step.public_id.is_(None)
    named = select(Step).where(Step.plan_id == plan.id, or_(Step.public_id.in_(seen), newer)).order_by(Step.position)
    found = [_found(desk, step, seen.get(step.public_id), to_apply=to_apply) for step in session.scalars(named)]
    return [difference for difference in found if difference is not None]


def _found(desk: Desk, step: Step, seen: str | None, *, to_apply: bool) -> Difference | None:
    gone = step.status == Status.DISCARDED
    if seen is None:
        return None if gone else Difference(step, "new")
    if gone:
        return Difference(step, "withdrawn")
    stands = step.status == Status.ACCEPTED if to_apply else plans.waits(step)
    return of_step(desk, step, seen) or (None if stands else Difference(step, "decided"))


def _between(former: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    old, new = ({change["field"]: change for change in changes} for changes in (former, now))
    pairs = [(old.get(name), new.get(name)) for name in dict.fromkeys([*old, *new])]
    told = [_compared(one, other, "after", "") for one, other in pairs]
    told += [_compared(one, other, "before", ", as it stood there") for one, other in pairs if one and other]
    return [change for change in told if change["before"] != change["after"]]


def _compared(
    one: Mapping[str, Any] | None, other: Mapping[str, Any] | None, side: Literal["before", "after"], words: str
) -> dict[str, Any]:
    """Return one side of two changes of a field as a change by itself."""
    known = one or other or _NOTHING
    return {
        **{name: known[name] for name in ("field", "kind")},
        "label": f"{known['label']}{words}",
        "before": (one or _NOTHING)[side],
        "after": (other or _NOTHING)[side],
    }
