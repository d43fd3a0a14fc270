"""A walk along a run of mixed steps: undisturbed at first, to count its points, then killed at one after the other.

After each death another worker goes on, and what came of it is looked at as after a storm.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.chaos.launcher import KILLED, Launcher, launching
from tests.chaos.places import desk_beside, place
from tests.chaos.storm import Corner, Figures
from tests.chaos.wanted import one_of_each
from tests.core.acts import on_site
from webapp import clock
from webapp.core.desk import Desk
from webapp.settings import Settings

_PATIENCE = 60.0


class Walk:
    """One site, one plan after the other, each of the same steps.

    Attributes:
        figures: what came of all of them.
        faults: what was not as it should be beside the figures.
    """

    def __init__(self, stack: ExitStack, desk: Desk, launcher: Launcher, folder: Path) -> None:
        self.figures, self.launcher = Figures(), launcher
        there = place(stack, desk, folder, "walked")
        on_site(there.sayso, direct_editing=True)
        self.corner = Corner(there, "walked", random.Random(0), 0, self.figures)
        self._number = 0

    def points(self, *, back: bool = False) -> list[str]:
        """Return the points of an undisturbed run; or of taking it back."""
        self._one(0, back=back)
        return self.launcher.points()

    def kill_at(self, points: Iterable[int], *, back: bool = False) -> list[str]:
        """Kill a worker at each of these points of a run, or of taking it back; return the deaths that did not come.

        A worker that has an undo in hand differs from one to the next by the looks that it takes.
        """
        missed = []
        for point in points:
            if not self._one(point, back=back):
                missed.append(f"point {point} was not come by")
        return missed

    def _one(self, at: int, *, back: bool) -> bool:
        """Carry one plan out, with a death at one point; tell whether that came."""
        self._number += 1
        corner, dies = self.corner, False
        corner.plan(one_of_each(corner.there.wordpress, self._number))
        self.launcher.start("worker", at=0 if back else at)
        corner.apply()
        if back:
            self._wait_for_it()
            self.launcher.end()
            corner.look_at_the_end()
            corner.take_back()
            self.launcher.start("worker", at=at)
        if at:
            dies = self._wait_for_it()
            if not dies:
                self.launcher.end()
            self.launcher.start("worker")
        self._wait_for_it()
        # The public pages are looked at after a run, and a lease is given back; that is a part of it too.
        threading.Event().wait(0.3)
        self.launcher.end()
        corner.look_at_the_end()
        return dies

    def _wait_for_it(self) -> bool:
        """Wait until the work is done, or the worker has died of it; tell whether it has died."""
        pause, give_up = threading.Event(), clock.monotonic() + _PATIENCE
        while clock.monotonic() < give_up:
            ended = self.launcher.has_ended()
            if ended is not None:
                assert ended == KILLED
                self.figures.kills += 1
                return True
            if self.corner.is_done():
                return False
            pause.wait(0.05)
        raise AssertionError(f"{self.corner.work} did not come to its end")


@contextmanager
def walking(settings: Settings, folder: Path) -> Iterator[Walk]:
    """Go for a walk as long as the block lasts."""
    with ExitStack() as stack:
        desk = stack.enter_context(desk_beside(settings))
        yield Walk(stack, desk, stack.enter_context(launching(settings, folder)), folder)
