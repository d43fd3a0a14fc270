"""The worked example, planned by an agent, and what the rows say of it."""

from __future__ import annotations

from sqlalchemy import select

from tests.installed import Agent
from tests.web.conftest import Browser
from webapp.core.desk import Desk
from webapp.data import Plan, Run, Step


def worked_example(agent: Agent) -> str:
    """Plan three writes: a title on a copy, a live menu item, and a delete that asks for approval."""
    begun = agent.call("begin_session", mode="plan", title="Our story and a Services link", note="You asked for it.")
    agent.call("update_page", id=42, title="Our story")
    agent.call("create_menu_item", menu_id=3, title="Services", url="/services/")
    agent.call("delete_page", id=311)
    return str(begun["session_id"])


def steps_of(desk: Desk, plan: str) -> list[Step]:
    """Return a plan's steps, in order."""
    with desk.reading() as session:
        wanted = (
            select(Step).join(Plan, Plan.id == Step.plan_id).where(Plan.public_id == plan).order_by(Step.position)
        )
        return list(session.scalars(wanted))


def statuses(desk: Desk, plan: str) -> list[str]:
    """Return where each step of a plan stands, in order."""
    return [step.status for step in steps_of(desk, plan)]


def digests(desk: Desk, plan: str) -> list[str]:
    """Return each step's id and digest as the forms send them."""
    return [f"{step.public_id} {step.digest}" for step in steps_of(desk, plan)]


def run_of(desk: Desk, plan: str) -> list[Run]:
    """Return the runs of a plan."""
    with desk.reading() as session:
        return list(session.scalars(select(Run).join(Plan, Plan.id == Run.plan_id).where(Plan.public_id == plan)))


def accept_and_apply(window: Browser, desk: Desk, plan: str) -> str:
    """Say yes to every step of a plan as a person does, apply it, and return the run's address."""
    window.get(f"/plans/{plan}")
    for step in steps_of(desk, plan):
        yes = {"verdict": "accept", "digest": step.digest, "page": "step"}
        assert window.post(f"/steps/{step.public_id}/decision", yes).status_code == 303
    return window.post(f"/plans/{plan}/runs", {"step": digests(desk, plan)}).headers["Location"]
