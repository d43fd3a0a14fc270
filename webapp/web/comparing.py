"""The three views of a step's changes: words, as it will look, and code. It decides nothing."""

from __future__ import annotations

from typing import Any

from flask import request

from webapp.core.views import PlanView, StepView

from . import renderings


def of_step(view: PlanView, step: StepView) -> dict[str, Any]:
    """Return what `steps/_views.html` prints."""
    if request.args.get("view") == "preview":
        return {"rendering": renderings.of_step(step, request.args.get("width"), request.path)}
    return {}
