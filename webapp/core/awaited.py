"""What a step needs of earlier steps of its plan: references such as `{{step_7c0d3e.id}}` in its arguments.

While the earlier step waits, a number stands in for the id of what it will make (see `webapp.tools.standing_in`);
when it has run, what it made takes that place. Nothing here asks the site.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Outcome, Plan, RunStep, Snapshot, Status, Step
from webapp.errors import Refusal
from webapp.tools import undo_keys
from webapp.tools.nouns import OF_TYPE
from webapp.tools.standing_in import REFERENCE, stand_in, stands_in, words_for
from webapp.tools.tool import ANYTHING, ManyTool, Tool, WriteTool

from . import plans, receipts, restores
from .desk import Desk

# A file has its own address, a page one where visitors find it: agents say either of both.
_ALSO = {"url": "link", "link": "url"}
_LONG_NUMBER = re.compile(r"\b[0-9]{16}\b")
_GONE = {
    Status.DROPPED: "the person dropped it",
    Status.DISCARDED: "it was discarded",
    Status.FAILED: "it failed",
    Status.UNKNOWN: "it is not known whether it was saved",
}


@dataclass(frozen=True)
class Filled:
    """Arguments with what they refer to in its place.

    Attributes:
        needs: ids of all the steps that they refer to.
        unmet: those of them that have not run.
    """

    arguments: Any
    needs: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Source:
    """A step that is referred to; `made` is its result, None while it waits."""

    step: Step
    made: Mapping[str, Any] | None
    kind: str
    gives: Collection[str]

    def says(self, field: str) -> Any:
        """Return a field of what was made, under its own or its other name; None where it has none."""
        made = self.made or {}
        value = made.get(field)
        return made.get(_ALSO.get(field, "")) if value is None else value

    def will_say(self, field: str) -> bool:
        """Tell whether what the step makes will have a field."""
        return field in self.gives or _ALSO.get(field) in self.gives


def filled(session: Session, desk: Desk, key_id: int, tool: Tool, arguments: Any) -> Filled:
    """Put into arguments what they say of earlier steps.

    Raises:
        Refusal: `respira_step_not_found`; `respira_step_needs_other`: the step will not run, or the argument can not
            wait for it; `respira_invalid_arguments`: the step makes something else.
    """
    if not isinstance(arguments, dict):
        return Filled(arguments)
    _demand_no_stand_in(arguments)
    named = {name: list(_references(value)) for name, value in arguments.items()}
    sources = {
        step_id: _source(session, desk, key_id, step_id)
        for step_id in dict.fromkeys(step_id for found in named.values() for step_id, _field in found)
    }
    for name, found in named.items():
        for step_id, field in found:
            _demand_fits(tool, name, field, sources[step_id])
            _demand_as_said(tool, name, arguments, sources[step_id])
    return Filled(
        {name: _put(value, sources) if named[name] else value for name, value in arguments.items()},
        tuple(sources),
        tuple(step_id for step_id, source in sources.items() if source.made is None),
    )


def _demand_no_stand_in(value: Any) -> None:
    """Demand that nothing that arrived reads like what stands in for an id: it would name a step by chance.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            _demand_no_stand_in(inner)
        return
    numbers = [int(found) for found in _LONG_NUMBER.findall(value)] if isinstance(value, str) else [value]
    taken = next((number for number in numbers if stands_in(number)), None)
    if taken is not None:
        words = f"The number {taken} is no id of anything, and stands for something else here."
        raise Refusal("respira_invalid_arguments", words, hint="In a text, write it with separators.")


def _references(value: Any) -> Iterator[tuple[str, str]]:
    """Give the step and the field of every reference in a value, whatever it is nested in."""
    if isinstance(value, str):
        yield from ((step_id, field) for step_id, field in REFERENCE.findall(value) if step_id.startswith("step_"))
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def _source(session: Session, desk: Desk, key_id: int, step_id: str) -> _Source:
    row = session.execute(
        select(Step, Plan).join(Plan, Plan.id == Step.plan_id).where(Plan.key_id == key_id, Step.public_id == step_id)
    ).first()
    if row is None:
        raise Refusal("respira_step_not_found", f"There is no step {step_id}, so nothing can be taken from it.")
    step, plan = row
    tool = desk.catalogue.get(step.tool)
    kind, gives = (tool.makes, tool.gives) if isinstance(tool, WriteTool) else ("", ())
    if step.status == Status.APPLIED:
        return _Source(step, _made(session, desk, step), kind, gives)
    ended = plan.ended_at is not None or plans.has_expired(session, desk, plan)
    if step.status != Status.RUNNING and (ended or not plans.waits(step)):
        why = _GONE.get(Status(step.status), "its plan is over")
        raise Refusal(
            "respira_step_needs_other",
            f"Step {step.position} ({step_id}) will make nothing: {why}.",
            hint="Plan that write again, and refer to the new step.",
        )
    return _Source(step, None, kind, gives)


