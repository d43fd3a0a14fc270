"""Plans and steps as the templates print them: what a row means, said for people. It decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from webapp import clock
from webapp.core import overtaken, rights
from webapp.core.views import PlanView, StepView
from webapp.data import Decision, Status, Step
from webapp.diffs.fields import label
from webapp.tools.answers import NEW
from webapp.tools.editor_addresses import address_of
from webapp.tools.nouns import word_of
from webapp.tools.protection.protection import is_protectable
from webapp.tools.risks import Risk

from .bars import Barred, barred, blocked, stopped_words
from .phrases import ago
from .reasons import Reason, reasons_of
from .taking_back import Author, author

MUST_OPEN = "It asks for a person's approval. Read it here, then decide; your yes to it is that approval."
MUST_LOOK = "It deserves a close look. Read it here, then decide."
UNDECIDED = (
    "The site would choose by itself between a draft copy and the live page, so this can not be accepted. Ask for a "
    "change, and say which it should be."
)
# What the bar says of what is left to do.
NOTHING_WAITS = "Nothing in this plan is waiting for you."
ACCEPT_ONE = "Accept a step and you can apply it from here."
ASK_OR_DROP = (
    "No step can be accepted as things stand. Open one to see why, ask for a change, or drop what can not run."
)
SENT_BACK = "You asked for a change. What the agent plans next comes here."
# These are left out of a yes to several.
LONGER = "is longer than its card, so it is accepted by itself."
LONGER_ONES = "are longer than their cards, so each is accepted by itself."
STAYS_OUT = "is not looked at yet, so it stays out."
STAY_OUT = "are not looked at yet, so they stay out."
EXPIRED, REPLACED = "expired", "replaced"
VERDICTS = {"accept": "Accepted", "drop": "Dropped", "ask": "Sent back", "reopen": "Put back"}
FELL = "The step changed after it was accepted"
ANYWAY = "Accepted although the site had changed"
NOT_RUN = "It did not run and needs a new yes; it was accepted"
# What is said of a yes that does not stand any more.
_NO_LONGER = {Status.PLANNED: FELL, Status.NOT_RUN: NOT_RUN, Status.FAILED: NOT_RUN}
# So long before it expires a plan says so loudly.
_LAST = timedelta(hours=1)
# A plan of so few steps shows them open.
_OPEN_UP_TO = 2


@dataclass(frozen=True)
class ShownDecision:
    """What a person decided: words, by whom, when, with what note."""

    words: str
    by: str
    at: datetime
    note: str | None


@dataclass(frozen=True)
class ShownStep:
    """A step as `steps/_step.html` prints it.

    Attributes:
        target: the name of what it is about, as the site tells it; `editor` WordPress's own screen for that.
        reasons: why to look closely, but for the live site, which has a mark of its own.
        protectable: the item that it changes, where the person may still protect that from agents.
        title, tool: what people call its tool, and the tool's own name.
        pictured: whether its page shows the picture that it brings.
        short: whether its card shows all that it changes, so that a yes to several may cover it.
        has_history: it is another step than its agent planned first.
        taken_from: who changed on the site, after it was written, what it would take back; None where it is nothing.
        typed: a note that a person typed and that was not taken, to be kept in the form.
    """

    public_id: str
    position: int
    status: str
    effect: str
    lands_on: dict[str, Any]
    approval_required: bool
    undo: str
    target_link: str | None
    warnings: list[str]
    stale: str | None
    failed_why: str | None
    note: str | None
    title: str
    tool: str
    arguments: dict[str, Any]
    digest: str
    gist: list[dict[str, Any]]
    risks: list[str]
    decision: ShownDecision | None
    must_open: str | None
    unacceptable: str | None
    waits: bool
    checked_at: datetime | None
    target: str = ""
    editor: str | None = None
    reasons: Sequence[Reason] = ()
    edited_by: str | None = None
    barred: Barred | None = None
    pictured: bool = False
    protectable: str | None = None
    short: bool = True
    has_history: bool = False
    taken_from: Author | None = None
    typed: str | None = None

    @property
    def hindered(self) -> bool:
        """Whether it can not be accepted as things stand."""
        return bool(self.unacceptable or self.stale or self.barred)

    @property
    def undecided(self) -> bool:
        """Whether somebody still has to decide about it."""
        return self.waits and self.status not in (Status.ACCEPTED, Status.SENT_BACK)

    @property
    def one_of_several(self) -> bool:
        """Whether a yes to several steps may cover it."""
        return self.free and self.short and not self.must_open

    @property
    def free(self) -> bool:
        """Whether it can be accepted now, be it here or on its own page."""
        return self.undecided and not self.hindered


@dataclass(frozen=True)
class ShownPlan:
    """A plan as `plans/show.html` prints it, its steps aside."""

    public_id: str
    title: str | None
    note: str | None
    client: str | None
    key_name: str
    key_id: str
    site_name: str
    site_id: str
    site_paused_at: datetime | None
    stopped: str | None
    expires_at: datetime
    ended_words: str | None
    open_run: str | None
    last_run: str | None
    in_last_hour: bool = False


@dataclass(frozen=True)
class PlanPage:
    """Everything a plan's page and its parts need; the names are the templates'.

    Attributes:
        around: what other rooms add to the page, by the names of their parts.
    """

    plan: ShownPlan
    steps: list[ShownStep]
    deciding: bool
    acceptable: list[ShownStep]
    next_words: str
    blocked: str | None
    checked_at: datetime | None
    steps_open: bool
    around: dict[str, Any] = field(default_factory=dict)


def plan_page(view: PlanView) -> PlanPage:
    """Say what a plan's page shows."""
    expired = has_expired(view, over=view.over)
    steps = [_in_its_plan(view, step, shown_step(step, expired=expired)) for step in view.steps]
    waiting = [step for step in steps if step.waits]
    checked = [step.checked_at for step in waiting if step.checked_at is not None]
    deciding = not view.over and bool(waiting)
    return PlanPage(
        plan=shown_plan(view),
        steps=steps,
        deciding=deciding,
        acceptable=[step for step in steps if step.one_of_several],
        next_words=_next_words(steps) if deciding else NOTHING_WAITS,
        blocked=blocked(view),
        checked_at=min(checked) if checked and len(checked) == len(waiting) else None,
        steps_open=len(steps) <= _OPEN_UP_TO,
    )


