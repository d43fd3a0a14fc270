"""Notes as the pages show them: what was said about a step or a plan, by whom, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from webapp.core import notes, revisions
from webapp.core.redaction import without_secrets
from webapp.core.views import PlanView, StepView
from webapp.data import Note, NoteKind, Status

from .comparisons import for_reading
from .pages import desk

_SAID = {
    NoteKind.CHANGE: "asked for a change",
    NoteKind.QUESTION: "asked",
    NoteKind.REMARK: "remarked",
}


@dataclass(frozen=True)
class ShownNote:
    """A note as a thread prints it.

    Attributes:
        words: what was done, after the name: "asked".
        by_link: whether somebody with a review link said it.
        about: the step that it is about, as id and position, where that is not the page's own.
        withdrawn: whether it is about a step that the agent withdrew.
        holds: whether it holds Apply back now.
        may_settle: whether a button says that it is settled.
        may_answer: whether it can be answered to those who have the link that it was said with.
        settled: what came of it, in words; None as long as nothing did.
        to_link: whether those who have a link read it too, as the answer to what was said with it.
    """

    public_id: str
    words: str
    by: str
    by_link: bool
    at: datetime
    text: str
    labels: list[str]
    about: tuple[str, int] | None = None
    holds: bool = False
    may_settle: bool = False
    may_answer: bool = False
    settled: str | None = None
    to_link: bool = False
    withdrawn: bool = False


@dataclass(frozen=True)
class CardNotes:
    """What a step's card says of notes.

    Attributes:
        revises: the position of the step whose place it took.
        answers: the note that it answers.
        questions: those that are open.
        others: how many more notes its own page has.
    """

    revises: int | None = None
    answers: ShownNote | None = None
    questions: list[ShownNote] = field(default_factory=list)
    others: int = 0


@dataclass(frozen=True)
class Talk:
    """The thread of a page, and what stands on its cards.

    Attributes:
        kinds: which kinds of note may be left, in the order of the form.
        cards: by the public ids of steps.
        revised: on the page of a step that took another's place: how the two differ; None elsewhere, or where what
            the former one said is forgotten.
        same_target: whether it is about the same item as that one.
        questions: how many questions are open, about the plan and its steps.
    """

    notes: list[ShownNote]
    kinds: tuple[str, ...]
    cards: Mapping[str, CardNotes]
    revised: list[dict[str, Any]] | None = None
    same_target: bool = True
    questions: int = 0


def of_plan(view: PlanView) -> Talk:
    """Return what `plans/_talk.html` and each step's `steps/_card_notes.html` print."""
    here = {step.row.id for step in view.steps}
    said = [
        note
        for note in view.notes
        if note.step_id is None or _holds(view, note) or _is_left(note, here) or _echoes(view, note)
    ]
    kinds = (NoteKind.REMARK,) if view.over else (NoteKind.CHANGE, NoteKind.QUESTION, NoteKind.REMARK)
    asked = [note for note in said if note.kind == NoteKind.QUESTION and _holds(view, note)]
    return Talk([_shown(view, note, None) for note in said], kinds, _cards(view), questions=len(asked))


def of_step(view: PlanView, step: StepView) -> Talk:
    """Return what `steps/_notes.html` and `steps/_revised.html` print."""
    # What was said about the step whose place it took goes on here.
    here = {step.row.id, step.row.replaces_id} - {None}
    said = [_shown(view, note, step) for note in view.notes if note.step_id in here]
    revised, same_target = _against_former(step)
    return Talk(said, _kinds(view, step), _cards(view), revised=revised, same_target=same_target)


def of_guest(step: StepView) -> Talk:
    """Return what `steps/_revised.html` prints for somebody with a link: how the two steps differ, and no note."""
    revised, same_target = _against_former(step)
    return Talk([], (), {step.row.public_id: CardNotes(revises=step.revises)}, revised, same_target)


def of_copy(session: Session, copy_id: int) -> list[ShownNote]:
    """Return what `copies/_talk.html` prints: what people with a link said about a copy."""
    return [
        ShownNote(
            note.public_id,
            _SAID[NoteKind(note.kind)],
            note.by_name,
            note.link_id is not None,
            note.made_at,
            note.text,
            list(note.labels),
        )
        for note in notes.of_copy(session, copy_id)
    ]


