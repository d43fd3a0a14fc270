"""What people type, as it arrives: which fields there are, what they are called, and what does not fit.

A form knows shapes, not rules: what the engine refuses, a view puts beside the field it is about.
"""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms.fields import SelectChoice as SelectChoice  # type: ignore[attr-defined]  # newer than its stubs

from webapp.errors import Trouble


class PlainForm(FlaskForm):  # type: ignore[misc]
    """The base of every form. The guard has checked its token before a view sees it."""

    class Meta:
        """How WTForms makes it."""

        csrf = False


def says(form: PlainForm, field: str | None, sentence: str) -> None:
    """Put a sentence about what went wrong beside a field, or above the form.

    Args:
        field: the field's name; None for what is about the form as a whole.
    """
    if field is None:
        form.form_errors = [*form.form_errors, sentence]
    else:
        form[field].errors = [*form[field].errors, sentence]


def trimmed(typed: str | None) -> str | None:
    """Take away the spaces around what was typed; a filter for fields."""
    return typed.strip() if typed else typed


def in_words(trouble: Trouble) -> str:
    """Say what went wrong and what to do about it."""
    return f"{trouble.message} {trouble.advice}".strip()


def status_of(trouble: Trouble) -> int:
    """Return the status of a form that was refused: 422, but where one should only wait."""
    return trouble.status if trouble.status in (429, 503) else 422
