"""Making a key."""

from __future__ import annotations

from typing import Any

from wtforms import HiddenField, RadioField, StringField
from wtforms.validators import DataRequired, InputRequired, Length, Regexp

from webapp.data import Mode, Scope

from . import PlainForm, SelectChoice, trimmed


class KeyForm(PlainForm):
    """What a key is called, where the yes comes from, and what it may do at all."""

    # The key's public id is chosen when the form is shown: sent twice, it asks for the same key twice.
    key = HiddenField(validators=[Regexp(r"key_[0-9a-f]{12}\Z")])
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
            SelectChoice(Scope.CONTENT, "Read, and change pages and posts"),
            SelectChoice(Scope.FULL, "Everything the site allows agents, menus and settings too"),
        ],
        default=Scope.FULL,
        validators=[InputRequired("Choose one.")],
    )

    def wanted(self) -> dict[str, Any]:
        """Return what was asked for."""
        return {
            "name": self.name.data,
            "mode": Mode(self.mode.data),
            "scope": Scope(self.scope.data),
            "public": self.key.data,
        }
