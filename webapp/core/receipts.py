"""Receipts: what a run did, step by step, read from the rows. Nothing is stored a second time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.data import Copy, Decision, Key, Mode, Outcome, Person, Plan, Run, RunStep, Site, Step

from . import copies, plans
from .desk import Desk


def read(session: Session, desk: Desk, run: Run, prefix: str) -> dict[str, Any]:
    """Return a run's receipt, exactly as the contract prints it.

    Args:
        prefix: what the asking door puts before tool names.
    """
    rows = part_rows(session, run)
    applied, failed, not_run = _counts(rows)
    plan = session.get_one(Plan, run.plan_id)
    steps = [step for _part, step in rows]
    review = {
        "copies": _copies(session, desk, steps),
        "notes": _notes(session, steps),
        "edited": edited(session, steps),
    }
    receipt: dict[str, Any] = {
        "success": failed == 0 and not_run == 0,
        "code": "respira_plan_applied",
        "message": message(session, desk, run, rows),
        "applied": applied,
        "failed": failed,
        "not_run": not_run,
        "approved_by_apply": _approved(rows),
        "steps": [_step(desk, part, step, prefix) for part, step in rows],
        "plan_mode": _is_on(session, run, plan) and plan.ended_at is None and plan.expires_at > desk.clock(),
        "review": {"job_id": run.public_id, **{name: told for name, told in review.items() if told}},
    }
    return receipt


def _is_on(session: Session, run: Run, plan: Plan) -> bool:
    return plans.is_on(plan, session.get_one(Key, run.key_id), session.get_one(Site, run.site_id))


def part_rows(session: Session, run: Run) -> list[tuple[RunStep, Step]]:
    """Return each step of a run with its part in it, in plan order."""
    rows = session.execute(
        select(RunStep, Step)
        .join(Step, Step.id == RunStep.step_id)
        .where(RunStep.run_id == run.id)
        .order_by(Step.position)
    )
    return [(part, step) for part, step in rows]


def report_of(desk: Desk, part: RunStep) -> dict[str, Any]:
    """Return what is kept of a step's part in a run."""
    if part.report is None:
        return {}
    report: dict[str, Any] = desk.sealer.unseal(f"run_step.report {part.run_id} {part.step_id}", part.report)
    return report


def seal_report(desk: Desk, part: RunStep, report: dict[str, Any]) -> None:
    """Keep what became of a step in a run: `result`, `links`, `snapshots`, `differs`, `noisy`, `error`,
    `settled`."""
    part.report = desk.sealer.seal(f"run_step.report {part.run_id} {part.step_id}", report)


def _step(desk: Desk, part: RunStep, step: Step, prefix: str) -> dict[str, Any]:
    report = report_of(desk, part)
    told: dict[str, Any] = {
        "step_id": step.public_id,
        "position": step.position,
        "tool": prefix + step.tool,
        "predicted_effect": step.effect,
        "approved_by_apply": part.approved_by_apply,
        "outcome": part.outcome or Outcome.NOT_RUN,
        "snapshots": report.get("snapshots", []),
        "links": report.get("links", []),
    }
    told.update({name: report[name] for name in ("result", "differs", "unchecked", "error", "why") if name in report})
    return told


def message(session: Session, desk: Desk, run: Run, rows: list[tuple[RunStep, Step]]) -> str:
    """Return in words what a run did.

    Args:
        rows: as part_rows returns them.
    """
    applied, failed, not_run = _counts(rows)
    counted = f"Plan applied: {applied} step(s) ran and landed, {failed} failed, {not_run} did not run."
    return counted + _approval(session, run, _approved(rows)) + _differing(desk, rows) + _noise(desk, rows)


def _counts(rows: list[tuple[RunStep, Step]]) -> tuple[int, int, int]:
    """Return how many steps were applied, failed and did not run."""
    outcomes = [part.outcome for part, _step in rows]
    return outcomes.count(Outcome.APPLIED), outcomes.count(Outcome.FAILED), outcomes.count(Outcome.NOT_RUN)


