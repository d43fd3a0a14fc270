"""What a look at an installation found: of one thing, whether it is well, and what to do if not."""

from __future__ import annotations

from typing import Literal, NamedTuple

State = Literal["ok", "warn", "FAIL"]


class Finding(NamedTuple):
    """One thing that was looked at.

    Attributes:
        what: in a word or two.
        found: in a sentence. It holds no secret.
        do: what to do about it; empty where it is well.
    """

    what: str
    state: State
    found: str
    do: str = ""


def well(what: str, found: str) -> Finding:
    """Say that something is as it should be."""
    return Finding(what, "ok", found)


def doubtful(what: str, found: str, do: str) -> Finding:
    """Say that something works, and that somebody should look at it."""
    return Finding(what, "warn", found, do)


def ill(what: str, found: str, do: str) -> Finding:
    """Say that something does not work."""
    return Finding(what, "FAIL", found, do)
