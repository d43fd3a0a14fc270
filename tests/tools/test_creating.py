"""Making pages and posts: what is foretold, what is made, and how it is taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pictures import in_base64, png
from tests.tools.looks import whole
from tests.tools.stage import Stage
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite, misbehaviour
from webapp.sample_site.misbehaviour import AnswerInstead, DropFields
from webapp.tools.answers import Change
from webapp.tools.standing_in import stand_in

FORBIDDEN = '{"code":"rest_cannot_create","message":"Sorry, you are not allowed.","data":{"status":403}}'


def made(site: SampleSite, title: str) -> list[dict[str, Any]]:
    """Every page of this title, whatever its status."""
    return [item for item in site.wp.store.list("pages") if item["title"] == title]


def test_a_new_page_is_foretold_as_a_draft_that_waits(stage: Stage) -> None:
    proposal = stage.plan("create_page", title=" Our harbour ", content="<p>Water.</p>", status="draft")
    assert proposal.effect == "Create the page Our harbour as a new draft."
    assert proposal.lands_on.as_json() == {
        "where": "copy",
        "post_id": None,
        "copy_id": None,
        "note": "This makes a new draft, which visitors do not see until a person publishes it.",
    }
    assert list(proposal.changes) == [
        Change("title", "Title", None, " Our harbour ", "text"),
        Change("content", "Text", None, "<p>Water.</p>", "html"),
        Change("status", "Status", None, "draft", "value"),
    ]
    assert proposal.target.id == "new:our-harbour"
    assert proposal.warnings == []


@pytest.mark.parametrize(
    ("status", "ending"),
    [
        ("publish", "as a new draft; it is published when a person says so."),
        ("private", "as a new draft; it becomes private when a person says so."),
        ("pending", "as a new draft; it is put up for review when a person says so."),
    ],
)
def test_a_status_waits_for_a_person_and_the_effect_says_so(stage: Stage, status: str, ending: str) -> None:
    assert stage.plan("create_page", title="Harbour", status=status).effect == f"Create the page Harbour {ending}"


def test_a_page_is_made_in_one_request_as_a_draft_with_everything_but_its_wishes(
    stage: Stage, site: SampleSite
) -> None:
    performed, _ = stage.perform(
        "create_page",
        title="Harbour",
        content="<p>Water.</p>",
        status="publish",
        slug="the-harbour",
        date="2030-03-10T09:00:00",
        post_parent=42,
        menu_order=7,
    )
    assert [entry.body for entry in site.requests.writes()] == [
        {
            "title": "Harbour",
            "content": "<p>Water.</p>",
            "parent": 42,
            "menu_order": 7,
            "status": "draft",
            "slug": "sayso-7c0d3e",
        }
    ]
    page = site.read("pages", performed.result["id"])
    assert (page["status"], page["parent"], page["menu_order"]) == ("draft", 42, 7)
    assert performed.result == {
        "success": True,
        "id": page["id"],
        "title": "Harbour",
        "status": "draft",
        "link": page["link"],
        "waits_for_person": True,
        "wanted": {"status": "publish", "slug": "the-harbour", "date": "2030-03-10T09:00:00"},
    }
    assert list(performed.differs) == []


def test_a_post_is_made_with_terms_chosen_by_name(stage: Stage, site: SampleSite) -> None:
    wood = site.add("categories", name="Wood & wire")["id"]
    arguments: dict[str, Any] = {"title": "Chisels", "categories": ["wood & WIRE"], "format": "aside"}
    proposal = stage.plan("create_post", **arguments)
    assert Change("categories", "Categories", None, ["Wood & wire"], "list") in proposal.changes
    performed, _ = stage.perform("create_post", **arguments)
    post = site.read("posts", performed.result["id"])
    assert (post["status"], post["categories"], post["format"]) == ("draft", [wood], "aside")


# C63.4
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"post_parent": 9999}, "There is no page 9999"),
        ({"featured_media": 9999}, "There is no image 9999"),
        ({"author": 9999}, "There is no user 9999"),
    ],
)
def test_c63_4_what_is_named_and_is_not_there_is_refused(stage: Stage, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        stage.plan("create_page", title="Harbour", **arguments)


def test_c63_4_a_term_that_is_not_there_is_refused(stage: Stage) -> None:
    with pytest.raises(Refusal, match="does not have these categories: 9999"):
        stage.plan("create_post", title="Harbour", categories=["9999"])
    with pytest.raises(Refusal, match="does not have these tags: Nothing"):
        stage.plan("create_post", title="Harbour", tags=["Nothing"])


def test_what_an_earlier_step_makes_is_not_looked_up(stage: Stage) -> None:
    later = stand_in(1)
    proposal = stage.plan("create_page", title="Harbour", post_parent=later, featured_media=later)
    assert {change.field: change.after for change in proposal.changes} == {
        "title": "Harbour",
        "parent": later,
        "featured_media": later,
    }


def test_a_page_without_a_title_is_refused(stage: Stage) -> None:
    with pytest.raises(Refusal, match="A new page needs a title"):
        stage.plan("create_page", title="  ")


def test_c28_1_a_taken_address_is_told_with_what_holds_it_and_what_it_becomes(stage: Stage) -> None:
    told = "The address services is taken by page 44 (Services), so WordPress will make it services-2."
    assert list(stage.plan("create_page", title="Harbour", slug="services").warnings) == [told]
    assert list(stage.plan("create_page", title="Services").warnings) == [told]


def test_c28_1_the_next_number_that_is_free_is_told(stage: Stage, site: SampleSite) -> None:
    site.add("pages", title="Services", status="publish")
    warning = stage.plan("create_page", title="Services").warnings[0]
    assert warning.endswith("so WordPress will make it services-3.")


def test_c28_1_the_same_address_below_another_page_is_free(stage: Stage) -> None:
    assert stage.plan("create_page", title="Services", post_parent=42).warnings == []


def test_c28_2_a_file_that_holds_the_address_is_told(stage: Stage, site: SampleSite) -> None:
    medium, _ = stage.perform("upload_media", file=in_base64(png(40, 30)), filename="quay.png")
    assert stage.plan("create_page", title="Harbour", slug="quay").warnings == [
        f"The address quay is taken by media file {medium.result['id']} (quay), so WordPress will make it quay-2."
    ]
    assert stage.plan("create_page", title="Quay", post_parent=42).warnings == []
    assert stage.plan("create_post", title="Quay").warnings == []


def test_a_draft_that_has_the_address_holds_it_too(stage: Stage, site: SampleSite) -> None:
    draft = site.add("pages", title="Quay", status="draft", slug="quay")["id"]
    assert stage.plan("create_page", title="Quay").warnings == [
        f"The address quay is taken by page {draft} (Quay), so WordPress will make it quay-2."
    ]


def test_c28_4_another_step_of_the_plan_that_asks_for_the_address_is_told(stage: Stage) -> None:
    tool = stage.scene.tool("create_page").write
    first = stage.plan("create_page", title="Harbour", slug="the-harbour")
    second: dict[str, Any] = {"title": "The harbour", "slug": "the-harbour"}
    state = {**stage.base("create_page", **second), **first.after}
    assert list(tool.predict(second, state, stage.scene).warnings) == [
        "The address the-harbour is asked for by another step of this plan too: WordPress will add a number to it."
    ]


def test_a_post_with_the_address_of_a_page_is_told(stage: Stage) -> None:
    warning = stage.plan("create_post", title="Services").warnings[0]
    assert warning.startswith("Page 44 (Services) has the address services too.")


def test_a_text_that_looks_cut_off_is_told(stage: Stage) -> None:
    assert stage.plan("create_page", title="Harbour", content="<!-- wp:para").warnings == [
        "The text looks cut off at its end."
    ]


def test_a_publish_goes_live_at_once_only_where_owner_and_call_say_so(stage: Stage, site: SampleSite) -> None:
    arguments: dict[str, Any] = {"title": "Harbour", "status": "publish", "edit_target": "live"}
    note = stage.plan("create_page", **arguments).lands_on.note
    assert note.endswith('The site does not allow direct editing, so edit_target: "live" was not followed.')
    stage.allow_direct_editing()
    assert stage.plan("create_page", title="Harbour", status="publish").lands_on.where == "copy"
    assert stage.plan("create_page", title="Harbour", edit_target="live").lands_on.where == "copy"
    proposal = stage.plan("create_page", **arguments)
    assert (proposal.effect, proposal.lands_on.where) == ("Create the page Harbour and publish it.", "live")
    performed, snapshot = stage.perform("create_page", **arguments)
    page = site.read("pages", performed.result["id"])
    assert (page["status"], page["slug"], performed.made_copy) == ("publish", "harbour", None)
    restored, redo = stage.restore(snapshot)
    assert restored.message == f"Page {page['id']} (Harbour) is in the trash."
    assert restored.gone_copy_id is None
    stage.undo_restore(redo)
    assert whole(site.read("pages", page["id"])) == whole(page)


def test_what_was_published_at_once_and_changed_since_is_not_binned(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    performed, snapshot = stage.perform("create_page", title="Harbour", status="publish", edit_target="live")
    site.change("pages", performed.result["id"], title="By hand")
    with pytest.raises(Refusal, match=r"Changed again since then: Title\."):
        stage.restore(snapshot)


def test_a_field_that_the_site_did_not_keep_is_named(stage: Stage, site: SampleSite) -> None:
    site.misbehave(DropFields(("content",)), method="POST", path="/wp/v2/pages")
    performed, _ = stage.perform("create_page", title="Harbour", content="<p>Water.</p>")
    assert list(performed.differs) == ["content"]


@pytest.mark.parametrize("way", ["draft", "live"])
@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(misbehaviour.html(status=504, saving=True), id="C04.1"),
        pytest.param(misbehaviour.DIE_AFTER_SAVING, id="C04.2"),
    ],
)
def test_c04_a_page_whose_answer_was_lost_is_found_and_never_made_twice(
    stage: Stage, site: SampleSite, way: str, rule: misbehaviour.Rule
) -> None:
    stage.allow_direct_editing()
    arguments: dict[str, Any] = {"title": "Harbour", "status": "publish"}
    arguments |= {"edit_target": "live"} if way == "live" else {}
    write = stage.scene.tool("create_page").write
    state = stage.base("create_page", **arguments)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    site.misbehave(rule, method="POST", path="/wp/v2/pages")
    with pytest.raises(SiteTrouble) as caught:
        write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    assert caught.value.written == "perhaps"
    settled = write.settle(stage.wordpress, arguments, state, saved, stage.scene)
    assert settled.landed == "yes"
    assert settled.performed is not None
    assert [item["id"] for item in made(site, "Harbour")] == [settled.performed.result["id"]]
    assert [entry.method for entry in site.requests.writes()] == ["POST"]


@pytest.mark.parametrize("way", ["draft", "live"])
def test_a_page_that_was_refused_is_not_there(stage: Stage, site: SampleSite, way: str) -> None:
    stage.allow_direct_editing()
    arguments: dict[str, Any] = {"title": "Harbour", "status": "publish"}
    arguments |= {"edit_target": "live"} if way == "live" else {}
    site.misbehave(AnswerInstead(403, FORBIDDEN), method="POST", path="/wp/v2/pages")
    with pytest.raises(SiteTrouble) as caught:
        stage.perform("create_page", **arguments)
    assert caught.value.written == "no"
    assert made(site, "Harbour") == []


def test_undo_bins_the_draft_and_its_undo_brings_it_back(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("create_page", title="Harbour", slug="the-harbour")
    before = site.read("pages", performed.result["id"])
    restored, redo = stage.restore(snapshot)
    assert restored.message == f"New draft {before['id']} (Harbour) is in the trash."
    assert restored.gone_copy_id == before["id"]
    assert site.read("pages", before["id"])["status"] == "trash"
    again = stage.undo_restore(redo)
    assert again.back_copy_id == before["id"]
    assert whole(site.read("pages", before["id"])) == whole(before)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"title": "By hand"}, r"Changed again since then: Title\."),
        ({"status": "publish"}, "was published since"),
    ],
)
def test_undo_leaves_a_draft_alone_that_somebody_worked_on(
    stage: Stage, site: SampleSite, change: dict[str, str], words: str
) -> None:
    performed, snapshot = stage.perform("create_page", title="Harbour")
    site.change("pages", performed.result["id"], **change)
    with pytest.raises(Refusal, match=words):
        stage.restore(snapshot)


def test_a_later_step_that_names_the_new_draft_lands_on_it(stage: Stage) -> None:
    performed, _ = stage.perform("create_page", title="Harbour")
    new = performed.result["id"]
    update = stage.plan("update_page", id=new, title="The harbour", status="private")
    assert update.lands_on.as_json() == {
        "where": "copy",
        "post_id": new,
        "copy_id": new,
        "note": f"This lands on new draft {new}, which waits for a person.",
    }
    assert "Status: set when a person publishes the draft, not before." in update.warnings
    assert stage.plan("delete_page", id=new).lands_on.note == (
        f"This moves new draft {new}, which waits for a person, to the trash when the step runs."
    )
    changed, _ = stage.perform("update_page", id=new, title="The harbour")
    assert (changed.result["id"], changed.result["is_duplicate"]) == (new, False)
