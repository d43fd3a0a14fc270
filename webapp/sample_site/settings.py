"""The site's settings over REST: for administrators only, all of them at once."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from . import text
from .asked import Asked
from .fields import Field
from .installation import Installation
from .routes import Answer, get, update
from .trouble import Trouble

OPEN_OR_CLOSED = Field("string", enum=("open", "closed"), nullable=True)


def _maybe(type: str) -> Field:
    return Field(type, nullable=True)


SCHEMA: dict[str, Field] = {
    "title": _maybe("string"),
    "description": _maybe("string"),
    "url": _maybe("string"),
    "email": _maybe("email"),
    "timezone": _maybe("string"),
    "date_format": _maybe("string"),
    "time_format": _maybe("string"),
    "start_of_week": _maybe("integer"),
    "language": _maybe("string"),
    "use_smilies": _maybe("boolean"),
    "default_category": _maybe("integer"),
    "default_post_format": _maybe("string"),
    "posts_per_page": _maybe("integer"),
    "show_on_front": _maybe("string"),
    "page_on_front": _maybe("integer"),
    "page_for_posts": _maybe("integer"),
    "default_ping_status": OPEN_OR_CLOSED,
    "default_comment_status": OPEN_OR_CLOSED,
    "site_logo": _maybe("integer"),
    "site_icon": _maybe("integer"),
}
DEFAULTS: dict[str, Any] = {
    "title": "",
    "description": "",
    "email": "",
    "timezone": "",
    "date_format": "F j, Y",
    "time_format": "g:i a",
    "start_of_week": 1,
    "language": "en_US",
    "use_smilies": True,
    "default_category": 1,
    "default_post_format": "0",
    "posts_per_page": 10,
    "show_on_front": "posts",
    "page_on_front": 0,
    "page_for_posts": 0,
    "default_ping_status": "open",
    "default_comment_status": "open",
    "site_icon": 0,
}
INSTALLED_LANGUAGES = ("en_US", "pt_PT", "")


def everything(wp: Installation) -> dict[str, Any]:
    """Return all settings; one whose option was deleted is null."""
    return {name: wp.url if name == "url" else wp.store.option(name) for name in SCHEMA | wp.added_settings}


def _need(asked: Asked) -> None:
    asked.need("manage_options", "rest_forbidden", "Sorry, you are not allowed to do that.")


def read(asked: Asked) -> Answer:
    """Read all settings."""
    _need(asked)
    return Answer(everything(asked.wp))


def change(asked: Asked) -> Answer:
    """Write the settings that were sent, one after the other, and answer with all of them.

    Null deletes the option. A logo that is unset cannot be set to null, and the error comes after
    the settings before it were written.
    """
    _need(asked)
    for name, value in asked.checked(SCHEMA | asked.wp.added_settings).items():
        if value is not None:
            _write(asked.wp, name, value)
        elif name == "site_logo" and asked.store.option(name) is None:
            message = f"The {name} property has an invalid stored value, and cannot be updated to null."
            raise Trouble(500, "rest_invalid_stored_value", message)
        else:
            asked.store.drop_option(name)
    return Answer(everything(asked.wp))


def _write(wp: Installation, name: str, value: Any) -> None:
    if name == "url":
        wp.url = value.rstrip("/")
        return
    if name in ("title", "description"):
        value = text.escaped(value)
    if name == "posts_per_page":
        value = value if value == -1 else abs(value) or 1
    if name == "timezone" and value not in available_timezones():
        return
    if name == "language" and value not in INSTALLED_LANGUAGES:
        return
    wp.store.set_option(name, value)


ROUTES = [get("/wp/v2/settings", read), update("/wp/v2/settings", change)]
