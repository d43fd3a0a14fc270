"""Forecasts: what people are shown of a step, computed from its base and from the steps before it.

A forecast is pure: the site is asked once, when the step is planned. When an earlier step on the same target is
dropped, discarded or fails, the later one is forecast again from its own base, and an acceptance of it falls.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from webapp.data import Key, Plan, Site, Status, Step
from webapp.errors import Refusal
from webapp.tools import risks
from webapp.tools.answers import Arguments, Proposal, State, in_short, moved
from webapp.tools.arguments import fit
from webapp.tools.tool import WriteTool

from . import awaited, gate, gists, overtaken, plans, scenes
from .desk import Desk
from .gate import Call
from .scenes import KeyScene
from .sealing import BrokenSeal


def base_of(desk: Desk, step: Step) -> State:
    """Return the state of the target when the step was planned."""
    state: State = {} if step.base is None else desk.sealer.unseal(f"step.base {step.public_id}", step.base)
    return state


def gist_of(desk: Desk, step: Step) -> list[dict[str, Any]]:
    """Return the changes of a step in a line each, as `webapp.core.gists` makes them."""
    gist: list[dict[str, Any]] = []
    if step.gist is not None:
        gist = desk.sealer.unseal(f"step.gist {step.public_id}", step.gist)
    return gist


def former_of(desk: Desk, step: Step) -> dict[str, Any] | None:
    """Return what was shown of a step before its forecast changed the last time: `digest`, `effect`, `changes`."""
    if step.former is None:
        return None
    former: dict[str, Any] = desk.sealer.unseal(f"step.former {step.public_id}", step.former)
    return former


def now_of(desk: Desk, step: Step) -> State | None:
    """Return the state of a step's target as the last check saw it; None where that had not moved."""
    if step.now is None:
        return None
    now: State = desk.sealer.unseal(f"step.now {step.public_id}", step.now)
    return now


def arguments_of(desk: Desk, step: Step) -> Arguments:
    """Return what may be shown of a step's arguments; nothing once its plan is over."""
    shown: Arguments = {}
    if step.arguments is not None:
        shown = desk.sealer.unseal(f"step.arguments {step.public_id}", step.arguments)
    return shown


def forecast_of(desk: Desk, step: Step) -> dict[str, Any]:
    """Return what is kept of a step's forecast: `changes`, and the state `after`."""
    if step.forecast is None:
        return {"changes": [], "after": {}}
    forecast: dict[str, Any] = desk.sealer.unseal(f"step.forecast {step.public_id}", step.forecast)
    return forecast


def after_of(desk: Desk, step: Step) -> State:
    """Return the state that an applied step left on the site."""
    state: State = {} if step.after is None else desk.sealer.unseal(f"step.after {step.public_id}", step.after)
    return state


class Base(NamedTuple):
    """What a step's target looked like, and when the look at it began."""

    state: State
    read_at: datetime


def expected(desk: Desk, step: Step, steps: Sequence[Step], base: Base | None = None) -> State:
    """Return the state in which a step should find its target: its base, with what this plan changed since.

    Args:
        base: another one than its own.
    """
    base = base or Base(base_of(desk, step), step.made_at)
    state = dict(base.state)
    done = [other for other in steps if _same_target(other, step) and _applied_since(other, base.read_at)]
    for other in sorted(done, key=lambda other: (other.applied_at or other.made_at, other.position)):
        state |= after_of(desk, other)
    return state


_PLACES = {"copy": "a draft copy", "live": "the live site"}


class Ground(NamedTuple):
    """What a step is forecast upon.

    Attributes:
        state: of its target, as it will be before the step.
        upon: the ids of the other steps on the target that this counts as done.
        earlier: the position of the one among them that still waits and makes what the step lands upon.
    """

    state: State
    upon: list[str]
    earlier: int | None


def ground(desk: Desk, step: Step, steps: Sequence[Step], base: Base | None = None) -> Ground:
    """Return what a step is forecast upon: the applied steps since its base, and the earlier ones that wait.

    Args:
        base: another one than its own.
    """
    state = expected(desk, step, steps, base)
    earlier = [other for other in steps if other.position < step.position and _same_target(other, step)]
    waiting = [other for other in earlier if _still_counts(other) and not other.undecided]
    makers = [other.position for other in waiting if _makes(desk, other)]
    for other in waiting:
        state |= forecast_of(desk, other)["after"]
    done = applied_since(step, steps, None if base is None else base.read_at)
    upon = {*done, *(other.public_id for other in waiting)}
    return Ground(state, sorted(upon), makers[-1] if makers else None)


