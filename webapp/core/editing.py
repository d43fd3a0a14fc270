"""Editing: a person changes a simple field of a step that waits, and then it is what they say yes to.

The request stays as it arrived, and so does the mark by which the same write is known again; what the person put
stands beside it, and takes its place when the step runs. The site is not asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from webapp.data import Person, Status, Step
from webapp.errors import Refusal
from webapp.tools.answers import Proposal
from webapp.tools.risks import is_grave
from webapp.tools.standing_in import REFERENCE
from webapp.tools.tool import Editable, WriteTool

from . import awaited, events, forecasts, gate, plans, reviews, rights, scenes, views
from .deciders import signed_in
from .desk import Desk
from .forecasts import Ground
from .redaction import outlined
from .views import PlanView, StepView

LONGEST = 20_000


@dataclass(frozen=True)
class Field:
    """A field of a step that a person may change.

    Attributes:
        name: of the argument.
        sent: what the agent sent.
        value: what the step would do now.
    """

    name: str
    label: str
    sent: str
    value: str
    long: bool


@dataclass(frozen=True)
class Edited:
    """What became of an edit.

    Attributes:
        fields: names of the arguments that are others now.
        accepted: whether the step was accepted along with it.
        new_reasons: it was to be accepted, and there is a grave reason now to look closely that was not there before.
    """

    step: Step
    fields: list[str]
    accepted: bool = False
    new_reasons: bool = False


def fields_of(desk: Desk, view: PlanView, step: StepView) -> list[Field]:
    """Return the fields of a step that a person may change now; none where it is not for them to change.

    Args:
        step: read whole.
    """
    tool = desk.catalogue.get(step.row.tool)
    if view.over or not step.waits or step.row.stale or step.row.request is None or not isinstance(tool, WriteTool):
        return []
    _name, sent, _request = gate.as_sent(desk, step.row)
    edits = gate.edits_of(desk, step.row)
    return [
        Field(name, one.label, sent[name], str(edits.get(name, sent[name])), one.long)
        for name, one in tool.edits.items()
        if isinstance(sent.get(name), str)
    ]


def edit(
    desk: Desk, person: Person, step_public: str, digest: str, values: Mapping[str, str], *, accept: bool = False
) -> Edited:
    """Change simple fields of a step that waits, on its own page.

    Args:
        digest: of what the person saw.
        values: texts by the names of arguments; what the agent sent takes an edit back.
        accept: whether they say yes to it as well; that is left out where it wants a closer look than before.

    Raises:
        Refusal: the step changed, is not waiting any more, or does not take such a text; then `problems` names the
            fields, with a sentence for each.
    """
    with desk.writing() as session:
        view, step = views.opened_step(session, desk, person.id, step_public)
        _demand_legal(view, step, digest)
        before, reasons = gate.edits_of(desk, step.row), _reasons(step.row)
        edits = _edits(desk, step, before, values)
        if edits != before:
            _write_down(session, desk, person, view, step.row, edits)
        changed = [name for name in {**before, **edits} if before.get(name) != edits.get(name)]
        new_reasons = accept and bool(_reasons(step.row) - reasons)
        if accept and not new_reasons:
            # Read again: what is accepted is the step as it is after the edit.
            view, step = views.opened_step(session, desk, person.id, step_public)
            reviews.decide_as(
                session, desk, signed_in(person), view, step, "accept", step.row.digest, from_its_page=True
            )
        return Edited(step.row, changed, accept and not new_reasons, new_reasons)


def put_back(desk: Desk, person: Person, step_public: str, digest: str) -> Edited:
    """Put back what the agent sent.

    Raises:
        Refusal: as for `edit`.
    """
    with desk.reading() as session:
        view, step = views.opened_step(session, desk, person.id, step_public)
        values = {field.name: field.sent for field in fields_of(desk, view, step)}
    return edit(desk, person, step_public, digest, values)


def _demand_legal(view: PlanView, step: StepView, digest: str) -> None:
    if view.over:
        raise Refusal("respira_plan_expired")
    if step.row.digest != digest:
        raise Refusal("respira_plan_changed")
    if not step.waits:
        raise Refusal("respira_step_not_waiting")
    if step.row.stale:
        raise Refusal("respira_step_stale")


def _reasons(step: Step) -> set[str]:
    return {risk for risk in step.risks if is_grave([risk])}


def _edits(desk: Desk, step: StepView, before: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    """Return what differs from what the agent sent, once these texts are put.

    Raises:
        Refusal: `respira_invalid_arguments`, with `problems`.
    """
    tool = desk.catalogue.get(step.row.tool)
    _name, sent, _request = gate.as_sent(desk, step.row)
    edits, problems = dict(before), {}
    for name, typed in values.items():
        one = tool.edits.get(name) if isinstance(tool, WriteTool) else None
        if one is None or not isinstance(sent.get(name), str):
            raise Refusal("respira_invalid_arguments", "Something in this form is no field that can be changed here.")
        text = _as_typed(typed, one)
        if text in (sent[name], _as_typed(sent[name], one)):
            edits.pop(name, None)
        elif text != before.get(name):
            edits[name] = text
            problem = _problem(text, one)
            problems.update({name: problem} if problem else {})
    if problems:
        raise Refusal("respira_invalid_arguments", "Not everything can be saved like this.", problems=problems)
    return edits


def _as_typed(text: str, one: Editable) -> str:
    """Return a text as a form means it: browsers write the ends of lines in a way of their own."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return lines if one.long else " ".join(lines.split("\n")).strip()


