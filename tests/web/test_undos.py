"""Promises of the pages of undos: shown before anything is changed, said yes to as shown, told as it went."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from sqlalchemy import func, select

from tests import colleague
from tests.core.acts import on_site
from tests.core.undo_acts import approve_all
from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply, steps_of
from tests.web.undoing import Fields, begun, looked, restores, said_yes, taken_back, yes_form
from webapp.core import people
from webapp.data import Event, Mode
from webapp.sample_site import SampleSite, misbehaviour

JOINERY = "Joinery on the waterfront"
EVIL = '<script>alert("1")</script>\u202e gpj.exe'


def applied(window: Browser, place: Installed, *calls: tuple[str, dict[str, object]]) -> str:
    """Let an agent plan writes and a person apply them, and return the run's address."""
    on_site(place, direct_editing=True)
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    for tool, arguments in calls:
        agent.call(tool, **arguments)
    run = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    return run


def tagline(value: str) -> tuple[str, dict[str, object]]:
    return "update_option", {"option": "description", "value": value}


def title(value: str, page: int = 42) -> tuple[str, dict[str, object]]:
    return "update_page", {"id": page, "title": value, "edit_target": "live"}


@pytest.fixture
def run(window: Browser, place: Installed) -> str:
    """A run that changed a setting, a page and a menu, in this order."""
    link = ("create_menu_item", {"menu_id": 3, "title": "Services", "url": "/services/"})
    return applied(window, place, tagline("Boats"), title("Our story"), link)


@pytest.fixture
def undo(window: Browser, run: str) -> str:
    """An undo of that run which nobody has looked at."""
    return begun(window, f"{run}/undos")


