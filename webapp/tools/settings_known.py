"""The settings that core REST shows: what people call them, what kind of value each takes, what to beware of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from zoneinfo import available_timezones

from webapp.errors import Refusal

from .surroundings import plain


@dataclass(frozen=True)
class Setting:
    """One setting.

    Attributes:
        caution: what a person should know before saying yes.
        escaped: whether WordPress keeps and answers it HTML-escaped.
    """

    label: str
    kind: Literal["text", "number", "truth"] = "text"
    choices: tuple[str, ...] = ()
    caution: str = ""
    escaped: bool = False


_FRONT = "This changes what visitors get at the site's address."
SETTINGS: Mapping[str, Setting] = {
    "title": Setting("Site title", escaped=True),
    "description": Setting("Tagline", escaped=True),
    "email": Setting(
        "Administration e-mail address",
        caution="High risk: messages about the site go to the new address at once, without a confirmation mail.",
    ),
    "timezone": Setting("Time zone"),
    "date_format": Setting("Date format"),
    "time_format": Setting("Time format"),
    "start_of_week": Setting("First day of the week", "number"),
    "language": Setting("Site language"),
    "use_smilies": Setting("Smilies as pictures", "truth"),
    "default_category": Setting("Default category", "number"),
    "default_post_format": Setting("Default post format"),
    "posts_per_page": Setting("Posts per page", "number"),
    "show_on_front": Setting("Front page shows", choices=("posts", "page"), caution=_FRONT),
    "page_on_front": Setting("Front page", "number", caution=_FRONT),
    "page_for_posts": Setting("Posts page", "number", caution="This changes where visitors find the posts."),
    "default_ping_status": Setting("Pingbacks on new posts", choices=("open", "closed")),
    "default_comment_status": Setting("Comments on new posts", choices=("open", "closed")),
    "site_logo": Setting("Site logo", "number"),
    "site_icon": Setting("Site icon", "number"),
}
# The names that WordPress gives the same settings in its database.
_ALIASES = {
    "blogname": "title",
    "blogdescription": "description",
    "admin_email": "email",
    "new_admin_email": "email",
    "timezone_string": "timezone",
    "WPLANG": "language",
}
_ADDRESSES = ("url", "siteurl", "home")


def setting_named(name: str) -> str:
    """Return the REST name of a setting.

    Raises:
        Refusal: `respira_invalid_arguments`: unknown, or one that is never written.
    """
    known = _ALIASES.get(name, name)
    if known in SETTINGS:
        return known
    if known in _ADDRESSES:
        words = f"The setting {name} is the site's address. A wrong one makes the site unreachable, so it is refused."
        raise Refusal("respira_invalid_arguments", words, hint="Change it in WordPress itself.")
    words = f"There is no setting {name} that can be changed here."
    raise Refusal("respira_invalid_arguments", words, hint=f"Settings: {', '.join(SETTINGS)}.")


def value_for(name: str, value: Any) -> Any:
    """Return a value as the setting takes it; text such as "10" or "true" is taken for what it spells.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    setting = SETTINGS[name]
    if setting.kind == "number":
        return _number(name, value)
    if setting.kind == "truth":
        if value in (True, "true", False, "false"):
            return value in (True, "true")
        raise _unfit(name, "true or false")
    text = value if isinstance(value, str) else str(value)
    if setting.choices and text not in setting.choices:
        raise _unfit(name, " or ".join(setting.choices))
    if name == "timezone" and not _is_zone(text):
        raise _unfit(name, "a time zone such as Europe/Lisbon, or UTC")
    return text


def shown_value(name: str, value: Any) -> Any:
    """Return a stored value as a person typed it. WordPress answers null for a truth that is off."""
    if SETTINGS[name].kind == "truth":
        return bool(value)
    return plain(value) if SETTINGS[name].escaped and isinstance(value, str) else value


def _is_zone(text: str) -> bool:
    """Tell whether a time zone is known; WordPress keeps the former one without a word when it is not."""
    known = available_timezones()
    return (
        not known or text in known or re.fullmatch(r"UTC([+-][0-9]{1,2}(:[0-9]{2}|\.[0-9]{1,2})?)?", text) is not None
    )


def _number(name: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and (value == "0" or value[0] != "0"):
        return int(value)
    raise _unfit(name, "a whole number such as 10")


def _unfit(name: str, wanted: str) -> Refusal:
    return Refusal("respira_invalid_arguments", f"The setting {name} takes {wanted}.")
