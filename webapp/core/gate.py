"""The gate: the checks every call passes, when it arrives and again when its step is replayed.

In this order, and the first that fails refuses: key live, within limits, site connected, tool exists, arguments fit,
site not paused, tool switched on for the site and for the key, within the scope of both, the site's own login may. An
item that is protected is told once the target is known. Nothing here asks the site.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy.orm import Session

from webapp.data import Key, Site, Step
from webapp.errors import Refusal
from webapp.tools.arguments import fit
from webapp.tools.tool import SessionTool, Tool

from . import awaited, rights, scenes
from .desk import Desk
from .scenes import KeyScene

# Arguments that are for us: never part of the request, the fingerprint, or what reaches the site.
PLAN_FLAG, NOTE, TOKEN = "_respira_plan", "_respira_note", "approval_token"
# The step that was sent back and that this write takes the place of.
REVISES = "_respira_revises"
LONGEST_NOTE = 1000
_OURS = (PLAN_FLAG, NOTE, TOKEN, REVISES)
# In a stored request: which of the writes of its call a step is, where the call makes several.
PART = "part"


@dataclass(frozen=True)
class Arrival:
    """A call as it came to a door.

    Attributes:
        door: `mcp`, `stdio` or `rest`.
        prefix: what this door puts before a tool's name.
        request: as it arrived: its `arguments`, and whatever else this door needs to make the call from it, now and
            when it is replayed.
        client: which program called, for people to read.
    """

    door: str
    prefix: str
    request: Mapping[str, Any]
    client: str | None = None


@dataclass(frozen=True)
class Call:
    """A call that passed the gate.

    Attributes:
        needs: ids of the earlier steps that its arguments refer to.
        unmet: those of them that have not run, so that numbers stand in for what they will make.
        revises: the id of the step, sent back by a person, whose place it is to take.
    """

    key: Key
    site: Site
    door: str
    prefix: str
    tool: Tool
    arguments: dict[str, Any]
    request: Mapping[str, Any]
    scene: KeyScene
    plan_asked: bool = False
    note: str | None = None
    approval_token: str | None = field(default=None, repr=False)
    client: str | None = None
    revises: str | None = None
    needs: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()

    def named(self, tool: str) -> str:
        """Return a tool's name as this call's door spells it."""
        return self.prefix + tool

    def seen_from(self, step_public_id: str) -> Call:
        """Return the same call as part of a step, so that what it makes carries the step's mark."""
        return replace(self, scene=self.scene.at(step_public_id))


def admit(desk: Desk, key_id: int, arrival: Arrival) -> Call:
    """Let a call through, or refuse it.

    Raises:
        Refusal: the first check that fails.
    """
    with desk.reading() as session:
        demand_live(session, desk, key_id)
    desk.call_limit.count(f"key {key_id}")
    ours, arguments = _apart(arrival.request.get("arguments"))
    request = {name: value for name, value in arrival.request.items() if name != PART}
    return _checked(desk, key_id, arrival, {**request, "arguments": arguments}, ours)


def demand_live(session: Session, desk: Desk, key_id: int) -> Key:
    """Return a key that may do anything at all.

    Raises:
        Refusal: as `rights.demand_live`.
    """
    key = session.get_one(Key, key_id)
    rights.demand_live(key, desk.clock())
    return key


def admit_again(desk: Desk, call: Call) -> Call:
    """Let a call that had to wait through the same checks, with the key, the site and its copies as they are now.

    Raises:
        Refusal: what was allowed when the call arrived is not any more.
    """
    ours = {PLAN_FLAG: call.plan_asked, NOTE: call.note, TOKEN: call.approval_token, REVISES: call.revises}
    return _checked(desk, call.key.id, Arrival(call.door, call.prefix, call.request, call.client), call.request, ours)


def demand_still(session: Session, desk: Desk, call: Call) -> Call:
    """Demand, right before something is stored or sent, that the key may still do what it was let in for.

    Returns:
        The call with key and site as they are now.

    Raises:
        Refusal: the owner narrowed, paused or disconnected something since.
    """
    key = demand_live(session, desk, call.key.id)
    site = session.get_one(Site, key.site_id)
    if site.disconnected_at is not None:
        raise Refusal("respira_site_not_connected")
    rights.demand_allowed(call.tool, key, site)
    return replace(call, key=key, site=site)


def readmit(desk: Desk, step: Step, key_id: int) -> Call:
    """Let a step's stored request through the same checks, translated by the door it arrived by.

    Raises:
        Refusal: what was allowed when the step was planned is not any more; `respira_step_needs_other`.
    """
    _name, _arguments, request = stored(desk, step)
    call = _checked(desk, key_id, Arrival(step.door, "", request), request, {}, edits_of(desk, step))
    if call.unmet:
        raise Refusal("respira_step_needs_other")
    return call


