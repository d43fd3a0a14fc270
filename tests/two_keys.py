"""Two keys of one site at work at once, for tests: who does what, and what is there afterwards.

The first key applies a plan of three steps and goes on planning; the second writes directly, and live, to the page
that the plan's first step was read from. Which site it is, and how the three meet, is the tests' to say.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import select

from tests import taking_back
from tests.installed import Agent, Installed
from tests.site_state import Reader
from webapp.data import Copy, Mode, Run, Site, SiteLease, Snapshot
from webapp.errors import Refusal


@dataclass(frozen=True)
class Ended:
    """What one round led to.

    Attributes:
        live: title and excerpt of page 42.
        copies: the same of each draft copy of it.
        tagline: the site's.
        team: the status of page 311.
        per_page: how many posts a page of the site lists.
        outcomes: of the steps that were applied.
        waits: what the steps that still wait would do.
    """

    live: tuple[str, str]
    copies: list[tuple[str, str]]
    tagline: str
    team: str
    per_page: int
    outcomes: list[str]
    waits: list[str]


def one_after_the_other(tagline: str) -> dict[str, Ended]:
    """Return what each order of apply, write and plan leads to; a plan after the write ends as one before it.

    Args:
        tagline: the site's, before anything.
    """
    per_page = "Change the setting Posts per page (posts_per_page)."
    written = ("Their story", "In short")
    landed = ["applied", "applied", "applied"]
    stopped = ["failed", "not_run", "not_run"]
    applied = Ended(written, [("Our story", "")], "Since 1987", "trash", 10, landed, [per_page])
    stale = Ended(written, [], tagline, "draft", 10, stopped, [per_page])
    return {
        "apply, write, plan": applied,
        "apply, plan, write": applied,
        "plan, apply, write": replace(applied, per_page=5, outcomes=[*landed, "applied"], waits=[]),
        "write, apply, plan": stale,
        "write, plan, apply": replace(stale, outcomes=[*stopped, "not_run"], waits=[]),
        "plan, write, apply": replace(stale, outcomes=[*stopped, "not_run"], waits=[]),
    }


def possible(tagline: str, written: Any) -> list[Ended]:
    """Return what may be there afterwards, by the direct write's answer: it may have waited in vain."""
    orders = one_after_the_other(tagline)
    if not isinstance(written, Refusal):
        return list(orders.values())
    assert written.code == "respira_site_busy"
    return [replace(state, live=("About", "")) for order, state in orders.items() if order.endswith("write")]


@dataclass
class Round:
    """One installation with two keys, and the three calls that meet."""

    sayso: Installed
    reader: Reader
    first: Agent = field(init=False)
    second: Agent = field(init=False)

    def __post_init__(self) -> None:
        with self.sayso.desk.writing() as session:
            # The owner lets agents choose between a draft copy and the live page.
            session.get_one(Site, self.sayso.site.id).direct_editing = True
        self.first = self.sayso.agent(Mode.ASK, "First")
        self.second = self.sayso.agent(Mode.ASK, "Second")
        self.first.call("begin_session", mode="plan")
        self.first.call("update_page", id=42, title="Our story", edit_target="duplicate")
        self.first.call("update_option", option="description", value="Since 1987")
        self.first.call("delete_page", id=311)

    def apply(self) -> dict[str, Any]:
        """The first key says that the person said yes."""
        return self.first.call("apply_plan")

    def write(self) -> dict[str, Any]:
        """The second key, which plans nothing, changes the same page."""
        return self.second.call("update_page", id=42, title="Their story", excerpt="In short", edit_target="live")

    def go_on(self) -> dict[str, Any]:
        """The first key plans one more step."""
        return self.first.call("update_option", option="posts_per_page", value=5)

    def ended(self, receipt: dict[str, Any]) -> Ended:
        """Read the site and the plan."""
        settings, plan = self.reader.get("settings"), self.first.call("get_plan")
        live, *copies = [self.reader.page(page_id) for page_id in (42, *self.copies())]
        return Ended(
            live=(live["title"]["raw"], live["excerpt"]["raw"]),
            copies=[(page["title"]["raw"], page["excerpt"]["raw"]) for page in copies],
            tagline=settings["description"],
            team=self.reader.page(311)["status"],
            per_page=settings["posts_per_page"],
            outcomes=[step["outcome"] for step in receipt["steps"]],
            waits=[step["predicted_effect"] for step in plan["steps"] if step["status"] == "planned"],
        )

    def is_applying(self) -> bool:
        """Tell whether the plan's run has begun."""
        with self.sayso.desk.reading() as session:
            return session.scalar(select(Run.id)) is not None

    def is_writing(self) -> bool:
        """Tell whether the direct write has its turn."""
        with self.sayso.desk.reading() as session:
            return session.scalar(select(SiteLease.purpose)) == 'a direct write, "Change a page"'

    def copies(self) -> list[int]:
        """Return the ids of the draft copies, in the order they were made."""
        with self.sayso.desk.reading() as session:
            return list(session.scalars(select(Copy.copy_id).order_by(Copy.id)))

    def take_everything_back(self) -> None:
        """Restore every write, the newest first; each must come back exactly."""
        with self.sayso.desk.reading() as session:
            kept = list(session.scalars(select(Snapshot.uuid).order_by(Snapshot.id.desc())))
        for uuid in kept:
            assert list(taking_back.restore(self.sayso.desk, self.sayso.owner, uuid).differs) == []
