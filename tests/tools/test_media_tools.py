"""Reading the media library, changing words in it, and deleting from it."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.pictures import JPEG, png
from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, DropFields, HangUp
from webapp.tools.answers import Change
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.media import media_files
from webapp.tools.protection.protection import find
from webapp.tools.standing_in import stand_in
from webapp.tools.tool import ManyTool, Part

BACKSLASHES = "WordPress drops backslashes from alternative texts."

FATAL = '{"code": "internal_server_error", "message": "There has been a critical error.", "data": {"status": 500}}'


@pytest.fixture
def medium(stage: Stage) -> int:
    """A picture in the library, with words."""
    made = stage.wordpress.upload("wp/v2/media", png(40, 30), name="boats.png", kind="image/png", title="Boats").body
    words = {"alt_text": "Three boats", "caption": "Early", "description": "1920"}
    stage.wordpress.post(f"wp/v2/media/{made['id']}", words)
    return int(made["id"])


def test_the_library_is_listed_in_short_lines(stage: Stage, site: SampleSite, medium: int) -> None:
    stage.wordpress.upload("wp/v2/media", JPEG, name="sea.jpg", kind="image/jpeg")
    answer = stage.read("list_media", per_page=1)
    [line] = answer["items"]
    assert (line["title"], line["mime_type"], line["width"], line["file_size"]) == ("sea", "image/jpeg", 8, len(JPEG))
    assert answer["total_pages"] == answer["total"]
    [found] = stage.read("list_media", search="boats")["items"]
    assert found == {
        "id": medium,
        "title": "Boats",
        "alt": "Three boats",
        "url": site.read("media", medium)["source_url"],
        "mime_type": "image/png",
        "width": 40,
        "height": 30,
        "file_size": 100,
    }


def test_one_file_is_read_with_all_its_words(stage: Stage, medium: int) -> None:
    answer = stage.read("get_media", id=medium)
    assert (answer["caption"], answer["description"], answer["filename"]) == ("Early", "1920", "boats.png")
    assert {"media", "post", "page", "site"} & set(answer) == set()
    with pytest.raises(Refusal, match="There is no media file 999 on the site"):
        stage.read("get_media", id=999)


def test_a_change_of_words_is_told_and_only_those_are_sent(stage: Stage, site: SampleSite, medium: int) -> None:
    proposal = stage.plan("update_media", id=medium, alt="Four boats")
    assert proposal.effect == f"Change media file {medium} (Boats): alt text."
    assert list(proposal.changes) == [Change("alt_text", "Alt text", "Three boats", "Four boats", "value")]
    assert proposal.undo == "Undo puts the former words back."
    site.requests.clear()
    performed, snapshot = stage.perform("update_media", id=medium, alt="Four boats")
    assert [entry.body for entry in site.requests.writes()] == [{"alt_text": "Four boats"}]
    assert (performed.result["alt"], list(performed.differs)) == ("Four boats", [])
    restored, redo = stage.restore(snapshot)
    assert (site.read("media", medium)["alt_text"], list(restored.differs)) == ("Three boats", [])
    stage.undo_restore(redo)
    assert site.read("media", medium)["alt_text"] == "Four boats"


def test_a_backslash_that_goes_from_an_alternative_text_is_said(stage: Stage, site: SampleSite, medium: int) -> None:
    assert list(stage.plan("update_media", id=medium, alt="a\\b").warnings) == [BACKSLASHES]
    performed, _ = stage.perform("update_media", id=medium, alt="a\\b")
    assert list(performed.differs) == ["alt_text"]
    stored = site.wp.store.find("media", medium)
    site.wp.store.put("media", {**(stored or {}), "alt_text": "C:\\sea"})
    undo = stage.plan("update_media", id=medium, alt="Sea").undo
    assert undo.endswith("The alternative text comes back without its backslashes: WordPress drops them.")
    _, snapshot = stage.perform("update_media", id=medium, alt="Sea")
    restored, _ = stage.restore(snapshot)
    assert list(restored.differs) == ["alt_text"]


def test_nothing_to_change_and_no_such_file_are_refused(stage: Stage, medium: int) -> None:
    with pytest.raises(Refusal, match="Nothing to change"):
        stage.plan("update_media", id=medium)
    with pytest.raises(Refusal, match="There is no media file 999"):
        stage.plan("update_media", id=999, alt="x")


def test_words_for_what_an_earlier_step_uploads_can_be_planned(stage: Stage) -> None:
    proposal = stage.plan("update_media", id=stand_in(2), alt="Boats")
    assert proposal.effect == "Change what step 2 makes: alt text."


def test_words_that_the_site_did_not_keep_are_no_success(stage: Stage, site: SampleSite, medium: int) -> None:
    site.misbehave(DropFields(("caption",)), method="POST")
    with pytest.raises(SiteTrouble, match="respira_nothing_stored"):
        stage.perform("update_media", id=medium, caption="New")


def test_a_lost_answer_is_settled_by_reading(stage: Stage, site: SampleSite, medium: int) -> None:
    arguments = {"id": medium, "caption": "New"}
    write = write_tool("update_media").write
    state = write.read(stage.wordpress, arguments, stage.scene)
    assert write.settle(stage.wordpress, arguments, state, {}, stage.scene).landed == "no"
    site.misbehave(HangUp(after_saving=True), method="POST", times=1)
    with pytest.raises(SiteTrouble):
        write.perform(stage.wordpress, arguments, state, {}, stage.scene)
    settled = write.settle(stage.wordpress, arguments, state, {}, stage.scene)
    assert (settled.landed, settled.performed.after["live.caption"]) == ("yes", "New")


def test_later_words_are_not_run_over(stage: Stage, site: SampleSite, medium: int) -> None:
    _, snapshot = stage.perform("update_media", id=medium, caption="New")
    site.change("media", medium, caption="By hand")
    with pytest.raises(Refusal, match="Changed again since then: Caption"):
        stage.restore(snapshot)


def test_many_files_are_changed_one_write_each(stage: Stage) -> None:
    tool = CATALOGUE["update_media_batch"]
    assert isinstance(tool, ManyTool)
    items = [{"id": 5, "alt": "A"}, {"id": 6, "title": "B"}]
    parts = tool.parts(stage.wordpress, {"items": items}, stage.scene)
    assert list(parts.parts) == [Part("update_media", items[0]), Part("update_media", items[1])]
    with pytest.raises(Refusal, match="Named more than once: 5"):
        tool.parts(stage.wordpress, {"items": [*items, {"id": 5, "alt": "C"}]}, stage.scene)


def test_what_shows_a_file_is_told_before_it_goes(stage: Stage, site: SampleSite, medium: int) -> None:
    url = site.read("media", medium)["source_url"]
    site.change("pages", 42, featured_media=medium)
    site.change("posts", 101, content=f'<img src="{url.replace(".png", "-20x15.png")}">')
    proposal = stage.plan("delete_media", id=medium)
    assert proposal.effect == f"Delete media file {medium} (Boats) for good."
    assert proposal.warnings[0] == "It is the featured image of page 42 (About)."
    assert re.fullmatch(r"It stands in the text of post 101 \(.+\)\.", proposal.warnings[1])
    assert proposal.undo.startswith("Undo uploads the same file again, with a new id")


def test_a_deleted_file_comes_back_with_its_words_its_address_and_where_it_was_shown(
    stage: Stage, site: SampleSite, medium: int
) -> None:
    site.change("pages", 42, featured_media=medium)
    before = site.read("media", medium)
    performed, snapshot = stage.perform("delete_media", id=medium)
    assert performed.result["deleted"] is True
    assert site.read("pages", 42)["featured_media"] == 0
    restored, redo = stage.restore(snapshot)
    new_id = restored.left["id"]
    assert restored.message == f"boats.png is in the media library again, with the new id {new_id}."
    assert list(restored.differs) == []
    after = site.read("media", new_id)
    for name in ("title", "alt_text", "caption", "source_url", "slug", "date", "author", "post"):
        assert after[name] == before[name]
    assert after["description"]["raw"] == before["description"]["raw"]
    assert httpx.get(after["source_url"]).content == png(40, 30)
    assert site.read("pages", 42)["featured_media"] == new_id
    stage.undo_restore(redo)
    with pytest.raises(LookupError):
        site.read("media", new_id)


def test_an_address_that_was_taken_since_is_said(stage: Stage, site: SampleSite, medium: int) -> None:
    _, snapshot = stage.perform("delete_media", id=medium)
    stage.wordpress.upload("wp/v2/media", png(1, 1), name="boats.png", kind="image/png")
    restored, _ = stage.restore(snapshot)
    assert list(restored.differs) == ["slug", "url"]
    assert re.search(r"Its address is another one: http://.*/boats-1\.png$", restored.message)


def test_a_file_that_somebody_described_since_it_came_back_stays(stage: Stage, site: SampleSite, medium: int) -> None:
    _, snapshot = stage.perform("delete_media", id=medium)
    restored, redo = stage.restore(snapshot)
    site.change("media", restored.left["id"], caption="By hand")
    with pytest.raises(Refusal, match="Changed again since then: Caption"):
        stage.undo_restore(redo)


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("gone", "the file could not be fetched: 127.0.0.1 answered 404"),
        ("elsewhere", "its file lies on another host than the site"),
        ("large", "its file has 100 bytes, more than is kept"),
    ],
)
def test_a_file_that_can_not_be_kept_is_said_to_go_for_ever(
    stage: Stage, site: SampleSite, medium: int, monkeypatch: pytest.MonkeyPatch, why: str, words: str
) -> None:
    if why == "gone":
        site.wp.store.remove_file(site.wp.store.list("media")[-1]["file"])
    if why == "elsewhere":
        site.url = site.url.replace("127.0.0.1", "localhost")
    if why == "large":
        monkeypatch.setattr(media_files, "MOST_KEPT", 99)
    proposal = stage.plan("delete_media", id=medium)
    assert proposal.undo == f"This can not be undone: {words}."
    assert proposal.warnings[0] == proposal.undo
    performed, snapshot = stage.perform("delete_media", id=medium)
    assert performed.undo == {"undo.way": "no"}
    with pytest.raises(Refusal, match=re.escape(f"The file was not kept: {words}.")):
        stage.restore(snapshot)


def test_a_file_that_can_not_be_kept_any_more_stops_the_step(stage: Stage, site: SampleSite, medium: int) -> None:
    base = stage.base("delete_media", id=medium)
    site.wp.store.remove_file(site.wp.store.list("media")[-1]["file"])
    assert stage.moved_since(base, "delete_media", id=medium) == ["file.kept"]
    with pytest.raises(Refusal, match="answered 404"):
        write_tool("delete_media").write.save(stage.wordpress, {"id": medium}, base, stage.scene)


@pytest.mark.parametrize("saving", [True, False])
def test_a_lost_answer_of_a_delete_is_settled(stage: Stage, site: SampleSite, medium: int, saving: bool) -> None:
    site.misbehave(AnswerInstead(500, FATAL, saving=saving), method="DELETE", times=1)
    write, arguments = write_tool("delete_media").write, {"id": medium}
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    if saving:
        assert write.perform(stage.wordpress, arguments, state, saved, stage.scene).result["deleted"] is True
    else:
        with pytest.raises(SiteTrouble):
            write.perform(stage.wordpress, arguments, state, saved, stage.scene)
        assert write.settle(stage.wordpress, arguments, state, saved, stage.scene).landed == "no"


def test_a_later_step_on_what_goes_is_warned(stage: Stage, medium: int) -> None:
    gone = stage.plan("delete_media", id=medium).after
    state: dict[str, Any] = {**stage.base("update_media", id=medium, alt="x"), **gone}
    proposal = write_tool("update_media").write.predict({"id": medium, "alt": "x"}, state, stage.scene)
    assert list(proposal.warnings) == ["Another step of the plan deletes it, and then this step can not run."]


@pytest.mark.parametrize(
    "typed",
    [
        "{id}",
        "{url}",
        "{path}",
        "/wp-admin/upload.php?item={id}",
        "boats.png",
        "boats-150x150.png",
        "/?attachment_id={id}",
    ],
)
def test_an_owner_finds_a_file_to_protect(stage: Stage, site: SampleSite, medium: int, typed: str) -> None:
    url = site.read("media", medium)["source_url"]
    target = find(stage.wordpress, "media", typed.format(id=medium, url=url, path=url.removeprefix(site.url)))
    assert (target.kind, target.id, target.name, target.link) == ("media", str(medium), "Boats", url)


def test_a_file_that_is_not_there_can_not_be_protected(stage: Stage) -> None:
    with pytest.raises(Refusal, match=re.escape("There is no media file nowhere.png on the site")):
        find(stage.wordpress, "media", "nowhere.png")


def test_a_login_that_may_not_see_drafts_is_told_so(site: SampleSite, stage: Stage, medium: int) -> None:
    site.change("pages", 42, featured_media=medium)
    forbidden = '{"code": "rest_invalid_param", "message": "Invalid parameter(s): status", "data": {"status": 400}}'
    site.misbehave(AnswerInstead(400, forbidden), method="GET", path="/wp/v2/pages", times=1)
    warnings = stage.plan("delete_media", id=medium).warnings
    assert list(warnings) == [
        "It is the featured image of page 42 (About).",
        "Only published pages could be looked through for it.",
    ]
