"""Notes: what people say to the agent about a step, a plan or a copy, and which of it holds Apply back.

How the agent gets to read them is in `tellings`, and how a new step answers them in `revisions`. Whether somebody may
speak at all is known to whoever calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from webapp.data import Copy, Membership, Note, NoteKind, Person, Plan, Site, Status, Step, public_id
from webapp.errors import Refusal

from . import events, plans
from .deciders import Decider, signed_in
from .desk import Desk

if TYPE_CHECKING:
    from .views import PlanView, StepView

# What is said most often, to tick instead of typing it.
LABELS = (
    "Keep my heading",
    "Shorter",
    "Other words",
    "Keep the links",
    "Don’t touch the price",
    "Wrong page",
    "Not on the live site",
    "Ask me first",
)
LONGEST = 1000
# More would be no talk any more. Those by link are counted apart, so that they never use up the room of the owner.
MOST = 200
MOST_BY_A_LINK = 30
_TOO_MANY = f"There are {MOST} notes here already, and no room for more."
_TOO_MANY_BY_LINK = "Enough was said with this link already. Tell the owner another way."


def say(
    session: Session,
    desk: Desk,
    who: Decider,
    *,
    view: PlanView,
    step: StepView | None = None,
    kind: str,
    text: str,
    labels: Sequence[str] = (),
) -> Note:
    """Say something about a plan, or about one of its steps. The step stays where it stands.

    Args:
        kind: `change`, `question` or `remark`. About a whole plan the first two hold Apply back.
        text: at most `LONGEST` characters.
        labels: some of `LABELS`; they can stand for a text.

    Raises:
        Refusal: it says nothing, or too much; or nothing can be asked any more.
    """
    if kind != NoteKind.REMARK and view.over:
        raise Refusal("respira_plan_expired")
    if kind != NoteKind.REMARK and step is not None and not step.waits:
        raise Refusal("respira_step_not_waiting", "This step does not wait any more, so only a remark can be left.")
    demand_room(of_plan(session, view.row.id), who)
    note = write_down(
        session,
        desk,
        who,
        kind,
        text,
        labels,
        plan_id=view.row.id,
        step_id=None if step is None else step.row.id,
    )
    subject = view.row.public_id if step is None else step.row.public_id
    _record(session, desk, "note.made", note, subject, view.row.site_id, view.row.key_id, who.person_id)
    return note


def say_of_copy(
    session: Session, desk: Desk, who: Decider, copy: Copy, *, kind: str, text: str, opening: str = ""
) -> Note:
    """Say something about a copy.

    Args:
        kind, text: as for `say`.
        opening: as for `write_down`.

    Raises:
        Refusal: it says nothing, or too much.
    """
    demand_room(of_copy(session, copy.id), who)
    note = write_down(session, desk, who, kind, text, opening=opening, copy_id=copy.id)
    _record(session, desk, "note.made", note, copy.public_id, copy.site_id, copy.key_id, who.person_id)
    return note


def demand_room(there: Sequence[Note], who: Decider, most_by_a_link: int = MOST_BY_A_LINK) -> None:
    """Demand that no more notes are there than anybody can read.

    Args:
        who: wants to add one.
        most_by_a_link: so many may have been said with one link.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    alike = [note for note in there if (note.link_id is None) == (who.link_id is None)]
    if who.link_id is not None and len([note for note in alike if note.link_id == who.link_id]) >= most_by_a_link:
        raise Refusal("respira_invalid_arguments", _TOO_MANY_BY_LINK, hint="")
    if len(alike) >= MOST:
        raise Refusal("respira_invalid_arguments", _TOO_MANY, hint="")


def write_down(
    session: Session,
    desk: Desk,
    who: Decider,
    kind: str,
    text: str | None,
    labels: Sequence[str] = (),
    *,
    opening: str = "",
    plan_id: int | None = None,
    step_id: int | None = None,
    copy_id: int | None = None,
) -> Note:
    """Keep what somebody said, without a line in the log: for what a decision has its own line for.

    Args:
        opening: our words before theirs, which do not count among them.

    Raises:
        Refusal: it says nothing, or too much.
    """
    said, ticked = f"{opening} {sound_text(text)}".strip(), sound_labels(labels)
    if kind not in tuple(NoteKind):
        raise Refusal("respira_invalid_arguments", "A note asks for a change, asks a question, or remarks something.")
    if not said and not ticked:
        raise Refusal("respira_invalid_arguments", "Say something, or tick what fits.", hint="")
    note = Note(
        public_id=public_id("note"),
        plan_id=plan_id,
        step_id=step_id,
        copy_id=copy_id,
        person_id=who.person_id,
        link_id=who.link_id,
        by_name=who.name,
        kind=str(kind),
        text=said,
        labels=ticked,
        made_at=desk.clock(),
    )
    session.add(note)
    session.flush()
    return note


