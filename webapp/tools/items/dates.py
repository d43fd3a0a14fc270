"""Dates of items: WordPress keeps them in the site's own time, without saying so.

A date that a call gives with an offset is made the site's time once, here; everything else is left as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from webapp import clock
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Arguments, State
from webapp.tools.items.asked_fields import DATE
from webapp.wordpress.client import WordPress

_FORMAT = "%Y-%m-%dT%H:%M:%S"
_INDEX = "timezone_string,gmt_offset"
# Keys of a state: the zone of the site's dates, and whether the date that is asked for lies in the future.
ZONE, AHEAD = "about.zone", "about.date_ahead"
LATER = "The date lies in the future, so WordPress publishes it only then."


@dataclass(frozen=True)
class SiteZone:
    """The zone of a site's dates.

    Attributes:
        name: as people are told of it, such as America/St_Johns or UTC+2.
    """

    name: str
    zone: tzinfo


def zone_of(site: WordPress) -> SiteZone:
    """Return the zone that a site's dates are in."""
    index: Any = site.get("", _fields=_INDEX).body
    if not isinstance(index, dict):
        raise SiteTrouble("respira_site_not_json", "The site did not answer with its index.", written="no")
    name = str(index.get("timezone_string") or "")
    if name:
        try:
            return SiteZone(name, ZoneInfo(name))
        except (KeyError, ValueError):
            pass
    hours = _hours(index.get("gmt_offset"))
    return SiteZone(f"UTC{hours:+g}" if hours else "UTC", timezone(timedelta(hours=hours)))


def _hours(told: Any) -> float:
    try:
        hours = float(told)
    except (TypeError, ValueError):
        return 0
    return hours if -24 < hours < 24 else 0


def site_time(text: str, zone: SiteZone) -> str:
    """Return a date as the site keeps it: in its own time, to the second.

    Args:
        text: such as 2030-03-10T09:00:00, which is the site's time already, or with an offset or Z at its end.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
        return (moment.astimezone(zone.zone) if moment.tzinfo else moment).strftime(_FORMAT)
    except (ValueError, OverflowError) as wrong:
        words = f"{text[:40]!r} is no date. Send one such as 2030-03-10T09:00:00, in the time of the site."
        raise Refusal("respira_invalid_arguments", words) from wrong


def dated(site: WordPress, arguments: Arguments) -> State:
    """Return the date that a call asks for as the site keeps it, with its zone; nothing where it asks for none.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    if arguments.get("date") is None:
        return {}
    zone = zone_of(site)
    date = site_time(arguments["date"], zone)
    return {DATE: date, ZONE: zone.name, AHEAD: is_ahead(date, zone)}


def is_ahead(date: str, zone: SiteZone) -> bool:
    """Tell whether a date of the site lies in the future."""
    return datetime.strptime(date, _FORMAT).replace(tzinfo=zone.zone) > clock.now()


def spoken(date: Any, zone: str) -> Any:
    """Return a date as people are shown it, with its zone; None stays None."""
    return f"{str(date).replace('T', ' ')} ({zone})" if date and zone else date
