from __future__ import annotations

import pytest

from tests.tools.stage import Stage
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.wordpress.client import Connection, WordPress


def test_a_page_is_read_raw_with_its_block_markers(stage: Stage, site: SampleSite) -> None:
    """C02.1"""
    page = site.add("pages", title="Q&A", status="publish", content="<!-- wp:x/a /-->\n[contact-form]")
    answer = stage.read("read_page", id=page["id"])
    assert (answer["title"], answer["content"]) == ("Q&A", "<!-- wp:x/a /-->\n[contact-form]")
    assert answer["content_form"] == "raw"
    assert {entry.query.get("context") for entry in site.requests.all() if "/pages/" in entry.path} == {"edit"}


def test_drafts_are_listed_and_a_search_narrows(stage: Stage) -> None:
    answer = stage.read("list_pages")
    assert [(page["id"], page["status"]) for page in answer["pages"]][-1] == (311, "draft")
    assert answer["total"] == 5
    assert [page["id"] for page in stage.read("list_pages", search="Team")["pages"]] == [311]


def test_a_login_that_may_not_edit_gets_text_that_is_not_to_be_written_back(site: SampleSite) -> None:
    """C02.2"""
    connection = Connection(f"{site.url}/wp-json/", "guest", site.app_password_of("guest"))
    with WordPress(connection, allow_private=True) as wordpress:
        guest = Stage(wordpress)
        answer = guest.read("read_page", id=42)
        listed = [page["id"] for page in guest.read("list_pages")["pages"]]
    assert answer["content_form"] == "rendered"
    assert answer["warning"].endswith("Do not write it back.")
    assert "<!-- wp:" not in answer["content"]
    assert 42 in listed
    assert 311 not in listed


def test_an_open_copy_is_mentioned(stage: Stage) -> None:
    performed, _ = stage.perform("update_page", id=42, title="Our story")
    assert stage.read("read_page", id=42)["open_copy_id"] == performed.result["id"]


def test_an_unknown_page_is_refused(stage: Stage) -> None:
    with pytest.raises(Refusal, match="There is no page 999"):
        stage.read("read_page", id=999)
