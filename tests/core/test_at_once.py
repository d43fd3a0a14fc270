"""Two who act at the same moment, from any two doors: one outcome, which the site agrees with, and both are told it.

Which of them is first is left to chance. What is promised holds either way: a step that was applied was written once,
one that was not was not written, and nobody is left without an answer in words.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from tests.at_once import at_once
from tests.core.acts import accept, decide, link, opened, plan, row, sent, statuses, tagline, title
from tests.core.undo_acts import applied, became, begun, start
from tests.doors.agent import Agent as Caller
from tests.installed import PREFIX, Agent, Installed
from webapp.app import create_app
from webapp.core import keys, reviews, sites
from webapp.data import Key, Run, Site
from webapp.errors import Trouble
from webapp.sample_site import SampleSite

STEPS = (title(42, "Our story"), link("Services"), tagline("Wood, slowly"))
WRITES = ["POST /wp/v2/pages", "POST /wp/v2/menu-items", "POST /wp/v2/settings"]
REST = "/wp-json/respira/v2/"
Act = Callable[[Installed, Agent, list[str]], Any]


def discard(_sayso: Installed, agent: Agent, _steps: list[str]) -> Any:
    return agent.call("discard_plan")


def end_session(_sayso: Installed, agent: Agent, _steps: list[str]) -> Any:
    return agent.call("end_session")


def drop_the_last(sayso: Installed, _agent: Agent, steps: list[str]) -> Any:
    decide(sayso, row(sayso, steps[-1]), "drop")
    return {"message": "dropped"}


def revoke(sayso: Installed, agent: Agent, _steps: list[str]) -> Any:
    with sayso.desk.writing() as session:
        keys.revoke(session, sayso.desk, session.get_one(Key, agent.key.id), sayso.owner.id)
    return {"message": "revoked"}


def pause(sayso: Installed, _agent: Agent, _steps: list[str]) -> Any:
    with sayso.desk.writing() as session:
        sites.pause(session, sayso.desk, session.get_one(Site, sayso.site.id), sayso.owner.id)
    return {"message": "paused"}


def said(answer: Any) -> str:
    """What somebody was told in words, by an answer or by a refusal."""
    return answer.message if isinstance(answer, Trouble) else str(answer["message"])


def runs(sayso: Installed) -> int:
    with sayso.desk.reading() as session:
        return session.scalar(select(func.count()).select_from(Run)) or 0


@pytest.mark.parametrize("act", [discard, end_session, drop_the_last, revoke, pause])
def test_an_apply_and_whatever_stops_it_at_once_leave_each_step_written_once_or_not_at_all(
    sayso: Installed, agent: Agent, wordpress: SampleSite, act: Act
) -> None:
    """C16.5, C56.1, C56.2, C56.4"""
    steps = plan(agent, *STEPS)
    told = at_once(lambda: agent.call("apply_plan"), lambda: act(sayso, agent, steps))
    sayso.workers.finish()
    became = statuses(sayso, steps)
    assert sent(wordpress) == [write for write, status in zip(WRITES, became, strict=True) if status == "applied"]
    assert set(became) <= {"applied", "discarded", "dropped", "not_run", "planned", "failed"}
    assert all(said(answer) for answer in told)
    assert runs(sayso) <= 1


def test_a_person_applies_and_another_tab_drops_a_step_at_once_and_the_yes_is_to_what_was_shown(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    steps = plan(careful, *STEPS)
    digests, public = accept(sayso, careful), opened(sayso, careful).row.public_id
    at_once(
        lambda: reviews.apply(sayso.desk, sayso.owner, public, digests),
        lambda: decide(sayso, row(sayso, steps[-1]), "drop"),
    )
    sayso.workers.finish()
    became = statuses(sayso, steps)
    assert sent(wordpress) == [write for write, status in zip(WRITES, became, strict=True) if status == "applied"]
    assert became[-1] in ("applied", "dropped")


def mcp(client: FlaskClient, token: str, tool: str) -> dict[str, Any]:
    params = {"name": PREFIX + tool, "arguments": {}}
    told: dict[str, Any] = Caller(client, token).legacy("tools/call", params).get_json()
    answer: dict[str, Any] = told["result"]["structuredContent"]
    return answer


def rest(client: FlaskClient, token: str, path: str) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    answer: dict[str, Any] = client.post(REST + path, data=json.dumps({}), headers=headers).get_json()
    return answer


def test_an_apply_at_each_of_two_doors_and_a_yes_on_the_page_are_one_run(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C16.5"""
    app, steps = create_app(sayso.desk), plan(agent, *STEPS)
    digests, public = accept(sayso, agent), opened(sayso, agent).row.public_id
    told = at_once(
        lambda: mcp(app.test_client(), agent.token, "apply_plan"),
        lambda: rest(app.test_client(), agent.token, "plan/apply"),
        lambda: reviews.apply(sayso.desk, sayso.owner, public, digests),
    )
    sayso.workers.finish()
    assert sent(wordpress) == WRITES
    assert statuses(sayso, steps) == ["applied"] * 3
    assert runs(sayso) == 1
    assert all(said(answer) for answer in told[:2])


def test_an_apply_at_one_door_and_a_discard_at_the_other_have_one_outcome_for_each_step(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    app, steps = create_app(sayso.desk), plan(agent, *STEPS)
    told = at_once(
        lambda: rest(app.test_client(), agent.token, "plan/apply"),
        lambda: mcp(app.test_client(), agent.token, "discard_plan"),
    )
    sayso.workers.finish()
    became = statuses(sayso, steps)
    assert sent(wordpress) == [write for write, status in zip(WRITES, became, strict=True) if status == "applied"]
    assert set(became) <= {"applied", "discarded"}
    assert all(said(answer) for answer in told)


def test_of_two_undos_at_once_of_one_site_each_is_carried_out_once_or_told_to_wait(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    of_link = begun(sayso, applied(sayso, careful, link("Shop")))
    of_tagline = begun(sayso, applied(sayso, careful, tagline("New")))
    wordpress.requests.clear()
    acts = {of_link: lambda: start(sayso, of_link, [1]), of_tagline: lambda: start(sayso, of_tagline, [1])}
    for undo, told in zip(acts, at_once(*acts.values()), strict=True):
        if isinstance(told, Trouble):
            assert told.code == "respira_site_busy"
            acts[undo]()
    sayso.workers.finish()
    assert [became(sayso, undo) for undo in acts] == [["exactly"], ["exactly"]]
    assert sorted(line.split()[0] for line in sent(wordpress)) == ["DELETE", "POST"]
