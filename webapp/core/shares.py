"""Shares: how many of a program's threads may wait for one site, and for all sites, at the same time.

Whoever asks a site waits with a thread until it answers, a minute where it hangs. So that a site that hangs has not
all of them, it gets a few, and all sites together leave some that wait for none: for pages, and for calls that ask no
site. So that several that hang do not keep every other one out, a few shares are for sites of which nobody asks
anything yet. Where a site answers, whoever comes next waits for the next share. Where nothing has moved for some
seconds it would be in vain, and is said at once.

It counts in memory, for each program by itself: threads are what is shared.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from webapp import clock
from webapp.errors import Refusal

# The web program has 24 threads, and calls that wait for a run have up to eight of them, for seconds.
AT_ONE_SITE = 3
AT_ALL_SITES = 10
FOR_OTHERS = 5
# After so many seconds in which no call of those that are before it has ended, a call does not wait any longer.
STANDSTILL = 3.0


class Shares:
    """The threads that wait for sites.

    Args:
        at_one, at_all: how many may wait for one site, and for all of them.
        for_others: how many more may, each the only one that waits for its site.
        standstill: seconds without any end, after which nobody waits for a share any more.
    """

    def __init__(
        self,
        at_one: int = AT_ONE_SITE,
        at_all: int = AT_ALL_SITES,
        for_others: int = FOR_OTHERS,
        standstill: float = STANDSTILL,
    ) -> None:
        self._at_one, self._at_all, self._for_others, self._standstill = at_one, at_all, for_others, standstill
        self._inside: Counter[str] = Counter()
        # When a call to a place, and when any call, began or ended last while there was a share left for it.
        self._moved: dict[str, float] = {}
        self._turn = threading.Condition()

    @contextmanager
    def one(self, place: str) -> Iterator[None]:
        """Have a share of the threads for as long as the block runs.

        Args:
            place: what names the site.

        Raises:
            Refusal: `respira_site_slow`: those who ask it already get no answer.
        """
        with self._turn:
            self._wait(place)
            self._inside[place] += 1
            self._moved[place] = clock.monotonic()
        try:
            yield
        finally:
            with self._turn:
                self._inside[place] -= 1
                self._moved[place] = clock.monotonic()
                if not self._inside[place]:
                    del self._inside[place], self._moved[place]
                self._turn.notify_all()

    def _wait(self, place: str) -> None:
        while self._inside[place] >= self._at_one or self._inside.total() >= self._room(place):
            # Of a place that has its share only its own calls tell; where all is taken, any.
            full = self._inside[place] >= self._at_one
            moved = self._moved[place] if full else max(self._moved.values())
            left = moved + self._standstill - clock.monotonic()
            if left <= 0:
                words = "This site" if full else "Several sites"
                raise Refusal("respira_site_slow", f"{words} did not answer those who asked before, so nobody waits.")
            self._turn.wait(left)

    def _room(self, place: str) -> int:
        return self._at_all + (0 if self._inside[place] else self._for_others)
