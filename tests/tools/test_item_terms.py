from __future__ import annotations

from typing import Any

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.tools.answers import Change, Proposal
from webapp.tools.standing_in import stand_in

# The post has the category Projects (2) and the tags Oak (5) and Windows (6).
POST = 101


@pytest.fixture
def stage(stage: Stage) -> Stage:
    stage.allow_direct_editing()
    return stage


def changes(proposal: Proposal) -> list[Change]:
    return list(proposal.changes)


# C22.1
def test_a_list_is_shown_by_names_before_and_after_and_what_would_go_is_told(stage: Stage) -> None:
    proposal = stage.plan("update_post", id=POST, tags=["4", "6"], edit_target="live")
    assert changes(proposal) == [Change("tags", "Tags", ["Oak", "Windows"], ["Chestnut", "Windows"], "list")]
    assert proposal.warnings == ["Tags: Oak would be removed, because the whole list is replaced."]
    assert proposal.effect == "Update post 101 (Forty windows for the customs house): tags."


# C22.2
def test_terms_are_added_to_those_that_are_there_when_asked(stage: Stage, site: SampleSite) -> None:
    proposal = stage.plan("update_post", id=POST, tags=["chestnut"], append_terms=True, edit_target="live")
    assert changes(proposal)[0].after == ["Chestnut", "Oak", "Windows"]
    assert proposal.warnings == []
    performed, _ = stage.perform("update_post", id=POST, tags=["chestnut"], append_terms=True, edit_target="live")
    assert (site.read("posts", POST)["tags"], list(performed.differs)) == ([4, 5, 6], [])


# C22.3
def test_a_restore_brings_the_exact_sets_back(stage: Stage, site: SampleSite) -> None:
    before = whole(site.read("posts", POST))
    performed, snapshot = stage.perform("update_post", id=POST, categories=["Journal"], tags=[], edit_target="live")
    assert list(performed.differs) == []
    assert (site.read("posts", POST)["categories"], site.read("posts", POST)["tags"]) == ([1], [])
    restored, redo = stage.restore(snapshot)
    assert (list(restored.differs), whole(site.read("posts", POST))) == ([], before)
    stage.undo_restore(redo)
    assert site.read("posts", POST)["categories"] == [1]


# C22.3
def test_terms_of_a_custom_taxonomy_are_chosen_and_come_back(stage: Stage, site: SampleSite) -> None:
    soup, cake = (site.add("courses", name=name)["id"] for name in ("Soup & bread", "Cake"))
    recipe = site.add("recipes", title="Caldo verde", status="publish", courses=[soup])["id"]
    call: dict[str, Any] = {"type": "recipe", "id": recipe, "edit_target": "live"}
    call["taxonomies"] = {"course": ["cake"]}
    assert changes(stage.plan("update_custom_post", **call)) == [
        Change("courses", "Courses", ["Soup & bread"], ["Cake"], "list")
    ]
    _, snapshot = stage.perform("update_custom_post", **call)
    assert site.read("recipes", recipe)["courses"] == [cake]
    stage.restore(snapshot)
    assert site.read("recipes", recipe)["courses"] == [soup]


# C22.4
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"categories": ["9"]}, "The site does not have these categories: 9."),
        ({"tags": ["Oak", "News Flash"]}, "The site does not have these tags: News Flash."),
        ({"taxonomies": {"genre": ["Jazz"]}}, "There is no taxonomy genre on the site that is open to programs."),
    ],
)
def test_a_term_that_is_not_there_is_refused_at_planning(stage: Stage, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        stage.plan("update_post", id=POST, **asked)
    assert (refused.value.code, refused.value.message) == ("respira_not_found", said)


def test_missing_terms_are_not_made_along_the_way_and_the_way_is_told(stage: Stage, site: SampleSite) -> None:
    with pytest.raises(Refusal) as refused:
        stage.plan("update_post", id=POST, tags=["Elm"], create_missing_terms=True)
    assert refused.value.message == "The site does not have these tags: Elm. Terms are not made along the way."
    assert "create_term first, and send {{step_ID.id}}" in refused.value.hint
    assert site.requests.writes() == []


def test_an_item_is_not_given_terms_that_its_kind_does_not_have(stage: Stage, site: SampleSite) -> None:
    recipe = site.add("recipes", title="Caldo verde")["id"]
    with pytest.raises(Refusal, match="A recipe has no categories"):
        stage.plan("update_custom_post", type="recipe", id=recipe, categories=["1"])


def test_what_an_earlier_step_makes_can_be_among_the_terms(stage: Stage) -> None:
    proposal = stage.plan("update_post", id=POST, tags=[str(stand_in(1))], append_terms=True, edit_target="live")
    assert changes(proposal)[0].after == ["Oak", "Windows", stand_in(1)]


def test_a_later_step_knows_the_names_that_an_earlier_one_chose(stage: Stage) -> None:
    first = stage.plan("update_post", id=POST, tags=["Workshop"], edit_target="live")
    later = {"id": POST, "tags": ["Oak"], "append_terms": True, "edit_target": "live"}
    state = stage.base("update_post", **later) | first.after
    proposal = write_tool("update_post").write.predict(later, state, stage.scene)
    assert changes(proposal) == [Change("tags", "Tags", ["Workshop"], ["Oak", "Workshop"], "list")]


def test_terms_that_are_there_already_are_no_change(stage: Stage) -> None:
    proposal = stage.plan("update_post", id=POST, tags=["windows", "5"], edit_target="live")
    assert (changes(proposal), proposal.warnings) == ([], ["Tags: it is so already."])


def test_terms_that_somebody_changed_meanwhile_are_noticed(stage: Stage, site: SampleSite) -> None:
    base = stage.base("update_post", id=POST, tags=["4"])
    site.change("posts", POST, tags=[8])
    assert stage.moved_since(base, "update_post", id=POST, tags=["4"]) == ["live.tags"]
