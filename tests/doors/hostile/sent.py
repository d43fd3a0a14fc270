"""What hostile inputs may do: no write, and a step only where the answer says so; and how many of them are sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import HealthCheck, settings
from sqlalchemy import func, select

from tests.installed import Agent, Installed
from webapp.data import Step
from webapp.sample_site import SampleSite

USUAL = 100  # inputs of a test that says nothing of their number, in every run
MOST_STEPS = 40  # a plan takes ten more


def inputs(in_every_run: int) -> settings:
    """How many inputs a test takes: few in every run, and twenty times as many with `--hypothesis-profile=long`."""
    times = settings().max_examples // USUAL
    return settings(max_examples=in_every_run * times, suppress_health_check=list(HealthCheck))


class Watch:
    """Looks at what inputs of one key did.

    Args:
        holder: the key; its every write waits for a person, so that none may reach the site.
    """

    def __init__(self, place: Installed, site: SampleSite, holder: Agent) -> None:
        self._place, self._site, self._holder = place, site, holder
        self.steps = self._count()

    def _count(self) -> int:
        with self._place.desk.reading() as session:
            return session.scalar(select(func.count()).select_from(Step)) or 0

    def made(self) -> int:
        """How many steps were made since the last look."""
        before, self.steps = self.steps, self._count()
        return self.steps - before

    def demand_only_what_was_told(self, told: Any) -> None:
        """Demand that nothing was written, and that there are as many new steps as an answer tells of.

        Args:
            told: the engine's answer, or what the door said in its place.
        """
        assert self.made() == len(set(new_steps(told))), told
        assert self._site.requests.writes() == []
        if self.steps % MOST_STEPS == MOST_STEPS - 1:
            self._holder.reply("discard_plan")


def new_steps(told: Any) -> Iterator[str]:
    """Give the ids of the steps that an answer says are new."""
    if isinstance(told, Mapping) and told.get("code") == "respira_plan_step":
        each = told.get("steps", [told])
        yield from (step["step_id"] for step in each if not step.get("deduplicated", told.get("deduplicated")))
