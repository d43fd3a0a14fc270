from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead
from webapp.tools.catalogue import COPIES
from webapp.tools.protection import protection


@pytest.fixture
def recipe(site: SampleSite) -> int:
    recipe: int = site.add("recipes", title="Caldo verde", status="publish", content="<p>Kale.</p>")["id"]
    site.requests.clear()
    return recipe


def test_types_are_listed_without_those_of_wordpress_s_own(stage: Stage) -> None:
    assert stage.read("list_post_types")["post_types"] == [
        {"type": "post", "name": "Posts", "hierarchical": False, "taxonomies": ["category", "post_tag"]},
        {"type": "page", "name": "Pages", "hierarchical": True, "taxonomies": []},
        {"type": "recipe", "name": "Recipes", "hierarchical": False, "taxonomies": ["course"]},
    ]


def test_a_type_tells_what_its_items_have(stage: Stage) -> None:
    told = stage.read("get_post_type", type="recipe")
    assert told["singular_name"] == "Recipe"
    assert told["taxonomies"] == [{"taxonomy": "course", "name": "Courses", "field": "courses"}]
    assert "excerpt" in told["supports"]


def test_items_are_listed_and_found(stage: Stage, site: SampleSite, recipe: int) -> None:
    listed = stage.read("list_custom_posts", type="recipe")
    assert [(one["id"], one["title"]) for one in listed["items"]] == [(recipe, "Caldo verde")]
    assert listed["total"] == 1
    for named in ({"id": recipe}, {"slug": "caldo-verde"}, {"url": f"{site.url}/recipe/caldo-verde/"}):
        answer = stage.read("get_custom_post", type="recipe", **named)
        assert (answer["id"], answer["courses"], answer["content"]) == (recipe, [], "<p>Kale.</p>")


def test_pages_and_posts_are_types_too(stage: Stage) -> None:
    assert stage.read("get_custom_post", type="page", id=42)["title"] == "About"
    proposal = stage.plan("update_custom_post", type="post", id=101, title="X")
    assert (proposal.target.kind, proposal.effect) == (
        "post",
        "Update post 101 (Forty windows for the customs house): title.",
    )


def test_a_change_lands_on_a_copy_and_is_approved(stage: Stage, site: SampleSite, recipe: int) -> None:
    proposal = stage.plan("update_custom_post", type="recipe", id=recipe, title="Green soup")
    assert proposal.effect == f"Update recipe {recipe} (Caldo verde): title."
    assert (proposal.target.kind, proposal.lands_on.where) == ("type:recipe", "copy")
    performed, _ = stage.perform("update_custom_post", type="recipe", id=recipe, title="Green soup")
    copy_id = performed.copy_id
    assert copy_id is not None
    assert site.read("recipes", recipe)["title"]["raw"] == "Caldo verde"
    stage.approve(copy_id)
    assert site.read("recipes", recipe)["title"]["raw"] == "Green soup"
    assert site.read("recipes", copy_id)["status"] == "trash"


def test_a_live_change_and_a_delete_come_back(stage: Stage, site: SampleSite, recipe: int) -> None:
    stage.allow_direct_editing()
    before = whole(site.read("recipes", recipe))
    call: dict[str, Any] = {"type": "recipe", "id": recipe, "excerpt": "Soup", "slug": "soup", "status": "private"}
    _, snapshot = stage.perform("update_custom_post", **call, edit_target="live")
    restored, redo = stage.restore(snapshot)
    assert (list(restored.differs), whole(site.read("recipes", recipe))) == ([], before)
    stage.undo_restore(redo)
    assert site.read("recipes", recipe)["slug"] == "soup"
    stage.restore(snapshot)
    performed, snapshot = stage.perform("delete_custom_post", type="recipe", id=recipe)
    assert performed.result["status"] == "trash"
    restored, redo = stage.restore(snapshot)
    assert restored.message == f"Recipe {recipe} (Caldo verde) is back as it was."
    assert whole(site.read("recipes", recipe)) == before
    stage.undo_restore(redo)
    assert site.read("recipes", recipe)["status"] == "trash"


# C37.4
@pytest.mark.parametrize("tool", ["get_post_type", "list_custom_posts", "get_custom_post"])
def test_a_type_that_is_not_open_is_said_to_be_so_and_no_other_route_is_tried(
    stage: Stage, site: SampleSite, tool: str
) -> None:
    arguments = {"type": "book", **({"id": 3} if tool == "get_custom_post" else {})}
    with pytest.raises(Refusal) as refused:
        stage.read(tool, **arguments)
    assert refused.value.code == "respira_not_found"
    assert refused.value.message.startswith("Custom type book is not open to the REST interface")
    assert [entry.route for entry in site.requests.all()] == ["/wp/v2/types/book"]


# C37.4
def test_a_type_that_is_hidden_from_rest_is_refused_when_a_write_is_planned(stage: Stage, site: SampleSite) -> None:
    hidden = json.dumps(
        {"code": "rest_cannot_read_type", "message": "Cannot view post type.", "data": {"status": 403}}
    )
    site.misbehave(AnswerInstead(403, hidden), path="/wp/v2/types/ledger")
    with pytest.raises(Refusal, match="Custom type ledger is not open to the REST interface"):
        stage.plan("update_custom_post", type="ledger", id=3, title="X")


@pytest.mark.parametrize(
    ("type_", "hint"),
    [
        ("attachment", "Use list_media and update_media for these."),
        ("wp_template", "Use list_templates and update_template for these."),
        ("wp_global_styles", "WordPress looks after it by itself."),
    ],
)
def test_types_of_wordpress_s_own_are_refused_with_the_right_tools(stage: Stage, type_: str, hint: str) -> None:
    with pytest.raises(Refusal) as refused:
        stage.plan("update_custom_post", type=type_, id=3, title="X")
    assert (refused.value.code, refused.value.hint) == ("respira_invalid_arguments", hint)


@pytest.mark.parametrize("type_", ["../users", "Book", ""])
def test_what_is_no_name_of_a_type_is_not_asked_for(stage: Stage, site: SampleSite, type_: str) -> None:
    with pytest.raises(Refusal, match="is no name of a post type"):
        stage.read("list_custom_posts", type=type_)
    assert site.requests.all() == []


def test_a_field_that_the_type_does_not_have_is_refused(stage: Stage, recipe: int) -> None:
    with pytest.raises(Refusal, match="A recipe of this site has no format"):
        stage.plan("update_custom_post", type="recipe", id=recipe, format="aside")


def test_an_item_of_a_custom_type_can_be_protected(stage: Stage, recipe: int) -> None:
    item = protection.find(stage.wordpress, "type:", f"recipe {recipe}")
    assert (item.kind, item.id, item.name) == ("type:recipe", str(recipe), "Caldo verde")
    assert protection.is_protectable("type:recipe")
    with pytest.raises(Refusal, match="Type the name of the post type first"):
        protection.find(stage.wordpress, "type:", str(recipe))


def test_copies_of_any_custom_type_are_looked_after_and_others_are_known_one_by_one() -> None:
    assert list(COPIES) == ["page", "post"]
    assert COPIES["type:book"] is COPIES["type:recipe"]
    with pytest.raises(KeyError):
        COPIES["menu"]
