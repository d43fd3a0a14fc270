"""Reviews: what people decide about the steps of plans.

Each decision starts with two guards: what the person saw is still what is there, and the move is legal from here.
What they see is read in `views`; the site is asked in `stale`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Decision, NoteKind, Person, Plan, Run, RunStep, Status, Step
from webapp.errors import Refusal

from . import events, forecasts, notes, plans, runs, views, waiting
from .deciders import Decider, signed_in
from .desk import Desk
from .views import PlanView, StepView

VERDICTS = ("accept", "drop", "ask", "reopen")


def decide(
    desk: Desk,
    person: Person,
    step_public: str,
    verdict: str,
    digest: str,
    *,
    note: str | None = None,
    labels: Sequence[str] = (),
    from_its_page: bool = False,
) -> Step:
    """Accept a step, drop it, ask the agent for a change, or put it back among the undecided.

    Args:
        verdict: `accept`, `drop`, `ask` or `reopen`.
        digest: of what the person saw.
        note: for the agent; asking for a change needs one.
        labels: some of `notes.LABELS`, which can stand for a note.
        from_its_page: the step was opened on its own page.

    Raises:
        Refusal: the step changed, is not waiting any more, or has to be opened first.
    """
    if verdict not in VERDICTS:
        raise Refusal("respira_invalid_arguments", f"A decision is one of: {', '.join(VERDICTS)}.")
    with desk.writing() as session:
        view, step = views.opened_step(session, desk, person.id, step_public)
        return decide_as(
            session,
            desk,
            signed_in(person),
            view,
            step,
            verdict,
            digest,
            note=note,
            labels=labels,
            from_its_page=from_its_page,
        )


def decide_as(
    session: Session,
    desk: Desk,
    who: Decider,
    view: PlanView,
    step: StepView,
    verdict: str,
    digest: str,
    *,
    note: str | None = None,
    labels: Sequence[str] = (),
    from_its_page: bool = False,
    opening: str = "",
) -> Step:
    """Decide about a step that somebody may decide about.

    Args:
        verdict, digest, note, labels, from_its_page: as for `decide`.
        opening: our words before theirs, where it is kept as what they think.

    Raises:
        Refusal: as for `decide`.
    """
    demand_open(session, desk, view.row)
    _demand_legal(step, sum(one.waits for one in view.steps), verdict, digest, from_its_page)
    if verdict == "ask" and not labels and not (note and note.strip()):
        raise Refusal("respira_invalid_arguments", "Say what should be different, so that the agent can do it.")
    if verdict == "accept" and step.undecided_place:
        raise Refusal("respira_confirmation_required")
    write_down(session, desk, who, view.row, step.row, verdict, note, labels, opening=opening)
    forecasts.again(session, desk, view.row)
    return step.row


def accept_all(desk: Desk, person: Person, plan_public: str, digests: Mapping[str, str]) -> int:
    """Accept every undecided step whose card showed all of it, but for those that have to be opened.

    Args:
        digests: step ids with the digests of what the person saw.

    Returns:
        How many were accepted.

    Raises:
        Refusal: `respira_plan_changed`, one of them is another now; then none was accepted.
    """
    with desk.writing() as session:
        view = views.opened(session, desk, person.id, plan_public)
        demand_open(session, desk, view.row)
        chosen = [step for step in view.to_decide if step.row.public_id in digests and not step.must_be_opened]
        chosen = [step for step in chosen if step.short and not step.undecided_place and not step.row.stale]
        for step in chosen:
            if digests[step.row.public_id] != step.row.digest:
                raise Refusal("respira_plan_changed")
            write_down(session, desk, signed_in(person), view.row, step.row, "accept", None)
        return len(chosen)


def drop_all(desk: Desk, person: Person, plan_public: str) -> int:
    """Drop every step that waits.

    Returns:
        How many were dropped.
    """
    with desk.writing() as session:
        view = views.opened(session, desk, person.id, plan_public)
        demand_open(session, desk, view.row)
        chosen = [step for step in view.steps if step.waits]
        for step in chosen:
            write_down(session, desk, signed_in(person), view.row, step.row, "drop", None)
        return len(chosen)


def apply(
    desk: Desk,
    person: Person,
    plan_public: str,
    digests: Mapping[str, str],
    *,
    continue_on_error: bool = False,
) -> str:
    """Run exactly the accepted steps that were on the screen.

    A second press finds the run of the first and starts none.

    Args:
        digests: step ids with the digests of what the person saw.
        continue_on_error: the others run although one fails.

    Returns:
        The run's public id.

    Raises:
        Refusal: `respira_plan_changed`, `respira_nothing_waiting` or `respira_site_busy`; then nothing runs.
    """
    with desk.reading() as session:
        view = views.opened(session, desk, person.id, plan_public)
    if view.open_run is None:
        waiting.demand_free(desk, view.site.id)
    with desk.writing() as session:
        view = views.opened(session, desk, person.id, plan_public)
        run = view.open_run or already_run(session, view, digests)
        if run is None:
            demand_open(session, desk, view.row)
            chosen = _unchanged(view, digests)
            run = runs.start(session, desk, view.row, chosen, continue_on_error=continue_on_error, person=person)
        public = run.public_id
    desk.wake(public)
    return public


def demand_waiting(session: Session, desk: Desk, plan: Plan, step: Step) -> None:
    """Demand that somebody can still decide about a step.

    Raises:
        Refusal: `respira_plan_expired`, `respira_step_not_waiting`.
    """
    demand_open(session, desk, plan)
    if not plans.waits(step):
        raise Refusal("respira_step_not_waiting")


def demand_open(session: Session, desk: Desk, plan: Plan) -> None:
    """Demand that a plan is not over.

    Raises:
        Refusal: `respira_plan_expired`.
    """
    if views.is_over(session, desk, plan):
        raise Refusal("respira_plan_expired")


def _demand_legal(view: StepView, waiting: int, verdict: str, digest: str, from_its_page: bool) -> None:
    step = view.row
    if step.digest != digest:
        raise Refusal("respira_plan_changed")
    if not plans.waits(step) and not (verdict == "reopen" and step.status == Status.DROPPED):
        raise Refusal("respira_step_not_waiting")
    if not plans.waits(step) and waiting >= plans.MOST_WAITING:
        full = f"{plans.MOST_WAITING} steps wait already, so this one can not be put back."
        raise Refusal("respira_plan_full", full, hint="Drop or apply others first.")
    if verdict == "accept" and view.must_be_opened and not from_its_page:
        raise Refusal("respira_must_be_opened")
    if verdict == "accept" and step.stale:
        raise Refusal("respira_step_stale")


def write_down(
    session: Session,
    desk: Desk,
    who: Decider,
    plan: Plan,
    step: Step,
    verdict: str,
    note: str | None,
    labels: Sequence[str] = (),
    *,
    anyway: bool = False,
    opening: str = "",
) -> None:
    """Write down what somebody decided about a step that they may decide about.

    Args:
        anyway: the site had moved, and they want it all the same.
        opening: our words before theirs.

    Raises:
        Refusal: the note is too long.
    """
    becomes = {
        "accept": Status.ACCEPTED,
        "drop": Status.DROPPED,
        "ask": Status.SENT_BACK,
        "reopen": Status.PLANNED,
    }
    if who.counts:
        step.status = becomes[verdict]
    said = notes.sound_text(note)
    if who.counts and verdict != "ask":
        notes.settle_changes(session, desk, step, who.person_id)
    if said or labels or opening:
        # An opinion that asks for a change sends nothing back, so nothing is to be done before it may run.
        kind = NoteKind.CHANGE if verdict == "ask" and who.counts else NoteKind.REMARK
        notes.write_down(session, desk, who, kind, said, labels, opening=opening, plan_id=plan.id, step_id=step.id)
    session.add(
        Decision(
            step_id=step.id,
            person_id=who.person_id,
            link_id=who.link_id,
            # Whoever has a link can give the owner's own name, so it never stands alone.
            by_name=None if who.person_id is not None else f"{who.name} (by link)",
            counts=who.counts,
            verdict=verdict,
            note=f"{opening} {said}".strip() or None,
            labels=notes.sound_labels(labels),
            anyway=anyway,
            digest=step.digest,
            made_at=desk.clock(),
        )
    )
    done = {"accept": "accepted", "drop": "dropped", "ask": "sent_back", "reopen": "reopened"}[verdict]
    events.record(
        session,
        desk,
        f"step.{done}" if who.counts else "step.commented",
        step.public_id,
        site_id=plan.site_id,
        key_id=plan.key_id,
        person_id=who.person_id,
        **({} if who.link_id is None else {"link": who.link_id, "name": who.name, "verdict": verdict}),
    )
    session.flush()


def _unchanged(view: PlanView, digests: Mapping[str, str]) -> list[Step]:
    now = {step.row.public_id: step.row for step in view.accepted}
    for step_id, digest in digests.items():
        if step_id not in now or now[step_id].digest != digest:
            raise Refusal("respira_plan_changed")
    if not digests:
        raise Refusal("respira_nothing_waiting", "No accepted step was on the page, so nothing was run.")
    return [step for step_id, step in now.items() if step_id in digests]


def already_run(session: Session, view: PlanView, digests: Mapping[str, str]) -> Run | None:
    """Return the newest run of exactly these steps when none of them is accepted any more."""
    if not digests or any(step.row.public_id in digests for step in view.accepted):
        return None
    last = view.last_run
    if last is None or last.person_id is None:
        return None
    ran = set(
        session.scalars(
            select(Step.public_id).join(RunStep, RunStep.step_id == Step.id).where(RunStep.run_id == last.id)
        )
    )
    return last if ran == set(digests) else None
