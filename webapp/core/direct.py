"""Direct writes: a write with plan mode off. The same gate, the same lease, the same snapshot as a planned one."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from webapp.data import ApprovalToken, Snapshot
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Performed, Proposal, State, Target
from webapp.tools.tool import WriteTool
from webapp.tools.writing import was_answered
from webapp.wordpress.client import WordPress

from . import doubts, gate, in_hand, leases, reconciling, rights, sites, snapshots, steps, waiting
from .desk import Desk
from .gate import Call
from .redaction import REDACTED, told_of
from .sealing import hashed

TOKEN_LASTS = timedelta(minutes=10)
# How many new values are said in the sentence that a person is told, and how many characters each has at the most.
_FEW, _SHORT = 3, 60


class Planned(Exception):
    """The write is to become a step. Nothing was sent."""


class Answered(NamedTuple):
    """What a direct write answers: the body, and the HTTP status."""

    body: dict[str, Any]
    status: int


def write(desk: Desk, call: Call) -> Answered:
    """Write to the site now, or ask for the approval that the tool needs first.

    Raises:
        Planned: it is to become a step instead.
        Refusal: the write can not be made, or the site is busy.
        SiteTrouble: the site did not do it, or it is not known whether it did.
    """
    tool = call.tool
    if not isinstance(tool, WriteTool):
        raise TypeError(f"{tool.name} does not write")
    with desk.reading() as session:
        _demand_at_once(session, desk, call)
    if call.unmet:
        raise Refusal("respira_step_needs_other", hint="Apply the plan first, then send this again.")
    mark = f"step_{secrets.token_hex(6)}"
    call = call.seen_from(mark)
    if in_hand.is_open(desk, call):
        told = in_hand.told(desk, call)
        if told is not None:
            return Answered(told, 200)
    if tool.asks_approval(call.arguments, call.scene):
        if call.approval_token is None:
            return _asked_for_approval(desk, call, tool)
        _demand_good(desk, call)
    waiting.demand_free(desk, call.site.id)
    with leases.held(desk, call.site.id, f"direct {call.scene.mark}", f'a direct write, "{tool.title}"'):
        # It may have waited long: what it may do, and which copies there are, is asked again.
        call = gate.admit_again(desk, call).seen_from(mark)
        with sites.reached(desk, call.site) as wordpress:
            return Answered(_written(desk, call, tool, wordpress), 200)


def _written(desk: Desk, call: Call, tool: WriteTool, wordpress: WordPress) -> dict[str, Any]:
    state = tool.write.read(wordpress, call.arguments, call.scene)
    proposal = demand_can_run(call, tool, state)
    saved = tool.write.save(wordpress, call.arguments, state, call.scene)
    with desk.writing() as session:
        call = gate.demand_still(session, desk, call)
        _demand_at_once(session, desk, call)
        rights.demand_unprotected(call.site, proposal.target.kind, proposal.target.id)
        doubts.demand_certain(session, call.site.id, proposal.target.kind, proposal.target.id)
        if tool.asks_approval(call.arguments, call.scene):
            _use_up(session, desk, call)
        snapshot = snapshots.take(
            session,
            desk,
            site_id=call.site.id,
            tool=tool.name,
            target=Target(proposal.target.kind, proposal.target.id, proposal.target.name),
            label=proposal.effect,
            before={**state, **saved},
            key_id=call.key.id,
        )
        in_hand.begin(session, desk, call, snapshot)
    performed = _performed(desk, tool, wordpress, call, state, saved, snapshot.uuid)
    return _kept(desk, call, proposal, performed, snapshot.uuid)


def demand_can_run(call: Call, tool: WriteTool, state: State) -> Proposal:
    """Demand that a direct write may be made where it would land.

    Args:
        state: of its target, as just read.

    Returns:
        What it would do.

    Raises:
        Refusal: the target is protected; `respira_confirmation_required`, the call does not say where it lands.
    """
    proposal = _predicted(call, tool, state)
    if proposal.undecided:
        raise Refusal(
            "respira_confirmation_required",
            "The site lets this write land on a copy or on the live item, and the call does not say which.",
            hint='Send it again with edit_target: "duplicate" for a draft copy, or "live" for the live item.',
        )
    return proposal


def _demand_at_once(session: Session, desk: Desk, call: Call) -> None:
    """Demand that the write is to be made and not planned, as things stand now.

    Raises:
        Planned: plan mode is on, or came on since the call arrived.
        Refusal: the key is shared, and may not write.
    """
    if steps.is_planned(session, desk, call):
        raise Planned
    if call.key.shared and not rights.shared_writes(call.key, call.site):
        raise Refusal("respira_shared_key_reads", f"The key {call.key.name} is shared, so it only reads.")


def _predicted(call: Call, tool: WriteTool, state: State) -> Proposal:
    proposal = tool.write.predict(call.arguments, state, call.scene)
    rights.demand_unprotected(call.site, proposal.target.kind, proposal.target.id)
    return proposal


def _performed(
    desk: Desk, tool: WriteTool, wordpress: WordPress, call: Call, state: State, saved: State, snapshot_uuid: str
) -> Performed:
    try:
        return reconciling.perform(tool, wordpress, call, state, saved)
    except Refusal:
        in_hand.did_not_land(desk, snapshot_uuid, in_hand.NOTHING)
        raise
    except SiteTrouble as trouble:
        if trouble.written == "no":
            in_hand.did_not_land(desk, snapshot_uuid, in_hand.NOTHING)
            raise
        settled = reconciling.look_after(trouble, tool, wordpress, call, state, {**state, **saved})
        if settled.landed == "yes" and settled.performed is not None:
            return settled.performed
        if settled.landed == "no" and was_answered(trouble):
            in_hand.did_not_land(desk, snapshot_uuid, in_hand.NOTHING)
            raise
        in_hand.did_not_land(desk, snapshot_uuid, in_hand.UNKNOWN)
        words = trouble.message if isinstance(trouble, reconciling.RefusedAfterwards) else None
        raise SiteTrouble("respira_outcome_unknown", words, snapshot_uuid=snapshot_uuid) from trouble


def _kept(desk: Desk, call: Call, proposal: Proposal, performed: Performed, uuid: str) -> dict[str, Any]:
    with desk.writing() as session:
        snapshot = session.scalars(select(Snapshot).where(Snapshot.uuid == uuid)).one()
        in_hand.demand_own(session, snapshot)
        return in_hand.land(session, desk, snapshot, performed, call.key.id, proposal.warnings)


def _asked_for_approval(desk: Desk, call: Call, tool: WriteTool) -> Answered:
    with sites.reached(desk, call.site) as wordpress:
        state = tool.write.read(wordpress, call.arguments, call.scene)
    proposal = _predicted(call, tool, state)
    token = "approve_" + secrets.token_urlsafe(24)
    with desk.writing() as session:
        session.add(
            ApprovalToken(
                token_hash=hashed(token),
                key_id=call.key.id,
                fingerprint=desk.sealer.mark([tool.name, call.arguments]),
                expires_at=desk.clock() + TOKEN_LASTS,
            )
        )
    seconds = int(TOKEN_LASTS.total_seconds())
    # What becomes of its status is what the sentence is about.
    changes = [told_of(change.as_json()) for change in proposal.changes if change.field != "status"]
    message = (
        f"Nothing was written: {call.named(tool.name)} asks a person to approve it. Tell them: {proposal.effect}"
        f"{_in_short(changes)} After a yes, send the same call again with approval_token; it is good once, for "
        f"{seconds} seconds."
    )
    request = {
        "tool_name": call.named(tool.name),
        "predicted_effect": proposal.effect,
        "approval_token": token,
        "expires_in": seconds,
        **({"changes": changes} if changes else {}),
        **({"warnings": list(proposal.warnings)} if proposal.warnings else {}),
    }
    body = {"success": False, "code": "respira_approval_required", "message": message}
    return Answered({**body, "mutation_performed": False, "data": {"status": 202, "approval_request": request}}, 202)


def _in_short(changes: Sequence[Mapping[str, Any]]) -> str:
    """Say the new values that are short enough for a sentence."""
    told = [(change["label"], change["after"]) for change in changes if change["after"] not in (None, "", REDACTED)]
    short = [(label, after) for label, after in told if isinstance(after, str | int) and len(str(after)) <= _SHORT]
    return "".join(f' {label}: "{after}".' for label, after in short[:_FEW])


def _demand_good(desk: Desk, call: Call) -> None:
    """Demand that an approval token can be used for a call. It is used up right before the write, not by waiting.

    Raises:
        Refusal: `respira_invalid_approval_token`.
    """
    with desk.reading() as session:
        if session.scalar(select(ApprovalToken.id).where(*_good(desk, call))) is None:
            raise Refusal("respira_invalid_approval_token")


def _use_up(session: Session, desk: Desk, call: Call) -> None:
    used = update(ApprovalToken).where(*_good(desk, call)).values(used_at=desk.clock()).returning(ApprovalToken.id)
    if session.execute(used).scalar() is None:
        raise Refusal("respira_invalid_approval_token")


def _good(desk: Desk, call: Call) -> tuple[ColumnElement[bool], ...]:
    return (
        ApprovalToken.token_hash == hashed(call.approval_token or ""),
        ApprovalToken.key_id == call.key.id,
        ApprovalToken.fingerprint == desk.sealer.mark([call.tool.name, call.arguments]),
        ApprovalToken.used_at.is_(None),
        ApprovalToken.expires_at > desk.clock(),
    )
