"""A direct write, a plan and an apply of two keys at once, on a real WordPress that takes its time to save."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.at_once import at_once, wait_until
from tests.installed import installed
from tests.real.site import Site
from tests.site_state import State, differences, first_state, reading
from tests.two_keys import Round, one_after_the_other, possible

TAGLINE = "Bread, slowly"
SLOW = """<?php
add_filter( 'rest_pre_dispatch', function ( $answer, $server, $request ) {
	'GET' === $request->get_method() || usleep( 200000 );
	return $answer;
}, 10, 3 );
"""


@pytest.fixture
def meeting(tmp_path: Path, wordpress: Site) -> Iterator[Round]:
    (wordpress.folder / "public" / "wp-content" / "mu-plugins" / "slow.php").write_text(SLOW)
    login = wordpress.username, wordpress.app_password
    with installed(tmp_path, wordpress.url, *login) as sayso, reading(wordpress.rest, *login) as reader:
        yield Round(sayso, reader)


@pytest.fixture
def before(meeting: Round) -> State:
    return first_state(meeting.reader)


def demand_that_everything_comes_back(meeting: Round, before: State) -> None:
    copies = tuple(meeting.copies())
    meeting.take_everything_back()
    assert differences(before, first_state(meeting.reader), left_in_trash=copies) == []


@pytest.mark.promise("D-RUN-09", "D-RUN-11")
def test_a_write_waits_for_the_plan_that_is_being_applied_and_planning_does_not(
    meeting: Round, before: State
) -> None:
    def write_during_it() -> object:
        wait_until(meeting.is_applying)
        return meeting.write()

    def plan_during_it() -> object:
        wait_until(meeting.is_applying)
        return meeting.go_on()

    receipt, written, planned = at_once(meeting.apply, write_during_it, plan_during_it)
    assert (written["success"], planned["code"]) == (True, "respira_plan_step")
    assert meeting.ended(receipt) == one_after_the_other(TAGLINE)["apply, plan, write"]
    demand_that_everything_comes_back(meeting, before)


@pytest.mark.promise("D-RUN-09", "D-RUN-11")
def test_a_plan_waits_for_the_write_that_is_being_made_and_then_sees_it(meeting: Round, before: State) -> None:
    def apply_during_it() -> object:
        wait_until(meeting.is_writing)
        return meeting.apply()

    def plan_during_it() -> object:
        wait_until(meeting.is_applying)
        return meeting.go_on()

    receipt, written, planned = at_once(apply_during_it, meeting.write, plan_during_it)
    assert (written["success"], planned["code"]) == (True, "respira_plan_step")
    assert receipt["steps"][0]["error"]["code"] == "respira_step_stale"
    assert meeting.ended(receipt) == one_after_the_other(TAGLINE)["write, apply, plan"]
    demand_that_everything_comes_back(meeting, before)


@pytest.mark.promise("D-RUN-09", "P-RCPT-06")
@pytest.mark.parametrize("_round", range(3))
def test_however_they_meet_it_ends_as_in_one_of_the_orders(meeting: Round, before: State, _round: int) -> None:
    receipt, written, planned = at_once(meeting.apply, meeting.write, meeting.go_on)
    assert (receipt["code"], planned["code"]) == ("respira_plan_applied", "respira_plan_step")
    assert meeting.ended(receipt) in possible(TAGLINE, written)
    demand_that_everything_comes_back(meeting, before)
