"""The three views of a step's changes: words, as it will look, and code. It decides nothing."""

from __future__ import annotations

from typing import Any

from webapp.core.views import PlanView, StepView


def of_step(view: PlanView, step: StepView) -> dict[str, Any]:
    """Return what `steps/_views.html` prints."""
    return {}
