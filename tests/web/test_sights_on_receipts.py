"""Promises of what visitors see, told wherever a receipt goes: on paper, as JSON and in the history."""

from __future__ import annotations

import re
from typing import Any

from tests.core.acts import on_site
from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply
from webapp.data import Mode
from webapp.sample_site import SampleSite, misbehaviour


def applied(window: Browser, place: Installed, **fields: Any) -> str:
    """Let an agent change the live page About, and the owner apply it; return the address of the receipt."""
    on_site(place, direct_editing=True)
    agent = place.agent(Mode.BROWSER)
    plan = str(agent.call("begin_session", mode="plan")["session_id"])
    agent.call("update_page", id=42, edit_target="live", **fields)
    address = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    return address


def whole(window: Browser, address: str) -> str:
    """The whole page, as text without its tags."""
    page = window.get(address).get_data(as_text=True)
    return " ".join(re.sub(r"\s+([.,])", r"\1", re.sub(r"<[^>]+>", " ", page)).split())


def test_paper_json_and_history_tell_of_a_broken_page_too(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    sample.misbehave(misbehaviour.BROKEN_GALLERY)
    address = applied(window, place, content="<p>[broken-gallery]</p>")
    paper = whole(window, f"{address}/print")
    assert "1 public page is broken for visitors." in paper
    assert f"{sample.url}/about/ : It shows WordPress" in paper
    assert "when they were looked at last. It is no part of what is signed." in paper
    receipt = window.get(f"{address}.json").get_json()
    told = receipt["review"]["visitors"]
    assert (told["state"], told["pages"][0]["state"]) == ("grave", "grave")
    assert told["pages"][0]["address"] == f"{sample.url}/about/"
    assert told["pages"][0]["found"] == ["It shows WordPress’s message of a critical error in its place"]
    assert told["looked_at"] is not None
    assert "visitors" not in receipt["review"]["signed"]["record"]
    assert "The step went through; 1 public page was broken for visitors after it" in whole(window, "/history")
    assert '<strong class="soon">' in window.get("/history").text


def test_paper_and_json_of_a_run_that_broke_nothing_say_so_calmly(window: Browser, place: Installed) -> None:
    address = applied(window, place, title="Our story")
    assert "broken" not in whole(window, f"{address}/print")
    assert "So it was on" in whole(window, f"{address}/print")
    assert window.get(f"{address}.json").get_json()["review"]["visitors"]["state"] == "fine"
    assert "broken" not in whole(window, "/history")
