"""How many fields a form may have. A form of five megabytes could tell a million, and each takes memory.

How large a body may be is the doors' to say, and the same for pages.
"""

from __future__ import annotations

from io import BytesIO
from typing import IO, Any

from flask import Flask
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

MOST_FIELDS = 1000
_URLENCODED = "application/x-www-form-urlencoded"


class _FewFields(FormDataParser):
    """Reads forms that have no more fields than `MOST_FIELDS`. Flask itself lets through no more parts."""

    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, options: dict[str, str] | None = None
    ) -> Any:
        """Read a form.

        Raises:
            RequestEntityTooLarge: it has too many fields.
        """
        if mimetype == _URLENCODED:
            told = stream.read()
            if told.count(b"&") >= MOST_FIELDS:
                raise RequestEntityTooLarge("This form has too many fields.")
            stream = BytesIO(told)
        return super().parse(stream, mimetype, content_length, options)


def read_with_care(app: Flask) -> None:
    """Let the web program read every form in this way, whatever else its requests can do."""
    app.request_class = type("CarefulRequest", (app.request_class,), {"form_data_parser_class": _FewFields})
