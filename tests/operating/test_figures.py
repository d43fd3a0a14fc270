"""Promises of the figures: true for the whole installation, for whoever shows the token, and for nobody else."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.core import acts
from tests.installed import Agent, Installed
from webapp.app import create_app
from webapp.core import programs
from webapp.core.figures import Answered, told
from webapp.data import Plan, Run

TOKEN = "m" * 32


def client(sayso: Installed, token: str = TOKEN) -> FlaskClient:
    return create_app(replace(sayso.desk, settings=replace(sayso.desk.settings, metrics_token=token))).test_client()


def figures(text: str) -> dict[str, float]:
    """Each figure by its name and labels."""
    return {name: float(value) for name, value in re.findall(r"^(sayso_\S+(?:\{.*\})?) (\S+)$", text, re.MULTILINE)}


@pytest.mark.parametrize("shown", [None, "Bearer", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, "Bearer \xe4"])
def test_without_the_right_token_no_figure_is_told(sayso: Installed, shown: str | None) -> None:
    answer = client(sayso).get("/metrics", headers={} if shown is None else {"Authorization": shown})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "sayso_" not in answer.get_data(as_text=True)


def test_where_no_token_is_set_there_is_no_such_address(sayso: Installed) -> None:
    for shown in ({}, {"Authorization": "Bearer "}):
        assert client(sayso, "").get("/metrics", headers=shown).status_code == 404


def test_the_figures_are_those_of_the_rows(sayso: Installed, agent: Agent) -> None:
    acts.plan(agent, acts.tagline("A"), acts.bin_page(311))
    agent.call("apply_plan")
    sayso.workers.finish()
    acts.plan(agent, acts.title(42, "Our story"))
    programs.say(sayso.desk, "a worker")
    answer = client(sayso).get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = figures(answer.get_data(as_text=True))
    assert found["sayso_plans_live"] == 1
    assert found['sayso_steps{status="planned"}'] == 1
    assert found['sayso_steps{status="unknown"}'] == 0
    assert found['sayso_run_steps{outcome="applied"}'] == 2
    assert found["sayso_runs_under_way"] == 0
    assert found["sayso_run_oldest_seconds"] == 0
    assert found["sayso_workers"] == 1
    assert found["sayso_sites_connected"] == 1
    assert found["sayso_sites_paused"] == 0
    assert found['sayso_notices{state="failed"}'] == 0
    assert found["sayso_database_bytes"] > 100_000


def test_how_long_a_run_is_under_way_is_told_in_seconds(sayso: Installed, agent: Agent) -> None:
    sayso.workers.desk = None
    acts.plan(agent, acts.tagline("A"))
    with sayso.desk.writing() as session:
        plan = session.scalars(select(Plan)).one()
        asked = sayso.desk.clock() - timedelta(seconds=90)
        session.add(
            Run(
                public_id="run_1",
                plan_id=plan.id,
                key_id=agent.key.id,
                site_id=sayso.site.id,
                continue_on_error=False,
                stop_asked=False,
                asked_at=asked,
            )
        )
    now = sayso.desk.clock()
    found = figures(told(replace(sayso.desk, clock=lambda: now), Answered()).decode())
    assert found["sayso_runs_under_way"] == 1
    assert 90 <= found["sayso_run_oldest_seconds"] < 150


def test_answers_are_counted_by_door_and_how_they_ended(sayso: Installed) -> None:
    asking = client(sayso)
    asking.get("/sign-in")
    asking.get("/no-such-page")
    asking.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
    found = figures(asking.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).get_data(as_text=True))
    assert found['sayso_answers_total{door="browser",outcome="answered"}'] == 1
    assert found['sayso_answers_total{door="browser",outcome="refused"}'] == 1
    assert found['sayso_answers_total{door="mcp",outcome="refused"}'] == 1
    assert found['sayso_answer_seconds_count{door="browser",outcome="answered"}'] == 1
