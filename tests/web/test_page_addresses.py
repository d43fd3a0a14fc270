"""The addresses of pages stay, for people keep them and agents pass them on."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.planning import digests, steps_of, worked_example
from webapp.data import Copy, Mode, Snapshot


@pytest.mark.promise("D-NAME-06")
def test_plans_steps_runs_and_copies_have_each_their_address_and_so_has_what_is_done_to_them(
    window: Browser, place: Installed
) -> None:
    plan = worked_example(place.agent(Mode.BROWSER))
    assert window.get(f"/plans/{plan}").status_code == 200
    for step in steps_of(place.desk, plan):
        assert window.get(f"/steps/{step.public_id}").status_code == 200
        yes = {"verdict": "accept", "digest": step.digest, "page": "step"}
        assert window.post(f"/steps/{step.public_id}/decision", yes).status_code == 303
    run = window.post(f"/plans/{plan}/runs", {"step": digests(place.desk, plan)}).headers["Location"]
    assert run.startswith("/runs/run_")
    place.workers.finish()
    assert "Receipt" in window.get(run).get_data(as_text=True)
    with place.desk.reading() as session:
        copy = session.scalars(select(Copy)).one()
        snapshot = session.scalars(select(Snapshot).where(Snapshot.target_kind == "menu")).one()
    assert window.get(f"/copies/{copy.public_id}").status_code == 200
    assert window.post(f"/snapshots/{snapshot.uuid}/restores").status_code == 303


@pytest.mark.parametrize("number", [2**31, 2**63, 10**30])
def test_an_address_with_a_number_that_no_database_could_look_for_leads_nowhere(window: Browser, number: int) -> None:
    assert window.get(f"/undos/undo_1/parts/{number}").status_code == 404
    assert window.post(f"/account/sessions/{number}/end").status_code == 404
