"""What the pages show of a step whose target the site moved, and of what changed since a person looked."""

from __future__ import annotations

from typing import Any

from webapp.core.views import PlanView, StepView


def of_step(view: PlanView, step: StepView) -> dict[str, Any]:
    """Return what `steps/_stale.html` and `steps/_changed_since.html` print."""
    return {}


def of_plan(view: PlanView) -> dict[str, Any]:
    """Return what `plans/_changed_since.html` prints."""
    return {}
