"""What a receipt says beyond the counts: which drafts wait for the owner, and where."""

from __future__ import annotations

from sqlalchemy import select

from tests.core.acts import link, plan, text, title
from tests.installed import Agent, Installed
from webapp.core import copies
from webapp.data import Copy


def test_a_receipt_names_where_the_owner_decides_about_each_draft_that_it_made_and_that_still_waits(
    sayso: Installed, agent: Agent
) -> None:
    first, _again, _menu, second = plan(
        agent, title(42, "One"), text(42, "<p>More</p>"), link("Two"), title(44, "Two")
    )
    receipt = agent.call("apply_plan")
    with sayso.desk.reading() as session:
        about, services = session.scalars(select(Copy).order_by(Copy.id)).all()
    told = [
        {"step_id": first, "copy_id": about.copy_id, "url": f"http://localhost/copies/{about.public_id}"},
        {"step_id": second, "copy_id": services.copy_id, "url": f"http://localhost/copies/{services.public_id}"},
    ]
    assert receipt["review"]["copies"] == told
    copies.reject(sayso.desk, sayso.owner, about, sayso.site)
    assert agent.call("get_plan")["last_receipt"]["review"]["copies"] == told[1:]


def test_a_receipt_of_a_run_that_made_no_draft_names_none(agent: Agent) -> None:
    plan(agent, link("Two"))
    assert "copies" not in agent.call("apply_plan")["review"]
