"""What happened, in words: a line of the audit log as a sentence, and the page that shows more. Pure."""

from __future__ import annotations

import re
from datetime import datetime
from typing import NamedTuple

from webapp.core.entrances import Entrance
from webapp.core.events import Line
from webapp.data import Event
from webapp.tools.nouns import word_of

# {step} {who} {key} {site} stand for names; where nobody is known, {who} is the key or "Sayso".
SENTENCES = {
    "site.connected": "{who} connected {site}",
    "site.checked": "{who} checked the connection to {site}",
    "site.settings_changed": "{who} changed what agents may do on {site}",
    "site.paused": "{who} paused {site}",
    "site.resumed": "{who} let agents work on {site} again",
    "site.item_protected": "{who} protected a {kind} of {site}",
    "site.item_released": "{who} lifted the protection of a {kind} of {site}",
    "site.disconnected": "{who} disconnected {site}",
    "key.issued": "{who} made the key {key}",
    "key.redeemed": "The key {key} was fetched with its one-time code",
    "key.changed": "{who} changed what the key {key} may do",
    "key.paused": "{who} paused the key {key}",
    "key.resumed": "{who} let the key {key} work again",
    "key.revoked": "{who} revoked the key {key}",
    "plan.begun": "{key} began a plan",
    "plan.renamed": "{key} gave a plan another title",
    "plan.opened": "{who} opened a plan of {key}",
    "plan.expired": "A plan of {key} expired",
    "plan.ended": "A plan of {key} ended",
    "step.planned": "{key} planned {step}",
    "step.accepted": "{who} accepted {step}",
    "step.dropped": "{who} dropped {step}",
    "step.edited": "{who} edited {step}",
    "step.sent_back": "{who} sent {step} back",
    "step.commented": "{who} said what they think of {step}",
    "step.replanned": "{who} had {step} planned again upon what the site shows now",
    "step.forced": "{who} accepted {step} although the site had changed",
    "step.revised": "{key} planned {step} in the place of another",
    "note.made": "{who} left a note on a plan of {key}",
    "note.settled": "{who} settled a note on a plan of {key}",
    "step.reopened": "{who} took back the decision about {step}",
    "step.discarded": "{key} withdrew {step}",
    "step.applied": "{step} was applied",
    "step.failed": "{step} failed",
    "step.read_back": "What {step} saved was read from the site",
    "run.asked": "{who} asked to apply a plan of {key}",
    "run.stop_asked": "{who} asked a run to stop",
    "run.finished": "A run ended: {applied} applied, {failed} failed, {not_run} not run",
    "receipt.mailed": "{who} sent a receipt by mail, to somebody at {domain}",
    "write.made": "{key} wrote at once",
    "write.settled": "Sayso looked what became of a write of {key} that was cut off: {found}",
    "snapshot.restored": "{who} undid a change",
    "undo.asked": "{who} asked to take changes back",
    "undo.stop_asked": "{who} asked an undo to stop",
    "undo.finished": "An undo ended: {back} taken back, {failed} failed, {left_out} left out",
    "copy.made": "A draft copy was made",
    "copy.shared": "A link to a draft was shared",
    "copy.approved": "{who} approved a copy",
    "copy.rejected": "{who} rejected a copy",
    "copy.kept": "{who} kept a copy as a draft in WordPress",
    "copy.reopened": "{who} took a copy up again",
    "link.made": "{who} made a review link",
    "link.opened": "A review link was opened",
    "link.commented": "{who} said something",
    "link.decided": "{who} said what they want",
    "link.revoked": "{who} took a review link back",
    "log.exported": "{who} downloaded the log",
    "history.erased": "What ended before {before} was erased: {plans} plans, {snapshots} snapshots, {events} lines",
    "report.filed": "{key} reported an issue",
    "report.closed": "{who} closed a report of {key}",
    "person.added": "Your account was made",
    "person.signed_in": "You signed in",
    "person.password_set": "You set a new password",
    "person.signed_out": "You signed out",
    "person.signed_out_everywhere": "You signed out everywhere",
}
# What people call a kind of item, where that is another word.
_KINDS = {"option": "setting"}
# How the public id of what has a page begins -> where the pages of its kind are.
_PLACES = {
    "site": "sites",
    "sess": "plans",
    "step": "steps",
    "run": "runs",
    "copy": "copies",
    "undo": "undos",
    "report": "reports",
    "key": "keys",
}


