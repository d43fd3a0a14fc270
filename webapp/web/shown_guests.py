"""What a page tells somebody with a review link: the plan or the copy, and what the link lets them do. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from webapp.core import guests, links
from webapp.core.links import Opened
from webapp.core.views import PlanView
from webapp.data import May, Note, ReviewLink, Status, Step

from .phrases import count
from .reasons import reasons_of
from .shown import plan_page

LOOK = "You can look at it. Whoever sent you the link decides."
COMMENT = "You can look, and say what you think. The owner and the agent read it."
COUNTS = "Your yes or no counts. A yes runs nothing by itself: the owner applies the plan, and is told what you said."
THINKS = "What you say is shown to the owner, who decides."
NOTHING_LEFT = "Nothing is left for you to decide."
CHANGED = "The plan changed since this link was made. What you read here is how it is now."


@dataclass(frozen=True)
class Remark:
    """Something that was said with the same link."""

    by: str
    text: str
    at: datetime
    about: str


@dataclass(frozen=True)
class Visit:
    """What somebody with a link may do, and what was said with it.

    Attributes:
        address: where the link's pages begin.
        words: what they may do, in a sentence or two.
        effect: what becomes of their yes or no.
        name: what they gave as theirs; empty where they were not asked yet.
        decidable: ids of the steps that they may decide about.
        counts: whether what they decide is done.
        takeable: ids of the steps whose yes or no they can take back.
        changed: what became of the plan since the link was made; None where nothing did.
    """

    address: str
    site_name: str
    words: str
    effect: str
    name: str
    may_comment: bool
    expires_at: datetime
    decidable: frozenset[str] = frozenset()
    counts: bool = False
    takeable: frozenset[str] = frozenset()
    changed: str | None = None
    said: tuple[Remark, ...] = ()


def visit_to_plan(
    opened: Opened, view: PlanView, decidable: frozenset[str], said: Sequence[Note], *, address: str, name: str
) -> Visit:
    """Say what somebody may do with a link to a plan.

    Args:
        decidable: ids of the steps that they may decide about.
    """
    link = opened.link
    changed = not view.over and links.digest_of(step.row for step in view.steps) != link.shown
    counts = links.counts_for(link, view.key)
    positions = {step.row.id: step.row for step in view.steps}
    return Visit(
        address=address,
        site_name=opened.site.name,
        words=_words(link, len(decidable), counts=counts),
        effect=COUNTS if counts else THINKS,
        name=name,
        may_comment=guests.may(link, May.COMMENT) and not view.over,
        expires_at=link.expires_at,
        decidable=decidable,
        counts=counts,
        takeable=guests.takeable(link, view),
        changed=CHANGED if changed and view.last_run is None else None,
        said=tuple(_remark(note, positions) for note in said),
    )


def visit_to_copy(opened: Opened, said: Sequence[Note], *, address: str, name: str) -> Visit:
    """Say what somebody may do with a link to a copy."""
    link, waits = opened.link, opened.copy is not None and opened.copy.state == "open"
    decides = guests.may(link, May.DECIDE) and waits
    words = f"You can say yes or no. {THINKS}" if decides else _words(link, 0, counts=False)
    return Visit(
        address=address,
        site_name=opened.site.name,
        words=words,
        effect=THINKS,
        name=name,
        may_comment=guests.may(link, May.COMMENT) and waits,
        expires_at=link.expires_at,
        decidable=frozenset({"copy"} if decides else ()),
        said=tuple(_remark(note, {}) for note in said),
    )


def guest_plan(view: PlanView) -> dict[str, Any]:
    """Return what a link's page shows of a plan: no key, no agent, no address of the owner's pages."""
    shown = plan_page(view)
    return {
        "title": shown.plan.title or "A plan without a title",
        "note": shown.plan.note,
        "ended_words": shown.plan.ended_words,
        "steps": shown.steps,
        "reasons": {step.row.public_id: reasons_of(step.row.risks) for step in view.steps},
        "applied_words": _applied(view),
    }


def _applied(view: PlanView) -> str | None:
    """Say how much of a plan was applied; None where nothing was run yet."""
    if view.last_run is None:
        return None
    beside = "what became of each step stands beside it."
    if not any(step.waits for step in view.steps):
        return f"It was applied: {beside}"
    some = any(step.row.status == Status.APPLIED for step in view.steps)
    return f"Part of it was applied: {beside}" if some else f"Nothing of it was applied so far: {beside}"


def _words(link: ReviewLink, free: int, *, counts: bool) -> str:
    if link.may == May.LOOK:
        return LOOK
    if link.may == May.COMMENT:
        return COMMENT
    if not free:
        return NOTHING_LEFT
    return f"You can decide about {count(free, 'step')}. {COUNTS if counts else THINKS}"


def _remark(note: Note, steps: dict[int, Step]) -> Remark:
    step = None if note.step_id is None else steps.get(note.step_id)
    # Of a signed-in person somebody with a link is told that it is the owner, and no name.
    by = note.by_name if note.link_id is not None else "The owner"
    return Remark(by, note.text, note.made_at, "" if step is None else f"about step {step.position}")
