"""What a finished run left, as `runs/_going_on.html` prints it: how to go on, what stays out, what has to be checked.

It reads and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from webapp.core.continuing import Choice, Remainder, Why
from webapp.data import Step

from .bars import stopped_words
from .phrases import apply_label, count, live_among

_WHY = {
    Why.SENT_BACK: "it was sent back to the agent",
    Why.PERHAPS: "it may have changed the site, so look at the page first",
    Why.STALE: "the page changed on the site since this was planned",
    Why.BARRED: "it is not allowed any more",
    Why.NEEDS: "it needs what another step makes, and that is not made",
    Why.NOT_ACCEPTED: "nobody has accepted it as it stands",
    Why.CHANGED: "it does something else now than what was accepted",
    Why.ANYWAY: "it was accepted although the page had changed, so it needs a yes of its own",
    Why.OUT_OF_ORDER: "it was accepted as it would be after another step",
}
# So many steps are named one by one.
_MOST_NAMED = 3


@dataclass(frozen=True)
class LeftOut:
    """A step that does not go on by a press, and has to be decided about on its own page."""

    public_id: str
    position: int
    why: str


@dataclass(frozen=True)
class Way:
    """One way to go on: what it does in words, its button, the steps that it runs, and those it alone leaves out."""

    key: str
    title: str
    label: str
    steps: tuple[Step, ...]
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True)
class ShownRemainder:
    """What a run left.

    Attributes:
        waits: how many steps could still run.
        blocked: why nothing of it can go on for now; then there are no ways.
        left_out: what goes on in none of the ways.
        unknown: the steps of which it is not known whether they were saved.
        later: the run in which something of it went on.
    """

    in_chat: bool
    waits: int
    blocked: str | None
    ways: tuple[Way, ...]
    left_out: tuple[LeftOut, ...]
    unknown: tuple[Step, ...]
    later: str | None


def shown(left: Remainder) -> ShownRemainder:
    """Say what a run left, and how it goes on."""
    gone = {step.id for step, why in left.again.left_out if why is Why.GONE}
    waits = [step for step in (*left.failed, *left.not_run) if step.id not in gone]
    blocked = _blocked(left) if waits else None
    by_a_press = bool(waits) and not blocked and not left.in_chat
    return ShownRemainder(
        in_chat=left.in_chat,
        waits=len(waits),
        blocked=blocked,
        ways=tuple(_ways(left, [step for step in left.failed if step.id not in gone])) if by_a_press else (),
        left_out=_left_out(left.again) if by_a_press else (),
        unknown=left.unknown,
        later=None if left.later is None else left.later.public_id,
    )


def _blocked(left: Remainder) -> str | None:
    view = left.view
    if view.over:
        return "This plan is over, so nothing of it can run any more. Ask the agent to plan it again."
    if view.open_run is not None:
        return "Another run of this plan goes on now."
    if view.site.disconnected_at is not None:
        return "The site is not connected, so nothing can run on it."
    return stopped_words(view) if view.stopped is not None else view.held


def _ways(left: Remainder, failed: Sequence[Step]) -> Iterable[Way]:
    once_more = [step for step in left.again.steps if step in failed]
    if once_more:
        rest = len(left.again.steps) - len(once_more)
        title = f"Try {_named(once_more)} again{_then(rest)}"
        yield Way("again", title, _label("Try again", left.again), left.again.steps)
    if left.skip.steps:
        does = f"Skip {_named(failed)} and run" if failed else "Run"
        title = f"{does} {_rest(len(left.skip.steps))}"
        own = [one for one in _left_out(left.skip) if one not in _left_out(left.again)]
        label = _label("Skip and go on" if failed else "Go on", left.skip)
        yield Way("skip", title, label, left.skip.steps, tuple(own))


def _then(rest: int) -> str:
    return f", and run {_rest(rest)}" if rest else ""


def _rest(number: int) -> str:
    return "the step that did not run" if number == 1 else f"the {number} steps that did not run"


def _named(steps: Sequence[Step]) -> str:
    if len(steps) > _MOST_NAMED:
        return f"the {count(len(steps), 'step')} that failed"
    *first, last = [str(step.position) for step in steps]
    return f"steps {', '.join(first)} and {last}" if first else f"step {last}"


def _label(begin: str, choice: Choice) -> str:
    said = apply_label(len(choice.steps), live_among(choice.steps)).removeprefix("Apply ")
    return f"{begin}: {said}"


def _left_out(choice: Choice) -> tuple[LeftOut, ...]:
    told = [(step, why) for step, why in choice.left_out if why is not Why.GONE]
    return tuple(LeftOut(step.public_id, step.position, _WHY[why]) for step, why in told)
