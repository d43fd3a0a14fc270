"""What an update of a page would do: told before anything is written, or refused."""

from __future__ import annotations

import pytest

from tests.tools.stage import PlainScene, Stage, write_tool
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.tools.answers import Change, OpenCopy

BASE = {
    "live.title": "About",
    "live.content": "<p>Hi</p>",
    "live.excerpt": "",
    "live.status": "publish",
    "about.link": "https://example.test/about/",
}


def test_a_title_change_is_told_in_one_sentence_and_lands_on_a_new_copy(stage: Stage) -> None:
    proposal = stage.plan("update_page", id=42, title="Our story")
    assert proposal.effect == "Update page 42 (About): title."
    assert proposal.lands_on.as_json() == {
        "where": "copy",
        "post_id": 42,
        "copy_id": None,
        "note": "This lands on a new draft copy of item 42, made when the step runs. "
        "The live item stays as it is until a person approves the copy.",
    }
    assert proposal.changes == [Change("title", "Title", "About", "Our story", "text")]
    assert proposal.after == {"copy.title": "Our story"}
    assert (proposal.target.kind, proposal.target.id, proposal.target.name) == ("page", "42", "About")
    assert proposal.target.link is not None
    assert proposal.target.link.endswith("/about/")
    assert list(proposal.warnings) == []


def test_fields_are_named_in_the_order_of_the_schema() -> None:
    arguments = {"menu_order": 3, "meta": {"seo": "S"}, "post_parent": 7, "slug": "us", "title": "Us", "id": 42}
    proposal = write_tool("update_page").write.predict(arguments, BASE, PlainScene())
    assert proposal.effect == "Update page 42 (About): title, slug, meta.seo, parent, menu_order."


def test_an_open_copy_is_named_in_the_note() -> None:
    scene = PlainScene(open_copies=(OpenCopy("page", 42, 187),))
    state = {**BASE, "copy.title": "Our story"}
    proposal = write_tool("update_page").write.predict({"id": 42, "title": "Us"}, state, scene)
    assert proposal.lands_on.as_json() == {
        "where": "copy",
        "post_id": 42,
        "copy_id": 187,
        "note": "This lands on draft copy 187 of item 42, which is already waiting for a person. "
        "The live item stays as it is until a person approves the copy.",
    }
    assert proposal.changes == [Change("title", "Title", "Our story", "Us", "text")]


def test_a_second_step_lands_on_the_copy_that_the_first_one_makes() -> None:
    state = {**BASE, "copy.title": "Our story"}
    scene = PlainScene(earlier_position=1)
    proposal = write_tool("update_page").write.predict({"id": 42, "title": "Us"}, state, scene)
    assert proposal.lands_on.note == (
        "This lands on the draft copy of item 42 that step 1 makes. "
        "The live item stays as it is until a person approves the copy."
    )
    assert proposal.changes[0].before == "Our story"


def test_many_fields_are_told_by_the_first_twelve_and_how_many_more() -> None:
    meta = {f"field_{number:04}": "null" if number % 2 else "x" for number in range(2000)}
    arguments = {"id": 42, "title": "Us", "meta": meta}
    proposal = write_tool("update_page").write.predict(arguments, BASE, PlainScene())
    first = ", ".join(f"meta.field_{number:04}" for number in range(11))
    assert proposal.effect == f"Update page 42 (About): title, {first} and 1989 more."
    assert len(proposal.changes) == 2001
    null, closed = proposal.warnings[:13], proposal.warnings[13:]
    assert null[0] == 'Custom field field_0001 would become the word "null".'
    assert null[12] == "988 more fields raise such a warning."
    assert closed[0] == "Custom field field_0000 is not open to the REST interface, so WordPress will leave it out."
    assert closed[12:] == ["1988 more fields raise such a warning."]
    some = {"id": 42, "meta": dict.fromkeys([f"f{number}" for number in range(12)], "x")}
    assert write_tool("update_page").write.predict(some, BASE, PlainScene()).effect == (
        "Update page 42 (About): meta.f0, meta.f1, meta.f2, meta.f3, meta.f4, meta.f5, meta.f6, meta.f7, meta.f8, "
        "meta.f9, meta.f10, meta.f11."
    )


