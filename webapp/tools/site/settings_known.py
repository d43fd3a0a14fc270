"""Settings: what people call those of every WordPress, what kind of value each takes, what to beware of.

Pure: what a site's settings hold now, and which ones its plugins add, is read elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from webapp.errors import Refusal
from webapp.tools.spoken import plain


@dataclass(frozen=True)
class Setting:
    """One setting.

    Attributes:
        of: what its number is the id of: a `page`, a `category` or a picture, `media`; empty for none of these.
        dangerous: whether a person approves each change of it.
        caution: what a person should know before saying yes.
        escaped: whether WordPress keeps and answers it HTML-escaped.
        own: whether every WordPress has it.
        means: what it is for, where its label does not say all of it.
        fresh: what a new WordPress has there, in words; empty where that is another thing on each.
    """

    label: str
    kind: Literal["text", "number", "decimal", "truth"] = "text"
    choices: tuple[str, ...] = ()
    of: Literal["", "page", "category", "media"] = ""
    dangerous: bool = False
    caution: str = ""
    escaped: bool = False
    own: bool = True
    means: str = ""
    fresh: str = ""

    @property
    def about(self) -> str:
        """What people are told of it beside its value."""
        new = f"A new WordPress has: {self.fresh}." if self.fresh else ""
        return " ".join(filter(None, (self.means, new)))


_FRONT = "This changes what visitors get at the site's address."
ADDRESS = "url"
SETTINGS: Mapping[str, Setting] = {
    "title": Setting(
        "Site title", escaped=True, means="The site's name, in the header, in browser tabs and in search results."
    ),
    "description": Setting("Tagline", escaped=True, means="A few words on what the site is about."),
    ADDRESS: Setting(
        "WordPress address",
        dangerous=True,
        caution="High risk: a wrong address makes the site unreachable, for visitors and for whoever signs in.",
    ),
    "email": Setting(
        "Administration e-mail address",
        dangerous=True,
        caution="High risk: messages about the site go to the new address at once, without a confirmation mail.",
    ),
    "timezone": Setting("Time zone", means="The times of posts are told in it.", fresh="UTC+0"),
    "date_format": Setting("Date format", means="How dates are written, in PHP's letters.", fresh="F j, Y"),
    "time_format": Setting("Time format", means="How times are written, in PHP's letters.", fresh="g:i a"),
    "start_of_week": Setting("First day of the week", "number", means="0 is Sunday, 1 is Monday.", fresh="1"),
    "language": Setting("Site language", means="WordPress's own words are in it; your texts are not translated."),
    "use_smilies": Setting("Smilies as pictures", "truth", means=":-) in a text is shown as a picture.", fresh="yes"),
    "default_category": Setting(
        "Default category", "number", of="category", means="Posts without one get it.", fresh="Uncategorized"
    ),
    "default_post_format": Setting("Default post format", fresh="standard"),
    "posts_per_page": Setting(
        "Posts per page", "number", means="How many posts the blog and its archives show at once.", fresh="10"
    ),
    "show_on_front": Setting(
        "Front page shows",
        choices=("posts", "page"),
        dangerous=True,
        caution=_FRONT,
        means="The newest posts, or one page.",
        fresh="posts",
    ),
    "page_on_front": Setting(
        "Front page",
        "number",
        of="page",
        dangerous=True,
        caution=_FRONT,
        means="The page that visitors get at the site's address.",
    ),
    "page_for_posts": Setting(
        "Posts page", "number", of="page", dangerous=True, caution="This changes where visitors find the posts."
    ),
    "default_ping_status": Setting(
        "Pingbacks on new posts",
        choices=("open", "closed"),
        means="Whether other sites may announce their links to a post.",
        fresh="open",
    ),
    "default_comment_status": Setting(
        "Comments on new posts",
        choices=("open", "closed"),
        means="Those of older posts stay as they are.",
        fresh="open",
    ),
    "site_logo": Setting(
        "Site logo", "number", of="media", means="The picture that the theme shows for the site's name."
    ),
    "site_icon": Setting("Site icon", "number", of="media", means="The small picture in browser tabs and bookmarks."),
}
# The names that WordPress gives the same settings in its database.
_ALIASES = {
    "blogname": "title",
    "blogdescription": "description",
    "siteurl": ADDRESS,
    "admin_email": "email",
    "new_admin_email": "email",
    "timezone_string": "timezone",
    "WPLANG": "language",
}
# Every way to call a setting: its name, the name in the database, and the label that people see.
_CALLED = {
    **{name.casefold(): name for name in SETTINGS},
    **{alias.casefold(): name for alias, name in _ALIASES.items()},
    **{setting.label.casefold(): name for name, setting in SETTINGS.items()},
}
_ADDED = "A plugin or the theme added this setting, and what it does is not known here."


def setting_named(name: str) -> str:
    """Return the REST name of a setting, which may be called by its label; others keep their names."""
    if name in SETTINGS:
        return name
    return _CALLED.get(" ".join(name.casefold().split()), name)


def setting_of(name: str, value: Any) -> Setting | None:
    """Return what is known of a setting of a site.

    Args:
        value: what the site holds there now.

    Returns:
        None for a setting that a plugin added and whose value is no text, number, true or false.
    """
    if name in SETTINGS:
        return SETTINGS[name]
    if isinstance(value, bool):
        return Setting(name, "truth", dangerous=True, caution=_ADDED, own=False)
    if isinstance(value, int):
        return Setting(name, "number", dangerous=True, caution=_ADDED, own=False)
    if isinstance(value, float):
        return Setting(name, "decimal", dangerous=True, caution=_ADDED, own=False)
    return Setting(name, dangerous=True, caution=_ADDED, own=False) if isinstance(value, str) else None


def is_dangerous(name: str) -> bool:
    """Tell whether a person approves a change of a setting. What is not known is dangerous."""
    known = SETTINGS.get(setting_named(name))
    return known is None or known.dangerous


def value_for(name: str, setting: Setting, value: Any) -> Any:
    """Return a value as the setting takes it; text such as "10" or "true" is taken for what it spells.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    if setting.kind == "number":
        return _number(name, value)
    if setting.kind == "decimal":
        return _decimal(name, value)
    if setting.kind == "truth":
        if value in (True, "true", False, "false"):
            return value in (True, "true")
        raise _unfit(name, "true or false")
    text = value if isinstance(value, str) else str(value)
    if setting.choices and text not in setting.choices:
        raise _unfit(name, " or ".join(setting.choices))
    return _text(name, text)


