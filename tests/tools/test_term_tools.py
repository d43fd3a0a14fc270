"""Promises of making, changing and reading terms."""

from __future__ import annotations

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DropFields, HangUp
from webapp.tools.answers import Change
from webapp.tools.standing_in import stand_in


@pytest.fixture
def labs(site: SampleSite) -> int:
    return int(site.add("categories", name="R&D > Labs", description="Fish & chips")["id"])


def test_taxonomies_are_listed_without_menus(stage: Stage) -> None:
    listed = stage.read("list_taxonomies")["taxonomies"]
    assert [one["taxonomy"] for one in listed][:2] == ["category", "post_tag"]
    assert "nav_menu" not in [one["taxonomy"] for one in listed]
    assert listed[1] == {
        "taxonomy": "post_tag",
        "name": "Tags",
        "rest_base": "tags",
        "hierarchical": False,
        "types": ["post"],
    }
    assert stage.read("get_taxonomy", taxonomy="tags")["taxonomy"] == "post_tag"


@pytest.mark.parametrize("typed", ["category", "categories", "Category "])
def test_a_taxonomy_is_named_by_its_slug_or_its_address(stage: Stage, typed: str) -> None:
    assert stage.read("list_terms", taxonomy=typed)["taxonomy"] == "category"


def test_an_unknown_taxonomy_is_refused_with_those_there_are(stage: Stage) -> None:
    with pytest.raises(Refusal, match="no taxonomy genre on the site") as refused:
        stage.read("list_terms", taxonomy="genre")
    assert refused.value.hint.startswith("These are: category, post_tag")


# C26.3
def test_names_are_read_as_they_were_typed(stage: Stage, labs: int) -> None:
    term = stage.read("get_term", taxonomy="category", id=labs)
    assert (term["name"], term["description"]) == ("R&D > Labs", "Fish & chips")
    listed = stage.read("list_terms", taxonomy="category", search="labs")
    assert [one["name"] for one in listed["terms"]] == ["R&D > Labs"]
    assert (listed["total"], listed["total_pages"]) == (1, 1)


def test_a_list_is_told_part_by_part(stage: Stage, site: SampleSite) -> None:
    for number in range(5):
        site.add("tags", name=f"Tag {number}")
    listed = stage.read("list_terms", taxonomy="post_tag", search="Tag", page=2, per_page=2)
    assert [one["name"] for one in listed["terms"]] == ["Tag 2", "Tag 3"]
    assert (listed["total"], listed["total_pages"]) == (5, 3)


def test_a_new_category_is_told_by_name_and_place(stage: Stage, labs: int) -> None:
    proposal = stage.plan("create_term", taxonomy="category", name="Sale & more", parent=labs)
    assert proposal.effect == "Add the category Sale & more below R&D > Labs."
    assert list(proposal.changes) == [
        Change("name", "Name", None, "Sale & more", "value"),
        Change("parent", "Parent category", None, f"R&D > Labs ({labs})", "value"),
    ]
    assert proposal.lands_on.note == "A category has no draft copy: this changes the live site when the step runs."
    assert proposal.undo == "Undo deletes it again, as long as nothing has it."


def test_a_new_category_is_made_taken_away_and_made_again(stage: Stage, site: SampleSite, labs: int) -> None:
    performed, snapshot = stage.perform(
        "create_term", taxonomy="categories", name="Sale & more", description="x < y", parent=labs
    )
    made = site.read("categories", performed.result["id"])
    assert (made["name"], made["parent"], made["slug"]) == ("Sale &amp; more", labs, "sale-more")
    assert (performed.result["name"], performed.result["slug"]) == ("Sale & more", "sale-more")
    assert list(performed.differs) == []
    restored, redo = stage.restore(snapshot)
    assert restored.message == "The category Sale & more is gone again."
    with pytest.raises(LookupError):
        site.read("categories", made["id"])
    again = stage.undo_restore(redo)
    assert again.message.startswith("The category Sale & more is there again, with the new id ")
    assert list(again.differs) == []


def test_what_an_earlier_step_makes_can_be_the_parent(stage: Stage, site: SampleSite) -> None:
    site.requests.clear()
    proposal = stage.plan("create_term", taxonomy="category", name="Below", parent=stand_in(2))
    assert proposal.changes[1].after == stand_in(2)
    assert proposal.effect == "Add the category Below."


# C63.4
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"name": "New", "parent": 999}, "There is no category 999 on the site"),
        ({"name": " "}, "A category needs a name"),
        ({"name": "r&d > labs"}, "There is already a category R&D > Labs there, with the id "),
        ({"name": "New", "taxonomy": "post_tag", "parent": 1}, "Tags can not stand below one another"),
    ],
)
def test_a_term_that_could_not_be_made_is_refused(
    stage: Stage, labs: int, arguments: dict[str, object], words: str
) -> None:
    with pytest.raises(Refusal, match=words):
        stage.plan("create_term", **{"taxonomy": "category", **arguments})


def test_an_address_that_is_taken_is_told(stage: Stage, site: SampleSite) -> None:
    tag = site.add("tags", name="Sale")["id"]
    proposal = stage.plan("create_term", taxonomy="post_tag", name="Offers", slug="sale")
    assert proposal.warnings == [f"The address is taken by tag Sale ({tag}), so WordPress adds a number to it."]
    other = site.add("tags", name="Offers")["id"]
    with pytest.raises(Refusal, match=rf"The slug sale is taken by tag Sale \({tag}\)"):
        stage.plan("update_term", taxonomy="post_tag", id=other, slug="sale")


