from __future__ import annotations

from typing import Any

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, DropFields
from webapp.tools.answers import Change


def test_a_setting_is_named_for_people_and_for_agents(stage: Stage) -> None:
    proposal = stage.plan("update_option", option="blogname", value="Q&A <us>")
    assert proposal.effect == "Change the setting Site title (title)."
    about = "The site's name, in the header, in browser tabs and in search results."
    assert list(proposal.changes) == [Change("title", "Site title", "Harbour & Grain", "Q&A <us>", "value", about)]
    assert proposal.lands_on.as_json() == {
        "where": "live",
        "post_id": None,
        "copy_id": None,
        "note": "A setting has no draft copy: this changes the live site when the step runs.",
    }


@pytest.mark.parametrize(
    ("option", "value", "stored"),
    [
        ("title", "Q&A <us>", "Q&A <us>"),
        ("blogdescription", "", ""),
        ("posts_per_page", "7", 7),
        ("posts_per_page", 7, 7),
        ("use_smilies", "false", False),
        ("show_on_front", "posts", "posts"),
    ],
)
def test_a_setting_is_written_alone_and_comes_back(
    stage: Stage, site: SampleSite, option: str, value: Any, stored: Any
) -> None:
    before = site.read("settings")
    performed, snapshot = stage.perform("update_option", option=option, value=value)
    assert performed.result["value"] == stored
    assert list(performed.differs) == []
    assert [len(entry.body) for entry in site.requests.writes()] == [1]
    restored, redo = stage.restore(snapshot)
    assert list(restored.differs) == []
    assert site.read("settings") == before
    stage.undo_restore(redo)
    assert stage.plan("update_option", option=option, value=value).changes == []


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("not_there", "1", "There is no setting not_there"),
        ("default_role", "administrator", "There is no setting default_role that WordPress shows to programs"),
        ("home", "https://other.test", "There is no setting home that WordPress shows to programs"),
        ("url", "other.test", "takes a whole address such as https://example.com"),
        ("siteurl", "https://other.test/?a=1", "takes a whole address"),
        ("email", "nobody", "takes an e-mail address"),
        ("posts_per_page", "many", "takes a whole number"),
        ("posts_per_page", "07", "takes a whole number"),
        ("posts_per_page", "9" * 5_000, "takes a whole number"),
        ("use_smilies", "no", "takes true or false"),
        ("show_on_front", "bogus", "takes posts or page"),
    ],
)
def test_a_name_or_value_that_does_not_fit_is_refused(stage: Stage, option: str, value: str, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        stage.plan("update_option", option=option, value=value)


def test_the_administration_address_is_marked_as_high_risk(stage: Stage) -> None:
    warnings = stage.plan("update_option", option="admin_email", value="new@example.test").warnings
    assert warnings[0].startswith("High risk: messages about the site go to the new address")


@pytest.mark.parametrize(
    ("called", "name"),
    [("Tagline", "description"), ("tagline", "description"), ("BlogName", "title"), ("WPLANG", "language")],
)
def test_a_setting_may_be_called_by_its_label_in_any_case(stage: Stage, called: str, name: str) -> None:
    assert stage.read("get_option", option=called)["option"] == name


def test_a_setting_that_a_person_approves_is_no_less_dangerous_by_its_label(stage: Stage) -> None:
    tool = write_tool("update_option")
    assert tool.asks_approval({"option": "front page", "value": "42"}, stage.scene) is True
    assert tool.asks_approval({"option": "Tagline", "value": "Bread"}, stage.scene) is False


def test_a_setting_that_the_site_did_not_keep_is_not_applied(stage: Stage, site: SampleSite) -> None:
    site.misbehave(DropFields(("title",)), method="POST", path="/wp/v2/settings")
    with pytest.raises(SiteTrouble, match="respira_nothing_stored"):
        stage.perform("update_option", option="title", value="New")


def test_a_later_change_is_not_run_over(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("update_option", option="title", value="New")
    site.change("settings", title="By hand")
    with pytest.raises(Refusal, match=r"Changed again since then: Site title\."):
        stage.restore(snapshot)


@pytest.mark.parametrize("zone", ["Mars/Base", "GMT plus two", ""])
def test_a_time_zone_that_wordpress_would_drop_without_a_word_is_refused(stage: Stage, zone: str) -> None:
    with pytest.raises(Refusal, match="The setting timezone takes a time zone such as Europe/Lisbon"):
        stage.plan("update_option", option="timezone", value=zone)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "UTC", "UTC+5:30"])
def test_a_time_zone_is_taken(stage: Stage, zone: str) -> None:
    assert stage.plan("update_option", option="timezone", value=zone).effect.endswith("(timezone).")


def test_a_restore_that_went_out_and_can_not_be_looked_at_is_no_refusal(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("update_option", option="title", value="Ours")
    write = write_tool("update_option").write
    state = write.restore_state(stage.wordpress, snapshot)
    site.misbehave(AnswerInstead(200, "{}"), method="GET", path="/wp/v2/settings")
    with pytest.raises(SiteTrouble, match="could not be looked at") as caught:
        write.restore(stage.wordpress, snapshot, state)
    assert caught.value.written == "perhaps"


def test_a_restore_of_a_change_that_changed_nothing_sends_nothing(stage: Stage) -> None:
    _, snapshot = stage.perform("update_option", option="title", value="Harbour & Grain")
    stage.wordpress.post("wp/v2/settings", {"title": "Theirs since"})
    stage.restore(snapshot)
    assert stage.read("get_option", option="title")["value"] == "Theirs since"
