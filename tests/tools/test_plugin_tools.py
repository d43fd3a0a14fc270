"""Plugins: found by folder or file, switched on and off, installed from wordpress.org, deleted, never updated."""

from __future__ import annotations

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, DropFields, HangUp
from webapp.tools.answers import Change
from webapp.tools.catalogue import CATALOGUE

FORMS = "quayside-forms/quayside-forms"


def add(site: SampleSite, plugin_id: str, name: str, status: str = "inactive") -> None:
    hello = site.wp.store.find("plugins", "hello")
    assert hello is not None
    site.wp.store.put("plugins", {**hello, "id": plugin_id, "name": name, "status": status})


def status(site: SampleSite, plugin_id: str) -> str:
    return str(site.read("plugins", plugin_id)["status"])


def refusal(stage: Stage, name: str, **arguments: str) -> Refusal:
    with pytest.raises(Refusal) as told:
        stage.plan(name, **arguments)
    return told.value


def test_plugins_are_listed_active_ones_first(stage: Stage) -> None:
    told = stage.read("list_plugins")
    assert told["total"] == 3
    assert [one["slug"] for one in told["plugins"]] == ["akismet/akismet", FORMS, "hello"]
    assert told["plugins"][2] == {"slug": "hello", "name": "Hello Dolly", "status": "inactive", "version": "1.7.2"}
    assert [one["slug"] for one in stage.read("list_plugins", search="form")["plugins"]] == [FORMS]
    assert stage.read("list_plugins", per_page=2, page=2)["plugins"][0]["slug"] == "hello"


@pytest.mark.parametrize("slug", ["quayside-forms", FORMS, f"{FORMS}.php"])
def test_a_plugin_is_found_by_its_folder_with_or_without_its_file(stage: Stage, slug: str) -> None:
    proposal = stage.plan("deactivate_plugin", slug=slug)
    assert proposal.effect == "Deactivate the plugin Quayside Contact Form."
    assert (proposal.target.kind, proposal.target.id) == ("plugin", FORMS)
    assert list(proposal.changes) == [Change("status", "Status", "active", "inactive", "value")]
    assert proposal.undo.startswith("Undo makes it active again.")


def test_of_several_plugins_in_one_folder_none_is_guessed(stage: Stage, site: SampleSite) -> None:
    add(site, "quayside-forms/extra", "Quayside Extra")
    told = refusal(stage, "deactivate_plugin", slug="quayside-forms")
    assert told.hint == (
        "Send the file of one too: "
        "quayside-forms/extra.php (Quayside Extra), quayside-forms/quayside-forms.php (Quayside Contact Form)."
    )
    assert stage.plan("activate_plugin", slug="quayside-forms/extra.php").target.name == "Quayside Extra"


def test_a_plugin_that_is_not_there_is_named(stage: Stage) -> None:
    assert refusal(stage, "activate_plugin", slug="nowhere").message == "There is no plugin nowhere on the site."


