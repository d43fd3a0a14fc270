"""What visitors see of a real WordPress around a run: a page that a write breaks, one that moves, one in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from tests import taking_back
from tests.core.acts import on_site
from tests.installed import Agent, Installed, installed
from tests.real.site import Site
from tests.worked_example import snapshots_of
from webapp.core import sights, undo_views, undos
from webapp.data import Mode, Run, Sight, Undo
from webapp.wordpress.client import Connection, WordPress

# A shortcode with a bug, as plugins have them: whatever page shows it ends there. This one spares programs.
BROKEN = """<?php add_shortcode( 'gallery-of-ours', function () {
	if ( ! defined( 'REST_REQUEST' ) ) { throw new Error( 'No gallery.' ); }
} );"""
BROKEN_EVERYWHERE = "<?php add_shortcode( 'gallery-of-ours', fn() => throw new Error( 'No gallery.' ) );"
SHOWS_IT = "<!-- wp:shortcode -->\n[gallery-of-ours]\n<!-- /wp:shortcode -->"


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        on_site(one, direct_editing=True)
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.CHAT)


def add_plugin(wordpress: Site, php: str) -> None:
    """Put a plugin onto the site that counts from the next request on."""
    (wordpress.folder / "public" / "wp-content" / "mu-plugins" / "ours.php").write_text(php)


def changed(agent: Agent, page: int, **fields: object) -> list[str]:
    """Change a live page by a plan, and return the snapshots that bring it back."""
    agent.call("update_page", id=page, edit_target="live", **fields)
    receipt = agent.call("apply_plan")
    assert (receipt["applied"], receipt["failed"]) == (1, 0)
    uuids: list[str] = snapshots_of(receipt)
    return uuids


def undone(sayso: Installed) -> None:
    """Take the newest run back, as its owner does on its page."""
    sayso.workers.finish()
    with sayso.desk.reading() as session:
        run = session.scalars(select(Run.public_id).order_by(Run.id.desc())).first()
    assert run is not None
    undo = undos.begin_for_run(sayso.desk, sayso.owner, run)
    undos.look(sayso.desk, sayso.owner, undo)
    with sayso.desk.reading() as session:
        shown = undo_views.of_undo(session, sayso.desk, sayso.owner.id, undo)
    undos.start(sayso.desk, sayso.owner, undo, shown.row.digest, [1], [])


def seen(sayso: Installed, wordpress: Site, whose: type[Run] | type[Undo] = Run) -> dict[str, Sight]:
    """What was seen around the newest run or undo, by path."""
    sayso.workers.finish()
    with sayso.desk.reading() as session:
        newest = session.scalars(select(whose).order_by(whose.id.desc())).first()
        assert newest is not None
        rows = (sights.of_run if whose is Run else sights.of_undo)(session, newest.id)
        return {row.address.removeprefix(wordpress.url): row for row in rows}


def found(rows: dict[str, Sight]) -> dict[str, list[str]]:
    return {path: [f"{one['what']}{'!' if one['grave'] else ''}" for one in row.found] for path, row in rows.items()}


def test_a_page_that_a_write_breaks_is_seen_to_be_broken_and_mended_by_the_undo(
    sayso: Installed, wordpress: Site, agent: Agent
) -> None:
    add_plugin(wordpress, BROKEN)
    changed(agent, 42, content=SHOWS_IT)
    rows = seen(sayso, wordpress)
    assert found(rows) == {"/about/": ["fatal!"], "/": []}
    after = rows["/about/"].after
    assert after is not None
    assert (after["status"], after["fatal"]) == (500, "critical_error")
    undone(sayso)
    assert found(seen(sayso, wordpress, Undo)) == {"/about/": ["mended"], "/": []}


def test_a_page_whose_drawing_breaks_what_programs_read_too_is_told_rightly_and_can_be_brought_back(
    sayso: Installed, wordpress: Site, agent: Agent
) -> None:
    add_plugin(wordpress, BROKEN_EVERYWHERE)
    before = wordpress.get("/wp/v2/pages/42", context="edit")["content"]["raw"]
    uuids = changed(agent, 42, content=SHOWS_IT)
    assert found(seen(sayso, wordpress)) == {"/about/": ["fatal!"], "/": []}
    restored = taking_back.restore(sayso.desk, sayso.owner, uuids[0])
    assert list(restored.differs) == []
    assert wordpress.get("/wp/v2/pages/42", context="edit")["content"]["raw"] == before


def test_a_page_that_moves_below_another_is_seen_at_both_addresses(
    sayso: Installed, wordpress: Site, agent: Agent
) -> None:
    changed(agent, 42, post_parent=43)
    rows = seen(sayso, wordpress)
    assert set(rows) == {"/about/", "/services/about/", "/"}
    there = rows["/services/about/"].after
    assert there is not None
    assert there["status"] == 200
    assert [one for row in rows.values() for one in row.found if one["grave"]] == []
    undone(sayso)
    assert set(seen(sayso, wordpress, Undo)) == {"/about/", "/services/about/", "/"}
    assert wordpress.get("/wp/v2/pages/42")["link"] == f"{wordpress.url}/about/"


def test_a_wordpress_in_a_folder_of_its_host_is_found_changed_and_seen_there(tmp_path: Path, wordpress: Site) -> None:
    """C19.2"""
    below = f"{wordpress.url}/blog"
    moved = "".join(f"add_filter( 'pre_option_{name}', fn() => '{below}' );" for name in ("home", "siteurl"))
    add_plugin(wordpress, f"<?php {moved}")
    wordpress.forget_requests()
    with installed(tmp_path, f"{below}/wp-admin", wordpress.username, wordpress.app_password) as sayso:
        assert (sayso.site.rest_root, sayso.site.url) == (f"{below}/wp-json/", below)
        on_site(sayso, direct_editing=True)
        agent = sayso.agent(Mode.CHAT)
        changed(agent, 42, title="About us")
        rows = seen(sayso, wordpress)
        made = agent.call("read_page", id=42)
    assert set(rows) == {"/blog/about/", "/blog/"}
    assert [row.after["status"] for row in rows.values() if row.after] == [200, 200]
    assert made["link"] == f"{below}/about/"
    asked = (wordpress.folder / "requests.log").read_text().splitlines()
    assert [line for line in asked if " /blog" not in line] == []
    with WordPress(Connection(f"{below}/wp-json/", "admin", wordpress.app_password), allow_private=True) as site:
        assert site.get("wp/v2/pages/42", context="edit").body["title"]["raw"] == "About us"
