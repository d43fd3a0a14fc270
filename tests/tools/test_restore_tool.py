from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage
from webapp.core.redaction import in_lines
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.tools.answers import Proposal


def test_an_agents_restore_is_a_write_that_says_what_it_undoes(stage: Stage, site: SampleSite) -> None:
    before = whole(site.read("pages", 311))
    _, snapshot = stage.perform("delete_page", id=311)
    proposal = stage.plan("restore_snapshot", snapshot_uuid=snapshot.uuid)
    assert proposal.effect == "Undo this change: Move page 311 (Team) to the trash."
    assert (proposal.target.id, proposal.lands_on.where) == ("311", "live")
    performed, own = stage.perform("restore_snapshot", snapshot_uuid=snapshot.uuid)
    assert performed.result == {
        "success": True,
        "restored": True,
        "restored_snapshot_uuid": snapshot.uuid,
        "message": "Page 311 (Team) is back as it was.",
    }
    assert performed.restored == snapshot.uuid
    assert whole(site.read("pages", 311)) == before
    stage.perform("restore_snapshot", snapshot_uuid=own.uuid)
    assert site.read("pages", 311)["status"] == "trash"


def test_restoring_a_new_copy_lands_on_the_copy(stage: Stage, site: SampleSite) -> None:
    updated, snapshot = stage.perform("update_page", id=42, title="Our story")
    proposal = stage.plan("restore_snapshot", snapshot_uuid=snapshot.uuid)
    assert (proposal.lands_on.where, proposal.lands_on.copy_id) == ("copy", updated.result["id"])
    performed, _ = stage.perform("restore_snapshot", snapshot_uuid=snapshot.uuid)
    assert performed.gone_copy_id == updated.result["id"]


def test_a_menu_restore_goes_through_the_menus_tool(stage: Stage) -> None:
    before = stage.read("list_menu_items", menu_id=3)
    _, snapshot = stage.perform("create_menu_item", menu_id=3, title="X", url="/x/", position=1)
    stage.perform("restore_snapshot", snapshot_uuid=snapshot.uuid)
    assert stage.read("list_menu_items", menu_id=3) == before


def test_an_unknown_or_spent_snapshot_is_refused(stage: Stage) -> None:
    with pytest.raises(Refusal, match="respira_snapshot_not_found"):
        stage.plan("restore_snapshot", snapshot_uuid="nothing")
    _, snapshot = stage.perform("delete_page", id=311)
    stage.scene.snapshots[snapshot.uuid] = replace(snapshot, restorable=False)
    with pytest.raises(Refusal, match="respira_cannot_restore"):
        stage.plan("restore_snapshot", snapshot_uuid=snapshot.uuid)


def test_what_a_person_did_in_the_browser_is_not_undone_by_an_agent(stage: Stage) -> None:
    updated, _ = stage.perform("update_page", id=42, title="Our story")
    _, approval = stage.approve(updated.result["id"])
    stage.scene.snapshots[approval.uuid] = approval
    with pytest.raises(Refusal, match="so a person undoes it there"):
        stage.plan("restore_snapshot", snapshot_uuid=approval.uuid)


def shown(proposal: Proposal) -> list[tuple]:
    told = [in_lines(change.as_json()) for change in proposal.changes]
    return [(change["label"], change["before"], change["after"]) for change in told]


def test_a_person_is_shown_what_an_agents_restore_would_change(stage: Stage) -> None:
    stage.allow_direct_editing()
    _, page = stage.perform("update_page", id=42, title="Our story", edit_target="live")
    _, option = stage.perform("update_option", option="description", value="New")
    _, item = stage.perform("create_menu_item", menu_id=3, title="X", url="/x/", position=1)
    _, binned = stage.perform("delete_page", id=311)
    told = {
        page.uuid: [("Title", "Our story", "About")],
        option.uuid: [("Tagline", "New", "Joinery on the waterfront")],
        item.uuid: [("Menu items", ["X", "Home", "Our story", "Contact"], ["Home", "Our story", "Contact"])],
        binned.uuid: [("Status", "trash", "draft"), ("Address (slug)", "__trashed", "")],
    }
    assert {uuid: shown(stage.plan("restore_snapshot", snapshot_uuid=uuid)) for uuid in told} == told


def test_a_person_is_shown_what_undoing_a_restore_would_change(stage: Stage) -> None:
    _, option = stage.perform("update_option", option="description", value="New")
    _, back = stage.perform("restore_snapshot", snapshot_uuid=option.uuid)
    again = stage.plan("restore_snapshot", snapshot_uuid=back.uuid)
    assert shown(again) == [("Tagline", "Joinery on the waterfront", "New")]


def test_a_person_is_shown_that_a_copy_goes_to_the_trash_and_comes_back(stage: Stage) -> None:
    _, copy = stage.perform("update_page", id=42, title="Our story")
    assert shown(stage.plan("restore_snapshot", snapshot_uuid=copy.uuid)) == [("Status", "draft", "trash")]
    _, back = stage.perform("restore_snapshot", snapshot_uuid=copy.uuid)
    again = stage.plan("restore_snapshot", snapshot_uuid=back.uuid)
    assert ("Status", "trash", "draft") in shown(again)
    assert again.lands_on.where == "copy"


def test_an_agent_does_not_undo_a_restore_over_later_work(stage: Stage, site: SampleSite) -> None:
    _, option = stage.perform("update_option", option="description", value="New")
    _, back = stage.perform("restore_snapshot", snapshot_uuid=option.uuid)
    site.change("settings", description="A person's own words")
    with pytest.raises(Refusal, match=r"Changed again since then: Tagline\."):
        stage.plan("restore_snapshot", snapshot_uuid=back.uuid)
