"""The simple fields of a step that a person may change before saying yes, as the form on its page shows them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from webapp.core import editing
from webapp.core.views import PlanView, StepView

from .pages import desk
from .unseen import visible

_MARK = re.compile("⟨U\\+[0-9A-F]{4,6}⟩")


@dataclass(frozen=True)
class ShownField:
    """A field of the form.

    Attributes:
        value: what stands in it.
        sent: what the agent wrote; None where that stands in it.
        unseen: whether the text holds characters that nobody sees, shown as marks.
        problem: why what was typed could not be saved.
    """

    name: str
    label: str
    value: str
    sent: str | None
    long: bool
    unseen: bool
    problem: str = ""


@dataclass(frozen=True)
class EditForm:
    """What `steps/_edit.html` prints.

    Attributes:
        by, at: who edited the step last, and when; None where what the agent wrote still stands.
        may_accept: whether it can be saved and accepted in one go.
    """

    fields: list[ShownField]
    by: str | None
    at: datetime | None
    may_accept: bool

    @property
    def open(self) -> bool:
        """Whether the form is shown unfolded."""
        return self.by is not None or any(field.problem for field in self.fields)


def of_step(view: PlanView, step: StepView) -> EditForm:
    """Return what `steps/_edit.html` prints; without fields, nothing."""
    fields = [_shown(field) for field in editing.fields_of(desk(), view, step)]
    may_accept = step.bar is None and view.stopped is None and not step.undecided_place
    return EditForm(fields, step.edited_by, step.row.edited_at, may_accept)


def with_typed(form: EditForm, typed: Mapping[str, str], problems: Mapping[str, str]) -> EditForm:
    """Return the form with what was typed into it and could not be saved."""
    kept = [
        replace(field, value=typed.get(field.name, field.value), problem=problems.get(field.name, ""))
        for field in form.fields
    ]
    return replace(form, fields=kept)


def meant(form: EditForm, typed: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed, as the step takes it.

    A text with unseen characters is shown with marks in their place. Untouched it stays what it is; where it was
    changed, the marks go, and the characters with them.
    """
    known = {field.name: field.value for field in form.fields}
    return {name: _unmarked(text, known.get(name, "")) for name, text in typed.items()}


def _shown(field: editing.Field) -> ShownField:
    unseen = visible(field.value) != field.value
    sent = None if field.value == field.sent else field.sent
    return ShownField(field.name, field.label, field.value, sent, field.long, unseen)


def _unmarked(text: str, known: str) -> str:
    shown = visible(known)
    if text.replace("\r\n", "\n") == shown:
        return known
    for mark in set(_MARK.findall(shown)) - set(_MARK.findall(known)):
        text = text.replace(mark, "")
    return text