# What people call the door that something came by, as `webapp.core.entrances` names it.
DOORS = {
    Entrance.MCP: "through MCP",
    Entrance.REST: "through REST",
    Entrance.BROWSER: "in the browser",
    Entrance.LINK: "by a review link",
    Entrance.COMMAND: "by a command on the server",
    Entrance.WORKER: "by Sayso's worker",
}
# What it happened to: the first part of an event's name, and what people call it.
NOUNS = {
    "plan": "Plans",
    "step": "Steps",
    "note": "Notes",
    "run": "Runs",
    "write": "Writes at once",
    "undo": "Undos",
    "snapshot": "Snapshots",
    "copy": "Copies",
    "receipt": "Receipts",
    "link": "Review links",
    "key": "Keys",
    "site": "Sites",
    "person": "Your account",
    "report": "Reports from agents",
    "log": "Downloads of this log",
    "history": "Erasing",
}
# What was found of a write that was cut off.
_FOUND = {"landed": "it landed", "nothing": "nothing was saved", "unknown": "it is not known whether it was saved"}
_NAMES = re.compile(r"\{\w+\}")


class Happening(NamedTuple):
    """A line as the page shows it.

    Attributes:
        to: the path of the page that shows more; None where there is none.
        asides: what the step would do, or what the thing is called, and the site where the sentence does not name it.
        door: by which it came, in words; empty where that is not known.
    """

    sentence: str
    at: datetime
    to: str | None
    asides: str
    door: str


def happening(line: Line) -> Happening:
    """Say a line of the log in words."""
    event = line.event
    sentence = SENTENCES.get(event.what) or event.what.replace(".", " ").replace("_", " ")
    key = line.key.name if line.key else "an agent"
    kind = event.details.get("kind", "item")
    names = {
        "applied": 0,
        "failed": 0,
        "not_run": 0,
        "left_out": 0,
        "back": event.details.get("exactly", 0) + event.details.get("except", 0),
        "before": "",
        "plans": 0,
        "snapshots": 0,
        "events": 0,
        **event.details,
        "found": _FOUND.get(event.details.get("found", ""), "it is not known whether it was saved"),
        "kind": _KINDS.get(kind, word_of(kind)),
        "who": line.person.name if line.person else _guest(event) or (line.key.name if line.key else "Sayso"),
        "key": key,
        "site": line.site.name if line.site else "a site",
        "step": f"step {line.step.position}" if line.step else "a step",
    }
    said = sentence.format(**names)
    whole, door = said[:1].upper() + said[1:], DOORS.get(Entrance(event.door), "") if event.door else ""
    return Happening(whole, event.at, _place(event.subject), _asides(line, said), door)


def said_of(word: str) -> list[str]:
    """Return the names of the events whose sentence has a word in it, whoever and whatever it speaks of."""
    return [name for name, sentence in SENTENCES.items() if word.lower() in _NAMES.sub("", sentence).lower()]


def _guest(event: Event) -> str:
    """Name somebody with a review link, who is no person of ours; empty where it was not one."""
    by_link = "link" in event.details and event.what not in ("link.made", "link.revoked")
    return f"{event.details.get('name', 'Somebody')} (by link)" if by_link else ""


def _place(subject: str) -> str | None:
    folder = _PLACES.get(subject.partition("_")[0])
    return f"/{folder}/{subject}" if folder else None


def _asides(line: Line, said: str) -> str:
    parts = [line.site.name] if line.site and line.site.name not in said else []
    if line.step is not None:
        parts.insert(0, line.step.effect)
    elif line.name:
        parts.insert(0, line.name)
    return " · ".join(parts)
