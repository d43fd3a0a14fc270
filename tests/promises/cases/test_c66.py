"""C66: files. What was reviewed is what is uploaded, once, under a plain name and its true title."""

from __future__ import annotations

import io
import re

import httpx
import pytest
from flask import Flask

from tests.pictures import SVG, in_base64, png
from tests.promises.acts import plan, sent
from tests.promises.doors import Agent
from tests.site_state import reading
from tests.wordpress.scripted_site import Say, ScriptedSite
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HangUp

PICTURE = png(40, 30)
UPLOAD = "POST /wp/v2/media"
NAME = "Müller & Söhne – Straße №5"


def uploads(site: SampleSite) -> int:
    return sent(site).count(UPLOAD)


def test_c66_1_a_file_with_a_difficult_name_is_uploaded(agent: Agent, wordpress: SampleSite) -> None:
    """C66.1"""
    [step] = plan(agent, ("upload_media", {"file": in_base64(PICTURE), "filename": f"{NAME}.JPG"}))
    assert step["predicted_effect"] == "Upload Muller-Sohne-Strasse-No5.png (PNG, 40 x 30, 100 bytes)."
    assert uploads(wordpress) == 0
    [told] = agent.call("apply_plan")["steps"]
    item = wordpress.read("media", told["result"]["id"])
    assert item["title"]["raw"] == NAME
    assert httpx.get(told["result"]["url"]).content == PICTURE


@pytest.mark.parametrize("address", ["http://169.254.169.254/latest/", "file:///etc/passwd"])
def test_c66_2_a_forbidden_address_becomes_no_step(agent: Agent, address: str) -> None:
    """C66.2"""
    agent.call("begin_session", mode="plan")
    assert agent.refused("upload_media", file=address)["code"] == "respira_address_not_allowed"
    assert agent.call("get_plan")["pending_steps"] == 0


def test_c66_3_another_picture_than_the_reviewed_one_fails_the_step(agent: Agent, wordpress: SampleSite) -> None:
    """C66.3"""
    with ScriptedSite() as other:
        other.says(Say(PICTURE))
        plan(agent, ("upload_media", {"file": f"{other.url}/sea.png"}))
        other.says(Say(png(40, 31)))
        [told] = agent.call("apply_plan")["steps"]
    assert (told["outcome"], told["error"]["code"]) == ("failed", "respira_step_stale")
    assert uploads(wordpress) == 0


def test_c66_4_what_could_run_becomes_no_step(agent: Agent) -> None:
    """C66.4"""
    agent.call("begin_session", mode="plan")
    for file in (in_base64(SVG), in_base64(b"<?php echo 1;")):
        assert agent.refused("upload_media", file=file, filename="evil.jpg")["code"] == "respira_file_not_allowed"
    assert agent.call("get_plan")["pending_steps"] == 0


def test_c66_5_a_lost_answer_makes_no_second_file_when_the_plan_goes_on(agent: Agent, wordpress: SampleSite) -> None:
    """C66.5"""
    plan(agent, ("upload_media", {"file": in_base64(PICTURE), "filename": "sea.png"}))
    wordpress.misbehave(HangUp(after_saving=True), method="POST", path=re.compile("/wp/v2/media$"), times=1)
    [told] = agent.call("apply_plan")["steps"]
    assert told["outcome"] == "applied"
    agent.call("apply_plan")
    assert uploads(wordpress) == 1


def test_c59_3_a_file_that_came_cut_short_becomes_no_step(agent: Agent) -> None:
    """C59.3"""
    agent.call("begin_session", mode="plan")
    whole = in_base64(PICTURE)
    for arguments in ({"file": whole[:-1]}, {"file": whole[:80]}, {"file": whole, "size": 4_000}):
        assert agent.refused("upload_media", **arguments)["code"] == "respira_upload_incomplete"
    assert agent.call("get_plan")["pending_steps"] == 0


def test_a_large_file_is_not_echoed(agent: Agent) -> None:
    """C59.2: the bytes are kept for the upload, and not told again."""
    agent.call("begin_session", mode="plan")
    large = PICTURE[:-12] + b"\x00\x10\x00\x00teXt" + bytes(2**20) + bytes(4) + PICTURE[-12:]
    told = agent.raw("upload_media", file=in_base64(large), filename="large.png")
    assert told.body["predicted_effect"] == "Upload large.png (PNG, 40 x 30, 1.0 MB)."
    assert len(told.text) < 10_000


