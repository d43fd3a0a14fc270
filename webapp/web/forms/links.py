"""Making a review link: whom it is for, what they may do, and until when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from wtforms import BooleanField, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.validators import DataRequired, InputRequired, Length, Optional
from wtforms.widgets import CheckboxInput, ListWidget

from webapp.core.links import LONGEST_LABEL, SHORTEST_PASSCODE, Wish
from webapp.data import May

from . import PlainForm, SelectChoice, trimmed

_USUAL = "usual"
_HOW_LONG = "How long does it work?"
_LASTS = {
    "1h": ("An hour", timedelta(hours=1)),
    "1d": ("A day", timedelta(days=1)),
    "7d": ("7 days", timedelta(days=7)),
    "30d": ("30 days", timedelta(days=30)),
}
_FROM_NOW = [SelectChoice(key, words) for key, (words, _time) in _LASTS.items()]


class LinkForm(PlainForm):
    """A link to a copy; the form for a plan has more."""

    label = StringField(
        "Whom is it for?",
        filters=[trimmed],
        description="A name that you recognise in the list of links. The person does not see it.",
        validators=[
            DataRequired("Say whom it is for."),
            Length(max=LONGEST_LABEL, message=f"At most {LONGEST_LABEL} characters."),
        ],
        render_kw={"autocomplete": "off"},
    )
    may = RadioField(
        "What may they do?",
        choices=[
            SelectChoice(May.LOOK, "Look"),
            SelectChoice(May.COMMENT, "Look and comment"),
            SelectChoice(May.DECIDE, "Say yes or no"),
        ],
        default=May.COMMENT,
        validators=[InputRequired("Choose one.")],
    )
    lasts = SelectField(_HOW_LONG, choices=_FROM_NOW, validators=[InputRequired("Choose one.")])
    passcode = StringField(
        "Passcode",
        description="Asked before anything is shown. Tell it to them another way than the link.",
        validators=[
            Optional(),
            Length(min=SHORTEST_PASSCODE, message=f"At least {SHORTEST_PASSCODE} characters, or none."),
        ],
        render_kw={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"},
    )

    def wish(self) -> Wish:
        """Return what was asked for."""
        time = _LASTS.get(self.lasts.data)
        lasts = None if time is None else time[1]
        return Wish(self.label.data or "", May(self.may.data), self.chosen(), lasts, self.passcode.data or "")

    def chosen(self) -> tuple[str, ...]:
        """Return the steps that may be decided about: a copy has none."""
        return ()


class CopyLinkForm(LinkForm):
    """A link to a copy."""

    lasts = SelectField(_HOW_LONG, choices=_FROM_NOW, default="7d", validators=[InputRequired("Choose one.")])


class PlanLinkForm(LinkForm):
    """A link to a plan, and to which of its steps a decision may be about."""

    lasts = SelectField(
        _HOW_LONG,
        choices=[SelectChoice(_USUAL, "As long as the plan waits, 7 days at most"), *_FROM_NOW],
        validators=[InputRequired("Choose one.")],
    )
    steps = SelectMultipleField(
        "About which steps?",
        description="None is chosen at first: tick those about which they may say yes or no. The rest they can read.",
        widget=ListWidget(prefix_label=False),
        option_widget=CheckboxInput(),
    )
    counts = BooleanField(
        "What they say counts as if you had said it",
        description="Otherwise you see what they say, and decide yourself. Nothing runs until you apply the plan.",
    )

    def offer(self, steps: Sequence[tuple[str, str]]) -> None:
        """Offer steps to choose from: ids and words. None is chosen before somebody chooses it."""
        self.steps.choices = [SelectChoice(step_id, words) for step_id, words in steps]

    def chosen(self) -> tuple[str, ...]:
        """Return the steps that may be decided about, where something may be decided."""
        return tuple(self.steps.data or ()) if self.may.data == May.DECIDE else ()

    def wish(self) -> Wish:
        """Return what was asked for."""
        plain = super().wish()
        counts = "counts" in self and bool(self.counts.data)
        return Wish(plain.label, plain.may, plain.step_ids, plain.lasts, plain.passcode, counts)
