"""What an agent reads of its snapshots: the list, one of them, two side by side; no secret, and no other key's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.acts import bin_page, link, plan, tagline, text, title
from tests.installed import Agent, Installed
from webapp.data import Mode
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

OF_A_PAGE = [
    "title",
    "content",
    "excerpt",
    "status",
    "slug",
    "parent",
    "menu_order",
    "template",
    "featured_media",
    "author",
    "comment_status",
    "ping_status",
    "password",
    "date",
    "meta.footnotes",
]

# Page 42 as visitors see it, and the draft copy that a first write makes of it, under the slug of that write's step.
LIVE = {"content": "<p>Wood.</p>", "excerpt": "", "status": "publish", "title": "About"}
REST = {
    "author": 1,
    "comment_status": "closed",
    "featured_media": 0,
    "menu_order": 1,
    "meta.footnotes": "",
    "parent": 0,
    "password": "redacted",
    "ping_status": "closed",
    "template": "",
}


def of_copy(**fields: Any) -> dict[str, Any]:
    return {f"copy.{name}": value for name, value in fields.items()}


def slug_of(agent: Agent, uuid: str) -> str:
    """Return the slug of the draft copy that a snapshot's write made."""
    return str(agent.call("get_snapshot", snapshot_uuid=uuid)["step_id"]).replace("step_", "sayso-")


def content_of(agent: Agent, uuid: str) -> Any:
    return agent.call("get_snapshot", snapshot_uuid=uuid, include="content")["content"]


def landed(agent: Agent, *calls: tuple[str, dict[str, Any]]) -> list[str]:
    """Plan and apply, and return the snapshots in order."""
    plan(agent, *calls)
    receipt = agent.call("apply_plan")
    agent.call("end_session")
    return [step["snapshots"][0] for step in receipt["steps"]]


def listed(agent: Agent, **arguments: Any) -> list[str]:
    return [one["snapshot_uuid"] for one in agent.call("list_snapshots", **arguments)["snapshots"]]


def test_the_list_is_narrowed_to_an_item_a_type_or_a_kind(agent: Agent) -> None:
    page, team, menu = landed(agent, title(42, "Our story"), bin_page(311), link("Shop"))
    assert listed(agent) == [menu, team, page]
    assert listed(agent, post_id=42) == [page]
    assert listed(agent, post_type="page") == [team, page]
    assert listed(agent, post_type="menu") == [menu]
    # A menu of the same number is no post.
    assert listed(agent, post_id=3) == []
    assert listed(agent, kind="before_write") == [menu, team, page]
    assert listed(agent, kind="before_restore") == []


def test_a_long_list_is_read_part_by_part(agent: Agent) -> None:
    page, team, menu = landed(agent, title(42, "Our story"), bin_page(311), link("Shop"))
    first = agent.call("list_snapshots", limit=2)
    assert [one["snapshot_uuid"] for one in first["snapshots"]] == [menu, team]
    rest = agent.call("list_snapshots", limit=2, cursor=first["next_cursor"])
    assert [one["snapshot_uuid"] for one in rest["snapshots"]] == [page]
    assert "next_cursor" not in rest


def test_a_snapshot_tells_what_it_is_of_and_its_bodies_only_where_they_are_asked_for(agent: Agent) -> None:
    [uuid] = landed(agent, bin_page(311))
    told = agent.call("get_snapshot", snapshot_uuid=uuid)
    assert (told["tool"], told["target"]) == ("delete_page", {"kind": "page", "id": "311"})
    assert (told["label"], told["kind"]) == ("Move page 311 (Team) to the trash.", "before_write")
    assert (told["restorable"], told["restored_at"]) == (True, None)
    assert told["fields"] == OF_A_PAGE
    assert "content" not in told
    content = agent.call("get_snapshot", snapshot_uuid=uuid, include="content")["content"]
    assert (content["title"], content["status"]) == ("Team", "draft")
    assert sorted(content) == sorted(told["fields"])


def test_a_password_that_a_page_had_is_not_shown(agent: Agent, wordpress: SampleSite) -> None:
    wordpress.change("pages", 42, password="open sesame")
    [uuid] = landed(agent, bin_page(42))
    told = agent.call("get_snapshot", snapshot_uuid=uuid, include="content")
    assert told["content"]["password"] == "redacted"
    assert "sesame" not in str(told)


