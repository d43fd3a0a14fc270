"""Undos that are stopped, pressed twice or cut off: every part runs once, and the rows say what became of it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from tests.at_once import at_once
from tests.core.acts import accept, link, opened, plan, sent, tagline, title
from tests.core.undo_acts import (
    applied,
    became,
    begun,
    begun_again,
    carried_out,
    events,
    let_write_live,
    live,
    parts,
    said,
    start,
)
from tests.installed import Agent, Installed
from webapp import clock
from webapp.core import leases, reconciling, reviews, sites, undo_runs, undos
from webapp.core.desk import Desk
from webapp.data import Phase, Site, Snapshot, Undo, UndoPart
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_AFTER_SAVING, DIE_BEFORE_SAVING, AnswerInstead, HoldUp

BROKEN = AnswerInstead(500, '{"code":"db_error","message":"Down.","data":{"status":500}}')
JOINERY = "Joinery on the waterfront"


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample site does not save slowly, so nobody waits before another look."""
    monkeypatch.setattr(reconciling, "LOOKS", (0.0, 0.0))


def hold_up(wordpress: SampleSite, method: str, route: str, *, after_saving: bool = False) -> HoldUp:
    """Let one write wait: at the site's door, or after it was saved."""
    held = HoldUp(after_saving=after_saving)
    wordpress.misbehave(held, method=method, path=route, times=1)
    return held


def taken_over(sayso: Installed, undo: str) -> None:
    """Let another worker have the undo, whose lease has lapsed."""
    with sayso.desk.writing() as session:
        row = session.scalars(select(Undo).where(Undo.public_id == undo)).one()
        row.worker, row.lease_until = "another worker", clock.now()


def some_time_later(sayso: Installed) -> Desk:
    """The desk when nothing that was sent by then is on its way any more."""
    return sayso.with_clock(lambda: clock.now() + reconciling.ON_ITS_WAY).desk


def kept_before(sayso: Installed) -> int:
    """How many snapshots were taken before restores."""
    with sayso.desk.reading() as session:
        return len(session.scalars(select(Snapshot.id).where(Snapshot.kind == "before_restore")).all())


def test_two_presses_start_one_undo(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    """C16.4"""
    undo = begun(sayso, applied(sayso, careful, tagline("New"), link("Shop")))
    wordpress.requests.clear()
    assert at_once(*[lambda: start(sayso, undo, [1, 2])] * 3) == [None, None, None]
    sayso.workers.finish()
    assert became(sayso, undo) == ["exactly", "exactly"]
    assert [line.split()[0] for line in sent(wordpress)] == ["DELETE", "POST"]
    assert events(sayso, "undo.asked") == events(sayso, "undo.finished") == 1
    start(sayso, undo, [1])
    sayso.workers.finish()
    assert len(sent(wordpress)) == 2


def test_two_begun_at_once_are_one(sayso: Installed, careful: Agent) -> None:
    run = applied(sayso, careful, tagline("New"))
    assert len(set(at_once(*[lambda: undos.begin_for_run(sayso.desk, sayso.owner, run)] * 3))) == 1


def test_an_undo_that_is_under_way_is_shown_to_whoever_begins_it_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, tagline("New"), link("Shop"))
    undo = begun(sayso, run)
    held = hold_up(wordpress, "POST", "/wp/v2/settings")
    start(sayso, undo)
    held.wait_for_it()
    assert undos.begin_for_run(sayso.desk, sayso.owner, run) == undo
    with pytest.raises(Refusal, match="This undo was said yes to already"):
        undos.look(sayso.desk, sayso.owner, undo)
    held.let_go()
    sayso.workers.finish()
    assert became(sayso, undo) == ["exactly", "exactly"]


