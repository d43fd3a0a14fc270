"""Calls: answering what an agent asked, whatever the door. The doors only translate."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from webapp.data import Key, Site
from webapp.errors import Refusal
from webapp.tools.tool import ANYTHING, ManyTool, ReadTool, Tool, WriteTool

from . import copy_answers, direct, entrances, gate, keys, many, rights, sessions, sites, steps, tellings
from .desk import Desk
from .gate import NOTE, PLAN_FLAG, REVISES, TOKEN, Arrival, Call

__all__ = ["Arrival", "Reply", "ToolListing", "answer", "reads", "tools_for"]


@dataclass(frozen=True)
class Reply:
    """An answer that is no error.

    Attributes:
        status: the HTTP status where a door has one: 200, or 202 while something waits.
        done: False when nothing was done, because a person is asked for an approval first.
    """

    body: dict[str, Any]
    status: int = 200
    done: bool = True


@dataclass(frozen=True)
class ToolListing:
    """A tool as a door lists it, without the door's prefix."""

    name: str
    title: str
    description: str
    input_schema: Mapping[str, Any]
    read_only: bool
    destructive: bool
    idempotent: bool


def answer(desk: Desk, key: Key, arrival: Arrival) -> Reply:
    """Answer a call, and tell with it what people said since the agent was last told.

    Raises:
        Refusal: the gate, or what stands behind it, said no.
        SiteTrouble: the site did not do it, or it is not known whether it did.
    """
    with entrances.by(entrances.of_door(arrival.door)):
        call = gate.admit(desk, key.id, arrival)
        keys.note_use(desk, call.key, arrival.client)
        try:
            reply = _answered(desk, call)
        except Refusal as refusal:
            decided = copy_answers.of_decided(desk, call, refusal)
            if decided is None:
                raise
            raise decided from refusal
        return replace(reply, body=tellings.with_news(desk, call.key, reply.body))


def _answered(desk: Desk, call: Call) -> Reply:
    tool = call.tool
    if isinstance(tool, ReadTool):
        with sites.reached(desk, call.site) as wordpress:
            return Reply(tool.run(wordpress, call.arguments, call.scene))
    if isinstance(tool, WriteTool):
        with suppress(direct.Planned):
            answered = direct.write(desk, call)
            return Reply(answered.body, answered.status, done=answered.status == 200)
        return Reply(steps.propose(desk, call))
    if isinstance(tool, ManyTool):
        return Reply(many.answer(desk, call))
    told = sessions.VERBS[tool.name](desk, call)
    return Reply(told.body, told.status, done=told.status == 200)


def tools_for(desk: Desk, key: Key) -> list[ToolListing]:
    """Return the tools a key may use, in the catalogue's order. Asking for them counts as a call.

    Raises:
        Refusal: `respira_rate_limited`.
    """
    desk.call_limit.count(f"key {key.id}")
    with desk.reading() as session:
        site = session.get_one(Site, key.site_id)
    return [listed(tool) for tool in desk.catalogue.values() if rights.may_use(tool, key, site)]


def listed(tool: Tool) -> ToolListing:
    """Return a tool as a door lists it."""
    return ToolListing(
        tool.name,
        tool.title,
        tool.description,
        _with_ours(tool),
        read_only=reads(tool),
        destructive=tool.destructive,
        idempotent=tool.idempotent,
    )


def reads(tool: Tool) -> bool:
    """Tell whether calling a tool changes nothing, on the site or in a plan."""
    return isinstance(tool, ReadTool) or tool.name in sessions.READ_ONLY


def _with_ours(tool: Tool) -> Mapping[str, Any]:
    """Return a tool's schema with the arguments that every write takes from us."""
    if not rights.writes(tool):
        return tool.schema
    ours: dict[str, Any] = {
        PLAN_FLAG: {"type": "boolean", "description": "true: plan this one write instead of making it."},
        NOTE: {"type": "string", "description": "Why this change; shown to the person beside the step."},
    }
    if isinstance(tool, WriteTool):
        words = "The step_id of the step, sent back or still waiting, that this takes the place of."
        ours[REVISES] = {"type": "string", "description": words}
    if isinstance(tool, WriteTool) and tool.may_ask_approval:
        ours[TOKEN] = {"type": "string", "description": "The token of an approval request, after a person's yes."}
    told = {name: _with_reference(tool, name, schema) for name, schema in tool.schema["properties"].items()}
    return {**tool.schema, "properties": {**told, **ours}}


def _with_reference(tool: Tool, name: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an argument's schema, with what may stand for something that an earlier step makes."""
    if not isinstance(tool, WriteTool) or not tool.takes.get(name):
        return schema
    words = "{{step_ID.id}} names what an earlier step of the plan makes."
    if schema.get("type") == "integer":
        words = f"Instead of a number, the text {words}"
    if ANYTHING in tool.takes[name]:
        words = "{{step_ID.id}}, {{step_ID.url}} or {{step_ID.link}} may stand in it for what an earlier step makes."
    return {**schema, "description": f"{schema.get('description', '')} {words}".strip()}