def _next_words(steps: Sequence[ShownStep]) -> str:
    """Say what a person can do next, and what Apply would leave out."""
    if any(step.status == Status.ACCEPTED for step in steps):
        return _named([step for step in steps if step.free and not step.one_of_several], STAYS_OUT, STAY_OUT)
    if any(step.free for step in steps):
        several = len([step for step in steps if step.one_of_several]) > 1
        longer = [step for step in steps if several and step.free and not step.short and not step.must_open]
        return f"{ACCEPT_ONE} {_named(longer, LONGER, LONGER_ONES)}".rstrip()
    return ASK_OR_DROP if any(step.undecided for step in steps) else SENT_BACK


def _named(steps: Sequence[ShownStep], one: str, many: str) -> str:
    """Say something of some steps by their numbers; nothing of none."""
    numbers = [str(step.position) for step in steps]
    return f"Steps {_listed(numbers)} {many}" if len(numbers) > 1 else f"Step {numbers[0]} {one}" if numbers else ""


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _in_its_plan(view: PlanView, step: StepView, shown: ShownStep) -> ShownStep:
    row = step.row
    free = (
        is_protectable(row.target_kind)
        and row.target_id
        and not row.target_id.startswith(NEW)
        and not rights.is_protected(view.site, row.target_kind, row.target_id)
    )
    return replace(
        shown,
        editor=address_of(view.site.url, row.target_kind, row.target_id),
        barred=None if view.over else barred(view, step),
        protectable=f"{word_of(row.target_kind)} {row.target_name}" if free else None,
    )


