"""Plans: beginning, ending, reading, trimming. At most one plan of a key is live."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from webapp.data import Key, Mode, Note, Plan, Run, Site, Status, Step, public_id
from webapp.errors import Refusal

from . import events, rights, withdrawn
from .desk import Desk

LASTS = timedelta(hours=4)
MOST_WAITING = 50
# Columns of a step that hold what it would have sent, or what that would have changed.
FORGOTTEN = ("request", "base", "forecast", "after", "arguments", "gist", "edits", "former", "now", "moved_from")
LONGEST_TITLE = 200
LONGEST_CLIENT = 80
# So much of what a plan says can be searched.
_LONGEST_WORDS = 20_000


def waits(step: Step) -> bool:
    """Tell whether a step counts as pending: it may still run once it is decided."""
    if step.status == Status.FAILED:
        return step.wrote_nothing
    return step.status in (Status.PLANNED, Status.ACCEPTED, Status.SENT_BACK, Status.NOT_RUN)


def live(session: Session, desk: Desk, key_id: int) -> Plan | None:
    """Return the key's plan, unless it is over or has expired, swept or not."""
    plan = session.scalar(select(Plan).where(Plan.key_id == key_id, Plan.ended_at.is_(None)))
    return None if plan is None or has_expired(session, desk, plan) else plan


def has_expired(session: Session, desk: Desk, plan: Plan) -> bool:
    """Tell whether a plan's time is up. A run that began in time is let finish first."""
    if plan.expires_at > desk.clock():
        return False
    running = session.scalar(select(Run.id).where(Run.plan_id == plan.id, Run.finished_at.is_(None)))
    return running is None


def newest(session: Session, key_id: int) -> Plan | None:
    """Return the key's newest plan, live or over."""
    return session.scalar(select(Plan).where(Plan.key_id == key_id).order_by(Plan.id.desc()).limit(1))


def forget_mode(session: Session, key_id: int) -> None:
    """Switch plan mode off where it was still on when the plan's time ran out."""
    plan = newest(session, key_id)
    if plan is not None:
        plan.mode_on = False


def demand_not_expired(session: Session, desk: Desk, key_id: int) -> None:
    """Refuse when the plan that a key has in mind is one whose time is up.

    Raises:
        Refusal: `respira_plan_expired`.
    """
    plan = newest(session, key_id)
    if plan is not None and (
        plan.ended_why == "expired" or (plan.ended_at is None and has_expired(session, desk, plan))
    ):
        raise Refusal("respira_plan_expired")


def steps_of(session: Session, plan: Plan) -> list[Step]:
    """Return every step of a plan, in order."""
    return list(session.scalars(select(Step).where(Step.plan_id == plan.id).order_by(Step.position)))


def is_on(plan: Plan | None, key: Key, site: Site) -> bool:
    """Tell whether every write of a key becomes a step now: the agent asked for that, or key or site want it so."""
    return rights.always_plans(key, site) or (plan is not None and plan.mode_on)


def seconds_left(desk: Desk, plan: Plan) -> int:
    """Return how many seconds a plan still lives, a begun second counted whole."""
    return max(0, math.ceil((plan.expires_at - desk.clock()).total_seconds()))


def lifetime(key: Key, site: Site) -> timedelta:
    """Return how long a plan of this key lives from its last begin."""
    return timedelta(hours=site.browser_plan_hours) if key.mode == Mode.BROWSER else LASTS


def begin(
    session: Session,
    desk: Desk,
    key: Key,
    site: Site,
    *,
    mode_on: bool,
    title: str | None = None,
    note: str | None = None,
    client: str | None = None,
) -> Plan:
    """Begin a plan, or begin the live one again: the id stays and the clock starts anew.

    Args:
        mode_on: plan every write from now on; False never switches it off.
        title, note: what the plan is for, in the agent's words; without both, what is there stays, and so it does
            while a person's yes holds for what waits in it (see `is_named`).
        client: which program begins it, for people to read.

    Raises:
        Refusal: `respira_plan_needs_key` for a shared key.
    """
    plan = open_one(session, desk, key, site, client)
    plan.client = _name_of(client) or plan.client
    plan.mode_on = plan.mode_on or mode_on
    plan.expires_at = desk.clock() + lifetime(key, site)
    events.record(session, desk, "plan.begun", plan.public_id, site_id=site.id, key_id=key.id)
    if (title is not None or note is not None) and not is_named(session, plan):
        _name(session, desk, plan, title, note)
    keep_words(session, plan)
    return plan


def is_named(session: Session, plan: Plan) -> bool:
    """Tell whether title and note stay as they are: a person who read them accepted steps that have not run yet."""
    held = (Status.ACCEPTED, Status.RUNNING)
    found = select(Step.id).where(Step.plan_id == plan.id, Step.status.in_(held)).limit(1)
    return session.scalar(found) is not None


def _name(session: Session, desk: Desk, plan: Plan, title: str | None, note: str | None) -> None:
    """Give a plan a title and a note. Both speak of the same purpose, so a new one leaves nothing of the former."""
    former = plan.title, plan.note
    plan.title, plan.note = title[:LONGEST_TITLE] if title is not None else None, note
    if any(former) and former != (plan.title, plan.note):
        events.record(session, desk, "plan.renamed", plan.public_id, site_id=plan.site_id, key_id=plan.key_id)


