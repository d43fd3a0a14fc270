"""What a receipt says of a run, as plain JSON that can be signed: who asked, who said yes, what became of each step.

It is read from the rows as they are when it is made. What becomes of the changes later is no part of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.data import Decision, Key, Outcome, Person, Plan, Run, RunStep, Site, Status, Step
from webapp.diffs.fields import label

from . import forecasts, gists, receipts
from .desk import Desk

Record = dict[str, Any]
FORM = "sayso-receipt-1"
# What of a change's line belongs on a receipt.
_LINE = ("label", "before", "after", "begin", "end", "tally", "whole")


class State(StrEnum):
    """What a receipt says of a step: finer than its outcome."""

    CONFIRMED = "confirmed"
    DIFFERS = "differs"
    UNCHECKED = "unchecked"
    FAILED = "failed"
    UNKNOWN = "unknown"
    NOT_RUN = "not_run"


# A step in one of these changed something.
SAVED = (State.CONFIRMED, State.DIFFERS, State.UNCHECKED)


def of(session: Session, desk: Desk, run: Run) -> Record:
    """Return what is to be said of a finished run now, without edition and date of issue."""
    plan, site = session.get_one(Plan, run.plan_id), session.get_one(Site, run.site_id)
    key = session.get_one(Key, run.key_id)
    person = None if run.person_id is None else session.get(Person, run.person_id)
    rows = receipts.part_rows(session, run)
    steps = _steps(session, desk, run, rows)
    states = [step["state"] for step in steps]
    return {
        "form": FORM,
        "run_id": run.public_id,
        "plan": {"id": plan.public_id, "title": run.title or "", "note": run.note or ""},
        "site": {"name": site.name, "address": site.url},
        "asked_by": {"key": key.name, "client": plan.client or ""},
        "applied_by": {
            "how": "person" if run.person_id is not None else "agent",
            "name": person.name if person else "",
        },
        "asked_at": _moment(run.asked_at),
        "started_at": _moment(run.started_at or run.asked_at),
        "finished_at": _moment(run.finished_at or run.asked_at),
        "message": receipts.message(session, desk, run, rows),
        "counts": {"steps": len(states), **{state.value: states.count(state) for state in State}},
        "steps": steps,
    }


def carried_on(record: Record, former: Record) -> Record:
    """Return a record with the changes that a former one of the same run told, where they are forgotten by now."""
    told = {step["step_id"]: step for step in former["steps"]}
    steps = [
        step | {"changes": step["changes"] or told[step["step_id"]]["changes"], "differs": _fuller(step, told)}
        for step in record["steps"]
    ]
    return {**record, "steps": steps}


def _fuller(step: Record, told: Mapping[str, Record]) -> list[Record]:
    before = told[step["step_id"]]["differs"]
    same = [one["field"] for one in before] == [one["field"] for one in step["differs"]]
    return before if same else list(step["differs"])


def state_of(part: RunStep, step: Step, report: Mapping[str, Any], *, is_newest: bool) -> State:
    """Return what a receipt says of a step.

    Args:
        is_newest: no later run has the step; it is this part then that an unknown outcome is of.
    """
    if part.outcome == Outcome.APPLIED:
        differs, unchecked = report.get("differs"), report.get("unchecked")
        return State.DIFFERS if differs else State.UNCHECKED if unchecked else State.CONFIRMED
    if part.outcome == Outcome.FAILED:
        return State.UNKNOWN if is_newest and step.status == Status.UNKNOWN else State.FAILED
    return State.NOT_RUN


def newest_parts(session: Session, step_ids: Sequence[int]) -> set[int]:
    """Return the ids of the parts that are the last ones of their steps so far."""
    found = select(func.max(RunStep.id)).where(RunStep.step_id.in_(step_ids)).group_by(RunStep.step_id)
    return {part_id for part_id in session.scalars(found) if part_id is not None}


def _steps(session: Session, desk: Desk, run: Run, rows: Sequence[tuple[RunStep, Step]]) -> list[Record]:
    steps = [step for _part, step in rows]
    newest = newest_parts(session, [step.id for step in steps])
    yeses = _yeses(session, run, steps)
    editors = {one["step_id"]: one["by"] for one in receipts.edited(session, steps)}
    return [
        _step(desk, part, step, part.id in newest, yeses.get(step.id)) | {"edited_by": editors.get(step.public_id)}
        for part, step in rows
    ]


def _step(desk: Desk, part: RunStep, step: Step, is_newest: bool, yes: Record | None) -> Record:
    report = receipts.report_of(desk, part)
    approval = ("separate" if yes else "with_plan") if part.approved_by_apply else None
    told: Record = {
        "step_id": step.public_id,
        "position": step.position,
        "tool": step.tool,
        "effect": step.effect,
        "target": step.target_name,
        "where": step.lands_on.get("where", "live"),
        "digest": yes["digest"] if yes else step.digest,
        "outcome": part.outcome or Outcome.NOT_RUN.value,
        "state": state_of(part, step, report, is_newest=is_newest).value,
        "approval": approval,
        "yes": None if yes is None else {name: told for name, told in yes.items() if name != "digest"},
        "undo": step.undo,
        "snapshots": report.get("snapshots", []),
        "changes": _changes(desk, step) if part.outcome == Outcome.APPLIED else [],
        "differs": _differing(desk, step, report.get("differs", [])),
        "why": report.get("why", ""),
        "settled": report.get("settled", ""),
    }
    error = report.get("error")
    if error:
        told["error"] = {"code": error.get("code", ""), "message": error.get("message", "")}
    return told


def _changes(desk: Desk, step: Step) -> list[Record]:
    return [{name: line[name] for name in _LINE} for line in forecasts.gist_of(desk, step)]


def _differing(desk: Desk, step: Step, fields: Sequence[str]) -> list[Record]:
    """Return the fields that the site keeps otherwise, with what was asked for and what it keeps where known."""
    if not fields or step.forecast is None or step.after is None:
        return [{"field": name, "label": label(name)} for name in fields]
    asked = {change["field"]: change for change in forecasts.forecast_of(desk, step)["changes"]}
    kept = desk.sealer.unseal(f"step.after {step.public_id}", step.after)
    return [_asked_and_kept(name, asked.get(name), kept) for name in fields]


def _asked_and_kept(field: str, asked: Mapping[str, Any] | None, kept: Mapping[str, Any]) -> Record:
    told = {"field": field, "label": label(field) if asked is None else str(asked["label"])}
    values = [value for name, value in kept.items() if name.endswith(f".{field}")]
    if asked is None or len(values) != 1 or asked["kind"] == "tree" or isinstance(values[0], dict):
        return told
    [line] = gists.of([{**asked, "before": asked["after"], "after": values[0]}])
    around = {"begin": line["begin"], "end": line["end"]}
    return told | {"asked": line["before"], "kept": line["after"], **around}


def _yeses(session: Session, run: Run, steps: Sequence[Step]) -> dict[int, Record]:
    """Return by step the yes that this run was given upon: whose, how and when."""
    found = (
        select(Decision, Person.name)
        .outerjoin(Person, Person.id == Decision.person_id)
        .where(Decision.step_id.in_([step.id for step in steps]), Decision.counts)
        .where(Decision.made_at <= run.asked_at)
        .order_by(Decision.id)
    )
    newest = {decision.step_id: (decision, name) for decision, name in session.execute(found)}
    return {
        step_id: {
            "by": name or decision.by_name or "somebody who is gone",
            "how": "link" if decision.link_id is not None else "signed_in",
            "at": _moment(decision.made_at),
            "note": decision.note or "",
            "anyway": decision.anyway,
            "digest": decision.digest,
        }
        for step_id, (decision, name) in newest.items()
        if decision.verdict == "accept"
    }


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
