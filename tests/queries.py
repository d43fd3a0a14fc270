"""Counts the statements that are sent to a database, whichever it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event


@contextmanager
def counted() -> Iterator[list[str]]:
    """Yield a list into which every statement is put as it is sent."""
    sent: list[str] = []

    def write_down(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        sent.append(statement)

    event.listen(Engine, "before_cursor_execute", write_down)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", write_down)
