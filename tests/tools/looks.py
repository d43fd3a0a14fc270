"""Comparing items as a test sees them: everything an editor can see, but for what moves by itself."""

from __future__ import annotations

from typing import Any

MOVES = ("modified", "modified_gmt", "_links")


def whole(item: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name not in MOVES}
