"""What every test gets: no network but loopback, repeatable examples, and a clock that a test can move."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import settings

from tests import databases
from tests.loopback import confine

confine()

# The same examples in every run; a slow machine is no failure.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
# Other examples in every run, many of them, for whoever has the time: --hypothesis-profile=long.
settings.register_profile(
    "long", max_examples=2000, stateful_step_count=30, derandomize=False, database=None, deadline=None
)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run choose the database that its tests get."""
    kinds = (databases.SQLITE, databases.POSTGRESQL)
    parser.addoption("--database", choices=kinds, default=databases.SQLITE, help="the database of the tests")


def pytest_configure(config: pytest.Config) -> None:
    databases.kind = config.getoption("--database")


class MovableClock:
    """A clock that stands still until it is told to move. Calling it gives the time, in UTC."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def __call__(self) -> datetime:
        return self._now

    def advance(self, **lapse: float) -> datetime:
        """Moves on by the lapse, given as for timedelta (hours=4), and returns the new time."""
        self._now += timedelta(**lapse)
        return self._now


@pytest.fixture
def clock() -> MovableClock:
    """A clock that stands at nine in the morning, UTC, on 2 March 2026."""
    return MovableClock(datetime(2026, 3, 2, 9, 0, tzinfo=UTC))
