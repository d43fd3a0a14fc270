"""Continuing: what a finished run left, and going on with it by one press.

The yes holds for exactly what it was given to: a step goes on only where a person accepted what it is shown as now.
Whoever presses gives that yes anew. An agent's own run goes on by the agent's next call, so here it only is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Mode, Outcome, Person, Run, RunStep, Status, Step
from webapp.errors import Refusal

from . import awaited, forecasts, receipts, reviews, runs, views, waiting
from .deciders import signed_in
from .desk import Desk
from .rights import Bar
from .views import PlanView, StepView

# A step in one of these went on elsewhere, or is waited for.
_SETTLED = (Status.APPLIED, Status.RUNNING, Status.UNKNOWN)


class Why(Enum):
    """Why a step does not go on by a press, and has to be looked at by itself."""

    GONE = auto()
    SENT_BACK = auto()
    PERHAPS = auto()
    STALE = auto()
    BARRED = auto()
    NEEDS = auto()
    NOT_ACCEPTED = auto()
    CHANGED = auto()
    ANYWAY = auto()
    OUT_OF_ORDER = auto()


@dataclass(frozen=True)
class Choice:
    """One way to go on.

    Attributes:
        steps: what runs, in plan order.
        left_out: what does not, and why.
    """

    steps: tuple[Step, ...]
    left_out: tuple[tuple[Step, Why], ...]


@dataclass(frozen=True)
class Remainder:
    """What a finished run left.

    Attributes:
        in_chat: an agent goes on with it, in its chat.
        failed: the steps that failed and are not settled otherwise since.
        not_run: those that did not run, and have not since.
        unknown: those of which it is not known whether they were saved.
        again: the failed ones once more, then those that did not run.
        skip: those that did not run, without the failed ones.
        later: the newest later run of the plan in which some of the run's steps went on.
    """

    view: PlanView
    in_chat: bool
    failed: tuple[Step, ...]
    not_run: tuple[Step, ...]
    unknown: tuple[Step, ...]
    again: Choice
    skip: Choice
    later: Run | None


def of_run(session: Session, desk: Desk, run: Run) -> Remainder:
    """Return what a finished run left. The site is not asked."""
    view = views.of_plan(session, desk, run.plan_id)
    parts = receipts.part_rows(session, run)
    left = [(part, step) for part, step in parts if step.status not in _SETTLED]
    failed = tuple(step for part, step in left if part.outcome == Outcome.FAILED)
    not_run = tuple(step for part, step in left if part.outcome == Outcome.NOT_RUN)
    both = tuple(step for _part, step in left if step in failed or step in not_run)
    return Remainder(
        view=view,
        in_chat=run.person_id is None and view.key.mode != Mode.BROWSER,
        failed=failed,
        not_run=not_run,
        unknown=tuple(step for _part, step in parts if step.status == Status.UNKNOWN),
        again=_choice(view, both),
        skip=_choice(view, not_run),
        later=_later(session, run),
    )


def start(desk: Desk, person: Person, run_public: str, digests: Mapping[str, str]) -> str:
    """Go on with what a run left: accept exactly these steps as they were shown, and run them.

    A second press finds the run of the first and starts none.

    Args:
        digests: step ids with the digests of what the person saw.

    Returns:
        The new run's public id.

    Raises:
        Refusal: `respira_not_found`; `respira_plan_changed`, other steps than these can go on now; whatever keeps a
            run from being started.
    """
    with desk.reading() as session:
        run = runs.find_for_person(session, person.id, run_public)
        view = views.of_plan(session, desk, run.plan_id)
    if view.open_run is None:
        waiting.demand_free(desk, view.site.id)
    with desk.writing() as session:
        run = runs.find_for_person(session, person.id, run_public)
        public = (_begun(session, desk, run, digests) or _started(session, desk, person, run, digests)).public_id
    desk.wake(public)
    return public


def _begun(session: Session, desk: Desk, run: Run, digests: Mapping[str, str]) -> Run | None:
    """Return the run that another press began, if there is one."""
    view = views.of_plan(session, desk, run.plan_id)
    if view.open_run is not None:
        return view.open_run
    last = reviews.already_run(session, view, digests)
    return last if last is not None and last.id > run.id else None


def _started(session: Session, desk: Desk, person: Person, run: Run, digests: Mapping[str, str]) -> Run:
    left = of_run(session, desk, run)
    reviews.demand_open(session, desk, left.view.row)
    if left.in_chat:
        raise Refusal("respira_not_possible", "An agent asked for this run: it goes on in its chat.", hint="")
    chosen = next((choice.steps for choice in (left.again, left.skip) if _seen(choice) == dict(digests)), ())
    if not chosen:
        raise Refusal("respira_plan_changed")
    for step in chosen:
        if step.status != Status.ACCEPTED:
            reviews.write_down(session, desk, signed_in(person), left.view.row, step, "accept", None)
    goes_on = run.continue_on_error
    return runs.start(session, desk, left.view.row, chosen, continue_on_error=goes_on, person=person, upon=run)


def _seen(choice: Choice) -> dict[str, str]:
    return {step.public_id: step.digest for step in choice.steps}


def _choice(view: PlanView, wanted: Sequence[Step]) -> Choice:
    """Return what of the wanted steps can run, in their order, and why the others can not."""
    seen, steps = {step.row.id: step for step in view.steps}, [step.row for step in view.steps]
    chosen: list[Step] = []
    left_out: dict[int, Why] = {}
    for step in wanted:
        why = _why_not(seen.get(step.id))
        if why is None and awaited.first_unmet(step.needs, steps, chosen) is not None:
            why = Why.NEEDS
        if why is None:
            chosen.append(step)
        else:
            left_out[step.id] = why
    while (odd := forecasts.first_that_differs(chosen, steps)) is not None:
        chosen.remove(odd)
        left_out[odd.id] = Why.OUT_OF_ORDER
    return Choice(tuple(chosen), tuple((step, left_out[step.id]) for step in wanted if step.id in left_out))


def _why_not(step: StepView | None) -> Why | None:
    """Return why a step does not go on, whatever runs before it."""
    if step is None or step.row.status in (Status.DROPPED, Status.DISCARDED):
        return Why.GONE
    if step.row.status == Status.SENT_BACK:
        return Why.SENT_BACK
    if not step.waits:
        return Why.PERHAPS
    if step.row.stale:
        return Why.STALE
    if step.bar is not None:
        return Why.NEEDS if step.bar is Bar.NEEDS_OTHER else Why.BARRED
    return _without_yes(step)


def _without_yes(step: StepView) -> Why | None:
    """Return why no yes holds for what a step is shown as now."""
    if step.decision is None or step.decision.verdict != "accept":
        return Why.NOT_ACCEPTED
    if step.decision.digest != step.row.digest or step.undecided_place:
        return Why.CHANGED
    return Why.ANYWAY if step.decision.anyway else None


def _later(session: Session, run: Run) -> Run | None:
    own = select(RunStep.step_id).where(RunStep.run_id == run.id)
    same = select(RunStep.run_id).where(RunStep.step_id.in_(own), RunStep.run_id > run.id)
    return session.scalar(select(Run).where(Run.id.in_(same)).order_by(Run.id.desc()).limit(1))
