"""One planned write, and the decisions of people about it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, UniqueConstraint, false, true
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Status(StrEnum):
    """Where a step stands."""

    PLANNED = "planned"
    ACCEPTED = "accepted"
    DROPPED = "dropped"
    SENT_BACK = "sent_back"
    RUNNING = "running"
    APPLIED = "applied"
    FAILED = "failed"
    NOT_RUN = "not_run"
    UNKNOWN = "unknown"
    DISCARDED = "discarded"


class Step(Row):
    """A planned write.

    `request` is the call as it arrived, sealed; `arguments` what may be shown of it, sealed too: an address
    or a text of somebody is no secret, but nobody's to read in a stolen file. `base` is the sealed
    state of the target when the step was planned, `forecast` the sealed prediction that people are shown
    (changes, and the state after). `digest` covers everything that a yes is given to. `wrote_nothing` is
    set on a failed step when it is certain that the site was not changed. `stale` holds the names of the
    fields that moved on the site since, as the last check saw it.

    What a list of steps needs is in columns of its own, so that no long text is unsealed for it. Columns that name
    other rows without a foreign key were added in place, where SQLite takes none with a rule for deletes.

    Attributes:
        upon: the ids of the steps that it is shown to come after.
        needs: the ids of the steps whose results its arguments refer to.
        undecided: the site itself would have to choose between copy and live.
        makes_copy: later steps on the same target land on the copy that this one makes.
        planned_again: a person had it planned again upon what the site showed then, or wanted it all the same.
        risks: why to look closely, by the names of `webapp.tools.risks`.
        gist: sealed; each change in a line, for the card of the step.
        edits: sealed; arguments that a person changed, by name: they take the place of the agent's.
        replaces_id: the step that was sent back and that this one takes the place of.
        answers: the public id of the note that it answers.
        moved_by: who or what moved the target, where the site tells: `who`, `what` and `at`; kept where the step
            would take that back.
        former: sealed; what was shown before the forecast changed the last time: `digest`, `effect`, `changes`.
        now: sealed; the state of the target as the last check saw it, where the site had moved away.
        moved_from: sealed; what others changed before it was planned again: what it `was`, and `by` whom.
    """

    __tablename__ = "steps"
    __table_args__ = (UniqueConstraint("plan_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    plan_id: Mapped[int] = mapped_column(ForeignKey("plans.id", ondelete="CASCADE"), index=True)
    position: Mapped[int]
    status: Mapped[str] = mapped_column(index=True)
    door: Mapped[str]
    tool: Mapped[str]
    request: Mapped[str | None]
    arguments: Mapped[str | None]
    fingerprint: Mapped[str]
    target_kind: Mapped[str]
    target_id: Mapped[str]
    target_name: Mapped[str]
    target_link: Mapped[str | None]
    effect: Mapped[str]
    lands_on: Mapped[dict[str, Any]]
    approval_required: Mapped[bool]
    undo: Mapped[str]
    warnings: Mapped[list[Any]]
    note: Mapped[str | None]
    base: Mapped[str | None]
    forecast: Mapped[str | None]
    digest: Mapped[str]
    wrote_nothing: Mapped[bool] = mapped_column(default=False)
    after: Mapped[str | None]
    applied_at: Mapped[datetime | None]
    stale: Mapped[list[Any]] = mapped_column(default=list)
    checked_at: Mapped[datetime | None]
    made_at: Mapped[datetime]
    upon: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    needs: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    undecided: Mapped[bool] = mapped_column(default=False, server_default=false())
    makes_copy: Mapped[bool] = mapped_column(default=False, server_default=false())
    planned_again: Mapped[bool] = mapped_column(default=False, server_default=false())
    risks: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    gist: Mapped[str | None]
    edits: Mapped[str | None]
    edited_by: Mapped[int | None]
    edited_at: Mapped[datetime | None]
    replaces_id: Mapped[int | None]
    answers: Mapped[str | None]
    moved_by: Mapped[dict[str, Any] | None]
    former: Mapped[str | None]
    now: Mapped[str | None]
    moved_from: Mapped[str | None]


class Decision(Row):
    """What somebody decided about a step, having seen `digest`. The newest one that counts is what holds.

    Attributes:
        person_id: who was signed in; None for somebody with a review link.
        link_id: the review link that they had.
        by_name: the name that they gave, and that it was by link; None for a signed-in person.
        counts: False for what a link's owner lets somebody say, and not decide.
        labels: quick labels, such as "shorter".
        anyway: the site had moved, and they want it all the same.
    """

    __tablename__ = "decisions"

    id: Mapped[int] = mapped_column(primary_key=True)
    step_id: Mapped[int] = mapped_column(ForeignKey("steps.id", ondelete="CASCADE"), index=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    verdict: Mapped[str]
    note: Mapped[str | None]
    digest: Mapped[str]
    made_at: Mapped[datetime]
    link_id: Mapped[int | None]
    by_name: Mapped[str | None]
    counts: Mapped[bool] = mapped_column(default=True, server_default=true())
    labels: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    anyway: Mapped[bool] = mapped_column(default=False, server_default=false())