def _text(name: str, text: str) -> str:
    if name == "timezone" and not _is_zone(text):
        raise _unfit(name, "a time zone such as Europe/Lisbon, or UTC")
    if name == "email" and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s.]+", text):
        raise _unfit(name, "an e-mail address")
    if name != ADDRESS:
        return text
    if not _is_address(text):
        raise _unfit(name, "a whole address such as https://example.com")
    return text.rstrip("/")


def shown_value(name: str, value: Any) -> Any:
    """Return a stored value as a person typed it. WordPress answers null for a truth that is off."""
    known = SETTINGS.get(name)
    if known is None:
        return value
    if known.kind == "truth":
        return bool(value)
    return plain(value) if known.escaped and isinstance(value, str) else value


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    plain_one = not (parts.query or parts.fragment or parts.username or re.search(r"\s", text))
    return plain_one and parts.scheme in ("http", "https") and bool(parts.hostname)


def _is_zone(text: str) -> bool:
    """Tell whether a time zone is known; WordPress keeps the former one without a word when it is not."""
    known = available_timezones()
    return (
        not known or text in known or re.fullmatch(r"UTC([+-][0-9]{1,2}(:[0-9]{2}|\.[0-9]{1,2})?)?", text) is not None
    )


def _number(name: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"0|[1-9][0-9]{0,17}", value):
        return int(value)
    raise _unfit(name, "a whole number such as 10")


def _decimal(name: str, value: Any) -> float:
    if re.fullmatch(r"-?(0|[1-9][0-9]{0,15})(\.[0-9]+)?", str(value)):
        return float(value)
    raise _unfit(name, "a number such as 4.5")


def _unfit(name: str, wanted: str) -> Refusal:
    return Refusal("respira_invalid_arguments", f"The setting {name} takes {wanted}.")
