"""What people say to the agent, and to each other, about a plan, a step or a copy."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class NoteKind(StrEnum):
    """What a note asks for."""

    CHANGE = "change"
    QUESTION = "question"
    REMARK = "remark"


class Note(Row):
    """Something that a person said. It is about a step, a whole plan (`step_id` is None), or a copy.

    Attributes:
        person_id: who was signed in; None for somebody with a review link.
        for_link_id: the review link whose visitors read this too: it answers what was said with it.
        by_name: the name that they gave, or the person's name when it was said.
        kind: see `NoteKind`. An open question, and a whole plan that was sent back, hold Apply back.
        labels: quick labels, such as "shorter".
        told_at: when the agent was first told of it.
        settled_at: since when it holds nothing back any more; `settled_by` is who said so, `answer_id` the step that
            answered it.
    """

    __tablename__ = "notes"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    plan_id: Mapped[int | None] = mapped_column(ForeignKey("plans.id", ondelete="CASCADE"), index=True)
    copy_id: Mapped[int | None] = mapped_column(ForeignKey("copies.id", ondelete="CASCADE"), index=True)
    step_id: Mapped[int | None] = mapped_column(ForeignKey("steps.id", ondelete="CASCADE"), index=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    link_id: Mapped[int | None] = mapped_column(ForeignKey("review_links.id", ondelete="SET NULL"))
    for_link_id: Mapped[int | None] = mapped_column(ForeignKey("review_links.id", ondelete="SET NULL"))
    by_name: Mapped[str]
    kind: Mapped[str]
    text: Mapped[str]
    labels: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    made_at: Mapped[datetime]
    # Every call of an agent looks for what it was not told yet.
    told_at: Mapped[datetime | None] = mapped_column(index=True)
    settled_at: Mapped[datetime | None]
    settled_by: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    answer_id: Mapped[int | None] = mapped_column(ForeignKey("steps.id", ondelete="SET NULL"))
