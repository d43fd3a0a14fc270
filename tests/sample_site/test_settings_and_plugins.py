"""Settings and plugins: silent corrections, nulls, and errors that come too late."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sample_site.conftest import Caller

KEYS = [
    *("title", "description", "url", "email", "timezone", "date_format", "time_format", "start_of_week"),
    *("language", "use_smilies", "default_category", "default_post_format", "posts_per_page", "show_on_front"),
    *("page_on_front", "page_for_posts", "default_ping_status", "default_comment_status", "site_logo", "site_icon"),
]


def test_all_settings_of_core_are_there(owner: Caller) -> None:
    settings = owner.get("settings").json
    assert list(settings) == KEYS
    assert settings["title"] == "Harbour &amp; Grain"
    assert settings["timezone"] == "Europe/Lisbon"
    assert settings["site_logo"] is None


def test_the_title_is_kept_escaped_and_sending_that_back_is_stable(owner: Caller) -> None:
    assert owner.post("settings", title="A & <b>").json["title"] == "A &amp; &lt;b&gt;"
    assert owner.post("settings", title="A &amp; &lt;b&gt;").json["title"] == "A &amp; &lt;b&gt;"


@pytest.mark.parametrize(
    ("name", "sent", "kept"),
    [
        ("posts_per_page", -3, 3),
        ("timezone", "Mars/Base", "Europe/Lisbon"),
        ("language", "xx_YY", "en_US"),
        ("start_of_week", "4", 4),
        ("show_on_front", "nonsense", "nonsense"),
        ("description", None, None),
    ],
)
def test_values_are_corrected_in_silence(owner: Caller, name: str, sent: Any, kept: Any) -> None:
    answer = owner.post("settings", **{name: sent, "unknown": 1})
    assert answer.status_code == 200
    assert answer.json[name] == kept
    assert "unknown" not in answer.json


def test_a_wrong_type_stops_everything_before_anything_is_written(owner: Caller) -> None:
    answer = owner.post("settings", title="New", posts_per_page="many")
    assert (answer.status_code, answer.json["code"]) == (400, "rest_invalid_param")
    assert owner.get("settings").json["title"] == "Harbour &amp; Grain"


def test_an_unset_logo_set_to_null_fails_after_the_title_was_written(owner: Caller) -> None:
    answer = owner.post("settings", title="New", site_logo=None)
    assert (answer.status_code, answer.json["code"]) == (500, "rest_invalid_stored_value")
    assert owner.get("settings").json["title"] == "New"


def test_plugins_are_switched_on_and_off(owner: Caller) -> None:
    found = {plugin["plugin"]: plugin["status"] for plugin in owner.get("plugins").json}
    assert found == {"akismet/akismet": "active", "hello": "inactive", "quayside-forms/quayside-forms": "active"}
    assert owner.post("plugins/hello", status="active").json["status"] == "active"
    assert owner.get("plugins/akismet%2Fakismet").json["plugin"] == "akismet/akismet"
    assert owner.get("plugins/none/none").json["code"] == "rest_plugin_not_found"


def test_only_an_inactive_plugin_can_be_deleted_and_only_one_of_the_directory_installed(owner: Caller) -> None:
    refused = owner.delete("plugins/akismet/akismet")
    assert (refused.status_code, refused.json["code"]) == (400, "rest_cannot_delete_active_plugin")
    assert owner.delete("plugins/hello").json["deleted"] is True
    installed = owner.post("plugins", slug="hello-dolly")
    assert (installed.status_code, installed.json["code"]) == (404, "plugins_api_failed")
    installed = owner.post("plugins", slug="tide-table")
    assert (installed.status_code, installed.json["status"]) == (201, "inactive")
    again = owner.post("plugins", slug="tide-table")
    assert (again.status_code, again.json["code"]) == (500, "folder_exists")
