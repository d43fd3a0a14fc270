"""Names with signs that WordPress keeps as entities, on a real WordPress."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.installed import Installed, installed
from tests.real.site import Site
from webapp.data import Mode
from webapp.errors import Refusal

LABS = "R&D > Labs"


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        yield one


def name_kept(wordpress: Site, term_id: int) -> str:
    """Return a term's name as it stands in WordPress's own database."""
    with closing(sqlite3.connect(wordpress.folder / "database" / "site.sqlite")) as database:
        [(name,)] = database.execute("SELECT name FROM wp_terms WHERE term_id = ?", (term_id,)).fetchall()
    return str(name)


# C26.3
def test_a_category_is_read_as_it_was_typed_and_its_name_stays_when_something_else_changes(
    sayso: Installed, wordpress: Site
) -> None:
    term_id = wordpress.post("/wp/v2/categories", name=LABS)["id"]
    kept = name_kept(wordpress, term_id)
    agent = sayso.agent(Mode.CHAT)
    read = agent.call("get_term", taxonomy="category", id=term_id)
    assert (read["name"], kept) == (LABS, "R&amp;D &gt; Labs")
    step = agent.call("update_term", taxonomy="category", id=term_id, description="Tom & Jerry")
    assert step["predicted_effect"] == f"Change the category {LABS}: description."
    assert agent.call("apply_plan")["applied"] == 1
    assert name_kept(wordpress, term_id) == kept
    read = agent.call("get_term", taxonomy="category", id=term_id)
    assert (read["name"], read["description"]) == (LABS, "Tom & Jerry")


def test_the_default_category_and_the_logins_own_user_stay(sayso: Installed, wordpress: Site) -> None:
    agent = sayso.agent(Mode.CHAT)
    with pytest.raises(Refusal, match="is the default category"):
        agent.call("delete_term", taxonomy="category", id=1)
    with pytest.raises(Refusal, match="This is the user that Sayso is connected as"):
        agent.call("delete_user", id=1, reassign=2)
    with pytest.raises(Refusal, match="This is the user that Sayso is connected as"):
        agent.call("update_user", id=1, role="editor")
