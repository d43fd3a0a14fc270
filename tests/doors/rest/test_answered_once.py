"""A call that is sent again under the same mark is answered again and not made again."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from tests.conftest import MovableClock
from tests.doors.rest.agent import RestAgent, told
from tests.installed import Agent as Holder
from tests.installed import Installed, installed
from webapp.app import create_app
from webapp.core import answered, keys, sweeping
from webapp.core.answered import Answer, Marked
from webapp.core.limits import CallLimit
from webapp.data import AnsweredCall, Key, Mode, Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, HangUp, HoldUp

TAGLINE = "v1/options/description"
CONFLICT = (409, "respira_idempotency_conflict")
BOTH = ("X-Respira-Idempotency-Supported", "X-Respira-Call-Id")


def mark() -> str:
    return str(uuid.uuid4())


def written(wordpress: SampleSite) -> list[str]:
    return [f"{entry.method} {entry.route}" for entry in wordpress.requests.writes()]


def test_the_same_call_again_writes_once_and_gets_the_same_answer(agent: RestAgent, wordpress: SampleSite) -> None:
    key = mark()
    first = agent.send("POST", TAGLINE, {"value": "Wood, slowly"}, Idempotency_Key=key)
    again = agent.send("POST", TAGLINE, {"value": "Wood, slowly"}, Idempotency_Key=key)
    assert first.status_code == again.status_code == 200
    assert again.get_json() == first.get_json()
    assert "X-Respira-Idempotent-Replay" not in first.headers
    assert again.headers["X-Respira-Idempotent-Replay"] == "1"
    assert again.headers["X-Respira-Call-Id"] == first.headers["X-Respira-Call-Id"]
    assert written(wordpress) == ["POST /wp/v2/settings"]


@pytest.mark.promise("D-SAME-04")
def test_a_put_that_is_sent_again_as_a_post_makes_one_copy(agent: RestAgent, wordpress: SampleSite) -> None:
    key, body = mark(), {"id": 44, "title": "Work"}
    first = agent.send("PUT", "v2/pages/44", body, Idempotency_Key=key)
    again = agent.send("POST", "v2/pages/44", body, Idempotency_Key=key, X_Respira_Original_Method="PUT")
    assert again.get_json() == first.get_json()
    assert again.headers["X-Respira-Idempotent-Replay"] == "1"
    assert written(wordpress) == ["POST /wp/v2/pages"]


def test_a_delete_that_is_sent_again_as_a_post_deletes_once(agent: RestAgent, wordpress: SampleSite) -> None:
    page = wordpress.add("pages", title="Old news", status="draft")["id"]
    wordpress.requests.clear()
    asked = agent.ask("DELETE", f"v1/pages/{page}")["data"]["approval_request"]
    path = f"v1/pages/{page}?approval_token={asked['approval_token']}"
    key = mark()
    assert agent.send("DELETE", path, Idempotency_Key=key).status_code == 200
    override = {"X_HTTP_Method_Override": "DELETE", "X_Respira_Original_Method": "DELETE"}
    again = agent.send("POST", f"{path}&_method=DELETE", Idempotency_Key=key, **override)
    assert (again.status_code, told(again)["deleted"]) == (200, True)
    assert len(written(wordpress)) == 1


@pytest.mark.promise("D-SAME-04")
def test_another_call_under_the_same_mark_is_refused_and_not_made(agent: RestAgent, wordpress: SampleSite) -> None:
    key = mark()
    agent.ask("POST", TAGLINE, {"value": "Wood"}, Idempotency_Key=key)
    assert agent.refused("POST", TAGLINE, {"value": "Stone"}, Idempotency_Key=key) == CONFLICT
    assert len(written(wordpress)) == 1


def test_a_mark_holds_for_its_key_its_route_and_its_first_method(
    sayso: Installed, enter: Callable[[Holder], RestAgent], agent: RestAgent, wordpress: SampleSite
) -> None:
    key = mark()
    other = enter(sayso.agent(Mode.ASK, "Other"))
    agent.ask("POST", TAGLINE, {"value": "One"}, Idempotency_Key=key)
    other.ask("POST", TAGLINE, {"value": "Two"}, Idempotency_Key=key)
    agent.ask("POST", "v1/options/title", {"value": "Three"}, Idempotency_Key=key)
    agent.ask("POST", TAGLINE, {"value": "Four"}, Idempotency_Key=key, X_Respira_Original_Method="PATCH")
    assert len(written(wordpress)) == 4


def test_what_went_wrong_is_answered_again_too(agent: RestAgent, wordpress: SampleSite) -> None:
    key = mark()
    wordpress.misbehave(HangUp(after_saving=False), method="POST", path="/wp/v2/settings", times=1)
    first = agent.send("POST", TAGLINE, {"value": "Lost"}, Idempotency_Key=key)
    again = agent.send("POST", TAGLINE, {"value": "Lost"}, Idempotency_Key=key)
    assert first.status_code == again.status_code == 502
    assert again.get_json() == first.get_json()
    assert len(written(wordpress)) == 1
    assert agent.refused("PUT", "v2/pages/9999", {"title": "A"}, Idempotency_Key=key) == (404, "respira_not_found")


def test_a_refusal_of_a_moment_is_not_kept(alone: Installed) -> None:
    agent, key = RestAgent(create_app(alone.desk), alone.agent().token), mark()
    body = {"value": "After the pause"}
    with alone.desk.writing() as session:
        session.get_one(Site, alone.site.id).paused_at = alone.desk.clock()
    assert agent.refused("POST", TAGLINE, body, Idempotency_Key=key) == (409, "respira_site_paused")
    with alone.desk.writing() as session:
        session.get_one(Site, alone.site.id).paused_at = None
    response = agent.send("POST", TAGLINE, body, Idempotency_Key=key)
    assert response.status_code == 200
    assert "X-Respira-Idempotent-Replay" not in response.headers


def test_what_the_site_refused_without_saving_anything_is_tried_again(
    agent: RestAgent, wordpress: SampleSite
) -> None:
    key, body = mark(), {"value": "At the second try"}
    page = '{"code": "rest_forbidden", "message": "Not now.", "data": {"status": 403}}'
    wordpress.misbehave(AnswerInstead(403, page), method="GET", path="/wp/v2/settings", times=1)
    assert agent.send("POST", TAGLINE, body, Idempotency_Key=key).status_code == 409
    again = agent.send("POST", TAGLINE, body, Idempotency_Key=key)
    assert (again.status_code, "X-Respira-Idempotent-Replay" in again.headers) == (200, False)
    assert written(wordpress) == ["POST /wp/v2/settings"]


def test_a_request_for_approval_is_not_answered_again_with_a_token_that_is_used_up(
    agent: RestAgent, wordpress: SampleSite
) -> None:
    page = wordpress.add("pages", title="Old news", status="draft")["id"]
    path, key = f"v1/pages/{page}", mark()

    def token() -> str:
        response = agent.send("DELETE", path, Idempotency_Key=key)
        assert (response.status_code, "X-Respira-Idempotent-Replay" in response.headers) == (202, False)
        return str(told(response)["data"]["approval_request"]["approval_token"])

    first, second = token(), token()
    assert first != second
    assert agent.ask("DELETE", f"{path}?approval_token={second}", Idempotency_Key=mark())["deleted"] is True


def test_an_apply_that_found_nothing_waiting_is_made_again(planner: RestAgent) -> None:
    key = mark()
    first = planner.send("POST", "v2/plan/apply", {}, Idempotency_Key=key)
    assert (first.status_code, first.get_json()["code"]) == (202, "respira_nothing_waiting")
    planner.send("POST", TAGLINE, {"value": "Wood, slowly"})
    again = planner.send("POST", "v2/plan/apply", {}, Idempotency_Key=key)
    assert (again.status_code, again.get_json()["applied"]) == (200, 1)


def test_a_paused_key_gets_no_answer_again_until_it_works_again(alone: Installed) -> None:
    holder, key = alone.agent(), mark()
    agent = RestAgent(create_app(alone.desk), holder.token)
    agent.ask("POST", TAGLINE, {"value": "First"}, Idempotency_Key=key)

    def change(how: Callable[..., None]) -> None:
        with alone.desk.writing() as session:
            how(session, alone.desk, session.get_one(Key, holder.key.id), alone.owner.id)

    change(keys.pause)
    refused = agent.refused("POST", TAGLINE, {"value": "First"}, Idempotency_Key=key)
    assert refused == (409, "respira_key_paused")
    change(keys.resume)
    again = agent.send("POST", TAGLINE, {"value": "First"}, Idempotency_Key=key)
    assert (again.status_code, again.headers["X-Respira-Idempotent-Replay"]) == (200, "1")


def test_a_paused_site_still_gets_what_was_done_answered_again(alone: Installed) -> None:
    agent, key = RestAgent(create_app(alone.desk), alone.agent().token), mark()
    first = agent.ask("POST", TAGLINE, {"value": "First"}, Idempotency_Key=key)
    with alone.desk.writing() as session:
        session.get_one(Site, alone.site.id).paused_at = alone.desk.clock()
    assert agent.ask("POST", TAGLINE, {"value": "First"}, Idempotency_Key=key) == first


def test_an_answer_given_again_counts_as_a_call_and_the_first_one_counts_once(alone: Installed) -> None:
    agent, key = RestAgent(create_app(replace(alone.desk, call_limit=CallLimit(3))), alone.agent().token), mark()
    for _ in range(3):
        agent.ask("POST", TAGLINE, {"value": "First"}, Idempotency_Key=key)
    refused = agent.refused("POST", TAGLINE, {"value": "First"}, Idempotency_Key=key)
    assert refused == (429, "respira_rate_limited")


def test_a_search_of_the_tools_counts_as_a_call(alone: Installed) -> None:
    agent = RestAgent(create_app(replace(alone.desk, call_limit=CallLimit(2))), alone.agent().token)
    for _ in range(2):
        agent.ask("GET", "v1/abilities/search")
    assert agent.refused("GET", "v1/abilities/search") == (429, "respira_rate_limited")


def test_both_headers_stand_on_every_answer_to_a_write_and_on_no_other(agent: RestAgent) -> None:
    def headers(response: TestResponse) -> list[bool]:
        return [name in response.headers for name in BOTH]

    update = {"ability": "respira/update-page", "args": {"id": 44}}
    assert headers(agent.send("POST", TAGLINE, {"value": "Plain"})) == [True, True]
    assert headers(agent.send("POST", TAGLINE, {"worth": "Plain"})) == [True, True]
    assert headers(agent.send("PUT", "v2/pages/9999", {"title": "A"}, Idempotency_Key=mark())) == [True, True]
    assert headers(agent.send("DELETE", "v1/pages/311")) == [True, True]
    assert headers(agent.send("POST", "v1/abilities/invoke", update)) == [True, True]
    assert headers(agent.send("POST", "v2/plan/apply")) == [True, True]
    assert headers(agent.send("POST", TAGLINE, {"value": "A"}, Idempotency_Key="short")) == [True, True]
    assert headers(agent.send("GET", "v2/pages")) == [False, False]
    assert headers(agent.send("POST", "v1/abilities/invoke", {"ability": "respira/get-plan"})) == [False, False]
    assert headers(agent.send("POST", "v1/server/compatibility")) == [False, False]


def test_a_read_is_made_again_under_the_same_mark(agent: RestAgent) -> None:
    key = mark()
    for _ in range(2):
        response = agent.send("POST", "v1/abilities/invoke", {"ability": "respira/get-plan"}, Idempotency_Key=key)
        assert "X-Respira-Idempotent-Replay" not in response.headers


@pytest.mark.parametrize("bad", ["short", "x" * 129, "with a space", "a/slash/in/it", "", "ümlaute-und-so"])
def test_a_mark_that_can_not_be_one_is_refused_and_nothing_is_made(
    agent: RestAgent, wordpress: SampleSite, bad: str
) -> None:
    refused = agent.refused("POST", TAGLINE, {"value": "No"}, Idempotency_Key=bad)
    assert refused == (400, "respira_invalid_idempotency_key")
    assert written(wordpress) == []
    for good in ("12345678", "x" * 128, "A.b_c:d-1"):
        assert agent.ask("POST", TAGLINE, {"value": "Yes"}, Idempotency_Key=good)["success"] is True


@pytest.mark.promise("D-SAME-04")
def test_a_planned_write_that_is_sent_again_is_one_step(planner: RestAgent) -> None:
    key, body = mark(), {"id": 42, "title": "Our story"}
    first = planner.ask("PUT", "v2/pages/42", body, Idempotency_Key=key)
    replayed = planner.ask("POST", "v2/pages/42", body, Idempotency_Key=key, X_Respira_Original_Method="PUT")
    assert replayed == first
    assert planner.ask("PUT", "v2/pages/42", body, Idempotency_Key=mark())["deduplicated"] is True
    assert planner.ask("GET", "v2/plan")["pending_steps"] == 1


def test_two_at_once_write_once_and_both_get_the_answer(agent: RestAgent, wordpress: SampleSite) -> None:
    key, held = mark(), HoldUp()
    wordpress.misbehave(held, method="POST", path="/wp/v2/settings", times=1)

    def call() -> TestResponse:
        return agent.send("POST", TAGLINE, {"value": "Together"}, Idempotency_Key=key)

    with ThreadPoolExecutor(3) as pool:
        calls = [pool.submit(call) for _ in range(3)]
        held.wait_for_it()
        held.let_go()
        answers = [one.result(30) for one in calls]
    assert [one.status_code for one in answers] == [200, 200, 200]
    assert len({one.headers["X-Respira-Call-Id"] for one in answers}) == 1
    assert len(written(wordpress)) == 1


class Engine:
    """Stands where the engine would be, to tell how often a call is made."""

    def __init__(self) -> None:
        self.made = 0
        self.began, self.go_on = threading.Event(), threading.Event()
        self.go_on.set()

    def __call__(self) -> Answer:
        self.made += 1
        self.began.set()
        assert self.go_on.wait(30)
        return Answer(f"call_{self.made}", 200, {"made": self.made})


SENT = Marked("a-mark-of-its-own", "v1/options/title", "POST", {"value": "A"})


@pytest.fixture
def alone(tmp_path: Path, wordpress: SampleSite, clock: MovableClock) -> Iterator[Installed]:
    """An installation whose clock only the test moves."""
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password, clock=clock) as one:
        yield one


def refusal(run: Callable[[], Any]) -> str:
    with pytest.raises(Refusal) as caught:
        run()
    return caught.value.code


def test_a_call_that_still_runs_is_waited_for_and_then_refused(alone: Installed) -> None:
    engine, holder = Engine(), alone.agent()
    engine.go_on.clear()

    def call(waits: float) -> Answer:
        return answered.once(alone.desk, holder.key, SENT, engine, waits=waits)

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(call, 30)
        assert engine.began.wait(30)
        assert refusal(lambda: call(0)) == "respira_call_running"
        engine.go_on.set()
        assert first.result(30) == Answer("call_1", 200, {"made": 1})
    assert call(0) == Answer("call_1", 200, {"made": 1}, replayed=True)
    assert engine.made == 1


def test_a_call_whose_program_died_is_never_made_again(alone: Installed, clock: MovableClock) -> None:
    holder = alone.agent()

    class Killed(BaseException):
        pass

    def die() -> Answer:
        raise Killed

    with pytest.raises(Killed):
        answered.once(alone.desk, holder.key, SENT, die)
    engine = Engine()

    def ask() -> Answer:
        return answered.once(alone.desk, holder.key, SENT, engine, waits=0)

    assert refusal(ask) == "respira_call_running"
    clock.advance(minutes=10, seconds=-1)
    assert refusal(ask) == "respira_call_running"
    clock.advance(seconds=1)
    assert refusal(ask) == "respira_call_unfinished"
    clock.advance(hours=20)
    assert refusal(ask) == "respira_call_unfinished"
    assert engine.made == 0


def test_a_call_that_was_turned_away_is_a_new_call_when_it_is_sent_again(alone: Installed) -> None:
    holder, engine = alone.agent(), Engine()
    turned_away = Answer("call_0", 429, {}, stands=False)
    assert answered.once(alone.desk, holder.key, SENT, lambda: turned_away).status == 429
    assert answered.once(alone.desk, holder.key, SENT, engine) == Answer("call_1", 200, {"made": 1})


def test_too_many_calls_are_turned_away_and_one_of_them_can_be_sent_again(alone: Installed) -> None:
    holder = alone.agent()
    app = create_app(replace(alone.desk, call_limit=CallLimit(1)))
    agent, key = RestAgent(app, holder.token), mark()
    assert agent.ask("POST", TAGLINE, {"value": "First"}, Idempotency_Key=mark())["success"] is True
    assert agent.refused("POST", TAGLINE, {"value": "Second"}, Idempotency_Key=key) == (429, "respira_rate_limited")
    later = RestAgent(create_app(replace(alone.desk, call_limit=CallLimit(9))), holder.token)
    response = later.send("POST", TAGLINE, {"value": "Second"}, Idempotency_Key=key)
    assert response.status_code == 200
    assert "X-Respira-Idempotent-Replay" not in response.headers


def test_a_revoked_key_gets_no_answer_again(alone: Installed) -> None:
    holder, key = alone.agent(), mark()
    agent = RestAgent(create_app(alone.desk), holder.token)
    agent.ask("POST", TAGLINE, {"value": "First"}, Idempotency_Key=key)
    with alone.desk.writing() as session:
        keys.revoke(session, alone.desk, session.get_one(Key, holder.key.id), person_id=alone.owner.id)
    refused = agent.refused("POST", TAGLINE, {"value": "First"}, Idempotency_Key=key)
    assert refused == (401, "respira_invalid_key")


def test_answers_are_forgotten_after_a_day(alone: Installed, clock: MovableClock) -> None:
    holder, engine = alone.agent(), Engine()
    answered.once(alone.desk, holder.key, SENT, engine)

    def kept_at(moment: datetime) -> int:
        assert clock() == moment
        sweeping.sweep(alone.desk)
        with alone.desk.reading() as session:
            return session.scalar(select(func.count()).select_from(AnsweredCall)) or 0

    began = clock()
    clock.advance(hours=23, minutes=59)
    assert kept_at(began + timedelta(hours=23, minutes=59)) == 1
    clock.advance(minutes=1)
    assert kept_at(began + timedelta(hours=24)) == 0


def test_a_kept_answer_can_not_be_read_in_the_database(alone: Installed) -> None:
    holder = alone.agent()
    secret = Answer("call_1", 200, {"approval_token": "approve_sesame"})
    answered.once(alone.desk, holder.key, SENT, lambda: secret)
    with alone.desk.reading() as session:
        [row] = session.scalars(select(AnsweredCall))
    assert row.answer is not None
    for text in (row.answer, row.mark, row.request_mark):
        assert "sesame" not in text
        assert "a-mark-of-its-own" not in text
