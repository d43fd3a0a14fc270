"""A person's Restore and its own undo: later work of somebody else is not lost, and a copy follows."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests import taking_back
from tests.core.acts import accept, opened, plan, tagline, title
from tests.installed import Agent, Installed
from webapp.core import approvals, copies, reviews, waiting
from webapp.data import Copy, Snapshot
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_AFTER_SAVING, AnswerInstead
from webapp.tools.answers import Comparison

BROKEN = AnswerInstead(500, '{"code":"db_error","message":"Down.","data":{"status":500}}')


def done(sayso: Installed, agent: Agent, *calls: tuple[str, dict]) -> list[str]:
    """Let a person say yes to writes and wait until they ran; return their snapshots."""
    plan(agent, *calls)
    run = reviews.apply(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id, accept(sayso, agent))
    assert waiting.wait_for(sayso.desk, run, 20)
    return [snapshot.uuid for snapshot in snapshots(sayso)][-len(calls) :]


def snapshots(sayso: Installed) -> list[Snapshot]:
    with sayso.desk.reading() as session:
        return list(session.scalars(select(Snapshot).order_by(Snapshot.id)))


def newest(sayso: Installed) -> str:
    return snapshots(sayso)[-1].uuid


def restore(sayso: Installed, uuid: str) -> str:
    return taking_back.restore(sayso.desk, sayso.owner, uuid).message


def copy_of(sayso: Installed) -> Copy:
    with sayso.desk.reading() as session:
        return session.scalars(select(Copy)).one()


def compared(sayso: Installed) -> Comparison:
    return copies.compare(sayso.desk, copy_of(sayso), sayso.site)


def shown(sayso: Installed) -> list[tuple]:
    return [(change.field, change.before, change.after) for change in compared(sayso).changes]


def approve(sayso: Installed) -> Copy:
    digest = copies.digest_of(compared(sayso))
    return copies.approve(sayso.desk, sayso.owner, copy_of(sayso), sayso.site, digest)


def test_undoing_a_restore_does_not_go_over_what_somebody_wrote_since(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    uuid = done(sayso, careful, tagline("New"))[0]
    restore(sayso, uuid)
    wordpress.change("settings", description="A person's own words")
    with pytest.raises(Refusal, match="Changed again since then"):
        restore(sayso, newest(sayso))
    assert wordpress.read("settings")["description"] == "A person's own words"


def test_undoing_a_restore_keeps_a_snapshot_and_the_first_one_can_be_restored_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    uuid = done(sayso, careful, tagline("New"))[0]
    restore(sayso, uuid)
    restore(sayso, newest(sayso))
    assert wordpress.read("settings")["description"] == "New"
    kinds = [(one.kind, one.restorable) for one in snapshots(sayso)]
    assert kinds == [("before_write", True), ("before_restore", True), ("before_restore", False)]
    with pytest.raises(Refusal, match="This undid a restore"):
        restore(sayso, newest(sayso))
    restore(sayso, uuid)
    assert wordpress.read("settings")["description"] == "Joinery on the waterfront"


def test_a_restore_whose_answer_was_lost_is_found_and_can_be_undone(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    uuid = done(sayso, careful, tagline("New"))[0]
    wordpress.misbehave(DIE_AFTER_SAVING, method="POST", path="/wp/v2/settings", times=1)
    wordpress.requests.clear()
    assert restore(sayso, uuid) == "Tagline is back as it was."
    assert len(wordpress.requests.writes()) == 1
    assert [one.kind for one in snapshots(sayso)] == ["before_write", "before_restore"]
    restore(sayso, newest(sayso))
    assert wordpress.read("settings")["description"] == "New"


def test_a_copy_whose_binning_was_not_heard_of_is_closed_all_the_same(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    uuid = done(sayso, careful, title(42, "Our story"))[0]
    wordpress.misbehave(DIE_AFTER_SAVING, method="DELETE", path="/wp/v2/pages", times=1)
    restore(sayso, uuid)
    assert copy_of(sayso).state == "undone"
    restore(sayso, newest(sayso))
    assert (copy_of(sayso).state, wordpress.read("pages", copy_of(sayso).copy_id)["status"]) == ("open", "draft")


def test_a_copy_that_is_brought_back_waits_for_a_person_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    uuid = done(sayso, careful, title(42, "Our story"))[0]
    restore(sayso, uuid)
    assert copy_of(sayso).state == "undone"
    restore(sayso, newest(sayso))
    assert copy_of(sayso).state == "open"
    assert careful.call("update_page", id=42, title="Other")["lands_on"]["copy_id"] == copy_of(sayso).copy_id
    restore(sayso, uuid)
    assert (copy_of(sayso).state, wordpress.read("pages", copy_of(sayso).copy_id)["status"]) == ("undone", "trash")


def test_a_copy_that_is_brought_back_has_no_date_as_before(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    uuid = done(sayso, careful, title(42, "Our story"))[0]
    restore(sayso, uuid)
    restore(sayso, newest(sayso))
    # The trash gives a draft a date, and who brings it back takes that from it again.
    assert [entry.body["date"] for entry in wordpress.requests.writes() if "date" in (entry.body or {})] == [None]


def test_a_deleted_copy_that_is_restored_waits_for_a_person_again(sayso: Installed, agent: Agent) -> None:
    copy_id = agent.call("update_page", id=42, title="Our story")["id"]
    token = agent.call("delete_page", id=copy_id)["data"]["approval_request"]["approval_token"]
    uuid = agent.call("delete_page", id=copy_id, approval_token=token)["snapshot_uuid"]
    assert copy_of(sayso).state == "deleted"
    back = agent.call("restore_snapshot", snapshot_uuid=uuid)
    assert copy_of(sayso).state == "open"
    agent.call("restore_snapshot", snapshot_uuid=back["snapshot_uuid"])
    assert copy_of(sayso).state == "undone"


def test_a_copy_does_not_come_back_beside_another_one(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    first = agent.call("update_page", id=42, title="Our story")
    back = agent.call("restore_snapshot", snapshot_uuid=first["snapshot_uuid"])
    agent.call("update_page", id=42, title="Another")
    with pytest.raises(Refusal, match="Another draft copy of About waits"):
        agent.call("restore_snapshot", snapshot_uuid=back["snapshot_uuid"])
    assert wordpress.read("pages", first["id"])["status"] == "trash"


def test_undoing_a_step_that_wished_for_a_status_takes_the_wish_away(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    second = done(sayso, careful, title(311, "The team"), ("update_page", {"id": 311, "status": "publish"}))[1]
    assert shown(sayso) == [("title", "Team", "The team"), ("status", "draft", "publish")]
    restore(sayso, second)
    assert shown(sayso) == [("title", "Team", "The team")]
    restore(sayso, newest(sayso))
    assert shown(sayso) == [("title", "Team", "The team"), ("status", "draft", "publish")]
    restore(sayso, second)
    approve(sayso)
    assert wordpress.read("pages", 311)["status"] == "draft"


def test_an_agents_restore_of_a_wish_takes_it_away_and_puts_the_earlier_one_back(
    sayso: Installed, agent: Agent
) -> None:
    agent.call("update_page", id=42, slug="one")
    later = agent.call("update_page", id=42, slug="two")
    back = agent.call("restore_snapshot", snapshot_uuid=later["snapshot_uuid"])
    assert shown(sayso) == [("slug", "about", "one")]
    agent.call("restore_snapshot", snapshot_uuid=back["snapshot_uuid"])
    assert shown(sayso) == [("slug", "about", "two")]


def test_the_step_that_made_a_copy_is_not_undone_under_a_later_wish(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    first, second = done(sayso, careful, title(42, "X"), ("update_page", {"id": 42, "slug": "our-story"}))
    with pytest.raises(Refusal, match="A later step asked for another status or address"):
        restore(sayso, first)
    restore(sayso, second)
    restore(sayso, first)
    assert wordpress.read("pages", copy_of(sayso).copy_id)["status"] == "trash"


def test_an_approval_whose_answer_was_lost_is_undone_once_it_was_found_to_have_landed(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    done(sayso, careful, title(42, "Our story"))
    wordpress.misbehave(DIE_AFTER_SAVING, method="POST", path="/wp/v2/pages/42", times=1)
    broken = wordpress.misbehave(BROKEN, method="GET", path="/wp/v2/pages/42", skip=2)
    with pytest.raises(SiteTrouble):
        approve(sayso)
    assert broken.happened > 0
    wordpress.behave()
    assert wordpress.read("pages", 42)["title"]["raw"] == "Our story"
    assert approvals.settle(sayso.desk, copy_of(sayso), sayso.site) == "yes"
    restore(sayso, str(copy_of(sayso).snapshot_uuid))
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"


def test_a_copy_that_a_later_step_changed_is_not_binned_before_that_step_is_undone_which_is_named(
    sayso: Installed, careful: Agent
) -> None:
    [made] = done(sayso, careful, title(42, "Our story"))
    [later] = done(sayso, careful, title(42, "Our whole story"))
    draft = copy_of(sayso).copy_id
    with pytest.raises(Refusal) as refused:
        restore(sayso, made)
    assert (refused.value.message, refused.value.details) == (
        "Changed again since then: Title.",
        {"edited": ["Title"]},
    )
    assert refused.value.advice == ("The same thing was changed through Sayso later: Update page 42 (About): title.")
    restore(sayso, later)
    assert restore(sayso, made) == f"Draft copy {draft} of a page is in the trash."
