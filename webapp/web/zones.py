"""The zone that a person reads times in: the one they chose, else UTC, which scripts turn into the browser's own."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from flask import Flask
from flask_login import current_user

from . import phrases

# Names of old, and of no place.
_OTHERS = ("Etc/", "posix/", "right/", "SystemV/", "US/")


@cache
def names() -> list[str]:
    """Return the names of the zones to choose from, places only, and UTC first."""
    places = [name for name in available_timezones() if "/" in name and not name.startswith(_OTHERS)]
    return ["UTC", *sorted(places)]


def chosen() -> str | None:
    """Return the name of the zone that the signed-in person chose; None for none."""
    name = current_user.person.time_zone if current_user.is_authenticated else None
    return name if name in names() else None


def exact(moment: datetime) -> str:
    """Say a moment in full in the person's zone, with the zone's name."""
    name = chosen()
    return phrases.exact(moment) if name is None else phrases.exact(moment, ZoneInfo(name), name)


def add_to(app: Flask) -> None:
    """Let every template say moments in the person's zone."""
    app.jinja_env.globals.update(exact=exact, chosen_zone=chosen)
