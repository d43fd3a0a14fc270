"""In which order a plan's page shows its steps: what needs a close look first, then what is alike, then the rest.

Where a step stands follows from what it does; only what was dropped or sent back is done with, once the page is
loaded anew, so that nothing moves away under the reader. The order in which steps run is another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from webapp.data import Status
from webapp.diffs.fingerprint import fingerprint

from .shown import ShownStep

# So many steps that do the same are a group.
_ENOUGH = 3
_LONGEST_KEY = 12


@dataclass(frozen=True)
class Group:
    """Small steps that change the same of different things, each shown whole by its card.

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
        return [step for step in self.steps if step.one_of_several]


@dataclass(frozen=True)
class Arrangement:
    """A plan's steps as its page shows them.

    Attributes:
        close: each has to be opened, or can not run as things stand.
        rest: what is neither that nor in a group.
        done: nothing is to be decided about them, as things stand.
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
    groups = groups_of([step for step in steps if _is_open(step)])
    grouped = {step.public_id for group in groups for step in group.steps}
    rest = [step for step in steps if _is_open(step) and not _is_close(step) and step.public_id not in grouped]
    return Arrangement(close, groups, rest, done) if close or groups or done else Arrangement(plain=rest)


def groups_of(steps: Sequence[ShownStep]) -> list[Group]:
    """Return the groups among some steps, whatever was decided about them."""
    groups: dict[str, Group] = {}
    for step in steps:
        if step.short and not step.has_history and not _is_close(step):
            key = fingerprint([step.tool, step.lands_on["where"], step.risks, [line["field"] for line in step.gist]])
            groups.setdefault(key[:_LONGEST_KEY], Group(key[:_LONGEST_KEY])).steps.append(step)
    return [group for group in groups.values() if len(group.steps) >= _ENOUGH]


def still_open(group: Group) -> Group:
    """Return a group without those of its steps that nothing is to be decided about, as things stand."""
    return Group(group.key, [step for step in group.steps if _is_open(step)])


def _is_open(step: ShownStep) -> bool:
    return step.waits and step.status != Status.SENT_BACK


def _is_close(step: ShownStep) -> bool:
    return bool(step.must_open or step.hindered)
