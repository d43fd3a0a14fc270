"""Promises of what a receipt says of the public pages: calm where all is well, red with the undo where it is not."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tests.core.acts import on_site
from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply
from webapp.core import people
from webapp.core.desk import Desk
from webapp.data import Mode, Run, Sight, Step
from webapp.sample_site import SampleSite, misbehaviour

Call = tuple[str, dict[str, Any]]
Applied = Callable[..., str]
BREAKING = "<p>[broken-gallery]</p>"
DOWN = misbehaviour.AnswerInstead(500, '{"code":"db_error","message":"Down.","data":{"status":500}}')


def live(page: int, **fields: Any) -> Call:
    return "update_page", {"id": page, "edit_target": "live", **fields}


def tagline(words: str) -> Call:
    return "update_option", {"option": "description", "value": words}


@pytest.fixture
def agent(place: Installed, sample: SampleSite) -> Agent:
    on_site(place, direct_editing=True)
    sample.misbehave(misbehaviour.BROKEN_GALLERY)
    return place.agent(Mode.BROWSER)


@pytest.fixture
def applied(window: Browser, place: Installed, agent: Agent) -> Applied:
    def apply(*calls: Call) -> str:
        """Let the agent plan writes and the owner apply them; return the address of the receipt."""
        plan = str(agent.call("begin_session", mode="plan")["session_id"])
        for tool, arguments in calls:
            agent.call(tool, **arguments)
        address = accept_and_apply(window, place.desk, plan)
        place.workers.finish()
        return address

    return apply


def whole(window: Browser, address: str) -> str:
    """The whole page, as text without its tags."""
    page = window.get(address).get_data(as_text=True)
    return " ".join(re.sub(r"\s+([.,])", r"\1", re.sub(r"<[^>]+>", " ", page)).split())


def shown(window: Browser, address: str) -> str:
    """The part about what visitors see, as text without its tags."""
    part = section(window, address)
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def section(window: Browser, address: str) -> str:
    page = window.get(address).get_data(as_text=True)
    found = re.search(r'<section class="sights.*?</section>', page, re.DOTALL)
    return found[0] if found else ""


def test_pages_that_look_as_before_are_one_calm_line_that_unfolds(
    window: Browser, sample: SampleSite, applied: Applied
) -> None:
    run = applied(live(42, title="About us"), tagline("New words"))
    part = section(window, run)
    assert 'class="sights sights--fine"' in part
    text = shown(window, run)
    assert "2 public pages look sound to visitors. Looked at just now" in text
    assert f"{sample.url}/about/ step 1 Nothing is broken there." in text
    assert "hx-get" not in part
    assert "<details" in part
    assert "Undo this run" not in part


def test_a_run_that_lands_on_copies_says_nothing_of_visitors(window: Browser, applied: Applied) -> None:
    assert (
        section(window, applied(("update_page", {"id": 42, "title": "Our story", "edit_target": "duplicate"}))) == ""
    )


def test_pages_that_are_gone_or_back_as_they_were_to_be_are_calm_too(
    window: Browser, sample: SampleSite, applied: Applied, place: Installed
) -> None:
    run = applied(("delete_page", {"id": 42}))
    assert "1 public page looks sound to visitors, 1 is as it was to be. Looked at" in shown(window, run)
    assert f"{sample.url}/about/ step 1 It is gone, as it was to be." in shown(window, run)
    assert "Visitors see it now." in shown(window, undone(window, place, run))


def test_a_broken_page_stands_in_a_red_box_with_the_undo(
    window: Browser, sample: SampleSite, applied: Applied
) -> None:
    run = applied(live(42, content=BREAKING), live(44, title="What we do"))
    part, text = section(window, run), shown(window, run)
    assert 'class="sights sights--grave"' in part
    assert "1 public page is broken for visitors" in text
    words = "It shows WordPress’s message of a critical error in its place."
    assert f"{sample.url}/about/ step 1 {words}" in text
    assert f'<form method="post" action="{run}/undos"' in part
    assert "Undo this run" in text
    assert "2 other pages looked at" in text
    assert "so no button here can undo this" not in text


def test_after_the_undo_the_box_is_calm_and_says_what_was(
    window: Browser, applied: Applied, place: Installed
) -> None:
    run = applied(live(42, content=BREAKING))
    undo = undone(window, place, run)
    assert "1 public page looks sound to visitors, 1 answers visitors again. Looked at" in shown(window, undo)
    assert "It answers visitors again; before, it did not." in shown(window, undo)
    part, text = section(window, run), shown(window, run)
    assert 'class="sights sights--mended"' in part
    assert "Right after this run 1 public page was broken for visitors. It was undone since." in text
    assert "Undo this run" not in text


def test_an_undo_that_brings_nothing_back_leaves_the_red_box_and_its_undo(
    window: Browser, sample: SampleSite, applied: Applied, place: Installed
) -> None:
    run = applied(live(42, content=BREAKING), live(44, title="What we do"))
    sample.misbehave(DOWN, method="POST")
    undone(window, place, run)
    part, text = section(window, run), shown(window, run)
    assert 'class="sights sights--grave"' in part
    assert "1 public page is broken for visitors" in text
    assert "Undo this run" in text
    assert "undone since" not in text
    assert "An undo brought nothing back just now. See how that went" in whole(window, run)


def test_an_undo_of_the_other_step_alone_leaves_the_red_box(
    window: Browser, applied: Applied, place: Installed
) -> None:
    run = applied(live(42, content=BREAKING), live(44, title="What we do"))
    undone(window, place, run, only=["1"])
    text = shown(window, run)
    assert "1 public page is broken for visitors" in text
    assert "Undo what is left" in text
    assert "1 of 2 changes was undone just now. See how that went" in whole(window, run)


def test_an_undo_that_was_taken_back_itself_leaves_the_red_box(
    window: Browser, applied: Applied, place: Installed
) -> None:
    run = applied(live(42, content=BREAKING))
    undo = undone(window, place, run)
    undone(window, place, undo)
    assert 'class="sights sights--grave"' in section(window, run)
    assert "Undo this run" in shown(window, run)
    assert "An undo, which was taken back itself since, ran just now. See how that went" in whole(window, run)


def test_of_two_broken_pages_the_one_that_was_taken_back_is_not_counted_any_more(
    window: Browser, applied: Applied, place: Installed
) -> None:
    run = applied(live(42, content=BREAKING), live(44, content=BREAKING))
    assert "2 public pages are broken for visitors" in shown(window, run)
    undone(window, place, run, only=["1"])
    text = shown(window, run)
    assert "1 public page is broken for visitors" in text
    assert "It was undone since." in text


def test_a_page_that_a_later_look_found_whole_is_not_called_undone(
    window: Browser, sample: SampleSite, applied: Applied, place: Installed
) -> None:
    run = applied(live(42, content=BREAKING), live(44, title="What we do"))
    sample.change("pages", 42, content="Mended by hand")
    undone(window, place, run, only=["1"])
    assert "1 public page is broken for visitors" in shown(window, run)
    sample.misbehave(DOWN, method="POST")
    undone(window, place, run, only=["1"], over=["1"])
    text = shown(window, run)
    assert "Right after this run 1 public page was broken for visitors. A later look found no more of this." in text


def test_an_undo_that_broke_a_page_keeps_its_button_while_nobody_said_yes_to_taking_it_back(
    window: Browser, applied: Applied, place: Installed
) -> None:
    run = applied(live(42, content=BREAKING))
    again = undone(window, place, undone(window, place, run))
    assert "Take this back" in shown(window, again)
    window.post(f"{again}/undos")
    assert "Take this back" in shown(window, again)


def test_a_site_that_answers_nobody_gets_steps_by_hand_and_no_button_that_can_not_work(
    window: Browser, sample: SampleSite, applied: Applied
) -> None:
    sample.misbehave(misbehaviour.GoDown(), method="POST", path="/wp/v2/settings")
    run = applied(live(42, title="About us"), tagline("Last words"))
    text = shown(window, run)
    assert "The site does not answer Sayso any more either, so no button here can undo this." in text
    assert "Step 2: Change the setting Tagline (description)." in text
    assert "In the dashboard, under Settings, set it back to: Joinery on the waterfront" in text
    assert "In the dashboard, open the page, then Revisions" in text
    assert "opens the dashboard in recovery mode" in text
    assert "ask your host to bring back the last backup" in text
    assert f'action="{run}/undos"' not in section(window, run)
    assert "Undo this run" not in text


def test_below_the_steps_by_hand_nothing_is_offered_that_the_silent_site_can_not_do(
    window: Browser, sample: SampleSite, applied: Applied
) -> None:
    sample.misbehave(misbehaviour.GoDown(), method="POST", path="/wp/v2/settings")
    run = applied(live(42, title="About us"), tagline("Last words"), live(44, title="What we do"))
    page = window.get(run).get_data(as_text=True)
    for offered in ("Undo the whole run", "Undo this step", "Try again", f'action="{run}/continuation"'):
        assert offered not in page
    assert "“Look at the pages again” offers here what can be undone." in page
    assert "The site does not answer Sayso, so nothing can run on it now." in page
    undo = window.post(f"{run}/undos").headers["Location"]
    refused = window.post(f"{undo}/look")
    assert refused.status_code == 502
    for shown_there in (window.get(undo), refused):
        assert f'<a href="{run}#sights">what you can do by hand</a>' in shown_there.get_data(as_text=True)


def test_a_plugin_that_took_the_site_down_is_named_by_its_folder(
    window: Browser, sample: SampleSite, applied: Applied
) -> None:
    sample.misbehave(misbehaviour.GoDown(), method="POST", path="/wp/v2/plugins")
    run = applied(("activate_plugin", {"slug": "akismet"}))
    text = shown(window, run)
    assert "With your host’s file manager, or by FTP, put “-off” behind the name" in text
    assert "wp-content/plugins/akismet " in text


def test_looking_again_is_a_form_and_tells_what_there_is_now(
    window: Browser, sample: SampleSite, applied: Applied
) -> None:
    run = applied(live(42, content=BREAKING))
    sample.change("pages", 42, content="<p>Mended by hand</p>")
    sample.requests.clear()
    assert "1 public page is broken" in shown(window, run)
    assert list(sample.requests) == []
    again = window.post(f"{run}/sights")
    assert (again.status_code, again.headers["Location"]) == (303, run)
    assert "2 public pages look sound to visitors" in shown(window, run)
    part = window.post(f"{run}/sights", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert 'hx-swap-oob="outerMorph"' in part
    assert "<html" not in part


def test_while_nobody_has_looked_the_part_asks_again_and_there_is_a_link_without_scripts(
    window: Browser, desk: Desk, applied: Applied
) -> None:
    run = applied(tagline("New words"))
    _forget_the_look(desk)
    page = window.get(run).get_data(as_text=True)
    part = window.get(f"{run}/sights").get_data(as_text=True)
    for told in (page, part):
        assert "The public pages are being looked at." in told
        assert f'hx-get="{run}/sights" hx-trigger="every 1s"' in told
        assert f'<a href="{run}">See whether they were looked at by now</a>' in told


def test_an_hour_later_nobody_is_waited_for_and_a_person_may_look(
    window: Browser, desk: Desk, applied: Applied
) -> None:
    run = applied(tagline("New words"))
    _forget_the_look(desk)
    with desk.writing() as session:
        row = session.scalars(select(Run)).one()
        assert row.finished_at is not None
        row.finished_at -= timedelta(minutes=61)
    text = shown(window, run)
    assert "Nobody looked at the public pages afterwards." in text
    assert "Look at the pages now" in text
    assert "hx-get" not in section(window, run)
    window.post(f"{run}/sights")
    assert "1 public page looks sound to visitors" in shown(window, run)


def test_what_a_page_says_of_itself_is_shown_as_text(
    window: Browser, sample: SampleSite, desk: Desk, applied: Applied
) -> None:
    run = applied(live(42, title="About us"))
    evil = '"><script>alert(1)</script>\u202e'
    with desk.writing() as session:
        row = session.scalars(select(Sight).order_by(Sight.id)).first()
        assert row is not None
        row.address = f"javascript:{evil}"
        row.before, row.after = {**(row.before or {}), "title": "Old"}, {**(row.after or {}), "title": evil}
        row.found = [{"what": "title", "grave": False}, {"what": "led_away", "grave": True}]
    part = section(window, run)
    assert "<script>" not in part
    assert "\u202e" not in part
    assert "javascript:" not in re.sub(r"<bdi>.*?</bdi>", "", part, flags=re.DOTALL)
    assert "&lt;script&gt;" in part


def test_what_only_looks_different_is_worth_a_look_and_stands_beside_what_is_broken(
    window: Browser, desk: Desk, applied: Applied
) -> None:
    run = applied(live(42, title="About us"))
    with desk.writing() as session:
        about, front = session.scalars(select(Sight).order_by(Sight.id))
        about.before, about.after = {"status": 200, "title": "Old"}, {"status": 200, "title": "New"}
        about.found = [{"what": "title", "grave": False}, {"what": "smaller", "grave": False}]
    text = shown(window, run)
    assert "1 public page is worth a look. Looked at" in text
    assert "Its title changed, though nothing here was to change it: now New , before Old ." in text
    assert "It is less than half as long as before." in text
    assert "1 other page looked at" in text
    assert "Undo this run" not in text
    with desk.writing() as session:
        session.get_one(Sight, front.id).found = [{"what": "empty", "grave": True}]
    text = shown(window, run)
    assert "1 public page is broken for visitors" in text
    assert text.count("Its title changed") == 1
    assert text.index("It is empty.") < text.index("Its title changed")


def test_somebody_elses_run_tells_nothing_of_its_pages(app: Any, desk: Desk, applied: Applied) -> None:
    run = applied(tagline("New words"))
    people.add(desk, "vic@example.com", "Vic Visitor")
    vic = signed_in(app, desk, "vic@example.com")
    assert vic.get(f"{run}/sights").status_code == 404
    assert vic.post(f"{run}/sights").status_code == 404


def test_a_copy_that_breaks_its_page_offers_to_take_the_approval_back(
    window: Browser, desk: Desk, sample: SampleSite, applied: Applied
) -> None:
    applied(("update_page", {"id": 42, "content": BREAKING, "edit_target": "duplicate"}))
    with desk.reading() as session:
        assert session.scalars(select(Step.status)).one() == "applied"
    copy = re.search(r'href="(/copies/copy_\w+)"', window.get("/copies").get_data(as_text=True))
    assert copy is not None
    compared = window.post(f"{copy[1]}/comparison").get_data(as_text=True)
    digest = re.search(r'name="digest" value="([^"]+)"', compared)
    assert digest is not None
    window.post(f"{copy[1]}/decision", {"verdict": "approve", "digest": digest[1]})
    part = section(window, copy[1])
    assert 'class="sights sights--grave"' in part
    assert "Take the approval back" in part
    sample.change("pages", 42, content="<p>Mended by hand</p>")
    assert window.post(f"{copy[1]}/sights").headers["Location"] == copy[1]
    assert "2 public pages look sound to visitors" in shown(window, copy[1])


def _forget_the_look(desk: Desk) -> None:
    with desk.writing() as session:
        session.scalars(select(Run)).one().looked_at = None
        for row in session.scalars(select(Sight)):
            row.after, row.found, row.looked_at = None, [], None


def undone(
    window: Browser, place: Installed, run: str, only: list[str] | None = None, over: list[str] | None = None
) -> str:
    """Take a run or an undo back as a person does, or some parts of it, and return the address of the undo."""
    undo = window.post(f"{run}/undos").headers["Location"].partition("?")[0]
    window.post(f"{undo}/look")
    page = window.get(undo).get_data(as_text=True)
    digest = re.search(r'name="digest" value="([^"]+)"', page)
    assert digest is not None
    parts = re.findall(r'name="part" value="(\d+)"', page)
    window.post(f"{undo}/runs", {"digest": digest[1], "part": only or parts, "over": over or []})
    place.workers.finish()
    return undo
