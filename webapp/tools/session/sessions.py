"""What agents are told of the tools for the plan and the session. The engine answers them."""

from __future__ import annotations

from typing import Any

from webapp.tools.tool import SessionTool

_STEP_IDS = {
    "type": "array",
    "items": {"type": "string"},
    "description": "The step_ids meant; every waiting step when left out.",
}


def _schema(required: tuple[str, ...] = (), **properties: dict[str, Any]) -> dict[str, Any]:
    demand = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **demand, "additionalProperties": False}


def _text(description: str, longest: int, shortest: int = 1) -> dict[str, Any]:
    return {"type": "string", "minLength": shortest, "maxLength": longest, "description": description}


TOOLS = (
    SessionTool(
        name="begin_session",
        title="Begin a session",
        description=(
            'Begins a session. With mode "plan", every write becomes a step of a plan instead of changing the site, '
            "until end_session. Say in title and note what the plan is for: the person reads it."
        ),
        schema=_schema(
            mode={"type": "string", "enum": ["plan"], "description": "plan turns plan mode on."},
            title={"type": "string", "maxLength": 200, "description": "What the plan is for, in a few words."},
            note={"type": "string", "maxLength": 2000, "description": "Why, for the person who decides."},
        ),
        content=True,
        idempotent=True,
    ),
    SessionTool(
        name="end_session",
        title="End the session",
        description="Turns plan mode off and drops the steps that never ran. Says how many those were.",
        schema=_schema(),
        content=True,
        destructive=True,
        idempotent=True,
    ),
    SessionTool(
        name="get_plan",
        title="Read the plan",
        description=(
            "Returns every step of the plan in order, with its status and what the person decided. Changes nothing. "
            "Show the person the plan in plain words before asking for a yes."
        ),
        schema=_schema(step_id={"type": "string", "description": "One step, with its arguments in full."}),
        content=True,
        idempotent=True,
    ),
    SessionTool(
        name="apply_plan",
        title="Apply the plan",
        description=(
            "Runs the waiting steps on the site, in order. This call is the person's approval, also of steps that "
            "ask for one, so call it only after the person has read the plan and said yes. Stops at the first step "
            "that fails."
        ),
        schema=_schema(
            step_ids=_STEP_IDS,
            continue_on_error={"type": "boolean", "description": "Go on after a step that failed."},
        ),
        content=True,
        destructive=True,
    ),
    SessionTool(
        name="discard_plan",
        title="Discard steps",
        description="Removes steps from the plan without running them. Plan mode stays on.",
        schema=_schema(step_ids=_STEP_IDS),
        content=True,
        destructive=True,
        idempotent=True,
    ),
    SessionTool(
        name="get_job_status",
        title="Ask how a run goes",
        description="Tells how far a run of the plan is, by the job id that apply_plan answered, or its receipt.",
        schema=_schema(("job_id",), job_id={"type": "string", "description": "Such as run_..."}),
        content=True,
        idempotent=True,
    ),
    SessionTool(
        name="diagnose_connection",
        title="Find out why the site does not answer",
        description=(
            "Looks at the connection to the site check by check and says what is wrong and what to do, the most "
            "important first. Works also when the site answers nothing. Changes nothing."
        ),
        schema=_schema(),
        content=True,
        idempotent=True,
        disconnected_too=True,
    ),
    SessionTool(
        name="report_issue",
        title="Report an issue to the owner",
        description=(
            "Reports to the site's owner that something did not work as it should. The owner reads it on the "
            "dashboard; it goes to nobody else, so send no secrets and ask nothing that needs an answer now."
        ),
        schema=_schema(
            ("title", "brief"),
            title=_text("What is wrong, in a few words.", 120, 8),
            brief=_text("What happened and what it kept you from, in a sentence or two.", 280, 20),
            steps_to_reproduce=_text("What you called, in order, with which arguments.", 4000),
            severity={
                "type": "string",
                "enum": ["low", "medium", "high", "critical"],
                "description": "How bad it is.",
            },
            expected=_text("What should have happened.", 1000),
            actual=_text("What happened instead.", 1000),
            error_messages=_text("The codes and messages you got, as they came.", 4000),
            last_tool=_text("The tool you called last.", 100),
            extra_notes=_text("Anything else that helps.", 4000),
        ),
        content=True,
        disconnected_too=True,
    ),
)
