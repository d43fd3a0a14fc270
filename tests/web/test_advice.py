"""Promises of what a person is told to do next: never what only an agent could do."""

from __future__ import annotations

import pytest

from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.planning import worked_example
from webapp.data import Mode
from webapp.errors import Refusal

GONE = "It may be gone, or it belongs to somebody else."


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/plans/zzz", "There is no such plan."),
        ("/steps/zzz", "There is no such step."),
        ("/runs/zzz", "There is no such run."),
        ("/copies/zzz", "There is no such copy."),
        ("/snapshots/zzz", "There is no such snapshot."),
    ],
)
def test_what_is_not_there_is_named_and_nobody_is_told_to_list_items(
    window: Browser, address: str, said: str
) -> None:
    response = window.get(address)
    page = response.get_data(as_text=True)
    assert response.status_code == 404
    assert said in page
    assert GONE in page
    assert "List the" not in page


def test_a_person_who_accepted_nothing_is_told_to_accept_a_step_first(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = worked_example(agent)
    window.get(f"/plans/{plan}")
    page = window.post(f"/plans/{plan}/runs").get_data(as_text=True)
    assert "No accepted step was on the page, so nothing was run. Accept a step first." in page


def test_an_agent_is_still_told_what_an_agent_can_do(place: Installed) -> None:
    with pytest.raises(Refusal) as caught:
        place.agent(Mode.ASK).call("update_page", id=99999, title="x")
    assert caught.value.hint == "List the items to find its id."
