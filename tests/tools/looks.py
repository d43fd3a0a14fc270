"""Comparing items as a test sees them: everything an editor can see, but for what moves by itself."""

from __future__ import annotations

from typing import Any

MOVES = ("modified", "modified_gmt", "_links")
# A draft that was never given a date shows the one of its last save.
FLOATS = ("date", "date_gmt")


def whole(item: dict[str, Any]) -> dict[str, Any]:
    moves = (*MOVES, *FLOATS) if item["status"] in ("draft", "pending") else MOVES
    return {name: value for name, value in item.items() if name not in moves}
