"""An approval whose answer is lost, or whose program dies, is settled by reading; nothing else is done meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, event, func, select

from tests import taking_back
from tests.core.acts import sent
from tests.installed import Agent, Installed
from webapp import clock
from webapp.core import approvals, copies, reconciling, reopening
from webapp.data import Copy, Event, Snapshot
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HangUp

PAGE = "/wp/v2/pages/42"


class Died(BaseException):
    """The program's end, at one point."""


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample site does not save slowly, so nobody waits before another look."""
    monkeypatch.setattr(reconciling, "LOOKS", (0.0, 0.0))


@pytest.fixture
def copy(agent: Agent, sayso: Installed, wordpress: SampleSite) -> Copy:
    """A copy of About with another title."""
    agent.call("update_page", id=42, title="Our story")
    wordpress.requests.clear()
    return newest(sayso)


def newest(sayso: Installed) -> Copy:
    with sayso.desk.reading() as session:
        return session.scalars(select(Copy).order_by(Copy.id.desc()).limit(1)).one()


def approve(sayso: Installed, copy: Copy) -> Copy:
    digest = copies.digest_of(copies.compare(sayso.desk, copy, sayso.site))
    return copies.approve(sayso.desk, sayso.owner, copy, sayso.site, digest)


@contextmanager
def dying_at_the_outcome() -> Iterator[None]:
    """Let whoever is about to write down what became of an approval die right there."""

    def die(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith("UPDATE snapshots"):
            raise Died

    event.listen(Engine, "before_cursor_execute", die)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", die)


def cut_off(sayso: Installed, copy: Copy) -> None:
    with dying_at_the_outcome(), pytest.raises(Died):
        approve(sayso, copy)


def lost(sayso: Installed, wordpress: SampleSite, copy: Copy) -> None:
    """Let the connection break before the site saves anything."""
    wordpress.misbehave(HangUp(), method="POST", path=PAGE)
    with pytest.raises(SiteTrouble):
        approve(sayso, copy)
    wordpress.behave()


def later(sayso: Installed, after: timedelta = reconciling.ON_ITS_WAY) -> Installed:
    """The installation when nothing that was sent by then is on its way any more."""
    return sayso.with_clock(lambda: clock.now() + after)


def approvals_told(sayso: Installed) -> int:
    with sayso.desk.reading() as session:
        return session.scalar(select(func.count()).where(Event.what == "copy.approved")) or 0


def kept(sayso: Installed) -> list[bool]:
    """Of each snapshot before an approval, whether it can be restored."""
    with sayso.desk.reading() as session:
        rows = session.scalars(select(Snapshot).where(Snapshot.kind == "before_approval").order_by(Snapshot.id))
        return [row.restorable for row in rows]


def title(wordpress: SampleSite) -> str:
    words: str = wordpress.read("pages", 42)["title"]["raw"]
    return words


def test_one_that_landed_is_found_by_the_worker_and_can_be_taken_back(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    cut_off(sayso, copy)
    assert (newest(sayso).state, title(wordpress), approvals_told(sayso)) == ("open", "Our story", 0)
    assert approvals.look(sayso.desk) == 1
    approved = newest(sayso)
    assert (approved.state, approved.decided_by, approvals_told(sayso)) == ("approved", sayso.owner.id, 1)
    assert kept(sayso) == [True]
    assert wordpress.read("pages", copy.copy_id)["status"] == "trash"
    assert approvals.look(sayso.desk) == 0
    taking_back.restore(sayso.desk, sayso.owner, str(approved.snapshot_uuid))
    assert title(wordpress) == "About"


@pytest.mark.parametrize("after", [timedelta(), reconciling.ON_ITS_WAY])
def test_until_it_is_known_a_copy_is_not_rejected_not_kept_not_approved_and_not_edited(
    agent: Agent, sayso: Installed, wordpress: SampleSite, copy: Copy, after: timedelta
) -> None:
    cut_off(sayso, copy)
    wordpress.requests.clear()
    there = later(sayso, after)
    verbs = (
        lambda: copies.reject(there.desk, there.owner, copy, there.site),
        lambda: reopening.keep_as_draft(there.desk, there.owner, copy, there.site),
        lambda: approve(there, copy),
        lambda: Agent(there.desk, agent.key, agent.token).call("update_page", id=copy.copy_id, title="Ours"),
    )
    for verb in verbs:
        with pytest.raises(Refusal) as caught:
            verb()
        assert caught.value.code == "respira_site_busy"
        assert "it is not known yet whether it is live" in caught.value.message
    assert sent(wordpress) == []
    assert newest(sayso).state == "open"


def test_what_is_not_there_yet_may_still_come_and_is_not_called_lost_before_that_is_over(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    lost(sayso, wordpress, copy)
    with pytest.raises(Refusal, match="what was sent may still reach the site"):
        approvals.settle(sayso.desk, copy, sayso.site)
    assert approvals.look(sayso.desk) == 0
    assert kept(sayso) == [False]
    assert approvals.settle(later(sayso).desk, copy, sayso.site) == "no"
    assert kept(sayso) == []
    assert (newest(sayso).state, newest(sayso).snapshot_uuid) == ("open", None)
    assert approve(sayso, copy).state == "approved"
    assert title(wordpress) == "Our story"


def test_one_that_saved_nothing_can_be_rejected_once_that_is_known(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    lost(sayso, wordpress, copy)
    assert approvals.look(later(sayso).desk) == 1
    assert copies.reject(sayso.desk, sayso.owner, copy, sayso.site).state == "rejected"
    assert (title(wordpress), approvals_told(sayso)) == ("About", 0)


def test_one_of_which_nothing_was_sent_leaves_nothing_in_doubt(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    wordpress.misbehave(HangUp(), method="GET", path=PAGE)
    with pytest.raises(SiteTrouble):
        approve(sayso, copy)
    wordpress.behave()
    assert (kept(sayso), newest(sayso).snapshot_uuid) == ([], None)


def test_where_the_site_holds_neither_a_person_looks_says_yes_again_and_what_that_replaced_comes_back(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    cut_off(sayso, copy)
    wordpress.change("pages", 42, title="Somebody's words")
    assert approvals.settle(later(sayso).desk, copy, sayso.site) == "unknown"
    assert approvals.look(later(sayso).desk) == 0
    with pytest.raises(Refusal, match="it is not known yet whether it is live"):
        copies.reject(sayso.desk, sayso.owner, copy, sayso.site)
    doubtful = newest(sayso)
    digest = copies.digest_of(copies.compare(sayso.desk, doubtful, sayso.site))
    approved = copies.approve(sayso.desk, sayso.owner, doubtful, sayso.site, digest, {"title": "copy"})
    assert (approved.state, title(wordpress), kept(sayso)) == ("approved", "Our story", [True])
    taking_back.restore(sayso.desk, sayso.owner, str(approved.snapshot_uuid))
    assert title(wordpress) == "Somebody's words"


def test_a_site_that_can_not_be_read_leaves_it_in_doubt(sayso: Installed, wordpress: SampleSite, copy: Copy) -> None:
    cut_off(sayso, copy)
    wordpress.misbehave(HangUp(), method="GET", path=PAGE, times=None)
    assert approvals.settle(later(sayso).desk, copy, sayso.site) == "unknown"
    assert approvals.look(later(sayso).desk) == 0
    wordpress.behave()
    assert approvals.settle(sayso.desk, copy, sayso.site) == "yes"


def test_a_new_draft_that_was_published_is_found_so_and_taken_back(
    agent: Agent, sayso: Installed, wordpress: SampleSite
) -> None:
    new = agent.call("create_page", title="Harbour", status="publish")["id"]
    draft = newest(sayso)
    cut_off(sayso, draft)
    with pytest.raises(Refusal, match="it is not known yet whether it is live"):
        copies.reject(sayso.desk, sayso.owner, draft, sayso.site)
    assert wordpress.read("pages", new)["status"] == "publish"
    assert approvals.settle(sayso.desk, draft, sayso.site) == "yes"
    approved = newest(sayso)
    assert (approved.state, approvals_told(sayso)) == ("approved", 1)
    taking_back.restore(sayso.desk, sayso.owner, str(approved.snapshot_uuid))
    assert wordpress.read("pages", new)["status"] == "draft"
