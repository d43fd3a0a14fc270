"""What stands in for something that is not there yet: the id of what an earlier step of the same plan will make.

An agent writes `{{step_7c0d3e.id}}` where an id would stand, or `{{step_7c0d3e.url}}` inside a text. While that step
waits, a number that no site has stands in for the id, and tools do not look it up; before the write is sent the
engine has put the true one in its place. Pure.
"""

from __future__ import annotations

import re
from typing import Any

# step_ID.field, or within the parts of one call part_NUMBER.field; the field is one of the earlier write's result.
REFERENCE = re.compile(r"\{\{\s*((?:step|part)_[0-9a-z]+)\.([a-z_]+)\s*\}\}")
# Ids of WordPress are far below, and this is still a whole number in every language's JSON.
_FIRST = 2**52
# Positions in a plan are never used twice, and stay far below this.
_MOST = 100_000


def stand_in(position: int) -> int:
    """Return the number that stands in for what the step at a position makes."""
    return _FIRST + position


def stands_in(value: Any) -> bool:
    """Tell whether a value stands in for something that an earlier step will make."""
    return isinstance(value, int) and not isinstance(value, bool) and _FIRST <= value < _FIRST + _MOST


def words_for(value: int) -> str:
    """Return how people are told of what a number stands in for."""
    return f"what step {value - _FIRST} makes"
