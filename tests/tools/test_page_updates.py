"""What an update of a page does to the site, on a copy and live, and how it is undone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite, misbehaviour
from webapp.tools.answers import moved

FAQ = (
    '<!-- wp:x/faq {"q":"\\u003cstrong\\u003eHi\\u003c/strong\\u003e \\u0026 \\u0022you\\u0022",'
    '"p":"C:\\u005ctemp\\u005cnew","d":"a\\u002d\\u002db"} /-->\n\n'
    "<!-- wp:paragraph -->\n<p>regex \\d+\\. and \\\\server\\share</p>\n<!-- /wp:paragraph -->"
)


@pytest.mark.promise("D-LAND-06")
def test_an_undecided_step_writes_nothing(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    with pytest.raises(Refusal, match="respira_confirmation_required"):
        stage.perform("update_page", id=42, title="Us")
    assert site.requests.writes() == []


@pytest.mark.promise("D-COPY-01")
def test_builder_data_that_rest_shows_is_copied_byte_for_byte(stage: Stage, site: SampleSite) -> None:
    """C06.3"""
    site.register_meta("_elementor_data")
    site.register_meta("_elementor_edit_mode")
    data = '[{"id":"1","settings":{"t":"a\\u003cb\\\\c"}}]'
    meta = {"_elementor_data": data, "_elementor_edit_mode": "builder"}
    page = site.add("pages", title="Built", status="publish", content="x", meta=meta)
    performed, _ = stage.perform("update_page", id=page["id"], title="New")
    assert performed.made_copy is not None
    assert site.read("pages", performed.made_copy.copy_id)["meta"]["_elementor_data"] == data
    assert performed.made_copy.not_carried == ""


def test_an_edit_by_somebody_else_is_noticed_and_a_comment_is_not(stage: Stage, site: SampleSite) -> None:
    site.change("pages", 42, comment_status="open")
    base = stage.base("update_page", id=42, title="Our story")
    site.add("comments", post=42, content="Nice", author_name="Ana", author_email="ana@readers.example")
    assert stage.moved_since(base, "update_page", id=42, title="Our story") == []
    site.change("pages", 42, content="<p>Edited by a person</p>")
    assert stage.moved_since(base, "update_page", id=42, title="Our story") == ["live.content"]


@pytest.mark.promise("D-COPY-01")
def test_the_copy_has_the_change_and_everything_else_of_the_original(stage: Stage, site: SampleSite) -> None:
    before = whole(site.read("pages", 42))
    performed, _ = stage.perform("update_page", id=42, title="Our story")
    copy = site.read("pages", performed.result["id"])
    assert performed.result == {
        "success": True,
        "id": copy["id"],
        "is_duplicate": True,
        "original_id": 42,
        "title": "Our story",
        "status": "draft",
    }
    assert (copy["slug"], copy["status"], copy["title"]["raw"]) == ("sayso-7c0d3e", "draft", "Our story")
    assert copy["content"]["raw"] == before["content"]["raw"]
    assert (copy["parent"], copy["menu_order"], copy["template"]) == (0, 1, "")
    assert whole(site.read("pages", 42)) == before
    assert list(performed.differs) == []
    assert len(site.requests.writes()) == 1


def test_the_copy_as_made_is_remembered_without_the_change(stage: Stage) -> None:
    performed, _ = stage.perform("update_page", id=42, title="Our story", status="private", slug="us")
    made = performed.made_copy
    assert made is not None
    assert (made.original_id, made.name, made.fields["title"]) == (42, "About", "About")
    assert {key: made.fields[key] for key in made.fields if "wanted" in key or "original" in key} == {
        "original.status": "publish",
        "original.slug": "about",
        "original.date": "2026-01-12T08:00:00",
        "wanted.status": "private",
        "wanted.slug": "us",
    }


def test_only_the_asked_field_is_sent_to_an_open_copy(stage: Stage, site: SampleSite) -> None:
    first, _ = stage.perform("update_page", id=42, title="Our story")
    site.requests.clear()
    second, _ = stage.perform("update_page", id=42, excerpt="Short")
    assert second.result["id"] == first.result["id"] == second.copy_id
    assert [entry.body for entry in site.requests.writes()] == [{"excerpt": "Short"}]


def test_what_the_plan_itself_changed_is_not_stale(stage: Stage) -> None:
    base = stage.base("update_page", id=42, excerpt="Short")
    first, _ = stage.perform("update_page", id=42, title="Our story")
    assert moved({**base, **first.after}, stage.base("update_page", id=42, excerpt="Short")) == []


def test_a_copy_binned_by_a_person_makes_the_next_step_stale(stage: Stage, site: SampleSite) -> None:
    first, _ = stage.perform("update_page", id=42, title="Our story")
    base = stage.base("update_page", id=42, excerpt="Short")
    site.trash(first.result["id"])
    assert stage.moved_since(base, "update_page", id=42, excerpt="Short") == ["copy"]


def test_the_id_of_a_copy_changes_the_copy(stage: Stage, site: SampleSite) -> None:
    first, _ = stage.perform("update_page", id=42, title="Our story")
    copy_id = first.result["id"]
    proposal = stage.plan("update_page", id=copy_id, title="Us")
    assert (proposal.target.id, proposal.lands_on.copy_id) == ("42", copy_id)
    second, _ = stage.perform("update_page", id=copy_id, title="Us")
    assert second.result["original_id"] == 42
    assert site.read("pages", copy_id)["title"]["raw"] == "Us"
    assert site.read("pages", 42)["title"]["raw"] == "About"


def test_undoing_a_new_copy_bins_it_and_redoing_brings_it_back(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("update_page", id=42, title="Our story")
    copy_id = performed.result["id"]
    restored, redo = stage.restore(snapshot)
    assert restored.gone_copy_id == copy_id
    assert site.read("pages", copy_id)["status"] == "trash"
    stage.undo_restore(redo)
    assert (site.read("pages", copy_id)["status"], site.read("pages", copy_id)["slug"]) == ("draft", "sayso-7c0d3e")


def test_a_copy_that_a_person_worked_on_is_not_binned(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("update_page", id=42, title="Our story")
    site.change("pages", performed.result["id"], content="<p>By hand</p>")
    with pytest.raises(Refusal, match=r"Changed again since then: Text\."):
        stage.restore(snapshot)


def test_a_live_write_sends_one_field_and_undo_brings_every_field_back(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    before = whole(site.read("pages", 42))
    title = "Q&A: “Fish & Chips” <2 hours"
    performed, snapshot = stage.perform("update_page", id=42, title=title, edit_target="live")
    assert performed.copy_id is None
    assert performed.result["is_duplicate"] is False
    assert [entry.body for entry in site.requests.writes()] == [{"title": title}]
    restored, redo = stage.restore(snapshot)
    assert restored.message == "Page 42 (About) is back as it was."
    assert whole(site.read("pages", 42)) == before
    stage.undo_restore(redo)
    assert site.read("pages", 42)["title"]["raw"] == title


def test_five_rounds_of_escaped_content_do_not_drift(stage: Stage, site: SampleSite) -> None:
    """C10.1, C10.3"""
    stage.allow_direct_editing()
    before = site.read("pages", 42)["content"]["raw"]
    for _ in range(5):
        performed, snapshot = stage.perform("update_page", id=42, content=FAQ, edit_target="live")
        assert site.read("pages", 42)["content"]["raw"] == FAQ
        assert list(performed.differs) == []
        stage.restore(snapshot)
        assert site.read("pages", 42)["content"]["raw"] == before


def test_all_fields_changed_at_once_come_back(stage: Stage, site: SampleSite) -> None:
    site.register_meta("seo")
    stage.allow_direct_editing()
    page = site.add(
        "pages", title="Deep", status="publish", parent=44, menu_order=7, template="wide.php",
        excerpt="E", content="C", meta={"seo": "old"},
    )  # fmt: skip
    before = whole(site.read("pages", page["id"]))
    performed, snapshot = stage.perform(
        "update_page", id=page["id"], title="T", content="N", status="draft", slug="new", excerpt="X",
        meta={"seo": "new"}, post_parent=42, template="", menu_order=1, edit_target="live",
    )  # fmt: skip
    assert list(performed.differs) == []
    restored, _ = stage.restore(snapshot)
    assert list(restored.differs) == []
    assert whole(site.read("pages", page["id"])) == before


def test_an_undo_does_not_run_over_a_later_edit(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    _, snapshot = stage.perform("update_page", id=42, title="Us", edit_target="live")
    site.change("pages", 42, title="By hand")
    with pytest.raises(Refusal, match=r"Changed again since then: Title\."):
        stage.restore(snapshot)
    assert site.read("pages", 42)["title"]["raw"] == "By hand"


@pytest.mark.promise("D-RCPT-03")
def test_a_field_that_the_site_dropped_is_named(stage: Stage) -> None:
    """C12.1"""
    performed, _ = stage.perform("update_page", id=42, title="T", meta={"seo_title": "S"})
    assert list(performed.differs) == ["meta.seo_title"]


@pytest.mark.promise("D-RCPT-04")
def test_a_change_of_which_nothing_was_kept_is_not_applied(stage: Stage, site: SampleSite) -> None:
    """C12.2"""
    with pytest.raises(SiteTrouble, match="respira_nothing_stored") as caught:
        stage.perform("update_page", id=42, meta={"seo_title": "S"})
    assert caught.value.written == "no"
    assert "not open to the REST interface" in caught.value.message
    useless = stage.wordpress.get("wp/v2/pages", status="trash", context="edit").body
    assert [page["title"]["raw"] for page in useless] == ["About"]


def test_a_forbidden_custom_field_does_not_hide_that_the_title_was_saved(stage: Stage, site: SampleSite) -> None:
    site.register_meta("locked", writable=False)
    stage.allow_direct_editing()
    performed, _ = stage.perform("update_page", id=42, title="T", meta={"locked": "x"}, edit_target="live")
    assert list(performed.differs) == ["meta.locked"]
    assert site.read("pages", 42)["title"]["raw"] == "T"


def test_a_copy_whose_answer_was_lost_is_found_by_its_slug(stage: Stage, site: SampleSite) -> None:
    write, arguments = write_tool("update_page").write, {"id": 42, "title": "Our story"}
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    assert write.settle(stage.wordpress, arguments, state, saved, stage.scene).landed == "no"
    site.misbehave(misbehaviour.DIE_AFTER_SAVING, method="POST", path="/wp/v2/pages")
    with pytest.raises(SiteTrouble) as caught:
        write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    assert (caught.value.code, caught.value.written) == ("respira_outcome_unknown", "perhaps")
    site.behave()
    settled = write.settle(stage.wordpress, arguments, state, saved, stage.scene)
    assert settled.landed == "yes"
    assert settled.performed is not None
    assert settled.performed.result["title"] == "Our story"
    other = replace(stage.scene, mark="other")
    assert write.settle(stage.wordpress, arguments, state, saved, other).landed == "no"


def test_a_custom_field_is_cleared_by_null(stage: Stage, site: SampleSite) -> None:
    site.register_meta("seo")
    page = site.add("pages", title="Kept", status="publish", meta={"seo": "old"})
    stage.allow_direct_editing()
    performed, snapshot = stage.perform("update_page", id=page["id"], meta={"seo": None}, edit_target="live")
    assert list(performed.differs) == []
    assert site.read("pages", page["id"])["meta"]["seo"] == ""
    stage.restore(snapshot)
    assert site.read("pages", page["id"])["meta"]["seo"] == "old"


@pytest.mark.promise("D-COPY-01")
def test_a_template_that_the_theme_has_no_more_is_left_out_of_the_copy_and_said(
    stage: Stage, site: SampleSite
) -> None:
    page = site.add("pages", title="Wide", status="publish", template="wide.php")
    site.wp.templates = ()
    performed, _ = stage.perform("update_page", id=page["id"], title="Wider")
    assert performed.made_copy is not None
    assert performed.made_copy.not_carried == "The copy could not take over: Template."
    stage.approve(performed.result["id"])
    assert (site.read("pages", page["id"])["template"], site.read("pages", page["id"])["title"]["raw"]) == (
        "wide.php",
        "Wider",
    )


def test_a_copy_that_was_made_is_found_again_although_direct_editing_was_allowed_since(stage: Stage) -> None:
    write, arguments = write_tool("update_page").write, {"id": 42, "title": "Our story", "edit_target": "live"}
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    made = write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    stage.allow_direct_editing()
    settled = write.settle(stage.wordpress, arguments, state, saved, stage.scene)
    assert settled.landed == "yes"
    assert settled.performed is not None
    assert settled.performed.result["id"] == made.result["id"]
    assert settled.performed.result["is_duplicate"] is True


def test_an_update_lands_where_it_was_snapshotted_although_direct_editing_was_allowed_since(
    stage: Stage, site: SampleSite
) -> None:
    write, arguments = write_tool("update_page").write, {"id": 42, "title": "Our story", "edit_target": "live"}
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    stage.allow_direct_editing()
    write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    assert site.read("pages", 42)["title"]["raw"] == "About"
