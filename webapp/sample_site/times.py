"""Dates as WordPress writes them: site time and UTC, to the second, without an offset."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from webapp import clock

FORMAT = "%Y-%m-%dT%H:%M:%S"


def zone(name: str) -> ZoneInfo:
    """Return the site's zone; an empty or unknown name means UTC."""
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError):
        return ZoneInfo("UTC")


def now_gmt() -> str:
    """Return the present moment in UTC."""
    return clock.now().strftime(FORMAT)


def parsed(text: str) -> datetime | None:
    """Return the date a client sent, with its offset if it had one, or None when it is not a date."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def local(gmt: str, place: ZoneInfo) -> str:
    """Return a UTC date in site time."""
    return datetime.strptime(gmt, FORMAT).replace(tzinfo=UTC).astimezone(place).strftime(FORMAT)


def both(text: str, place: ZoneInfo, *, is_gmt: bool = False) -> tuple[str, str]:
    """Return (site time, UTC) of a date that was sent as `date`, or as `date_gmt` when `is_gmt`.

    A date with an offset is converted; one without is taken in its field's own zone.
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC if is_gmt else place)
    gmt = moment.astimezone(UTC).strftime(FORMAT)
    return local(gmt, place), gmt


def seconds_ahead(gmt: str) -> float:
    """Return how many seconds a UTC date lies in the future; negative when it has passed."""
    return (datetime.strptime(gmt, FORMAT).replace(tzinfo=UTC) - clock.now()).total_seconds()
