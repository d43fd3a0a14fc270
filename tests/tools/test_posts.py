from __future__ import annotations

from typing import Any

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite, misbehaviour
from webapp.tools.standing_in import stand_in
from webapp.wordpress.client import Connection, WordPress

POST = 101


def test_posts_are_listed_with_their_dates_and_the_zone(stage: Stage) -> None:
    answer = stage.read("list_posts", per_page=1, search="customs house")
    assert answer["timezone"] == "Europe/Lisbon"
    line = answer["posts"][0]
    assert (line["id"], line["date"], line["sticky"]) == (101, "2026-03-02T09:00:00", False)
    assert "content" not in line
    assert [post["id"] for post in stage.read("list_posts", slug="forty-windows")["posts"]] == [POST]


# C26.3
def test_a_post_is_read_raw_with_the_names_of_its_terms_as_typed(stage: Stage, site: SampleSite) -> None:
    labs = site.add("categories", name="R&D > Labs")["id"]
    site.change("posts", POST, categories=[labs], title="Tom & Jerry")
    answer = stage.read("read_post", id=POST)
    assert answer["categories"] == [{"id": labs, "name": "R&D > Labs"}]
    assert [tag["name"] for tag in answer["tags"]] == ["Oak", "Windows"]
    assert (answer["title"], answer["timezone"], answer["content_form"]) == ("Tom & Jerry", "Europe/Lisbon", "raw")
    assert answer["content"].startswith("<!-- wp:paragraph -->")


@pytest.mark.parametrize(
    "named",
    [{"id": POST}, {"slug": "forty-windows"}, {"url": "/2026/03/02/forty-windows/"}, {"url": "/?p=101"}],
)
def test_a_post_is_found_by_its_id_its_slug_or_its_address(stage: Stage, named: dict[str, Any]) -> None:
    assert stage.read("read_post", **named)["id"] == POST


def test_a_whole_address_is_an_address_too(stage: Stage, site: SampleSite) -> None:
    assert stage.read("read_page", url=f"{site.url}/about/")["id"] == 42


@pytest.mark.parametrize("named", [{}, {"id": POST, "slug": "forty-windows"}])
def test_exactly_one_way_of_naming_is_taken(stage: Stage, named: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="Say which post by exactly one of id, slug, url") as refused:
        stage.read("read_post", **named)
    assert refused.value.code == "respira_invalid_arguments"


def test_two_pages_of_one_slug_are_both_told(stage: Stage, site: SampleSite) -> None:
    below = site.add("pages", title="About the stairs", slug="about", parent=7, status="publish")["id"]
    with pytest.raises(Refusal) as refused:
        stage.read("read_page", slug="about")
    assert refused.value.code == "respira_invalid_arguments"
    assert "page 42 (About) at " in refused.value.message
    assert f"page {below} (About the stairs) at " in refused.value.message


def test_a_slug_that_nothing_has_is_refused(stage: Stage) -> None:
    with pytest.raises(Refusal, match="There is no post with the slug nothing on the site"):
        stage.read("read_post", slug="nothing")


# C37.3
@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("update_page", {"id": POST, "title": "X"}, "That is a post: use update_post."),
        ("delete_page", {"id": POST}, "That is a post: use delete_post."),
        ("update_post", {"id": 42, "title": "X"}, "That is a page: use update_page."),
        ("delete_post", {"id": 42}, "That is a page: use delete_page."),
        ("update_custom_post", {"type": "recipe", "id": 42, "title": "X"}, "That is a page: use update_page."),
    ],
)
def test_an_id_of_another_kind_is_refused_with_the_right_tool(
    stage: Stage, tool: str, arguments: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refusal) as refused:
        stage.plan(tool, **arguments)
    assert (refused.value.code, refused.value.message) == ("respira_not_found", said)


# C37.3
def test_reading_an_id_of_another_kind_names_the_right_tool_too(stage: Stage, site: SampleSite) -> None:
    recipe = site.add("recipes", title="Caldo verde")["id"]
    for tool, item_id, said in [
        ("read_page", POST, "That is a post: use read_post."),
        ("read_post", recipe, "That is of the type recipe: use get_custom_post with the type recipe."),
    ]:
        with pytest.raises(Refusal) as refused:
            stage.read(tool, id=item_id)
        assert refused.value.message == said


ALL = {
    "title": "Q&A: “Fish & Chips” <2 hours",
    "content": "<!-- wp:paragraph -->\n<p>New.</p>\n<!-- /wp:paragraph -->",
    "status": "private",
    "slug": "questions",
    "excerpt": "Short",
    "author": 1,
    "date": "2026-02-01T10:00:00",
    "template": "wide.php",
    "comment_status": "closed",
    "ping_status": "closed",
    "format": "aside",
    "sticky": True,
    "categories": ["Journal"],
    "tags": ["Chestnut"],
    "meta": {"subtitle": "Sub"},
}


