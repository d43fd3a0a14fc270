"""What a signed-in person sees of plans: a plan with its steps, what was decided, and whether it still waits.

It is read from our own rows alone; nothing is changed and the site is not asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, defer

from webapp.data import Decision, Key, Membership, Note, Person, Plan, Run, RunStep, Site, Status, Step
from webapp.errors import Refusal
from webapp.tools.answers import State
from webapp.tools.risks import is_grave
from webapp.tools.tool import WriteTool

from . import awaited, forecasts, gists, notes, plans, receipts, rights, runs, withdrawn
from .desk import Desk
from .rights import Bar

# What is read of a step only where it is looked at by itself: each may hold the whole text of a page, several times.
LONG = ("request", "base", "forecast", "after", "former", "now", "moved_from", "arguments")
WITHOUT_LONG = [defer(getattr(Step, name)) for name in LONG if name != "arguments"]


@dataclass(frozen=True)
class StepView:
    """A step as a page shows it.

    Attributes:
        arguments: what may be shown of them; read as `changes` are.
        changes: the whole comparison; read only for a step that is looked at by itself.
        gist: each change in a line.
        base: what its target looked like when it was planned; read as `changes` are.
        pictured: whether it brings a picture, which can be looked at as long as it waits.
        opinions: what people with a link that does not count said, with their names, the oldest first.
        failed_why: what was said against it when it failed.
        bar: what keeps it from running as things stand, whoever says yes.
        title: what people call its tool.
        replaced: whether a revised step took its place.
        revises: the position of the step whose place it took.
        edited_by: the name of who changed something of it, after the agent planned it.
    """

    row: Step
    decision: Decision | None = None
    decided_by: str | None = None
    gist: list[dict[str, Any]] = field(default_factory=list)
    arguments: dict[str, Any] = field(default_factory=dict)
    changes: list[dict[str, Any]] = field(default_factory=list)
    base: State = field(default_factory=dict)
    opinions: tuple[tuple[str, Decision], ...] = ()
    failed_why: str | None = None
    bar: Bar | None = None
    title: str = ""
    pictured: bool = False
    replaced: bool = False
    revises: int | None = None
    edited_by: str | None = None

    @property
    def must_be_opened(self) -> bool:
        """Whether it may be accepted only from its own page."""
        return self.row.approval_required or is_grave(self.row.risks)

    @property
    def short(self) -> bool:
        """Whether a card shows all that it changes."""
        return gists.is_short(self.gist)

    @property
    def has_history(self) -> bool:
        """Whether it is another step than its agent planned first: revised, an answer, edited, or planned again."""
        row = self.row
        return self.revises is not None or bool(row.planned_again or row.answers or row.edited_by)

    @property
    def undecided_place(self) -> bool:
        """Whether the site itself would have to choose between copy and live."""
        return self.row.undecided

    @property
    def upon(self) -> tuple[str, ...]:
        """The ids of the steps that it is shown to come after."""
        return tuple(self.row.upon)

    @property
    def waits(self) -> bool:
        """Whether a decision about it still matters."""
        return plans.waits(self.row)


@dataclass(frozen=True)
class PlanView:
    """A plan as a page shows it.

    Attributes:
        stopped: the reason code of why nothing of it can run for the time being: its key may do nothing, or the site
            is paused.
        notes: what was said about it and its steps, the oldest first.
        echoes: it is over, and yet what is open of it holds: the same write does not run without an answer.
    """

    row: Plan
    site: Site
    key: Key
    steps: list[StepView] = field(default_factory=list)
    open_run: Run | None = None
    last_run: Run | None = None
    over: bool = False
    stopped: str | None = None
    notes: tuple[Note, ...] = ()
    echoes: bool = False

    @property
    def held(self) -> str | None:
        """What people said that holds Apply back, in words; None where nothing does."""
        return notes.held_words(self.notes, [step.row for step in self.steps])

    @property
    def accepted(self) -> list[StepView]:
        """The steps that Apply would run."""
        return [step for step in self.steps if step.row.status == Status.ACCEPTED]

    @property
    def shown_upon_undecided(self) -> tuple[StepView, StepView] | None:
        """An accepted step with one that it is shown to come after and that is not accepted, if there are such."""
        open_ones = {step.row.public_id: step for step in self.to_decide}
        for step in self.accepted:
            for before in step.upon:
                if before in open_ones:
                    return step, open_ones[before]
        return None

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
        Refusal: `respira_not_found`, also for one that the agent withdrew from a plan that goes on.
    """
    owning = select(Step.plan_id).where(Step.public_id == step_public).scalar_subquery()
    plan, site, key = _found(session, person_id, Plan.id == owning, "step")
    view = _view(session, desk, plan, site, key)
    return view, one_step(session, desk, view, step_public)


