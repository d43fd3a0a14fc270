"""Finding a setting that an owner wants to protect, by what it is called. It only reads."""

from __future__ import annotations

from webapp.errors import Refusal
from webapp.tools.answers import Target
from webapp.tools.site.option_reads import settings_of
from webapp.tools.site.settings_known import SETTINGS, setting_named, setting_of, shown_value
from webapp.wordpress.client import WordPress


def find_option(site: WordPress, typed: str) -> Target:
    """Find a setting by its label, its name, or WordPress's own name for it.

    Raises:
        Refusal: `respira_not_found`, no agent can change it anyway.
    """
    labelled = (name for name, known in SETTINGS.items() if known.label.casefold() == typed.casefold())
    name = next(labelled, setting_named(typed))
    if name in SETTINGS:
        return Target("option", name, SETTINGS[name].label)
    there = settings_of(site)
    if name in there and setting_of(name, shown_value(name, there[name])) is not None:
        return Target("option", name, name)
    labels = ", ".join(setting.label for setting in SETTINGS.values())
    words = f"{typed} is no setting that agents can change."
    raise Refusal("respira_not_found", words, hint=f"These are: {labels}.")
