"""Notes as the pages show them: what was said about a step or a plan, by whom, and what came of it."""

from __future__ import annotations

from typing import Any

from webapp.core.views import PlanView, StepView


def of_step(view: PlanView, step: StepView) -> dict[str, Any]:
    """Return what `steps/_notes.html` and `steps/_revised.html` print."""
    return {}


def of_plan(view: PlanView) -> dict[str, Any]:
    """Return what `plans/_talk.html` and each step's `steps/_card_notes.html` print."""
    return {}
