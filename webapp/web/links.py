"""Review links: making them, listing them, revoking them."""

from __future__ import annotations

from typing import Any

from webapp.core.views import PlanView


def of_plan(view: PlanView) -> dict[str, Any]:
    """Return what `plans/_links.html` prints."""
    return {}
