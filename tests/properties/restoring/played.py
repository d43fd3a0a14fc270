"""Plays generated calls: planned, applied, and taken back as a person does; and what was said of that, and when."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.properties.restoring.worlds import Ids, resolved
from webapp.core import restores, undo_views, undos, works
from webapp.core.undo_views import UndoView
from webapp.data import Mode, Plan, Snapshot, Step
from webapp.errors import Refusal
from webapp.tools.new_ids import MADE_AGAIN


@dataclass
class Played:
    """What became of some calls.

    Attributes:
        refused: which calls were refused when they were planned, with the reason.
        receipt: of the run; empty where nothing was planned.
        announced: what was said before the yes of each step: how it is undone, and what to look out for.
        undo: as its page shows it at the end; None where nothing was planned.
    """

    refused: list[str] = field(default_factory=list)
    receipt: dict[str, Any] = field(default_factory=dict)
    announced: dict[str, str] = field(default_factory=dict)
    undo: UndoView | None = None

    @property
    def applied(self) -> list[dict[str, Any]]:
        """The steps that landed."""
        return [step for step in self.receipt.get("steps", []) if step["outcome"] == "applied"]

    @property
    def failed(self) -> list[Any]:
        """What the others were stopped by."""
        return [step.get("error") for step in self.receipt.get("steps", []) if step["outcome"] != "applied"]

    @property
    def made(self) -> list[int]:
        """Ids of what the steps made."""
        return [step["result"]["id"] for step in self.applied if isinstance(step["result"].get("id"), int)]


def play(sayso: Installed, ids: Ids, calls: list[tuple[str, dict[str, Any]]]) -> Played:
    """Plan calls, apply what was planned, and take the run back."""
    played, agent = Played(), at_once(sayso).agent(Mode.CHAT)
    for tool, arguments in calls:
        try:
            agent.call(tool, **resolved(arguments, ids))
        except Refusal as refusal:
            played.refused.append(f"{tool}: {refusal.code} {refusal.message}")
    if len(played.refused) == len(calls):
        return played
    played.announced = _announced(sayso, agent)
    played.receipt = agent.call("apply_plan")
    return played


def at_once(sayso: Installed) -> Installed:
    """Return an installation whose worker carries out what it is woken for before anybody goes on."""
    desk = sayso.desk

    def wake(work: str) -> None:
        assert works.carry_out(desk, work, f"a test, {work}")

    return replace(sayso, desk=replace(desk, wake=wake))


def take_back(sayso: Installed, played: Played) -> None:
    """Take back the whole run."""
    desk = at_once(sayso).desk
    undo = undos.begin_for_run(desk, sayso.owner, played.receipt["review"]["job_id"])
    undos.look(desk, sayso.owner, undo)
    view = shown(sayso, undo)
    ticked = [part.row.position for part in view.parts if part.ticked]
    assert len(ticked) == len(view.parts), [(part.effect, part.why_not, part.edited) for part in view.parts]
    undos.start(desk, sayso.owner, undo, view.row.digest, ticked, [])
    played.undo = shown(sayso, undo)


def shown(sayso: Installed, undo: str) -> UndoView:
    """The undo as its owner's page shows it."""
    with sayso.desk.reading() as session:
        return undo_views.of_undo(session, sayso.desk, sayso.owner.id, undo)


def new_ids(sayso: Installed, undo: UndoView) -> dict[int, int]:
    """Return the ids of what an undo made again, by the former ones."""
    found: dict[int, int] = {}
    with sayso.desk.reading() as session:
        for part in undo.parts:
            row = session.scalars(select(Snapshot).where(Snapshot.uuid == part.row.kept_uuid)).one()
            made = restores.unsealed(sayso.desk, row).after.get(MADE_AGAIN, [])
            found |= {former: new for _where, former, new in made}
    return found


def _announced(sayso: Installed, agent: Agent) -> dict[str, str]:
    with sayso.desk.reading() as session:
        plan = select(Plan.id).where(Plan.key_id == agent.key.id)
        steps = session.scalars(select(Step).where(Step.plan_id.in_(plan))).all()
        return {step.public_id: " ".join([step.undo, *step.warnings]) for step in steps}
