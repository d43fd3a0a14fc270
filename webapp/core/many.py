"""Calls that make several writes: each is a step of its own where they are planned, and one direct write after the
other where they are not. Which writes a call makes is the tool's to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from webapp.data import Step
from webapp.errors import Refusal, SiteTrouble, Trouble
from webapp.tools.answers import State
from webapp.tools.arguments import fit
from webapp.tools.standing_in import REFERENCE, stand_in
from webapp.tools.tool import ManyTool, Part, Parts, Stopped, WriteTool

from . import awaited, direct, gate, plans, rights, sites, steps
from .desk import Desk
from .gate import PART, REVISES, Call

# Said in place of a reference to another part of the same call; None where there is nothing to say yet.
_Say = Callable[[int, str], str | None]


def answer(desk: Desk, call: Call) -> dict[str, Any]:
    """Plan every write of a call, or make them one after the other.

    Raises:
        Refusal: one of the writes could never run, or they do not all fit; then there is none of them.
        SiteTrouble: the site could not be read, or did not do the first of them.
    """
    tool = call.tool
    if not isinstance(tool, ManyTool):
        raise TypeError(f"{tool.name} makes one write at the most")
    if call.revises is not None:
        raise Refusal(
            "respira_invalid_arguments",
            f"{REVISES} says whose place one write takes, and this call makes several.",
            hint="Send that write as a call of its own.",
        )
    with sites.reached(desk, call.site) as wordpress:
        parts = tool.parts(wordpress, call.arguments, call.scene)
    if not parts.parts:
        raise Refusal("respira_nothing_to_change")
    for name in dict.fromkeys(part.tool for part in parts.parts):
        rights.demand_allowed(desk.catalogue[name], call.key, call.site)
    with desk.reading() as session:
        planned = steps.is_planned(session, desk, call)
    return _planned(desk, call, parts) if planned else _made(desk, call, parts)


def _planned(desk: Desk, call: Call, parts: Parts) -> dict[str, Any]:
    """Add all the steps, or none."""
    rights.demand_own(call.key)
    read_at = desk.clock()
    states = _read(desk, call, parts.parts)
    with desk.writing() as session:
        call = gate.demand_still(session, desk, call)
        plan = plans.open_one(session, desk, call.key, call.site, call.client)
        made: list[tuple[Step, bool]] = []
        for part, state in zip(parts.parts, states, strict=True):
            with _numbered(len(made) + 1, len(parts.parts), part.tool):
                one = _one(session, desk, call, part, _by_steps([step for step, _new in made]))
                made.append(steps.placed(session, desk, one, plan, state, read_at))
        first, is_new = made[0]
        body = steps.answered(session, desk, call, plan, first, deduplicated=not is_new)
        body["steps"] = [{**steps.described(desk, call, step), "deduplicated": not new} for step, new in made]
        body["message"] = _message([step for step, _new in made], body["message"]) + _left_out(parts)
        if parts.stopped is not None:
            body["stopped"] = _stopped(call, parts.stopped, made[-1][0].public_id)
        return body


def _by_steps(made: Sequence[Step]) -> _Say:
    return lambda number, field: f"{{{{{made[number - 1].public_id}.{field}}}}}"


def _by_results(results: Sequence[Mapping[str, Any]]) -> _Say:
    def say(number: int, field: str) -> str:
        told = results[number - 1].get(field)
        if told is None:
            raise Refusal("respira_invalid_arguments", f"What write {number} made has no {field}.")
        return str(told)

    return say


def _message(made: Sequence[Step], single: str) -> str:
    if len(made) == 1:
        return single
    begin = f"This call's {len(made)} writes are steps {made[0].position} to {made[-1].position} of the plan."
    return re.sub(r"This write is (now|already) step \d+ of the plan\.", begin, single)


def _stopped(call: Call, stopped: Stopped, after: str) -> dict[str, Any]:
    """Tell why there are no more writes.

    Args:
        after: names the last of those that there are: its step_id, or its snapshot_uuid where it was made at once.
    """
    return {"after": after, "why": stopped.why, "plan_next": call.prefix + stopped.plan_next}


@contextmanager
def _numbered(number: int, of: int, tool: str) -> Iterator[None]:
    """Tell in a refusal which of a call's writes it is about, and that there is none of them."""
    try:
        yield
    except Refusal as refusal:
        # The arguments of a single part are not those of the call, so it is said whose they are.
        alone = of == 1 and refusal.code != "respira_invalid_arguments"
        if alone or refusal.code == "respira_plan_full":
            raise
        told = f"Write {number} of {of} ({tool}): {refusal.message} Nothing was done."
        raise Refusal(refusal.code, told, hint=refusal.hint, **refusal.details) from refusal


def _read(desk: Desk, call: Call, parts: Sequence[Part]) -> list[State]:
    """Read the site for every write, before any of them is a step."""
    states = []
    with sites.reached(desk, call.site) as wordpress:
        for number, part in enumerate(parts, 1):
            with _numbered(number, len(parts), part.tool):
                tool = _writing(desk, part.tool)
                arguments = fit(tool.schema, _filled(part, _nothing_yet))
                states.append(tool.write.read(wordpress, arguments, call.scene))
    return states


def _nothing_yet(number: int, field: str) -> str | None:
    """Say nothing in place of a reference: the step does not exist yet."""
    return None