def test_a_file_sent_as_a_form_is_planned_and_uploaded(app: Flask, agent: Agent, wordpress: SampleSite) -> None:
    """C66.1, at the REST door, as a published client sends it."""
    agent.call("begin_session", mode="plan")
    form = {"file": (io.BytesIO(PICTURE), f"{NAME}.png", "image/png"), "title": "The shop", "alt": "Front"}
    answer = app.test_client().post(
        "/wp-json/respira/v1/media/upload", data=form, headers={"X-Respira-API-Key": agent.holder.token}
    )
    assert answer.json["predicted_effect"] == "Upload Muller-Sohne-Strasse-No5.png (PNG, 40 x 30, 100 bytes)."
    [told] = agent.call("apply_plan")["steps"]
    item = wordpress.read("media", told["result"]["id"])
    assert (item["title"]["raw"], item["alt_text"]) == ("The shop", "Front")


def test_a_picture_is_uploaded_described_and_shown_by_one_plan(agent: Agent, wordpress: SampleSite) -> None:
    """What is uploaded has an id and an address that later steps name before they are known."""
    [upload] = plan(agent, ("upload_media", {"file": in_base64(PICTURE), "filename": "sea.png"}))
    made = upload["step_id"]
    described = agent.call("update_media", id=f"{{{{{made}.id}}}}", alt="The sea")
    assert described["predicted_effect"] == "Change what step 1 makes: alt text."
    shown = agent.call(
        "update_page",
        id=42,
        featured_media=f"{{{{{made}.id}}}}",
        content=f'<!-- wp:image --><figure><img src="{{{{{made}.url}}}}"/></figure><!-- /wp:image -->',
    )
    assert shown["planned"] is True
    told = [step["result"] for step in agent.call("apply_plan")["steps"]]
    copy = wordpress.read("pages", told[2]["id"])
    assert copy["featured_media"] == told[0]["id"]
    assert f'src="{told[0]["url"]}"' in copy["content"]["raw"]
    assert wordpress.read("media", told[0]["id"])["alt_text"] == "The sea"


def test_many_files_are_described_by_one_call_each_as_a_step(agent: Agent, wordpress: SampleSite) -> None:
    with reading(f"{wordpress.url}/wp-json/", wordpress.username, wordpress.app_password) as hand:
        sea, hill = (hand.upload(name, PICTURE, "image/png")["id"] for name in ("sea.png", "hill.png"))
    wordpress.requests.clear()
    agent.call("begin_session", mode="plan")
    told = agent.raw(
        "update_media_batch", items=[{"id": sea, "alt": "The sea"}, {"id": hill, "alt": "A hill", "title": "Hill"}]
    )
    assert sent(wordpress) == []
    assert told.is_error is False
    steps = agent.call("get_plan")["steps"]
    assert [step["predicted_effect"] for step in steps] == [
        f"Change media file {sea} (sea): alt text.",
        f"Change media file {hill} (hill): title, alt text.",
    ]
    assert agent.call("apply_plan")["applied"] == 2
    assert wordpress.read("media", hill)["title"]["raw"] == "Hill"


def test_what_could_not_be_kept_is_said_before_and_after(agent: Agent, wordpress: SampleSite) -> None:
    with reading(f"{wordpress.url}/wp-json/", wordpress.username, wordpress.app_password) as hand:
        lost = hand.upload("lost.png", PICTURE, "image/png")
    wordpress.wp.store.remove_file(lost["media_details"]["file"])
    [step] = plan(agent, ("delete_media", {"id": lost["id"]}))
    assert step["approval_required"] is True
    assert step["review"]["warnings"] == [
        "This can not be undone: the file could not be fetched: 127.0.0.1 answered 404."
    ]
    [told] = agent.call("apply_plan")["steps"]
    refused = agent.refused("restore_snapshot", snapshot_uuid=told["result"]["snapshot_uuid"])
    assert refused["message"] == "What this took away could not be kept, so it can not be brought back."
