"""The simple fields of a step that a person may change before saying yes."""

from __future__ import annotations

from typing import Any

from webapp.core.views import PlanView, StepView


def of_step(view: PlanView, step: StepView) -> dict[str, Any]:
    """Return what `steps/_edit.html` prints."""
    return {}
