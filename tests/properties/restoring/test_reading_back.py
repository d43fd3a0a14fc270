"""Promises of reading back, over every tool with an example: an answer of 200 alone is never taken for success."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples.every import EVERY
from tests.installed import Agent, Installed, installed
from tests.playing import connected
from tests.sample import sample_site
from tests.site_state import Reader, reading
from webapp.core import reconciling, undo_views, undos, waiting
from webapp.data import Mode
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead

# A site that says yes to all and does nothing; the id is that of nothing.
YES = AnswerInstead(200, '{"id": 4242, "deleted": true, "status": "publish", "plugin": "x/x"}')
EVERYTHING = re.compile("/wp/v2/")
FIRSTS = sorted({example.tool: name for name, example in reversed(EVERY.items())}.values())


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    folder: Path = tmp_path_factory.mktemp("reading-back")
    with sample_site() as first, installed(folder, first.url, first.username, first.app_password) as one:
        yield one


@pytest.fixture
def wordpress() -> Iterator[SampleSite]:
    with sample_site() as site:
        yield site


@pytest.fixture
def hand(wordpress: SampleSite) -> Iterator[Reader]:
    with reading(f"{wordpress.url}/wp-json/", wordpress.username, wordpress.app_password) as one:
        yield one


def planned(
    installation: Installed, wordpress: SampleSite, hand: Reader, name: str, mark: str
) -> tuple[Installed, Agent]:
    """Plan the call of an example, and return the agent that may apply it, and whose it is."""
    example = EVERY[name]
    if example.theme == "block":
        wordpress.wp.locations = {}
    login = wordpress.username, wordpress.app_password
    sayso = connected(installation, f"{mark}-{name}".replace(" ", "-"), wordpress.url, login)
    agent = sayso.agent(Mode.CHAT)
    agent.call(example.tool, **example.arguments(example.prepare(hand)))
    return sayso, agent


@pytest.mark.parametrize("name", FIRSTS)
def test_a_site_that_answers_yes_and_saves_nothing_is_never_told_as_applied(
    name: str, installation: Installed, wordpress: SampleSite, hand: Reader
) -> None:
    _sayso, agent = planned(installation, wordpress, hand, name, "nothing")
    for method in ("POST", "DELETE"):
        wordpress.misbehave(YES, method=method, path=EVERYTHING)
    [step] = agent.call("apply_plan")["steps"]
    told = (step["outcome"], bool(step.get("differs")), bool(step.get("unchecked")))
    assert told[0] == "failed" or told[1] or told[2], step


@pytest.mark.parametrize("name", [name for name in FIRSTS if not EVERY[name].final])
def test_a_site_that_answers_yes_to_an_undo_and_saves_nothing_is_never_told_as_restored(
    name: str, installation: Installed, wordpress: SampleSite, hand: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconciling, "LOOKS", (0.0, 0.0))
    sayso, agent = planned(installation, wordpress, hand, name, "back")
    receipt = agent.call("apply_plan")
    desk, owner = sayso.desk, sayso.owner
    undo = undos.begin_for_run(desk, owner, receipt["review"]["job_id"])
    undos.look(desk, owner, undo)
    for method in ("POST", "DELETE"):
        wordpress.misbehave(YES, method=method, path=EVERYTHING)
    with desk.reading() as session:
        view = undo_views.of_undo(session, desk, owner.id, undo)
    undos.start(desk, owner, undo, view.row.digest, [part.row.position for part in view.parts], [])
    assert waiting.wait_for(desk, undo, 60)
    with desk.reading() as session:
        [part] = undo_views.of_undo(session, desk, owner.id, undo).parts
    assert part.row.outcome in ("failed", "unknown", "except"), part.report
