"""Filters: what the address of a list keeps it to, read with care, since anybody may have typed it.

A day is one of the zone that the person reads times in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from webapp.data import LARGEST_ID, Person

from . import zones

LONGEST = 200
_NUMBER = re.compile(r"[0-9]{1,18}")


def told(given: Mapping[str, str], *names: str) -> dict[str, str]:
    """Return what an address, or a form, says under these names, without what is empty."""
    values = {name: given.get(name, "").strip()[:LONGEST] for name in names}
    return {name: value for name, value in values.items() if value}


def address(path: str, query: dict[str, str]) -> str:
    """Return a path with what its list is kept to."""
    return f"{path}?{urlencode(query)}" if query else path


def begin_of(day: str | None) -> datetime | None:
    """Return when a day begins, such as 2026-11-30; None for what is no day."""
    found = _day(day)
    return None if found is None else datetime.combine(found, time(), _zone()).astimezone(UTC)


def end_of(day: str | None) -> datetime | None:
    """Return when a day is over; None for what is no day."""
    found = _day(day)
    return None if found is None else datetime.combine(found + timedelta(days=1), time(), _zone()).astimezone(UTC)


def zone_name() -> str:
    """Return the name of the zone whose days are meant."""
    return zones.chosen() or "UTC"


def person_choices(people: Sequence[Person]) -> list[tuple[str, str]]:
    """Return the id and the words of each person to choose from; people of one name are told by their address."""
    names = [one.name for one in people]
    return [(str(one.id), f"{one.name}, {one.email}" if names.count(one.name) > 1 else one.name) for one in people]


def person_of(typed: str | None) -> int | None:
    """Return the id of a person that an address names; None where it names none."""
    return number_of(typed or "")


def number_of(typed: str) -> int | None:
    """Return the number that somebody typed, or the largest that an id can be; None where it is none."""
    return min(int(typed), LARGEST_ID) if _NUMBER.fullmatch(typed) else None


def _zone() -> ZoneInfo:
    return ZoneInfo(zone_name())


def _day(typed: str | None) -> date | None:
    """Return a day of a year that every calendar and zone can tell."""
    try:
        found = date.fromisoformat(typed or "")
    except ValueError:
        return None
    return found if 1970 <= found.year < 9000 else None