def sound_text(text: str | None) -> str:
    """Return what somebody typed as it is kept: a line's end is one character, whatever the browser sends.

    Raises:
        Refusal: it is too long.
    """
    said = (text or "").replace("\r\n", "\n").strip()
    if len(said) > LONGEST:
        words = f"A note may have {LONGEST} characters, and this one has {len(said)}."
        raise Refusal("respira_invalid_arguments", words, hint="Say it shorter, or in two notes.")
    return said


def sound_labels(labels: Iterable[str]) -> list[str]:
    """Return the labels in their own order, each once.

    Raises:
        Refusal: one of them is none of ours.
    """
    ticked = set(labels)
    if ticked - set(LABELS):
        raise Refusal("respira_invalid_arguments", "One of the ticked words is not among those to choose from.")
    return [label for label in LABELS if label in ticked]


def settle(desk: Desk, person: Person, note_public: str) -> Note:
    """Say that a note holds nothing back any more. Done twice, it is done once.

    Raises:
        Refusal: `respira_not_found`, also for one on somebody else's site; or the step waits for the agent.
    """
    with desk.writing() as session:
        note, step, site_id, key_id, subject = _found(session, person.id, note_public)
        if note.settled_at is not None:
            return note
        if note.kind == NoteKind.CHANGE and step is not None and step.status == Status.SENT_BACK:
            raise Refusal("respira_invalid_arguments", "The step is sent back. Take that back instead.", hint="")
        note.settled_at, note.settled_by = desk.clock(), person.id
        _record(session, desk, "note.settled", note, subject, site_id, key_id, person.id)
        return note


def answer(desk: Desk, person: Person, note_public: str, text: str) -> Note:
    """Answer what somebody said with a review link: its visitors and the agent read it, and a question is settled.

    Returns:
        The note that was answered.

    Raises:
        Refusal: `respira_not_found`, also for one on somebody else's site or one that was not said with a link; or
            the answer says nothing, or too much.
    """
    with desk.writing() as session:
        asked, _step, site_id, key_id, subject = _found(session, person.id, note_public)
        if asked.link_id is None or asked.plan_id is None:
            raise Refusal("respira_not_found", "There is no such note.")
        who = signed_in(person)
        demand_room(of_plan(session, asked.plan_id), who)
        plan_id, step_id = asked.plan_id, asked.step_id
        said = write_down(session, desk, who, NoteKind.REMARK, text, plan_id=plan_id, step_id=step_id)
        said.for_link_id = asked.link_id
        _record(session, desk, "note.made", said, subject, site_id, key_id, person.id)
        settle_questions(session, desk, [asked], person.id)
        return asked


def settle_questions(session: Session, desk: Desk, open_ones: Iterable[Note], person_id: int) -> int:
    """Say of open questions that they hold nothing back any more.

    Returns:
        How many there were.
    """
    found = [note for note in open_ones if note.kind == NoteKind.QUESTION and note.settled_at is None]
    for note in found:
        note.settled_at, note.settled_by = desk.clock(), person_id
        plan = session.get_one(Plan, note.plan_id)
        _record(session, desk, "note.settled", note, plan.public_id, plan.site_id, plan.key_id, person_id)
    return len(found)


def settle_all_questions(desk: Desk, person: Person, plan_public: str) -> int:
    """Settle every open question about a plan and its steps.

    Returns:
        How many there were.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's plan.
    """
    with desk.writing() as session:
        plan = session.scalar(
            select(Plan)
            .join(Membership, Membership.site_id == Plan.site_id)
            .where(Membership.person_id == person.id, Plan.public_id == plan_public)
        )
        if plan is None:
            raise Refusal("respira_not_found", "There is no such plan.")
        return settle_questions(session, desk, of_plan(session, plan.id), person.id)


def by_link(session: Session, link_id: int) -> list[Note]:
    """Return what was said with a link, the oldest first."""
    return list(session.scalars(select(Note).where(Note.link_id == link_id).order_by(Note.id)))


def settle_changes(session: Session, desk: Desk, step: Step, person_id: int | None) -> None:
    """Settle the changes that were asked for, of a step about which somebody decided otherwise since."""
    asked = select(Note).where(Note.step_id == step.id, Note.kind == NoteKind.CHANGE, Note.settled_at.is_(None))
    for note in session.scalars(asked):
        note.settled_at, note.settled_by = desk.clock(), person_id


def of_plan(session: Session, plan_id: int) -> list[Note]:
    """Return what was said about a plan and its steps, the oldest first."""
    return list(session.scalars(select(Note).where(Note.plan_id == plan_id).order_by(Note.id)))


