"""An agent at the REST door, for tests: it sends requests, also wrong ones, and shows what came back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webapp.doors.rest_routes import ROUTES

Answer = dict[str, Any]
ROOT = "/wp-json/respira/"


@dataclass(frozen=True)
class Request:
    """What is sent to call a tool."""

    method: str
    path: str
    arguments: Answer


def request_for(tool: str, arguments: Answer) -> Request:
    """What a client sends to call a tool: the ids in the path, the rest in the query or the body."""
    route = next(route for route in ROUTES if route.tool == tool)
    path = re.sub(r"\{(\w+)\}", lambda name: str(arguments[name[1]]), route.path)
    rest = {name: value for name, value in arguments.items() if name not in route.arguments}
    return Request(route.method, f"{route.versions[-1]}/{path}", rest)


class RestAgent:
    """Holds a key and sends requests.

    Args:
        app: the web program.
        token: the key, or None for somebody without one.
    """

    def __init__(self, app: Flask, token: str | None) -> None:
        self._app = app
        self.headers = {"Content-Type": "application/json", **({"X-Respira-API-Key": token} if token else {})}

    @property
    def client(self) -> FlaskClient:
        """A client of its own for each request, so that several can be under way at once."""
        return self._app.test_client()

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        """Send a request; header names with _ for -, bytes as they are and any other body as JSON."""
        named = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        content = {"data": body} if isinstance(body, bytes | None) else {"json": body}
        return self.client.open(ROOT + path, method=method, headers=named, **content)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request that must be answered with 200 or 202, and return the answer's body."""
        response = self.send(method, path, body, **headers)
        assert response.status_code in (200, 202), response.get_data(as_text=True)
        return told(response)

    def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """Send a request that must be refused, and return the status and the code."""
        response = self.send(method, path, body, **headers)
        assert response.status_code >= 400, response.get_data(as_text=True)
        return response.status_code, told(response)["code"]

    def call(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool by its route."""
        sent = request_for(tool, arguments)
        if sent.method in ("GET", "DELETE"):
            response = self.client.open(
                ROOT + sent.path, method=sent.method, headers=self.headers, query_string=sent.arguments
            )
            assert response.status_code in (200, 202), response.get_data(as_text=True)
            return told(response)
        return self.ask(sent.method, sent.path, sent.arguments)

    def invoke(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool as an ability."""
        ability = f"respira/{tool.replace('_', '-')}"
        return self.ask("POST", "v1/abilities/invoke", {"ability": ability, "args": arguments})


def told(response: TestResponse) -> Answer:
    """The body of an answer, which must be JSON whatever it says, and of the shape that errors have."""
    assert response.mimetype == "application/json"
    body: Answer = response.get_json()
    if response.status_code >= 400:
        assert set(body) == {"code", "message", "data"}
        assert body["message"]
        assert body["data"]["status"] == response.status_code
    # A client takes what stands under one of these names for the whole answer.
    assert not {"page", "post", "duplicate", "media", "site"} & set(body)
    return body
