"""Turns at files that are long in the writing: so many are written at once, so that there is always room for pages.

What stands in a file, and who may have it, is decided elsewhere.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from flask import Response

from webapp.errors import Refusal

AT_ONCE = 2
_free = threading.BoundedSemaphore(AT_ONCE)


class _Held(Iterator[Any]):
    """What is sent, which gives the turn back at its end, once it is closed, or when nobody holds it any more."""

    def __init__(self, sent: Iterable[Any], give_back: Callable[[], None]) -> None:
        self._sent = iter(sent)
        self.close = weakref.finalize(self, give_back)

    def __next__(self) -> Any:
        try:
            return next(self._sent)
        except BaseException:
            self.close()
            raise


def in_turn(write: Callable[[], Response]) -> Response:
    """Answer with a file that is written while it is sent, where a turn is free.

    Args:
        write: makes the answer.

    Raises:
        Refusal: `respira_files_busy`.
    """
    if not _free.acquire(blocking=False):
        raise Refusal("respira_files_busy")
    try:
        response = write()
    except BaseException:
        _free.release()
        raise
    response.response = _Held(response.response, _free.release)
    return response
