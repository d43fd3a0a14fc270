"""Known browsers: those in which a person signed in before, so that tries of strangers do not keep them out of there.

What such a browser holds opens nothing: tries from there are counted by themselves, and that is all. Nothing is kept
of it here. It is a random id, and for each person a mark of it that only this installation can make.
"""

from __future__ import annotations

import hmac
import re
import secrets

from .attempts import Whose
from .desk import Desk

# Of so many people that share a browser, each is known there.
MOST = 5
_HELD = re.compile(rf"([0-9a-f]{{32}})((?:\.[0-9a-f]{{64}}){{1,{MOST}}})")
# All browsers of a person together may try so many times more than one: who once had a password, and signed in again
# and again, gains no more tries at the next.
_TOGETHER = 10


def made_known(desk: Desk, held: str, person_id: int) -> str:
    """Return what a browser should hold after a person signed in.

    Args:
        held: what it held before; hostile until proved otherwise.
    """
    name, marks = _parts(held) or (secrets.token_hex(16), [])
    mine = _mark(desk, name, person_id)
    others = [mark for mark in marks if mark != mine]
    return ".".join([name, *others[-(MOST - 1) :], mine])


def whose_tries(desk: Desk, held: str, person_id: int) -> list[Whose] | None:
    """Return for whom tries of a person from a browser are counted; None where they were never signed in there.

    Args:
        held: what the browser holds; hostile until proved otherwise.
    """
    name, marks = _parts(held) or ("", [])
    mine = _mark(desk, name, person_id)
    if not any(hmac.compare_digest(mine, mark) for mark in marks):
        return None
    return [Whose(f"browser {name} of {person_id}"), Whose(f"browsers of {person_id}", times=_TOGETHER)]


def _parts(held: str) -> tuple[str, list[str]] | None:
    found = _HELD.fullmatch(held)
    return None if found is None else (found[1], found[2][1:].split("."))


def _mark(desk: Desk, name: str, person_id: int) -> str:
    return desk.sealer.mark(["known browser", name, person_id])
