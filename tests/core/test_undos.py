"""Taking back a run, a write and an undo: shown first, in reverse order, without what somebody edited since."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from tests import colleague
from tests.core.acts import bin_page, link, on_site, plan, tagline, text, title
from tests.core.undo_acts import (
    applied,
    approve_all,
    begun,
    begun_again,
    carried_out,
    changes,
    events,
    let_write_live,
    live,
    looked,
    parts,
    said,
    seen,
    start,
    ticked,
)
from tests.installed import Agent, Installed
from webapp import clock
from webapp.core import copies, sweeping, undo_views, undos
from webapp.data import Copy, Event, Run, Snapshot, Undo
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

JOINERY = "Joinery on the waterfront"


def snapshots(sayso: Installed) -> list[Snapshot]:
    with sayso.desk.reading() as session:
        return list(session.scalars(select(Snapshot).order_by(Snapshot.id)))


def copies_of(sayso: Installed) -> list[Copy]:
    with sayso.desk.reading() as session:
        return list(session.scalars(select(Copy).order_by(Copy.id)))


def test_a_whole_run_is_taken_back_the_newest_write_first(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, tagline("New"), link("Shop"), title(42, "Our story"))
    wordpress.requests.clear()
    undo = begun(sayso, run)
    assert wordpress.requests.writes() == []
    assert [part.effect for part in parts(sayso, undo)] == [
        "Undo this change: Update page 42 (About): title.",
        'Delete the item "Shop" of the menu Main menu for good, which undoes this change: '
        'Add "Shop" to the menu Main menu.',
        "Undo this change: Change the setting Tagline (description).",
    ]
    assert [part.where for part in parts(sayso, undo)] == ["copy", "live", "live"]
    assert changes(parts(sayso, undo)[2]) == [("description", "New", JOINERY)]
    assert carried_out(sayso, undo) == ["exactly", "exactly", "exactly"]
    assert [f"{entry.method} {entry.route.split('/')[3]}" for entry in wordpress.requests.writes()] == [
        "DELETE pages",
        "DELETE menu-items",
        "POST settings",
    ]
    assert wordpress.read("settings")["description"] == JOINERY


def test_what_was_done_is_in_the_log_and_in_the_rows(sayso: Installed, careful: Agent) -> None:
    run = applied(sayso, careful, tagline("New"), link("Shop"))
    undo = begun(sayso, run)
    assert carried_out(sayso, undo, [2]) == ["left_out", "exactly"]
    with sayso.desk.reading() as session:
        told = {
            event.what: event.details
            for event in session.scalars(select(Event).where(Event.subject == undo).order_by(Event.id))
        }
        newest = undo_views.newest_of_run(session, session.scalars(select(Run.id)).one())
    assert told == {
        "undo.asked": {"parts": 1, "left_out": 1, "over": 0},
        "undo.finished": {"exactly": 1, "except": 0, "failed": 0, "unknown": 0, "not_run": 0, "left_out": 1},
    }
    assert events(sayso, "snapshot.restored") == 1
    assert newest is not None
    assert newest.public_id == undo
    view = seen(sayso, undo)
    assert (view.person and view.person.name, view.run and view.run.public_id) == ("Olive Owner", run)
    assert said(sayso, undo) == ["It was left out.", "Tagline is back as it was."]


def test_an_approved_copy_is_taken_back_by_its_approval(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, title(42, "Our story"), text(42, "<p>New.</p>"), tagline("New"))
    approve_all(sayso)
    assert wordpress.read("pages", 42)["title"]["raw"] == "Our story"
    undo = begun(sayso, run)
    assert [part.effect for part in parts(sayso, undo)] == [
        "Undo this change: Approve the copy of About.",
        "Undo this change: Change the setting Tagline (description).",
    ]
    assert parts(sayso, undo)[0].step is None
    assert carried_out(sayso, undo) == ["exactly", "exactly"]
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"
    with pytest.raises(Refusal, match="All of it is taken back already"):
        undos.begin_for_run(sayso.desk, sayso.owner, run)


def test_a_new_draft_that_was_published_is_a_draft_again_and_then_in_the_trash(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, ("create_page", {"title": "Opening hours", "status": "publish"}))
    approve_all(sayso)
    page = copies_of(sayso)[0].copy_id
    assert wordpress.read("pages", page)["status"] == "publish"
    undo = begun(sayso, run)
    assert [part.afters for part in parts(sayso, undo)] == [[], [1]]
    assert carried_out(sayso, undo) == ["exactly", "exactly"]
    assert wordpress.read("pages", page)["status"] == "trash"
    again = begun_again(sayso, undo)
    assert carried_out(sayso, again) == ["exactly", "exactly"]
    assert wordpress.read("pages", page)["status"] == "publish"


def test_what_was_changed_on_a_copy_that_was_rejected_is_nothing_to_take_back(
    sayso: Installed, careful: Agent
) -> None:
    run = applied(sayso, careful, title(42, "Our story"), tagline("New"))
    with sayso.desk.writing() as session:
        session.scalars(select(Copy)).one().state = "rejected"
    assert [part.snapshot.target_kind for part in parts(sayso, begun(sayso, run))] == ["option"]


def test_a_copy_that_was_rejected_before_the_yes_waits_again_once_the_undo_is_taken_back(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, careful, title(42, "Our story")))
    copies.reject(sayso.desk, sayso.owner, copies_of(sayso)[0], sayso.site)
    assert carried_out(sayso, undo) == ["exactly"]
    assert copies_of(sayso)[0].state == "rejected"
    assert carried_out(sayso, begun_again(sayso, undo)) == ["exactly"]
    copy = copies_of(sayso)[0]
    assert (copy.state, copy.decided_by, copy.decided_at) == ("open", None, None)
    assert wordpress.read("pages", copy.copy_id)["status"] == "draft"


def test_what_a_step_of_the_run_took_back_itself_is_left_alone(sayso: Installed, careful: Agent) -> None:
    first = applied(sayso, careful, tagline("One"))
    uuid = snapshots(sayso)[0].uuid
    second = applied(sayso, careful, ("restore_snapshot", {"snapshot_uuid": uuid}))
    with pytest.raises(Refusal, match="All of it is taken back already"):
        undos.begin_for_run(sayso.desk, sayso.owner, first)
    undo = begun(sayso, second)
    assert [changes(part) for part in parts(sayso, undo)] == [[("description", JOINERY, "One")]]
    assert carried_out(sayso, undo) == ["exactly"]
    third = begun_again(sayso, undo)
    assert [changes(part) for part in parts(sayso, third)] == [[("description", "One", JOINERY)]]


def test_what_somebody_edited_since_is_left_out_and_said_who_it_was(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    let_write_live(sayso)
    run = applied(sayso, careful, live(42, title="Our story"), tagline("New"))
    colleague.edit(wordpress, "pages/42", title="Marta's words")
    undo = begun(sayso, run)
    newer, older = parts(sayso, undo)
    assert (list(newer.edited), list(older.edited)) == ([], ["Title"])
    assert older.by is not None
    assert (older.by["who"], older.by["what"]) == (colleague.NAME, "edited")
    assert changes(older) == [("title", "Marta's words", "About")]
    assert ticked(sayso, undo) == [1]
    assert carried_out(sayso, undo) == ["exactly", "left_out"]
    assert wordpress.read("pages", 42)["title"]["raw"] == "Marta's words"


def test_what_was_edited_goes_where_a_person_wants_it_and_comes_back_exactly_when_that_is_taken_back(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    let_write_live(sayso)
    run = applied(sayso, careful, live(42, title="Our story", content="<p>Ours.</p>"))
    colleague.edit(wordpress, "pages/42", title="Marta's words")
    former = wordpress.read("pages", 42)
    undo = begun(sayso, run)
    assert carried_out(sayso, undo, [1], over=(1,)) == ["exactly"]
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"
    assert carried_out(sayso, begun_again(sayso, undo)) == ["exactly"]
    now = wordpress.read("pages", 42)
    assert [now[name]["raw"] for name in ("title", "content")] == [
        former[name]["raw"] for name in ("title", "content")
    ]
    assert now["title"]["raw"] == "Marta's words"


@pytest.mark.parametrize("chosen", [[], [1, 2, 3], [4], [2]])
def test_only_what_is_possible_can_be_said_yes_to(
    sayso: Installed, careful: Agent, wordpress: SampleSite, chosen: list[int]
) -> None:
    let_write_live(sayso)
    run = applied(sayso, careful, bin_page(311), live(42, title="One"), live(42, title="Two"))
    colleague.edit(wordpress, "pages/311", status="publish", title="Team 2")
    undo = begun(sayso, run)
    wordpress.requests.clear()
    with pytest.raises(Refusal) as refused:
        start(sayso, undo, chosen)
    assert (
        refused.value.message
        == {
            (): "Nothing was chosen, so nothing was taken back.",
            (1, 2, 3): f"Change 3 can not be taken back: {parts(sayso, undo)[2].why_not} Nothing was taken back.",
            (4,): "There is no change 4 to take back. Nothing was taken back.",
            (2,): "Change 2 goes together with change 1, which is left out. Nothing was taken back.",
        }[tuple(chosen)]
    )
    assert wordpress.requests.writes() == []
    assert seen(sayso, undo).row.asked_at is None


@pytest.mark.parametrize(("edited", "over"), [(True, ()), (False, (1,))])
def test_going_over_what_was_edited_is_said_and_nothing_else_is(
    sayso: Installed, careful: Agent, wordpress: SampleSite, edited: bool, over: tuple[int, ...]
) -> None:
    undo_of = applied(sayso, careful, tagline("New"))
    if edited:
        wordpress.change("settings", description="A person's own words")
    undo = begun(sayso, undo_of)
    with pytest.raises(Refusal, match="was edited since, and that was not" if edited else "was not edited since"):
        start(sayso, undo, [1], over)


def test_two_steps_on_one_page_come_back_one_after_the_other(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    let_write_live(sayso)
    run = applied(sayso, careful, live(42, title="One"), live(42, title="Two", content="<p>Two.</p>"))
    undo = begun(sayso, run)
    newer, older = parts(sayso, undo)
    told = [(newer.afters, list(newer.edited)), (older.afters, list(older.edited))]
    assert told == [([], []), ([1], [])]
    assert changes(older) == [("title", "One", "About")]
    assert carried_out(sayso, undo) == ["exactly", "exactly"]
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"


def test_a_step_below_one_that_is_left_out_is_left_out_with_it(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    let_write_live(sayso)
    run = applied(sayso, careful, live(42, title="One"), live(42, title="Two"))
    colleague.edit(wordpress, "pages/42", title="Marta's words")
    undo = begun(sayso, run)
    newer, older = parts(sayso, undo)
    assert [list(newer.edited), list(older.edited), older.afters] == [["Title"], [], [1]]
    assert ticked(sayso, undo) == []
    assert carried_out(sayso, undo, [1, 2], over=(1,)) == ["exactly", "exactly"]
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"


def test_a_change_and_the_delete_after_it_come_back_although_the_first_can_be_read_only_then(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    let_write_live(sayso)
    run = applied(sayso, careful, live(311, title="Crew"), bin_page(311))
    undo = begun(sayso, run)
    older = parts(sayso, undo)[1]
    assert (older.afters, older.why_not, changes(older)) == ([1], None, [("title", "Crew", "Team")])
    assert older.note.startswith("What exactly it changes can be read only after that")
    assert carried_out(sayso, undo) == ["exactly", "exactly"]
    assert wordpress.read("pages", 311)["title"]["raw"] == "Team"


def test_links_made_again_get_new_ids_and_that_keeps_no_later_one_from_coming_back(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, link("Shop"), link("Jobs"))
    undo = begun(sayso, run)
    assert carried_out(sayso, undo) == ["exactly", "exactly"]
    assert carried_out(sayso, begun_again(sayso, undo)) == ["exactly", "exactly"]
    assert [item["title"] for item in wordpress.wp.store.list("menu-items")][-2:] == ["Shop", "Jobs"]


def test_what_changed_between_the_look_and_the_yes_is_not_gone_over(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, tagline("New"), link("Shop"))
    undo = begun(sayso, run)
    wordpress.change("settings", description="A person's own words")
    assert carried_out(sayso, undo) == ["exactly", "failed"]
    assert said(sayso, undo)[1] == "Changed again since then: Tagline."
    assert wordpress.read("settings")["description"] == "A person's own words"


def test_what_was_edited_once_more_since_it_was_shown_is_not_gone_over(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, tagline("New"))
    wordpress.change("settings", description="A person's own words")
    undo = begun(sayso, run)
    wordpress.change("settings", description="And other words")
    assert carried_out(sayso, undo, [1], over=(1,)) == ["failed"]
    assert said(sayso, undo) == ["It changed since you looked, so nothing was written."]
    assert wordpress.read("settings")["description"] == "And other words"


def test_a_yes_to_what_another_window_saw_otherwise_takes_nothing_back(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, tagline("New"))
    undo = begun(sayso, run)
    first = seen(sayso, undo).row.digest
    assert seen(sayso, looked(sayso, undo)).row.digest == first
    wordpress.change("settings", description="A person's own words")
    looked(sayso, undo)
    with pytest.raises(Refusal, match="The site changed since this was shown") as refused:
        undos.start(sayso.desk, sayso.owner, undo, first, [1], ())
    assert refused.value.code == "respira_plan_changed"


def test_nobody_says_yes_to_what_was_not_shown(sayso: Installed, careful: Agent) -> None:
    undo = undos.begin_for_run(sayso.desk, sayso.owner, applied(sayso, careful, tagline("New")))
    assert [(part.effect, changes(part), part.ticked) for part in parts(sayso, undo)] == [
        ("Undo this change: Change the setting Tagline (description).", [], False)
    ]
    with pytest.raises(Refusal) as refused:
        undos.start(sayso.desk, sayso.owner, undo, "", [1], ())
    assert refused.value.code == "respira_plan_changed"


def test_one_write_is_taken_back_and_again_and_again(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    applied(sayso, careful, tagline("New"))
    undo = looked(sayso, undos.begin_for_snapshot(sayso.desk, sayso.owner, snapshots(sayso)[0].uuid))
    assert carried_out(sayso, undo) == ["exactly"]
    for words in ("New", JOINERY, "New", JOINERY):
        undo = begun_again(sayso, undo)
        assert carried_out(sayso, undo) == ["exactly"]
        assert wordpress.read("settings")["description"] == words
    with pytest.raises(Refusal, match="This snapshot was restored already"):
        undos.begin_for_snapshot(sayso.desk, sayso.owner, snapshots(sayso)[0].uuid)


def test_an_undo_that_nobody_said_yes_to_is_begun_once_and_forgotten_after_a_day(
    sayso: Installed, careful: Agent
) -> None:
    run = applied(sayso, careful, tagline("New"), link("Shop"))
    undo = undos.begin_for_run(sayso.desk, sayso.owner, run)
    one = undos.begin_for_snapshot(sayso.desk, sayso.owner, snapshots(sayso)[0].uuid)
    assert undos.begin_for_run(sayso.desk, sayso.owner, run) == undo
    assert undos.begin_for_snapshot(sayso.desk, sayso.owner, snapshots(sayso)[0].uuid) == one
    carried_out(sayso, looked(sayso, one))
    other = undos.begin_for_run(sayso.desk, sayso.owner, run)
    assert other != undo
    later = clock.now() + timedelta(hours=25)
    sweeping.sweep(sayso.with_clock(lambda: later).desk)
    with sayso.desk.reading() as session:
        assert session.scalars(select(Undo.public_id)).all() == [one]


def test_somebody_elses_undo_is_not_there(sayso: Installed, careful: Agent) -> None:
    from webapp.core import people

    run = applied(sayso, careful, tagline("New"))
    undo = begun(sayso, run)
    stranger = people.add(sayso.desk, "sam@example.com", "Sam")
    for act in (
        lambda: undos.look(sayso.desk, stranger, undo),
        lambda: undos.begin_for_run(sayso.desk, stranger, run),
        lambda: undos.begin_for_undo(sayso.desk, stranger, undo),
        lambda: undos.ask_to_stop(sayso.desk, stranger, undo),
        lambda: undos.start(sayso.desk, stranger, undo, seen(sayso, undo).row.digest, [1], ()),
    ):
        with pytest.raises(Refusal) as refused:
            act()
        assert refused.value.code == "respira_not_found"


def test_a_person_takes_back_also_while_the_site_is_paused_but_not_while_it_is_disconnected(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    run = applied(sayso, careful, tagline("New"), link("Shop"))
    on_site(sayso, paused_at=clock.now())
    undo = begun(sayso, run)
    assert carried_out(sayso, undo, [1]) == ["exactly", "left_out"]
    rest = begun(sayso, run)
    on_site(sayso, disconnected_at=clock.now())
    assert carried_out(sayso, rest) == ["failed"]
    assert wordpress.read("settings")["description"] == "New"


def test_an_apply_waits_for_no_undo_that_nobody_said_yes_to(sayso: Installed, agent: Agent) -> None:
    plan(agent, tagline("New"))
    receipt = agent.call("apply_plan")
    undos.begin_for_run(sayso.desk, sayso.owner, receipt["review"]["job_id"])
    plan(agent, tagline("Newer"))
    assert agent.call("apply_plan")["applied"] == 1


def test_what_an_agent_changed_later_is_named_beside_what_it_keeps_from_coming_back(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    first = applied(sayso, careful, tagline("One"))
    applied(sayso, careful, tagline("Two"))
    only = parts(sayso, begun(sayso, first))[0]
    assert list(only.edited) == ["Tagline"]
    assert only.note == ("The same thing was changed through Sayso later: Change the setting Tagline (description).")


def test_where_the_newer_can_not_come_back_the_older_stays_with_it(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    let_write_live(sayso)
    run = applied(sayso, careful, live(42, title="One"), live(42, title="Two"))
    with sayso.desk.writing() as session:
        newest = session.scalars(select(Snapshot).order_by(Snapshot.id.desc())).first()
        assert newest is not None
        newest.restorable = False
    undo = begun(sayso, run)
    assert [part.why_not for part in parts(sayso, undo)] == [
        "What this took away could not be kept, so it can not be brought back. "
        "Bring it back by hand, such as from a backup of the site.",
        "Change 1, which came later on the same thing, can not be taken back, so this stays.",
    ]
    assert ticked(sayso, undo) == []


def test_a_copy_of_an_earlier_run_that_was_approved_is_taken_back_by_its_approval_alone(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    first = applied(sayso, careful, title(42, "Our story"))
    second = applied(sayso, careful, text(42, "<p>New.</p>"))
    approve_all(sayso)
    only = parts(sayso, begun(sayso, second))[0]
    assert only.why_not == (
        "The copy that this changed was approved since. Undo the approval instead, on the page of the copy."
    )
    assert carried_out(sayso, begun(sayso, first)) == ["exactly"]
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"
    with pytest.raises(Refusal, match="All of it is taken back already"):
        undos.begin_for_run(sayso.desk, sayso.owner, second)


def test_a_write_outside_of_a_plan_is_taken_back_and_whoever_edited_it_since_is_named(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    let_write_live(sayso)
    tool, arguments = live(42, title="One")
    uuid = agent.call(tool, **arguments)["snapshot_uuid"]
    colleague.edit(wordpress, "pages/42", title="Marta's words")
    undo = looked(sayso, undos.begin_for_snapshot(sayso.desk, sayso.owner, uuid))
    only = parts(sayso, undo)[0]
    assert (only.step, list(only.edited), only.by and only.by["who"]) == (None, ["Title"], colleague.NAME)
    assert carried_out(sayso, undo, [1], over=(1,)) == ["exactly"]
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"