def replayed(desk: Desk, step: Step, key_id: int) -> Call:
    """Return a step's call without asking whether it is still allowed: for reading what became of it.

    Raises:
        Refusal: `respira_plan_expired`, the request was erased.
    """
    name, arguments, request = stored(desk, step)
    with desk.reading() as session:
        key = session.get_one(Key, key_id)
        site = session.get_one(Site, key.site_id)
        scene = scenes.of_key(session, desk, key, site)
        tool = desk.catalogue[name]
        there = awaited.filled(session, desk, key_id, tool, arguments)
    return Call(key, site, step.door, "", tool, fit(tool.schema, there.arguments), request, scene)


def sent_before(desk: Desk, key_id: int, tool: str, arguments: dict[str, Any], mark: str) -> Call:
    """Return the call of a direct write without asking whether it is still allowed: for reading what became of it."""
    with desk.reading() as session:
        key = session.get_one(Key, key_id)
        site = session.get_one(Site, key.site_id)
        scene = scenes.of_key(session, desk, key, site)
    return Call(key, site, "", "", desk.catalogue[tool], arguments, {}, scene.at(mark))


def stored(desk: Desk, step: Step) -> tuple[str, Any, Mapping[str, Any]]:
    """Return a step's tool, arguments and request, translated by the door it arrived by.

    Raises:
        Refusal: `respira_plan_expired`, the request was erased.
    """
    name, arguments, request = as_sent(desk, step)
    return name, _edited(arguments, edits_of(desk, step)), request


def as_sent(desk: Desk, step: Step) -> tuple[str, Any, Mapping[str, Any]]:
    """Return the same without what a person changed.

    Raises:
        Refusal: as `stored`.
    """
    if step.request is None:
        raise Refusal("respira_plan_expired")
    request: Mapping[str, Any] = desk.sealer.unseal(f"step.request {step.public_id}", step.request)
    name, arguments = _meant(desk, step.door, request)
    return name, arguments, request


def edits_of(desk: Desk, step: Step) -> dict[str, Any]:
    """Return the arguments that a person changed; they take the place of the agent's."""
    edits: dict[str, Any] = {}
    if step.edits is not None:
        edits = desk.sealer.unseal(f"step.edits {step.public_id}", step.edits)
    return edits


def _edited(arguments: Any, edits: Mapping[str, Any]) -> Any:
    return {**arguments, **edits} if edits and isinstance(arguments, dict) else arguments


def _meant(desk: Desk, door: str, request: Mapping[str, Any]) -> tuple[str, Any]:
    """Return the tool and the arguments that a request means: its own, or those of one of its parts."""
    part = request.get(PART)
    return desk.translations[door](request) if part is None else (part["tool"], part["arguments"])


def _checked(
    desk: Desk,
    key_id: int,
    arrival: Arrival,
    request: Mapping[str, Any],
    ours: Mapping[str, Any],
    edits: Mapping[str, Any] | None = None,
) -> Call:
    name, arguments = _meant(desk, arrival.door, request)
    arguments = _edited(arguments, edits or {})
    with desk.reading() as session:
        key = demand_live(session, desk, key_id)
        site = session.get_one(Site, key.site_id)
        tool = desk.catalogue.get(name)
        if site.disconnected_at is not None and not (isinstance(tool, SessionTool) and tool.disconnected_too):
            raise Refusal("respira_site_not_connected")
        if tool is None:
            raise Refusal("respira_unknown_tool", f"There is no tool called {name}.")
        there = awaited.filled(session, desk, key_id, tool, arguments)
        fitted = fit(tool.schema, there.arguments)
        rights.demand_allowed(tool, key, site)
        if PART in request:
            rights.demand_allowed(desk.catalogue[desk.translations[arrival.door](request)[0]], key, site)
        scene = scenes.of_key(session, desk, key, site, arrival.prefix)
    return Call(
        key,
        site,
        arrival.door,
        arrival.prefix,
        tool,
        fitted,
        request,
        scene,
        plan_asked=ours.get(PLAN_FLAG) is True,
        note=ours.get(NOTE),
        approval_token=ours.get(TOKEN),
        revises=ours.get(REVISES),
        client=arrival.client,
        needs=there.needs,
        unmet=there.unmet,
    )


def _apart(arguments: Any) -> tuple[dict[str, Any], Any]:
    """Take our own arguments out of what arrived."""
    if not isinstance(arguments, dict):
        return {}, arguments
    ours = {name: arguments[name] for name in _OURS if arguments.get(name) is not None}
    rest = {name: value for name, value in arguments.items() if name not in _OURS}
    flag = {"true": True, "false": False}.get(str(ours.get(PLAN_FLAG, "false")).lower())
    if flag is None:
        raise Refusal("respira_invalid_arguments", f"The argument {PLAN_FLAG} must be true or false.")
    ours[PLAN_FLAG] = flag
    for name in (NOTE, TOKEN, REVISES):
        if name in ours and not isinstance(ours[name], str):
            raise Refusal("respira_invalid_arguments", f"The argument {name} must be text.")
    if len(ours.get(NOTE, "")) > LONGEST_NOTE:
        raise Refusal("respira_invalid_arguments", f"The argument {NOTE} may have {LONGEST_NOTE} characters.")
    return ours, rest