# C30.1, C26.1, C26.2
def test_everything_changed_at_once_comes_back(stage: Stage, site: SampleSite) -> None:
    site.register_meta("subtitle")
    stage.allow_direct_editing()
    before = whole(site.read("posts", POST))
    performed, snapshot = stage.perform("update_post", id=POST, edit_target="live", **ALL)
    assert list(performed.differs) == []
    live = site.read("posts", POST)
    assert (live["title"]["raw"], live["format"], live["sticky"], live["meta"]["subtitle"]) == (
        "Q&A: “Fish & Chips” <2 hours",
        "aside",
        True,
        "Sub",
    )
    restored, redo = stage.restore(snapshot)
    assert (list(restored.differs), whole(site.read("posts", POST))) == ([], before)
    stage.undo_restore(redo)
    assert whole(site.read("posts", POST)) == whole(live)


def test_a_change_lands_on_a_copy_that_an_approval_puts_onto_the_live_post(stage: Stage, site: SampleSite) -> None:
    before = whole(site.read("posts", POST))
    proposal = stage.plan("update_post", id=POST, title="Forty-one windows", tags=["Oak"])
    assert proposal.lands_on.where == "copy"
    performed, _ = stage.perform("update_post", id=POST, title="Forty-one windows", tags=["Oak"])
    copy_id = performed.copy_id
    assert copy_id is not None
    assert whole(site.read("posts", POST)) == before
    assert (site.read("posts", copy_id)["tags"], site.read("posts", copy_id)["status"]) == ([5], "draft")
    stage.approve(copy_id)
    live = site.read("posts", POST)
    assert (live["title"]["raw"], live["tags"], live["status"]) == ("Forty-one windows", [5], "publish")


# C26.4
def test_an_effect_names_a_title_as_it_was_typed(stage: Stage, site: SampleSite) -> None:
    site.change("posts", POST, title="Tom & Jerry")
    assert stage.plan("update_post", id=POST, excerpt="x").effect == "Update post 101 (Tom & Jerry): excerpt."
    assert stage.plan("delete_post", id=POST).effect == "Move post 101 (Tom & Jerry) to the trash."


# C20.4
@pytest.mark.parametrize(
    "state",
    [
        {"status": "private"},
        {"status": "pending"},
        {"status": "draft"},
        {"status": "future", "date": "2031-05-01T08:00:00"},
        {"status": "publish", "password": "open sesame"},
        {"status": "publish", "sticky": True},
    ],
)
def test_a_post_in_the_trash_comes_back_in_the_same_state(
    stage: Stage, site: SampleSite, state: dict[str, Any]
) -> None:
    post = site.add("posts", title="Kept", **state)
    before = whole(site.read("posts", post["id"]))
    _, snapshot = stage.perform("delete_post", id=post["id"])
    restored, redo = stage.restore(snapshot)
    assert (list(restored.differs), whole(site.read("posts", post["id"]))) == ([], before)
    stage.undo_restore(redo)
    assert site.read("posts", post["id"])["status"] == "trash"


# C37.1
@pytest.mark.parametrize("status", ["publish", "private", "future"])
def test_what_the_login_may_not_publish_is_refused_at_planning(stage: Stage, site: SampleSite, status: str) -> None:
    author = site.wp.user_named("tomas")
    assert author is not None
    site.wp.store.put("users", author | {"roles": ["contributor"]})
    draft = site.add("posts", title="Mine", author=3)
    connection = Connection(f"{site.url}/wp-json/", "tomas", site.app_password_of("tomas"))
    with WordPress(connection, allow_private=True) as wordpress:
        contributor = Stage(wordpress)
        with pytest.raises(Refusal) as refused:
            contributor.plan("update_post", id=draft["id"], status=status)
        assert contributor.plan("update_post", id=draft["id"], status="pending").changes != []
    assert refused.value.code == "respira_site_forbids"
    assert refused.value.message == f"The site's own login may not publish post {draft['id']} (Mine)."


def test_a_post_with_a_password_is_not_pinned(stage: Stage, site: SampleSite) -> None:
    post = site.add("posts", title="Shut", status="publish", password="open sesame")
    with pytest.raises(Refusal, match="A post with a password can not be pinned"):
        stage.plan("update_post", id=post["id"], sticky=True)


def test_an_image_that_an_earlier_step_makes_is_not_looked_up(stage: Stage, site: SampleSite) -> None:
    proposal = stage.plan("update_post", id=POST, featured_media=stand_in(2))
    assert proposal.changes[0].after == stand_in(2)
    assert not [entry for entry in site.requests.all() if "/media/" in entry.path]


def test_a_lost_answer_is_settled_by_looking(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    site.misbehave(misbehaviour.HangUp(after_saving=True), method="POST", times=1)
    with pytest.raises(SiteTrouble, match="not known whether"):
        stage.perform("update_post", id=POST, tags=["Chestnut"], edit_target="live")
    assert site.read("posts", POST)["tags"] == [4]


def test_a_restore_does_not_go_over_somebodys_later_tags(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    _, snapshot = stage.perform("update_post", id=POST, tags=["Chestnut"], edit_target="live")
    site.change("posts", POST, tags=[8])
    with pytest.raises(Refusal, match="Changed again since then: Tags"):
        stage.restore(snapshot)
