"""The contract's worked example, for tests: the agent's part, and what every answer must be.

"On the About page change the title to Our story, add a Services link to the main menu, and get rid of the old
Team draft." Who plays it, and on which site, is the tests' to say.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Protocol

from tests.installed import PREFIX, Installed
from webapp.core import copies, copy_shelves
from webapp.data import Copy

Answer = dict[str, Any]

# As the contract prints them; only ids, seconds and the door's tool names are filled in before comparing.
PRINTED_BEGIN = """{
  "success": true,
  "session_id": "sess_2f1a…",
  "plan_mode": true,
  "expires_in": 14400,
  "pending_steps": 0
}"""
PRINTED_STEP = """{
  "code": "respira_plan_step",
  "planned": true,
  "mutation_performed": false,
  "message": "Plan mode: nothing was written. This write is now step 1 of the plan. Show the person the plan and call respira_apply_plan only after they say yes; sending the write again does not run it.",
  "step_id": "step_7c0d3e",
  "position": 1,
  "tool": "respira_update_page",
  "arguments": { "id": 42, "title": "Our story" },
  "predicted_effect": "Update page 42 (About): title.",
  "lands_on": {
    "where": "copy",
    "post_id": 42,
    "copy_id": null,
    "note": "This lands on a new draft copy of item 42, made when the step runs. The live item stays as it is until a person approves the copy."
  },
  "approval_required": false,
  "deduplicated": false,
  "plan": {
    "mode": "plan",
    "step_ids": ["step_7c0d3e"],
    "pending_steps": 1,
    "expires_in": 14312
  }
}"""  # noqa: E501 - printed so
APPROVAL_NOTE = (
    "This tool asks a person to approve it. Applying the plan counts as that approval, so apply only after the "
    "person has read this step and said yes."
)
MENU_NOTE = "A menu has no draft copy: this changes the live site when the step runs."
DELETE_NOTE = "This moves the live item to the trash when the step runs."


class Like:
    """Equal to every text that the whole pattern matches."""

    def __init__(self, pattern: str) -> None:
        self.pattern = re.compile(pattern)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and self.pattern.fullmatch(other) is not None

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Like({self.pattern.pattern!r})"


class Between:
    """Equal to every whole number from the first to the last, both included."""

    def __init__(self, first: int, last: int) -> None:
        self.first, self.last = first, last

    def __eq__(self, other: object) -> bool:
        return type(other) is int and self.first <= other <= self.last

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Between({self.first}, {self.last})"


SESSION_ID = Like("sess_[0-9a-f]{16}")
STEP_ID = Like("step_[0-9a-f]{12}")
UUID = Like("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SECONDS = Between(14_280, 14_400)
NEW_ID = Between(312, 1_000_000)


class Agent(Protocol):
    """Whoever can call a tool by its short name and give its answer."""

    def call(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool."""


@dataclass(frozen=True)
class Place:
    """What the example needs to know of a site.

    Attributes:
        rest: the root of its REST interface.
        menu_id: the id of "Main menu".
        services_id: the id of the page Services.
        services_url: where that page is.
    """

    rest: str
    menu_id: int
    services_id: int
    services_url: str


@dataclass(frozen=True)
class Planned:
    """The answers up to the person's yes."""

    begun: Answer
    steps: tuple[Answer, Answer, Answer]
    plan: Answer

    @property
    def ids(self) -> tuple[str, str, str]:
        """The steps' ids, in order."""
        first, second, third = (str(step["step_id"]) for step in self.steps)
        return first, second, third


def plan(agent: Agent, place: Place) -> Planned:
    """Play the example up to the point where the person is asked."""
    begun = agent.call("begin_session", mode="plan")
    title = agent.call("update_page", id=42, title="Our story")
    link = agent.call("create_menu_item", **menu_arguments(place))
    team = agent.call("delete_page", id=311)
    return Planned(begun, (title, link, team), agent.call("get_plan"))


def menu_arguments(place: Place) -> dict[str, Any]:
    """Return what the agent sends to add the link."""
    return {
        "menu_id": place.menu_id,
        "title": "Services",
        "object_type": "page",
        "object_id": place.services_id,
    }


def expected_plan(planned: Planned, place: Place) -> Planned:
    """Return what the answers up to the yes must be; ids that only the answers can tell are checked by pattern."""
    steps = tuple(_step(planned, place, position) for position in (1, 2, 3))
    entries = [_entry(fields) for fields in steps]
    begun = {"success": True, "session_id": SESSION_ID, "plan_mode": True, "expires_in": 14400, "pending_steps": 0}
    read = {
        "success": True,
        "plan_mode": True,
        "mode": "plan",
        "session_id": planned.begun["session_id"],
        "expires_in": SECONDS,
        "pending_steps": 3,
        "steps": entries,
        "message": "3 steps are waiting for the person's yes. Nothing in them has touched the site.",
    }
    return Planned(begun, (steps[0], steps[1], steps[2]), read)


