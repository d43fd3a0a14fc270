"""Review links as their owner's pages print them: who has one, what was done with it, what people think. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from webapp.core.links import works
from webapp.core.views import StepView
from webapp.data import Event, May, ReviewLink

from .phrases import count

MAY = {
    May.LOOK: "may look",
    May.COMMENT: "may look and comment",
    May.DECIDE: "may say yes or no",
}
_DONE = {
    "link.made": "link made",
    "link.opened": "opened",
    "link.commented": "commented",
    "link.revoked": "link taken back",
}
_SAID = {
    "accept": "said yes",
    "drop": "said no",
    "ask": "asked for a change",
    "reopen": "took back what they said",
    "approve": "said yes",
    "reject": "said no",
}


@dataclass(frozen=True)
class ShownLink:
    """A link that works, as the list prints it."""

    public_id: str
    label: str
    words: str
    expires_at: datetime
    opened_at: datetime | None
    openings: int


@dataclass(frozen=True)
class LogLine:
    """Something that was done with a link; `name` is what the guest gave as theirs."""

    label: str
    name: str
    words: str
    at: datetime


@dataclass(frozen=True)
class Opinion:
    """What somebody whose yes does not count says of a step.

    Attributes:
        outdated: the step changed since.
    """

    position: int
    by: str
    words: str
    at: datetime
    outdated: bool


def shown_links(links: Iterable[ReviewLink], now: datetime) -> list[ShownLink]:
    """Return the links that work, as the list prints them."""
    return [
        ShownLink(link.public_id, link.label, _words(link), link.expires_at, link.opened_at, link.openings)
        for link in links
        if works(link, now)
    ]


def _words(link: ReviewLink) -> str:
    said = [MAY[May(link.may)]]
    if link.step_ids:
        counts = "and it counts" if link.counts else "and you decide"
        said[0] = f"{said[0]} to {count(len(link.step_ids), 'step')}, {counts}"
    if link.passcode_hash is not None:
        said.append("with a passcode")
    if link.person_id is None:
        said.append("made by the agent")
    return ", ".join(said)


def log_lines(log: Iterable[Event], links: Sequence[ReviewLink]) -> list[LogLine]:
    """Return what was done with links, in words."""
    labels = {link.public_id: link.label for link in links}
    return [
        LogLine(
            labels[event.subject],
            str(event.details.get("name", "")),
            _DONE.get(event.what) or _SAID[event.details["verdict"]],
            event.at,
        )
        for event in log
    ]


def opinions_of(steps: Iterable[StepView]) -> list[Opinion]:
    """Return what people whose yes does not count say, each of their newest words about a step."""
    found = {}
    for step in steps:
        for name, decision in step.opinions:
            outdated = decision.digest != step.row.digest
            about = (step.row.position, decision.link_id, name)
            found[about] = Opinion(step.row.position, name, decision.note or "", decision.made_at, outdated)
    return list(found.values())