def open_one(session: Session, desk: Desk, key: Key, site: Site, client: str | None = None) -> Plan:
    """Return the key's live plan, or a new one whose clock starts now.

    Args:
        client: which program asks for it; a plan that there is already keeps the one that began it.

    Raises:
        Refusal: `respira_plan_needs_key` for a shared key.
    """
    rights.demand_own(key)
    plan = session.scalar(select(Plan).where(Plan.key_id == key.id, Plan.ended_at.is_(None)))
    if plan is not None and has_expired(session, desk, plan):
        close(session, desk, plan, "expired")
        plan = None
    if plan is None:
        now = desk.clock()
        plan = Plan(
            public_id=public_id("sess", 8),
            key_id=key.id,
            site_id=site.id,
            client=_name_of(client),
            mode_on=False,
            last_position=0,
            made_at=now,
            expires_at=now + lifetime(key, site),
        )
        session.add(plan)
        session.flush()
        withdrawn.carry_over(session, desk, plan, lifetime(key, site))
    return plan


def keep_words(session: Session, plan: Plan) -> None:
    """Keep what the history is searched in, in small letters: what a plan and its steps say now, and what the plan
    was called when it ran."""
    ran = session.execute(select(Run.title, Run.note).where(Run.plan_id == plan.id).order_by(Run.id))
    called = dict.fromkeys(name for row in [(plan.title, plan.note), *ran] for name in row)
    effects = session.scalars(select(Step.effect).where(Step.plan_id == plan.id).order_by(Step.position))
    told = [*called, plan.client, *effects]
    plan.words = "\n".join(line for line in told if line).lower()[:_LONGEST_WORDS]


def _name_of(client: str | None) -> str | None:
    return (client or "")[:LONGEST_CLIENT] or None


def discard(session: Session, desk: Desk, plan: Plan, step_ids: Sequence[str] | None) -> list[Step]:
    """Remove waiting steps from a plan without running them.

    Args:
        step_ids: which ones; None for all that wait.

    Returns:
        The steps that were discarded.

    Raises:
        Refusal: `respira_step_not_found` or `respira_step_not_waiting`; then nothing was discarded.
    """
    steps = steps_of(session, plan)
    if step_ids is None:
        chosen = [step for step in steps if waits(step)]
    else:
        chosen = named(steps, step_ids)
        for step in chosen:
            if not waits(step) and step.status != Status.DROPPED:
                raise Refusal(
                    "respira_step_not_waiting",
                    f"Step {step.position} ({step.public_id}) is {step.status.replace('_', ' ')}, so it can not "
                    "be discarded. Nothing was discarded.",
                )
    # The person's no was the answer to what they asked of it.
    dropped = [step.id for step in chosen if step.status == Status.DROPPED]
    session.execute(
        update(Note).where(Note.step_id.in_(dropped), Note.settled_at.is_(None)).values(settled_at=desk.clock())
    )
    for step in chosen:
        step.status = Status.DISCARDED
        events.record(session, desk, "step.discarded", step.public_id, site_id=plan.site_id, key_id=plan.key_id)
    session.flush()
    return chosen


def named(steps: Sequence[Step], step_ids: Sequence[str]) -> list[Step]:
    """Return the steps of these ids, in plan order.

    Raises:
        Refusal: `respira_step_not_found`, naming every id that is not of this plan.
    """
    here = {step.public_id: step for step in steps if step.status != Status.DISCARDED}
    missing = [step_id for step_id in step_ids if step_id not in here]
    if missing:
        raise Refusal(
            "respira_step_not_found",
            f"There is no step {', '.join(missing)} in this plan, so nothing was done.",
            steps=missing,
        )
    wanted = set(step_ids)
    return [step for step in steps if step.public_id in wanted]


def close(session: Session, desk: Desk, plan: Plan, why: str) -> int:
    """End a plan and forget what its steps would have sent.

    What ran is kept when the plan was ended, and forgotten when it expired; what is needed to settle a step whose
    outcome is unknown is always kept.

    Args:
        why: `ended` or `expired`.

    Returns:
        How many steps never ran.
    """
    left = [step for step in steps_of(session, plan) if waits(step)]
    forgotten = [step.id for step in steps_of(session, plan) if _is_forgotten(step, why)]
    session.execute(
        update(Step)
        .where(Step.id.in_(forgotten))
        .values(dict.fromkeys(FORGOTTEN))
        .execution_options(synchronize_session="fetch")
    )
    for step in left:
        step.status = Status.DISCARDED
    plan.ended_at, plan.ended_why = desk.clock(), why
    events.record(
        session,
        desk,
        f"plan.{why}",
        plan.public_id,
        site_id=plan.site_id,
        key_id=plan.key_id,
        steps=len(left),
    )
    session.flush()
    return len(left)


def _is_forgotten(step: Step, why: str) -> bool:
    if step.status in (Status.UNKNOWN, Status.RUNNING):
        return False
    return why == "expired" or waits(step) or step.status in (Status.DROPPED, Status.DISCARDED)
