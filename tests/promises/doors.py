"""The doors, as a promise meets them: one agent per door, that calls tools by their short names and shows the answer.

Nothing here stands in for our own code: behind every agent is the whole program.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from flask import Flask
from mcp_types.methods import validate_server_result
from werkzeug.test import TestResponse

from tests.doors import agent as by_mcp
from tests.installed import Agent as Holder
from tests.promises.rest import request_for
from tests.promises.stdio import Command
from webapp.data import Key

Answer = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """What a door answered.

    Attributes:
        body: the answer as a client's program reads it.
        text: the answer as a client reads it that knows text only.
        is_error: whether the door calls it an error.
    """

    body: Answer
    text: str
    is_error: bool


class Agent(ABC):
    """Whoever holds a key, at one door."""

    prefix: str

    def __init__(self, holder: Holder) -> None:
        self.holder = holder

    @property
    def key(self) -> Key:
        """The key that this agent shows."""
        return self.holder.key

    @abstractmethod
    def turned_away(self, tool: str, **arguments: Any) -> str:
        """Call a tool with a key that does not open this door, and return the code that says why."""

    @abstractmethod
    def raw(self, tool: str, **arguments: Any) -> Told:
        """Call a tool, whatever comes of it."""

    def call(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool whose answer must be no error."""
        told = self.raw(tool, **arguments)
        assert told.is_error is False, told.body
        return told.body

    def refused(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool whose answer must be an error that says what is wrong and what to do."""
        told = self.raw(tool, **arguments)
        assert told.is_error is True, told.body
        assert told.body["message"]
        return told.body


class McpAgent(Agent):
    """An agent at the program's own MCP address."""

    prefix = "respira_wordpress_"

    def __init__(self, holder: Holder, app: Flask) -> None:
        super().__init__(holder)
        self.client = by_mcp.Agent(app.test_client(), holder.token)

    def raw(self, tool: str, **arguments: Any) -> Told:
        """Call a tool in the protocol's older era."""
        result = self.client.call(self.prefix + tool, arguments)
        [block] = result["content"]
        assert json.loads(block["text"]) == result["structuredContent"]
        return Told(result["structuredContent"], block["text"], result["isError"])

    def turned_away(self, tool: str, **arguments: Any) -> str:
        """Call a tool with a key that does not open this door: 401."""
        answer = self.client.legacy("tools/call", {"name": self.prefix + tool, "arguments": arguments})
        assert answer.status_code == 401
        return str(answer.get_json()["error"]["data"]["code"])


class StdioAgent(Agent):
    """An agent whose client started the stdio command, which speaks with the program over loopback."""

    prefix = "respira_"

    def __init__(self, holder: Holder, command: Command) -> None:
        super().__init__(holder)
        self.command = command

    def raw(self, tool: str, **arguments: Any) -> Told:
        """Call a tool through the command."""
        answer = self.command.ask("tools/call", {"name": self.prefix + tool, "arguments": arguments})
        result = answer["result"]
        validate_server_result("tools/call", by_mcp.LEGACY, result)
        [block] = result["content"]
        assert json.loads(block["text"]) == result["structuredContent"]
        return Told(result["structuredContent"], block["text"], result["isError"])

    def turned_away(self, tool: str, **arguments: Any) -> str:
        """Call a tool with a key that does not open Sayso's door: an error of the protocol."""
        answer = self.command.ask("tools/call", {"name": self.prefix + tool, "arguments": arguments})
        return str(answer["error"]["data"]["code"])


class RestAgent(Agent):
    """An agent whose client sends requests to the REST addresses."""

    prefix = "respira_"

    def __init__(self, holder: Holder, app: Flask) -> None:
        super().__init__(holder)
        self.app = app

    def raw(self, tool: str, **arguments: Any) -> Told:
        """Call a tool by its request: 200 or, while something waits, 202; anything from 400 on is an error."""
        method, path, query, body = request_for(tool, arguments)
        answer = self.send(method, path, query_string=query, json=body)
        assert answer.status_code in (200, 202) or answer.status_code >= 400
        return Told(answer.get_json(), answer.get_data(as_text=True), answer.status_code >= 400)

    def turned_away(self, tool: str, **arguments: Any) -> str:
        """Call a tool with a key that does not open this door: 401."""
        method, path, query, body = request_for(tool, arguments)
        answer = self.send(method, path, query_string=query, json=body)
        assert answer.status_code == 401
        return str(answer.get_json()["code"])

    def send(self, method: str, path: str, headers: dict[str, str] | None = None, **given: Any) -> TestResponse:
        """Send a request as it is given, with this agent's key."""
        headers = {"X-Respira-API-Key": self.holder.token, **(headers or {})}
        if given.get("json") is None:
            given.pop("json", None)
        answer = self.app.test_client().open(f"/wp-json/respira/{path}", method=method, headers=headers, **given)
        assert answer.content_type == "application/json"
        return answer
