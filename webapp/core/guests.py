"""Guests: what somebody with a review link says and decides, no further than the link lets them.

Each verb finds the link anew in its own transaction, so that one which was revoked a moment ago does nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from webapp.data import May, Note, NoteKind, ReviewLink, Status, Step
from webapp.errors import Refusal

from . import links, notes, plans, reviews, revisions, views
from .deciders import Decider, with_link
from .desk import Desk
from .links import Opened
from .sealing import hashed
from .views import PlanView, StepView

LONGEST_NAME = 80
VERDICTS = ("accept", "drop", "ask")
# What stands in a note about a decision that is no more than what somebody thinks.
THINKS = {"accept": "Says yes to this step.", "drop": "Says no to this step.", "ask": "Would like this step changed."}
THINKS_OF_COPY = {"approve": "Says yes: this can go live.", "reject": "Says no: this should not go live."}
DECIDED = "Somebody has decided about this step already."
NOT_YOURS = "There is nothing to take back: it was not said with this link, or it is done already."
# Where a step stands as long as a guest may still decide about it.
_FREE = (Status.PLANNED, Status.NOT_RUN, Status.FAILED)
_LESS = {May.LOOK: 0, May.COMMENT: 1, May.DECIDE: 2}


class Verdict(NamedTuple):
    """What a guest says of a step.

    Attributes:
        digest: of what they saw.
        opened: they read the step on its own page.
    """

    step_id: str
    word: str
    digest: str
    note: str = ""
    opened: bool = False


def plan_of(session: Session, desk: Desk, opened: Opened) -> PlanView | None:
    """Return the plan that a link opens; None where it opens a copy."""
    return None if opened.plan is None else views.of_plan(session, desk, opened.plan.id)


def may(link: ReviewLink, wanted: May) -> bool:
    """Tell whether a link lets somebody do this."""
    return _LESS[May(link.may)] >= _LESS[wanted]


def decidable(session: Session, link: ReviewLink, view: PlanView) -> frozenset[str]:
    """Return the ids of the steps that a link lets somebody decide about now."""
    named = _named(session, link) if may(link, May.DECIDE) and not view.over else set()
    free = [step.row for step in view.steps if step.row.status in _FREE and step.waits]
    return frozenset(row.public_id for row in free if row.id in named)


def _named(session: Session, link: ReviewLink) -> set[int]:
    """Return the steps that a link names, and those that took their place to do the same to the same."""
    rows = {row.id: row for row in _rows(session, link)}
    named = {row.id for row in rows.values() if row.public_id in link.step_ids}
    for row in rows.values():
        if row.replaces_id in named and _aim(row) == _aim(rows[row.replaces_id]):
            named.add(row.id)
    return named


def _rows(session: Session, link: ReviewLink) -> list[Step]:
    """Return every step that a link's plan ever had, the oldest first."""
    wanted = select(Step).where(Step.plan_id == link.plan_id).order_by(Step.id).options(*views.WITHOUT_LONG)
    return list(session.scalars(wanted))


def _aim(step: Step) -> tuple[str, str, str]:
    return step.tool, step.target_kind, step.target_id


def decide(desk: Desk, token: str, name: str, verdict: Verdict) -> bool:
    """Decide about a step.

    Args:
        name: what the guest gave as theirs.

    Returns:
        Whether it is done; where not, it is kept as what they think.

    Raises:
        Refusal: the link is over or does not allow it, the step changed since it was shown, or somebody decided.
    """
    if verdict.word not in VERDICTS:
        raise Refusal("respira_invalid_arguments", "Say yes, no, or what should be different.")
    with desk.writing() as session:
        link = links.find(session, desk, token).link
        view, step = _step_of(session, desk, link, verdict.step_id)
        if not may(link, May.DECIDE) or step.row.id not in _named(session, link):
            raise Refusal("respira_link_allows_less")
        if step.waits and step.row.digest == verdict.digest and step.row.status not in _FREE:
            raise Refusal("respira_step_not_waiting", DECIDED)
        who = with_link(link, _name(name), counts=links.counts_for(link, view.key))
        _decide(session, desk, who, view, step, verdict)
        links.note(session, desk, link, "decided", name=who.name, verdict=verdict.word, step=step.row.public_id)
    return who.counts


