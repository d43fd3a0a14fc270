"""What a person is told to do by hand, by what the steps wrote to a site that answers nobody any more."""

from __future__ import annotations

from typing import Any

import pytest

from webapp.core.desk import Desk
from webapp.data import Step
from webapp.tools.nouns import NO_POSTS
from webapp.web.by_hand import ALWAYS, Advice, of_steps


def step(desk: Desk, kind: str, tool: str, target: str = "7", base: Any = None, where: str = "live") -> Step:
    row = Step(
        public_id="step_1", position=3, target_kind=kind, target_id=target, tool=tool, effect="It does something."
    )
    row.lands_on = {"where": where}
    row.base = None if base is None else desk.sealer.seal("step.base step_1", {f"{kind}.{target}": base})
    return row


def advice(desk: Desk, *given: Any, **named: Any) -> Advice:
    first, *always = of_steps(desk, [step(desk, *given, **named)])
    assert tuple(always) == ALWAYS
    assert (first.about, first.position) == ("It does something.", 3)
    return first


@pytest.mark.parametrize(
    ("tool", "plugin", "named"),
    [
        ("activate_plugin", "akismet/akismet", "wp-content/plugins/akismet"),
        ("update_plugin", "akismet/akismet", "wp-content/plugins/akismet"),
        ("install_plugin", "akismet", "wp-content/plugins/akismet"),
        ("activate_plugin", "hello", "wp-content/plugins/hello.php"),
    ],
)
def test_a_plugin_that_runs_since_is_left_out_by_another_name_of_its_folder_or_file(
    desk: Desk, tool: str, plugin: str, named: str
) -> None:
    told = advice(desk, "plugin", tool, plugin)
    assert told.place == named
    assert "With your host’s file manager" in told.words


def test_a_plugin_that_is_missing_since_comes_back_in_the_dashboard(desk: Desk) -> None:
    off, gone = (advice(desk, "plugin", tool, "akismet/akismet") for tool in ("deactivate_plugin", "delete_plugin"))
    assert (off.words, off.place) == ("In the dashboard, under Plugins, activate it again.", None)
    assert gone.words == "In the dashboard, under Plugins, Add New, install it again."


def test_a_setting_is_told_with_its_value_from_before_unless_that_is_a_secret_or_no_line(desk: Desk) -> None:
    told = advice(desk, "option", "update_option", "posts_per_page", 10)
    assert (told.words, told.value) == ("In the dashboard, under Settings, set it back to:", "10")
    for name, value in (
        ("mailserver_pass", "hunter2"),
        ("widgets", '{"api_key": "x"}'),
        ("sizes", [1, 2]),
        ("t", ""),
    ):
        told = advice(desk, "option", "update_option", name, value)
        assert (told.words, told.value) == (
            "In the dashboard, under Settings, set it back to what it was.",
            None,
        ), name


def test_a_page_has_its_revisions_its_trash_or_goes_there_itself(desk: Desk) -> None:
    assert "then Revisions" in advice(desk, "page", "update_page").words
    assert "choose Restore under the page" in advice(desk, "page", "delete_page").words
    assert advice(desk, "type:book", "create_custom_post").words == (
        "In the dashboard, open the book and move it to the trash."
    )


@pytest.mark.parametrize("kind", sorted(NO_POSTS))
def test_every_kind_of_thing_has_its_place_in_the_dashboard(desk: Desk, kind: str) -> None:
    assert advice(desk, kind, "deactivate_plugin").words.startswith("In the dashboard, under ")


def test_what_landed_on_a_copy_broke_nothing_that_visitors_see(desk: Desk) -> None:
    assert tuple(of_steps(desk, [step(desk, "page", "update_page", where="copy")])) == ALWAYS