def test_two_snapshots_of_one_thing_are_compared(agent: Agent) -> None:
    first, second = (landed(agent, tagline(words))[0] for words in ("Wood", "Wood, slowly"))
    told = agent.call("diff_snapshots", snapshot_uuid_a=first, snapshot_uuid_b=second)
    assert told["changes"][0] == {"field": "description", "a": "Joinery on the waterfront", "b": "Wood"}
    assert (told["a"]["snapshot_uuid"], told["b"]["snapshot_uuid"]) == (first, second)
    assert agent.call("diff_snapshots", snapshot_uuid_a=first, snapshot_uuid_b=first)["changes"] == []


def test_of_a_long_text_only_the_lines_that_differ_are_told(agent: Agent, wordpress: SampleSite) -> None:
    body = wordpress.read("pages", 311)["content"]["raw"] + "\n<p>word</p>" * 200
    wordpress.change("pages", 311, content=body)
    [first] = landed(agent, title(311, "The team"))
    agent.call("restore_snapshot", snapshot_uuid=first)
    wordpress.change("pages", 311, content=f"{body}\n<p>Last.</p>")
    [second] = landed(agent, title(311, "The team"))
    changes = agent.call("diff_snapshots", snapshot_uuid_a=first, snapshot_uuid_b=second)["changes"]
    [told] = [change for change in changes if change["field"] == "content"]
    assert told["diff"] == ["--- a", "+++ b", "@@ -227 +227,2 @@", " <p>word</p>", "+<p>Last.</p>"]
    assert told["lines"] == 5


def test_snapshots_of_different_things_are_not_compared(agent: Agent) -> None:
    page, menu = landed(agent, bin_page(311), link("Shop"))
    with pytest.raises(Refusal, match="These two are of different things: page 311 and menu 3"):
        agent.call("diff_snapshots", snapshot_uuid_a=page, snapshot_uuid_b=menu)


def test_another_keys_snapshot_is_not_read(agent: Agent, sayso: Installed) -> None:
    [uuid] = landed(agent, bin_page(311))
    other = sayso.agent(Mode.ASK, "Other")
    assert listed(other) == []
    with pytest.raises(Refusal, match="respira_snapshot_not_found"):
        other.call("get_snapshot", snapshot_uuid=uuid)
    with pytest.raises(Refusal, match="respira_snapshot_not_found"):
        other.call("diff_snapshots", snapshot_uuid_a=uuid, snapshot_uuid_b=uuid)


def test_reading_snapshots_asks_the_site_nothing(agent: Agent, wordpress: SampleSite) -> None:
    [uuid] = landed(agent, bin_page(311))
    wordpress.requests.clear()
    agent.call("get_snapshot", snapshot_uuid=uuid, include="content")
    agent.call("diff_snapshots", snapshot_uuid_a=uuid, snapshot_uuid_b=uuid)
    assert wordpress.requests.all() == []


def test_of_a_comment_neither_the_address_it_came_from_nor_its_authors_e_mail_is_told(
    agent: Agent, wordpress: SampleSite
) -> None:
    wordpress.change("pages", 42, comment_status="open")
    agent.call("create_comment", post_id=42, content="Fine", author="Ada", author_email="ada@x.example")
    [comment] = [one["id"] for one in agent.call("list_comments", search="Fine")["comments"]]
    wordpress.change("comments", comment, author_ip="203.0.113.9", author_user_agent="Firefox on the quay")
    update, delete = landed(
        agent, ("update_comment", {"id": comment, "content": "Fine!"}), ("delete_comment", {"id": comment})
    )
    told = [agent.call("get_snapshot", snapshot_uuid=uuid, include="content") for uuid in (update, delete)]
    assert told[0]["fields"] == ["content", "status", "parent", "author", "date", "author_name", "post"]
    assert told[1]["content"] == {"content": "Fine!", "status": "hold", "author_name": "Ada"}
    told.append(agent.call("diff_snapshots", snapshot_uuid_a=update, snapshot_uuid_b=delete))
    assert told[2]["changes"] == [{"field": "content", "a": "Fine", "b": "Fine!"}]
    for hidden in ("203.0.113.9", "Firefox", "ada@x.example"):
        assert hidden not in str(told)


