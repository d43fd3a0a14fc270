"""In which order a plan's page shows its steps: what needs a close look first, then what is alike, then the rest.

Where a step stands follows from what it does and not from what was decided about it, so that nothing moves away under
the reader. The order in which steps run is another one, and every card tells it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from webapp.data import Status

from .shown import ShownStep

# So many steps that do the same are a group.
_ENOUGH = 3


@dataclass(frozen=True)
class Group:
    """Small steps that do the same to different things.

    Attributes:
        key: the same as long as the steps do the same; part of an id of the page.
        acceptable: those of its steps that one press accepts.
    """

    key: str
    steps: list[ShownStep] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What people call the tool of all of them."""
        return self.steps[0].title

    @property
    def acceptable(self) -> list[ShownStep]:
        """Those of its steps that nobody decided about and that one press accepts."""
        return [step for step in self.steps if step.free and not step.must_open]


@dataclass(frozen=True)
class Arrangement:
    """A plan's steps as its page shows them.

    Attributes:
        close: each has to be opened, or can not run as things stand.
        rest: what is neither that nor in a group.
        done: nothing is to be decided about them any more.
        plain: one list in the plan's own order, where nothing is to be told apart or somebody asked for it.
    """

    close: list[ShownStep] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    rest: list[ShownStep] = field(default_factory=list)
    done: list[ShownStep] = field(default_factory=list)
    plain: list[ShownStep] = field(default_factory=list)


def arranged(steps: Sequence[ShownStep], *, deciding: bool, in_plan_order: bool = False) -> Arrangement:
    """Arrange the steps of a plan.

    Args:
        deciding: whether something is still to be decided.
        in_plan_order: somebody asked for the plan's own order.
    """
    if in_plan_order or not deciding:
        return Arrangement(plain=list(steps))
    done = [step for step in steps if not _is_open(step)]
    close = [step for step in steps if _is_open(step) and _is_close(step)]
    small = [step for step in steps if _is_open(step) and not _is_close(step)]
    alike = _by_likeness(small)
    groups = [group for group in alike if len(group.steps) >= _ENOUGH]
    alone = {step.public_id for group in alike if len(group.steps) < _ENOUGH for step in group.steps}
    rest = [step for step in small if step.public_id in alone]
    return Arrangement(close, groups, rest, done) if close or groups or done else Arrangement(plain=rest)


def _is_open(step: ShownStep) -> bool:
    return step.waits or step.status == Status.DROPPED


def _is_close(step: ShownStep) -> bool:
    return bool(step.must_open or step.hindered)


def _by_likeness(steps: Sequence[ShownStep]) -> list[Group]:
    groups: dict[str, Group] = {}
    for step in steps:
        key = "-".join([step.tool, step.lands_on["where"], *step.risks])
        groups.setdefault(key, Group(key)).steps.append(step)
    return list(groups.values())
