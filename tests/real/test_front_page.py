"""Only an administrator can bin the front page: an editor is told when it is planned, whatever the site tells.

A new WordPress tells everybody which page it is, an older one only administrators.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.installed import installed
from tests.real.core import NEWEST
from tests.real.site import Running
from webapp.data import Mode
from webapp.errors import Refusal, SiteTrouble
from webapp.wordpress.client import Connection, WordPress


@pytest.mark.parametrize("version", [NEWEST, "6.1"])
def test_an_editor_can_not_plan_to_bin_the_front_page(tmp_path: Path, running: Running, version: str) -> None:
    site = running(version, False)
    site.reset()
    password = site.users["editor"].app_password
    connection = Connection(site.rest, "editor", password)
    with WordPress(connection, allow_private=True) as wordpress, pytest.raises(SiteTrouble) as wordpress_says:
        wordpress.delete("wp/v2/pages/10")
    assert (wordpress_says.value.code, wordpress_says.value.written) == ("rest_cannot_delete", "no")

    with installed(tmp_path, site.url, "editor", password) as sayso:
        agent = sayso.agent(Mode.CHAT)
        with pytest.raises(Refusal, match="is the front page: only an administrator can move it") as caught:
            agent.call("delete_page", id=10)
        assert caught.value.code == "respira_site_forbids"
        assert agent.call("delete_page", id=42)["predicted_effect"] == "Move page 42 (About) to the trash."
