"""Signing in, and choosing a password."""

from __future__ import annotations

from wtforms import BooleanField, EmailField, HiddenField, PasswordField
from wtforms.validators import EqualTo, InputRequired

from webapp.core.people import SHORTEST_PASSWORD

from . import PlainForm


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