def _approved(rows: list[tuple[RunStep, Step]]) -> list[str]:
    return [step.public_id for part, step in rows if part.approved_by_apply]


def _approval(session: Session, run: Run, approved: list[str]) -> str:
    """Return a sentence that tells who approved the steps that asked for it."""
    if not approved:
        return ""
    ids, who = ", ".join(approved), _who_said_yes(session, run, approved)
    if who is None:
        return f" These steps asked for a person's approval, and this apply call was taken as that approval: {ids}."
    return f" These steps asked for a person's approval, and {who} gave it in the browser: {ids}."


def _differing(desk: Desk, rows: list[tuple[RunStep, Step]]) -> str:
    """Return a sentence that names the steps of which the site stored something else than was sent."""
    positions = [str(step.position) for part, step in rows if report_of(desk, part).get("differs")]
    if not positions:
        return ""
    return f" Of step(s) {', '.join(positions)} the site stored some fields differently: see differs."


def _noise(desk: Desk, rows: list[tuple[RunStep, Step]]) -> str:
    """Return a sentence, once for the whole run, where other text stood around the site's answers."""
    if not any(report_of(desk, part).get("noisy") for part, _step in rows):
        return ""
    return " Something on the site prints other text around its answers: diagnose_connection says more."


def _who_said_yes(session: Session, run: Run, approved: list[str]) -> str | None:
    """Name who approved these steps in the browser; None where the yes was given in the agent's chat."""
    if run.person_id is None and session.get_one(Key, run.key_id).mode != Mode.BROWSER:
        return None
    names = session.scalars(
        select(func.coalesce(Person.name, Decision.by_name))
        .select_from(Decision)
        .outerjoin(Person, Decision.person_id == Person.id)
        .join(Step, Step.id == Decision.step_id)
        .where(Step.public_id.in_(approved), Decision.verdict == "accept", Decision.counts)
        .order_by(Decision.id)
    )
    return " and ".join(dict.fromkeys(name for name in names if name)) or "a person"


def _copies(session: Session, desk: Desk, steps: list[Step]) -> list[dict[str, Any]]:
    """Return the drafts made by these steps that still wait for the owner, each with the page to decide on."""
    by_id = {step.id: step for step in steps}
    rows = session.scalars(select(Copy).where(Copy.step_id.in_(by_id), Copy.state == "open").order_by(Copy.id))
    return [
        {
            "step_id": by_id[row.step_id].public_id,
            "copy_id": row.copy_id,
            "url": copies.review_url(desk, row),
        }
        for row in rows
        if row.step_id is not None
    ]


def _notes(session: Session, steps: list[Step]) -> list[dict[str, Any]]:
    by_id = {step.id: step for step in steps}
    rows = session.execute(
        select(Decision, func.coalesce(Decision.by_name, Person.name))
        .outerjoin(Person, Person.id == Decision.person_id)
        .where(Decision.step_id.in_(by_id))
        .order_by(Decision.id)
    )
    return [
        {
            "step_id": by_id[row.step_id].public_id,
            "verdict": row.verdict,
            **({"note": row.note} if row.note else {}),
            **({"labels": list(row.labels)} if row.labels else {}),
            **({"by": name} if name else {}),
            **({"anyway": True} if row.anyway else {}),
            **({} if row.counts else {"counts": False}),
        }
        for row, name in rows
        if row.note or row.labels
    ]


def edited(session: Session, steps: list[Step]) -> list[dict[str, Any]]:
    """Tell which steps a person changed before saying yes to them, and who that was."""
    names = {
        person.id: person.name for person in session.scalars(select(Person).where(Person.id.in_(_editors(steps))))
    }
    return [
        {"step_id": step.public_id, "by": names.get(step.edited_by, "somebody who is gone")}
        for step in steps
        if step.edited_by is not None
    ]


def _editors(steps: list[Step]) -> list[int]:
    return [step.edited_by for step in steps if step.edited_by is not None]