@pytest.mark.parametrize(
    ("target", "where", "undecided"),
    [("duplicate", "copy", False), ("live", "live", False), ("ask", "live", True), (None, "live", True)],
)
@pytest.mark.promise("P-LAND-06", "D-LAND-06")
def test_direct_editing_asks_where_to_write(target: str | None, where: str, undecided: bool) -> None:
    arguments = {"id": 42, "title": "Us", **({"edit_target": target} if target else {})}
    proposal = write_tool("update_page").write.predict(arguments, BASE, PlainScene(direct_editing=True))
    assert (proposal.lands_on.where, proposal.undecided) == (where, undecided)
    assert ('edit_target: "duplicate"' in proposal.lands_on.note) == undecided


@pytest.mark.promise("D-LAND-07")
def test_without_direct_editing_a_live_write_still_lands_on_a_copy_and_says_so() -> None:
    arguments = {"id": 42, "title": "Us", "edit_target": "live"}
    proposal = write_tool("update_page").write.predict(arguments, BASE, PlainScene())
    assert proposal.lands_on.where == "copy"
    assert proposal.lands_on.note.endswith('so edit_target: "live" was not followed.')


def test_a_call_without_a_field_has_nothing_to_change(stage: Stage) -> None:
    with pytest.raises(Refusal, match="respira_nothing_to_change"):
        stage.plan("update_page", id=42, edit_target="duplicate")


def test_an_unknown_page_and_a_page_in_the_trash_are_refused(stage: Stage, site: SampleSite) -> None:
    with pytest.raises(Refusal, match=r"There is no page 999 on the site\."):
        stage.plan("update_page", id=999, title="Us")
    site.trash(42)
    with pytest.raises(Refusal, match=r"Page 42 \(About\) is in the trash\."):
        stage.plan("update_page", id=42, title="Us")


def test_a_rewrite_that_drops_blocks_and_shortcodes_is_flagged(stage: Stage, site: SampleSite) -> None:
    """C02.3"""
    content = "\n".join(["<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->"] * 12 + ["[contact-form]"])
    page = site.add("pages", title="Long", content=content, status="publish")
    proposal = stage.plan("update_page", id=page["id"], content="<p>Hello</p>")
    assert list(proposal.warnings) == ["12 blocks and 1 shortcode would go from the text."]
    kept = stage.plan("update_page", id=page["id"], content=content.replace(">x<", ">y<"))
    assert list(kept.warnings) == []


def test_a_page_drawn_by_a_builder_is_flagged(stage: Stage, site: SampleSite) -> None:
    """C06.1, C06.2"""
    page = site.add("pages", title="Built", status="publish", content='<div data-elementor-type="wp-page">x</div>')
    proposal = stage.plan("update_page", id=page["id"], content="<p>New</p>")
    assert list(proposal.warnings) == [
        "Elementor draws this page, so visitors may not see a change of its text.",
        "A copy can not take over the layout made with Elementor, so it will look different.",
    ]


def test_a_slug_that_is_the_word_null_or_is_taken_is_flagged(stage: Stage) -> None:
    assert 'Address (slug) would become the word "null".' in stage.plan("update_page", id=42, slug="null").warnings
    taken = stage.plan("update_page", id=42, slug="services").warnings
    assert "The address is taken by page 44 (Services), so WordPress will add a number to it." in taken


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"post_parent": 9999}, "There is no page 9999 on the site"),
        ({"post_parent": 42}, "A page can not be its own parent"),
        ({"featured_media": 9999}, "There is no image 9999 on the site"),
    ],
)
def test_an_update_that_names_what_is_not_there_is_refused(stage: Stage, asked: dict[str, int], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        stage.plan("update_page", id=42, **asked)


def test_a_field_that_rest_does_not_open_is_flagged(stage: Stage) -> None:
    warnings = stage.plan("update_page", id=42, title="T", meta={"seo_title": "S"}).warnings
    assert [words for words in warnings if "REST" in words] == [
        "Custom field seo_title is not open to the REST interface, so WordPress will leave it out."
    ]


def test_only_an_item_with_the_very_same_address_is_said_to_hold_it(stage: Stage) -> None:
    taken = stage.plan("update_page", id=42, slug="services").warnings
    assert "The address is taken by page 44 (Services), so WordPress will add a number to it." in taken
    free = stage.plan("update_page", id=42, slug="About Us / é").warnings
    assert not [words for words in free if "taken" in words]
