"""The tools about blocks on a site: what is read, where an edit lands, what people are told, how it is undone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite, misbehaviour
from webapp.tools.answers import Proposal
from webapp.tools.blocks.parsing import Document

HOURS = {"post_id": 42, "identifier_type": "path", "identifier_value": "5"}
FIRST = {"post_id": 42, "identifier_type": "path", "identifier_value": "0"}
HEADINGS = {"post_id": 42, "identifier_type": "type", "identifier_value": "heading"}
TEXT = {"updates": {"text": "Closed on Mondays."}}


def texts(site: SampleSite, page_id: int, kind: str = "pages") -> list[str]:
    return [block.markup for block in Document(site.read(kind, page_id)["content"]["raw"]).blocks]


def id_of(stage: Stage, path: str) -> str:
    lines = stage.read("get_page_outline", page_id=42)["blocks"]
    found: str = next(line["id"] for line in lines if line["path"] == path)
    return found


def upon(stage: Stage, first: Proposal, name: str, **arguments: Any) -> Proposal:
    """Plan a second step upon what a first one will have done."""
    scene = replace(stage.scene, earlier_position=1)
    state = {**stage.base(name, **arguments), **first.after}
    return write_tool(name).write.predict(arguments, state, scene)


def test_an_outline_is_a_short_line_for_each_block(stage: Stage) -> None:
    told = stage.read("get_page_outline", page_id=42, builder="gutenberg", per_page=2)
    assert {name: told[name] for name in ("post_id", "type", "title", "builder", "total", "total_pages")} == {
        "post_id": 42,
        "type": "page",
        "title": "About",
        "builder": "gutenberg",
        "total": 8,
        "total_pages": 4,
    }
    assert [(line["path"], line["name"], line["text"][:20]) for line in told["blocks"]] == [
        ("0", "core/paragraph", "Harbour & Grain was "),
        ("1", "core/heading", "How we work"),
    ]
    assert len(told["blocks"][0]["text"]) == 80


def test_an_outline_goes_down_two_levels_and_further_inside_a_path(stage: Stage, site: SampleSite) -> None:
    below = "<!-- wp:list --><ul><!-- wp:list-item --><li>a</li><!-- /wp:list-item --></ul><!-- /wp:list -->"
    page = site.add("pages", title="Deep", content=f"<!-- wp:group --><div>{below}</div><!-- /wp:group -->")
    told = stage.read("get_page_outline", post_id=page["id"])
    assert [line["path"] for line in told["blocks"]] == ["0", "0.0"]
    inside = stage.read("get_page_outline", post_id=page["id"], path="0.0")
    assert [line["path"] for line in inside["blocks"]] == ["0.0.0"]
    with pytest.raises(Refusal, match="respira_element_not_found"):
        stage.read("get_page_outline", post_id=page["id"], path="3")


def test_blocks_that_fit_are_shown_whole(stage: Stage, site: SampleSite) -> None:
    told = stage.read("find_element", post_id=42, identifier_type="text", identifier_value="8:30 to 17:30")
    [found] = told["matches"]
    assert (told["found"], told["total"], found["path"]) == (True, 1, "5")
    assert found["markup"] == texts(site, 42)[5]
    with pytest.raises(Refusal, match="respira_element_not_found") as refused:
        stage.read("find_element", post_id=42, identifier_type="text", identifier_value="aubergine")
    assert refused.value.details == {"found": False}


def test_a_text_lands_on_a_copy_in_which_only_that_block_is_another(stage: Stage, site: SampleSite) -> None:
    before, page = texts(site, 42), whole(site.read("pages", 42))
    performed, _ = stage.perform("update_element", **HOURS, **TEXT)
    copy_id = performed.result["target_id"]
    after = texts(site, copy_id)
    assert after[5] == "<!-- wp:paragraph -->\n<p>Closed on Mondays.</p>\n<!-- /wp:paragraph -->"
    assert [*after[:5], *after[6:]] == [*before[:5], *before[6:]]
    assert whole(site.read("pages", 42)) == page
    assert {name: value for name, value in performed.result.items() if name not in ("title", "status")} == {
        "success": True,
        "id": copy_id,
        "target_id": copy_id,
        "is_duplicate": True,
        "original_id": 42,
        "edit_target": "duplicate",
        "duplicate_created": True,
        "path": "5",
    }
    assert list(performed.differs) == []


def test_a_person_reads_which_block_changes_and_sees_the_whole_text_before_and_after(stage: Stage) -> None:
    proposal = stage.plan("update_element", **HOURS, **TEXT)
    assert proposal.effect == (
        "Update page 42 (About): the text of block 6 (path 5), a paragraph "
        '("Monday to Friday, 8:30 to 17:30. Thursd…").'
    )
    [change] = proposal.changes
    assert (change.field, change.kind) == ("content", "html")
    assert (proposal.target.kind, proposal.target.id) == ("page", "42")
    assert proposal.lands_on.where == "copy"


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        (
            "insert_element",
            {
                "post_id": 42,
                "position": "after",
                "target_path": "1",
                "blocks": [{"type": "heading", "text": "Hours"}],
            },
            'a new heading ("Hours") after block 2 (path 1), a heading ("How we work").',
        ),
        (
            "insert_element",
            {"post_id": 42, "position": "end", "blocks": [{"type": "separator"}, {"type": "spacer"}]},
            "2 new blocks at the end of the text.",
        ),
        (
            "move_element",
            {**FIRST, "position": "before", "target_path": "4"},
            'move block 1 (path 0), a paragraph ("Harbour & Grain was founded in 2009 by…"), before '
            'block 5 (path 4), a heading ("Opening hours").',
        ),
        (
            "remove_element",
            HOURS,
            'remove block 6 (path 5), a paragraph ("Monday to Friday, 8:30 to 17:30. Thursd…").',
        ),
        (
            "duplicate_element",
            HOURS,
            'a second one of block 6 (path 5), a paragraph ("Monday to Friday, 8:30 to 17:30. Thursd…").',
        ),
    ],
)
def test_each_tool_says_in_a_sentence_what_it_does(
    stage: Stage, name: str, arguments: dict[str, Any], told: str
) -> None:
    assert stage.plan(name, **arguments).effect == f"Update page 42 (About): {told}"


def test_blocks_are_added_moved_doubled_and_removed(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    before, live = texts(site, 42), {"edit_target": "live"}
    new = [{"type": "heading", "text": "Now"}, {"type": "paragraph", "text": "Here."}]
    stage.perform("insert_element", post_id=42, position="start", blocks=new, **live)
    assert texts(site, 42)[2:] == before
    stage.perform("remove_element", **FIRST, **live)
    stage.perform("remove_element", **FIRST, **live)
    assert texts(site, 42) == before
    stage.perform("duplicate_element", **HOURS, **live)
    assert texts(site, 42) == [*before[:6], *before[5:]]
    stage.perform("remove_element", **{**HOURS, "identifier_value": "6"}, **live)
    stage.perform("move_element", **FIRST, position="after", target_path="3", **live)
    assert texts(site, 42) == [*before[1:4], before[0], *before[4:]]
    with pytest.raises(Refusal, match="in this place already"):
        stage.plan("move_element", **FIRST, position="before", target_path="1", **live)


def test_a_live_edit_sends_the_text_alone_and_undo_is_exact(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    before = whole(site.read("pages", 42))
    performed, snapshot = stage.perform("update_element", **HOURS, **TEXT, edit_target="live")
    assert [list(entry.body) for entry in site.requests.writes()] == [["content"]]
    assert (performed.result["target_id"], performed.result["edit_target"]) == (42, "live")
    restored, redo = stage.restore(snapshot)
    assert restored.message == "Page 42 (About) is back as it was."
    assert whole(site.read("pages", 42)) == before
    stage.undo_restore(redo)
    assert "Closed on Mondays." in texts(site, 42)[5]


def test_undo_does_not_run_over_a_later_edit(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    _, snapshot = stage.perform("update_element", **HOURS, **TEXT, edit_target="live")
    site.change("pages", 42, content="<p>By hand</p>")
    with pytest.raises(Refusal, match=r"Changed again since then: Text\."):
        stage.restore(snapshot)


def test_undoing_the_first_edit_bins_its_copy(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("update_element", **HOURS, **TEXT)
    restored, _ = stage.restore(snapshot)
    assert restored.gone_copy_id == performed.result["target_id"]


def test_what_a_person_changed_meanwhile_makes_the_step_stale(stage: Stage, site: SampleSite) -> None:
    base = stage.base("update_element", **HOURS, **TEXT)
    site.change("pages", 42, content=site.read("pages", 42)["content"]["raw"] + "\n\n<!-- wp:more /-->")
    assert stage.moved_since(base, "update_element", **HOURS, **TEXT) == ["live.content"]


def test_an_undecided_step_writes_nothing(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    assert stage.plan("update_element", **HOURS, **TEXT).undecided
    with pytest.raises(Refusal, match="respira_confirmation_required"):
        stage.perform("update_element", **HOURS, **TEXT)
    assert site.requests.writes() == []


def test_edits_of_one_page_are_made_upon_each_other(stage: Stage, site: SampleSite) -> None:
    first = stage.plan("update_element", **HOURS, **TEXT)
    second = upon(stage, first, "update_element", **FIRST, updates={"text": "We build boats."})
    [change] = second.changes
    assert "Closed on Mondays." in change.before
    assert "Closed on Mondays." in change.after
    assert second.lands_on.note.startswith("This lands on the draft copy of item 42 that step 1 makes.")
    stage.perform("update_element", **HOURS, **TEXT)
    performed, _ = stage.perform("update_element", **FIRST, updates={"text": "We build boats."})
    assert not performed.result["duplicate_created"]
    made = texts(site, performed.result["target_id"])
    assert ("We build boats." in made[0], "Closed on Mondays." in made[5]) == (True, True)


def test_a_path_that_an_earlier_step_gave_to_another_block_is_refused_and_the_id_still_means_its_block(
    stage: Stage, site: SampleSite
) -> None:
    hours = {"post_id": 42, "identifier_type": "id", "identifier_value": id_of(stage, "5")}
    removal = stage.plan("remove_element", **FIRST)
    with pytest.raises(Refusal, match="respira_element_moved"):
        upon(stage, removal, "update_element", **HOURS, **TEXT)
    assert "block 5 (path 4), a paragraph" in upon(stage, removal, "update_element", **hours, **TEXT).effect
    with pytest.raises(Refusal, match="respira_element_moved"):
        upon(stage, removal, "update_element", **FIRST, updates={"text": "x"})
    stage.perform("remove_element", **FIRST)
    performed, _ = stage.perform("update_element", **hours, **TEXT)
    assert "Closed on Mondays." in texts(site, performed.result["target_id"])[4]


def test_where_a_copy_waits_its_blocks_are_shown_and_changed(stage: Stage, site: SampleSite) -> None:
    performed, _ = stage.perform("remove_element", **FIRST)
    told = stage.read("get_page_outline", page_id=42)
    assert (told["target_id"], told["is_duplicate"], told["original_id"]) == (performed.copy_id, True, 42)
    assert (told["total"], told["blocks"][0]["name"]) == (7, "core/heading")
    again, _ = stage.perform("remove_element", **FIRST)
    assert again.copy_id == performed.copy_id
    assert len(texts(site, performed.copy_id or 0)) == 6
    assert stage.plan("remove_element", **{**FIRST, "post_id": performed.copy_id}).target.id == "42"


@pytest.mark.parametrize("kind", ["posts", "recipes"])
def test_posts_and_other_types_have_blocks_too(stage: Stage, site: SampleSite, kind: str) -> None:
    old = "<!-- wp:paragraph --><p>Old</p><!-- /wp:paragraph -->"
    item = site.add(kind, title="Rye", status="publish", content=old)
    arguments = {**FIRST, "post_id": item["id"], "updates": {"text": "New"}}
    told = stage.read("get_page_outline", post_id=item["id"])
    assert told["type"] == {"posts": "post", "recipes": "recipe"}[kind]
    performed, snapshot = stage.perform("update_element", **arguments)
    assert "<p>New</p>" in texts(site, performed.result["target_id"], kind)[0]
    restored, _ = stage.restore(snapshot)
    assert restored.gone_copy_id == performed.result["target_id"]


def test_an_id_that_no_item_has_is_said_so(stage: Stage) -> None:
    with pytest.raises(Refusal, match="There is no page, post or item of another type with the id 9999"):
        stage.read("get_page_outline", post_id=9999)
    with pytest.raises(Refusal, match="Say which item by post_id"):
        stage.read("get_page_outline")


def test_a_page_of_a_page_builder_is_named_as_such_and_left_alone(stage: Stage, site: SampleSite) -> None:
    site.register_meta("_elementor_data")
    page = site.add("pages", title="Built", content="<p>x</p>", meta={"_elementor_data": "[]x"})
    told = stage.read("get_page_outline", post_id=page["id"])
    assert (told["builder"], told["blocks"]) == ("Elementor", [])
    with pytest.raises(Refusal, match="respira_page_builder: Elementor draws this page") as refused:
        stage.plan("update_element", **{**FIRST, "post_id": page["id"]}, **TEXT)
    assert refused.value.hint == "Change it in Elementor."
    with pytest.raises(Refusal, match="What divi makes is left alone"):
        stage.read("get_page_outline", page_id=42, builder="divi")


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("update_element", {**HOURS, "identifier_value": "99", **TEXT}, "respira_element_not_found"),
        ("update_element", {**HEADINGS, **TEXT}, "3 blocks fit"),
        ("update_element", {**HOURS, "match_content": "aubergine", **TEXT}, "and holds 'aubergine'"),
        ("update_element", {**HOURS, "updates": {}}, "respira_nothing_to_change"),
        ("insert_element", {"post_id": 42, "position": "after"}, "needs a target_path"),
        ("insert_element", {"post_id": 42, "position": "end"}, "Send blocks"),
        ("insert_element", {"post_id": 42, "position": "end", "markup": "<p>bare</p>"}, "outside of any block"),
        ("insert_element", {"post_id": 42, "position": "end", "markup": "<!-- wp:group -->"}, "must be closed"),
        ("insert_element", {"post_id": 42, "position": "end", "markup": "<!-- wp:column /-->"}, "only stands in"),
        (
            "insert_element",
            {"post_id": 42, "position": "inside", "target_path": "0", "blocks": [{"type": "separator"}]},
            "it holds no blocks",
        ),
        ("move_element", {**HOURS, "position": "after", "target_path": "5"}, "next to itself"),
    ],
)  # fmt: skip
def test_what_can_never_run_is_refused_when_it_is_planned(
    stage: Stage, site: SampleSite, name: str, arguments: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refusal, match=words):
        stage.plan(name, **arguments)
    assert site.requests.writes() == []


def test_an_edit_whose_answer_was_lost_is_found_on_the_site(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    write, arguments = write_tool("update_element").write, {**HOURS, **TEXT, "edit_target": "live"}
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    assert write.settle(stage.wordpress, arguments, state, saved, stage.scene).landed == "no"
    site.misbehave(misbehaviour.DIE_AFTER_SAVING, method="POST", path="/wp/v2/pages/42")
    with pytest.raises(SiteTrouble, match="respira_outcome_unknown"):
        write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    site.behave()
    settled = write.settle(stage.wordpress, arguments, state, saved, stage.scene)
    assert settled.performed is not None
    assert (settled.landed, settled.performed.result["path"]) == ("yes", "5")


def test_what_stands_in_for_an_earlier_steps_image_is_carried_in_the_text(stage: Stage) -> None:
    image = {"type": "image", "url": "{{step_7c0d3e.url}}", "media_id": "{{step_7c0d3e.id}}", "alt": "Us"}
    proposal = stage.plan("insert_element", post_id=42, position="end", blocks=[image])
    assert 'src="{{step_7c0d3e.url}}"' in proposal.changes[0].after
