"""Signing in, and choosing a password."""

from __future__ import annotations

from wtforms import BooleanField, EmailField, HiddenField, PasswordField, SelectField
from wtforms.validators import AnyOf, EqualTo, InputRequired

from webapp.core.people import SHORTEST_PASSWORD
from webapp.web import zones

from . import PlainForm, SelectChoice

_NONE = SelectChoice("", "None chosen")


class SignInForm(PlainForm):
    """An e-mail address and a password."""

    next = HiddenField()
    email = EmailField(
        "E-mail address",
        validators=[InputRequired("Type your e-mail address.")],
        render_kw={"autocomplete": "username", "spellcheck": "false"},
    )
    password = PasswordField(
        "Password",
        validators=[InputRequired("Type your password.")],
        render_kw={"autocomplete": "current-password"},
    )
    remember = BooleanField("Keep me signed in on this device for a month")


class ZoneForm(PlainForm):
    """The zone to read times in."""

    zone = SelectField(
        "Time zone",
        description="Times are told in it on every page. Without one they are told in UTC or in your browser's zone.",
        choices=[_NONE, *(SelectChoice(name, name.replace("_", " ")) for name in zones.names())],
        validate_choice=False,
        validators=[AnyOf(["", *zones.names()], "Choose a zone from the list.")],
    )


class PasswordForm(PlainForm):
    """A new password, twice, after the present one; a view takes `present` away where it need not be typed."""

    present = PasswordField(
        "Your present password",
        validators=[InputRequired("Type your present password.")],
        render_kw={"autocomplete": "current-password"},
    )
    password = PasswordField(
        "New password",
        description=f"At least {SHORTEST_PASSWORD} characters. A few words in a row are good.",
        validators=[InputRequired("Type a password.")],
        render_kw={"autocomplete": "new-password"},
    )
    again = PasswordField(
        "The same once more",
        validators=[InputRequired("Type the password once more."), EqualTo("password", "The two are not the same.")],
        render_kw={"autocomplete": "new-password"},
    )

    def typed_present(self) -> str:
        """Return the present password as it was typed; nothing where it need not be."""
        return self.present.data or "" if "present" in self else ""
