"""Plugins with a fault on a real WordPress: what is told of them is what became of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.installed import Agent, Installed, installed
from tests.real.site import Site
from webapp.data import Mode

BROKEN = "register_activation_hook(__FILE__, function () { no_such_function(); });"
# Whatever it prints stands before every answer from then on.
TALKATIVE = "echo 'hello';"


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.CHAT)


def put(site: Site, name: str, code: str) -> None:
    folder = site.folder / "public" / "wp-content" / "plugins" / name
    folder.mkdir()
    (folder / f"{name}.php").write_text(f"<?php\n/* Plugin Name: {name}\n Version: 1.0 */\n{code}\n")


def applied(agent: Agent, tool: str, **arguments: Any) -> dict[str, Any]:
    agent.call(tool, **arguments)
    step: dict[str, Any] = agent.call("apply_plan")["steps"][0]
    return step


@pytest.mark.parametrize("code", [BROKEN, "no_such_function();", "function {"])
def test_a_plugin_that_breaks_wordpress_off_is_not_on_and_the_step_says_why(
    agent: Agent, wordpress: Site, code: str
) -> None:
    put(wordpress, "broken", code)
    step = applied(agent, "activate_plugin", slug="broken")
    assert step["outcome"] == "failed"
    assert step["error"]["message"].startswith("WordPress broke off over the plugin broken, which is inactive still.")
    assert wordpress.get("/wp/v2/plugins/broken/broken")["status"] == "inactive"


def test_a_plugin_that_wordpress_calls_an_error_and_keeps_on_is_told_to_be_on(agent: Agent, wordpress: Site) -> None:
    put(wordpress, "talkative", TALKATIVE)
    step = applied(agent, "activate_plugin", slug="talkative/talkative.php")
    assert (step["outcome"], step["result"]["status"]) == ("applied", "active")


def test_a_plugin_that_can_not_be_fetched_is_not_there_and_the_step_failed(agent: Agent, wordpress: Site) -> None:
    before = wordpress.get("/wp/v2/plugins")
    step = applied(agent, "install_plugin", slug_or_url="classic-editor")
    assert step["outcome"] == "failed"
    assert wordpress.get("/wp/v2/plugins") == before
