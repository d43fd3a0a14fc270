"""Around every run, undo and approval, the public pages are looked at as visitors see them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tests.core.acts import Receipt, bin_page, on_site, plan, tagline, text, title
from tests.installed import Agent, Installed
from webapp.core import applying, copies, public_pages, sights, undo_views, undos
from webapp.core.public_pages import Write
from webapp.data import Copy, Run, Sight, Undo
from webapp.sample_site import SampleSite, misbehaviour

Finding = dict[str, Any]


def newest_run(sayso: Installed) -> Run:
    sayso.workers.finish()
    with sayso.desk.reading() as session:
        return session.scalars(select(Run).order_by(Run.id.desc())).first() or pytest.fail("nothing ran")


def of_run(sayso: Installed, site: SampleSite) -> dict[str, Sight]:
    """What was seen around the newest run, by path."""
    run = newest_run(sayso)
    with sayso.desk.reading() as session:
        return {row.address.removeprefix(site.url): row for row in sights.of_run(session, run.id)}


def found(rows: dict[str, Sight]) -> dict[str, list[str]]:
    return {path: [f"{one['what']}{'!' if one['grave'] else ''}" for one in row.found] for path, row in rows.items()}


def visits(site: SampleSite) -> list[str]:
    return [entry.path for entry in site.requests if not entry.route]


def applied(agent: Agent, *calls: tuple[str, dict[str, Any]]) -> Receipt:
    plan(agent, *calls)
    return agent.call("apply_plan")


def live(page: int, **fields: Any) -> tuple[str, dict[str, Any]]:
    """A write to the live page at once."""
    return "update_page", {"id": page, "edit_target": "live", **fields}


@pytest.fixture
def direct(sayso: Installed) -> None:
    """The site's owner lets agents edit live items."""
    on_site(sayso, direct_editing=True)


