"""What one measurement found, and how it is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured number.

    Attributes:
        what: in words, what was measured.
        limit: the most that it may be; None where it is only told.
        unit: such as "ms".
    """

    what: str
    number: float
    unit: str = "ms"
    limit: float | None = None

    @property
    def kept(self) -> bool:
        """Whether it is within its limit."""
        return self.limit is None or self.number <= self.limit

    def line(self) -> str:
        """Say it in a line."""
        limit = "" if self.limit is None else f"  (at most {self.limit:g} {self.unit})"
        return f"{'ok  ' if self.kept else 'MISS'} {self.number:>9.1f} {self.unit:<8} {self.what}{limit}"


@dataclass(frozen=True)
class Times:
    """How long the same thing took each time, in milliseconds, the shortest first.

    Attributes:
        computing: how long this program itself computed each time, which others on the machine lengthen little.
    """

    each: list[float]
    computing: list[float]

    @property
    def median(self) -> float:
        """The one in the middle."""
        return self.each[len(self.each) // 2]

    @property
    def slow(self) -> float:
        """The one that 95 of 100 do not exceed."""
        return self.each[min(len(self.each) - 1, int(len(self.each) * 0.95))]


def timed(do: Callable[[], object], times: int) -> Times:
    """Do something some times, after once without a clock."""
    do()
    each, computing = [], []
    for _time in range(times):
        began, computed = time.perf_counter(), time.process_time()
        do()
        each.append((time.perf_counter() - began) * 1000)
        computing.append((time.process_time() - computed) * 1000)
    return Times(sorted(each), sorted(computing))