def text(page: str) -> str:
    """Return what a person reads of a page, on one line."""
    without = re.sub(r"<svg.*?</svg>|</?(?:a|bdi|span|time)\b[^>]*>", "", page, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", without)).split())


def test_a_receipt_offers_to_take_the_whole_run_back_and_each_step(window: Browser, run: str) -> None:
    page = window.get(run).get_data(as_text=True)
    assert f'action="{run}/undos"' in page
    assert "3 changes can be taken back, 3 on the live site. You see first what comes back." in text(page)
    assert len(restores(page)) == 3
    assert page.count("Undo this step") == 3


def test_a_run_of_one_step_offers_its_step_only(window: Browser, place: Installed) -> None:
    run = applied(window, place, tagline("Boats"))
    page = window.get(run).get_data(as_text=True)
    assert len(restores(page)) == 1
    assert f'action="{run}/undos"' not in page


def test_a_page_opens_from_our_own_rows_and_asks_no_site(
    window: Browser, place: Installed, sample: SampleSite, undo: str
) -> None:
    sample.requests.clear()
    page = window.get(undo).get_data(as_text=True)
    assert "Take back 3 changes" in page
    assert "Not yet compared with the site." in page
    assert 'hx-trigger="load, submit"' in page
    assert 'id="take-back-button"' not in page
    looked(window, undo)
    sample.requests.clear()
    with place.desk.reading() as session:
        before = session.scalar(select(func.count(Event.id)))
    addresses = ("", "/progress", ".json", "/parts/1", "/parts/2/changes/0/before.txt")
    assert [window.get(undo + address).status_code for address in addresses] == [200] * 5
    assert list(sample.requests) == []
    with place.desk.reading() as session:
        assert session.scalar(select(func.count(Event.id))) == before


def test_what_would_come_back_is_shown_with_the_page_it_is_of_and_a_tick_each(
    window: Browser, place: Installed, sample: SampleSite, run: str, undo: str
) -> None:
    page = looked(window, undo)
    [first, second, third] = steps_of(place.desk, _plan_of(window, run))
    assert "Take back all 3 changes" in page
    assert page.count('type="checkbox"') == page.count(" checked>") == 3
    places = [page.index(f'href="/steps/{step.public_id}"') for step in (third, second, first)]
    assert places == sorted(places)
    assert f'href="{sample.url}/about/"' in page
    assert '<label for="tick-2">Take this back<span class="spoken">: change 2</span></label>' in page
    assert "<del>Boats</del>" in page
    assert f"<ins>{JOINERY}</ins>" in page
    assert "Ticked for you: 3 of 3, 3 on the live site." in text(page)
    assert "Take back what is ticked" in page
    assert "What stands there now is kept first, so you can take this back, too." in text(page)
    assert 'hx-trigger="load, submit"' not in page


def _plan_of(window: Browser, run: str) -> str:
    found = re.search(r'href="/plans/(sess_[^"#?]+)', window.get(run).get_data(as_text=True))
    assert found is not None
    return found[1]


def test_one_change_is_shown_whole_without_a_tick_and_the_button_says_what_it_does(
    window: Browser, run: str, undo: str
) -> None:
    one = begun(window, restores(window.get(run).get_data(as_text=True))[1], run)
    looked(window, one)
    page = window.get(f"{one}?back={run}").get_data(as_text=True)
    assert one != undo
    assert "<h1 data-announce>Take back this change</h1>" in page
    assert 'type="checkbox"' not in page
    assert "<span>Take back 1 change on the live site</span>" in page
    assert f'href="{run}"' in page
    assert yes_form(page)["part"] == ["1"]


def test_a_change_that_does_not_reach_visitors_is_told_so(window: Browser, place: Installed) -> None:
    on_site(place, direct_editing=False)
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    agent.call("update_page", id=42, title="Our story")
    run = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    page = looked(window, begun(window, restores(window.get(run).get_data(as_text=True))[0]))
    assert "<span>Take back 1 change, not on the live site</span>" in page
    assert "On a copy" in page


def test_a_receipt_counts_what_the_undo_will_show_also_where_copies_are_live(
    window: Browser, place: Installed
) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    agent.call("update_page", id=42, title="Our story")
    agent.call("create_page", title="Our harbour")
    agent.call("update_option", option="description", value="Boats")
    run = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    approve_all(place)
    assert "4 changes can be taken back, 3 on the live site." in text(window.get(run).get_data(as_text=True))
    assert "Take back all 4 changes" in looked(window, begun(window, f"{run}/undos"))


def test_the_whole_run_comes_back_and_the_receipt_says_so(
    window: Browser, place: Installed, sample: SampleSite, run: str
) -> None:
    page = taken_back(window, place, f"{run}/undos")
    assert "<h1 data-announce>All 3 changes are restored exactly.</h1>" in page
    assert page.count("Restored exactly</span>") == 3
    assert "<bdi>Olive Owner</bdi>" in page
    assert sample.read("settings")["description"] == JOINERY
    assert sample.read("pages", 42)["title"]["raw"] == "About"
    receipt = window.get(run).get_data(as_text=True)
    assert "3 were taken back." in receipt
    assert "Undone just now. See what came back" in text(receipt)
    assert f'action="{run}/undos"' not in receipt
    once_more = window.post(f"{run}/undos")
    assert once_more.status_code == 409
    assert "All of it is taken back already." in once_more.get_data(as_text=True)
    assert "3 were taken back." in once_more.get_data(as_text=True)


def test_an_undo_is_taken_back_and_the_first_one_says_so(
    window: Browser, place: Installed, sample: SampleSite, run: str, undo: str
) -> None:
    taken_back(window, place, f"{run}/undos")
    before = looked(window, begun(window, f"{undo}/undos"))
    assert '<label for="tick-2">Do this again<span class="spoken">: change 2</span></label>' in before
    page = taken_back(window, place, f"{undo}/undos", undo)
    assert "All 3 changes are restored exactly." in page
    assert f'Taking <a href="{undo}">an undo</a> back' in page
    assert sample.read("settings")["description"] == "Boats"
    assert sample.read("pages", 42)["title"]["raw"] == "Our story"
    first = window.get(undo).get_data(as_text=True)
    assert "This was taken back itself just now. See how that went" in text(first)
    assert f'action="{undo}/undos"' not in first


def test_what_a_colleague_edited_is_named_unticked_and_left_as_it_is(
    window: Browser, place: Installed, sample: SampleSite, run: str, undo: str
) -> None:
    colleague.edit(sample, "pages/42", title="Marta’s story")
    page = looked(window, undo)
    assert "Take back 2 of 3 changes" in page
    assert "Marta Pires changed Title just now. Taking this back would lose that." in text(page)
    assert "Take this back all the same, over Title: change 2" in text(page)
    assert (yes_form(page)["part"], "over" in yes_form(page)) == (["1", "3"], False)
    said_yes(window, undo, yes_form(page))
    place.workers.finish()
    told = window.get(undo).get_data(as_text=True)
    assert "2 of 3 changes are restored exactly; 1 was left out." in text(told)
    assert "Marta Pires changed Title just now, and that stays as it is." in text(told)
    assert sample.read("pages", 42)["title"]["raw"] == "Marta’s story"
    assert "1 change can be taken back, 1 on the live site." in text(window.get(run).get_data(as_text=True))
    assert "Undo what is left" in window.get(run).get_data(as_text=True)


def test_a_new_draft_goes_to_the_trash_with_what_a_colleague_wrote_in_it_and_nothing_is_called_lost(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    run = applied(window, place, ("create_page", {"title": "Harbour", "content": "<p>Open daily.</p>"}))
    [draft] = [one["id"] for one in sample.wp.store.list("pages") if one["title"] == "Harbour"]
    colleague.edit(sample, f"pages/{draft}", content="<p>Twelve percent off, says Marta.</p>")
    undo = begun(window, restores(window.get(run).get_data(as_text=True))[0])
    page = looked(window, undo)
    assert f"Move the new draft {draft} (Harbour) to the trash, which undoes this change" in text(page)
    assert "Marta Pires changed Text just now. It goes to the trash with that in it." in text(page)
    assert "Taking this undo back brings it back from the trash." in text(page)
    assert "Twelve percent off" not in page
    said_yes(window, undo, yes_form(page) | {"over": ["1"]})
    place.workers.finish()
    assert sample.read("pages", draft)["status"] == "trash"


def test_what_a_colleague_edited_goes_where_it_is_ticked(
    window: Browser, place: Installed, sample: SampleSite, run: str, undo: str
) -> None:
    colleague.edit(sample, "pages/42", title="Marta’s story")

    def also_over(fields: Fields) -> None:
        fields["over"] = ["2"]

    page = taken_back(window, place, f"{run}/undos", ticked=also_over)
    assert "All 3 changes are restored exactly." in page
    assert sample.read("pages", 42)["title"]["raw"] == "About"
    taken_back(window, place, f"{undo}/undos")
    assert sample.read("pages", 42)["title"]["raw"] == "Marta’s story"


def test_a_tick_that_was_taken_away_leaves_that_change(
    window: Browser, place: Installed, sample: SampleSite, run: str
) -> None:
    def without_the_first(fields: Fields) -> None:
        fields["part"].remove("1")

    page = taken_back(window, place, f"{run}/undos", ticked=without_the_first)
    assert "2 of 3 changes are restored exactly; 1 was left out." in text(page)
    assert "You left it as it is." in page
    assert [item["title"] for item in sample.wp.store.list("menu-items")][-1] == "Services"


def test_nothing_ticked_takes_nothing_back_and_keeps_the_ticks_as_they_were(
    window: Browser, sample: SampleSite, undo: str
) -> None:
    fields = yes_form(looked(window, undo))
    del fields["part"]
    response = said_yes(window, undo, fields)
    page = response.get_data(as_text=True)
    assert response.status_code == 409
    assert "notice--trouble" in page
    assert "part" not in yes_form(page)
    assert sample.read("settings")["description"] == "Boats"


@pytest.mark.parametrize("position", ["9", "-1", "one", ""])
def test_a_tick_that_is_not_there_takes_nothing_back(
    window: Browser, sample: SampleSite, undo: str, position: str
) -> None:
    fields = yes_form(looked(window, undo)) | {"part": [position]}
    assert said_yes(window, undo, fields).status_code == 409
    assert sample.read("settings")["description"] == "Boats"


def test_a_yes_to_what_is_not_there_any_more_shows_what_changed_and_takes_nothing_back(
    window: Browser, sample: SampleSite, undo: str
) -> None:
    fields = yes_form(looked(window, undo))
    fields["part"].remove("3")
    # The menu names the page, so that two of the three changes are not what they were.
    colleague.edit(sample, "pages/42", title="Marta’s story")
    looked(window, undo)
    response = said_yes(window, undo, fields)
    page = response.get_data(as_text=True)
    assert response.status_code == 409
    assert "The site changed since this was shown, so nothing was taken back." in text(page)
    assert page.count("This is not what you saw") == 2
    assert "This is not what you saw" not in page[page.index('id="part-3"') :]
    assert yes_form(page)["part"] == ["1"]
    assert sample.read("settings")["description"] == "Boats"


def test_a_yes_without_a_look_or_with_a_made_up_digest_takes_nothing_back(
    window: Browser, sample: SampleSite, undo: str
) -> None:
    window.get(undo)
    for digest in ("", "0" * 64):
        assert said_yes(window, undo, {"digest": [digest], "part": ["1"]}).status_code == 409
    assert sample.read("settings")["description"] == "Boats"


@pytest.mark.parametrize("number", ["9" * 5_000, "9" * 25, "-1", "\u00b2", ""])
def test_a_number_that_no_page_sent_is_no_error(window: Browser, undo: str, number: str) -> None:
    fields = {"digest": ["0" * 64], "part": [number, "1"], "over": [number], "seen": [f"{number} x"]}
    looked(window, undo)
    assert said_yes(window, undo, fields).status_code == 409
    assert window.get(f"{undo}/parts/{number}").status_code == 404
    assert window.get(f"{undo}/parts/1/changes/{number}/after.txt").status_code == 404


def test_an_undo_that_runs_is_not_looked_at_again(window: Browser, place: Installed, run: str, undo: str) -> None:
    taken_back(window, place, f"{run}/undos")
    late = window.post(f"{undo}/look")
    assert late.status_code == 409
    assert "All 3 changes are restored exactly." in late.get_data(as_text=True)


def test_while_it_runs_its_page_says_how_far_it_is_and_it_can_be_stopped(
    window: Browser, place: Installed, sample: SampleSite, run: str, undo: str
) -> None:
    fields = yes_form(looked(window, undo))
    held = misbehaviour.HoldUp()
    sample.misbehave(held, method="DELETE", path="/wp/v2/menu-items")
    said_yes(window, undo, fields)
    held.wait_for_it()
    page, part = (window.get(undo + address).get_data(as_text=True) for address in ("", "/progress"))
    going_on = window.get(f"{undo}.json")
    stopped = window.post(f"{undo}/stop")
    stopping = window.get(undo).get_data(as_text=True)
    held.let_go()
    place.workers.finish()
    for told in (page, part):
        assert "0 of 3 changes done" in told
        assert f'hx-get="{undo}/progress?' in told
        assert f'<a href="{undo}?' in told
        assert told.index("Stop after this change") < told.index("See how far it is now") < told.index('class="tick"')
        assert 'data-title="Taking changes back – Sayso"' in told
    assert "<html" not in part
    assert (going_on.status_code, going_on.get_json()["code"]) == (202, "respira_job_running")
    assert stopped.headers["Location"] == undo
    assert "It stops after the change that is being taken back now." in stopping
    ended = window.get(undo).get_data(as_text=True)
    assert "1 of 3 changes is restored exactly; 2 did not run." in text(ended)
    assert f'action="{run}/undos"' in ended
    assert "hx-get" not in ended
    assert sample.read("settings")["description"] == "Boats"


def test_what_the_site_kept_otherwise_is_named(
    window: Browser, place: Installed, sample: SampleSite, run: str
) -> None:
    sample.misbehave(misbehaviour.DropFields(("title",)), method="POST", path="/wp/v2/pages/42")
    page = taken_back(window, place, restores(window.get(run).get_data(as_text=True))[1], run)
    assert "<h1 data-announce>Restored, except: Title.</h1>" in page
    assert "Restored, except: Title. The site keeps something different there." in page
    assert "Title is now: Our story" in text(page)


def test_what_can_not_be_taken_back_says_why_and_what_to_do_by_hand(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    run = applied(window, place, tagline("Boats"), ("delete_page", {"id": 311}))
    undo = begun(window, f"{run}/undos")
    sample.wp.store.remove("pages", 311)
    page = looked(window, undo)
    assert "Take back 1 of 2 changes" in page
    assert page.count('type="checkbox"') == 0
    assert "This can not be taken back:" in page
    assert f'By hand: <a href="{sample.url}/wp-admin/post.php?post=311&amp;action=edit"' in page
    assert "<span>Take back 1 change on the live site</span>" in page


def test_every_change_of_a_part_has_a_page_and_its_whole_text_a_file(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    words = " ".join(f"word{number}" for number in range(400))
    change = {"id": 42, "content": f"<p>{words}</p>", "edit_target": "live"}
    run = applied(window, place, tagline("Boats"), ("update_page", change))
    undo = begun(window, f"{run}/undos")
    page = looked(window, undo)
    assert "word399" not in page
    assert f'href="{undo}/parts/1"' in page
    whole = window.get(f"{undo}/parts/1").get_data(as_text=True)
    assert "word399" in whole
    file = window.get(f"{undo}/parts/1/changes/0/before.txt")
    assert file.get_data(as_text=True) == f"<p>{words}</p>"
    assert file.mimetype == "text/plain"
    for wrong in ("/parts/3", "/parts/1/changes/9/before.txt", "/parts/1/changes/0/between.txt"):
        assert window.get(undo + wrong).status_code == 404


def test_htmx_gets_what_a_look_found_in_parts_and_is_sent_to_the_page_of_what_begins(
    window: Browser, run: str, undo: str
) -> None:
    window.get(undo)
    htmx = {"HX-Request": "true"}
    part = window.post(f"{undo}/look", headers=htmx).get_data(as_text=True)
    assert 'id="undo"' in part
    assert "Take back all 3 changes" in part
    assert "<html" not in part
    assert 'hx-trigger="load' not in part
    assert window.post(f"{run}/undos", headers=htmx).headers["HX-Redirect"] == undo


# C46: what a site or an agent typed stays text on the pages of undos
def test_hostile_names_and_texts_stay_text(window: Browser, place: Installed, sample: SampleSite) -> None:
    sample.change("pages", 42, title=EVIL)
    run = applied(window, place, title("Our story"), tagline(EVIL))
    undo = begun(window, f"{run}/undos")
    shown = looked(window, undo)
    ended = taken_back(window, place, f"{run}/undos")
    pages = [shown, *(window.get(f"{undo}/parts/{part}").get_data(as_text=True) for part in (1, 2)), ended]
    for page in pages:
        assert "<script>alert" not in page
        assert "\u202e" not in page
        assert "&lt;script&gt;alert" in page
        assert "⟨U+202E⟩" in page
    answer = window.get(f"{undo}.json")
    assert answer.mimetype == "application/json"


def test_a_secret_shows_on_no_page_of_an_undo_but_that_it_changes_does(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    sample.register_meta("api_key")
    sample.change("pages", 42, meta={"api_key": "CANARY-OLD"})
    change = {"id": 42, "meta": {"api_key": "CANARY-NEW"}, "title": "Our story", "edit_target": "live"}
    run = applied(window, place, tagline("Boats"), ("update_page", change))
    undo = begun(window, f"{run}/undos")
    shown = looked(window, undo)
    pages = [shown, *(window.get(undo + more).get_data(as_text=True) for more in ("/parts/1", ".json"))]
    pages += [taken_back(window, place, f"{run}/undos"), window.get(f"{undo}.json").get_data(as_text=True)]
    assert ["CANARY" in page for page in pages] == [False] * 5
    assert "redacted" in shown


def test_an_undo_is_there_for_programs(window: Browser, place: Installed, run: str, undo: str) -> None:
    looked(window, undo)
    shown = window.get(f"{undo}.json").get_json()
    assert (shown["stage"], shown["run_id"], shown["asked_by"]) == ("looked", run.removeprefix("/runs/"), None)
    assert shown["parts"][2]["changes"] == [
        {"field": "description", "label": "Tagline", "before": "Boats", "after": JOINERY, "kind": "value"}
        | {"about": "A few words on what the site is about."}
    ]
    taken_back(window, place, f"{run}/undos")
    ended = window.get(f"{undo}.json").get_json()
    assert (ended["stage"], ended["headline"]) == ("ended", "All 3 changes are restored exactly")
    assert ended["asked_by"] == "Olive Owner"
    assert [part["outcome"] for part in ended["parts"]] == ["exactly"] * 3
    assert all(part["kept_snapshot"] for part in ended["parts"])


def test_an_undo_of_somebody_else_is_not_there(
    app: Flask, window: Browser, place: Installed, sample: SampleSite, run: str, undo: str
) -> None:
    looked(window, undo)
    people.add(place.desk, "second@example.com", "Second Person")
    second = signed_in(app, place.desk, "second@example.com")
    for address in ("", "/progress", ".json", "/parts/1", "/parts/1/changes/0/before.txt"):
        assert second.get(undo + address).status_code == 404
    for address in (f"{undo}/look", f"{undo}/runs", f"{undo}/stop", f"{undo}/undos", f"{run}/undos"):
        assert second.post(address).status_code == 404
    assert sample.read("settings")["description"] == "Boats"
