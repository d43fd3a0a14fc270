"""A direct write, a plan and an apply of two keys of one site at once end as if one had come after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.at_once import at_once, wait_until
from tests.installed import Installed
from tests.site_state import Reader, State, differences, first_state, reading
from tests.two_keys import Round, one_after_the_other, possible
from webapp.core import leases
from webapp.errors import Refusal
from webapp.sample_site import SampleSite, misbehaviour

TAGLINE = "Joinery on the waterfront"


@pytest.fixture
def reader(wordpress: SampleSite) -> Iterator[Reader]:
    with reading(f"{wordpress.url}/wp-json/", wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def before(reader: Reader) -> State:
    return first_state(reader)


@pytest.fixture
def meeting(sayso: Installed, reader: Reader, before: State) -> Round:
    return Round(sayso, reader)


def demand_that_everything_comes_back(meeting: Round, before: State) -> None:
    copies = tuple(meeting.copies())
    meeting.take_everything_back()
    assert differences(before, first_state(meeting.reader), left_in_trash=copies) == []


@pytest.mark.parametrize("order", list(one_after_the_other(TAGLINE)))
def test_each_order_leads_to_its_own_end(meeting: Round, before: State, order: str) -> None:
    acts = {"apply": meeting.apply, "write": meeting.write, "plan": meeting.go_on}
    answers = {name: acts[name]() for name in order.split(", ")}
    assert meeting.ended(answers["apply"]) == one_after_the_other(TAGLINE)[order]
    demand_that_everything_comes_back(meeting, before)


@pytest.mark.promise("D-RUN-09", "D-RUN-11")
def test_a_write_waits_for_the_plan_that_is_being_applied_and_planning_does_not(
    wordpress: SampleSite, meeting: Round, before: State
) -> None:
    """C41.4"""
    held_up = misbehaviour.HoldUp()
    wordpress.misbehave(held_up, method="POST", times=1)

    def write_during_it() -> object:
        held_up.wait_for_it()
        return meeting.write()

    def plan_during_it() -> object:
        held_up.wait_for_it()
        planned = meeting.go_on()
        assert wordpress.read("settings")["description"] == TAGLINE
        held_up.let_go()
        return planned

    receipt, written, planned = at_once(meeting.apply, write_during_it, plan_during_it)
    assert (written["success"], planned["code"]) == (True, "respira_plan_step")
    assert meeting.ended(receipt) == one_after_the_other(TAGLINE)["apply, plan, write"]
    demand_that_everything_comes_back(meeting, before)


@pytest.mark.promise("D-RUN-09", "D-RUN-10")
def test_a_write_that_waits_in_vain_is_told_so_and_leaves_nothing(
    wordpress: SampleSite, meeting: Round, before: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "WAIT", 0.3)
    held_up = misbehaviour.HoldUp()
    wordpress.misbehave(held_up, method="POST", times=1)

    def write_in_vain() -> object:
        held_up.wait_for_it()
        try:
            return meeting.write()
        finally:
            held_up.let_go()

    receipt, refused = at_once(meeting.apply, write_in_vain)
    assert isinstance(refused, Refusal)
    assert refused.code == "respira_site_busy"
    applied = one_after_the_other(TAGLINE)["apply, write, plan"]
    assert meeting.ended(receipt) == replace(applied, live=("About", ""), waits=[])
    demand_that_everything_comes_back(meeting, before)


@pytest.mark.promise("D-RUN-09", "D-RUN-11")
def test_a_plan_waits_for_the_write_that_is_being_made_and_then_sees_it(
    wordpress: SampleSite, meeting: Round, before: State
) -> None:
    held_up = misbehaviour.HoldUp()
    wordpress.misbehave(held_up, method="POST", path="/wp/v2/pages/42", times=1)

    def apply_during_it() -> object:
        held_up.wait_for_it()
        return meeting.apply()

    def plan_during_it() -> object:
        wait_until(meeting.is_applying)
        planned = meeting.go_on()
        assert wordpress.read("pages", 42)["title"]["raw"] == "About"
        held_up.let_go()
        return planned

    receipt, written, planned = at_once(apply_during_it, meeting.write, plan_during_it)
    assert (written["success"], planned["code"]) == (True, "respira_plan_step")
    assert receipt["steps"][0]["error"]["code"] == "respira_step_stale"
    assert meeting.ended(receipt) == one_after_the_other(TAGLINE)["write, apply, plan"]
    demand_that_everything_comes_back(meeting, before)


@pytest.mark.promise("D-RUN-09", "P-RCPT-06")
@pytest.mark.parametrize("_round", range(8))
def test_however_they_meet_it_ends_as_in_one_of_the_orders(
    wordpress: SampleSite, meeting: Round, before: State, _round: int
) -> None:
    wordpress.misbehave(misbehaviour.Slow(before=0.02), method="POST")
    receipt, written, planned = at_once(meeting.apply, meeting.write, meeting.go_on)
    assert (receipt["code"], planned["code"]) == ("respira_plan_applied", "respira_plan_step")
    assert meeting.ended(receipt) in possible(TAGLINE, written)
    demand_that_everything_comes_back(meeting, before)
