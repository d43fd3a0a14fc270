"""The one place that tells the time. It knows nothing of time zones: every time in the code is UTC."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def now() -> datetime:
    """Return the present moment, in UTC, to the microsecond."""
    return datetime.now(UTC)  # noqa: TID251 - this is the room the ban points to


def monotonic() -> float:
    """Return seconds that never run backwards, for measuring how long something took."""
    return time.monotonic()


def since_boot() -> float:
    """Return seconds that never run backwards and, where the system counts them, go on while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
