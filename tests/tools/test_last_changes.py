"""Who changed an item last is told as far as the site tells, and nobody is named who may not have been it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tests import colleague
from tests.pictures import png
from tests.tools.stage import Stage, write_tool
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead
from webapp.tools.answers import LastChange, Target
from webapp.tools.items.last_changes import last_change
from webapp.wordpress.client import Connection, WordPress

ABOUT = Target("page", "42", "About")


@pytest.fixture
def client(site: SampleSite) -> Iterator[WordPress]:
    with WordPress(
        Connection(f"{site.url}/wp-json/", site.username, site.app_password), allow_private=True
    ) as client:
        yield client


def changed(client: WordPress, *fields: str, target: Target = ABOUT, copy_id: int | None = None) -> LastChange | None:
    return last_change(client, target, copy_id, fields)


def test_an_autosave_is_nobodys_change(site: SampleSite, client: WordPress) -> None:
    colleague.edit(site, "pages/42", content="<p>Open on Sundays.</p>")
    [revision] = [one for one in site.wp.store.list("revisions") if one["parent"] == 42]
    by_tomas = {**revision, "id": 990, "author": 3, "slug": "42-autosave-v1"}
    body = json.dumps([by_tomas, {**revision, "slug": "42-revision-v1"}])
    site.misbehave(AnswerInstead(200, body), path=re.compile(r"/revisions$"))
    told = changed(client, "live.content")
    assert told is not None
    assert told.who == colleague.NAME


def test_a_login_that_may_not_see_revisions_is_told_the_time_alone(site: SampleSite, client: WordPress) -> None:
    colleague.edit(site, "pages/42", content="<p>Open on Sundays.</p>")
    site.misbehave(AnswerInstead(403, '{"code": "rest_forbidden"}'), path=re.compile(r"/revisions$"))
    told = changed(client, "live.content")
    assert told is not None
    assert (told.who, told.what, told.at is not None) == (None, "edited", True)


def test_a_person_whose_name_the_login_may_not_see_is_not_named(site: SampleSite, client: WordPress) -> None:
    colleague.edit(site, "pages/42", content="<p>Open on Sundays.</p>")
    site.misbehave(AnswerInstead(403, '{"code": "rest_forbidden"}'), path=re.compile(r"/users/2$"))
    told = changed(client, "live.content")
    assert told is not None
    assert (told.who, told.what) == (None, "edited")


def test_of_a_draft_copy_it_is_the_copys_change_that_is_told(site: SampleSite, client: WordPress) -> None:
    copy = site.add("pages", title="About", status="draft")["id"]
    colleague.edit(site, f"pages/{copy}", title="About us")
    told = changed(client, "copy.title", copy_id=copy)
    assert told is not None
    assert told.who == colleague.NAME
    assert changed(client, "live.title", copy_id=copy) != told


def test_what_is_no_number_on_the_site_yet_has_no_last_change(client: WordPress) -> None:
    assert changed(client, "live.title", target=Target("page", "new:about", "About")) is None


def test_of_a_file_the_time_is_told_and_of_one_that_is_gone_that_it_is(
    stage: Stage, site: SampleSite, client: WordPress
) -> None:
    tell = write_tool("update_media").last_change
    made = stage.wordpress.upload("wp/v2/media", png(4, 3), name="a.png", kind="image/png").body["id"]
    site.change("media", made, caption="Theirs")
    told = tell(client, Target("media", str(made), "a"), None, ["live.caption"])
    assert told is not None
    assert (told.who, told.what, told.at is not None) == (None, "edited", True)
    site.delete("media", made)
    assert tell(client, Target("media", str(made), "a"), None, ["live.caption"]) == LastChange("deleted for good")


def test_of_a_new_draft_that_somebody_edited_who_did_is_told(site: SampleSite, stage: Stage) -> None:
    performed, snapshot = stage.perform("create_page", title="Harbour")
    colleague.edit(site, f"pages/{performed.result['id']}", title="Their harbour")
    tell = write_tool("create_page").last_change
    told = tell(stage.wordpress, snapshot.target, performed.result["id"], ["copy.title"])
    assert told is not None
    assert told.who == colleague.NAME


def test_of_a_menu_nobody_can_be_told(stage: Stage) -> None:
    tell = write_tool("restore_snapshot").last_change
    assert tell(stage.wordpress, Target("menu", "3", "Main menu"), None, ["live.items"]) is None
