"""Uploading a file: what is told of it before, how it reaches the site once, and how it goes again."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.pictures import JPEG, SVG, in_base64, png
from tests.tools.stage import Stage, write_tool
from tests.wordpress.scripted_site import Say, ScriptedSite
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, HangUp
from webapp.tools.answers import Change
from webapp.tools.standing_in import stand_in
from webapp.wordpress.client import Connection, WordPress

NAME = "Müller & Söhne – Straße №5"
PICTURE = in_base64(png(40, 30))
MEDIA = "/wp/v2/media"


def uploads(site: SampleSite) -> int:
    return len([entry for entry in site.requests.writes() if (entry.method, entry.route) == ("POST", MEDIA)])


def refusal(stage: Stage, **arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as refused:
        stage.plan("upload_media", **arguments)
    return refused.value


def test_the_file_is_told_before_it_is_sent(stage: Stage, site: SampleSite) -> None:
    proposal = stage.plan("upload_media", file=PICTURE, filename=f"{NAME}.PNG", alt="The shop")
    assert proposal.effect == "Upload Muller-Sohne-Strasse-No5.png (PNG, 40 x 30, 100 bytes)."
    assert list(proposal.changes) == [
        Change("title", "Title", None, NAME),
        Change("alt_text", "Alt text", None, "The shop"),
    ]
    assert proposal.lands_on.note == (
        "A media file has no draft copy: it has an address at once when the step runs. Visitors see it only where a "
        "page shows it."
    )
    assert proposal.undo == "Undo deletes the file for good. Its id is not used again."
    assert list(proposal.warnings) == []
    assert site.requests.writes() == []


def test_c66_1_the_title_is_the_true_text_and_the_address_is_plain(stage: Stage, site: SampleSite) -> None:
    """C66.1"""
    performed, _ = stage.perform("upload_media", file=PICTURE, filename=f"{NAME}.JPG")
    item = site.read("media", performed.result["id"])
    assert item["title"]["raw"] == NAME
    assert item["source_url"].endswith("/Muller-Sohne-Strasse-No5.png")
    assert httpx.get(item["source_url"]).content == png(40, 30)
    assert item["slug"] == "muller-sohne-strase-no5"
    assert (performed.result["width"], performed.result["alt"], list(performed.differs)) == (40, "", [])


def test_a_name_with_another_ending_than_the_file_is_said(stage: Stage) -> None:
    warnings = stage.plan("upload_media", file=in_base64(JPEG), filename="sea.png").warnings
    assert list(warnings) == ["Its name ends in .png, but it is a JPEG, so it is called sea.jpg."]


def test_a_picture_that_wordpress_makes_smaller_is_said(stage: Stage) -> None:
    wide = JPEG.replace(b"\x08\x00\x08\x00\x08", b"\x08\x00\x08\x0b\xb8")
    proposal = stage.plan("upload_media", file=in_base64(wide), filename="sea.jpg")
    assert proposal.effect.startswith("Upload sea.jpg (JPEG, 3000 x 8, ")
    assert list(proposal.warnings) == [
        "WordPress makes a smaller picture of it, 2560 pixels wide or high, and shows that."
    ]


@pytest.mark.parametrize(
    "file",
    [PICTURE, f"data:image/png;base64,{PICTURE}", PICTURE[:40] + "\n" + PICTURE[40:], PICTURE.replace("+", "-")],
)
def test_however_a_file_is_sent_it_is_the_same_write(stage: Stage, file: str) -> None:
    meaning = write_tool("upload_media").meaning
    assert meaning({"file": file, "filename": "a.png"}) == meaning({"file": PICTURE, "filename": "a.png"})
    assert stage.plan("upload_media", file=file, filename="a.png").effect.startswith("Upload a.png (PNG, 40 x 30")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"file": PICTURE[:-1]}, "The Base64 of the file is cut short: its length does not fit."),
        ({"file": PICTURE[:60]}, "The PNG ends early: it was cut short on the way."),
        ({"file": PICTURE, "size": 101}, "The file has 100 bytes, and 101 were announced."),
        ({"file": "data:image/png;base64"}, "The data URL ends before its data."),
        ({"file": "data:image/png;base64,"}, "The file is empty."),
    ],
)
def test_c59_3_a_file_that_came_cut_short_is_refused(stage: Stage, arguments: dict[str, Any], words: str) -> None:
    """C59.3"""
    refused = refusal(stage, filename="a.png", **arguments)
    assert (refused.code, refused.message) == ("respira_upload_incomplete", words)


@pytest.mark.parametrize("file", ["/home/me/photo.jpg", "C:\\photos\\sea.jpg", "~/sea.png", "AAA=BBBB"])
def test_a_file_of_the_agents_machine_can_not_be_opened(stage: Stage, file: str) -> None:
    assert "Files of your own machine can not be opened here." in refusal(stage, file=file).message


@pytest.mark.parametrize("file", [in_base64(SVG), SVG.decode(), in_base64(b"<?php echo 1;")])
def test_c66_4_what_could_run_is_refused_whatever_it_is_called(stage: Stage, file: str) -> None:
    """C66.4"""
    assert refusal(stage, file=file, filename="evil.jpg").code == "respira_file_not_allowed"


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:{port}/a.png", "http://[::1]:{port}/", "http://0x7f000001:{port}/", "http://169.254.169.254/"],
)
def test_c66_2_an_address_off_the_open_internet_is_not_fetched(site: SampleSite, address: str) -> None:
    """C66.2: where the site itself may only stand on the open internet."""
    with (
        ScriptedSite() as other,
        WordPress(Connection(f"{site.url}/wp-json/", "a", "b"), allow_private=False) as wordpress,
    ):
        refused = refusal(Stage(wordpress), file=address.format(port=other.port))
        assert other.asked == []
    assert refused.code == "respira_address_not_allowed"


def test_c66_2_only_web_addresses_are_fetched(stage: Stage) -> None:
    """C66.2"""
    assert refusal(stage, file="file:///etc/passwd").code == "respira_address_not_allowed"


def test_c66_3_another_file_at_the_address_is_not_sent(stage: Stage, site: SampleSite) -> None:
    """C66.3: what was reviewed is uploaded, or nothing."""
    with ScriptedSite() as other:
        other.at("/sea.png", Say(png(40, 30)))
        arguments = {"file": f"{other.url}/sea.png"}
        base = stage.base("upload_media", **arguments)
        assert base["file.name"] == "sea.png"
        proposal = stage.plan("upload_media", **arguments)
        assert Change("address", "Fetched from", None, arguments["file"], "value") in proposal.changes
        other.at("/sea.png", Say(png(40, 31)))
        assert "file.sha256" in stage.moved_since(base, "upload_media", **arguments)
        with pytest.raises(Refusal, match="The address gives another file now") as refused:
            write_tool("upload_media").write.perform(stage.wordpress, arguments, base, {}, stage.scene)
    assert refused.value.code == "respira_step_stale"
    assert site.requests.writes() == []


def test_a_file_is_fetched_from_an_address(stage: Stage, site: SampleSite) -> None:
    with ScriptedSite() as other:
        other.says(Say(png(40, 30)))
        performed, _ = stage.perform("upload_media", file=f"{other.url}/old%20harbour.png?size=big")
    assert performed.result["url"].endswith("/old-harbour.png")
    assert performed.result["title"] == "old harbour"


def test_its_page_has_to_be_there(stage: Stage, site: SampleSite) -> None:
    assert refusal(stage, file=PICTURE, post_id=999).code == "respira_not_found"
    performed, _ = stage.perform("upload_media", file=PICTURE, post_id=42)
    assert site.read("media", performed.result["id"])["post"] == 42


def test_what_an_earlier_step_makes_is_not_looked_for(stage: Stage) -> None:
    proposal = stage.plan("upload_media", file=PICTURE, post_id=stand_in(2))
    assert Change("post", "Belongs to", None, "what step 2 makes", "value") in proposal.changes


@pytest.mark.parametrize(
    "rule",
    [HangUp(after_saving=True), AnswerInstead(504, "<html>gateway</html>", saving=True)],
    ids=["hang-up", "504"],
)
def test_c66_5_a_lost_answer_makes_no_second_file(stage: Stage, site: SampleSite, rule: Any) -> None:
    """C66.5, C04: what was made is found by its mark, and gets its words."""
    site.misbehave(rule, method="POST", path=re.compile(f"{MEDIA}$"), times=1)
    performed, _ = stage.perform("upload_media", file=PICTURE, filename="a.png", caption="By the sea")
    assert uploads(site) == 1
    item = site.read("media", performed.result["id"])
    assert (item["caption"]["raw"], item["slug"], list(performed.differs)) == ("By the sea", "a", [])


def settled(stage: Stage, **arguments: Any) -> Any:
    write = write_tool("upload_media").write
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    with pytest.raises(SiteTrouble):
        write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    return write.settle(stage.wordpress, arguments, {**state, **saved}, {**state, **saved}, stage.scene)


def test_a_file_that_did_not_arrive_is_settled_as_such(stage: Stage, site: SampleSite) -> None:
    site.misbehave(HangUp(after_saving=False), method="POST", path=MEDIA, times=1)
    assert settled(stage, file=PICTURE, filename="a.png").landed == "no"


def test_a_crash_before_the_words_is_settled_by_the_mark(stage: Stage, site: SampleSite) -> None:
    arguments = {"file": PICTURE, "filename": "a.png", "caption": "By the sea"}
    write = write_tool("upload_media").write
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    stage.wordpress.upload("wp/v2/media", png(40, 30), name="a.png", kind="image/png", slug="sayso-7c0d3e", title="a")
    found = write.settle(stage.wordpress, arguments, state, saved, stage.scene)
    assert found.landed == "yes"
    assert list(found.performed.differs) == ["caption", "slug"]


def test_a_crash_after_the_words_is_settled_by_what_is_new(stage: Stage, site: SampleSite) -> None:
    arguments = {"file": PICTURE, "filename": "a.png"}
    write = write_tool("upload_media").write
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    performed = write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    found = write.settle(stage.wordpress, arguments, state, saved, stage.scene)
    assert found.landed == "yes"
    assert found.performed.undo == performed.undo
    later = {**saved, "saved.newest": performed.result["id"]}
    assert write.settle(stage.wordpress, arguments, state, later, stage.scene).landed == "no"


@pytest.mark.parametrize("status", [413, 403])
def test_c38_a_file_too_large_for_the_web_server_is_told_with_its_size(
    stage: Stage, site: SampleSite, status: int
) -> None:
    """C38.1"""
    site.misbehave(AnswerInstead(status, "<html>nginx</html>"), method="POST", path=MEDIA)
    with pytest.raises(SiteTrouble) as trouble:
        stage.perform("upload_media", file=PICTURE, filename="a.png")
    assert trouble.value.written == "no"
    assert trouble.value.message == (
        f"The site's web server refused the file with a page of its own ({status}). It has 100 bytes: that may be "
        "more than the server takes."
    )
    assert uploads(site) == 1


def test_words_that_the_site_did_not_take_are_told(stage: Stage, site: SampleSite) -> None:
    site.misbehave(AnswerInstead(500, "<html>broken</html>"), method="POST", path=re.compile(f"{MEDIA}/"))
    performed, _ = stage.perform("upload_media", file=PICTURE, filename="a.png", alt="A", caption="C")
    assert list(performed.differs) == ["caption", "slug"]


def test_undo_deletes_the_file_and_can_be_taken_back(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("upload_media", file=PICTURE, filename="a.png", alt="A", caption="C")
    restored, redo = stage.restore(snapshot)
    assert restored.message == "a.png is deleted for good."
    with pytest.raises(LookupError):
        site.read("media", performed.result["id"])
    again = stage.undo_restore(redo)
    assert re.fullmatch(r"a\.png is in the media library again, with the new id \d+\.", again.message)
    [item] = [item for item in site.wp.store.list("media") if item["file"].endswith("/a.png")]
    assert (item["title"], item["alt_text"], item["caption"], item["slug"]) == ("a", "A", "C", "a")
    assert httpx.get(performed.result["url"]).content == png(40, 30)


def test_undo_leaves_a_file_that_is_shown_or_was_worked_on(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("upload_media", file=PICTURE, filename="a.png")
    site.change("pages", 42, featured_media=performed.result["id"])
    with pytest.raises(Refusal, match=re.escape("It is the featured image of page 42 (About).")):
        stage.restore(snapshot)
    site.change("pages", 42, featured_media=0, content=f'<img src="{performed.result["url"]}">')
    with pytest.raises(Refusal, match=re.escape("It stands in the text of page 42 (About).")):
        stage.restore(snapshot)
    site.change("pages", 42, content="")
    site.change("media", performed.result["id"], alt_text="By hand")
    with pytest.raises(Refusal, match="Changed again since then: Alt text"):
        stage.restore(snapshot)


def test_a_file_that_is_gone_needs_no_undo(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("upload_media", file=PICTURE, filename="a.png")
    site.delete("media", performed.result["id"])
    restored, redo = stage.restore(snapshot)
    assert restored.message == "The file was deleted already."
    with pytest.raises(Refusal, match="The bytes of the file were not kept"):
        stage.undo_restore(redo)
