"""A receipt in words, as plain text for a mail: all that was signed, and where that can be verified.

Pure. What an agent or a site wrote is cut to a line each, so that nothing in it passes for a line of the receipt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from .issuing import Issued
from .notice_words import line
from .receipt_records import SAVED, State

Exact = Callable[[datetime], str]
_LONGEST = 300
# What is said of a step, and of a number of them.
STATES = {
    State.CONFIRMED: "Saved, and read back as asked",
    State.DIFFERS: "Saved, but the site keeps something else",
    State.UNCHECKED: "Saved, says the site; it could not be read back",
    State.FAILED: "Failed",
    State.UNKNOWN: "May or may not be saved",
    State.NOT_RUN: "Not run",
}
UNCHANGED = "The site was not changed by this step."
_HOW = {"link": "by link", "signed_in": "signed in"}


def subject(issued: Issued) -> str:
    """Return the subject of a mail, in one line."""
    record = issued.record
    return f"Receipt for {line(record['site']['name'])}: {line(record['plan']['title']) or 'a plan without a title'}"


def text(issued: Issued, exact: Exact) -> str:
    """Return the whole receipt.

    Args:
        exact: how a moment is said in full, with its zone.
    """
    return "\n".join([*_head(issued.record, exact), *_steps(issued.record, exact), *_foot(issued, exact)])


def counted(record: Mapping[str, Any]) -> str:
    """Return how many steps came to what: "5 saved, and read back as asked; 1 failed"."""
    counts = record["counts"]
    told = [(counts[state], words) for state, words in STATES.items() if counts[state]]
    return "; ".join(f"{number} {words[:1].lower()}{words[1:]}" for number, words in told)


def _head(record: Mapping[str, Any], exact: Exact) -> Iterator[str]:
    site, plan, asked = record["site"], record["plan"], record["asked_by"]
    yield line(plan["title"]) or "A plan without a title"
    if plan["note"]:
        yield f"What it was for: {line(plan['note'], _LONGEST)}"
    yield ""
    yield f"Site: {line(site['name'])}, {line(site['address'], _LONGEST)}"
    client = f" ({line(asked['client'])})" if asked["client"] else ""
    yield f"Asked for by: the agent with the key {line(asked['key'])}{client}"
    by = line(record["applied_by"]["name"]) or "somebody who is gone"
    yield f"Applied by: {by if record['applied_by']['how'] == 'person' else 'the agent'}"
    yield f"Began: {_said(record['started_at'], exact)}"
    yield f"Ended: {_said(record['finished_at'], exact)}"
    yield f"Steps: {record['counts']['steps']}: {counted(record)}."
    yield ""


def _steps(record: Mapping[str, Any], exact: Exact) -> Iterator[str]:
    for step in record["steps"]:
        yield f"{step['position']}. {line(step['effect'], _LONGEST)}"
        yield f"   {STATES[State(step['state'])]}{_why(step)}."
        yield from (f"   {words}" for words in _where(step))
        yield from (f"   {_change(change)}" for change in step["changes"])
        yield from (f"   {_differing(told)}" for told in step["differs"])
        yield from (f"   {words}" for words in _yes(step, exact))
        yield ""


def _where(step: Mapping[str, Any]) -> Iterator[str]:
    if step["state"] in (*SAVED, State.UNKNOWN):
        yield "On a draft copy." if step["where"] == "copy" else "On the live site."
    elif step["state"] == State.FAILED and step["settled"] != "no":
        yield UNCHANGED


def _why(step: Mapping[str, Any]) -> str:
    said = step["error"]["message"] if "error" in step else step["why"]
    looked = "; it was looked for later, and nothing of it is on the site" if step["settled"] == "no" else ""
    return f": {line(said, _LONGEST).rstrip('.')}{looked}" if said else looked


def _change(change: Mapping[str, Any]) -> str:
    before, after = (
        line(f"{change['begin']}{change[side]}{change['end']}", _LONGEST) for side in ("before", "after")
    )
    return f"{line(change['label'])}: {before or '(nothing)'} -> {after or '(nothing)'}"


def _differing(told: Mapping[str, Any]) -> str:
    if "kept" not in told:
        return f"{line(told['label'])}: the site keeps something else."
    asked, kept = line(str(told["asked"]), _LONGEST), line(str(told["kept"]), _LONGEST)
    return f"{line(told['label'])}: asked for {asked or '(nothing)'}, kept {kept or '(nothing)'}"


def _yes(step: Mapping[str, Any], exact: Exact) -> Iterator[str]:
    yes = step["yes"]
    if yes is not None:
        yield f"Yes by {line(yes['by'])}, {_HOW[yes['how']]}, {_said(yes['at'], exact)}."
        if yes["note"]:
            yield f"Note with it: {line(yes['note'], _LONGEST)}"
    elif step["state"] != State.NOT_RUN:
        yield "The yes was given in the agent's chat."
    if step["edited_by"]:
        yield f"Edited by {line(step['edited_by'])} before the yes."


def _foot(issued: Issued, exact: Exact) -> Iterator[str]:
    yield f"Edition {issued.edition} of this receipt, signed {exact(issued.issued_at)}."
    yield f"Digest: {issued.digest}"
    yield f"Signature: {issued.signature}"
    yield "Whether it is genuine is told here; opening the address changes nothing:"
    yield issued.verify
    yield ""


def _said(moment: str, exact: Exact) -> str:
    return exact(datetime.fromisoformat(moment))
