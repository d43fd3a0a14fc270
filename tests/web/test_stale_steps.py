"""Promises of the page of a step that the site moved away from, and of pages drawn before a plan changed."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests import colleague
from tests.core.acts import sent
from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import digests, run_of, statuses, steps_of, worked_example
from webapp.core import people
from webapp.core.desk import Desk
from webapp.data import Membership, Mode, Step
from webapp.sample_site import SampleSite, misbehaviour


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def plan(agent: Agent, sample: SampleSite) -> str:
    made = worked_example(agent)
    sample.requests.clear()
    return made


@pytest.fixture
def title(desk: Desk, plan: str) -> Step:
    return steps_of(desk, plan)[0]


@pytest.fixture
def moved(window: Browser, sample: SampleSite, plan: str, title: Step) -> str:
    """The page of a step whose target Marta edited: its text."""
    colleague.edit(sample, "pages/42", title="About <us> all", content="<p>Open on Sundays.</p>")
    window.get(f"/plans/{plan}")
    assert window.post(f"/plans/{plan}/check").status_code == 303
    return page_of(window, title)


def page_of(window: Browser, step: Step) -> str:
    return window.get(f"/steps/{step.public_id}").get_data(as_text=True)


def words(page: str) -> str:
    """What a page says to the eye, without its markup."""
    page = re.sub(r'<span class="spoken">[^<]*</span>', "", page)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def wanted(page: str) -> str:
    """The digest in the form that wants the step all the same."""
    found = re.search(r'name="upon" value="([0-9a-f]+)"', page)
    assert found is not None
    return found[1]


def test_three_columns_and_a_name_are_shown_of_what_moved(moved: str) -> None:
    """C03.1"""
    said = words(moved)
    assert "The site changed since this was planned" in said
    assert re.search(r"It was edited by Marta Pires , (just now|a moment ago|[0-9]+ seconds? ago)", said), said
    assert (
        "Title When planned About Now on the site About &lt;us&gt; all After this step About &lt;us&gt; all Our story"
        in said
    )
    assert "Text When planned" in said
    assert "Now on the site Open on Sundays . After this step Stays as it is now." in said
    assert "<us>" not in moved


def test_a_step_that_stands_has_nothing_of_that_on_its_page(window: Browser, plan: str, title: Step) -> None:
    page = page_of(window, title)
    assert "When planned" not in page
    assert "/planning" not in page
    assert "/anyway" not in page


def test_the_card_of_a_stale_step_leads_to_what_changed(window: Browser, plan: str, title: Step, moved: str) -> None:
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert f'<a href="/steps/{title.public_id}">See what changed<span class="spoken"> under step 1</span></a>' in page


def test_planned_again_it_stands_upon_the_page_as_it_is_now(
    window: Browser, desk: Desk, plan: str, title: Step, moved: str
) -> None:
    response = window.post(f"/steps/{title.public_id}/planning")
    assert response.headers["Location"] == f"/steps/{title.public_id}"
    page = window.follow(response).get_data(as_text=True)
    assert "Step 1 is compared with the site as it is now, and takes back what was changed there." in page
    assert "When planned" not in page
    assert "About &lt;us&gt; all" in page
    assert statuses(desk, plan)[0] == "planned"


def test_what_can_not_be_planned_any_more_says_why(
    window: Browser, desk: Desk, sample: SampleSite, plan: str, title: Step
) -> None:
    """C03.4"""
    colleague.bin_it(sample, "pages/42")
    window.get(f"/plans/{plan}")
    window.post(f"/plans/{plan}/check")
    page = page_of(window, title)
    assert "It was moved to the trash" in words(page)
    assert "The site does not tell by whom." in words(page)
    assert "/anyway" not in page
    response = window.post(f"/steps/{title.public_id}/planning")
    assert response.status_code == 409
    assert "is in the trash" in response.get_data(as_text=True)
    assert statuses(desk, plan)[0] == "planned"


def test_a_site_that_does_not_answer_leaves_the_step_as_it_is(
    window: Browser, sample: SampleSite, plan: str, title: Step, moved: str
) -> None:
    sample.misbehave(misbehaviour.html(status=503))
    response = window.post(f"/steps/{title.public_id}/planning")
    assert response.status_code == 502
    assert "When planned" in response.get_data(as_text=True)


def test_wanted_all_the_same_it_runs_and_its_receipt_says_so(
    window: Browser, place: Installed, sample: SampleSite, plan: str, title: Step, moved: str
) -> None:
    yes = {"upon": wanted(moved), "note": "The <b>old</b> title is wrong."}
    response = window.post(f"/steps/{title.public_id}/anyway", yes)
    assert response.headers["Location"] == f"/plans/{plan}#step-{title.public_id}"
    page = window.follow(response).get_data(as_text=True)
    assert "Accepted, although the site had changed: step 1." in page
    assert "Accepted although the site had changed by <bdi>Olive Owner</bdi>" in page
    run = window.post(f"/plans/{plan}/runs", {"step": digests(place.desk, plan)[:1]}).headers["Location"]
    place.workers.finish()
    receipt = window.get(run).get_data(as_text=True)
    assert "Applied although the page had changed, says <bdi>Olive Owner</bdi>" in receipt
    assert "The &lt;b&gt;old&lt;/b&gt; title is wrong." in receipt
    assert sent(sample) == ["POST /wp/v2/pages"]


def test_it_is_not_wanted_without_words_nor_upon_what_was_not_shown(
    window: Browser, desk: Desk, sample: SampleSite, plan: str, title: Step, moved: str
) -> None:
    address = f"/steps/{title.public_id}/anyway"
    silent = window.post(address, {"upon": wanted(moved), "note": " "})
    assert (silent.status_code, "Say why it should run" in silent.get_data(as_text=True)) == (409, True)
    colleague.edit(sample, "pages/42", title="About all of us")
    window.post(f"/plans/{plan}/check")
    old = window.post(address, {"upon": wanted(moved), "note": "My long thought."})
    page = old.get_data(as_text=True)
    assert old.status_code == 409
    assert "The plan changed since this page was opened" in page
    assert "About all of us" in page
    assert ">My long thought.</textarea>" in page
    assert statuses(desk, plan)[0] == "planned"


def test_what_can_be_done_about_it_is_for_those_who_see_the_site(
    app: Flask, desk: Desk, plan: str, title: Step, moved: str
) -> None:
    people.add(desk, "second@example.com", "Second Person")
    second = signed_in(app, desk, "second@example.com")
    for address in ("planning", "anyway"):
        yes = {"upon": wanted(moved), "note": "All the same."}
        assert second.post(f"/steps/{title.public_id}/{address}", yes).status_code in (404, 409)
    assert statuses(desk, plan)[0] == "planned"


def test_a_page_that_was_drawn_before_the_step_changed_shows_what_changed(
    window: Browser, desk: Desk, sample: SampleSite, plan: str, title: Step, moved: str
) -> None:
    """C15.2"""
    window.post(f"/steps/{title.public_id}/planning")
    old = {"verdict": "accept", "digest": title.digest}
    response = window.post(f"/steps/{title.public_id}/decision", {**old, "page": "step"})
    assert response.status_code == 409
    said = words(response.get_data(as_text=True))
    assert "What changed since you looked" in said
    assert "Title, as it stood there When you looked About As it is now About &lt;us&gt; all" in said
    on_the_plan = window.post(f"/steps/{title.public_id}/decision", old)
    assert "Step 1 changed since you looked:" in words(on_the_plan.get_data(as_text=True))
    assert statuses(desk, plan)[0] == "planned"


def test_htmx_is_led_to_the_page_that_shows_what_changed(window: Browser, plan: str, title: Step, moved: str) -> None:
    window.post(f"/steps/{title.public_id}/planning")
    old = {"verdict": "accept", "digest": title.digest, "page": "step"}
    address = f"/steps/{title.public_id}/decision"
    response = window.post(address, old, headers={"HX-Request": "true"})
    to = f"/steps/{title.public_id}?seen={title.digest}"
    assert response.headers["HX-Redirect"] == to
    page = window.get(to).get_data(as_text=True)
    assert "What changed since you looked" in page
    assert "The plan changed since this page was opened" in page


def test_a_change_asked_for_on_an_old_page_keeps_its_words_and_shows_what_changed(
    window: Browser, desk: Desk, plan: str, title: Step, moved: str
) -> None:
    """C15.2"""
    window.post(f"/steps/{title.public_id}/planning")
    old = {"verdict": "ask", "digest": title.digest, "page": "step", "note": "Say <it> shorter."}
    response = window.post(f"/steps/{title.public_id}/decision", old, headers={"HX-Request": "true"})
    parts = response.get_data(as_text=True)
    now = steps_of(desk, plan)[0].digest
    assert (response.status_code, "HX-Redirect" in response.headers) == (409, False)
    assert '<div id="changed-since" hx-swap-oob="true">' in parts
    assert "Title, as it stood there When you looked About As it is now About &lt;us&gt; all" in words(parts)
    assert "Say &lt;it&gt; shorter.</textarea>" in parts
    assert f'name="digest" value="{now}"' in parts
    assert '<section class="section views" id="views" hx-swap-oob="true"' in parts
    assert statuses(desk, plan)[0] == "planned"


def test_an_old_page_that_applies_shows_what_was_withdrawn_and_what_is_new_and_runs_nothing(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite, plan: str, title: Step
) -> None:
    """C15.1"""
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert 'name="last" value="3"' in page
    window.post(f"/steps/{title.public_id}/decision", {"verdict": "accept", "digest": title.digest})
    agent.call("discard_plan", step_ids=[title.public_id])
    agent.call("update_page", id=42, title="Their <story>")
    old = {"step": f"{title.public_id} {title.digest}", "last": "3"}
    response = window.post(f"/plans/{plan}/runs", old)
    said = words(response.get_data(as_text=True))
    assert response.status_code == 409
    assert "Step 1 was withdrawn by the agent: Update page 42 (About): title." in said
    assert "Step 4 is new: Update page 42 (About): title." in said
    assert (run_of(desk, plan), sent(sample)) == ([], [])


@pytest.mark.parametrize("last", ["9" * 25, "-" + "9" * 25, "9" * 5_000, "\u00b2", "x", ""])
def test_a_last_place_that_no_page_sent_is_no_error(window: Browser, plan: str, title: Step, last: str) -> None:
    window.get(f"/plans/{plan}")
    old = {"step": f"{title.public_id} {'0' * 64}", "last": last}
    response = window.post(f"/plans/{plan}/runs", old)
    assert response.status_code == 409
    assert "is new" not in words(response.get_data(as_text=True))


def test_of_two_people_who_decide_at_once_the_second_sees_what_the_first_said(
    window: Browser, app: Flask, desk: Desk, place: Installed, sample: SampleSite, plan: str, title: Step
) -> None:
    second = people.add(desk, "second@example.com", "Nadia Nunes")
    with desk.writing() as session:
        session.add(Membership(person_id=second.id, site_id=place.site.id))
    other = signed_in(app, desk, "second@example.com")
    accept_all = {"verdict": "accept", "step": digests(desk, plan)[:2], "last": "3"}
    window.get(f"/plans/{plan}")
    window.post(f"/plans/{plan}/decisions", accept_all)
    other.get(f"/plans/{plan}")
    other.post(f"/steps/{title.public_id}/decision", {"verdict": "drop", "digest": title.digest, "note": "Not now."})
    response = window.post(f"/plans/{plan}/runs", {"step": digests(desk, plan)[:2], "last": "3"})
    said = words(response.get_data(as_text=True))
    assert response.status_code == 409
    assert "Step 1 was decided on meanwhile by Nadia Nunes : Dropped" in said
    assert statuses(desk, plan)[:2] == ["dropped", "accepted"]
    assert (run_of(desk, plan), sent(sample)) == ([], [])


def test_what_is_sent_with_an_apply_beside_the_steps_changes_nothing_of_what_runs(
    window: Browser, place: Installed, sample: SampleSite, plan: str, title: Step
) -> None:
    """C15.3, C15.4"""
    page = page_of(window, title)
    assert f"<code>{title.digest}</code>" in page
    window.post(f"/steps/{title.public_id}/decision", {"verdict": "accept", "digest": title.digest})
    named = f"{title.public_id} {title.digest}"
    extra = {"step": named, "arguments": '{"title": "Theirs"}', "title": "Theirs", "digest": "0" * 64, "tool": "x"}
    run = window.post(f"/plans/{plan}/runs", extra).headers["Location"]
    place.workers.finish()
    assert f"Digest {title.digest}" in window.get(run).get_data(as_text=True)
    [write] = sample.requests.writes()
    assert (write.body or {})["title"] == "Our story"


def test_the_same_apply_twice_is_one_run(window: Browser, place: Installed, sample: SampleSite, plan: str) -> None:
    """C16.3"""
    for step in steps_of(place.desk, plan):
        window.get(f"/steps/{step.public_id}")
        yes = {"verdict": "accept", "digest": step.digest, "page": "step"}
        window.post(f"/steps/{step.public_id}/decision", yes)
    named = {"step": digests(place.desk, plan)}
    first, second = (window.post(f"/plans/{plan}/runs", named).headers["Location"] for _press in range(2))
    place.workers.finish()
    third = window.post(f"/plans/{plan}/runs", named).headers["Location"]
    assert first == second == third
    assert len(run_of(place.desk, plan)) == 1
    assert sorted(sent(sample)) == sorted(set(sent(sample)))


def test_new_reasons_stand_beside_the_form_that_wants_the_step_all_the_same(
    window: Browser, sample: SampleSite, agent: Agent, desk: Desk
) -> None:
    agent.call("begin_session", title="Words")
    agent.call("update_page", id=42, content="<p>We plane wood.</p>")
    public = agent.call("get_plan")["session_id"]
    colleague.edit(sample, "pages/42", content="<p>A bench costs 19.99 €.</p>")
    assert window.post(f"/plans/{public}/check").status_code == 303
    said = words(page_of(window, steps_of(desk, public)[0]))
    assert "Look closely: with what changed there are more reasons than before." in said
    assert "Prices A number changes that looks like a price." in said.partition("more reasons than before.")[2]


def test_a_look_that_another_window_had_first_still_shows_the_step_that_moved(
    window: Browser, desk: Desk, plan: str, title: Step, moved: str
) -> None:
    parts = window.post(f"/plans/{plan}/check", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert f'id="step-{title.public_id}"' in parts
    assert "See what changed" in parts


def test_a_look_at_the_site_leaves_alone_what_is_told_of_changes_since_somebody_looked(
    window: Browser, plan: str, title: Step, moved: str
) -> None:
    parts = window.post(f"/plans/{plan}/check", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert "changed-since" not in parts
    old = {"verdict": "accept", "digest": "0" * 64}
    refused = window.post(f"/steps/{title.public_id}/decision", old, headers={"HX-Request": "true"})
    assert '<div id="changed-since"' in refused.get_data(as_text=True)