def _described(planned: Planned, place: Place) -> tuple[Answer, Answer, Answer]:
    first, second, third = planned.ids
    copy_note = json.loads(PRINTED_STEP)["lands_on"]["note"]
    return (
        {
            "step_id": first,
            "position": 1,
            "tool": PREFIX + "update_page",
            "arguments": {"id": 42, "title": "Our story"},
            "predicted_effect": "Update page 42 (About): title.",
            "lands_on": {"where": "copy", "post_id": 42, "copy_id": None, "note": copy_note},
            "approval_required": False,
        },
        {
            "step_id": second,
            "position": 2,
            "tool": PREFIX + "create_menu_item",
            "arguments": menu_arguments(place),
            "predicted_effect": 'Add "Services" to the menu Main menu.',
            "lands_on": {"where": "live", "post_id": None, "copy_id": None, "note": MENU_NOTE},
            "approval_required": False,
        },
        {
            "step_id": third,
            "position": 3,
            "tool": PREFIX + "delete_page",
            "arguments": {"id": 311},
            "predicted_effect": "Move page 311 (Team) to the trash.",
            "lands_on": {"where": "live", "post_id": 311, "copy_id": None, "note": DELETE_NOTE},
            "approval_required": True,
            "approval_note": APPROVAL_NOTE,
        },
    )


def _step(planned: Planned, place: Place, position: int) -> Answer:
    waiting = list(planned.ids[:position])
    return {
        "code": "respira_plan_step",
        "planned": True,
        "mutation_performed": False,
        "message": (
            f"Plan mode: nothing was written. This write is now step {position} of the plan. Show the person the "
            f"plan and call {PREFIX}apply_plan only after they say yes; sending the write again does not run it."
        ),
        **_described(planned, place)[position - 1],
        "deduplicated": False,
        "plan": {"mode": "plan", "step_ids": waiting, "pending_steps": position, "expires_in": SECONDS},
        # Of the three only the menu item is something new, which later steps may refer to.
        **({"review": {"refer_to_it": f"{{{{{waiting[1]}.id}}}}"}} if position == 2 else {}),
    }


def _entry(step: Answer) -> Answer:
    names = ("step_id", "position", "tool", "arguments", "predicted_effect", "lands_on", "approval_required")
    told = {name: step[name] for name in (*names, "approval_note") if name in step}
    return {**told, "status": "planned"}


def printed(text: str, answer: Answer) -> str:
    """Return an answer that the contract prints, with this answer's ids, seconds and door's names, on one line."""
    for short in ("apply_plan", "update_page"):
        text = text.replace(f"respira_{short}", PREFIX + short)
    text = text.replace("sess_2f1a…", str(answer.get("session_id")))
    text = text.replace("step_7c0d3e", str(answer.get("step_id")))
    text = text.replace("14312", str(answer.get("plan", {}).get("expires_in")))
    return json.dumps(json.loads(text))


def expected_receipt(planned: Planned, place: Place, public_url: str) -> Answer:
    """Return what the receipt of the whole plan must be."""
    return {
        "success": True,
        "code": "respira_plan_applied",
        "message": (
            "Plan applied: 3 step(s) ran and landed, 0 failed, 0 did not run. These steps asked for a person's "
            f"approval, and this apply call was taken as that approval: {planned.ids[2]}."
        ),
        "applied": 3,
        "failed": 0,
        "not_run": 0,
        "approved_by_apply": [planned.ids[2]],
        "steps": expected_parts(planned, place, public_url),
        "plan_mode": True,
        "review": {"job_id": Like("run_[0-9a-f]{12}"), "copies": [_waiting_copy(planned, public_url)]},
    }


def _waiting_copy(planned: Planned, public_url: str) -> Answer:
    page = Like(re.escape(f"{public_url}/copies/") + "copy_[0-9a-f]{12}")
    return {"step_id": planned.ids[0], "copy_id": NEW_ID, "url": page}


def expected_parts(planned: Planned, place: Place, public_url: str) -> list[Answer]:
    """Return what the receipt must say of each step."""
    link = Like(re.escape(f"{public_url}/?respira_preview=") + "[A-Za-z0-9_-]{32}")
    copy = {"is_duplicate": True, "original_id": 42, "title": "Our story", "status": "draft"}
    item = {"menu_id": place.menu_id, "title": "Services", "url": place.services_url}
    results: list[Answer] = [
        {"success": True, "id": NEW_ID, **copy, "snapshot_uuid": UUID},
        {"success": True, "id": NEW_ID, "item_id": NEW_ID, **item, "snapshot_uuid": UUID},
        {"success": True, "deleted": True, "id": 311, "title": "Team", "status": "trash", "snapshot_uuid": UUID},
    ]
    return [
        {
            **{name: step[name] for name in ("step_id", "position", "tool", "predicted_effect")},
            "approved_by_apply": step["position"] == 3,
            "outcome": "applied",
            "snapshots": [UUID],
            "links": [link] if step["position"] == 1 else [],
            "result": result,
        }
        for step, result in zip(_described(planned, place), results, strict=True)
    ]


def snapshots_of(receipt: Answer) -> list[str]:
    """Return the snapshot of each step of a receipt, the newest first."""
    return [step["snapshots"][0] for step in reversed(receipt["steps"])]


def approve_the_copy(sayso: Installed) -> Copy:
    """Let the owner say yes to the one copy that waits; return its row as it is afterwards."""
    with sayso.desk.reading() as session:
        [one] = copy_shelves.listed(session, sayso.owner.id, copy_shelves.Wanted())
    seen = copies.digest_of(copies.compare(sayso.desk, one.copy, one.site))
    return copies.approve(sayso.desk, sayso.owner, one.copy, one.site, seen)