def test_a_stop_lets_the_part_that_runs_finish_and_no_other_start(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New"), link("Shop"), title(42, "Our story")))
    held = hold_up(wordpress, "DELETE", "/wp/v2/menu-items")
    start(sayso, undo)
    held.wait_for_it()
    undos.ask_to_stop(sayso.desk, sayso.owner, undo)
    undos.ask_to_stop(sayso.desk, sayso.owner, undo)
    held.let_go()
    sayso.workers.finish()
    assert became(sayso, undo) == ["exactly", "exactly", "not_run"]
    assert said(sayso, undo)[2] == "The undo was stopped before its turn came."
    assert events(sayso, "undo.stop_asked") == 1
    assert wordpress.read("settings")["description"] == "New"


def test_a_worker_that_ends_lays_the_undo_down_between_two_parts(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New"), link("Shop")))
    with sayso.desk.writing() as session:
        session.scalars(select(Undo).where(Undo.public_id == undo)).one().asked_at = clock.now()
        for part in session.scalars(select(UndoPart)):
            part.chosen = True
    turns = iter([False, True])
    assert not undo_runs.carry_out(sayso.desk, undo, "one", lambda: next(turns))
    assert became(sayso, undo) == ["exactly", ""]
    assert undo_runs.carry_out(sayso.desk, undo, "other")
    assert became(sayso, undo) == ["exactly", "exactly"]
    assert not undo_runs.carry_out(sayso.desk, undo, "third")


@pytest.mark.parametrize("after_saving", [False, True])
def test_a_part_that_was_cut_off_while_it_wrote_is_finished_by_the_next_worker_and_sent_once(
    sayso: Installed, careful: Agent, wordpress: SampleSite, after_saving: bool
) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New"), link("Shop")))
    wordpress.requests.clear()
    held = hold_up(wordpress, "POST", "/wp/v2/settings", after_saving=after_saving)
    if not after_saving:
        wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/settings", times=1)
    start(sayso, undo)
    held.wait_for_it()
    assert parts(sayso, undo)[1].row.phase == Phase.WRITING
    taken_over(sayso, undo)
    held.let_go()
    sayso.workers.finish()
    assert became(sayso, undo) == ["exactly", ""]
    if not after_saving:
        with pytest.raises(Refusal, match="may still reach the site"):
            undo_runs.carry_out(sayso.desk, undo, "a third worker")
        assert became(sayso, undo) == ["exactly", ""]
    assert undo_runs.carry_out(some_time_later(sayso), undo, "a fourth worker")
    assert became(sayso, undo) == ["exactly", "exactly"]
    assert said(sayso, undo)[1] == "Tagline is back as it was."
    assert wordpress.read("settings")["description"] == JOINERY
    assert kept_before(sayso) == 2
    saved = [entry for entry in wordpress.requests.writes() if entry.status == 200 and entry.method == "POST"]
    assert len(saved) == 1
    assert carried_out(sayso, begun_again(sayso, undo)) == ["exactly", "exactly"]
    assert wordpress.read("settings")["description"] == "New"


def test_a_part_that_was_cut_off_before_it_wrote_begins_anew(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New")))
    held = hold_up(wordpress, "GET", "/wp/v2/settings")
    start(sayso, undo)
    held.wait_for_it()
    taken_over(sayso, undo)
    held.let_go()
    sayso.workers.finish()
    assert (became(sayso, undo), kept_before(sayso)) == ([""], 0)
    assert undo_runs.carry_out(sayso.desk, undo, "a third worker")
    assert (became(sayso, undo), kept_before(sayso)) == (["exactly"], 1)


def test_what_was_edited_while_no_worker_was_there_is_not_gone_over(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New")))
    held = hold_up(wordpress, "POST", "/wp/v2/settings")
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/settings", times=1)
    start(sayso, undo)
    held.wait_for_it()
    taken_over(sayso, undo)
    held.let_go()
    sayso.workers.finish()
    wordpress.change("settings", description="A person's own words")
    assert undo_runs.carry_out(some_time_later(sayso), undo, "a third worker")
    assert became(sayso, undo) == ["unknown"]
    assert wordpress.read("settings")["description"] == "A person's own words"


def test_a_part_that_was_cut_off_is_unknown_where_the_site_was_disconnected_meanwhile(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New")))
    held = hold_up(wordpress, "POST", "/wp/v2/settings", after_saving=True)
    start(sayso, undo)
    held.wait_for_it()
    taken_over(sayso, undo)
    held.let_go()
    sayso.workers.finish()
    with sayso.desk.writing() as session:
        site = session.scalars(select(Site)).one()
        sites.disconnect(session, sayso.desk, site, sayso.owner.id)
    assert undo_runs.carry_out(sayso.desk, undo, "a third worker")
    assert became(sayso, undo) == ["unknown"]
    assert "did not settle whether it was taken back" in said(sayso, undo)[0]
    assert wordpress.read("settings")["description"] == JOINERY


def test_a_lost_answer_is_settled_by_reading(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New"), title(42, "Our story")))
    wordpress.misbehave(DIE_AFTER_SAVING, method="POST", path="/wp/v2/settings", times=1)
    wordpress.misbehave(DIE_AFTER_SAVING, method="DELETE", path="/wp/v2/pages", times=1)
    assert carried_out(sayso, undo) == ["exactly", "exactly"]
    assert wordpress.read("settings")["description"] == JOINERY


def test_a_write_that_never_arrived_is_unknown_and_may_be_taken_back_by_another_undo(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, tagline("New"))
    undo = begun(sayso, run)
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/settings", times=1)
    assert carried_out(sayso, undo) == ["unknown"]
    assert carried_out(sayso, begun(sayso, run)) == ["exactly"]
    assert wordpress.read("settings")["description"] == JOINERY


def test_a_part_that_the_site_refuses_fails_and_the_others_go_on_but_for_what_comes_after_it(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    let_write_live(sayso)
    run = applied(sayso, careful, tagline("New"), live(42, title="One"), live(42, title="Two"))
    undo = begun(sayso, run)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", times=1)
    assert carried_out(sayso, undo) == ["failed", "not_run", "exactly"]
    assert said(sayso, undo)[1] == "Change 1, which comes before it, was not taken back."
    assert wordpress.read("pages", 42)["title"]["raw"] == "Two"
    assert carried_out(sayso, begun(sayso, run)) == ["exactly", "exactly"]


def test_an_apply_and_an_undo_wait_for_each_other(
    sayso: Installed, careful: Agent, wordpress: SampleSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New")))
    plan(careful, link("Shop"))
    digests, public = accept(sayso, careful), opened(sayso, careful).row.public_id
    monkeypatch.setattr(leases, "WAIT", 0.2)
    held = hold_up(wordpress, "POST", "/wp/v2/settings")
    start(sayso, undo)
    held.wait_for_it()
    with pytest.raises(Refusal, match="Another change is running on this site: taking changes back"):
        reviews.apply(sayso.desk, sayso.owner, public, digests)
    held.let_go()
    sayso.workers.finish()
    again = begun_again(sayso, undo)
    held = hold_up(wordpress, "POST", "/wp/v2/menu-items")
    reviews.apply(sayso.desk, sayso.owner, public, digests)
    held.wait_for_it()
    with pytest.raises(Refusal, match="Another change is running on this site: applying a plan"):
        start(sayso, again)
    held.let_go()
    sayso.workers.finish()
    assert carried_out(sayso, again) == ["exactly"]


def test_of_an_apply_and_an_undo_pressed_at_once_whoever_is_told_to_wait_presses_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New")))
    plan(careful, link("Shop"))
    digests, public = accept(sayso, careful), opened(sayso, careful).row.public_id
    acts = [lambda: start(sayso, undo, [1]), lambda: reviews.apply(sayso.desk, sayso.owner, public, digests)]
    for act, told in zip(acts, at_once(*acts), strict=True):
        if isinstance(told, Refusal):
            assert told.code == "respira_site_busy"
            act()
    sayso.workers.finish()
    assert became(sayso, undo) == ["exactly"]
    assert wordpress.read("settings")["description"] == JOINERY
    assert [item["title"] for item in wordpress.wp.store.list("menu-items")][-1] == "Shop"


def test_a_bug_in_one_tool_fails_its_part_and_the_others_go_on(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New"), link("Shop")))
    with sayso.desk.writing() as session:
        row = session.scalars(select(Snapshot).order_by(Snapshot.id)).first()
        assert row is not None
        row.tool = "no_such_tool"
    assert carried_out(sayso, undo) == ["exactly", "failed"]
    assert "Something broke, id " in said(sayso, undo)[1]


MENU_GONE = ("delete_menu", {"id": 3})
GAVE_UP = AnswerInstead(502, "<html>", saving=True)


def test_a_menu_that_the_site_refuses_to_fill_is_taken_away_and_may_be_made_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, MENU_GONE)
    undo = begun(sayso, run)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/menu-items", times=1, skip=1)
    assert carried_out(sayso, undo) == ["failed"]
    assert "Down." in said(sayso, undo)[0]
    assert wordpress.wp.store.list("menus") == []
    assert carried_out(sayso, begun(sayso, run)) == ["exactly"]


def test_half_of_a_menu_that_can_not_be_taken_away_is_told_of_as_what_the_undo_made(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, MENU_GONE)
    undo = begun(sayso, run)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/menu-items", times=1, skip=1)
    wordpress.misbehave(BROKEN, method="DELETE", path="/wp/v2/menus", times=1)
    assert carried_out(sayso, undo) == ["unknown"]
    message = said(sayso, undo)[0]
    assert message.startswith("The site stopped in the middle of it, so part of it may be taken back: ")
    assert "Down." in message
    assert "The site has a menu Main menu again, menu 20," in message
    assert message.endswith("This undo has made that, or part of it.")
    why_not = parts(sayso, begun(sayso, run))[0].why_not or ""
    assert "An undo of this ended in the middle, so that may be what it made." in why_not


UNREADABLE = AnswerInstead(403, '{"code":"rest_forbidden","message":"No.","data":{"status":403}}')


def test_what_was_cut_off_and_landed_is_not_called_failed_where_the_site_can_not_be_read_any_more(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, careful, ("delete_menu_item", {"item_id": 21})))
    held = hold_up(wordpress, "POST", "/wp/v2/menu-items", after_saving=True)
    start(sayso, undo)
    held.wait_for_it()
    taken_over(sayso, undo)
    held.let_go()
    sayso.workers.finish()
    fault = wordpress.misbehave(UNREADABLE, method="GET", path="/wp/v2/menu-items", skip=1)
    assert undo_runs.carry_out(sayso.desk, undo, "a third worker")
    assert (became(sayso, undo), fault.happened > 0) == (["unknown"], True)
    assert said(sayso, undo)[0].startswith("It looks taken back, but the site could not be read once more")


def test_what_landed_by_a_lost_answer_is_not_called_failed_where_the_site_can_not_be_read_any_more(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    before_last = len(wordpress.wp.store.list("menu-items")) - 1
    undo = begun(sayso, applied(sayso, careful, MENU_GONE))
    wordpress.misbehave(GAVE_UP, method="POST", path="/wp/v2/menu-items", times=1, skip=before_last)
    fault = wordpress.misbehave(UNREADABLE, method="GET", path="/wp/v2/menu-items", skip=1)
    assert carried_out(sayso, undo) == ["unknown"]
    assert fault.happened > 0
    assert said(sayso, undo)[0].startswith("It looks taken back, but the site could not be read once more")


@pytest.mark.parametrize(
    ("call", "route"),
    [
        (MENU_GONE, "/wp/v2/menus"),
        (("delete_menu_item", {"item_id": 21}), "/wp/v2/menu-items"),
        (("delete_term", {"taxonomy": "category", "id": 2}), "/wp/v2/categories"),
    ],
)
def test_what_a_gateway_says_was_not_made_is_looked_for_and_gone_on_with(
    sayso: Installed, careful: Agent, wordpress: SampleSite, call: tuple[str, dict[str, Any]], route: str
) -> None:
    undo = begun(sayso, applied(sayso, careful, call))
    fault = wordpress.misbehave(GAVE_UP, method="POST", path=route, times=1)
    assert carried_out(sayso, undo) == ["exactly"], said(sayso, undo)
    assert fault.happened == 1
    assert carried_out(sayso, begun_again(sayso, undo)) == ["exactly"]
