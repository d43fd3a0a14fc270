"""Runs: asking for an apply. Whoever asks, a run is carried out by the worker (see `applying`)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from webapp.data import Event, Key, Membership, Mode, Person, Phase, Plan, Run, RunStep, Site, Status, Step, public_id
from webapp.errors import Refusal

from . import awaited, events, forecasts, notes, plans, rights, waiting, yeses
from .desk import Desk


def for_agent(session: Session, desk: Desk, plan: Plan, mode: str, step_ids: Sequence[str] | None) -> list[Step]:
    """Return the steps that an agent's apply runs, in plan order.

    Args:
        mode: the key's; on a `browser` key only what a person accepted runs.
        step_ids: the named ones, or None for every one that may run.

    Raises:
        Refusal: a named step may not run; then nothing runs.
    """
    steps = plans.steps_of(session, plan)
    unheld = yeses.not_counting(session, [step.id for step in steps]) if mode == Mode.BROWSER else {}
    if step_ids is None:
        return [step for step in steps if _may_run(step, mode) and step.id not in unheld]
    chosen = plans.named(steps, step_ids)
    for step in chosen:
        if not _may_run(step, mode) or step.id in unheld:
            raise _refusal(step, mode)
    _demand_needs(chosen, steps)
    return chosen


def _may_run(step: Step, mode: str) -> bool:
    if mode == Mode.BROWSER:
        return step.status == Status.ACCEPTED
    return plans.waits(step) and step.status != Status.SENT_BACK


def _refusal(step: Step, mode: str) -> Refusal:
    name = f"Step {step.position} ({step.public_id})"
    if mode == Mode.BROWSER and plans.waits(step) and step.status != Status.SENT_BACK:
        return Refusal(
            "respira_waiting_for_person",
            f"{name} is not accepted: a person decides about it in the browser. Nothing was run.",
        )
    said = {
        Status.DROPPED: "the person dropped it",
        Status.SENT_BACK: "the person sent it back",
        Status.APPLIED: "it was applied already",
        Status.UNKNOWN: "it is not known whether it was saved",
        Status.RUNNING: "it is running now",
        Status.FAILED: "it failed, and the site may have been changed",
    }
    why = said.get(Status(step.status), f"it is {step.status}")
    return Refusal("respira_step_not_waiting", f"{name} can not be applied: {why}. Nothing was run.")


def start(
    session: Session,
    desk: Desk,
    plan: Plan,
    steps: Sequence[Step],
    *,
    continue_on_error: bool,
    person: Person | None = None,
    upon: Run | None = None,
) -> Run:
    """Write down that these steps are to be run. Wake the worker once this is committed.

    Args:
        steps: in plan order.
        person: who said yes in the browser; None when the agent's call is the yes.
        upon: the run whose page they read, where it was that: the new one keeps its title and note.

    Raises:
        Refusal: the key may do nothing; `respira_site_paused`; `respira_questions_open`, what people said holds it
            back; `respira_site_busy`, another run or an undo of this site is not finished; or `respira_plan_changed`,
            a person accepted one of the steps as it would be after another step that is not to run.
    """
    key = session.get_one(Key, plan.key_id)
    rights.demand_live(key, desk.clock())
    rights.demand_own(key)
    rights.demand_not_paused(session.get_one(Site, plan.site_id))
    notes.demand_settled(session, plan, by_agent=person is None)
    waiting.demand_none_open(session, plan.site_id)
    if person is not None or key.mode == Mode.BROWSER:
        _demand_needs(steps, plans.steps_of(session, plan))
        _demand_as_shown(steps, plans.steps_of(session, plan))
    read = upon or plan
    run = Run(
        public_id=public_id("run"),
        plan_id=plan.id,
        key_id=plan.key_id,
        site_id=plan.site_id,
        person_id=None if person is None else person.id,
        title=read.title,
        note=read.note,
        continue_on_error=continue_on_error,
        stop_asked=False,
        asked_at=desk.clock(),
    )
    session.add(run)
    session.flush()
    session.add_all(
        RunStep(run_id=run.id, step_id=step.id, phase=Phase.WAITING, approved_by_apply=False) for step in steps
    )
    events.record(
        session,
        desk,
        "run.asked",
        run.public_id,
        site_id=run.site_id,
        key_id=run.key_id,
        person_id=run.person_id,
        steps=len(steps),
    )
    session.flush()
    return run


def _demand_needs(chosen: Sequence[Step], steps: Sequence[Step]) -> None:
    """Demand that what the chosen steps refer to is made, or is made before them.

    Raises:
        Refusal: `respira_step_needs_other`.
    """
    for step in chosen:
        before = [other for other in chosen if other.position < step.position]
        unmet = awaited.first_unmet(step.needs, steps, before)
        if unmet is not None:
            raise Refusal(
                "respira_step_needs_other",
                f"Step {step.position} needs what step {unmet.position} makes, which has not run and is not among "
                "the steps to apply. Nothing was run.",
                hint=f"Apply step {unmet.position} too, or leave step {step.position} out.",
            )


def _demand_as_shown(chosen: Sequence[Step], steps: Sequence[Step]) -> None:
    odd = forecasts.first_that_differs(chosen, steps)
    if odd is None:
        return
    done = forecasts.applied_since(odd, steps) | {step.public_id for step in chosen}
    missing = [step for step in steps if step.public_id in set(odd.upon) - done]
    if missing:
        raise Refusal(
            "respira_plan_changed",
            f"Step {odd.position} was accepted as it would be after step {missing[0].position}, which is not among "
            "the steps to apply. Nothing was run.",
            hint=f"Accept or drop step {missing[0].position} first, and look at step {odd.position} again.",
        )
    raise Refusal("respira_plan_changed")


def open_of(session: Session, plan: Plan) -> Run | None:
    """Return the run of a plan that is not finished, if there is one."""
    return session.scalar(select(Run).where(Run.plan_id == plan.id, Run.finished_at.is_(None)))


def last_finished(session: Session, plan: Plan) -> Run | None:
    """Return the newest finished run of a plan."""
    return session.scalar(
        select(Run).where(Run.plan_id == plan.id, Run.finished_at.is_not(None)).order_by(Run.id.desc()).limit(1)
    )


def last_finished_of_key(session: Session, key_id: int) -> Run | None:
    """Return the newest finished run of a key, whatever plan it was of."""
    return session.scalar(
        select(Run).where(Run.key_id == key_id, Run.finished_at.is_not(None)).order_by(Run.id.desc()).limit(1)
    )


def find_for_person(session: Session, person_id: int, public: str) -> Run:
    """Return a run on one of the person's sites.

    Raises:
        Refusal: `respira_not_found`.
    """
    run = session.scalar(
        select(Run)
        .join(Membership, Membership.site_id == Run.site_id)
        .where(Membership.person_id == person_id, Run.public_id == public)
    )
    if run is None:
        raise Refusal("respira_not_found", "There is no such run.")
    return run


def stop_those(session: Session, *which: ColumnElement[bool]) -> None:
    """Let no further step of these runs start; the one that runs now finishes.

    Args:
        which: which of the unfinished runs.
    """
    session.execute(update(Run).where(Run.finished_at.is_(None), *which).values(stop_asked=True))


def ask_to_stop(session: Session, desk: Desk, run: Run, person_id: int) -> None:
    """Let the step that runs now finish, and no further one start."""
    if run.finished_at is None and not run.stop_asked:
        run.stop_asked = True
        events.record(session, desk, "run.stop_asked", run.public_id, site_id=run.site_id, person_id=person_id)


def why_stopped(session: Session, run: Run) -> str:
    """Say why the steps that a stopped run left did not have their turn."""
    key, site = session.get_one(Key, run.key_id), session.get_one(Site, run.site_id)
    asked = select(Event.person_id).where(Event.what == "run.stop_asked", Event.subject == run.public_id).limit(1)
    by = session.execute(asked).first()
    if by is not None:
        person = None if by.person_id is None else session.get(Person, by.person_id)
        return f"{'Somebody' if person is None else person.name} stopped the run before its turn came."
    if key.revoked_at is not None:
        return "The key was revoked before its turn came."
    if key.paused_at is not None:
        return "The key was paused before its turn came."
    if site.paused_at is not None:
        return "The site was paused before its turn came."
    return "The run was stopped before its turn came."
