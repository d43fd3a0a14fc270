"""Taking away what a write made, over what somebody edited of it since."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pictures import in_base64, png
from tests.tools.looks import all_of, lines, raw
from tests.tools.stage import Stage
from tests.tools.things import TEXT, template
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

LIVE = {"edit_target": "live"}
PICTURE = {"file": in_base64(png(40, 30)), "filename": "a.png"}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("update_page", {"id": 42, "title": "Our story"}),
        ("create_page_duplicate", {"original_id": 42, "suffix": "again"}),
        ("create_page", {"title": "Harbour"}),
        ("create_page", {"title": "Harbour", "status": "publish", **LIVE}),
    ],
)
def test_what_was_made_goes_to_the_trash_with_a_later_edit_and_comes_back_with_it(
    stage: Stage, site: SampleSite, tool: str, arguments: dict[str, Any]
) -> None:
    stage.allow_direct_editing()
    target = {"edit_target": "duplicate"} if tool == "update_page" else {}
    performed, snapshot = stage.perform(tool, **arguments, **target)
    draft, status = performed.result["id"], performed.result["status"]
    site.change("pages", draft, excerpt="Theirs")
    with pytest.raises(Refusal) as refused:
        stage.restore(snapshot)
    assert refused.value.details == {"edited": ["Excerpt"]}
    state = stage.look(snapshot, over=True)
    assert (state["about.edited"], state["about.undo"]) == (["Excerpt"], "Undo brings it back from the trash.")
    assert lines(state) == [("Status", status, "trash")]
    _, undo = stage.restore(snapshot, over=True)
    assert site.read("pages", draft)["status"] == "trash"
    stage.undo_restore(undo)
    page = site.read("pages", draft)
    assert (page["status"], page["excerpt"]["raw"]) == (status, "Theirs")


MADE = [
    ("create_menu_item", {"menu_id": 3, "title": "X", "url": "/x/"}, ("menu-items", "url", "/theirs/"), "Links to"),
    ("create_menu", {"name": "Extra"}, ("menus", "name", "Theirs"), "Name"),
    ("create_term", {"taxonomy": "category", "name": "Labs"}, ("categories", "description", "Theirs"), "Description"),
    ("create_comment", {"post_id": 42, "content": "Nice"}, ("comments", "content", "Theirs"), "Text"),
    ("create_user", {"username": "mia", "email": "mia@x.example"}, ("users", "name", "Theirs"), "Display name"),
    ("upload_media", PICTURE, ("media", "caption", "Theirs"), "Caption"),
]


@pytest.mark.parametrize(("tool", "arguments", "edit", "label"), MADE, ids=[one[0] for one in MADE])
def test_what_was_made_is_deleted_with_a_later_edit_and_made_again_with_it(
    stage: Stage, site: SampleSite, tool: str, arguments: dict[str, Any], edit: tuple[str, str, str], label: str
) -> None:
    site.change("pages", 42, comment_status="open")
    kind, field, theirs = edit
    performed, snapshot = stage.perform(tool, **arguments)
    number = performed.result["id"]
    site.change(kind, number, **{field: theirs, **({"title": "X"} if kind == "menu-items" else {})})
    with pytest.raises(Refusal) as refused:
        stage.restore(snapshot)
    assert refused.value.details == {"edited": [label]}
    state = stage.look(snapshot, over=True)
    assert state["about.edited"] == [label]
    assert state["about.does"].startswith("Delete the ")
    assert theirs in [before for _label, before, after in lines(state) if after is None]
    _, undo = stage.restore(snapshot, over=True)
    assert number not in [one["id"] for one in all_of(stage, kind)]
    again = stage.look_again(undo)
    assert again["about.does"].startswith("Make the ")
    stage.undo_restore(undo)
    assert raw(max(all_of(stage, kind), key=lambda one: one["id"])[field]) == theirs


def test_a_user_that_an_undo_deletes_comes_back_without_the_password_which_is_said(stage: Stage) -> None:
    _, snapshot = stage.perform("create_user", username="mia", email="mia@x.example")
    said = "Undo makes the user again, with a new id and day of registration and without the password."
    assert stage.look(snapshot)["about.undo"] == said


def test_a_former_password_is_not_put_back_and_that_is_said_before(stage: Stage, site: SampleSite) -> None:
    mia = site.add("users", username="mia", email="mia@x.example", password="whatever", roles=["author"])["id"]
    _, snapshot = stage.perform("update_user", id=mia, email="m@x.example", password="another")
    assert stage.look(snapshot)["about.means"] == (
        "This puts back what was there before, but for the password, which was never known to us."
    )


def test_a_template_of_the_theme_comes_back_over_a_later_edit_of_the_sites_copy(
    stage: Stage, site: SampleSite
) -> None:
    page = template(site)
    before = site.read("templates", page)
    _, snapshot = stage.perform("update_template", id=page, content=TEXT)
    site.change("templates", page, title="Theirs")
    with pytest.raises(Refusal) as refused:
        stage.restore(snapshot)
    assert refused.value.details == {"edited": ["Title"]}
    state = stage.look(snapshot, over=True)
    assert state["about.edited"] == ["Title"]
    assert [line for line in lines(state) if line[0] == "Title"] == [("Title", "Theirs", "Pages")]
    _, undo = stage.restore(snapshot, over=True)
    assert site.read("templates", page) == before
    stage.undo_restore(undo)
    again = site.read("templates", page)
    assert (again["title"]["raw"], again["content"]["raw"], again["source"]) == ("Theirs", TEXT, "custom")


def test_what_is_in_use_is_not_taken_away_over_an_edit_either(stage: Stage, site: SampleSite) -> None:
    site.change("pages", 42, comment_status="open")
    picture, uploaded = stage.perform("upload_media", **PICTURE)
    label, term = stage.perform("create_term", taxonomy="tags", name="Old")
    site.change("media", picture.result["id"], caption="Theirs")
    site.change("tags", label.result["id"], description="Theirs")
    site.change("pages", 42, featured_media=picture.result["id"])
    site.add("posts", title="Bread", status="publish", tags=[label.result["id"]])
    for snapshot in (uploaded, term):
        for over in (False, True):
            with pytest.raises(Refusal) as refused:
                stage.restore(snapshot, over=over)
            assert refused.value.details == {}


def test_a_template_that_somebody_reset_to_the_themes_file_needs_no_undo(stage: Stage, site: SampleSite) -> None:
    page = template(site)
    _, snapshot = stage.perform("update_template", id=page, content=TEXT)
    site.delete("templates", page)
    assert stage.look(snapshot)["about.changes"] == []
    restored, _ = stage.restore(snapshot)
    assert restored.message == "Template Pages is back as it was."
