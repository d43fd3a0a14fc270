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

from tests.doors import agent as by_mcp
from tests.installed import Agent as Holder
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
