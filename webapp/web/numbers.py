"""Numbers in addresses: none is larger than an id can be, so that each can be looked for in either database.

PostgreSQL compares no id with a number of more than 32 bits, and neither database takes one of more than 64.
"""

from __future__ import annotations

from flask import Flask
from werkzeug.routing import IntegerConverter, Map

from webapp.data import LARGEST_ID


class Number(IntegerConverter):
    """What `<int:...>` in an address takes; a larger number is an address that leads nowhere."""

    def __init__(self, map: Map) -> None:
        super().__init__(map, max=LARGEST_ID)


def set_up(app: Flask) -> None:
    """Bound the numbers of every address that is added from here on."""
    app.url_map.converters["int"] = Number