def _one(session: Session, desk: Desk, call: Call, part: Part, say: _Say) -> Call:
    """Return one write of a call as a call of its own, which is replayed as this part of the whole request."""
    tool, plan = _writing(desk, part.tool), plans.live(session, desk, call.key.id)
    ids = {} if plan is None else awaited.ids_by_position(plans.steps_of(session, plan))
    sent = awaited.as_sent(_filled(part, say), ids)
    there = awaited.filled(session, desk, call.key.id, tool, sent)
    return replace(
        call,
        tool=tool,
        arguments=fit(tool.schema, there.arguments),
        request={**call.request, PART: {"tool": part.tool, "arguments": sent}},
        needs=there.needs,
        unmet=there.unmet,
        approval_token=None,
    )


def _filled(part: Part, say: _Say) -> dict[str, Any]:
    """Return a part's arguments with what is said in place of its references; any other text stays as it is."""
    return {name: _said(value, say) if name in part.refers else value for name, value in part.arguments.items()}


def _said(value: Any, say: _Say) -> Any:
    if isinstance(value, dict):
        return {name: _said(inner, say) for name, inner in value.items()}
    if isinstance(value, list):
        return [_said(inner, say) for inner in value]
    if not isinstance(value, str):
        return value
    whole = REFERENCE.fullmatch(value)
    if whole is not None and whole[1].startswith("part_") and whole[2] == "id":
        number = int(whole[1].removeprefix("part_"))
        told = say(number, "id")
        return stand_in(number) if told is None else told

    def replaced(found: re.Match[str]) -> str:
        if not found[1].startswith("part_"):
            return found[0]
        told = say(int(found[1].removeprefix("part_")), found[2])
        return found[0] if told is None else str(told)

    return REFERENCE.sub(replaced, value)


def _made(desk: Desk, call: Call, parts: Parts) -> dict[str, Any]:
    """Make the writes one after the other; the first that fails is the last."""
    _demand_no_approval(desk, call, parts)
    _demand_all_can_run(desk, call, parts.parts)
    results: list[Mapping[str, Any]] = []
    told: list[dict[str, Any]] = []
    failed: Exception | None = None
    for part in parts.parts:
        name = call.named(part.tool)
        try:
            with desk.reading() as session:
                one = _one(session, desk, call, part, _by_results(results))
            body = direct.write(desk, one).body
        except (Trouble, direct.Planned) as trouble:
            if not results:
                raise
            failed = trouble
            told.append({"tool": name, "success": False, **_error(trouble)})
            break
        results.append(body)
        told.append({"tool": name, **body})
    answered: dict[str, Any] = {
        "success": failed is None,
        "steps": told,
        # One whose outcome is not known kept what was there before it, too.
        "snapshots": [one["snapshot_uuid"] for one in told if "snapshot_uuid" in one],
        "message": _told_of_all(len(results), len(parts.parts), failed) + _left_out(parts),
    }
    if failed is None and parts.stopped is not None:
        answered["stopped"] = _stopped(call, parts.stopped, results[-1]["snapshot_uuid"])
    return answered


def _demand_all_can_run(desk: Desk, call: Call, parts: Sequence[Part]) -> None:
    """Demand, before the first write is sent, what can be known of all of them by then.

    Raises:
        Refusal: one of them could never run; none was sent.
    """
    with sites.reached(desk, call.site) as wordpress:
        for number, part in enumerate(parts, 1):
            if not part.builds_on:
                with _numbered(number, len(parts), part.tool):
                    tool = _writing(desk, part.tool)
                    arguments = fit(tool.schema, _filled(part, _nothing_yet))
                    one = replace(call, tool=tool, arguments=arguments)
                    direct.demand_can_run(one, tool, tool.write.read(wordpress, arguments, call.scene))


def _told_of_all(landed: int, of: int, failed: Exception | None) -> str:
    """Tell how many writes landed, what became of the one after them, and that the others did not run."""
    message = f"{landed} of {of} writes landed."
    if failed is None:
        return message
    if isinstance(failed, Trouble) and failed.code == "respira_outcome_unknown":
        message += f" Of write {landed + 1} it is not known whether it was saved: look before it is sent again."
    else:
        message += f" Write {landed + 1} did not."
    rest = " The rest did not run." if landed + 1 < of else ""
    return f"{message}{rest} Each that landed can be undone by its snapshot."


def _left_out(parts: Parts) -> str:
    return "".join(f" {sentence}" for sentence in parts.left_out)


def _demand_no_approval(desk: Desk, call: Call, parts: Parts) -> None:
    """Demand that no write needs a person's yes of its own: one token is good for one write.

    Raises:
        Refusal: `respira_confirmation_required`.
    """
    for part in parts.parts:
        tool = _writing(desk, part.tool)
        if tool.asks_approval(part.arguments, call.scene):
            raise Refusal(
                "respira_confirmation_required",
                f'"{tool.title}" asks a person to approve it, so it can not be one of several writes at once.',
                hint="Plan this call (_respira_plan: true), so that a person can say yes to each of them.",
            )


def _error(trouble: Exception) -> dict[str, Any]:
    if isinstance(trouble, SiteTrouble | Refusal):
        return {"code": trouble.code, "message": trouble.message, **trouble.details}
    return {"code": "respira_plan_changed", "message": "Plan mode came on meanwhile, so this was not written."}


def _writing(desk: Desk, name: str) -> WriteTool:
    tool = desk.catalogue[name]
    if not isinstance(tool, WriteTool):
        raise TypeError(f"{name} does not write")
    return tool
