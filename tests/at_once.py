"""Several calls at the same moment, and waiting for what comes of them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from webapp.errors import Trouble


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Do all of these at the same moment, each in a thread; return what each returned or was refused with."""
    start = threading.Barrier(len(acts))

    def do(act: Callable[[], Any]) -> Any:
        start.wait(30)
        try:
            return act()
        except Trouble as trouble:
            return trouble

    with ThreadPoolExecutor(len(acts)) as crowd:
        return list(crowd.map(do, acts))


def crowd(count: int, ask: Callable[[int], Any]) -> list[Any]:
    """Ask so many times at the same moment, each time with another number, from 0."""
    return at_once(*[partial(ask, number) for number in range(count)])


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, at most ten seconds."""
    pause = threading.Event()
    for _ in range(500):
        if holds():
            return
        pause.wait(0.02)
    raise AssertionError("It did not come to hold within ten seconds.")