def of_plan(session: Session, desk: Desk, plan_id: int) -> PlanView:
    """Return a plan whoever looks at it: for somebody whose right to see it was told otherwise."""
    plan = session.get_one(Plan, plan_id)
    return _view(session, desk, plan, session.get_one(Site, plan.site_id), session.get_one(Key, plan.key_id))


def one_step(session: Session, desk: Desk, view: PlanView, step_public: str) -> StepView:
    """Return one of a plan's steps with its whole comparison and its arguments.

    Raises:
        Refusal: `respira_not_found`, also for one that the agent withdrew from a plan that goes on.
    """
    step = next((step for step in view.steps if step.row.public_id == step_public), None)
    if step is None:
        raise _withdrawn(session, view, step_public)
    # The long columns were left out of the list.
    session.refresh(step.row, LONG)
    changes, arguments = forecasts.forecast_of(desk, step.row)["changes"], forecasts.arguments_of(desk, step.row)
    return replace(step, changes=changes, arguments=arguments, base=forecasts.base_of(desk, step.row))


def _withdrawn(session: Session, view: PlanView, step_public: str) -> Refusal:
    """Return why a step is not shown: it was withdrawn, or another took its place."""
    former = select(Step.id).where(Step.public_id == step_public).scalar_subquery()
    position = session.scalar(select(Step.position).where(Step.plan_id == view.row.id, Step.replaces_id == former))
    hint = "The plan's page shows what is left."
    if position is None:
        return Refusal("respira_not_found", "The agent withdrew this step.", hint=hint)
    words = f"The agent planned this step again, as step {position}."
    return Refusal("respira_not_found", words, hint="The plan's page shows it.")


def _found(session: Session, person_id: int, condition: Any, noun: str = "plan") -> tuple[Plan, Site, Key]:
    row = session.execute(
        select(Plan, Site, Key)
        .join(Site, Site.id == Plan.site_id)
        .join(Key, Key.id == Plan.key_id)
        .join(Membership, Membership.site_id == Site.id)
        .where(Membership.person_id == person_id, condition)
    ).first()
    if row is None:
        raise Refusal("respira_not_found", f"There is no such {noun}.")
    return row[0], row[1], row[2]


def _view(session: Session, desk: Desk, plan: Plan, site: Site, key: Key) -> PlanView:
    listed = select(Step).where(Step.plan_id == plan.id).order_by(Step.position).options(*WITHOUT_LONG)
    ever = list(session.scalars(listed))
    rows = [step for step in ever if step.status != Status.DISCARDED or plan.ended_at]
    positions, replaced = {step.id: step.position for step in ever}, {step.replaces_id for step in ever}
    newest, opinions = _decisions(session, rows)
    failed, editors = _failures(session, desk, rows), _editors(session, rows)
    steps = [
        replace(
            StepView(row, *newest.get(row.id, (None, None))),
            gist=forecasts.gist_of(desk, row),
            opinions=tuple(opinions.get(row.id, ())),
            failed_why=failed.get(row.id),
            bar=_bar(desk, row, rows, key, site),
            title=desk.catalogue[row.tool].title if row.tool in desk.catalogue else row.tool,
            pictured=_is_pictured(desk, row),
            replaced=row.id in replaced,
            revises=None if row.replaces_id is None else positions.get(row.replaces_id),
            edited_by=None if row.edited_by is None else editors.get(row.edited_by, "somebody who is gone"),
        )
        for row in rows
    ]
    over, running, last = is_over(session, desk, plan), runs.open_of(session, plan), runs.last_finished(session, plan)
    said, stopped = notes.of_plan(session, plan.id), _stopped(desk, key, site)
    echoes = over and _echoes(session, desk, plan, key, site)
    return PlanView(plan, site, key, steps, running, last, over, stopped, tuple(said), echoes)