def shown_plan(view: PlanView) -> ShownPlan:
    """Say what stands at the head of a plan's page."""
    return ShownPlan(
        public_id=view.row.public_id,
        title=view.row.title,
        note=view.row.note,
        client=view.row.client,
        key_name=view.key.name,
        key_id=view.key.public_id,
        site_name=view.site.name,
        site_id=view.site.public_id,
        site_paused_at=view.site.paused_at,
        stopped=None if view.over else stopped_words(view),
        expires_at=view.row.expires_at,
        ended_words=ended_words(view, over=view.over),
        open_run=None if view.open_run is None else view.open_run.public_id,
        last_run=None if view.last_run is None else view.last_run.public_id,
        in_last_hour=view.row.expires_at - clock.now() <= _LAST,
    )


def shown_step(view: StepView, *, expired: bool) -> ShownStep:
    """Say what a page shows of a step.

    Args:
        expired: the time of its plan was up before the plan was ended.
    """
    row = view.row
    return ShownStep(
        public_id=row.public_id,
        position=row.position,
        status=status_of(view, expired=expired),
        effect=row.effect,
        lands_on=row.lands_on,
        approval_required=row.approval_required,
        undo=row.undo,
        target_link=web_address(row.target_link),
        warnings=row.warnings,
        stale=_hindrance(row.stale) if view.waits else None,
        failed_why=view.failed_why,
        note=row.note,
        title=view.title or row.tool,
        tool=row.tool,
        arguments=view.arguments,
        digest=row.digest,
        gist=view.gist,
        risks=row.risks,
        decision=None if view.decision is None else _decision(row, view.decision, view.decided_by),
        target=row.target_name,
        reasons=reasons_of(risk for risk in row.risks if risk != Risk.LIVE),
        edited_by=view.edited_by,
        must_open=_must_open(view),
        unacceptable=UNDECIDED if view.undecided_place and view.waits else None,
        waits=view.waits,
        checked_at=row.checked_at,
        pictured=view.pictured,
        short=view.short,
        has_history=view.has_history,
        taken_from=_taken_from(row) if view.waits else None,
    )


def _taken_from(row: Step) -> Author | None:
    if not overtaken.takes_back(row) or row.stale:
        return None
    return author(row.moved_by) or Author(None, None, "edited")


def _must_open(view: StepView) -> str | None:
    if not view.must_be_opened:
        return None
    return MUST_OPEN if view.row.approval_required else MUST_LOOK


def status_of(view: StepView, *, expired: bool) -> str:
    """Name where a step stands: what still waited when its plan's time was up has expired, swept or not."""
    if view.replaced and view.row.status == Status.DISCARDED:
        return REPLACED
    return EXPIRED if expired and (view.waits or view.row.status == Status.DISCARDED) else view.row.status


def has_expired(view: PlanView, *, over: bool) -> bool:
    """Tell whether the time of a plan was up before it was ended."""
    return view.row.ended_why == EXPIRED or (over and view.row.ended_at is None)


def _decision(step: Step, decision: Decision, by: str | None) -> ShownDecision:
    words = VERDICTS[decision.verdict]
    if decision.verdict == "accept":
        words = _NO_LONGER.get(Status(step.status), ANYWAY if decision.anyway else words)
    said = "; ".join([*decision.labels, *([decision.note] if decision.note else [])])
    return ShownDecision(words, by or "somebody who is gone", decision.made_at, said or None)


def _hindrance(stale: Sequence[str]) -> str | None:
    """Say why a step can not run as the site is now; None where nothing stands against it.

    Args:
        stale: names of fields that moved, or whole sentences, as a check leaves them when the item is gone.
    """
    sentences, fields = [name for name in stale if " " in name], [name for name in stale if " " not in name]
    if sentences:
        return f"{' '.join(sentences)} It can not run like this."
    if fields:
        names = ", ".join(label(name.split(".", 1)[-1]) for name in fields)
        moved = f"Changed on the site since this was planned: {names}."
        return f"{moved} It can not run like this."
    return None


def web_address(link: str | None) -> str | None:
    """Return a link only where it leads to a web page, whatever the site sent."""
    return link if link is not None and link.startswith(("https://", "http://")) else None


def ended_words(view: PlanView, *, over: bool) -> str | None:
    """Say how a plan that is over ended; None where it is not."""
    plan = view.row
    if not over:
        return None
    if plan.ended_why == "ended" and plan.ended_at is not None:
        return f"ended by the agent {ago(plan.ended_at)}"
    return f"expired {ago(plan.expires_at)}"