def test_a_lost_answer_is_settled_by_looking(stage: Stage, site: SampleSite) -> None:
    write, arguments = "create_term", {"taxonomy": "post_tag", "name": "Sale"}
    site.misbehave(HangUp(after_saving=True), method="POST", path="/wp/v2/tags", times=1)
    with pytest.raises(SiteTrouble, match="respira_outcome_unknown"):
        stage.perform(write, **arguments)
    state = {"about.word": "tag"}
    saved = {"saved.rest": "wp/v2/tags", "saved.word": "tag", "saved.fields": {}, "saved.known": []}
    settled = write_tool(write).write.settle(stage.wordpress, arguments, state, saved, stage.scene)
    assert settled.landed == "yes"
    assert settled.performed is not None
    assert settled.performed.result["name"] == "Sale"


def test_a_term_that_is_used_by_now_is_not_taken_away(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("create_term", taxonomy="post_tag", name="Sale")
    post = site.add("posts", title="Hello", tags=[performed.result["id"]])
    with pytest.raises(Refusal, match="This tag is in use now: 1 of the posts"):
        stage.restore(snapshot)
    site.change("posts", post["id"], tags=[])
    site.change("tags", performed.result["id"], name="Sales")
    with pytest.raises(Refusal, match="Changed again since then: Name"):
        stage.restore(snapshot)


def test_terms_below_keep_a_new_one(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("create_term", taxonomy="category", name="Above")
    site.add("categories", name="Below", parent=performed.result["id"])
    with pytest.raises(Refusal, match="Other terms stand below this category now"):
        stage.restore(snapshot)


# C26.3
def test_changing_the_description_leaves_the_name_alone(stage: Stage, site: SampleSite, labs: int) -> None:
    before = site.read("categories", labs)
    proposal = stage.plan("update_term", taxonomy="category", id=labs, description="Tom & Jerry")
    assert proposal.effect == "Change the category R&D > Labs: description."
    assert list(proposal.changes) == [Change("description", "Description", "Fish & chips", "Tom & Jerry", "value")]
    performed, snapshot = stage.perform("update_term", taxonomy="category", id=labs, description="Tom & Jerry")
    assert [entry.body for entry in site.requests.writes()] == [{"description": "Tom & Jerry"}]
    assert site.read("categories", labs) == {**before, "description": "Tom &amp; Jerry"}
    restored, redo = stage.restore(snapshot)
    assert (restored.message, restored.differs) == ("Category R&D > Labs is back as it was.", [])
    assert site.read("categories", labs) == before
    stage.undo_restore(redo)
    assert site.read("categories", labs)["description"] == "Tom &amp; Jerry"
    assert performed.result["description"] == "Tom & Jerry"


def test_a_parent_is_shown_by_its_name_and_moves_addresses(stage: Stage, site: SampleSite, labs: int) -> None:
    below = site.add("categories", name="Below", parent=labs)["id"]
    proposal = stage.plan("update_term", taxonomy="category", id=below, parent=0)
    assert list(proposal.changes) == [Change("parent", "Parent category", f"R&D > Labs ({labs})", "none", "value")]
    assert "links to the old one break" in proposal.warnings[0]


def test_a_term_can_not_stand_below_itself(stage: Stage, site: SampleSite, labs: int) -> None:
    below = site.add("categories", name="Below", parent=labs)["id"]
    for parent in (labs, below):
        with pytest.raises(Refusal, match="can not stand below itself"):
            stage.plan("update_term", taxonomy="category", id=labs, parent=parent)


def test_a_call_that_names_nothing_and_one_that_changes_nothing(stage: Stage, labs: int) -> None:
    with pytest.raises(Refusal, match="respira_nothing_to_change"):
        stage.plan("update_term", taxonomy="category", id=labs)
    proposal = stage.plan("update_term", taxonomy="category", id=labs, name="R&D > Labs")
    assert (list(proposal.changes), proposal.warnings) == ([], ["Name: it is so already."])


def test_a_change_that_the_site_did_not_keep_is_told(stage: Stage, site: SampleSite, labs: int) -> None:
    site.misbehave(DropFields(("name",)), method="POST", path="/wp/v2/categories")
    with pytest.raises(SiteTrouble, match="respira_nothing_stored"):
        stage.perform("update_term", taxonomy="category", id=labs, name="Other")
    performed, _ = stage.perform("update_term", taxonomy="category", id=labs, name="Other", description="New")
    assert list(performed.differs) == ["name"]


def test_a_later_change_is_not_run_over(stage: Stage, site: SampleSite, labs: int) -> None:
    _, snapshot = stage.perform("update_term", taxonomy="category", id=labs, name="Labs")
    site.change("categories", labs, name="By hand")
    with pytest.raises(Refusal, match="Changed again since then: Name"):
        stage.restore(snapshot)
    site.change("categories", labs, name="R&D > Labs")
    restored, _ = stage.restore(snapshot)
    assert restored.message == "Category R&D > Labs is back as it was."
