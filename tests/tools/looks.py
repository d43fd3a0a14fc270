"""Comparing items as a test sees them: everything an editor can see, but for what moves by itself."""

from __future__ import annotations

from typing import Any

from tests.tools.stage import Stage
from webapp.core.redaction import in_lines
from webapp.tools.answers import State

MOVES = ("modified", "modified_gmt", "_links")
# A draft that was never given a date shows the one of its last save.
FLOATS = ("date", "date_gmt")


def whole(item: dict[str, Any]) -> dict[str, Any]:
    moves = (*MOVES, *FLOATS) if item["status"] in ("draft", "pending") else MOVES
    return {name: value for name, value in item.items() if name not in moves}


def lines(state: State) -> list[tuple[Any, ...]]:
    told = [in_lines(change) for change in state["about.changes"]]
    return [(change["label"], change["before"], change["after"]) for change in told]


def all_of(stage: Stage, kind: str) -> list[dict[str, Any]]:
    query = {"status": "any"} if kind == "comments" else {}
    return stage.wordpress.get_all(f"wp/v2/{kind}", context="edit", **query)


def raw(value: Any) -> Any:
    return value["raw"] if isinstance(value, dict) else value
