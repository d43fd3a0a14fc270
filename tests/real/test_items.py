"""Pages and posts on a real WordPress: every field at once, every status, dates in a zone with half hours."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import taking_back
from tests.installed import Agent, Installed, installed
from tests.promises.acts import owner_sets
from tests.real.site import Site
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import approve_the_copy, snapshots_of
from webapp.data import Mode
from webapp.errors import Refusal

DROPPED_IN = """<?php
add_filter( 'theme_templates', function ( $templates ) {
	return $templates + array( 'wide.php' => 'Wide', 'narrow.php' => 'Narrow' );
} );
add_action( 'init', function () {
	foreach ( array( 'page', 'post' ) as $type ) {
		register_post_meta( $type, 'subtitle', array( 'single' => true, 'show_in_rest' => true ) );
	}
} );
"""
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
DRAFT = {"edit_target": "duplicate"}
LIVE = {"edit_target": "live"}


@pytest.fixture
def site(wordpress: Site) -> Site:
    drop_in(wordpress, DROPPED_IN)
    return wordpress


@pytest.fixture
def sayso(tmp_path: Path, site: Site) -> Iterator[Installed]:
    with installed(tmp_path, site.url, site.username, site.app_password) as one:
        owner_sets(one, direct_editing=True)
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.CHAT)


@pytest.fixture
def reader(site: Site) -> Iterator[Reader]:
    with reading(site.rest, site.username, site.app_password) as one:
        yield one


def drop_in(site: Site, php: str) -> None:
    (site.folder / "public" / "wp-content" / "mu-plugins" / "fields.php").write_text(php)


def image(site: Site, name: str) -> int:
    answer = site.client.post(
        "/wp-json/wp/v2/media",
        content=base64.b64decode(PNG),
        headers={"Content-Type": "image/png", "Content-Disposition": f'attachment; filename="{name}.png"'},
    )
    made: int = answer.raise_for_status().json()["id"]
    return made


def applied(agent: Agent) -> dict[str, Any]:
    receipt = agent.call("apply_plan")
    assert (receipt["failed"], receipt["not_run"]) == (0, 0), [step.get("error") for step in receipt["steps"]]
    return receipt


def restored(sayso: Installed, receipt: dict[str, Any]) -> list[str]:
    """Undo everything, and return what could not be brought back."""
    done = [taking_back.restore(sayso.desk, sayso.owner, uuid) for uuid in snapshots_of(receipt)]
    return [name for one in done for name in one.differs]


def full_page(site: Site) -> dict[str, Any]:
    page: dict[str, Any] = site.post(
        "/wp/v2/pages",
        title="Q&A: “Fish & Chips” <2 hours",
        content="<!-- wp:paragraph -->\n<p>Words.</p>\n<!-- /wp:paragraph -->",
        status="publish",
        parent=10,
        menu_order=7,
        template="wide.php",
        featured_media=image(site, "first"),
        excerpt="Short",
        comment_status="closed",
        password="open sesame",
        meta={"subtitle": "Sub & more"},
    )
    return page


def other_page(site: Site) -> dict[str, Any]:
    return {
        "title": "All new & “different”",
        "content": "<!-- wp:paragraph -->\n<p>Others.</p>\n<!-- /wp:paragraph -->",
        "slug": "all-new",
        "post_parent": 42,
        "menu_order": 3,
        "template": "narrow.php",
        "featured_media": image(site, "second"),
        "excerpt": "Long",
        "comment_status": "open",
        "ping_status": "open",
        "date": "2026-02-03T04:05:06",
        "meta": {"subtitle": ""},
    }


# C30.1, C26.1, C26.2
def test_c30_1_every_field_of_a_page_changed_at_once_comes_back(
    sayso: Installed, site: Site, agent: Agent, reader: Reader
) -> None:
    page, asked = full_page(site)["id"], other_page(site)
    before = first_state(reader)
    agent.call("update_page", id=page, **asked, **LIVE)
    receipt = applied(agent)
    assert receipt["steps"][0].get("not_stored", []) == []
    live = reader.page(page)
    assert (live["title"]["raw"], live["template"], live["parent"]) == (asked["title"], "narrow.php", 42)
    assert restored(sayso, receipt) == []
    assert differences(before, first_state(reader)) == []


# C30.1, C22.3
def test_c30_1_every_field_of_a_post_changed_on_a_copy_comes_back_after_its_approval(
    sayso: Installed, site: Site, agent: Agent, reader: Reader
) -> None:
    tags = [site.post("/wp/v2/tags", name=name)["id"] for name in ("Old", "R&D > Labs")]
    post = site.post("/wp/v2/posts", title="Tom & Jerry", status="publish", tags=tags[:1], sticky=True)["id"]
    before = first_state(reader)
    step = agent.call(
        "update_post", id=post, title="Jerry & Tom", status="private", slug="jerry", excerpt="x", format="aside",
        sticky=False, tags=["r&d > labs"], date="2026-02-03T04:05:06+02:00", author=2, template="wide.php",
        featured_media=image(site, "third"), **DRAFT
    )  # fmt: skip
    assert step["predicted_effect"].startswith(f"Update post {post} (Tom & Jerry): title, status, slug, excerpt")
    before["media"] = first_state(reader)["media"]
    copy_id = applied(agent)["steps"][0]["result"]["id"]
    copy = approve_the_copy(sayso)
    live = reader.get(f"posts/{post}")
    assert (live["title"]["raw"], live["status"], live["slug"]) == ("Jerry & Tom", "private", "jerry")
    assert (live["sticky"], live["tags"], live["format"], live["author"]) == (False, tags[1:], "aside", 2)
    assert live["date_gmt"] == "2026-02-03T02:05:06"
    done = taking_back.restore(sayso.desk, sayso.owner, str(copy.snapshot_uuid))
    assert list(done.differs) == []
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []


# C30.2, C30.3, C30.4
def test_c30_2_what_is_not_there_any_more_is_named_and_the_rest_comes_back(
    sayso: Installed, site: Site, agent: Agent, reader: Reader
) -> None:
    page, asked = full_page(site), other_page(site)
    agent.call("update_page", id=page["id"], **asked, **LIVE)
    receipt = applied(agent)
    site.delete(f"/wp/v2/media/{page['featured_media']}", force=True)
    site.delete("/wp/v2/pages/10")
    drop_in(site, DROPPED_IN.replace("'wide.php' => 'Wide', ", ""))
    [done] = [taking_back.restore(sayso.desk, sayso.owner, uuid) for uuid in snapshots_of(receipt)]
    assert set(done.differs) == {"featured_media", "template"}
    assert "is back, except: " in done.message
    assert done.message.endswith("Its parent page 10 is in the trash.")
    after = reader.page(page["id"])
    assert (after["title"]["raw"], after["parent"], after["menu_order"], after["meta"]["subtitle"]) == (
        "Q&A: “Fish & Chips” <2 hours",
        10,
        7,
        "Sub & more",
    )


# C20.4
def test_c20_4_items_of_every_state_come_back_from_the_trash_in_it(
    sayso: Installed, site: Site, agent: Agent, reader: Reader
) -> None:
    states: list[dict[str, Any]] = [
        {"status": "private"},
        {"status": "pending"},
        {"status": "future", "date": "2031-05-01T08:00:00"},
        {"status": "publish", "password": "open sesame"},
    ]
    made = [
        (kind, site.post(f"/wp/v2/{kind}s", title="Kept", **state)["id"])
        for kind in ("post", "page")
        for state in states
    ]
    before = first_state(reader)
    for kind, item_id in made:
        agent.call(f"delete_{kind}", id=item_id)
    receipt = applied(agent)
    assert {reader.get(f"{kind}s/{item_id}")["status"] for kind, item_id in made} == {"trash"}
    assert restored(sayso, receipt) == []
    assert differences(before, first_state(reader)) == []


# C25.1, C25.2, C25.3, C25.4
def test_c25_dates_stay_to_the_second_in_a_zone_with_half_hours(
    sayso: Installed, site: Site, agent: Agent, reader: Reader
) -> None:
    site.post("/wp/v2/settings", timezone="America/St_Johns")
    post = site.post("/wp/v2/posts", title="Dated", status="publish", date="2026-03-02T09:00:07")["id"]
    draft = site.post("/wp/v2/posts", title="Some day")["id"]
    first = dates(reader, post)
    for round in range(3):
        agent.call("update_post", id=post, title=f"Title {round}", **LIVE)
        agent.call("update_post", id=draft, title=f"Title {round}", **LIVE)
        receipt = applied(agent)
        assert dates(reader, post) == first
        assert restored(sayso, receipt) == []
        assert dates(reader, post) == first
        floating = reader.get(f"posts/{draft}")
        assert floating["date"] == floating["modified"]
    agent.call("update_post", id=post, date="2030-03-10T09:00:00+02:00", **LIVE)
    agent.call("update_post", id=draft, date="2030-03-10T09:00:00", **LIVE)
    receipt = applied(agent)
    assert dates(reader, post) == ("2030-03-10T04:30:00", "2030-03-10T07:00:00")
    assert dates(reader, draft)[0] == "2030-03-10T09:00:00"
    assert restored(sayso, receipt) == []
    assert dates(reader, post) == first
    floating = reader.get(f"posts/{draft}")
    assert floating["date"] == floating["modified"]


def dates(reader: Reader, post: int) -> tuple[str, str]:
    item = reader.get(f"posts/{post}")
    return item["date"], item["date_gmt"]


# C37.1
def test_c37_1_a_contributors_publish_is_refused_at_planning(tmp_path: Path, site: Site) -> None:
    person = site.users["contributor"]
    draft = site.post("/wp/v2/posts", title="Mine", author=person.id)["id"]
    with installed(tmp_path, site.url, "contributor", person.app_password) as sayso:
        agent = sayso.agent(Mode.CHAT)
        with pytest.raises(Refusal, match="may not publish post") as refused:
            agent.call("update_post", id=draft, status="publish")
        assert (refused.value.code, agent.call("get_plan")["steps"]) == ("respira_site_forbids", [])
        assert agent.call("update_post", id=draft, status="pending")["code"] == "respira_plan_step"
