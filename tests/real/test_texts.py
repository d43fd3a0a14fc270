"""Texts on a real WordPress: every backslash and every sign comes through plan, apply and restore, and again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import taking_back
from tests.installed import Agent, Installed, installed
from tests.promises.acts import owner_sets
from tests.real.site import Site
from tests.site_state import differences, first_state, reading
from tests.worked_example import snapshots_of
from webapp.data import Mode

FAQ = (
    '<!-- wp:x/faq {"q":"\\u003cstrong\\u003eHi\\u003c/strong\\u003e \\u0026 \\u0022you\\u0022",'
    '"p":"C:\\u005ctemp\\u005cnew","d":"a\\u002d\\u002db"} /-->'
)
WORDS = "<!-- wp:paragraph -->\n<p>regex \\d+\\. and \\\\server\\share</p>\n<!-- /wp:paragraph -->"
TEXT = f"{FAQ}\n\n{WORDS}"
SIGNS = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 e\u0301 \u00e9 \U00024931"


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        owner_sets(one, direct_editing=True)
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.CHAT)


def written(agent: Agent, **fields: str) -> str:
    """Plan and apply a change of page 42 itself, and return the snapshot."""
    agent.call("update_page", id=42, **fields, edit_target="live")
    receipt = agent.call("apply_plan")
    assert receipt["applied"] == 1, receipt["steps"]
    assert "differs" not in receipt["steps"][0]
    [uuid] = snapshots_of(receipt)
    return uuid


def raw(wordpress: Site, field: str) -> str:
    return str(wordpress.get("/wp/v2/pages/42", context="edit")[field]["raw"])


def test_c10_1_what_was_planned_is_what_wordpress_stores(wordpress: Site, agent: Agent) -> None:
    """C10.1"""
    written(agent, content=TEXT)
    assert raw(wordpress, "content") == TEXT


def test_c10_1_another_spelling_is_kept_as_wordpress_keeps_it_of_anybody(wordpress: Site, agent: Agent) -> None:
    """C10.1: WordPress itself spells a backslash in a block's settings anew; the setting's value stays."""
    spelled = TEXT.replace("\\u005c", "\\\\")
    by_hand = wordpress.post("/wp/v2/pages", title="By hand", content=spelled)
    written(agent, content=spelled)
    assert raw(wordpress, "content") == by_hand["content"]["raw"] == TEXT


def test_c10_3_five_rounds_of_apply_and_restore_leave_no_trace(
    sayso: Installed, wordpress: Site, agent: Agent
) -> None:
    """C10.3"""
    first = TEXT.replace("regex", "first")
    wordpress.post("/wp/v2/pages/42", content=first)
    for _ in range(5):
        uuid = written(agent, content=TEXT)
        assert raw(wordpress, "content") == TEXT
        assert list(taking_back.restore(sayso.desk, sayso.owner, uuid).differs) == []
        assert raw(wordpress, "content") == first


def test_c39_3_every_sign_comes_through_plan_apply_and_restore(
    sayso: Installed, wordpress: Site, agent: Agent
) -> None:
    """C39.3"""
    wordpress.post("/wp/v2/pages/42", title=SIGNS, content=f"<p>{SIGNS}</p>")
    uuid = written(agent, title=f"New {SIGNS}", content=f"<p>New {SIGNS}</p>")
    assert (raw(wordpress, "title"), raw(wordpress, "content")) == (f"New {SIGNS}", f"<p>New {SIGNS}</p>")
    taking_back.restore(sayso.desk, sayso.owner, uuid)
    assert (raw(wordpress, "title"), raw(wordpress, "content")) == (SIGNS, f"<p>{SIGNS}</p>")


def test_c19_3_where_rest_is_a_query_a_plan_is_applied_and_undone(tmp_path: Path, plain_wordpress: Site) -> None:
    """C19.3"""
    site = plain_wordpress
    with (
        installed(tmp_path, site.url, site.username, site.app_password) as sayso,
        reading(site.rest, site.username, site.app_password) as reader,
    ):
        assert "rest_route=" in sayso.site.rest_root
        agent, before = sayso.agent(Mode.CHAT), first_state(reader)
        agent.call("update_page", id=42, title="Our story")
        agent.call("delete_page", id=311)
        agent.call("update_option", option="description", value="Slowly")
        assert first_state(reader) == before
        receipt = agent.call("apply_plan")
        assert receipt["applied"] == 3, receipt["steps"]
        copy_id = receipt["steps"][0]["result"]["id"]
        for uuid in reversed(snapshots_of(receipt)):
            assert list(taking_back.restore(sayso.desk, sayso.owner, uuid).differs) == []
        assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []
