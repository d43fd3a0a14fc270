"""How restoring a session is taken apart: one restore for each snapshot, and where it stops."""

from __future__ import annotations

from tests.tools.stage import Stage
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.tool import ManyTool, Part, Parts, Stopped


def parts(stage: Stage) -> Parts:
    tool = CATALOGUE["restore_session"]
    assert isinstance(tool, ManyTool)
    return tool.parts(stage.wordpress, {"session_id": "run_1"}, stage.scene)


def test_each_snapshot_is_a_restore_of_its_own_the_newest_first(stage: Stage) -> None:
    _, team = stage.perform("delete_page", id=311)
    _, tagline = stage.perform("update_option", option="description", value="New")
    taken = parts(stage)
    assert list(taken.parts) == [
        Part("restore_snapshot", {"snapshot_uuid": tagline.uuid}),
        Part("restore_snapshot", {"snapshot_uuid": team.uuid}),
    ]
    assert taken.stopped is None


def test_it_stops_where_the_same_thing_comes_again(stage: Stage) -> None:
    stage.perform("update_option", option="description", value="New")
    _, last = stage.perform("update_option", option="description", value="Newer")
    taken = parts(stage)
    assert list(taken.parts) == [Part("restore_snapshot", {"snapshot_uuid": last.uuid})]
    assert taken.stopped == Stopped(
        "The next one is of the same thing as one before it, which comes first: "
        "Change the setting Tagline (description).",
        'restore_session with session_id "run_1" again',
    )