@pytest.mark.usefixtures("direct")
def test_pages_that_a_run_changes_are_seen_before_and_after_it_and_the_front_page_with_them(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    applied(agent, live(42, title="About us"), tagline("New words"))
    rows = of_run(sayso, wordpress)
    assert found(rows) == {"/about/": [], "/": []}
    about = rows["/about/"]
    assert about.before is not None
    assert about.after is not None
    assert (about.before["title"], about.after["title"]) == ("About – Harbour & Grain", "About us – Harbour & Grain")
    assert (about.before["status"], about.after["status"]) == (200, 200)
    assert [len(row.about) for row in rows.values()] == [1, 0]
    assert newest_run(sayso).looked_at is not None
    assert sorted(visits(wordpress)) == ["/", "/", "/about/", "/about/"]
    assert {entry.had_authorization for entry in wordpress.requests if not entry.route} == {False}


def test_a_run_that_lands_on_copies_only_has_no_page_looked_at(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    applied(agent, title(42, "About us"), text(44, "<p>New</p>"))
    assert of_run(sayso, wordpress) == {}
    assert visits(wordpress) == []
    assert newest_run(sayso).looked_at is not None


@pytest.mark.usefixtures("direct")
def test_a_page_that_a_step_breaks_is_noticed_and_the_pages_it_does_not_break_are_not_blamed(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    wordpress.misbehave(misbehaviour.BROKEN_GALLERY)
    receipt = applied(agent, live(42, content="<p>[broken-gallery]</p>"), live(44, title="Harbour"))
    rows = of_run(sayso, wordpress)
    assert found(rows) == {"/about/": ["fatal!"], "/services/": [], "/": []}
    about = rows["/about/"].after
    assert about is not None
    assert (about["status"], about["fatal"]) == (500, "critical_error")
    assert receipt["applied"] == 2
    assert "sights" not in receipt


def test_a_setting_that_breaks_the_site_breaks_its_front_page_and_what_was_so_before_is_not_grave(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    wordpress.misbehave(misbehaviour.BROKEN_GALLERY)
    applied(agent, tagline("[broken-gallery]"))
    assert found(of_run(sayso, wordpress)) == {"/": ["fatal!"]}
    applied(agent, tagline("Still a [broken-gallery]"))
    rows = of_run(sayso, wordpress)
    assert rows["/"].found == [{"what": "fatal", "grave": False, "before": True}]
    applied(agent, tagline("Words"))
    assert found(of_run(sayso, wordpress)) == {"/": ["mended"]}


def test_a_site_that_does_not_answer_programs_any_more_is_told_so(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    wordpress.misbehave(misbehaviour.GoDown(), method="POST", path="/wp/v2/settings")
    applied(agent, tagline("The last words"))
    rows = of_run(sayso, wordpress)
    assert found(rows) == {"/": ["rest_gone!", "no_answer!"]}
    after = rows["/"].after
    assert after == {"trouble": "It closed the connection without a whole answer."}


def test_a_page_that_was_binned_is_gone_as_wanted_and_its_undo_brings_it_back(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    applied(agent, bin_page(42))
    assert found(of_run(sayso, wordpress)) == {"/about/": ["gone_as_wanted"], "/": []}
    undo = undone(sayso, newest_run(sayso).public_id)
    assert found(of_undo(sayso, wordpress, undo)) == {"/about/": ["public_now"], "/": []}
    again = undone(sayso, undo.public_id, undos.begin_for_undo)
    assert found(of_undo(sayso, wordpress, again)) == {"/about/": ["gone_as_wanted"], "/": []}


def test_the_site_is_looked_at_too_after_the_undo_of_a_link_that_stands_for_a_page(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    applied(agent, ("create_menu_item", {"menu_id": 3, "title": "Us", "object_type": "page", "object_id": 42}))
    undo = undone(sayso, newest_run(sayso).public_id)
    assert found(of_undo(sayso, wordpress, undo)) == {"/": []}


@pytest.mark.usefixtures("direct")
def test_a_page_that_a_step_broke_is_seen_to_be_mended_by_the_undo(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    wordpress.misbehave(misbehaviour.BROKEN_GALLERY)
    applied(agent, live(42, content="<p>[broken-gallery]</p>"))
    undo = undone(sayso, newest_run(sayso).public_id)
    assert found(of_undo(sayso, wordpress, undo)) == {"/about/": ["mended"], "/": []}


@pytest.mark.usefixtures("direct")
def test_what_a_run_publishes_is_looked_at_where_it_is_then_and_is_gone_as_wanted_after_its_undo(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    made = "create_page", {"title": "Fresh", "content": "<p>Hello</p>", "status": "publish", "edit_target": "live"}
    applied(agent, made)
    rows = of_run(sayso, wordpress)
    assert found(rows) == {"/": [], "/fresh/": []}
    assert rows["/fresh/"].before is None
    undo = undone(sayso, newest_run(sayso).public_id)
    assert found(of_undo(sayso, wordpress, undo)) == {"/fresh/": ["gone_as_wanted"], "/": []}


@pytest.mark.usefixtures("direct")
def test_a_page_that_gets_another_address_is_looked_at_at_both(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    applied(agent, live(42, slug="who-we-are"))
    rows = found(of_run(sayso, wordpress))
    assert set(rows) == {"/about/", "/", "/who-we-are/"}
    assert rows["/who-we-are/"] == []
    assert "not_found!" not in rows["/about/"]


def test_a_copy_that_is_approved_is_looked_at_too(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    wordpress.misbehave(misbehaviour.BROKEN_GALLERY)
    applied(agent, text(42, "<p>[broken-gallery]</p>"))
    sayso.workers.finish()
    with sayso.desk.reading() as session:
        copy = session.scalars(select(Copy)).one()
    comparison = copies.compare(sayso.desk, copy, sayso.site)
    copies.approve(sayso.desk, sayso.owner, copy, sayso.site, copies.digest_of(comparison))
    with sayso.desk.reading() as session:
        rows = {row.address.removeprefix(wordpress.url): row for row in sights.of_copy(session, copy.id)}
    assert found(rows) == {"/about/": ["fatal!"], "/": []}


def test_at_most_twelve_pages_are_looked_at_and_the_front_page_is_one_of_them(sayso: Installed) -> None:
    home = sayso.site.url
    writes = [Write(f"step_{number}", "page", (f"{home}/page-{number}/",), {}, {}) for number in range(14)]
    elsewhere = Write("step_x", "page", ("https://elsewhere.example/", f"{home}/?sayso=1"), {}, {})
    pages = list(public_pages.shown_on(sayso.site, [elsewhere, *writes]))
    assert pages == [f"{home}/?sayso=1", *(f"{home}/page-{number}/" for number in range(10)), f"{home}/"]
    front = Write("step_f", "page", (f"{home}", f"{home}/"), {}, {})
    assert list(public_pages.shown_on(sayso.site, [front])) == [f"{home}/"]
    assert public_pages.shown_on(sayso.site, []) == {}


def test_a_run_that_goes_on_after_a_crash_is_not_looked_at_a_second_time(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    applied(agent, tagline("New words"))
    run = newest_run(sayso)
    wordpress.requests.clear()
    sights.before_run(sayso.desk, run)
    assert list(wordpress.requests) == []
    run.started_at = None
    sights.before_run(sayso.desk, run)
    assert list(wordpress.requests) == []
    with sayso.desk.reading() as session:
        assert len(sights.of_run(session, run.id)) == 1


def test_whatever_goes_wrong_with_looking_the_run_ends_as_it_would(
    sayso: Installed, agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: Any, **_named: Any) -> None:
        raise RuntimeError("no eyes")

    monkeypatch.setattr(sights.visiting, "look", broken)
    assert applied(agent, tagline("New words"))["applied"] == 1
    assert newest_run(sayso).looked_at is None


def test_what_finished_and_was_not_looked_at_is_overdue_from_a_minute_to_an_hour_after(
    sayso: Installed, agent: Agent
) -> None:
    applied(agent, tagline("New words"))
    run = newest_run(sayso)
    assert run.finished_at is not None
    with sayso.desk.writing() as session:
        session.get_one(Run, run.id).looked_at = None

    def at(minutes: float) -> list[str]:
        assert run.finished_at is not None
        then = run.finished_at + timedelta(minutes=minutes)
        return sights.overdue(sayso.with_clock(lambda: then).desk)

    assert [at(0.5), at(2), at(59), at(61)] == [[], [run.public_id], [run.public_id], []]
    sights.after_run(sayso.desk, run.public_id)
    assert at(2) == []
    undo = undone(sayso, run.public_id)
    with sayso.desk.writing() as session:
        for row in sights.of_undo(session, undo.id):
            session.get_one(Sight, row.id).looked_at = None
    assert at(2) == [undo.public_id]
    sights.after_undo(sayso.desk, undo.public_id)
    assert at(2) == []


def test_nobody_else_can_take_a_run_while_its_pages_are_looked_at(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    applied(agent, tagline("New words"))
    assert not applying.carry_out(sayso.desk, newest_run(sayso).public_id, "somebody else")


def undone(sayso: Installed, public_id: str, begin: Callable[..., str] = undos.begin_for_run) -> Undo:
    """Take a run or an undo back whole."""
    undo_id = begin(sayso.desk, sayso.owner, public_id)
    undos.look(sayso.desk, sayso.owner, undo_id)
    with sayso.desk.reading() as session:
        view = undo_views.of_undo(session, sayso.desk, sayso.owner.id, undo_id)
    chosen = [part.row.position for part in view.parts]
    undos.start(sayso.desk, sayso.owner, undo_id, view.row.digest, chosen, [])
    sayso.workers.finish()
    with sayso.desk.reading() as session:
        return session.scalars(select(Undo).where(Undo.public_id == undo_id)).one()


def of_undo(sayso: Installed, site: SampleSite, undo: Undo) -> dict[str, Sight]:
    with sayso.desk.reading() as session:
        return {row.address.removeprefix(site.url): row for row in sights.of_undo(session, undo.id)}