def test_a_plugin_is_switched_on_and_off_again_and_on_again(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("activate_plugin", slug="hello")
    assert performed.result["status"] == status(site, "hello") == "active"
    restored, redo = stage.restore(snapshot)
    assert (restored.message, status(site, "hello")) == ("The plugin Hello Dolly is inactive again.", "inactive")
    stage.undo_restore(redo)
    assert status(site, "hello") == "active"
    assert stage.plan("activate_plugin", slug="hello").warnings == ["It is active already."]


def test_switching_on_says_that_a_plugin_can_break_the_site(stage: Stage) -> None:
    assert stage.plan("activate_plugin", slug="hello").warnings == [
        "A plugin that does not fit the site can break it when it is switched on. "
        "Then it can only be switched off by hand, on the server."
    ]


@pytest.mark.parametrize(
    ("tool", "words"),
    [("activate_plugin", "it may shut Sayso out"), ("deactivate_plugin", "Sayso is shut out afterwards")],
)
def test_a_plugin_about_signing_in_is_told_apart_by_its_name(
    stage: Stage, site: SampleSite, tool: str, words: str
) -> None:
    add(site, "gate/gate", "Harbour Login Security", "active" if tool == "deactivate_plugin" else "inactive")
    assert words in stage.plan(tool, slug="gate").warnings[-1]


def test_a_plugin_that_stays_off_although_the_site_says_yes_is_told(stage: Stage, site: SampleSite) -> None:
    site.misbehave(DropFields(("status",)), method="POST", path="/wp/v2/plugins/hello")
    with pytest.raises(SiteTrouble, match="respira_nothing_stored"):
        stage.perform("activate_plugin", slug="hello")


CRITICAL = "<p>There has been a critical error on this website.</p>"


@pytest.mark.parametrize("lost", [HangUp(after_saving=True), AnswerInstead(500, CRITICAL, saving=True)])
def test_a_lost_answer_and_a_page_of_a_critical_error_are_settled_by_looking(
    stage: Stage, site: SampleSite, lost: HangUp | AnswerInstead
) -> None:
    site.misbehave(lost, method="POST", path="/wp/v2/plugins/hello", times=1)
    write = write_tool("activate_plugin").write
    state = stage.base("activate_plugin", slug="hello")
    saved = write.save(stage.wordpress, {"slug": "hello"}, state, stage.scene)
    with pytest.raises(SiteTrouble, match="respira_outcome_unknown"):
        write.perform(stage.wordpress, {"slug": "hello"}, state, saved, stage.scene)
    assert write.settle(stage.wordpress, {"slug": "hello"}, state, saved, stage.scene).landed == "yes"


def test_a_plugin_over_which_wordpress_breaks_off_is_told_to_be_as_it_was(stage: Stage, site: SampleSite) -> None:
    site.misbehave(AnswerInstead(500, ""), method="POST", path="/wp/v2/plugins/hello")
    with pytest.raises(SiteTrouble) as told:
        stage.perform("activate_plugin", slug="hello")
    assert (told.value.code, told.value.written) == ("respira_nothing_stored", "no")
    assert told.value.message == "WordPress broke off over the plugin Hello Dolly, which is inactive still."


def test_a_plugin_that_has_no_address_is_refused_with_the_reason(stage: Stage, site: SampleSite) -> None:
    add(site, "my.dots/my.dots", "Dotted")
    told = refusal(stage, "activate_plugin", slug="my.dots")
    assert told.message == (
        "WordPress lets no program change Dotted, because there is a dot in the name of its file."
    )


def test_a_plugin_of_a_whole_network_is_left_alone(stage: Stage, site: SampleSite) -> None:
    add(site, "net/net", "Network Tool", "network-active")
    assert refusal(stage, "deactivate_plugin", slug="net").code == "respira_not_possible"


def test_a_plugin_that_was_deleted_since_can_not_be_switched_back(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("deactivate_plugin", slug="quayside-forms")
    site.wp.store.remove("plugins", FORMS)
    with pytest.raises(Refusal, match="The plugin Quayside Contact Form is not there any more"):
        stage.restore(snapshot)


def test_a_plugin_of_wordpress_org_is_installed_inactive_and_deleted_again(stage: Stage, site: SampleSite) -> None:
    proposal = stage.plan("install_plugin", slug_or_url="tide-table")
    assert proposal.effect == "Install the plugin tide-table from wordpress.org."
    performed, snapshot = stage.perform("install_plugin", slug_or_url="tide-table")
    assert performed.result == {
        "success": True,
        "installed": True,
        "slug": "tide-table/tide-table",
        "name": "Tide Table",
        "version": "1.4.0",
        "status": "inactive",
    }
    restored, redo = stage.restore(snapshot)
    assert restored.message == "The plugin tide-table/tide-table is deleted again."
    assert site.wp.store.find("plugins", "tide-table/tide-table") is None
    stage.undo_restore(redo)
    assert status(site, "tide-table/tide-table") == "inactive"


def test_an_installed_plugin_that_somebody_switched_on_is_not_deleted_by_an_undo(
    stage: Stage, site: SampleSite
) -> None:
    _, snapshot = stage.perform("install_plugin", slug_or_url="tide-table")
    site.change("plugins", "tide-table/tide-table", status="active")
    with pytest.raises(Refusal, match="The plugin Tide Table is active now") as told:
        stage.restore(snapshot)
    assert told.value.hint == "Deactivate it first."


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"slug_or_url": "https://evil.example/x.zip"}, "respira_not_possible"),
        ({"slug_or_url": "x.zip"}, "respira_not_possible"),
        ({"slug_or_url": "tide-table", "source": "url"}, "respira_not_possible"),
        ({"slug_or_url": "Tide Table"}, "respira_invalid_arguments"),
        ({"slug_or_url": "akismet"}, "respira_nothing_to_change"),
    ],
)
def test_what_can_not_be_installed_is_refused_before_anything_is_sent(
    stage: Stage, site: SampleSite, arguments: dict[str, str], code: str
) -> None:
    assert refusal(stage, "install_plugin", **arguments).code == code
    assert site.requests.writes() == []


def test_a_plugin_that_the_directory_does_not_have_is_the_site_s_own_word(stage: Stage) -> None:
    with pytest.raises(SiteTrouble, match="plugins_api_failed") as told:
        stage.perform("install_plugin", slug_or_url="no-such-plugin")
    assert told.value.written == "no"


def test_an_inactive_plugin_is_deleted_for_good_and_says_so(stage: Stage, site: SampleSite) -> None:
    proposal = stage.plan("delete_plugin", slug="hello")
    assert proposal.undo.startswith("This can not be undone, except by installing the plugin again.")
    performed, snapshot = stage.perform("delete_plugin", slug="hello")
    assert (performed.result["deleted"], performed.undo) == (True, {"undo.way": "no"})
    with pytest.raises(Refusal, match="respira_cannot_restore"):
        stage.restore(snapshot)


def test_an_active_plugin_is_not_deleted(stage: Stage, site: SampleSite) -> None:
    assert stage.plan("delete_plugin", slug="akismet").warnings[-1] == (
        "Only an inactive plugin can be deleted: this fails unless another step deactivates it first."
    )
    with pytest.raises(Refusal, match="respira_not_possible"):
        stage.perform("delete_plugin", slug="akismet")
    assert site.requests.writes() == []


def test_no_plugin_is_updated(stage: Stage, site: SampleSite) -> None:
    with pytest.raises(Refusal) as told:
        stage.read("update_plugin", slug="akismet")
    assert told.value.code == "respira_not_possible"
    assert told.value.message == (
        "WordPress lets no program update a plugin, so Akismet Anti-spam: Spam Protection stays at 5.7.2."
    )
    assert site.requests.writes() == []


def test_a_person_approves_every_change_of_a_plugin() -> None:
    changing = ("activate_plugin", "deactivate_plugin", "install_plugin", "delete_plugin")
    assert all(CATALOGUE[name].approval_required for name in changing)