def applied_since(step: Step, steps: Sequence[Step], since: datetime | None = None) -> set[str]:
    """Return the ids of the steps of this plan that changed a step's target since its base was read.

    Args:
        since: another time than that.
    """
    since = since or step.made_at
    return {other.public_id for other in steps if _same_target(other, step) and _applied_since(other, since)}


def first_that_differs(chosen: Sequence[Step], steps: Sequence[Step]) -> Step | None:
    """Return the first of the chosen steps that would not run upon what it was shown upon, if they run in order.

    Args:
        steps: all of the plan.
    """
    for step in chosen:
        earlier = [other for other in chosen if other.position < step.position and _same_target(other, step)]
        before = {other.public_id for other in earlier if not other.stale}
        if set(step.upon) != applied_since(step, steps) | before:
            return step
    return None


def write_down(
    desk: Desk,
    step: Step,
    proposal: Proposal,
    site: Site,
    key: Key,
    below: Ground,
    needs: Sequence[str] = (),
    steps: Sequence[Step] = (),
) -> None:
    """Put a proposal into a step's row, with the digest that a yes will be given to.

    Args:
        below: what the proposal is made upon.
        needs: the ids of the steps whose results it refers to.
        steps: the plan's other steps, which it may refer to.
    """
    former = None if step.forecast is None else _shown(desk, step)
    ids = awaited.ids_by_position(steps)
    changes = [awaited.change_in_words(change.as_json(), ids) for change in proposal.changes]
    step.effect = awaited.in_words(proposal.effect)
    step.lands_on = proposal.lands_on.as_json()
    step.undo = proposal.undo
    step.warnings = awaited.in_words([in_short(warning) for warning in proposal.warnings])
    step.target_kind, step.target_id = proposal.target.kind, proposal.target.id
    step.target_name, step.target_link = proposal.target.name, proposal.target.link
    step.upon, step.needs = list(below.upon), list(needs)
    step.undecided, step.makes_copy = proposal.undecided, proposal.lands_on.makes
    takes_back = bool(step.moved_from and overtaken.taken_from(desk, step, base_of(desk, step), proposal.after))
    step.risks = reasons_of(desk, step, proposal, below.state, site, takes_back=takes_back)
    step.forecast = desk.sealer.seal(f"step.forecast {step.public_id}", {"changes": changes, "after": proposal.after})
    step.gist = desk.sealer.seal(f"step.gist {step.public_id}", gists.of(changes))
    step.digest = digest_of(desk, step, site, key, changes)
    if former is not None and former["digest"] != step.digest:
        step.former = desk.sealer.seal(f"step.former {step.public_id}", former)


def _shown(desk: Desk, step: Step) -> dict[str, Any]:
    return {"digest": step.digest, "effect": step.effect, "changes": forecast_of(desk, step)["changes"]}


def reasons_of(
    desk: Desk, step: Step, proposal: Proposal, state: State, site: Site, *, takes_back: bool
) -> list[str]:
    """Return why to look closely at what a step would do, by the names of `webapp.tools.risks`.

    Args:
        state: of its target, as it will be before the step.
        takes_back: whether it would take back what somebody changed on the site since it was planned.
    """
    tool = desk.catalogue[step.tool]
    if not isinstance(tool, WriteTool):
        return []
    return [str(risk) for risk in risks.risks_of(tool, proposal, state, site.url, takes_back=takes_back)]


def digest_of(desk: Desk, step: Step, site: Site, key: Key, changes: Sequence[Any]) -> str:
    """Return the digest of everything that a yes is given to."""
    return desk.sealer.mark(
        {
            "site": site.public_id,
            "key": key.public_id,
            "step": step.public_id,
            "position": step.position,
            "tool": step.tool,
            "request": step.fingerprint,
            "edits": gate.edits_of(desk, step),
            "target": [step.target_kind, step.target_id],
            "base": base_of(desk, step),
            "effect": step.effect,
            "lands_on": step.lands_on,
            "changes": changes,
            "upon": step.upon,
        }
    )


