"""Promises of copies that a person decides about: whose words stand, what is kept, what waits again."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

import pytest
from sqlalchemy import select

from tests import taking_back
from tests.core.acts import plan, sent, title
from tests.installed import Agent, Installed
from webapp.core import approvals, copies, reopening, undo_views, undos
from webapp.data import Copy, Event
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_AFTER_SAVING, html


def newest(sayso: Installed) -> Copy:
    with sayso.desk.reading() as session:
        return session.scalars(select(Copy).order_by(Copy.id.desc()).limit(1)).one()


def state_of(sayso: Installed, copy: Copy) -> str:
    with sayso.desk.reading() as session:
        return session.get_one(Copy, copy.id).state


def approve(sayso: Installed, copy: Copy, **choices: str) -> Copy:
    digest = copies.digest_of(copies.compare(sayso.desk, copy, sayso.site))
    return copies.approve(sayso.desk, sayso.owner, copy, sayso.site, digest, choices)


@pytest.fixture
def copy(agent: Agent, sayso: Installed, wordpress: SampleSite) -> Copy:
    """A copy of About with another title and text; somebody changed both of them on the live page since."""
    agent.call("update_page", id=42, title="Our story", content="<p>New words</p>")
    wordpress.change("pages", 42, title="About us all", content="<p>By hand</p>")
    wordpress.requests.clear()
    return newest(sayso)


def test_without_every_choice_nothing_is_sent_and_the_copy_stays_open(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    for choices in ({}, {"title": "copy"}, {"title": "copy", "content": "both"}):
        with pytest.raises(Refusal) as caught:
            approve(sayso, copy, **choices)
        assert caught.value.code == "respira_copy_conflict"
        assert caught.value.details["fields"] == [
            name for name in ("title", "content") if choices.get(name) != "copy"
        ]
    assert sent(wordpress) == []
    assert state_of(sayso, copy) == "open"


def test_an_agent_is_told_what_clashes_and_that_a_person_chooses(agent: Agent, copy: Copy) -> None:
    told = agent.call("compare_copy", copy_id=copy.copy_id)
    assert told["clashes"] == ["Title", "Text"]
    assert told["message"] == (
        "The live item was changed in the same places since: Title, Text. A person chooses which one stands."
    )


def test_only_what_was_chosen_of_the_copy_is_written_and_the_undo_puts_back_only_that(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    approved = approve(sayso, copy, title="copy", content="live")
    assert [entry.body for entry in wordpress.requests.writes()] == [{"title": "Our story"}, None]
    wordpress.change("pages", 42, content="<p>By hand, later</p>")
    taking_back.restore(sayso.desk, sayso.owner, str(approved.snapshot_uuid))
    live = wordpress.read("pages", 42)
    assert (live["title"]["raw"], live["content"]["raw"]) == ("About us all", "<p>By hand, later</p>")


def test_where_the_live_page_is_chosen_throughout_it_stays_as_it_is_and_the_copy_goes(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    approve(sayso, copy, title="live", content="live")
    assert sent(wordpress) == [f"DELETE /wp/v2/pages/{copy.copy_id}"]
    assert wordpress.read("pages", 42)["title"]["raw"] == "About us all"


def test_who_chose_what_is_told_by_the_log_and_by_the_copy(sayso: Installed, copy: Copy) -> None:
    approved = approve(sayso, copy, title="copy", content="live")
    with sayso.desk.reading() as session:
        event = session.scalars(select(Event).where(Event.what == "copy.approved")).one()
    assert (event.person_id, event.details) == (sayso.owner.id, {"chosen": {"title": "copy", "content": "live"}})
    assert copies.chosen_for(sayso.desk, approved) == {"title": "copy", "content": "live"}


def test_an_address_that_is_kept_is_not_put_back_by_the_undo_of_a_status(
    agent: Agent, sayso: Installed, wordpress: SampleSite
) -> None:
    agent.call("update_page", id=42, status="private", slug="our-story")
    wordpress.change("pages", 42, slug="about-us")
    approved = approve(sayso, newest(sayso), slug="live")
    live = wordpress.read("pages", 42)
    assert (live["status"], live["slug"]) == ("private", "about-us")
    taking_back.restore(sayso.desk, sayso.owner, str(approved.snapshot_uuid))
    live = wordpress.read("pages", 42)
    assert (live["status"], live["slug"]) == ("publish", "about-us")


def test_an_approval_whose_answer_was_lost_is_settled_with_what_was_chosen_and_undone_whole(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    digest = copies.digest_of(copies.compare(sayso.desk, copy, sayso.site))
    chosen = {"title": "copy", "content": "live"}
    wordpress.misbehave(DIE_AFTER_SAVING, method="POST", path="/wp/v2/pages/42")
    wordpress.misbehave(html(status=503), method="GET", path=re.compile("/wp/v2/pages/42$"), skip=2)
    with pytest.raises(SiteTrouble):
        copies.approve(sayso.desk, sayso.owner, copy, sayso.site, digest, chosen)
    wordpress.behave()
    assert wordpress.read("pages", 42)["title"]["raw"] == "Our story"
    assert state_of(sayso, copy) == "open"
    assert approvals.settle(sayso.desk, copy, sayso.site) == "yes"
    approved = newest(sayso)
    assert copies.chosen_for(sayso.desk, approved) == chosen
    taking_back.restore(sayso.desk, sayso.owner, str(approved.snapshot_uuid))
    live = wordpress.read("pages", 42)
    assert (live["title"]["raw"], live["content"]["raw"]) == ("About us all", "<p>By hand</p>")


def test_a_copy_that_is_approved_and_rejected_at_once_has_one_outcome_and_both_are_told(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    told: list[str] = []
    digest = copies.digest_of(copies.compare(sayso.desk, copy, sayso.site))
    chosen = {"title": "copy", "content": "copy"}
    begin = threading.Barrier(2)

    def press(verb: Callable[[], object], name: str) -> None:
        begin.wait(30)
        try:
            verb()
            told.append(name)
        except Refusal as refusal:
            told.append(refusal.message)

    presses = {
        "approved": lambda: copies.approve(sayso.desk, sayso.owner, copy, sayso.site, digest, chosen),
        "rejected": lambda: copies.reject(sayso.desk, sayso.owner, copy, sayso.site),
    }
    threads = [threading.Thread(target=press, args=(verb, name)) for name, verb in presses.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    won = state_of(sayso, copy)
    assert sorted(told) == sorted([won, f"This copy was {won} already."])
    title = {"approved": "Our story", "rejected": "About us all"}[won]
    assert wordpress.read("pages", 42)["title"]["raw"] == title
    assert wordpress.read("pages", copy.copy_id)["status"] == "trash"


def test_a_kept_copy_is_left_on_the_site_and_the_next_update_makes_another(
    agent: Agent, sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    token = copies.preview_link(sayso.desk, copy).partition("respira_preview=")[2]
    reopening.keep_as_draft(sayso.desk, sayso.owner, copy, sayso.site)
    assert list(wordpress.requests) == []
    assert agent.call("list_copies")["copies"] == []
    with pytest.raises(Refusal, match="respira_link_over"):
        copies.previewed(sayso.desk, token)
    with pytest.raises(Refusal, match="was a draft copy of page 42, and a person kept it as a draft in WordPress"):
        agent.call("compare_copy", copy_id=copy.copy_id)
    assert agent.call("update_page", id=42, excerpt="How it began")["id"] != copy.copy_id
    assert wordpress.read("pages", copy.copy_id)["title"]["raw"] == "Our story"
    with pytest.raises(Refusal, match="Another draft copy of About waits for you now"):
        reopening.reopen(sayso.desk, sayso.owner, copy, sayso.site)


def test_a_kept_new_draft_is_taken_up_again_and_published(
    agent: Agent, sayso: Installed, wordpress: SampleSite
) -> None:
    new = agent.call("create_page", title="Harbour")["id"]
    reopening.keep_as_draft(sayso.desk, sayso.owner, newest(sayso), sayso.site)
    assert reopening.reopen(sayso.desk, sayso.owner, newest(sayso), sayso.site) == ()
    approve(sayso, newest(sayso))
    assert wordpress.read("pages", new)["status"] == "publish"


def test_a_kept_draft_that_somebody_published_is_not_taken_up_again(
    agent: Agent, sayso: Installed, wordpress: SampleSite
) -> None:
    new = agent.call("create_page", title="Harbour")["id"]
    reopening.keep_as_draft(sayso.desk, sayso.owner, newest(sayso), sayso.site)
    wordpress.change("pages", new, status="publish")
    with pytest.raises(Refusal, match="was deleted or published since"):
        reopening.reopen(sayso.desk, sayso.owner, newest(sayso), sayso.site)
    assert state_of(sayso, newest(sayso)) == "kept"


@pytest.mark.parametrize("status", ["draft", "private"])
def test_a_rejected_copy_that_is_brought_back_is_as_it_was_and_can_go_live(
    sayso: Installed, wordpress: SampleSite, copy: Copy, status: str
) -> None:
    wordpress.change("pages", copy.copy_id, status=status)
    before = wordpress.read("pages", copy.copy_id)
    copies.reject(sayso.desk, sayso.owner, copy, sayso.site)
    assert reopening.reopen(sayso.desk, sayso.owner, copy, sayso.site) == []
    after = wordpress.read("pages", copy.copy_id)
    names = ("title", "content", "excerpt", "slug", "status", "author", "parent", "meta")
    assert {name: after[name] for name in names} == {name: before[name] for name in names}
    approve(sayso, copy, title="copy", content="copy")
    assert wordpress.read("pages", 42)["title"]["raw"] == "Our story"


def test_a_rejection_whose_answer_was_lost_is_brought_back_too(
    sayso: Installed, wordpress: SampleSite, copy: Copy
) -> None:
    wordpress.misbehave(DIE_AFTER_SAVING, method="DELETE", path=f"/wp/v2/pages/{copy.copy_id}")
    with pytest.raises(SiteTrouble):
        copies.reject(sayso.desk, sayso.owner, copy, sayso.site)
    copies.reject(sayso.desk, sayso.owner, copy, sayso.site)
    reopening.reopen(sayso.desk, sayso.owner, copy, sayso.site)
    assert wordpress.read("pages", copy.copy_id)["status"] == "draft"
    assert state_of(sayso, copy) == "open"


def test_what_waits_already_or_went_live_is_not_taken_up_again(sayso: Installed, copy: Copy) -> None:
    with pytest.raises(Refusal, match="This copy was taken up again already"):
        reopening.reopen(sayso.desk, sayso.owner, copy, sayso.site)
    approve(sayso, copy, title="live", content="live")
    with pytest.raises(Refusal, match="This copy was approved already"):
        reopening.reopen(sayso.desk, sayso.owner, copy, sayso.site)


def test_the_undo_of_a_whole_run_takes_a_kept_copy_with_it(
    agent: Agent, sayso: Installed, wordpress: SampleSite
) -> None:
    plan(agent, title(42, "Our story"), title(44, "What we do"))
    run = agent.call("apply_plan")["review"]["job_id"]
    kept = newest(sayso)
    reopening.keep_as_draft(sayso.desk, sayso.owner, kept, sayso.site)
    undo = undos.begin_for_run(sayso.desk, sayso.owner, run)
    undos.look(sayso.desk, sayso.owner, undo)
    with sayso.desk.reading() as session:
        shown = undo_views.of_undo(session, sayso.desk, sayso.owner.id, undo)
    assert [part.ticked for part in shown.parts] == [True, True]
    undos.start(sayso.desk, sayso.owner, undo, str(shown.row.digest), [1, 2], [])
    sayso.workers.finish()
    assert state_of(sayso, kept) == "undone"
    assert wordpress.read("pages", kept.copy_id)["status"] == "trash"


def test_a_step_whose_copy_was_kept_can_still_be_undone_and_the_copy_is_told_as_taken_back(
    agent: Agent, sayso: Installed, wordpress: SampleSite
) -> None:
    snapshot = agent.call("update_page", id=42, title="Our story")["snapshot_uuid"]
    reopening.keep_as_draft(sayso.desk, sayso.owner, newest(sayso), sayso.site)
    taking_back.restore(sayso.desk, sayso.owner, snapshot)
    assert state_of(sayso, newest(sayso)) == "undone"
    assert wordpress.read("pages", newest(sayso).copy_id)["status"] == "trash"
