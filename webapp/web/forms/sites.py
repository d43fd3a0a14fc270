"""Connecting a site, and what its owner lets agents do there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wtforms import BooleanField, IntegerField, PasswordField, SelectMultipleField, StringField
from wtforms.validators import DataRequired, InputRequired, NumberRange
from wtforms.widgets import CheckboxInput, ListWidget

from webapp.tools.tool import Tool

from . import PlainForm, SelectChoice, trimmed

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

    def typed(self) -> tuple[str, str, str]:
        """Return the address, the user and the password."""
        return self.url.data or "", self.username.data or "", self.password.data or ""


class SettingsForm(PlainForm):
    """What agents may do on a site, whatever key they have."""

    tools_on = SelectMultipleField(
        "Agents may",
        description="What is not ticked is refused for every key, also when it waits in a plan already.",
        widget=ListWidget(),
        option_widget=CheckboxInput(),
    )
    direct_editing = BooleanField(
        "Agents may edit live pages",
        description="An agent then says for each edit whether it lands on a copy or on the live page. "
        "Without this, every edit lands on a draft copy.",
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

    def offer(self, tools: Iterable[Tool]) -> None:
        """Say which tools there are to tick."""
        self.offered = {tool.name: tool.title for tool in tools}
        self.tools_on.choices = [SelectChoice(name, title) for name, title in self.offered.items()]

    def wanted(self, tools_off: Iterable[str]) -> dict[str, Any]:
        """Return what was asked for.

        Args:
            tools_off: the tools that are off so far; those that were not offered here stay off.
        """
        off = (set(tools_off) - set(self.offered)) | (set(self.offered) - set(self.tools_on.data or ()))
        return {
            "direct_editing": self.direct_editing.data,
            "tools_off": sorted(off),
            "browser_plan_hours": self.browser_plan_hours.data,
        }
