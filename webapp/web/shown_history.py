"""Lines of the history as the list prints them: what became of each, in words. It decides nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from webapp.core.archive_lines import ArchiveLine
from webapp.core.archives import Kind
from webapp.data import Back, Outcome, Status

from .phrases import count

_FOLDERS = {Kind.PLAN: "plans", Kind.RUN: "runs", Kind.UNDO: "undos"}
# What else became of the steps of a run, and of the parts of an undo, in the order in which it is told.
_OF_STEPS: dict[str, str] = {
    Outcome.FAILED: "failed",
    "unknown": "to check on the site",
    Outcome.NOT_RUN: "did not run",
}
_OF_PARTS: dict[str, str] = {
    Back.FAILED: "failed",
    Back.UNKNOWN: "to check on the site",
    Back.NOT_RUN: "did not run",
    Back.LEFT_OUT: "left out",
}


@dataclass(frozen=True)
class ShownLine:
    """A line of the history (`history/_row.html`).

    Attributes:
        kind: `plan`, `run` or `undo`.
        outcome: in words, with counts.
        grave: something is not as it was wished.
        said_yes: who said yes, in words; empty where nobody did.
    """

    kind: str
    public_id: str
    address: str
    title: str | None
    site_name: str
    client: str | None
    key_name: str | None
    at: datetime
    outcome: str
    grave: bool
    said_yes: str


def shown_line(line: ArchiveLine) -> ShownLine:
    """Say what the list tells of a plan, a run or an undo."""
    kind = line.place.kind
    words = {Kind.PLAN: _of_plan, Kind.RUN: _of_run, Kind.UNDO: _of_undo}[kind]
    return ShownLine(
        kind=str(kind),
        public_id=line.public_id,
        address=f"/{_FOLDERS[kind]}/{line.public_id}",
        title=line.title,
        site_name=line.site.name,
        client=line.client,
        key_name=None if line.key is None else line.key.name,
        at=line.at,
        outcome=words(line) + _broken(line),
        grave=any(line.counts.get(one) for one in (Outcome.FAILED, "unknown")) or bool(line.broken),
        said_yes=_said_yes(line),
    )


def _broken(line: ArchiveLine) -> str:
    number = line.broken
    return f"; {count(number, 'public page was', 'public pages were')} broken for visitors after it" if number else ""


def _of_plan(line: ArchiveLine) -> str:
    ended = "Ended by the agent" if line.why == "ended" else "Expired"
    dropped, steps = line.counts.get(Status.DROPPED, 0), sum(line.counts.values())
    if not steps:
        return f"{ended}, nothing ran"
    told = f"{dropped} of {count(steps, 'step')} dropped" if dropped else count(steps, "step")
    return f"{ended}, nothing ran: {told}"


def _of_run(line: ArchiveLine) -> str:
    if not line.over:
        return "Under way"
    steps, through = sum(line.counts.values()), line.counts.get(Outcome.APPLIED, 0)
    said = _so_many(through, steps, "step", "went through", _rest(line.counts, _OF_STEPS))
    if line.undone_by is None:
        return said
    back, wanted = line.undone
    some = "" if back == wanted else f"{back} of {count(wanted, 'change')} "
    return f"{said}; {some}taken back" + (f" by {line.undone_by}" if line.undone_by else "")


def _of_undo(line: ArchiveLine) -> str:
    if not line.over:
        return "Under way"
    inexact = line.counts.get(Back.EXCEPT, 0)
    parts, back = sum(line.counts.values()), line.counts.get(Back.EXACTLY, 0) + inexact
    rest = [*([f"{inexact} not exactly"] if inexact else []), *_rest(line.counts, _OF_PARTS)]
    return _so_many(back, parts, "change", "taken back", rest)


def _so_many(done: int, all_of_them: int, noun: str, verb: str, rest: list[str]) -> str:
    if done == all_of_them:
        begin = f"The {noun} {_was(verb)}" if done == 1 else f"All {all_of_them} {noun}s {_was(verb, many=True)}"
    else:
        begin = f"{done or 'None'} of {count(all_of_them, noun)} {_was(verb, many=done != 1)}"
    return ", ".join([begin, *rest]) if all_of_them else "Nothing ran"


def _was(verb: str, *, many: bool = False) -> str:
    if verb != "taken back":
        return verb
    return f"{'were' if many else 'was'} {verb}"


def _rest(counts: Mapping[str, int], words: Mapping[str, str]) -> list[str]:
    return [f"{counts[name]} {said}" for name, said in words.items() if counts.get(name)]


def _said_yes(line: ArchiveLine) -> str:
    if line.place.kind == Kind.PLAN:
        return ""
    if line.place.kind == Kind.UNDO:
        return f"taken back by {line.person}" if line.person else ""
    if line.person:
        return f"applied by {line.person}"
    if line.accepted_by:
        return f"{', '.join(line.accepted_by)} said yes, the agent asked to apply"
    return "the agent asked to apply"
