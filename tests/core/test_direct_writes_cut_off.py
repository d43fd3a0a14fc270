"""A direct write whose program dies between its snapshot and its outcome is settled by reading, and told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, event, func, select

from tests.core.acts import link, sent
from tests.inside import every_value
from tests.installed import Agent, Installed
from webapp import clock
from webapp.core import in_hand, leases, reconciling, restores, sweeping
from webapp.data import DirectWrite, Event, Mode, Snapshot
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, HangUp

NAME = {"option": "Tagline", "value": "Joiners since 1974"}


class Died(BaseException):
    """The program's end, at one point."""


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample site does not save slowly, so nobody waits before another look."""
    monkeypatch.setattr(reconciling, "LOOKS", (0.0, 0.0))


@contextmanager
def dying_at_the_outcome() -> Iterator[None]:
    """Let whoever is about to write down what became of a direct write die right there."""

    def die(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith(("DELETE FROM direct_writes", "UPDATE direct_writes")):
            raise Died

    event.listen(Engine, "before_cursor_execute", die)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", die)


def cut_off(agent: Agent, tool: str, **arguments: Any) -> None:
    with dying_at_the_outcome(), pytest.raises(Died):
        agent.call(tool, **arguments)


def later(sayso: Installed, after: timedelta = reconciling.ON_ITS_WAY) -> Installed:
    """The installation when nothing that was sent by then is on its way any more."""
    return sayso.with_clock(lambda: clock.now() + after)


def again(sayso: Installed, agent: Agent, tool: str, **arguments: Any) -> dict[str, Any]:
    """Let the same agent send it to this installation."""
    return Agent(sayso.desk, agent.key, agent.token).call(tool, **arguments)


def rows(sayso: Installed) -> list[DirectWrite]:
    with sayso.desk.reading() as session:
        return list(session.scalars(select(DirectWrite).order_by(DirectWrite.id)))


def newest(sayso: Installed) -> Snapshot:
    with sayso.desk.reading() as session:
        return session.scalars(select(Snapshot).order_by(Snapshot.id.desc()).limit(1)).one()


def found(sayso: Installed) -> list[str]:
    with sayso.desk.reading() as session:
        lines = session.scalars(select(Event).where(Event.what == "write.settled").order_by(Event.id))
        return [line.details["found"] for line in lines]


def made(sayso: Installed) -> int:
    with sayso.desk.reading() as session:
        return session.scalar(select(func.count()).where(Event.what == "write.made")) or 0


def test_a_write_that_ends_as_it_should_leaves_nothing_in_hand(sayso: Installed, agent: Agent) -> None:
    agent.call("update_page", id=42, title="Our story")
    assert rows(sayso) == []
    assert in_hand.look(sayso.desk) == 0
    assert found(sayso) == []


def test_one_that_landed_is_found_by_the_worker_and_can_be_undone(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    cut_off(agent, "update_page", id=42, title="Our story")
    assert newest(sayso).restorable is False
    assert in_hand.look(sayso.desk) == 1
    assert found(sayso) == ["landed"]
    assert made(sayso) == 1
    kept = newest(sayso)
    assert kept.restorable is True
    assert in_hand.look(sayso.desk) == 0
    assert agent.call("restore_snapshot", snapshot_uuid=kept.uuid)["restored"] is True
    assert wordpress.read("pages", 400)["status"] == "trash"


def test_the_same_write_sent_again_is_told_that_it_landed_and_the_next_one_is_made(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    tool, arguments = link("Shop")
    cut_off(agent, tool, **arguments)
    told = agent.call(tool, **arguments)
    assert len(sent(wordpress)) == 1
    assert told["success"] is True
    assert told["snapshot_uuid"] == newest(sayso).uuid
    assert told["review"]["warnings"] == [
        "This same write was sent before, and its answer was lost. It has landed, so it was not made again: this is "
        "the answer to the first. Send it once more if it is to be made a second time."
    ]
    assert found(sayso) == ["landed"]
    assert "review" not in agent.call(tool, **arguments)
    assert len(sent(wordpress)) == 2


def test_what_the_worker_found_is_told_to_whoever_sends_it_again_within_a_day(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    cut_off(agent, "update_option", **NAME)
    assert in_hand.look(sayso.desk) == 1
    told = agent.call("update_option", **NAME)
    assert (told["success"], told["snapshot_uuid"]) == (True, newest(sayso).uuid)
    assert len(sent(wordpress)) == 1


def test_one_of_which_nothing_is_there_may_still_come_so_the_same_write_waits(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    tool, arguments = link("Shop")
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/menu-items", times=1)
    cut_off(agent, tool, **arguments)
    assert in_hand.look(sayso.desk) == 0
    with pytest.raises(Refusal, match=r"was cut off\. It may still reach the site, so it waits") as busy:
        agent.call(tool, **arguments)
    assert (busy.value.code, busy.value.hint) == ("respira_site_busy", "Send it again in two minutes.")
    assert len(sent(wordpress)) == 1
    # Another write is none of its business.
    agent.call("update_option", **NAME)
    assert len(sent(wordpress)) == 2


def test_once_it_can_not_come_any_more_nothing_was_saved_and_it_is_made(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    tool, arguments = link("Shop")
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/menu-items", times=1)
    cut_off(agent, tool, **arguments)
    kept, after = newest(sayso), later(sayso)
    assert in_hand.look(after.desk) == 1
    assert found(sayso) == ["nothing"]
    with pytest.raises(Refusal, match="This write saved nothing, so there is nothing to bring back"):
        agent.call("restore_snapshot", snapshot_uuid=kept.uuid)
    [entry] = [one for one in agent.call("list_snapshots")["snapshots"] if one["snapshot_uuid"] == kept.uuid]
    assert (entry["restorable"], entry["outcome"]) == (False, "nothing")
    assert "review" not in again(after, agent, tool, **arguments)
    assert len(sent(wordpress)) == 2


def test_one_that_reading_does_not_settle_is_told_once_in_words(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    tool, arguments = link("Shop")
    cut_off(agent, tool, **arguments)
    wordpress.misbehave(HangUp())
    after = later(sayso)
    assert in_hand.look(after.desk) == 1
    assert found(sayso) == ["unknown"]
    with pytest.raises(SiteTrouble, match="was cut off, and reading the site did not settle whether") as told:
        again(after, agent, tool, **arguments)
    assert told.value.code == "respira_outcome_unknown"
    assert told.value.details == {"snapshot_uuid": newest(sayso).uuid}
    wordpress.behave()
    again(after, agent, tool, **arguments)
    assert len(sent(wordpress)) == 2


def test_one_that_was_not_known_is_looked_for_anew_when_it_is_sent_again(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    tool, arguments = link("Shop")
    cut_off(agent, tool, **arguments)
    wordpress.misbehave(HangUp())
    after = later(sayso)
    in_hand.look(after.desk)
    wordpress.behave()
    assert again(after, agent, tool, **arguments)["snapshot_uuid"] == newest(sayso).uuid
    assert len(sent(wordpress)) == 1
    assert found(sayso) == ["unknown", "landed"]


def test_while_its_program_lives_nobody_settles_it(sayso: Installed, agent: Agent) -> None:
    cut_off(agent, "update_page", id=42, title="Our story")
    site = newest(sayso).site_id
    with leases.held(sayso.desk, site, "direct write", "a direct write"):
        assert in_hand.look(sayso.desk) == 0
    assert in_hand.look(sayso.desk) == 1


def test_the_approval_that_a_cut_off_write_used_up_is_not_asked_for_again(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    token = agent.call("delete_page", id=311)["data"]["approval_request"]["approval_token"]
    cut_off(agent, "delete_page", id=311, approval_token=token)
    assert wordpress.read("pages", 311)["status"] == "trash"
    told = agent.call("delete_page", id=311, approval_token=token)
    assert (told["success"], told["id"]) == (True, 311)
    assert [line.split()[0] for line in sent(wordpress)] == ["DELETE"]


def test_another_key_that_sends_the_same_is_told_nothing(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    tool, arguments = link("Shop")
    cut_off(agent, tool, **arguments)
    assert "review" not in sayso.agent(Mode.ASK, "Other").call(tool, **arguments)
    assert len(sent(wordpress)) == 2


def test_whoever_was_away_so_long_that_it_was_settled_does_not_write_it_down_twice(
    sayso: Installed, agent: Agent
) -> None:
    cut_off(agent, "update_page", id=42, title="Our story")
    in_hand.look(sayso.desk)
    with (
        pytest.raises(SiteTrouble) as told,
        sayso.desk.writing() as session,
    ):
        in_hand.demand_own(session, newest(sayso))
    assert told.value.code == "respira_outcome_unknown"
    assert made(sayso) == 1


def test_after_a_day_what_was_sent_and_answered_is_forgotten(sayso: Installed, agent: Agent) -> None:
    cut_off(agent, "update_page", id=42, title="CANARY")
    assert not [value for value in every_value(sayso.desk.database) if "CANARY" in value]
    in_hand.look(sayso.desk)
    assert len(rows(sayso)) == 1
    sweeping.sweep(later(sayso, timedelta(hours=25)).desk)
    assert rows(sayso) == []
    with sayso.desk.reading() as session:
        assert restores.unsealed(sayso.desk, newest(sayso)).restorable is True
        assert session.scalar(select(func.count()).select_from(Snapshot)) == 1