def test_what_a_restore_replaced_is_told_by_that_restores_own_snapshot(agent: Agent) -> None:
    [first] = landed(agent, tagline("Wood"))
    restore = agent.call("restore_snapshot", snapshot_uuid=first)["snapshot_uuid"]
    told = agent.call("get_snapshot", snapshot_uuid=restore, include="content")
    assert told["content"] == {"description": "Wood"}


@pytest.mark.parametrize("at_once", [False, True], ids=["in two plans", "in one plan"])
def test_a_second_write_tells_the_draft_copys_fields_apart_from_the_live_pages(
    agent: Agent, wordpress: SampleSite, at_once: bool
) -> None:
    wordpress.change("pages", 42, content="<p>Wood.</p>")
    writes = title(42, "Our story"), text(42, "<p>New.</p>")
    first, second = landed(agent, *writes) if at_once else [landed(agent, write)[0] for write in writes]
    copy = {**LIVE, **REST, "title": "Our story", "status": "draft", "slug": slug_of(agent, first), "date": None}
    assert content_of(agent, first) == {**LIVE, **REST, "slug": "about", "date": "2026-01-12T08:00:00"}
    assert content_of(agent, second) == {**LIVE, **of_copy(**copy)}
    told = agent.call("diff_snapshots", snapshot_uuid_a=first, snapshot_uuid_b=second)
    assert told["changes"] == []
    assert told["only_in_a"] == [name for name in OF_A_PAGE if name not in LIVE]
    assert told["only_in_b"] == [f"copy.{name}" for name in sorted(OF_A_PAGE)]


def test_what_restores_replace_on_a_draft_copy_is_told_as_the_copys(agent: Agent, wordpress: SampleSite) -> None:
    wordpress.change("pages", 42, content="<p>Wood.</p>")
    first, second = landed(agent, title(42, "Our story"), text(42, "<p>New.</p>"))
    undone = agent.call("restore_snapshot", snapshot_uuid=second)["snapshot_uuid"]
    again = agent.call("restore_snapshot", snapshot_uuid=undone)["snapshot_uuid"]
    assert content_of(agent, undone) == of_copy(content="<p>New.</p>")
    assert content_of(agent, again) == of_copy(content="<p>Wood.</p>")
    agent.call("restore_snapshot", snapshot_uuid=second)
    gone = agent.call("restore_snapshot", snapshot_uuid=first)["snapshot_uuid"]
    assert content_of(agent, gone) == of_copy(slug=slug_of(agent, first), status="draft", date=None)


def test_a_draft_copy_that_goes_to_the_trash_is_told_as_the_copy(agent: Agent, wordpress: SampleSite) -> None:
    wordpress.change("pages", 42, content="<p>Wood.</p>")
    [first] = landed(agent, title(42, "Our story"))
    [copy_id] = [page["id"] for page in wordpress.wp.store.list("pages") if page["slug"] == slug_of(agent, first)]
    [binned] = landed(agent, bin_page(copy_id))
    copy = {**LIVE, **REST, "title": "Our story", "status": "draft", "slug": slug_of(agent, first), "date": None}
    assert content_of(agent, binned) == of_copy(**copy)


def test_a_draft_copys_password_is_shown_no_more_than_a_pages(agent: Agent, wordpress: SampleSite) -> None:
    [first] = landed(agent, title(42, "Our story"))
    [copy_id] = [page["id"] for page in wordpress.wp.store.list("pages") if page["slug"] == slug_of(agent, first)]
    [second] = landed(agent, text(42, "<p>New.</p>"))
    wordpress.change("pages", copy_id, password="open sesame")
    [third] = landed(agent, text(42, "<p>Newer.</p>"))
    told = agent.call("diff_snapshots", snapshot_uuid_a=second, snapshot_uuid_b=third)
    hidden = {"field": "copy.password", "a": "redacted", "b": "redacted"}
    assert told["changes"][-1] == hidden
    assert "sesame" not in str([told, content_of(agent, third)])