def _made(session: Session, desk: Desk, step: Step) -> Mapping[str, Any]:
    """Return the result of a step that ran.

    Raises:
        Refusal: `respira_step_needs_other`, it was undone since.
    """
    undone = select(Snapshot.id).where(Snapshot.step_id == step.id, Snapshot.restored_at.is_not(None)).limit(1)
    if session.scalar(undone) is not None:
        words = f"What step {step.position} made was undone since, so nothing can refer to it."
        raise Refusal("respira_step_needs_other", words, hint="Plan that write again, and refer to the new step.")
    part = session.scalars(
        select(RunStep)
        .where(RunStep.step_id == step.id, RunStep.outcome == Outcome.APPLIED)
        .order_by(RunStep.id.desc())
        .limit(1)
    ).one()
    result: Mapping[str, Any] = receipts.report_of(desk, part).get("result", {})
    now = _made_again(session, desk, step)
    # What was undone and made again has another id, and perhaps another address.
    return result if now in (None, result.get("id")) else {"id": now}


def _made_again(session: Session, desk: Desk, step: Step) -> Any:
    """Return the id that what a step made has now, as its snapshot keeps it for undoing."""
    row = session.scalars(
        select(Snapshot).where(Snapshot.step_id == step.id, Snapshot.kind == "before_write").limit(1)
    ).first()
    return None if row is None else restores.unsealed(desk, row).undo.get(undo_keys.ID)


def _demand_fits(tool: Tool, name: str, field: str, source: _Source) -> None:
    """Demand that an argument may refer to this field of what a step makes."""
    position = source.step.position
    if source.made is not None:
        if source.says(field) is None:
            raise Refusal("respira_invalid_arguments", f"What step {position} made has no {field}.")
        return
    if not source.kind:
        words = f"Step {position} makes nothing new, so nothing can refer to it."
        raise Refusal("respira_invalid_arguments", words)
    if not source.will_say(field):
        words = f"Of what step {position} makes only {', '.join(source.gives)} can be referred to, not {field}."
        raise Refusal("respira_invalid_arguments", words)
    if isinstance(tool, ManyTool):
        return
    kinds = tool.takes.get(name, ()) if isinstance(tool, WriteTool) else ()
    if not kinds:
        raise Refusal(
            "respira_step_needs_other",
            f"The argument {name} can not wait for step {position}.",
            hint="Plan this write after that step has run.",
        )
    # What is made of a custom type stands in wherever such items do: which type it is told by the call itself.
    if ANYTHING not in kinds and _sort(source.kind) not in map(_sort, kinds):
        words = (
            f"The argument {name} takes a {' or '.join(sorted(kinds))}, and step {position} makes a {source.kind}."
        )
        raise Refusal("respira_invalid_arguments", words)


