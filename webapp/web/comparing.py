"""The three views of a step's changes: words, as it will look, and code. It decides nothing.

What is compared is compared when a template asks for it, so a form's answer that shows nothing of it costs nothing.
Which view is shown stands in the address and nowhere else.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from flask import request

from webapp.core.redaction import without_secrets
from webapp.core.views import PlanView, StepView

from . import going, renderings
from .comparisons import View, for_reading
from .stretches import MOST

# So many fields stand on a page.
MOST_FIELDS = 200
# So many changes at the begin of a page have links.
_LINKED = 12
# So many pages of changes have links.
_MOST_PAGES = 40
VIEWS = {"words": "Words", "preview": "Preview", "code": "Code"}


class Compared:
    """The changes of a step as `steps/_views.html` prints them."""

    def __init__(self, step: StepView, view: View, first: int, begin: int = 0) -> None:
        """Take a step.

        Args:
            first: the number of the first change on the page.
            begin: how many fields are left out before the first one on the page; behind the last page it is that.
        """
        self._step, self._view, self.first = step, view, first
        self.begin = min(begin, max(0, len(step.changes) - 1) // MOST_FIELDS * MOST_FIELDS)

    @cached_property
    def changes(self) -> list[dict[str, Any]]:
        """Each of the step's changes, compared, with the words of its number in `index`."""
        here = self._step.changes[self.begin : self.begin + MOST_FIELDS]
        read = for_reading(map(without_secrets, here), self._view, self.first)
        return [{**change, "index": index} for index, change in enumerate(read, self.begin)]

    @cached_property
    def count(self) -> int:
        """How many changes are numbered, on this page and on others."""
        return max((change.get("last", 0) for change in self.changes), default=0)

    @property
    def jumps(self) -> list[int]:
        """The numbers of the changes on this page that have links: the first ones, and the last."""
        here = range(self.first, min(self.first + MOST, self.count + 1))
        return [*here[:_LINKED], *here[_LINKED:][-1:]]

    @property
    def fields(self) -> list[tuple[int, int]]:
        """The numbers of the first and the last field of each page; empty where one holds all."""
        number = len(self._step.changes)
        begins = range(1, number + 1, MOST_FIELDS)
        return [(first, min(first + MOST_FIELDS - 1, number)) for first in begins] if len(begins) > 1 else []

    @property
    def pages(self) -> list[tuple[int, int]]:
        """The first and the last number of each page; empty where one holds all."""
        begins = range(1, self.count + 1, MOST)[:_MOST_PAGES]
        return [(first, min(first + MOST - 1, self.count)) for first in begins] if self.count > MOST else []


def of_step(view: PlanView, step: StepView) -> dict[str, Any]:
    """Return what `steps/_views.html` prints.

    That is the `address` of the page that shows the step, the `chosen` view, the `tabs` to choose from, what is
    `compared`, what `goes` with a step that takes something away, and in the view of how it will look the
    `rendering`.
    """
    marked_up = any(change["kind"] == "html" for change in step.changes)
    asked = request.args.get("view", "")
    chosen = asked if asked in VIEWS else "words"
    address = _page_of(step)
    shown: dict[str, Any] = {
        "address": address,
        "chosen": chosen,
        "tabs": VIEWS if marked_up or chosen == "preview" else {},
        "goes": going.of_step(step),
        "compared": Compared(step, "code" if chosen == "code" else "words", _first(), _begin()),
    }
    if chosen == "preview":
        shown["rendering"] = renderings.of_step(step, request.args.get("width"), address)
    return shown


def _first() -> int:
    """Return the number of the first change on the page that is asked for: that of a page's begin."""
    asked = request.args.get("from", 1, type=int)
    return 1 + max(0, min(asked, 10_000_000) - 1) // MOST * MOST


def _begin() -> int:
    """Return how many fields are left out before the page that is asked for."""
    asked = request.args.get("field", 1, type=int)
    return max(0, min(asked, 10_000_000) - 1) // MOST_FIELDS * MOST_FIELDS


def _page_of(step: StepView) -> str:
    """Return the address of the page that shows the step, whichever form of it was sent."""
    before, found, _after = request.path.partition(f"/steps/{step.row.public_id}")
    return before + (found or f"/steps/{step.row.public_id}")
