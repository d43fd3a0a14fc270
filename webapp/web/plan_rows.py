"""Plans as the list prints them: a row each, with what needs a person first. It decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from webapp import clock
from webapp.core.views import PlanView, StepView
from webapp.data import Site, Status

from .phrases import ago
from .shown import ended_words, has_expired, status_of

# Steps that nothing more will come of, so that they count no longer in what a plan does.
_OUT = (Status.DROPPED, Status.SENT_BACK, Status.DISCARDED)
SOON = timedelta(hours=1)


@dataclass(frozen=True)
class ShownRow:
    """A plan in the list (`plans/_row.html`).

    Attributes:
        soon: its time is nearly up.
        closely: how many of its steps have to be opened before they can be accepted.
        deletes: how many of its steps delete something. Where some may still run, it is counted among these alone, as
            `copies` and `live` are.
    """

    public_id: str
    title: str | None
    site_name: str
    client: str | None
    key_name: str
    expires_at: datetime
    soon: bool
    ended_words: str | None
    statuses: list[str] = field(default_factory=list)
    copies: int = 0
    live: int = 0
    deletes: int = 0
    closely: int = 0


def shown_row(view: PlanView, over: bool) -> ShownRow:
    """Say what the list tells of a plan.

    Args:
        over: nothing of it can be decided any more.
    """
    revoked = None if over or view.key.revoked_at is None else f"its key was revoked {ago(view.key.revoked_at)}"
    counted = _counted(view, over or revoked is not None)
    replaced = {step.row.replaces_id for step in view.steps}
    # What was planned again is told by the step that took its place.
    told = [step for step in view.steps if step.row.id not in replaced or step.row.status != Status.DISCARDED]
    expired = has_expired(view, over=over)
    live = [step for step in counted if step.row.lands_on["where"] == "live"]
    return ShownRow(
        public_id=view.row.public_id,
        title=view.row.title,
        site_name=view.site.name,
        client=view.row.client,
        key_name=view.key.name,
        expires_at=view.row.expires_at,
        soon=not over and view.row.expires_at - clock.now() < SOON,
        ended_words=revoked or ended_words(view, over=over),
        statuses=[status_of(step, expired=expired) for step in told],
        copies=len(counted) - len(live),
        live=len(live),
        deletes=sum("delete" in step.row.risks for step in counted),
        closely=0 if over or revoked else len(_to_open(view)),
    )


def _counted(view: PlanView, over: bool) -> list[StepView]:
    """Return the steps that the badges speak of: those that may still run, or what a plan did where none may."""
    counted = [step for step in view.steps if step.row.status not in _OUT]
    return (not over and [step for step in counted if step.waits]) or counted


def _to_open(view: PlanView) -> list[StepView]:
    return [step for step in view.to_decide if step.must_be_opened]


def most_pressing_first(views: Sequence[PlanView]) -> list[PlanView]:
    """Return plans that wait in the order in which to look at them: close looks first, then what expires first."""
    return sorted(views, key=lambda view: (-len(_to_open(view)), view.row.expires_at))


def site_choices(sites: Sequence[Site]) -> list[tuple[str, str]]:
    """Return the id and the words of each site to choose from; sites of the same name are told by their address."""
    names = [site.name for site in sites]
    return [
        (site.public_id, f"{site.name}, {site.url}" if names.count(site.name) > 1 else site.name) for site in sites
    ]
