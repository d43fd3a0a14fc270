"""Promises of reading back: once a write went out, a look that fails is never told as a refusal of the write."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.pictures import png
from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, HangUp, Rule
from webapp.tools.answers import Performed

NOT_THERE = AnswerInstead(404, '{"code": "rest_no_such_thing", "message": "Gone.", "data": {"status": 404}}')
FORBIDDEN = AnswerInstead(403, '{"code": "rest_forbidden_context", "message": "No.", "data": {"status": 403}}')
NO_ANSWER = HangUp()
ONE_OF_THEM = re.compile(r"/wp/v2/(comments|categories|users|media)/[0-9]+$")

DELETES = {"delete_comment": "comments", "delete_term": "categories", "delete_user": "users", "delete_media": "media"}
CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "update_comment": ("comments", {"content": "Other words"}),
    "update_term": ("categories", {"taxonomy": "category", "name": "Olds"}),
    "update_user": ("users", {"display_name": "Mia M."}),
    "update_media": ("media", {"alt": "Four boats"}),
}
ADDITIONS: dict[str, dict[str, Any]] = {
    "create_comment": {"post_id": 42, "content": "Thank you"},
    "create_term": {"taxonomy": "category", "name": "Brand new"},
    "create_user": {"username": "otto", "email": "otto@x.example", "password": "a long one", "role": "author"},
}


@pytest.fixture
def ids(stage: Stage, site: SampleSite) -> dict[str, int]:
    """A comment, a category, a user and a picture."""
    mia = {"username": "mia", "email": "mia@x.example", "password": "x", "roles": ["author"]}
    picture = stage.wordpress.upload("wp/v2/media", png(4, 3), name="boats.png", kind="image/png", title="Boats")
    site.change("pages", 42, comment_status="open")
    return {
        "comments": int(
            site.add("comments", post=42, content="Nice", author_name="O", author_email="o@x.example")["id"]
        ),
        "categories": int(site.add("categories", name="News")["id"]),
        "users": int(site.add("users", **mia)["id"]),
        "media": int(picture.body["id"]),
    }


def performed_unseen(stage: Stage, site: SampleSite, rule: Rule, name: str, arguments: dict[str, Any]) -> Performed:
    """Perform a write after which reading the site meets a rule."""
    write = write_tool(name).write
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    stage.wordpress.wrote = False
    site.misbehave(rule, method="GET", path=ONE_OF_THEM)
    try:
        return write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    finally:
        site.behave()


def to_delete(name: str, ids: dict[str, int]) -> dict[str, Any]:
    more = {"delete_term": {"taxonomy": "category"}, "delete_user": {"reassign": 1}}
    return {"id": ids[DELETES[name]], **more.get(name, {})}


@pytest.mark.parametrize("rule", [FORBIDDEN, NO_ANSWER], ids=["forbidden", "no answer"])
@pytest.mark.parametrize("name", DELETES)
def test_a_delete_that_can_not_be_looked_at_is_done_and_said_to_be_unchecked(
    stage: Stage, site: SampleSite, ids: dict[str, int], name: str, rule: Rule
) -> None:
    performed = performed_unseen(stage, site, rule, name, to_delete(name, ids))
    assert (performed.result["deleted"], performed.unchecked) == (True, True)
    if name == "delete_comment":
        assert site.read("comments", ids["comments"])["status"] == "trash"
    else:
        with pytest.raises(LookupError):
            site.read(DELETES[name], ids[DELETES[name]])


@pytest.mark.parametrize(
    ("name", "unchecked"),
    [("delete_term", False), ("delete_user", False), ("delete_media", False), ("delete_comment", True)],
)
def test_what_is_not_there_after_a_delete_is_gone_but_not_seen_in_the_trash(
    stage: Stage, site: SampleSite, ids: dict[str, int], name: str, unchecked: bool
) -> None:
    performed = performed_unseen(stage, site, NOT_THERE, name, to_delete(name, ids))
    assert (performed.result["deleted"], performed.unchecked) == (True, unchecked)


@pytest.mark.parametrize("name", DELETES)
def test_what_is_still_there_after_a_delete_was_not_deleted(
    stage: Stage, site: SampleSite, ids: dict[str, int], name: str
) -> None:
    site.misbehave(AnswerInstead(200, '{"deleted": true}'), method="DELETE", times=1)
    with pytest.raises(SiteTrouble, match="respira_nothing_stored") as trouble:
        stage.perform(name, **to_delete(name, ids))
    assert trouble.value.written == "no"


@pytest.mark.parametrize("rule", [NOT_THERE, FORBIDDEN, NO_ANSWER], ids=["not there", "forbidden", "no answer"])
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_that_can_not_be_looked_at_is_done_and_said_to_be_unchecked(
    stage: Stage, site: SampleSite, ids: dict[str, int], name: str, rule: Rule
) -> None:
    kind, asked = CHANGES[name]
    performed = performed_unseen(stage, site, rule, name, {"id": ids[kind], **asked})
    assert (performed.result["success"], performed.unchecked, list(performed.differs)) == (True, True, [])


@pytest.mark.parametrize("rule", [NOT_THERE, FORBIDDEN, NO_ANSWER], ids=["not there", "forbidden", "no answer"])
@pytest.mark.parametrize("name", ADDITIONS)
def test_what_was_made_and_can_not_be_looked_at_is_said_to_be_unchecked(
    stage: Stage, site: SampleSite, ids: dict[str, int], name: str, rule: Rule
) -> None:
    performed = performed_unseen(stage, site, rule, name, ADDITIONS[name])
    assert (performed.result["created"], performed.unchecked, list(performed.differs)) == (True, True, [])


@pytest.mark.parametrize("rule", [FORBIDDEN, NO_ANSWER], ids=["forbidden", "no answer"])
def test_an_undo_that_can_not_be_looked_at_leaves_open_what_is_on_the_site(
    stage: Stage, site: SampleSite, ids: dict[str, int], rule: Rule
) -> None:
    _, snapshot = stage.perform("update_term", id=ids["categories"], taxonomy="category", name="Olds")
    arguments, restore = {"snapshot_uuid": snapshot.uuid}, write_tool("restore_snapshot").write
    state = restore.read(stage.wordpress, arguments, stage.scene)
    saved = restore.save(stage.wordpress, arguments, state, stage.scene)
    stage.wordpress.wrote = False
    site.misbehave(rule, method="GET", path=ONE_OF_THEM, skip=1)
    with pytest.raises(SiteTrouble) as trouble:
        restore.perform(stage.wordpress, arguments, state, saved, stage.scene)
    assert trouble.value.written == "perhaps"


def test_an_undo_that_fails_before_anything_was_sent_is_refused(
    stage: Stage, site: SampleSite, ids: dict[str, int]
) -> None:
    _, snapshot = stage.perform("update_term", id=ids["categories"], taxonomy="category", name="Olds")
    arguments, restore = {"snapshot_uuid": snapshot.uuid}, write_tool("restore_snapshot").write
    state = restore.read(stage.wordpress, arguments, stage.scene)
    saved = restore.save(stage.wordpress, arguments, state, stage.scene)
    stage.wordpress.wrote = False
    site.misbehave(FORBIDDEN, method="GET", path=ONE_OF_THEM)
    with pytest.raises(Refusal, match="respira_site_forbids"):
        restore.perform(stage.wordpress, arguments, state, saved, stage.scene)
    assert site.read("categories", ids["categories"])["name"] == "Olds"