def _decide(session: Session, desk: Desk, who: Decider, view: PlanView, step: StepView, verdict: Verdict) -> None:
    opening = ""
    if verdict.note.strip() or not who.counts:
        there = notes.of_plan(session, view.row.id)
        notes.demand_room(there, who, notes.MOST_BY_A_LINK + 2 * plans.MOST_WAITING)
    if not who.counts:
        # The agent and the owner read it among the notes, so it says there what it is.
        opening = THINKS[verdict.word]
    reviews.decide_as(
        session,
        desk,
        who,
        view,
        step,
        verdict.word,
        verdict.digest,
        note=verdict.note,
        from_its_page=verdict.opened,
        opening=opening,
    )


def takeable(link: ReviewLink, view: PlanView) -> frozenset[str]:
    """Return the ids of the steps whose yes or no was said with a link and can still be taken back with it."""
    said = {"accept": Status.ACCEPTED, "drop": Status.DROPPED}
    mine = [step for step in view.steps if step.decision is not None and step.decision.link_id == link.id]
    if view.over or not may(link, May.DECIDE):
        return frozenset()
    return frozenset(
        step.row.public_id for step in mine if step.decision and said.get(step.decision.verdict) == step.row.status
    )


def take_back(desk: Desk, token: str, name: str, step_id: str, digest: str) -> None:
    """Take back the yes or the no that was said with a link about a step, so that it waits undecided again.

    Args:
        name: what the guest gave as theirs.
        digest: of what they saw.

    Raises:
        Refusal: the link is over, the step changed since it was shown, or there is nothing of it to take back.
    """
    desk.guest_limit.count(f"link {hashed(token)}")
    with desk.writing() as session:
        link = links.find(session, desk, token).link
        view, step = _step_of(session, desk, link, step_id)
        if step_id not in takeable(link, view):
            raise Refusal("respira_step_not_waiting", NOT_YOURS)
        who = with_link(link, _name(name), counts=True)
        reviews.decide_as(session, desk, who, view, step, "reopen", digest)
        links.note(session, desk, link, "decided", name=who.name, verdict="reopen", step=step_id)


def comment(
    desk: Desk,
    token: str,
    name: str,
    text: str,
    *,
    question: bool = False,
    step_public: str | None = None,
    caller: str = "",
) -> str | None:
    """Say something about a plan, one of its steps, or a copy.

    What is said about a step that is gone is kept: with the one that took its place, else with the plan.

    Args:
        question: the plan is not applied until its owner says that it is settled.
        caller: the network address this comes from. What is said is counted for it and for the link.

    Returns:
        The id of the step that it is kept with; None for the plan or the copy.

    Raises:
        Refusal: the link is over or does not allow it, nothing was said, too much was, or what it is about is over.
    """
    desk.guest_limit.count(f"link {hashed(token)}")
    desk.guest_limit.count(f"caller {caller}")
    with desk.writing() as session:
        opened = links.find(session, desk, token)
        if not may(opened.link, May.COMMENT):
            raise Refusal("respira_link_allows_less")
        who = with_link(opened.link, _name(name), counts=False)
        if opened.copy is None and step_public is not None:
            left = gone(session, opened.link, step_public)
            step_public = step_public if left is None else left.heir_id
        if opened.copy is not None and opened.copy.state != "open":
            raise Refusal("respira_step_not_waiting", "It was decided already.")
        if opened.copy is not None:
            notes.say_of_copy(session, desk, who, opened.copy, kind=NoteKind.REMARK, text=_text(text))
        else:
            _say(session, desk, who, opened.link, step_public, _text(text), question=question)
        links.note(session, desk, opened.link, "commented", name=who.name)
    return step_public


