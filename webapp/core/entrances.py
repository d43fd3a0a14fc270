"""Entrances: through which door whatever happens now came in, so that the log can tell. It lets nobody in or out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum


class Entrance(StrEnum):
    """Where a wish came from: an agent's door, a page, a review link, a command on the server, or the worker."""

    MCP = "mcp"
    REST = "rest"
    BROWSER = "browser"
    LINK = "link"
    COMMAND = "command"
    WORKER = "worker"


# The doors that are one for people: the stdio command passes on what speaks MCP.
_AS_PEOPLE_KNOW_THEM = {"stdio": Entrance.MCP}
_now: ContextVar[Entrance | None] = ContextVar("entrance", default=None)


def of_door(door: str) -> Entrance:
    """Return the entrance that an agent's door is."""
    return _AS_PEOPLE_KNOW_THEM.get(door) or Entrance(door)


def come_by(entrance: Entrance) -> None:
    """Say through which door the request came that is answered from here on."""
    _now.set(entrance)


@contextmanager
def by(entrance: Entrance) -> Iterator[None]:
    """Say so for as long as the block lasts; it may stand before a function as well."""
    before = _now.set(entrance)
    try:
        yield
    finally:
        _now.reset(before)


def here() -> Entrance | None:
    """Return through which door it came; None where nobody said."""
    return _now.get()
