"""Tellings: how notes of people reach the agent, in get_plan and in the answer to its next call, whatever that is.

A note is told once unasked. That an answer may be lost on its way loses nothing: get_plan shows what is not settled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row, Select, case, or_, select, update
from sqlalchemy.orm import Session

from webapp.data import Copy, Key, Note, NoteKind, Plan, Status, Step

from .desk import Desk

# So many at once; the others come with the next call.
MOST_AT_ONCE = 20
# An agent has no words of its own on the pages but those of its steps.
_ANSWER = "Answer the person in the chat, so that they mark it as settled on the page"
# However much is said with links, what signed-in people said comes first, and of that the changes they ask for.
_BY_LINK = Note.link_id.is_not(None)
_NEWEST_CHANGES = case((Note.kind == NoteKind.CHANGE, -Note.id), else_=0)
_Found = tuple[Note, str | None, int | None, str | None, int | None]


def with_news(desk: Desk, key: Key, body: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with what people said since the agent was last told, under `review.notes`.

    What the answer itself holds there stays. A shared key is told nothing: a plan that it had before would be
    everybody's.
    """
    review = body.get("review", {})
    if key.shared or not isinstance(review, dict) or not isinstance(review.get("notes", []), list):
        return body
    with desk.reading() as session:
        news = _in_order(session.execute(_untold(key.id)).all())
    if not news:
        return body
    with desk.writing() as session:
        told = [row[0].id for row in news]
        session.execute(update(Note).where(Note.id.in_(told), Note.told_at.is_(None)).values(told_at=desk.clock()))
    there = review.get("notes", [])
    entries = [entry for entry in map(_entry, news) if not any(_is_same(entry, other) for other in there)]
    return {**body, "review": {**review, "notes": [*there, *entries]}}


def of_plan(session: Session, plan: Plan) -> list[dict[str, Any]]:
    """Return the notes about a plan and its steps that are not settled or not told yet, the oldest first."""
    wanted = _notes().where(Note.plan_id == plan.id, or_(Note.settled_at.is_(None), Note.told_at.is_(None)))
    first = wanted.order_by(_BY_LINK, Note.id.desc()).limit(2 * MOST_AT_ONCE)
    return [_entry(row) for row in _in_order(session.execute(first).all())]


def _untold(key_id: int) -> Select[*_Found]:
    theirs = or_(Plan.key_id == key_id, Copy.key_id == key_id)
    wanted = _notes().outerjoin(Plan, Plan.id == Note.plan_id).where(Note.told_at.is_(None), theirs)
    return wanted.order_by(_BY_LINK, Note.kind != NoteKind.CHANGE, _NEWEST_CHANGES, Note.id).limit(MOST_AT_ONCE)


def _in_order(rows: Sequence[Row[*_Found]]) -> list[Row[*_Found]]:
    """Return notes of signed-in people before those by link, and of each the oldest first."""
    return sorted(rows, key=_place)


def _place(row: Row[*_Found]) -> tuple[bool, int]:
    note, *_about = row
    return note.link_id is not None, note.id


def _notes() -> Select[*_Found]:
    return (
        select(Note, Step.public_id, Step.position, Step.status, Copy.copy_id)
        .outerjoin(Step, Step.id == Note.step_id)
        .outerjoin(Copy, Copy.id == Note.copy_id)
    )


def _entry(row: Row[*_Found]) -> dict[str, Any]:
    note, step_id, position, status, copy_id = row
    told: dict[str, Any] = {"note_id": note.public_id, "kind": note.kind, "text": note.text, "by": note.by_name}
    if note.labels:
        told["labels"] = list(note.labels)
    if note.link_id is not None:
        told["by_link"] = True
    if step_id is not None:
        told |= {"step_id": step_id, "position": position}
    if copy_id is not None:
        told["copy_id"] = copy_id
    next_words = _next(note, step_id, status) if note.settled_at is None else None
    return told if next_words is None else {**told, "next": next_words}


def _next(note: Note, step_id: str | None, status: str | None) -> str | None:
    """Say what is to be done about a note; None where it only is to be known."""
    is_there = step_id is not None and status != Status.DISCARDED
    if note.kind == NoteKind.QUESTION:
        again = f', or plan the step again with _respira_revises: "{step_id}"' if is_there else ""
        return f"{_ANSWER}{again}. Nothing can be applied until then."
    if note.kind != NoteKind.CHANGE:
        return None
    if status == Status.SENT_BACK:
        return f'Do what it asks, and plan the write again with _respira_revises: "{step_id}".'
    if status == Status.DISCARDED:
        return "You withdrew that step. Do what it asks if you plan it again: the same write stays sent back."
    if note.plan_id is not None and step_id is None:
        return "Plan again what it is about. Nothing can be applied before; the same writes again are no answer."
    return None


def _is_same(entry: Mapping[str, Any], other: Any) -> bool:
    """Tell whether a note is in an answer already: by its id, or as what was said with a decision."""
    if not isinstance(other, Mapping):
        return False
    if "note_id" in other:
        return bool(other["note_id"] == entry["note_id"])
    said: Sequence[Any] = (other.get("step_id"), other.get("note") or "", other.get("labels", []))
    return said == (entry.get("step_id"), entry["text"], entry.get("labels", []))