def _kinds(view: PlanView, step: StepView) -> tuple[str, ...]:
    """Return which kinds of note, alone or with a decision, may be left on a step."""
    if view.over or not step.waits:
        return (NoteKind.REMARK,)
    free = not (step.row.stale or step.bar or step.undecided_place or step.row.status == Status.ACCEPTED)
    return (NoteKind.CHANGE, *(("accept",) if free else ()), "drop", NoteKind.QUESTION, NoteKind.REMARK)


def _against_former(step: StepView) -> tuple[list[dict[str, Any]] | None, bool]:
    """Compare a step with the one whose place it took, if it took one's."""
    if step.row.replaces_id is None:
        return None, True
    with desk().reading() as session:
        found = revisions.former_shown(session, desk(), step.row)
    if found is None:
        return None, True
    former, changes = found
    same = (former.target_kind, former.target_id) == (step.row.target_kind, step.row.target_id)
    differences = revisions.against_former(changes, step.changes)
    return for_reading(map(without_secrets, differences), "words"), same


def _cards(view: PlanView) -> dict[str, CardNotes]:
    return {step.row.public_id: _card(view, step) for step in view.steps}


def _card(view: PlanView, step: StepView) -> CardNotes:
    own = [note for note in view.notes if note.step_id == step.row.id and not _is_its_decision(step, note)]
    questions = [_shown(view, note, step) for note in own if _holds(view, note)]
    answered = next((note for note in view.notes if note.public_id == step.row.answers), None)
    return CardNotes(
        revises=step.revises,
        answers=None if answered is None else _shown(view, answered, step),
        questions=questions,
        others=len(own) - len(questions),
    )


def _is_its_decision(step: StepView, note: Note) -> bool:
    """Tell whether a note stands on the card already, as why the step was sent back."""
    return step.row.status == Status.SENT_BACK and note.kind == NoteKind.CHANGE


def _is_left(note: Note, here: set[int]) -> bool:
    """Tell whether a note waits although the agent withdrew what it is about."""
    return note.settled_at is None and note.kind != NoteKind.REMARK and note.step_id not in here


def _holds(view: PlanView, note: Note) -> bool:
    return not view.over and note in notes.holding([note], (step.row for step in view.steps))


def _echoes(view: PlanView, note: Note) -> bool:
    """Tell whether what was asked in a plan that is over keeps the same write from running."""
    if not view.echoes or note.settled_at is not None or note.kind == NoteKind.REMARK:
        return False
    return all(step.row.status == Status.DISCARDED for step in view.steps if step.row.id == note.step_id)


def _shown(view: PlanView, note: Note, here: StepView | None) -> ShownNote:
    about = next((step for step in view.steps if step.row.id == note.step_id), None)
    elsewhere = about is not None and (here is None or here.row.id != about.row.id)
    sent_back = about is not None and about.row.status == Status.SENT_BACK
    asks = note.kind != NoteKind.REMARK and not (note.kind == NoteKind.CHANGE and sent_back)
    return ShownNote(
        public_id=note.public_id,
        words=_said(note),
        by=note.by_name,
        by_link=note.link_id is not None,
        at=note.made_at,
        text=note.text,
        labels=list(note.labels),
        about=(about.row.public_id, about.row.position) if about is not None and elsewhere else None,
        holds=_holds(view, note),
        may_settle=_echoes(view, note) if view.over else note.settled_at is None and asks,
        may_answer=note.link_id is not None and not view.over,
        settled=_settled(note, view.steps),
        to_link=note.for_link_id is not None,
        withdrawn=note.step_id is not None and about is None,
    )


def _said(note: Note) -> str:
    whole = note.kind == NoteKind.CHANGE and note.step_id is None
    return "sent the whole plan back" if whole else _SAID[NoteKind(note.kind)]


def _settled(note: Note, steps: Iterable[StepView]) -> str | None:
    if note.settled_at is None or note.kind == NoteKind.REMARK:
        return None
    answer = next((step.row.position for step in steps if step.row.id == note.answer_id), None)
    if answer is not None:
        return f"Answered by step {answer}"
    return "Answered by a later step" if note.answer_id is not None else "Settled"
