"""What tests of applying do again and again: a person's yes, a look at a step's row, a look at what was sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from tests.installed import Agent, Installed
from webapp.core import reconciling, reviews, views
from webapp.core.desk import Desk
from webapp.core.views import PlanView
from webapp.data import Key, Plan, Site, Snapshot, Step
from webapp.sample_site import SampleSite

Receipt = dict[str, Any]


def plan(agent: Agent, *calls: tuple[str, dict[str, Any]]) -> list[str]:
    """Plan writes, and return their step ids."""
    agent.call("begin_session", mode="plan")
    return [agent.call(tool, **arguments)["step_id"] for tool, arguments in calls]


def title(page: int, words: str) -> tuple[str, dict[str, Any]]:
    """A write that makes a draft copy of a page."""
    return "update_page", {"id": page, "title": words}


def text(page: int, words: str) -> tuple[str, dict[str, Any]]:
    return "update_page", {"id": page, "content": words}


def tagline(words: str) -> tuple[str, dict[str, Any]]:
    """A write to a setting, live at once."""
    return "update_option", {"option": "description", "value": words}


def link(words: str) -> tuple[str, dict[str, Any]]:
    """A write that adds an item to the main menu."""
    return "create_menu_item", {"menu_id": 3, "title": words, "url": "/somewhere/"}


def bin_page(page: int) -> tuple[str, dict[str, Any]]:
    return "delete_page", {"id": page}


def sent(site: SampleSite) -> list[str]:
    """Every write that reached the site, such as `POST /wp/v2/pages`."""
    return [f"{entry.method} {entry.route}" for entry in site.requests.writes()]


def outcomes(receipt: Receipt) -> list[str]:
    return [step["outcome"] for step in receipt["steps"]]


def counts(receipt: Receipt) -> tuple[int, int, int]:
    return receipt["applied"], receipt["failed"], receipt["not_run"]


def error(receipt: Receipt, position: int) -> tuple[str, int]:
    """The code and the HTTP status of a step's error."""
    told = next(step for step in receipt["steps"] if step["position"] == position)["error"]
    return told["code"], told["status"]


def on_site(sayso: Installed, **given: Any) -> None:
    """Let the owner set something on the site."""
    with sayso.desk.writing() as session:
        site = session.get_one(Site, sayso.site.id)
        for name, value in given.items():
            setattr(site, name, value)


def on_key(sayso: Installed, agent: Agent, **given: Any) -> None:
    """Let the owner set something on an agent's key."""
    with sayso.desk.writing() as session:
        key = session.get_one(Key, agent.key.id)
        for name, value in given.items():
            setattr(key, name, value)


def as_if_long_ago(desk: Desk) -> None:
    """Let all that was sent be so long ago that it is not on its way to a site any more."""
    with desk.writing() as session:
        for snapshot in session.scalars(select(Snapshot)):
            snapshot.taken_at -= reconciling.ON_ITS_WAY


def row(sayso: Installed, step_id: str) -> Step:
    with sayso.desk.reading() as session:
        return session.scalars(select(Step).where(Step.public_id == step_id)).one()


def statuses(sayso: Installed, step_ids: Iterable[str]) -> list[str]:
    return [row(sayso, step_id).status for step_id in step_ids]


def opened(sayso: Installed, agent: Agent) -> PlanView:
    """The agent's newest plan as the owner's page shows it."""
    with sayso.desk.reading() as session:
        newest = session.scalars(select(Plan).where(Plan.key_id == agent.key.id).order_by(Plan.id.desc())).first()
        assert newest is not None
        return views.opened(session, sayso.desk, sayso.owner.id, newest.public_id)


def accept(sayso: Installed, agent: Agent) -> dict[str, str]:
    """Let the owner accept every step, and return what they saw: ids with digests."""
    view = opened(sayso, agent)
    for step in view.to_decide:
        decide(sayso, step.row, "accept")
    return {step.row.public_id: step.row.digest for step in view.steps if step.waits}


def decide(sayso: Installed, step: Step, verdict: str) -> None:
    reviews.decide(sayso.desk, sayso.owner, step.public_id, verdict, step.digest, from_its_page=True)