def again(session: Session, desk: Desk, plan: Plan, anew: Step | None = None) -> list[Step]:
    """Forecast again every waiting step of a plan that is shown upon other steps than it will run upon.

    Args:
        anew: a step that does something else now, so that those shown upon it are forecast again too.

    Returns:
        The steps whose forecast is another one now; acceptances of those have fallen.
    """
    key, site = session.get_one(Key, plan.key_id), session.get_one(Site, plan.site_id)
    scene = scenes.of_key(session, desk, key, site)
    steps = plans.steps_of(session, plan)
    waiting = [step for step in steps if plans.waits(step)]
    changed = [step for step in waiting if _renewed(session, desk, step, steps, scene, site, key, anew)]
    for step in changed:
        if step.status == Status.ACCEPTED:
            step.status = Status.PLANNED
    if changed:
        plans.keep_words(session, plan)
    return changed


def fitted(session: Session, desk: Desk, step: Step, key_id: int) -> Arguments:
    """Return a stored step's arguments as its tool takes them."""
    name, arguments, _request = gate.stored(desk, step)
    tool = desk.catalogue[name]
    return fit(tool.schema, awaited.filled(session, desk, key_id, tool, arguments).arguments)


def demand_standing(desk: Desk, step: Step, steps: Sequence[Step], call: Call, state: State) -> Proposal:
    """Demand that a step would still do what it is shown to do.

    Args:
        steps: all of its plan.
        call: the step's call, as seen from the step.
        state: of its target, as the site shows it now.

    Returns:
        What it would do now.

    Raises:
        Refusal: `respira_step_stale`, with the `fields` that moved where it is they; `respira_confirmation_required`.
    """
    changed = moved(expected(desk, step, steps), state)
    if changed:
        raise Refusal(
            "respira_step_stale",
            f"{step.target_name or 'The item'} was changed since this step was planned, so nothing was sent.",
            fields=changed,
        )
    proposal = call.scene.tool(step.tool).write.predict(call.arguments, state, call.scene)
    if proposal.undecided:
        raise Refusal("respira_confirmation_required")
    if proposal.lands_on.where != step.lands_on["where"]:
        raise Refusal(
            "respira_step_stale",
            f"This step was planned to land on {_PLACES[step.lands_on['where']]}, and the site's settings have "
            "changed since, so nothing was sent.",
        )
    return proposal


def _renewed(
    session: Session,
    desk: Desk,
    step: Step,
    steps: Sequence[Step],
    scene: KeyScene,
    site: Site,
    key: Key,
    anew: Step | None,
) -> bool:
    before = step.digest
    try:
        below = ground(desk, step, steps)
        same = below.upon == step.upon and (anew is None or anew.public_id not in below.upon)
        if step.stale or same:
            # What can not run keeps what it is shown as until a look at the site finds that it can.
            return False
        write = scene.tool(step.tool).write
        arguments, needs = fitted(session, desk, step, key.id), step.needs
        proposal = write.predict(arguments, below.state, scene.at(step.public_id, below.earlier))
        if (proposal.target.kind, proposal.target.id) != (step.target_kind, step.target_id):
            # What it names stands for something else by now, such as a copy that was approved.
            return True
        write_down(desk, step, proposal, site, key, below, needs, steps)
    except (Refusal, BrokenSeal):
        # What can not be forecast any more can not be said yes to, and must not keep other outcomes unwritten.
        return True
    return step.digest != before


def _same_target(one: Step, other: Step) -> bool:
    return (one.target_kind, one.target_id) == (other.target_kind, other.target_id) and one.id != other.id


def _still_counts(step: Step) -> bool:
    """Tell whether later steps are shown upon a step that has not run: not where it is known that it can not."""
    waits = plans.waits(step) and step.status not in (Status.FAILED, Status.SENT_BACK)
    return step.status == Status.RUNNING or (waits and not step.stale)


def _makes(desk: Desk, step: Step) -> bool:
    """Tell whether a step makes something on which later ones land: a copy, or what they are about."""
    tool = desk.catalogue.get(step.tool)
    return bool(step.makes_copy or (isinstance(tool, WriteTool) and tool.makes))


def _applied_since(other: Step, since: datetime) -> bool:
    return other.status == Status.APPLIED and other.applied_at is not None and other.applied_at >= since
