"""Settings that can do harm, that point at something, or that a plugin added; and reading settings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.stage import PlainScene, Stage, write_tool
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.tools.standing_in import stand_in


@pytest.mark.parametrize(
    "option", ["email", "admin_email", "url", "siteurl", "show_on_front", "page_on_front", "added"]
)
def test_a_person_approves_a_change_of_a_dangerous_setting(option: str) -> None:
    assert write_tool("update_option").asks_approval({"option": option, "value": "1"}, PlainScene())


@pytest.mark.parametrize("option", ["title", "blogname", "posts_per_page", "default_comment_status"])
def test_nobody_need_approve_a_change_of_another(option: str) -> None:
    assert not write_tool("update_option").asks_approval({"option": option, "value": "1"}, PlainScene())


def test_the_address_of_the_site_changes_with_a_warning_and_comes_back(stage: Stage, site: SampleSite) -> None:
    former = site.url
    proposal = stage.plan("update_option", option="siteurl", value="https://elsewhere.example/")
    assert proposal.warnings[0].startswith("High risk: a wrong address makes the site unreachable")
    assert proposal.undo.endswith("as long as the site still answers where it is connected.")
    performed, snapshot = stage.perform("update_option", option="siteurl", value="https://elsewhere.example/")
    assert performed.result["value"] == "https://elsewhere.example"
    assert (list(performed.differs), site.url) == ([], "https://elsewhere.example")
    stage.restore(snapshot)
    assert site.url == former


def test_a_page_in_front_is_told_by_its_name_before_and_after(stage: Stage, site: SampleSite) -> None:
    now = site.read("settings")["page_on_front"]
    proposal = stage.plan("update_option", option="page_on_front", value="42")
    home = site.read("pages", now)["title"]["raw"]
    told = [(change.label, change.before, change.after) for change in proposal.changes]
    assert told == [("Front page", f"{home} ({now})", "About (42)")]
    assert proposal.changes[0].about == "The page that visitors get at the site's address."


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("page_on_front", "9999", "Front page takes a page, and there is no page 9999 on the site."),
        ("page_for_posts", "311", "Posts page takes a published page, and page 311 is not published."),
        ("default_category", "9999", "Default category takes a category, and there is no category 9999 on the site."),
        ("default_category", "0", "Default category takes a category, and there is no category 0 on the site."),
        ("site_logo", "9999", "Site logo takes a media file, and there is no media file 9999 on the site."),
    ],
)
def test_what_a_setting_points_at_has_to_be_there(stage: Stage, option: str, value: str, words: str) -> None:
    with pytest.raises(Refusal) as told:
        stage.plan("update_option", option=option, value=value)
    assert told.value.message == words


@pytest.mark.parametrize("option", ["page_on_front", "site_icon", "default_category"])
def test_what_is_not_made_yet_is_not_looked_up(stage: Stage, site: SampleSite, option: str) -> None:
    proposal = stage.plan("update_option", option=option, value=str(stand_in(2)))
    assert [change.after for change in proposal.changes] == [stand_in(2)]
    assert [entry.route for entry in site.requests if entry.route.endswith(str(stand_in(2)))] == []


@pytest.mark.parametrize(
    ("type", "now", "typed", "stored"),
    [("string", "red", "blue", "blue"), ("integer", 3, "4", 4), ("boolean", True, "false", False)],
)
def test_a_plain_setting_of_a_plugin_is_changed_and_comes_back(
    stage: Stage, site: SampleSite, type: str, now: Any, typed: str, stored: Any
) -> None:
    site.register_setting("shop_setting", type, now)
    proposal = stage.plan("update_option", option="shop_setting", value=typed)
    assert proposal.effect == "Change the setting shop_setting (shop_setting)."
    assert proposal.warnings == ["A plugin or the theme added this setting, and what it does is not known here."]
    performed, snapshot = stage.perform("update_option", option="shop_setting", value=typed)
    assert (performed.result["value"], site.read("settings")["shop_setting"]) == (stored, stored)
    restored, redo = stage.restore(snapshot)
    assert (restored.message, site.read("settings")["shop_setting"]) == ("shop_setting is back as it was.", now)
    stage.undo_restore(redo)
    assert site.read("settings")["shop_setting"] == stored


@pytest.mark.parametrize("now", [{"a": 1}, None])
def test_a_setting_of_a_plugin_that_is_not_plain_is_refused_by_name(
    stage: Stage, site: SampleSite, now: object
) -> None:
    site.register_setting("shop_setting", "object", now)
    with pytest.raises(Refusal, match="The setting shop_setting was added by a plugin or the theme") as told:
        stage.plan("update_option", option="shop_setting", value="x")
    assert told.value.code == "respira_not_possible"
    assert stage.read("get_option", option="shop_setting")["changeable"] is False


def test_a_setting_that_is_not_shown_is_refused_with_what_can_be_done(stage: Stage) -> None:
    with pytest.raises(Refusal) as told:
        stage.plan("update_option", option="default_role", value="administrator")
    assert told.value.message == "There is no setting default_role that WordPress shows to programs."
    assert told.value.hint == "Change it in the site's dashboard. Settings here: list_options."


def test_settings_are_listed_as_they_were_typed_with_what_they_take(stage: Stage, site: SampleSite) -> None:
    site.register_setting("shop_setting", "string", "red")
    told = stage.read("list_options")
    assert (told["total"], told["total_pages"], len(told["options"])) == (21, 2, 20)
    assert told["options"][0] == {"name": "title", "label": "Site title", "value": "Harbour & Grain"}
    front = next(line for line in told["options"] if line["name"] == "show_on_front")
    assert (front["choices"], front["approval_required"]) == (["posts", "page"], True)
    assert stage.read("list_options", page=2)["options"] == [
        {
            "name": "shop_setting",
            "label": "shop_setting",
            "value": "red",
            "approval_required": True,
            "caution": "A plugin or the theme added this setting, and what it does is not known here.",
            "added_by": "a plugin or the theme",
        }
    ]
    found = stage.read("list_options", search="comments")["options"]
    assert [line["name"] for line in found] == ["default_comment_status"]


@pytest.mark.parametrize("named", ["option", "name", "option_name", "key"])
def test_one_setting_is_read_by_any_of_its_names(stage: Stage, named: str) -> None:
    told = stage.read("get_option", **{named: "blogname"})
    assert (told["option"], told["label"], told["value"]) == ("title", "Site title", "Harbour & Grain")


def test_a_read_that_names_no_setting_is_told_so(stage: Stage) -> None:
    with pytest.raises(Refusal, match="The argument option is missing"):
        stage.read("get_option")
