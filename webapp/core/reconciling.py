"""Reconciling: settling a write whose outcome is in doubt, by reading the site. Nothing is ever sent again blindly.

Two ways lead here: the answer of a write was lost or was an error that may hide a saved change; or whoever
carried out the run died between the snapshot and the outcome.

What reading shows is not symmetric. That a write is there is true from then on. That it is not there is true of that
moment: the request of a program that died may stand in a queue in front of the site, and be carried out later, and
nothing that can be read tells whether it does. So a "yes" is believed at once; that a program which died saved
nothing is believed only `ON_ITS_WAY` after its snapshot. Until then the run is put off, and no thread waits for it. A
request that a site carries out later than that can not be told from one that never arrived.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import select

from webapp.data import Outcome, Phase, Plan, Run, RunStep, Snapshot, Status, Step
from webapp.errors import Refusal, SiteTrouble, Trouble
from webapp.tools.answers import Performed, Settled, State
from webapp.tools.tool import WriteTool
from webapp.tools.writing import was_answered
from webapp.wordpress.client import WordPress

from . import events, forecasts, gate, issuing, outcomes, receipts, restores, sites, snapshots
from .desk import Desk
from .gate import Call
from .outcomes import Ready, Turn

# How long, in seconds, to wait before each further look: a slow site may still be saving.
LOOKS = (0.3, 1.0, 2.0)
# How long after its snapshot a write that was cut off may still reach the site: ten seconds to connect, the sixty for
# which we, and most gateways, wait for an answer, and some to spare.
ON_ITS_WAY = timedelta(seconds=90)


class StillOnItsWay(Exception):
    """What was sent before somebody died may still reach the site, so it is too early to say that it did not."""


class RefusedAfterwards(SiteTrouble):
    """A write went out, and then the tool met a refusal, such as when it read the item back."""

    def __init__(self, refusal: Refusal) -> None:
        words = f"The write was sent, and it is not known whether it was saved: {refusal.message}"
        super().__init__("respira_outcome_unknown", words)


def perform(tool: WriteTool, wordpress: WordPress, call: Call, state: State, saved: State) -> Performed:
    """Let a tool write.

    Raises:
        Refusal: nothing was sent.
        SiteTrouble: `RefusedAfterwards` where the refusal came too late to mean that.
    """
    try:
        return tool.write.perform(wordpress, call.arguments, state, saved, call.scene)
    except Refusal as refusal:
        if not wordpress.wrote:
            raise
        raise RefusedAfterwards(refusal) from refusal


def after_trouble(desk: Desk, turn: Turn, ready: Ready, trouble: SiteTrouble, wordpress: WordPress) -> None:
    """Settle a write that was answered by trouble or not at all."""
    before = {**ready.state, **ready.saved}
    settled = look_after(trouble, ready.tool, wordpress, ready.call, ready.state, before)
    if settled.landed == "yes" and settled.performed is not None:
        outcomes.land(desk, turn, settled.performed, _snapshot(desk, turn.part.id).uuid)
    elif was_answered(trouble):
        nothing = settled.landed == "no"
        outcomes.fail(desk, turn, trouble, wrote_nothing=nothing, unknown=not nothing)
    else:
        told = trouble if isinstance(trouble, RefusedAfterwards) else _unknown(turn.step, trouble.status)
        outcomes.fail(desk, turn, told, wrote_nothing=False, unknown=True)


def look_after(
    trouble: SiteTrouble, tool: WriteTool, wordpress: WordPress, call: Call, state: State, saved: State
) -> Settled:
    """Read the site after a write that was answered by trouble: once when WordPress itself answered, else more
    often, since it may still be saving."""
    once = was_answered(trouble) or isinstance(trouble, RefusedAfterwards)
    return look(tool, wordpress, call, state, saved, (0.0,) if once else LOOKS)


def settle(desk: Desk, turn: Turn) -> bool:
    """Settle a step that was cut off between its snapshot and its outcome.

    Returns:
        True when nothing of it is on the site, so that it may have its turn from the beginning.

    Raises:
        StillOnItsWay: it is not to be seen, or not all of it, and may come yet.
    """
    waits = is_on_its_way(desk, _snapshot(desk, turn.part.id).taken_at)
    try:
        settled = _settled(desk, turn, (0.0,) if waits else LOOKS)
    except Trouble:
        outcomes.fail(desk, turn, _unknown(turn.step), wrote_nothing=False, unknown=True)
        return False
    if settled.landed == "yes" and settled.performed is not None:
        outcomes.land(desk, turn, settled.performed, _snapshot(desk, turn.part.id).uuid)
        return False
    if waits:
        raise StillOnItsWay
    if settled.landed == "no":
        _back_to_claimed(desk, turn)
        return True
    outcomes.fail(desk, turn, _unknown(turn.step), wrote_nothing=False, unknown=True)
    return False


def is_on_its_way(desk: Desk, kept_at: datetime) -> bool:
    """Tell whether a write that was cut off may still reach the site.

    Args:
        kept_at: when what stood there was kept, right before it was sent.
    """
    return desk.clock() < kept_at + ON_ITS_WAY


def put_off() -> Refusal:
    """Return the refusal by which work that meets a write on its way is put off."""
    return Refusal("respira_site_busy", "A write that was cut off may still reach the site, so nothing else is sent.")


def check(desk: Desk, step: Step) -> str:
    """Look at the site, for a person, whether a step has landed whose outcome is unknown, or which could not be read
    back.

    Returns:
        `yes`, `no` or `unknown`. After a no the step waits again; what the site said that it saved gets no such no.

    Raises:
        Refusal: the step's outcome is not in doubt, or somebody else settled it in the meantime; or
            `respira_site_busy`, nothing of it is there yet, and it may still come.
    """
    with desk.reading() as session:
        part = session.scalar(select(RunStep).where(RunStep.step_id == step.id).order_by(RunStep.id.desc()).limit(1))
        unchecked = part is not None and _is_unchecked(desk, part)
        if part is None or (step.status != Status.UNKNOWN and not unchecked):
            raise Refusal("respira_step_not_waiting")
        run, plan = session.get_one(Run, part.run_id), session.get_one(Plan, step.plan_id)
    turn = Turn(run, part, step, plan.key_id, worker=None)
    settled = _settled(desk, turn, looks=(0.0,))
    if unchecked:
        return _read_back(desk, turn, settled)
    if settled.landed == "yes" and settled.performed is not None:
        outcomes.land(desk, turn, settled.performed, _snapshot(desk, part.id).uuid)
    elif settled.landed == "no":
        _demand_nothing_on_its_way(desk, part)
        with desk.writing() as session:
            outcomes.demand_own(session, turn)
            row = session.get_one(Step, step.id)
            row.status, row.wrote_nothing = Status.NOT_RUN, True
            ran = session.get_one(RunStep, part.id)
            receipts.seal_report(desk, ran, {**receipts.report_of(desk, ran), "settled": "no"})
            session.flush()
            forecasts.again(session, desk, session.get_one(Plan, row.plan_id))
            session.flush()
            issuing.issue(session, desk, session.get_one(Run, run.id))
    return settled.landed


def _demand_nothing_on_its_way(desk: Desk, part: RunStep) -> None:
    """Demand that what a step sent can not come any more, before it is said that it did not.

    Raises:
        Refusal: `respira_site_busy`.
    """
    if is_on_its_way(desk, _snapshot(desk, part.id).taken_at):
        words = "Nothing of it is on the site yet, but the site may still be at work on it."
        raise Refusal("respira_site_busy", words, hint="Look again in two minutes.")


def _is_unchecked(desk: Desk, part: RunStep) -> bool:
    """Tell whether the site said that it saved, and could not be read afterwards."""
    return part.outcome == Outcome.APPLIED and bool(receipts.report_of(desk, part).get("unchecked"))


def _read_back(desk: Desk, turn: Turn, settled: Settled) -> str:
    """Write down that what a step saved is there, and where the site keeps something else."""
    if settled.landed != "yes" or settled.performed is None:
        return "unknown"
    performed = settled.performed
    with desk.writing() as session:
        step, part = session.get_one(Step, turn.step.id), session.get_one(RunStep, turn.part.id)
        if not _is_unchecked(desk, part):
            raise Refusal("respira_step_not_waiting", "It is settled already what became of this step.")
        report = {name: told for name, told in receipts.report_of(desk, part).items() if name != "unchecked"}
        if performed.differs:
            report["differs"] = list(performed.differs)
        receipts.seal_report(desk, part, report)
        step.after = desk.sealer.seal(f"step.after {step.public_id}", performed.after)
        snapshot = session.scalars(select(Snapshot).where(Snapshot.uuid == report["snapshots"][-1])).one()
        # What is wished for a copy was kept with the copy when the step landed; how to undo that stands there only.
        former = restores.unsealed(desk, snapshot).undo
        snapshots.complete(desk, snapshot, replace(performed, undo={**former, **performed.undo}))
        events.record(
            session,
            desk,
            "step.read_back",
            step.public_id,
            site_id=turn.run.site_id,
            key_id=turn.key_id,
            person_id=turn.run.person_id,
            run=turn.run.public_id,
        )
        session.flush()
        issuing.issue(session, desk, session.get_one(Run, turn.run.id))
    return "yes"


def _settled(desk: Desk, turn: Turn, looks: Sequence[float]) -> Settled:
    """Read the site with what the snapshot holds, so that a key revoked since changes nothing."""
    before = restores.unsealed(desk, _snapshot(desk, turn.part.id)).before
    call = gate.replayed(desk, turn.step, turn.key_id)
    tool = call.tool
    if not isinstance(tool, WriteTool):
        raise TypeError(f"{tool.name} does not write")
    with sites.reached(desk, call.site) as wordpress:
        return look(tool, wordpress, call.seen_from(turn.step.public_id), before, before, looks)


def look(
    tool: WriteTool, wordpress: WordPress, call: Call, state: State, saved: State, looks: Sequence[float]
) -> Settled:
    """Read the site until a write is found there.

    Args:
        state, saved: what was kept of its target before it was sent.
        looks: how many seconds to wait before each look.
    """
    settled = Settled("unknown")
    for pause in looks:
        threading.Event().wait(pause)
        try:
            settled = tool.write.settle(wordpress, call.arguments, state, saved, call.scene)
        except Trouble:
            continue
        if settled.landed == "yes":
            break
    return settled


def _unknown(step: Step, status: int | None = None) -> SiteTrouble:
    return SiteTrouble(
        "respira_outcome_unknown",
        f"The site's answer to step {step.position} was lost, and reading the site did not settle whether it was "
        "saved.",
        status=status,
    )


def _back_to_claimed(desk: Desk, turn: Turn) -> None:
    with desk.writing() as session:
        outcomes.demand_own(session, turn)
        part = session.get_one(RunStep, turn.part.id)
        part.phase = Phase.CLAIMED


def _snapshot(desk: Desk, part_id: int) -> Snapshot:
    """Return what was kept right before a step wrote."""
    with desk.reading() as session:
        uuids: list[str] = receipts.report_of(desk, session.get_one(RunStep, part_id))["snapshots"]
        return session.scalars(select(Snapshot).where(Snapshot.uuid == uuids[-1])).one()