def _echoes(session: Session, desk: Desk, plan: Plan, key: Key, site: Site) -> bool:
    newest = plans.newest(session, key.id)
    return newest is not None and newest.id == plan.id and withdrawn.is_recent(desk, plan, plans.lifetime(key, site))


def _decisions(
    session: Session, rows: Sequence[Step]
) -> tuple[dict[int, tuple[Decision, str | None]], dict[int, list[tuple[str, Decision]]]]:
    """Return by step the newest decision that counts with who made it, and the opinions."""
    newest: dict[int, tuple[Decision, str | None]] = {}
    opinions: dict[int, list[tuple[str, Decision]]] = {}
    found = (
        select(Decision, Person.name)
        .outerjoin(Person, Person.id == Decision.person_id)
        .where(Decision.step_id.in_([step.id for step in rows]))
        .order_by(Decision.id)
    )
    for decision, name in session.execute(found):
        who = name or decision.by_name
        if decision.counts:
            newest[decision.step_id] = (decision, who)
        else:
            opinions.setdefault(decision.step_id, []).append((who or "Somebody", decision))
    return newest, opinions


def _editors(session: Session, rows: Sequence[Step]) -> dict[int, str]:
    """Return the names of the people who changed something of a step, by their ids."""
    found = select(Person.id, Person.name).where(Person.id.in_({row.edited_by for row in rows} - {None}))
    return {row.id: row.name for row in session.execute(found)}


def _bar(desk: Desk, step: Step, steps: Sequence[Step], key: Key, site: Site) -> Bar | None:
    tool = desk.catalogue.get(step.tool)
    if tool is None or not plans.waits(step):
        return None
    met = not step.needs or _has_what_it_needs(step, steps)
    return rights.bar_of_step(step, tool, key, site) if met else Bar.NEEDS_OTHER


def _has_what_it_needs(step: Step, steps: Sequence[Step]) -> bool:
    there = [other for other in steps if other.public_id in step.needs]
    waiting = [other for other in steps if plans.waits(other)]
    return len(there) == len(step.needs) and awaited.first_unmet(step.needs, steps, waiting) is None


def _is_pictured(desk: Desk, step: Step) -> bool:
    tool = desk.catalogue.get(step.tool)
    if not isinstance(tool, WriteTool) or tool.pictures is None or not plans.waits(step):
        return False
    return tool.pictures.brought(forecasts.arguments_of(desk, step))


def picture_of(session: Session, desk: Desk, view: PlanView, step: StepView) -> tuple[str, bytes]:
    """Return the MIME type and the bytes of the picture that a waiting step brings.

    Raises:
        Refusal: `respira_not_found`, also for a step that brings none, or waits no more.
    """
    tool = desk.catalogue.get(step.row.tool)
    picture = None
    if step.pictured and isinstance(tool, WriteTool) and tool.pictures is not None:
        picture = tool.pictures.of(forecasts.fitted(session, desk, step.row, view.key.id))
    if picture is None:
        raise Refusal("respira_not_found", "This step brings no picture.")
    return picture


def _stopped(desk: Desk, key: Key, site: Site) -> str | None:
    try:
        rights.demand_live(key, desk.clock())
        rights.demand_own(key)
        rights.demand_not_paused(site)
    except Refusal as refusal:
        return refusal.code
    return None


def _failures(session: Session, desk: Desk, rows: Sequence[Step]) -> dict[int, str]:
    """Return by step what was said when it failed the last time."""
    failed = [row.id for row in rows if row.status == Status.FAILED]
    parts = session.scalars(select(RunStep).where(RunStep.step_id.in_(failed)).order_by(RunStep.run_id))
    reports = {part.step_id: receipts.report_of(desk, part) for part in parts}
    return {step_id: str(report["error"]["message"]) for step_id, report in reports.items() if "error" in report}
