from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


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