def advise(desk: Desk, token: str, name: str, word: str, text: str = "") -> None:
    """Say whether a copy should go live. A signed-in person decides; this is what somebody thinks.

    Args:
        word: `approve` or `reject`.

    Raises:
        Refusal: the link is over or does not allow it, or the copy was decided already.
    """
    if word not in THINKS_OF_COPY:
        raise Refusal("respira_invalid_arguments", "Say yes or no.")
    with desk.writing() as session:
        opened = links.find(session, desk, token)
        if opened.copy is None or not may(opened.link, May.DECIDE):
            raise Refusal("respira_link_allows_less")
        if opened.copy.state != "open":
            raise Refusal("respira_step_not_waiting", "It was decided already.")
        who = with_link(opened.link, _name(name), counts=False)
        thinks = THINKS_OF_COPY[word]
        notes.say_of_copy(session, desk, who, opened.copy, kind=NoteKind.REMARK, text=text, opening=thinks)
        links.note(session, desk, opened.link, "decided", name=who.name, verdict=word)


def said(session: Session, link: ReviewLink) -> list[Note]:
    """Return what was said with a link and what its owner answered there, the oldest first."""
    # What is open goes on in the key's next plan too, and is to be read once.
    here = Note.copy_id == link.copy_id if link.plan_id is None else Note.plan_id == link.plan_id
    theirs = or_(and_(Note.link_id == link.id, here), Note.for_link_id == link.id)
    return list(session.scalars(select(Note).where(theirs).order_by(Note.id)))


class Gone(NamedTuple):
    """A step of a link's plan that is not there any more.

    Attributes:
        heir_id: of the step that took its place; None where the agent withdrew it.
        words: what became of it, in a sentence.
    """

    heir_id: str | None
    words: str


def gone(session: Session, link: ReviewLink, step_public: str) -> Gone | None:
    """Return what became of a step that is not in a link's plan any more; None for one that never was."""
    rows = _rows(session, link)
    step = next((row for row in rows if row.public_id == step_public and row.status == Status.DISCARDED), None)
    if step is None:
        return None
    heir = revisions.heir_of(step, rows)
    if heir is None:
        return Gone(None, f"The agent withdrew step {step.position}. This is the plan as it is now.")
    planned = f"The agent planned step {step.position} again, as step {heir.position}."
    return Gone(heir.public_id, f"{planned} This is step {heir.position}.")


def _view_of(session: Session, desk: Desk, link: ReviewLink) -> PlanView:
    if link.plan_id is None:
        raise links.over()
    return views.of_plan(session, desk, link.plan_id)


def _step_of(session: Session, desk: Desk, link: ReviewLink, step_public: str) -> tuple[PlanView, StepView]:
    """Return a step of the plan that a link opens; one of another plan is answered as if the link were over."""
    view = _view_of(session, desk, link)
    step = next((step for step in view.steps if step.row.public_id == step_public), None)
    if step is None:
        left = gone(session, link, step_public)
        raise links.over() if left is None else Refusal("respira_step_not_found", left.words, hint="")
    return view, step


def step_of(session: Session, desk: Desk, link: ReviewLink, step_public: str) -> tuple[PlanView, StepView]:
    """Return a step of the plan that a link opens, with its whole comparison.

    Raises:
        Refusal: `respira_link_over`, also for a step of another plan; `respira_step_not_found`, it is `gone`.
    """
    view, _step = _step_of(session, desk, link, step_public)
    return view, views.one_step(session, desk, view, step_public)


def _name(name: str) -> str:
    plain = " ".join(name.split())[:LONGEST_NAME]
    if not plain:
        raise Refusal("respira_invalid_arguments", "Type your name, so that the owner knows who says it.")
    return plain


def _text(text: str) -> str:
    if not text.strip():
        raise Refusal("respira_invalid_arguments", "Type what you want to say.")
    return text


def _say(
    session: Session,
    desk: Desk,
    who: Decider,
    link: ReviewLink,
    step_public: str | None,
    text: str,
    *,
    question: bool,
) -> None:
    view, step = _view_of(session, desk, link), None
    if view.over:
        raise Refusal("respira_plan_expired")
    if step_public is not None:
        view, step = _step_of(session, desk, link, step_public)
    kind = NoteKind.QUESTION if question else NoteKind.REMARK
    notes.say(session, desk, who, view=view, step=step, kind=kind, text=text)
