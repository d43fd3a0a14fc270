"""A receipt as the pages print it: what was signed at the run's end, grouped and in words. It decides nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from webapp.core import issuing, mails, receipt_records, receipt_words
from webapp.core.desk import Desk
from webapp.core.issuing import Issued
from webapp.core.receipt_records import SAVED, Record, State
from webapp.data import Run

# What needs a person comes first.
_ORDER = (State.UNKNOWN, State.FAILED, State.DIFFERS, State.UNCHECKED, State.CONFIRMED, State.NOT_RUN)
# What the chip of a step says, where that is not the name of its status.
CHIPS = {State.DIFFERS: "Saved otherwise", State.UNCHECKED: "Not read back"}
_HOW = {"link": "by link", "signed_in": "signed in"}
# What these make and is not live is a draft of its own, and no copy of anything.
_MAKE_DRAFTS = ("create_page", "create_post", "create_custom_post")


@dataclass(frozen=True)
class Paper:
    """A receipt: what is said of the run, and how that is signed.

    Attributes:
        issued: the signed edition; None for a run from before receipts were signed.
        can_be_mailed: the settings name a mail server.
    """

    record: Record
    issued: Issued | None
    can_be_mailed: bool

    @property
    def groups(self) -> list[tuple[str, list[Record]]]:
        """The steps by what is said of them, each kind with its words; only those that there are."""
        told = [(state, [step for step in self.steps if step["state"] == state]) for state in _ORDER]
        return [(receipt_words.STATES[state], steps) for state, steps in told if steps]

    @property
    def steps(self) -> Sequence[Record]:
        """The steps in the order of the plan."""
        steps: list[Record] = self.record["steps"]
        return steps

    @property
    def counted(self) -> str:
        """How many steps came to what."""
        return receipt_words.counted(self.record)

    @property
    def landed(self) -> str:
        """How many of the steps that are saved changed the live site or a draft copy, and how many made a draft."""
        places = Counter(_place(step) for step in self.steps if self.is_saved(step))
        copies = "on a draft copy" if places["copy"] == 1 else "on draft copies"
        new = "as a new draft" if places["new"] == 1 else "as new drafts"
        words = {"live": "on the live site", "copy": copies, "new": new}
        return ", ".join(f"{places[place]} {said}" for place, said in words.items() if places[place])

    @property
    def approved(self) -> list[tuple[str, list[Record]]]:
        """The steps that asked for a person's approval: which were given one, and which went with the plan."""
        told = {"separate": "Approved one by one", "with_plan": "Approved with the plan"}
        found = [(words, [step for step in self.steps if step["approval"] == kind]) for kind, words in told.items()]
        return [(words, steps) for words, steps in found if steps]

    def step(self, step_id: str) -> Record:
        """Return what is said of one step."""
        return next(step for step in self.steps if step["step_id"] == step_id)

    def is_saved(self, step: Record) -> bool:
        """Tell whether a step changed something."""
        return step["state"] in SAVED

    def chip(self, step: Record) -> str:
        """Return what the chip of a step says; empty where that is the name of its status."""
        return CHIPS.get(State(step["state"]), "")

    def words(self, step: Record) -> str:
        """Return what became of a step, in words."""
        return receipt_words.STATES[State(step["state"])]

    def how(self, yes: Record) -> str:
        """Return how somebody said yes."""
        return _HOW[yes["how"]]

    def at(self, moment: str) -> datetime:
        """Return a moment of the record."""
        return datetime.fromisoformat(moment)


def paper(session: Session, desk: Desk, run: Run) -> Paper:
    """Return the receipt of a finished run."""
    issued = issuing.newest(session, desk, run)
    record: dict[str, Any] = receipt_records.of(session, desk, run) if issued is None else issued.record
    return Paper(record, issued, mails.can_be_sent(desk.settings))


def _place(step: Record) -> str:
    """Name where a step was saved: `live`, `copy`, or `new` for a new draft."""
    return "new" if step["where"] == "copy" and step["tool"] in _MAKE_DRAFTS else str(step["where"])
