"""WordPress's other spellings of a REST address: `/?rest_route=/respira/v1/pages` for `/wp-json/respira/v1/pages`.

A client that met a page of HTML asks in this spelling from then on. The name counts however its letters are encoded
and with brackets after it, and `/index.php` may stand before each spelling. Doubled slashes are one, so that no
address of the door is ever answered by sending the caller elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ROOT = "/wp-json"
_FRONT = "/index.php"
_NAME = "rest_route"


class RestAddresses:
    """Gives the program behind it one spelling of each REST address.

    Args:
        program: the WSGI program.
    """

    def __init__(self, program: WSGIApplication) -> None:
        self._program = program

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        path = _plain(environ.get("PATH_INFO", ""))
        if path in ("", "/"):
            parts = environ.get("QUERY_STRING", "").split("&")
            asked = [route for part in parts for route in _routes_in(part)]
            if asked:
                path = _plain(f"{ROOT}/{asked[-1]}")
                environ["QUERY_STRING"] = "&".join(part for part in parts if not _routes_in(part))
        if path == ROOT or path.startswith(f"{ROOT}/"):
            environ["PATH_INFO"] = path
        return self._program(environ, start_response)


def _plain(path: str) -> str:
    single = re.sub("/{2,}", "/", path)
    return single.removeprefix(_FRONT) if single == _FRONT or single.startswith(f"{_FRONT}/") else single


def _routes_in(part: str) -> list[str]:
    """Return the REST address in one part of a query, as WSGI holds a path: its bytes as Latin-1."""
    told = parse_qsl(part, keep_blank_values=True, encoding="latin-1")
    return [value for name, value in told if name.partition("[")[0] == _NAME]