def of_copy(session: Session, copy_id: int) -> list[Note]:
    """Return what was said about a copy, the oldest first."""
    return list(session.scalars(select(Note).where(Note.copy_id == copy_id).order_by(Note.id)))


def open_questions(session: Session, plan: Plan) -> list[Note]:
    """Return the notes that hold Apply back, the oldest first."""
    unsettled = select(Note).where(Note.plan_id == plan.id, Note.settled_at.is_(None)).order_by(Note.id)
    notes = list(session.scalars(unsettled))
    return holding(notes, plans.steps_of(session, plan)) if notes else []


def holding(notes: Iterable[Note], steps: Iterable[Step]) -> list[Note]:
    """Return those of a plan's notes that hold Apply back.

    A question holds as long as what it is about may still run, and also once the agent withdrew that: nobody answered
    it by that. That one step is sent back holds only that step.
    """
    over = {step.id for step in steps if step.status != Status.DISCARDED and not plans.waits(step)}
    return [
        note
        for note in notes
        if note.settled_at is None
        and (
            (note.kind == NoteKind.QUESTION and note.step_id not in over)
            or (note.kind == NoteKind.CHANGE and note.step_id is None)
        )
    ]


def held_words(notes: Iterable[Note], steps: Sequence[Step]) -> str | None:
    """Say what holds Apply back, to a person; None where nothing does."""
    found = holding(notes, steps)
    if not found:
        return None
    if any(note.kind == NoteKind.CHANGE for note in found):
        return "The whole plan was sent back. What the agent plans next answers that; or mark it as settled."
    places = [_place(note, steps) or "the plan" for note in found]
    asked = "A question is" if len(found) == 1 else f"{len(found)} questions are"
    return f"{asked} open, about {' and '.join(dict.fromkeys(places))}. Mark it as settled once it is answered."


def demand_settled(session: Session, plan: Plan, *, by_agent: bool) -> None:
    """Demand that nothing said holds Apply back.

    Args:
        by_agent: the words are for the agent, who is told what was asked.

    Raises:
        Refusal: `respira_questions_open`.
    """
    found = open_questions(session, plan)
    if not found:
        return
    steps = plans.steps_of(session, plan)
    if not by_agent:
        raise Refusal("respira_questions_open", f"{held_words(found, steps)} Nothing was run.")
    place = _place(found[0], steps)
    about = "" if place is None else f" about {place}"
    asked = "sent the whole plan back" if found[0].kind == NoteKind.CHANGE else f"asks{about}"
    # Whoever has a link can give the owner's own name, so it never stands alone.
    by = f"{found[0].by_name} (by link)" if found[0].link_id is not None else found[0].by_name
    words = f"Nothing was run: {by} {asked}: {quoted(found[0])}"
    raise Refusal("respira_questions_open", words, notes=[note.public_id for note in found])


def _place(note: Note, steps: Sequence[Step]) -> str | None:
    """Say which step a note is about; None where it is about the whole plan."""
    if note.step_id is None:
        return None
    here = [step.position for step in steps if step.id == note.step_id and step.status != Status.DISCARDED]
    return f"step {here[0]}" if here else "a step that the agent withdrew"


def quoted(note: Note) -> str:
    """Return a note's labels and text as one quotation."""
    return in_quotes(note.labels, note.text)


def in_quotes(labels: Iterable[str], text: str | None) -> str:
    """Return labels and a text as one quotation."""
    said = [*(f"[{label}]" for label in labels), *([text] if text else [])]
    return f"“{' '.join(said)}”"


def _found(
    session: Session, person_id: int, note_public: str
) -> tuple[Note, Step | None, int | None, int | None, str]:
    row = session.execute(
        select(Note, Step, Plan, Copy)
        .outerjoin(Step, Step.id == Note.step_id)
        .outerjoin(Plan, Plan.id == Note.plan_id)
        .outerjoin(Copy, Copy.id == Note.copy_id)
        .join(Site, or_(Site.id == Plan.site_id, Site.id == Copy.site_id))
        .join(Membership, Membership.site_id == Site.id)
        .where(Note.public_id == note_public, Membership.person_id == person_id)
    ).first()
    if row is None:
        raise Refusal("respira_not_found", "There is no such note.")
    note, step, plan, copy = row
    where = plan if plan is not None else copy
    subject = step.public_id if step is not None else where.public_id
    return note, step, where.site_id, where.key_id, subject


def _record(
    session: Session,
    desk: Desk,
    what: str,
    note: Note,
    subject: str,
    site_id: int | None,
    key_id: int | None,
    person_id: int | None,
) -> None:
    link = {} if note.link_id is None else {"link": note.link_id, "name": note.by_name}
    about = {"note": note.public_id, "kind": note.kind, **link}
    events.record(session, desk, what, subject, site_id=site_id, key_id=key_id, person_id=person_id, **about)
