"""What a statement's texts may hold, on either database. It knows no table and changes nothing that is read.

PostgreSQL takes no null character, and neither database takes half a character (a lone surrogate). An agent, a site
or a visitor can send both, in a value that is kept as well as in a word that is looked for, so both are replaced on
the way to the database, wherever they come from.
"""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import Engine, event

_UNKEPT = re.compile("[\0\ud800-\udfff]")
# What Unicode has for a character that can not be shown.
_INSTEAD = "\ufffd"


def keep_sound(engine: Engine) -> None:
    """Replace, in every value that an engine sends, the characters that its database does not keep."""

    @event.listens_for(engine, "before_cursor_execute", retval=True)
    def replace(
        _connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool
    ) -> tuple[str, Any]:
        return statement, sound(values)


def sound(values: Any) -> Any:
    """Return the values of a statement with sound texts; what is no text stays as it is."""
    if isinstance(values, str):
        plain = values.isascii() and "\0" not in values
        return values if plain else _UNKEPT.sub(_INSTEAD, values)
    if isinstance(values, dict):
        return {name: sound(value) for name, value in values.items()}
    if isinstance(values, list):
        return [sound(value) for value in values]
    return tuple(sound(value) for value in values) if isinstance(values, tuple) else values
