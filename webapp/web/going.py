"""What goes with a step that takes something away: the item as it was when the step was planned.

It is told from the step's base, so the site is not asked, and what is told are the words that people know it by.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from webapp.core.redaction import without_secrets
from webapp.core.views import StepView
from webapp.diffs.fields import label, shown
from webapp.diffs.told import told
from webapp.tools.risks import Risk

from .phrases import count

# In this order.
_SHORT = ("title", "name", "author_name", "date", "slug", "url", "alt_text")
_LONG = ("excerpt", "caption", "description", "content")
# So many characters of a text are on the page.
_MOST = 100_000


@dataclass(frozen=True)
class Text:
    """A text that goes: what it is called, how long it is, and its words.

    Attributes:
        left_out: how many characters of it are not on the page.
    """

    label: str
    length: str
    words: str
    left_out: int


@dataclass(frozen=True)
class Going:
    """What goes: short facts with their labels, and texts."""

    facts: list[tuple[str, str]]
    texts: list[Text]


def of_step(step: StepView) -> Going | None:
    """Return what goes; None for a step that takes nothing away, or of which that is not known."""
    if Risk.DELETE not in step.row.risks:
        return None
    facts = [(label(field), words) for field, words in _words(step, _SHORT)]
    texts = [_text(field, words) for field, words in _words(step, _LONG)]
    return Going(facts, texts) if facts or texts else None


def _words(step: StepView, fields: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    side = "copy" if "copy.title" in step.base and step.row.lands_on["where"] == "copy" else "live"
    for field in fields:
        value = step.base.get(f"{side}.{field}", step.base.get(f"about.{field}"))
        if isinstance(value, str) and value.strip():
            change = {"field": field, "label": label(field), "before": value, "after": None, "kind": shown(field)}
            yield field, without_secrets(change)["before"]


def _text(field: str, words: str) -> Text:
    read = told(words).text
    return Text(label(field), count(len(read.split()), "word"), read[:_MOST], max(0, len(read) - _MOST))
