"""No site has more than its share of the threads, and whoever would wait in vain is told so."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.at_once import crowd
from tests.core.acts import tagline
from tests.installed import Agent
from webapp.core.shares import Shares
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


@contextmanager
def hanging(shares: Shares, *places: str) -> Iterator[None]:
    """Let calls to these places go on for as long as the block lasts."""
    with ExitStack() as stack:
        for place in places:
            stack.enter_context(shares.one(place))
        yield


def refused(shares: Shares, place: str) -> str:
    with pytest.raises(Refusal) as caught, shares.one(place):
        pass
    assert caught.value.code == "respira_site_slow"
    return caught.value.message


def test_a_site_that_hangs_has_its_share_and_no_more_while_another_one_is_asked() -> None:
    shares = Shares(at_one=2, at_all=4, standstill=0.0)
    with hanging(shares, "slow", "slow"):
        assert refused(shares, "slow").startswith("This site did not answer")
        with shares.one("other"):
            pass
    with shares.one("slow"):
        pass


def test_all_sites_together_leave_the_rest_of_the_threads_alone() -> None:
    shares = Shares(at_one=2, at_all=3, for_others=0, standstill=0.0)
    with hanging(shares, "one", "one", "two"):
        assert refused(shares, "three").startswith("Several sites did not answer")
    with shares.one("three"):
        pass


def test_several_sites_that_hang_keep_no_other_site_out() -> None:
    shares = Shares(at_one=2, at_all=3, for_others=2, standstill=0.0)
    with hanging(shares, "one", "one", "two"):
        assert refused(shares, "two").startswith("Several sites did not answer")
        with shares.one("three"), shares.one("four"):
            assert refused(shares, "three").startswith("Several sites did not answer")
            assert refused(shares, "five").startswith("Several sites did not answer")
        with shares.one("five"):
            pass


def test_where_a_site_answers_whoever_comes_next_waits_for_a_share() -> None:
    shares, begun, ended = Shares(at_one=1, at_all=2, standstill=30.0), threading.Event(), threading.Event()

    def next_one() -> None:
        begun.set()
        with shares.one("site"):
            ended.set()

    waits = threading.Thread(target=next_one)
    with shares.one("site"):
        waits.start()
        begun.wait(10)
        assert not ended.is_set()
    waits.join(10)
    assert ended.is_set()


def test_a_share_is_given_back_after_an_error_too() -> None:
    shares = Shares(at_one=1, at_all=1, standstill=0.0)
    with pytest.raises(ZeroDivisionError), shares.one("site"):
        raise ZeroDivisionError
    with shares.one("site"):
        pass


def test_thirty_calls_at_once_to_a_site_that_answers_are_all_answered(agent: Agent, wordpress: SampleSite) -> None:
    agent.call("begin_session", mode="plan")
    tool, arguments = tagline("Wood, slowly")
    answers = crowd(30, lambda number: agent.call(tool, **{**arguments, "value": f"Wood {number}"}))
    assert [answer for answer in answers if isinstance(answer, Refusal)] == []
