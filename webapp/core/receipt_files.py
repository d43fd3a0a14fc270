"""Receipts as JSON files: what is signed stands in them beside what programs read, and both must say the same.

What a file says beyond what is signed (links, the site's answers, copies, what visitors see) proves nothing, and is
not looked at here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.diffs.fingerprint import fingerprint

from .issuing import Issued
from .receipt_records import Record, State

_CODE = "respira_plan_applied"
_OUTCOMES = ("applied", "failed", "not_run")
# What the doors, and the page of a run, put before tool names.
_PREFIXES = ("", "respira_", "respira_wordpress_")
# What a receipt holds that says something of its run.
_TELLING = frozenset({"success", "code", "message", *_OUTCOMES, "approved_by_apply", "steps", "review"})


def as_issued(receipt: Mapping[str, Any], issued: Issued, prefix: str) -> dict[str, Any]:
    """Return a receipt with what was signed, and with what was signed wherever it says the same: a step that did not
    run may have been changed since, a person may have another name.

    Args:
        receipt: as receipts.read returns it.
        prefix: what stands before tool names in it.
    """
    record, told = issued.record, {step["step_id"]: step for step in receipt["steps"]}
    steps = [
        {
            **told[said["step_id"]],
            "position": said["position"],
            "tool": prefix + said["tool"],
            "predicted_effect": said["effect"],
        }
        for said in record["steps"]
    ]
    review = {name: value for name, value in receipt["review"].items() if name != "edited"}
    review |= {"edited": _edited(record)} if _edited(record) else {}
    return {
        **receipt,
        "message": record["message"],
        "approved_by_apply": _approved(record),
        "steps": steps,
        "review": {**review, "signed": issued.as_json()},
    }


def contradicts(told: Mapping[str, Any], signed: Mapping[str, Any]) -> bool:
    """Tell whether what stands around a signed record says anything else than the record does.

    Args:
        told: the whole file.
        signed: the part of it that holds the record, which is known to be ours; the file itself where that is all.
    """
    record: Record = signed["record"]
    if _signed_otherwise(signed, record):
        return True
    if told is signed and not _TELLING & told.keys():
        return False
    steps, review = told.get("steps"), told.get("review")
    if not isinstance(steps, list) or not isinstance(review, dict) or (told is signed and "signed" in review):
        return True
    said = [_said(step) for step in record["steps"]]
    around = [_around(step, one) for step, one in zip(steps, record["steps"], strict=False)]
    return (
        len(steps) != len(said)
        or not _same(around, said)
        or not _same({name: told.get(name) for name in _whole(record)}, _whole(record))
        or not _same([review.get("job_id"), review.get("edited", [])], [record["run_id"], _edited(record)])
        or not _notes_of(record) <= _notes_around(review.get("notes", []))
    )


def _signed_otherwise(signed: Mapping[str, Any], record: Record) -> bool:
    """Tell whether another edition, date or page to verify stands beside a record; each may be left out."""
    proof = f"/verify?digest={signed['digest']}&signature={signed['signature']}"
    return not str(signed.get("verify", proof)).endswith(proof) or any(
        not _same(signed.get(name, record[name]), record[name]) for name in ("edition", "issued_at")
    )


def _whole(record: Record) -> dict[str, Any]:
    outcomes = [step["outcome"] for step in record["steps"]]
    return {
        "success": outcomes.count("applied") == len(outcomes),
        "code": _CODE,
        "message": record["message"],
        **{name: outcomes.count(name) for name in _OUTCOMES},
        "approved_by_apply": _approved(record),
    }


def _said(step: Record) -> dict[str, Any]:
    """Return what a record says of a step, as a receipt tells it."""
    error = step.get("error")
    return {
        "step_id": step["step_id"],
        "position": step["position"],
        "tool": step["tool"],
        "predicted_effect": step["effect"],
        "approved_by_apply": step["approval"] is not None,
        "outcome": step["outcome"],
        "snapshots": step["snapshots"],
        "differs": [one["field"] for one in step["differs"]],
        "unchecked": step["state"] == State.UNCHECKED,
        "why": step["why"],
        "error": None if error is None else [error["code"], error["message"]],
    }


def _around(step: Any, said: Record) -> dict[str, Any]:
    """Return the same of a step as a file tells it; what no step can be is told as nothing."""
    told: Mapping[str, Any] = step if isinstance(step, dict) else {}
    error, tool = told.get("error"), told.get("tool")
    names = ("step_id", "position", "predicted_effect", "approved_by_apply", "outcome", "snapshots")
    return {
        **{name: told.get(name) for name in names},
        "tool": said["tool"] if tool in [prefix + said["tool"] for prefix in _PREFIXES] else tool,
        "differs": told.get("differs", []),
        # Where fields differ, the record does not say whether others could not be read.
        "unchecked": False if said["state"] == State.DIFFERS else told.get("unchecked", False),
        "why": told.get("why", ""),
        "error": [error.get("code"), error.get("message")] if isinstance(error, dict) else error,
    }


def _approved(record: Record) -> list[str]:
    return [step["step_id"] for step in record["steps"] if step["approval"] is not None]


def _edited(record: Record) -> list[dict[str, str]]:
    steps: Sequence[Record] = record["steps"]
    return [{"step_id": step["step_id"], "by": step["edited_by"]} for step in steps if step["edited_by"]]


def _notes_of(record: Record) -> set[tuple[str, str]]:
    """Return what was said with each yes, by step."""
    return {(step["step_id"], step["yes"]["note"]) for step in record["steps"] if step["yes"] and step["yes"]["note"]}


def _notes_around(notes: Any) -> set[tuple[str, str]]:
    told = [note for note in notes if isinstance(note, dict)] if isinstance(notes, list) else []
    return {(str(note.get("step_id")), str(note.get("note"))) for note in told if note.get("verdict") == "accept"}


def _same(one: Any, other: Any) -> bool:
    """Tell whether two values are spelled alike, so that 1 is neither 1.0 nor true."""
    return fingerprint(one) == fingerprint(other)