def _problem(text: str, one: Editable) -> str:
    """Return what speaks against a text, in a sentence; empty where nothing does."""
    if not one.emptied and not text.strip():
        return "Something has to stand here."
    if len(text) > LONGEST:
        return f"This is too long: {LONGEST:,} characters at most."
    if REFERENCE.search(text):
        return "A reference to another step works only where the agent put it. Write it out in words."
    if any(ord(sign) < ord(" ") and sign not in "\n\t" for sign in text):
        return "There is a sign in it that is no part of a text."
    return ""


def _write_down(
    session: Session, desk: Desk, person: Person, view: PlanView, row: Step, edits: Mapping[str, Any]
) -> None:
    """Keep the edits, and forecast again the step and what is shown upon it; an acceptance falls."""
    row.edits = desk.sealer.seal(f"step.edits {row.public_id}", dict(edits)) if edits else None
    row.edited_by, row.edited_at = (person.id, desk.clock()) if edits else (None, None)
    steps = plans.steps_of(session, view.row)
    arguments = forecasts.fitted(session, desk, row, view.key.id)
    shown = outlined(awaited.as_sent(arguments, awaited.ids_by_position(steps)))
    row.arguments = desk.sealer.seal(f"step.arguments {row.public_id}", shown)
    scene = scenes.of_key(session, desk, view.key, view.site)
    proposal, below = _proposed(desk, row, steps, arguments, scene)
    rights.demand_unprotected(view.site, proposal.target.kind, proposal.target.id)
    forecasts.write_down(desk, row, proposal, view.site, view.key, below, row.needs, steps)
    if row.status == Status.ACCEPTED:
        row.status = Status.PLANNED
    events.record(
        session,
        desk,
        "step.edited",
        row.public_id,
        site_id=view.site.id,
        key_id=view.key.id,
        person_id=person.id,
        fields=sorted(edits),
    )
    session.flush()
    forecasts.again(session, desk, view.row, anew=row)
    plans.keep_words(session, view.row)


def _proposed(
    desk: Desk, row: Step, steps: list[Step], arguments: dict[str, Any], scene: scenes.KeyScene
) -> tuple[Proposal, Ground]:
    """Return what the step would do now and upon what: another address is another target of what is made."""
    write = scene.tool(row.tool).write
    first = write.predict(arguments, forecasts.base_of(desk, row), scene.at(row.public_id))
    row.target_kind, row.target_id = first.target.kind, first.target.id
    below = forecasts.ground(desk, row, steps)
    return write.predict(arguments, below.state, scene.at(row.public_id, below.earlier)), below