def _demand_as_said(tool: Tool, name: str, arguments: Mapping[str, Any], source: _Source) -> None:
    """Demand that what a waiting step makes is of the kind that another argument says.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    if source.made is not None or not isinstance(tool, WriteTool) or name not in tool.takes_said:
        return
    other, kinds = tool.takes_said[name]
    word = str(arguments.get(other))
    # A word that is not among them may mean anything, but what is of a kind with a word of its own is not that.
    if kinds.get(word, source.kind) != source.kind or (source.kind in kinds and source.kind != word):
        makes = source.kind.removeprefix(OF_TYPE).replace("*", "item of a custom type")
        words = f"The {other} is {word}, and step {source.step.position} makes a {makes}."
        raise Refusal("respira_invalid_arguments", words, hint=f"Send the {other} of what that step makes.")


def _sort(kind: str) -> str:
    return OF_TYPE if kind.startswith(OF_TYPE) else kind


def _put(value: Any, sources: Mapping[str, _Source]) -> Any:
    if isinstance(value, dict):
        return {name: _put(inner, sources) for name, inner in value.items()}
    if isinstance(value, list):
        return [_put(inner, sources) for inner in value]
    if not isinstance(value, str):
        return value
    whole = REFERENCE.fullmatch(value.strip())
    if whole is not None and whole[2] == "id" and whole[1] in sources:
        source = sources[whole[1]]
        return stand_in(source.step.position) if source.made is None else source.says("id")

    def said(found: re.Match[str]) -> str:
        source = sources.get(found[1])
        return found[0] if source is None or source.made is None else str(source.says(found[2]))

    return REFERENCE.sub(said, value)


def as_sent(value: Any, ids: Mapping[int, str]) -> Any:
    """Return arguments with references again where a number stands in.

    Args:
        ids: the ids of the plan's steps, by position.
    """
    if isinstance(value, dict):
        return {name: as_sent(inner, ids) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_sent(inner, ids) for inner in value]
    if isinstance(value, str):
        # A tool may take numbers as text, or put the id of an image into markup.
        return _LONG_NUMBER.sub(lambda found: _reference(int(found[0]), ids) or found[0], value)
    return (_reference(value, ids) or value) if stands_in(value) else value


def _reference(value: int, ids: Mapping[int, str]) -> str | None:
    step_id = ids.get(value - stand_in(0))
    return None if step_id is None else f"{{{{{step_id}.id}}}}"


def ids_by_position(steps: Collection[Step]) -> dict[int, str]:
    """Return the ids of a plan's steps by position, for `as_sent`."""
    return {step.position: step.public_id for step in steps}


def in_words(value: Any) -> Any:
    """Return what people are shown of a value in which a number may stand in for something."""
    if isinstance(value, dict):
        return {name: in_words(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [in_words(inner) for inner in value]
    if isinstance(value, str):
        return _LONG_NUMBER.sub(lambda found: _spoken(int(found[0])) or found[0], value)
    return (_spoken(value) or value) if stands_in(value) else value


def _spoken(value: int) -> str | None:
    return words_for(value) if stands_in(value) else None


def change_in_words(change: Mapping[str, Any], ids: Mapping[int, str]) -> dict[str, Any]:
    """Return what people are shown of a change: references in a text name their step as people count them.

    Args:
        ids: the ids of the plan's steps, by position.
    """
    positions = {step_id: position for position, step_id in ids.items()}
    shown = {name: _named(change[name], positions, change["kind"] == "html") for name in ("before", "after")}
    return {**change, **shown}


def _named(value: Any, positions: Mapping[str, int], markup: bool) -> Any:
    """Return a value with `{{step 3: url}}` for a reference within a text, and words for one that is all of it."""
    if isinstance(value, dict):
        return {name: _named(inner, positions, markup) for name, inner in value.items()}
    if isinstance(value, list):
        return [_named(inner, positions, markup) for inner in value]
    if not isinstance(value, str):
        return in_words(value)
    whole = REFERENCE.fullmatch(value.strip())
    if whole is not None and whole[1] in positions and not markup:
        of = "" if whole[2] == "id" else f"the {whole[2]} of "
        return of + words_for(stand_in(positions[whole[1]]))

    def said(found: re.Match[str]) -> str:
        position = positions.get(found[1])
        return found[0] if position is None else f"{{{{step {position}: {found[2]}}}}}"

    def numbered(found: re.Match[str]) -> str:
        number = int(found[0])
        return f"{{{{step {number - stand_in(0)}: id}}}}" if stands_in(number) else found[0]

    told = REFERENCE.sub(said, value)
    return _LONG_NUMBER.sub(numbered, told) if markup else in_words(told)


def first_unmet(needs: Collection[str], steps: Sequence[Step], chosen: Collection[Step] = ()) -> Step | None:
    """Return the first step that is needed and has not run, nor is among those that will run before.

    Args:
        needs: ids of the steps that are needed.
        steps: all of the plan.
        chosen: steps that are to run before.
    """
    before = {step.public_id for step in chosen}
    open_ones = (step for step in steps if step.public_id in needs and step.public_id not in before)
    return next((step for step in open_ones if step.status != Status.APPLIED), None)
