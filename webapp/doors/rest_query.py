"""WordPress's other spelling of a REST address: `/?rest_route=/respira/v1/pages` for `/wp-json/respira/v1/pages`.

A client that met a page of HTML asks in this spelling from then on. Doubled slashes are one, so that no address of
the door is ever answered by sending the caller elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ROOT = "/wp-json"
_FRONT = ("", "/", "/index.php")
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
        query = environ.get("QUERY_STRING", "")
        if environ.get("PATH_INFO", "") in _FRONT and _NAME in query:
            # WSGI holds a path's bytes as Latin-1.
            asked = parse_qs(query, keep_blank_values=True, encoding="latin-1").get(_NAME)
            if asked:
                environ["PATH_INFO"] = f"{ROOT}/{asked[-1]}"
                environ["QUERY_STRING"] = "&".join(part for part in query.split("&") if not _names_route(part))
        path = re.sub("/{2,}", "/", environ.get("PATH_INFO", ""))
        if path == ROOT or path.startswith(f"{ROOT}/"):
            environ["PATH_INFO"] = path
        return self._program(environ, start_response)


def _names_route(part: str) -> bool:
    return _NAME in parse_qs(part, keep_blank_values=True)
