"""Making a key, and changing what it may do."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from wtforms import BooleanField, DateField, HiddenField, RadioField, SelectMultipleField, StringField
from wtforms.validators import DataRequired, InputRequired, Length, Optional, Regexp
from wtforms.widgets import CheckboxInput, ListWidget

from webapp.data import Mode, Scope
from webapp.tools import groups

from . import PlainForm, SelectChoice, trimmed
from .switches import SwitchesForm

_LATEST_YEAR = 2999


class DayField(DateField):
    """A day that may be left out."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take a day as browsers send it.

        Raises:
            ValueError: it is none, or one so far away that it must be a slip.
        """
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError("Type a day such as 2030-01-31.") from None
        if self.data is not None and self.data.year > _LATEST_YEAR:
            self.data = None
            raise ValueError("Choose a nearer day, or none.")


def end_of(day: date | None) -> datetime | None:
    """Return the moment a day is over, in UTC."""
    return None if day is None else datetime.combine(day + timedelta(days=1), time(), UTC)


def last_day(expires_at: datetime | None) -> date | None:
    """Return the last day on which a key still works, if only for a part of it."""
    return None if expires_at is None else (expires_at.astimezone(UTC) - timedelta(seconds=1)).date()


class _KeyFields(PlainForm):
    """What a key is called, where the yes comes from, what it may do at all, who has it and for how long."""

    name = StringField(
        "Name",
        filters=[trimmed],
        description="Which agent gets it, such as “Claude on my laptop”.",
        validators=[DataRequired("Give the key a name."), Length(max=80, message="At most 80 characters.")],
        render_kw={"autocomplete": "off"},
    )
    mode = RadioField(
        "Where do you say yes?",
        choices=[
            SelectChoice(Mode.BROWSER, "Here, in the browser"),
            SelectChoice(Mode.CHAT, "In the chat"),
            SelectChoice(Mode.ASK, "When the agent asks"),
        ],
        default=Mode.BROWSER,
        validators=[InputRequired("Choose one.")],
    )
    scope = RadioField(
        "What may it do at all?",
        choices=[
            SelectChoice(Scope.READ, "Read only"),
            SelectChoice(
                Scope.CONTENT, "Read, and change content: pages, posts, media, categories, tags and comments"
            ),
            SelectChoice(Scope.FULL, "Everything the site allows agents: menus, settings, users and plugins too"),
        ],
        default=Scope.FULL,
        validators=[InputRequired("Choose one.")],
    )
    shared = BooleanField(
        "Several agents share this key",
        description="It has no plan then: it reads, and it writes at once where the site lets shared keys write.",
    )
    expires_on = DayField(
        "Last day",
        description="The key stops working by itself at the end of this day, in UTC. Leave it empty for never.",
        validators=[Optional()],
    )

    def chosen(self) -> dict[str, Any]:
        """Return what was asked for, the end of the key aside."""
        return {
            "name": self.name.data,
            "mode": Mode(self.mode.data),
            "scope": Scope(self.scope.data),
            "shared": self.shared.data,
        }


class KeyForm(_KeyFields):
    """A key to be made."""

    # The key's public id is chosen when the form is shown: sent twice, it asks for the same key twice.
    key = HiddenField(validators=[Regexp(r"key_[0-9a-f]{12}\Z")])
    purposes = SelectMultipleField(
        "What does it need tools for?",
        description="Each tool takes room in an agent's mind, and some agents take no more than "
        f"{groups.MOST_SHOWN}. What is ticked at first comes to {groups.how_many(groups.AT_FIRST)} tools, "
        f"all of it to {groups.how_many(groups.CHOSEN)}. You can change this later, tool by tool.",
        choices=[SelectChoice(group.slug, group.title) for group in groups.CHOSEN],
        default=[group.slug for group in groups.AT_FIRST],
        widget=ListWidget(),
        option_widget=CheckboxInput(),
    )

    def wanted(self) -> dict[str, Any]:
        """Return what was asked for."""
        chosen = [group for group in groups.CHOSEN if group.slug in (self.purposes.data or ())]
        return {
            **self.chosen(),
            "tools_off": groups.off_but(chosen),
            "expires_at": end_of(self.expires_on.data),
            "public": self.key.data,
        }


class KeySettingsForm(_KeyFields, SwitchesForm):
    """A key that there is."""

    def wanted(self, tools_off: Iterable[str], expires_at: datetime | None) -> dict[str, Any]:
        """Return what was asked for.

        Args:
            tools_off: the tools that are off for the key so far; those that were not offered here stay off.
            expires_at: when the key stops so far; kept to the second when its day was left as it was.
        """
        same_day = self.expires_on.data == last_day(expires_at)
        until = expires_at if same_day else end_of(self.expires_on.data)
        return {**self.chosen(), "tools_off": self.off(tools_off), "expires_at": until}
