"""Connecting a site, and what its owner lets agents do there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wtforms import BooleanField, IntegerField, PasswordField, RadioField, StringField
from wtforms.validators import DataRequired, InputRequired, Length, NumberRange

from webapp.data import Scope
from webapp.tools.protection.protection import KINDS

from . import PlainForm, SelectChoice, trimmed
from .switches import SwitchesForm

LONGEST_WAIT = 720


class SiteForm(PlainForm):
    """The address of a site, and the login for it."""

    url = StringField(
        "Address of the site",
        filters=[trimmed],
        description="As you type it in a browser, such as example.com",
        validators=[DataRequired("Type the address of the site.")],
        render_kw={"autocomplete": "url", "inputmode": "url", "spellcheck": "false", "autocapitalize": "none"},
    )
    username = StringField(
        "WordPress user name",
        filters=[trimmed],
        description="The name or e-mail address this user signs in with.",
        validators=[DataRequired("Type the name of a WordPress user.")],
        render_kw={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"},
    )
    password = PasswordField(
        "Application password",
        filters=[trimmed],
        description="Not the password you sign in to WordPress with.",
        validators=[DataRequired("Paste an application password of this user.")],
        render_kw={"autocomplete": "off", "spellcheck": "false"},
    )

    # What else may be wrong with the login, for whoever has made sure of what was typed.
    otherwise: str | None = None

    def typed(self) -> tuple[str, str, str]:
        """Return the address, the user and the password."""
        return self.url.data or "", self.username.data or "", self.password.data or ""


class SettingsForm(SwitchesForm):
    """What agents may do on a site, whatever key they have."""

    scope = RadioField(
        "At the most, any key may do",
        choices=[
            SelectChoice(Scope.FULL, "Everything"),
            SelectChoice(Scope.CONTENT, "Content only: pages, posts, media, categories, tags and comments"),
            SelectChoice(Scope.READ, "Read only"),
        ],
        validators=[InputRequired("Choose one.")],
    )
    plan_forced = BooleanField(
        "Every write waits for a yes, whatever the key says",
        description="An agent can not switch plan mode off on this site. Shared keys then only read.",
    )
    direct_editing = BooleanField(
        "Agents may edit live pages",
        description="An agent then says for each edit whether it lands on a copy or on the live page. "
        "Without this, every edit lands on a draft copy.",
    )
    shared_keys_write = BooleanField(
        "Shared keys may write",
        description="What an agent with a shared key writes is not planned: it happens at once. "
        "Without this, a shared key only reads.",
    )
    browser_plan_hours = IntegerField(
        "Hours a plan waits for you in the browser",
        description="Then it expires, and its steps are gone.",
        validators=[
            InputRequired("Type a number of hours."),
            NumberRange(1, LONGEST_WAIT, f"From 1 to {LONGEST_WAIT} hours."),
        ],
        render_kw={"inputmode": "numeric"},
    )

    def wanted(self, tools_off: Iterable[str]) -> dict[str, Any]:
        """Return what was asked for.

        Args:
            tools_off: the tools that are off so far; those that were not offered here stay off.
        """
        return {
            "direct_editing": self.direct_editing.data,
            "scope": Scope(self.scope.data),
            "tools_off": self.off(tools_off),
            "plan_forced": self.plan_forced.data,
            "shared_keys_write": self.shared_keys_write.data,
            "browser_plan_hours": self.browser_plan_hours.data,
        }


class ProtectionForm(PlainForm):
    """An item of the site that no agent may change."""

    hints = {kind: protectable.hint for kind, protectable in KINDS.items()}

    kind = RadioField(
        "What is it?",
        choices=[SelectChoice(kind, protectable.label) for kind, protectable in KINDS.items()],
        default=next(iter(KINDS)),
        validators=[InputRequired("Choose one.")],
    )
    item = StringField(
        "Which one?",
        filters=[trimmed],
        validators=[DataRequired("Type which one it is."), Length(max=300, message="At most 300 characters.")],
        render_kw={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"},
    )

    def typed(self) -> tuple[str, str]:
        """Return the kind of item, and which one."""
        return self.kind.data, self.item.data or ""
