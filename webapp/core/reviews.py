"""Reviews: what a signed-in person sees of plans, and decides about their steps.

Each decision starts with two guards: what the person saw is still what is there, and the move is legal from here.
Pages open from our own rows; only `check` asks the site.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Decision, Key, Membership, Person, Plan, Run, RunStep, Site, Status, Step
from webapp.errors import Refusal
from webapp.tools.tool import moved

from . import events, forecasts, gate, plans, runs, sites
from .desk import Desk

VERDICTS = ("accept", "drop", "ask", "reopen")
LONGEST_NOTE = 1000


@dataclass(frozen=True)
class StepView:
    """A step as a page shows it."""

    row: Step
    changes: list[dict[str, Any]]
    undecided_place: bool
    decision: Decision | None
    decided_by: str | None

    @property
    def must_be_opened(self) -> bool:
        """Whether it may be accepted only from its own page."""
        return self.row.approval_required

    @property
    def waits(self) -> bool:
        """Whether a decision about it still matters."""
        return plans.waits(self.row)


@dataclass(frozen=True)
class PlanView:
    """A plan as a page shows it."""

    row: Plan
    site: Site
    key: Key
    steps: list[StepView] = field(default_factory=list)
    open_run: Run | None = None
    last_run: Run | None = None
    over: bool = False

    @property
    def accepted(self) -> list[StepView]:
        """The steps that Apply would run."""
        return [step for step in self.steps if step.row.status == Status.ACCEPTED]

    @property
    def to_decide(self) -> list[StepView]:
        """The steps that nobody decided about."""
        return [step for step in self.steps if step.waits and step.row.status != Status.ACCEPTED]


def is_over(session: Session, desk: Desk, plan: Plan) -> bool:
    """Tell whether nothing of a plan can be decided any more, swept or not."""
    return plan.ended_at is not None or plans.has_expired(session, desk, plan)


def is_pending(session: Session, desk: Desk, view: PlanView) -> bool:
    """Tell whether a plan waits for somebody."""
    return not is_over(session, desk, view.row) and any(step.waits for step in view.steps)


def opened(session: Session, desk: Desk, person_id: int, plan_public: str) -> PlanView:
    """Return a plan of one of the person's sites, with its steps.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's.
    """
    plan, site, key = _found(session, person_id, Plan.public_id == plan_public)
    return _view(session, desk, plan, site, key)


def opened_step(session: Session, desk: Desk, person_id: int, step_public: str) -> tuple[PlanView, StepView]:
    """Return a step with its plan.

    Raises:
        Refusal: `respira_not_found`.
    """
    owning = select(Step.plan_id).where(Step.public_id == step_public).scalar_subquery()
    plan, site, key = _found(session, person_id, Plan.id == owning)
    view = _view(session, desk, plan, site, key)
    return view, next(step for step in view.steps if step.row.public_id == step_public)


def decide(
    desk: Desk,
    person: Person,
    step_public: str,
    verdict: str,
    digest: str,
    *,
    note: str | None = None,
    from_its_page: bool = False,
) -> Step:
    """Accept a step, drop it, ask the agent for a change, or put it back among the undecided.

    Args:
        verdict: `accept`, `drop`, `ask` or `reopen`.
        digest: of what the person saw.
        note: for the agent; asking for a change needs one.
        from_its_page: the step was opened on its own page.

    Raises:
        Refusal: the step changed, is not waiting any more, or has to be opened first.
    """
    if verdict not in VERDICTS:
        raise Refusal("respira_invalid_arguments", f"A decision is one of: {', '.join(VERDICTS)}.")
    with desk.writing() as session:
        view, step = opened_step(session, desk, person.id, step_public)
        _demand_open(session, desk, view.row)
        _demand_legal(step.row, verdict, digest, from_its_page)
        if verdict == "ask" and not (note and note.strip()):
            raise Refusal("respira_invalid_arguments", "Say what should be different, so that the agent can do it.")
        if verdict == "accept" and step.undecided_place:
            raise Refusal("respira_confirmation_required")
        _write_down(session, desk, person, view.row, step.row, verdict, note)
        if verdict in ("drop", "reopen"):
            forecasts.again(session, desk, view.row)
        return step.row


def accept_all(desk: Desk, person: Person, plan_public: str, digests: Mapping[str, str]) -> int:
    """Accept every undecided step that was on the screen, but for those that have to be opened.

    Args:
        digests: step ids with the digests of what the person saw.

    Returns:
        How many were accepted.

    Raises:
        Refusal: `respira_plan_changed`, one of them is another now; then none was accepted.
    """
    with desk.writing() as session:
        view = opened(session, desk, person.id, plan_public)
        _demand_open(session, desk, view.row)
        chosen = [step for step in view.to_decide if step.row.public_id in digests and not step.must_be_opened]
        chosen = [step for step in chosen if not step.undecided_place]
        for step in chosen:
            if digests[step.row.public_id] != step.row.digest:
                raise Refusal("respira_plan_changed")
            _write_down(session, desk, person, view.row, step.row, "accept", None)
        return len(chosen)


def drop_all(desk: Desk, person: Person, plan_public: str) -> int:
    """Drop every step that waits.

    Returns:
        How many were dropped.
    """
    with desk.writing() as session:
        view = opened(session, desk, person.id, plan_public)
        _demand_open(session, desk, view.row)
        chosen = [step for step in view.steps if step.waits]
        for step in chosen:
            _write_down(session, desk, person, view.row, step.row, "drop", None)
        return len(chosen)


def apply(desk: Desk, person: Person, plan_public: str, digests: Mapping[str, str]) -> str:
    """Run exactly the accepted steps that were on the screen.

    A second press finds the run of the first and starts none.

    Args:
        digests: step ids with the digests of what the person saw.

    Returns:
        The run's public id.

    Raises:
        Refusal: `respira_plan_changed` or `respira_nothing_waiting`; then nothing runs.
    """
    with desk.writing() as session:
        view = opened(session, desk, person.id, plan_public)
        run = view.open_run or _already_run(session, view, digests)
        if run is None:
            _demand_open(session, desk, view.row)
            run = runs.start(
                session, desk, view.row, _unchanged(view, digests), continue_on_error=False, person=person
            )
        public = run.public_id
    desk.wake(public)
    return public


def check(desk: Desk, person: Person, plan_public: str) -> int:
    """Compare the waiting steps of a plan with the site as it is now, and record that the plan was opened.

    Returns:
        How many steps the site has moved away from.

    Raises:
        SiteTrouble: the site could not be read.
    """
    with desk.reading() as session:
        view = opened(session, desk, person.id, plan_public)
        rows = [step.row for step in view.steps]
    stale: dict[int, list[str]] = {}
    with sites.reached(desk, view.site) as wordpress:
        for step in [row for row in rows if plans.waits(row)]:
            call = gate.replayed(desk, step, view.key.id).seen_from(step.public_id)
            try:
                state = call.scene.tool(step.tool).write.read(wordpress, call.arguments, call.scene)
                stale[step.id] = moved(forecasts.expected(desk, step, rows), state)
            except Refusal as refusal:
                stale[step.id] = [refusal.message]
    with desk.writing() as session:
        for step_id, fields in stale.items():
            row = session.get_one(Step, step_id)
            if plans.waits(row):
                row.stale, row.checked_at = fields, desk.clock()
        events.record(session, desk, "plan.opened", view.row.public_id, site_id=view.site.id, person_id=person.id)
    return len([fields for fields in stale.values() if fields])


def _found(session: Session, person_id: int, condition: Any) -> tuple[Plan, Site, Key]:
    row = session.execute(
        select(Plan, Site, Key)
        .join(Site, Site.id == Plan.site_id)
        .join(Key, Key.id == Plan.key_id)
        .join(Membership, Membership.site_id == Site.id)
        .where(Membership.person_id == person_id, condition)
    ).first()
    if row is None:
        raise Refusal("respira_not_found", "There is no such plan.")
    return row[0], row[1], row[2]


def _view(session: Session, desk: Desk, plan: Plan, site: Site, key: Key) -> PlanView:
    rows = [step for step in plans.steps_of(session, plan) if step.status != Status.DISCARDED or plan.ended_at]
    newest: dict[int, tuple[Decision, str | None]] = {}
    decisions = (
        select(Decision, Person.name)
        .outerjoin(Person, Person.id == Decision.person_id)
        .where(Decision.step_id.in_([step.id for step in rows]))
        .order_by(Decision.id)
    )
    for decision, name in session.execute(decisions):
        newest[decision.step_id] = (decision, name)
    steps = [_step_view(desk, row, *newest.get(row.id, (None, None))) for row in rows]
    over = is_over(session, desk, plan)
    return PlanView(plan, site, key, steps, runs.open_of(session, plan), runs.last_finished(session, plan), over)


def _step_view(desk: Desk, row: Step, decision: Decision | None, name: str | None) -> StepView:
    forecast = forecasts.forecast_of(desk, row)
    return StepView(row, forecast["changes"], bool(forecast.get("undecided")), decision, name)


def _demand_open(session: Session, desk: Desk, plan: Plan) -> None:
    if is_over(session, desk, plan):
        raise Refusal("respira_plan_expired")


def _demand_legal(step: Step, verdict: str, digest: str, from_its_page: bool) -> None:
    if step.digest != digest:
        raise Refusal("respira_plan_changed")
    if not plans.waits(step) and not (verdict == "reopen" and step.status == Status.DROPPED):
        raise Refusal("respira_step_not_waiting")
    if verdict == "accept" and step.approval_required and not from_its_page:
        raise Refusal("respira_must_be_opened")


def _write_down(
    session: Session, desk: Desk, person: Person, plan: Plan, step: Step, verdict: str, note: str | None
) -> None:
    becomes = {
        "accept": Status.ACCEPTED,
        "drop": Status.DROPPED,
        "ask": Status.SENT_BACK,
        "reopen": Status.PLANNED,
    }
    step.status = becomes[verdict]
    note = note.strip()[:LONGEST_NOTE] if note and note.strip() else None
    session.add(
        Decision(
            step_id=step.id,
            person_id=person.id,
            verdict=verdict,
            note=note,
            digest=step.digest,
            made_at=desk.clock(),
        )
    )
    said = {"accept": "accepted", "drop": "dropped", "ask": "sent_back", "reopen": "reopened"}[verdict]
    events.record(
        session,
        desk,
        f"step.{said}",
        step.public_id,
        site_id=plan.site_id,
        key_id=plan.key_id,
        person_id=person.id,
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


def _already_run(session: Session, view: PlanView, digests: Mapping[str, str]) -> Run | None:
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
