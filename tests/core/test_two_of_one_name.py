"""Two steps of one plan that would make the same: the second says so when it is planned, not when it fails."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.acts import outcomes
from tests.installed import Installed
from webapp.data import Mode

TWICE: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("create_user", {"username": "mia", "email": "mia@x.example"}, {"username": "Mia", "email": "m@x.example"}),
    (
        "create_term",
        {"taxonomy": "category", "name": "Rye & spelt"},
        {"taxonomy": "category", "name": "rye & spelt", "description": "Dark"},
    ),
    ("create_menu", {"name": "Foot"}, {"name": "foot ", "description": "Below"}),
]


@pytest.mark.parametrize(("tool", "first", "second"), TWICE, ids=[tool for tool, *_calls in TWICE])
def test_the_second_step_of_a_name_is_told_when_it_is_planned_and_refused_once_the_first_has_run(
    sayso: Installed, tool: str, first: dict[str, Any], second: dict[str, Any]
) -> None:
    agent = sayso.agent(Mode.CHAT)
    told = [agent.call(tool, **arguments).get("review", {}).get("warnings", []) for arguments in (first, second)]
    assert [any("once that has run, WordPress" in warning for warning in warnings) for warnings in told] == [
        False,
        True,
    ]
    assert outcomes(agent.call("apply_plan")) == ["applied", "failed"]
