"""What a write would take back of what somebody changed on the site since it was first planned. Pure.

A write that sends the whole of a text sends it as it was read before that change, and so puts the former words back;
one that changes only its own part does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from webapp.diffs import fields
from webapp.diffs.taken_back import Taken, in_markup, in_text

from .answers import State

# Longer texts together, in characters, are not compared, for that takes a second where they are unlike: then all of
# the change counts as taken back, which is the safe side.
LONGEST = 60_000
_MISSING = object()


def taken_back(was: Mapping[str, Any], now: State, later: State) -> dict[str, list[Taken]]:
    """Return the names of what a write would take back, with the words of it where it is a text.

    Args:
        was: what somebody changed since, as it was when the write was first planned.
        now: the state of the target, with that change.
        later: the parts of it that the write would leave otherwise.
    """
    return dict(_found(was, now, later))


def _found(was: Mapping[str, Any], now: State, later: State) -> Iterator[tuple[str, list[Taken]]]:
    for name, former in was.items():
        present, after = now.get(name, _MISSING), _later(name, now, later)
        if after in (_MISSING, present) or present in (_MISSING, former):
            continue
        if isinstance(present, list) and isinstance(former, list) and isinstance(after, list):
            if _loses(former, present, after):
                yield name, []
        elif not _is_text(name, former, present, after):
            yield name, []
        elif words := _words(name, str(former), str(present), str(after)):
            yield name, words


def _later(name: str, now: State, later: State) -> Any:
    """Return what a write leaves of something, also on the copy that it makes of it first."""
    bare = name.partition(".")[2]
    names = [name]
    if name.startswith("live.") and f"copy.{bare}" not in now:
        names += [f"copy.{bare}", f"wanted.{bare}"]
    return next((later[one] for one in names if one in later), _MISSING)


def _is_text(name: str, *values: Any) -> bool:
    return fields.shown(name.partition(".")[2]) in ("text", "html") and all(isinstance(one, str) for one in values)


def _words(name: str, was: str, now: str, later: str) -> list[Taken]:
    if len(was) + len(now) + len(later) > LONGEST:
        return [Taken("", "")]
    compared = in_markup if fields.shown(name.partition(".")[2]) == "html" else in_text
    return compared(was, now, later)


def _loses(was: list[Any], now: list[Any], later: list[Any]) -> bool:
    """Tell whether something that was put in goes, or something that was taken out comes back."""
    former, present, after = ({_mark(one) for one in values} for values in (was, now, later))
    return bool((present - former) - after or (former - present) & after)


def _mark(one: Any) -> str:
    # What stands in a menu moves up and down with others: by its id, and what it stands below, it stays the same.
    return json.dumps(one[:2] if isinstance(one, list) else one, sort_keys=True)
