"""Stale steps: what waits is compared with the site, and a person says what becomes of a step that the site moved
away from.

It may be planned again, which replays the same request upon what the site shows now and merges nothing (see
`overtaken`), or accepted all the same. The check right before the write then holds against that state, so a site that
moves once more stops it once more. Dropping it is a decision like any other (see `reviews`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from webapp.data import Key, Mode, Person, Plan, Site, Status, Step
from webapp.diffs.taken_back import Taken
from webapp.errors import Refusal, Trouble
from webapp.tools.answers import LastChange, Proposal, State, Target, moved
from webapp.tools.taking_back import taken_back
from webapp.tools.tool import WriteTool
from webapp.wordpress.client import WordPress

from . import events, forecasts, gate, overtaken, plans, reviews, rights, scenes, sites, views
from .deciders import signed_in
from .desk import Desk
from .forecasts import Base, Ground

# A site's clock may be off by so much. A change that is told to be older is not the one that moved the target.
CLOCKS_APART = timedelta(minutes=10)
# What was to run and did not waits for a new look once its step is planned again.
_LOOKED_AT_ANEW = (Status.ACCEPTED, Status.FAILED, Status.NOT_RUN)


@dataclass(frozen=True)
class Found:
    """What a look at the site found of a step.

    Attributes:
        names: of the fields that moved, or one sentence; empty where nothing keeps it from running.
        state: of its target, where it is fields that moved.
        by: who or what moved it, where the site tells.
    """

    names: list[str]
    state: State | None = None
    by: LastChange | None = None


@dataclass(frozen=True)
class Upon:
    """What a stale step would do to its target as the last check saw it.

    Attributes:
        planned, now: the target when the step was planned, and as the last check saw it.
        changes: what the step would change now, as it is kept.
        takes_back: what it would take back of what others changed, by the names of its state.
        reasons: why to look closely at it then, by the names of `webapp.tools.risks`.
        digest: of all that a person says yes to who wants it all the same.
    """

    planned: State
    now: State
    proposal: Proposal
    changes: list[dict[str, Any]]
    digest: str
    below: Ground
    takes_back: dict[str, list[Taken]]
    reasons: list[str]


def check(desk: Desk, person: Person, plan_public: str) -> int:
    """Compare the waiting steps of a plan with the site as it is now, and record that the plan was opened.

    Returns:
        How many steps the site has moved away from.

    Raises:
        SiteTrouble: the site could not be read.
    """
    with desk.reading() as session:
        view = views.opened(session, desk, person.id, plan_public)
        rows = plans.steps_of(session, view.row)
    read_at = desk.clock()
    with sites.reached(desk, view.site) as wordpress:
        looks = {row.id: _looked(desk, view.key.id, row, rows, wordpress) for row in rows if plans.waits(row)}
    with desk.writing() as session:
        for step_id, look in looks.items():
            row = session.get_one(Step, step_id)
            # What was planned again meanwhile stands upon what was read later than this.
            if plans.waits(row) and row.made_at <= read_at:
                keep(desk, row, look, read_at)
        forecasts.again(session, desk, session.get_one(Plan, view.row.id))
        events.record(
            session,
            desk,
            "plan.opened",
            view.row.public_id,
            site_id=view.site.id,
            key_id=view.key.id,
            person_id=person.id,
        )
    return len([look for look in looks.values() if look.names])


def keep(desk: Desk, step: Step, found: Found, read_at: datetime) -> None:
    """Keep in a step's row what a look at the site found.

    Args:
        read_at: when the look began.
    """
    step.stale, step.checked_at = found.names, read_at
    step.now = None if found.state is None else desk.sealer.seal(f"step.now {step.public_id}", found.state)
    if found.names:
        step.moved_by = told_of(found.by, step.made_at)
    else:
        step.moved_by = overtaken.by_of(desk, step) if overtaken.takes_back(step) else None


def _looked(desk: Desk, key_id: int, step: Step, steps: Sequence[Step], wordpress: WordPress) -> Found:
    state: State = {}
    try:
        # What its owner does not allow for now is told from the rows; here it is the site that is compared.
        call = gate.replayed(desk, step, key_id).seen_from(step.public_id)
        state = call.scene.tool(step.tool).write.read(wordpress, call.arguments, call.scene)
        forecasts.demand_standing(desk, step, steps, call, state)
    except Refusal as refusal:
        if refusal.code == "respira_confirmation_required":
            # The page says so by itself, and the step can not be accepted anyway.
            return Found([])
        return found(desk, step, refusal, state, wordpress)
    return Found([])


def found(desk: Desk, step: Step, refusal: Refusal, state: State, wordpress: WordPress) -> Found:
    """Return what was found of a step that a refusal keeps from running.

    Args:
        state: of its target, as just read.
    """
    fields = refusal.details.get("fields")
    names = list(fields or [refusal.message])
    return Found(names, state if fields else None, _last_change(desk, step, names, wordpress))


def _last_change(desk: Desk, step: Step, names: Sequence[str], wordpress: WordPress) -> LastChange | None:
    tool = desk.catalogue.get(step.tool)
    if not isinstance(tool, WriteTool):
        return None
    target = Target(step.target_kind, step.target_id, step.target_name, step.target_link)
    try:
        return tool.last_change(wordpress, target, step.lands_on["copy_id"], names)
    except Trouble:
        # That it moved is certain without knowing by whom.
        return None


def told_of(by: LastChange | None, planned_at: datetime) -> overtaken.By | None:
    """Return who or what changed something, as it is kept; None where that was before it was planned or written."""
    if by is None or (by.at is not None and by.at < planned_at - CLOCKS_APART):
        return None
    return {"who": by.who, "at": None if by.at is None else by.at.isoformat(), "what": by.what}


def upon_now(session: Session, desk: Desk, plan: Plan, step: Step) -> Upon | None:
    """Return what a stale step would do to its target as the last check saw it; None where it can not run at all."""
    now = forecasts.now_of(desk, step)
    if now is None or step.checked_at is None:
        return None
    base = Base(now, step.checked_at)
    try:
        proposal, below = _proposed(session, desk, plan, step, base)
    except Refusal:
        return None
    if proposal.undecided:
        return None
    changes = [change.as_json() for change in proposal.changes]
    was = overtaken.was_of(desk, step, _moved(desk, step, plans.steps_of(session, plan), now))
    taken = taken_back(was, now, proposal.after)
    site = session.get_one(Site, plan.site_id)
    reasons = forecasts.reasons_of(desk, step, proposal, below.state, site, takes_back=bool(taken))
    shown = [step.digest, now, proposal.effect, proposal.lands_on.as_json(), changes, below.upon, reasons]
    digest = desk.sealer.mark(shown)
    return Upon(forecasts.base_of(desk, step), now, proposal, changes, digest, below, taken, reasons)


def _moved(desk: Desk, step: Step, steps: Sequence[Step], now: State) -> State:
    """Return what others changed since a step was planned, as it was before."""
    before = forecasts.expected(desk, step, steps)
    return {name: before[name] for name in moved(before, now) if name in before}


def _proposed(session: Session, desk: Desk, plan: Plan, step: Step, base: Base) -> tuple[Proposal, Ground]:
    key, site = session.get_one(Key, plan.key_id), session.get_one(Site, plan.site_id)
    below = forecasts.ground(desk, step, plans.steps_of(session, plan), base)
    scene = scenes.of_key(session, desk, key, site)
    arguments = forecasts.fitted(session, desk, step, key.id)
    write = scene.tool(step.tool).write
    proposal = write.predict(arguments, below.state, scene.at(step.public_id, below.earlier))
    rights.demand_unprotected(site, proposal.target.kind, proposal.target.id)
    return proposal, below


def plan_again(desk: Desk, person: Person, step_public: str) -> Step:
    """Plan a step again upon what the site shows now, as if its call had just arrived.

    A yes to it falls where it is another step by that; the person looks at it, then decides.

    Raises:
        Refusal: it waits no more, or the write can not be made any more: no such item, nothing to change.
        SiteTrouble: the site could not be read.
    """
    with desk.reading() as session:
        view, shown = views.opened_step(session, desk, person.id, step_public)
        reviews.demand_waiting(session, desk, view.row, shown.row)
        steps = plans.steps_of(session, view.row)
    read_at = desk.clock()
    with sites.reached(desk, view.site) as wordpress:
        call = gate.replayed(desk, shown.row, view.key.id).seen_from(step_public)
        state = call.scene.tool(shown.row.tool).write.read(wordpress, call.arguments, call.scene)
        names = list(_moved(desk, shown.row, steps, state))
        by = told_of(_last_change(desk, shown.row, names, wordpress), shown.row.made_at) if names else None
    with desk.writing() as session:
        view, shown = views.opened_step(session, desk, person.id, step_public)
        plan, step, before = view.row, shown.row, shown.row.digest
        reviews.demand_waiting(session, desk, plan, step)
        base = Base(state, read_at)
        proposal, below = _proposed(session, desk, plan, step, base)
        _put_upon(session, desk, plan, step, base, proposal, below, by)
        if step.digest != before or step.status != Status.ACCEPTED:
            step.status = Status.PLANNED if step.status in _LOOKED_AT_ANEW else step.status
        _record(session, desk, "step.replanned", plan, step, person)
        session.flush()
        forecasts.again(session, desk, plan, step)
        return step


def plan_all_again(desk: Desk, person: Person, plan_public: str) -> tuple[list[Step], int]:
    """Plan again every step of a plan that the site moved away from, but for those that were sent back.

    Returns:
        The steps that were, and how many can not be planned any more.

    Raises:
        Refusal: `respira_plan_expired`.
        SiteTrouble: the site could not be read; those before it are planned again.
    """
    with desk.reading() as session:
        view = views.opened(session, desk, person.id, plan_public)
        if view.over:
            raise Refusal("respira_plan_expired")
        waiting = [step.row for step in view.steps if step.waits and step.row.status != Status.SENT_BACK]
        moved_away = [row.public_id for row in waiting if row.stale]
    done, refused = [], 0
    for public in moved_away:
        try:
            done.append(plan_again(desk, person, public))
        except Refusal:
            refused += 1
    return done, refused


def accept_anyway(desk: Desk, person: Person, step_public: str, digest: str, note: str) -> Step:
    """Accept a stale step upon its target as the last check saw it.

    Args:
        digest: of what the person saw, as `upon_now` returns it.
        note: why they want it all the same; it goes into the receipt.

    Raises:
        Refusal: without a note; where the yes is given in the agent's chat; `respira_plan_changed`, what the person
            saw is not what would be done.
    """
    if not note.strip():
        raise Refusal("respira_invalid_arguments", "Say why it should run although the site has changed.")
    with desk.writing() as session:
        view, shown = views.opened_step(session, desk, person.id, step_public)
        plan, step = view.row, shown.row
        reviews.demand_waiting(session, desk, plan, step)
        if view.key.mode != Mode.BROWSER:
            raise Refusal("respira_step_stale", "The yes to this plan is given in the agent's chat.")
        upon = upon_now(session, desk, plan, step) if step.stale else None
        if upon is None or upon.digest != digest or step.checked_at is None:
            raise Refusal("respira_plan_changed")
        base = Base(upon.now, step.checked_at)
        _put_upon(session, desk, plan, step, base, upon.proposal, upon.below, step.moved_by)
        reviews.write_down(session, desk, signed_in(person), plan, step, "accept", note, anyway=True)
        _record(session, desk, "step.forced", plan, step, person)
        forecasts.again(session, desk, plan, step)
        return step


def _put_upon(
    session: Session,
    desk: Desk,
    plan: Plan,
    step: Step,
    base: Base,
    proposal: Proposal,
    below: Ground,
    by: overtaken.By | None,
) -> None:
    """Give a step another base, and what it would do to that as its forecast.

    Args:
        by: who or what moved its target since it was planned.
    """
    key, site, steps = (
        session.get_one(Key, plan.key_id),
        session.get_one(Site, plan.site_id),
        plans.steps_of(session, plan),
    )
    overtaken.remember(desk, step, _moved(desk, step, steps, base.state), by)
    step.base = desk.sealer.seal(f"step.base {step.public_id}", base.state)
    step.made_at, step.checked_at = base.read_at, base.read_at
    step.stale, step.now, step.planned_again = [], None, True
    forecasts.write_down(desk, step, proposal, site, key, below, step.needs, steps)
    step.moved_by = overtaken.by_of(desk, step) if overtaken.takes_back(step) else None
    plans.keep_words(session, plan)


def _record(session: Session, desk: Desk, what: str, plan: Plan, step: Step, person: Person) -> None:
    events.record(session, desk, what, step.public_id, site_id=plan.site_id, key_id=plan.key_id, person_id=person.id)
