"""New drafts in the engine: they wait beside the copies, a person publishes one, and that is taken back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tests import taking_back
from tests.core.acts import counts, error, outcomes, plan, sent, statuses
from tests.installed import Agent, Installed
from webapp.core import copies
from webapp.data import Copy, Snapshot
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_AFTER_SAVING, AnswerInstead, Rule, Slow, html

MAKE = "POST /wp/v2/pages"
REFUSED = '{"code":"rest_cannot_create","message":"Sorry, you are not allowed.","data":{"status":403}}'


def page(title: str, **fields: Any) -> tuple[str, dict[str, Any]]:
    """A write that makes a page."""
    return "create_page", {"title": title, **fields}


def only_copy(sayso: Installed) -> Copy:
    with sayso.desk.reading() as session:
        return session.scalars(select(Copy)).one()


def publish(sayso: Installed) -> Copy:
    """Let the owner publish the only draft that waits."""
    copy = only_copy(sayso)
    digest = copies.digest_of(copies.compare(sayso.desk, copy, sayso.site))
    return copies.approve(sayso.desk, sayso.owner, copy, sayso.site, digest)


def newest_snapshot(sayso: Installed) -> str:
    with sayso.desk.reading() as session:
        return session.scalars(select(Snapshot.uuid).order_by(Snapshot.id.desc())).first() or ""


def made(agent: Agent, **fields: Any) -> dict[str, Any]:
    """The receipt of one page that was made."""
    plan(agent, page("Harbour", **fields))
    step: dict[str, Any] = agent.call("apply_plan")["steps"][0]
    agent.call("end_session")
    return step


def test_a_new_draft_waits_beside_the_copies_with_a_preview_link(sayso: Installed, agent: Agent) -> None:
    step = made(agent, status="publish", slug="the-harbour")
    assert step["links"][0].startswith("http://localhost/?respira_preview=")
    row = only_copy(sayso)
    assert (row.copy_id, row.original_id, row.name, row.state) == (step["result"]["id"],) * 2 + ("Harbour", "open")
    assert agent.call("list_copies") == {
        "success": True,
        "copies": [
            {
                "copy_id": row.copy_id,
                "original_id": None,
                "title": "Harbour",
                "kind": "page",
                "new_draft": True,
                "made_at": row.made_at.isoformat(timespec="seconds"),
                "review": {"url": f"http://localhost/copies/{row.public_id}"},
            }
        ],
        "total": 1,
        "total_pages": 1,
    }


def test_comparing_tells_what_a_yes_would_show_and_shortens_long_texts(agent: Agent) -> None:
    new = made(agent, content="word " * 1000, slug="services")["result"]["id"]
    told = agent.call("compare_copy", copy_id=new)
    by_field = {change["field"]: change for change in told["changes"]}
    assert by_field["content"]["before"] is None
    assert by_field["content"]["after"].endswith("... (5,000 characters in all)")
    assert by_field["status"] == {"field": "status", "label": "Status", "before": "draft", "after": "publish"}
    assert told["warnings"] == [
        "The address services is taken by page 44 (Services), so WordPress will make it services-2."
    ]
    assert (told["clashes"], told["message"]) == ([], "Nobody sees this draft until a person publishes it.")


def test_comparing_a_copy_tells_what_approving_would_change_and_what_stands_in_the_way(
    agent: Agent, wordpress: SampleSite
) -> None:
    copy = agent.call("update_page", id=42, title="Our story")["id"]
    told = agent.call("compare_copy", copy_id=copy)
    assert told["changes"] == [{"field": "title", "label": "Title", "before": "About", "after": "Our story"}]
    assert (told["original_id"], told["new_draft"]) == (42, False)
    wordpress.change("pages", 42, title="By hand")
    assert agent.call("compare_copy", copy_id=copy)["clashes"] == ["Title"]


@pytest.mark.parametrize("tool", ["compare_copy", "create_share_link"])
def test_only_a_draft_of_this_key_that_waits_is_told_of(sayso: Installed, agent: Agent, tool: str) -> None:
    name = "copy_id" if tool == "compare_copy" else "post_id"
    copy = agent.call("update_page", id=42, title="Our story")["id"]
    with pytest.raises(Refusal, match=f"42 is the live item itself. Its draft copy is {copy}"):
        agent.call(tool, **{name: 42})
    with pytest.raises(Refusal, match="44 is no draft copy or new draft of this key"):
        agent.call(tool, **{name: 44})
    other = sayso.agent(name="Other")
    with pytest.raises(Refusal, match="is no draft copy or new draft of this key"):
        other.call(tool, **{name: copy})
    assert other.call("list_copies")["total"] == 0


def test_a_share_link_works_as_long_as_the_call_says_and_never_asks_the_site(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    step = made(agent)
    wordpress.requests.clear()
    agent.call("begin_session", mode="plan")
    before = sayso.desk.clock()
    shared = agent.call("create_share_link", post_id=step["result"]["id"], ttl_days=90)
    assert list(wordpress.requests) == []
    assert (shared["url"], shared["post_title"], shared["post_status"]) == (step["links"][0], "Harbour", "draft")
    until = only_copy(sayso).preview_until
    assert shared["expires_at"] == until.isoformat(timespec="seconds")
    assert timedelta(0) <= until - before - timedelta(days=90) < timedelta(minutes=1)
    assert copies.rendered(sayso.desk, *copies.previewed(sayso.desk, shared["url"].split("=")[1])).title == "Harbour"
    assert agent.call("get_plan")["pending_steps"] == 0


def test_what_a_person_decided_about_is_told_to_whoever_writes_to_it_still(sayso: Installed, agent: Agent) -> None:
    copy = agent.call("update_page", id=42, title="Our story")["id"]
    publish(sayso)
    for tool, arguments in (
        ("update_page", {"id": copy, "title": "A"}),
        ("compare_copy", {"copy_id": copy}),
        ("create_share_link", {"post_id": copy}),
    ):
        with pytest.raises(Refusal) as refused:
            agent.call(tool, **arguments)
        assert refused.value.message == f"{copy} was a draft copy of page 42, and a person approved it."
        assert refused.value.hint == "Change page 42 itself."


def test_a_share_link_lasts_fourteen_days_unless_said_and_ninety_at_most(sayso: Installed, agent: Agent) -> None:
    new = made(agent)["result"]["id"]
    agent.call("create_share_link", post_id=new, ttl_days=1)
    before = sayso.desk.clock()
    agent.call("create_share_link", post_id=new)
    assert timedelta(0) <= only_copy(sayso).preview_until - before - timedelta(days=14) < timedelta(minutes=1)
    for days, words in ((0, "at least 1"), (91, "at most 90")):
        with pytest.raises(Refusal, match=f"The argument ttl_days must be {words}."):
            agent.call("create_share_link", post_id=new, ttl_days=days)


def test_c28_1_a_person_publishes_it_and_is_told_its_true_address(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    new = made(agent, slug="services")["result"]["id"]
    row = publish(sayso)
    published = copies.published(sayso.desk, row)
    assert published is not None
    assert (published.status, published.link) == ("publish", f"{wordpress.url}/services-2/")
    assert wordpress.read("pages", 44)["slug"] == "services"
    assert (row.state, wordpress.read("pages", new)["status"]) == ("approved", "publish")
    with pytest.raises(Refusal, match="This draft was published already"):
        copies.reject(sayso.desk, sayso.owner, row, sayso.site)


def test_a_draft_that_changed_since_it_was_looked_at_is_not_published(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    new = made(agent)["result"]["id"]
    digest = copies.digest_of(copies.compare(sayso.desk, only_copy(sayso), sayso.site))
    wordpress.change("pages", new, title="By hand")
    with pytest.raises(Refusal, match="The draft changed since you looked at it"):
        copies.approve(sayso.desk, sayso.owner, only_copy(sayso), sayso.site, digest)
    assert wordpress.read("pages", new)["status"] == "draft"


def test_undoing_the_publishing_lets_it_wait_again_and_undoing_that_publishes_it(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    new = made(agent)["result"]["id"]
    approval = publish(sayso).snapshot_uuid
    taking_back.restore(sayso.desk, sayso.owner, str(approval))
    assert (wordpress.read("pages", new)["status"], only_copy(sayso).state) == ("draft", "open")
    assert agent.call("list_copies")["total"] == 1
    taking_back.restore(sayso.desk, sayso.owner, newest_snapshot(sayso))
    assert (wordpress.read("pages", new)["status"], only_copy(sayso).state) == ("publish", "approved")


def test_after_publishing_the_undo_is_that_of_the_publishing(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    step = made(agent)
    approval = publish(sayso).snapshot_uuid
    with pytest.raises(Refusal) as caught:
        agent.call("restore_snapshot", snapshot_uuid=step["snapshots"][0])
    assert caught.value.hint == f"Undo the approval instead: its snapshot is {approval}."
    taking_back.restore(sayso.desk, sayso.owner, str(approval))
    taking_back.restore(sayso.desk, sayso.owner, step["snapshots"][0])
    assert (wordpress.read("pages", step["result"]["id"])["status"], only_copy(sayso).state) == ("trash", "undone")


def test_an_agent_undoes_what_it_made_and_that_is_undone(
    agent: Agent, sayso: Installed, wordpress: SampleSite
) -> None:
    step = made(agent)
    new = step["result"]["id"]
    agent.call("begin_session", mode="plan")
    planned = agent.call("restore_snapshot", snapshot_uuid=step["snapshots"][0])
    assert planned["lands_on"]["note"] == "This moves the new draft to the trash when the step runs."
    receipt = agent.call("apply_plan")
    assert (wordpress.read("pages", new)["status"], only_copy(sayso).state) == ("trash", "undone")
    again = agent.call("restore_snapshot", snapshot_uuid=receipt["steps"][0]["snapshots"][0])
    assert again["lands_on"]["note"] == "This brings the new draft back from the trash when the step runs."
    agent.call("apply_plan")
    assert (wordpress.read("pages", new)["status"], only_copy(sayso).state) == ("draft", "open")


def test_a_later_write_on_the_draft_is_undone_first(agent: Agent) -> None:
    step = made(agent)
    later = agent.call("update_page", id=step["result"]["id"], title="The harbour")
    with pytest.raises(Refusal) as caught:
        agent.call("restore_snapshot", snapshot_uuid=step["snapshots"][0])
    assert later["snapshot_uuid"] in caught.value.hint


def test_a_status_that_a_later_write_wishes_is_what_it_becomes(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    new = made(agent)["result"]["id"]
    agent.call("update_page", id=new, status="private", slug="a-quay")
    publish(sayso)
    assert (wordpress.read("pages", new)["status"], wordpress.read("pages", new)["slug"]) == ("private", "a-quay")


def test_a_direct_write_with_status_publish_says_that_it_waits(agent: Agent, wordpress: SampleSite) -> None:
    told = agent.call("create_page", title="Harbour", status="publish")
    assert told["effect"] == "Create the page Harbour as a new draft; it is published when a person says so."
    assert wordpress.read("pages", told["id"])["status"] == "draft"
    assert [one["copy_id"] for one in told["review"]["copies"]] == [told["id"]]


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(html(status=504, saving=True), id="C04.1"),
        pytest.param(DIE_AFTER_SAVING, id="C04.2"),
    ],
)
def test_c04_a_page_that_was_made_unheard_is_applied_and_made_once(
    agent: Agent, wordpress: SampleSite, rule: Rule
) -> None:
    plan(agent, page("Harbour"))
    wordpress.misbehave(rule, method="POST", path="/wp/v2/pages", times=1)
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["applied"]
    # C04.3
    assert agent.call("apply_plan")["code"] == "respira_nothing_waiting"
    assert sent(wordpress) == [MAKE]
    assert wordpress.read("pages", receipt["steps"][0]["result"]["id"])["title"]["raw"] == "Harbour"


def test_c04_4_a_slow_site_is_waited_for(agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, page("Harbour"))
    # Longer than the five seconds that HTTP libraries wait by themselves.
    wordpress.misbehave(Slow(6), method="POST", path="/wp/v2/pages", times=1)
    receipt = agent.call("apply_plan")
    assert (outcomes(receipt), sent(wordpress)) == (["applied"], [MAKE])


def test_c18_1_after_a_failure_only_what_did_not_run_is_run(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    names = ["One", "Two", "Three", "Four", "Five"]
    steps = plan(agent, *(page(name) for name in names[:3]))
    steps += plan(agent, *(page(name) for name in names[3:]))
    wordpress.misbehave(AnswerInstead(403, REFUSED), method="POST", path="/wp/v2/pages", skip=2, times=1)
    receipt = agent.call("apply_plan")
    assert (outcomes(receipt), counts(receipt)) == (["applied", "applied", "failed", "not_run", "not_run"], (2, 1, 2))
    assert error(receipt, 3)[0] == "rest_cannot_create"
    assert statuses(sayso, steps) == ["applied", "applied", "failed", "not_run", "not_run"]
    again = agent.call("apply_plan")
    assert (outcomes(again), counts(again)) == (["applied", "applied", "applied"], (3, 0, 0))
    titles = [item["title"] for item in wordpress.wp.store.list("pages") if item["title"] in names]
    assert sorted(titles) == sorted(names)


def test_c28_4_the_second_of_two_steps_that_ask_for_one_address_says_so(agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    first = agent.call("create_page", title="Harbour", slug="quay")
    second = agent.call("create_page", title="The quay", slug="quay")
    told = "The address quay is asked for by step 1 of this plan too: WordPress will add a number to it."
    assert "warnings" not in first.get("review", {})
    assert second["review"]["warnings"] == [told]
    agent.call("discard_plan", step_ids=[first["step_id"]])
    left = agent.call("get_plan")
    assert "warnings" not in left.get("review", {})


def test_the_same_create_again_is_one_step_and_others_are_their_own(agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    first = agent.call("create_page", title="Harbour")
    assert agent.call("create_page", title="Harbour")["step_id"] == first["step_id"]
    assert agent.call("create_page", title="Harbour", content="<p>Water.</p>")["position"] == 2
