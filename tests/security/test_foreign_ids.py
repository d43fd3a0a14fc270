"""Whatever is somebody else's is not there: on every address with an id, and at the doors with another key."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from webapp.core import people, sites
from webapp.data import Mode, Row
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

# Addresses of which a part is proof enough; and one's own browsers, of which `test_sessions` tells.
BY_PROOF = re.compile(r"^/(r|preview|sign-in|static|account|wp-json|mcp|\.well-known)/")

NOT_THERE = ("", "respira_step_not_found", "respira_snapshot_not_found", "respira_not_found", "respira_job_not_found")


def addresses(app: Flask, method: str, ids: dict[str, str]) -> list[str]:
    """Every address of pages that takes a method and holds an id, with the owner's ids in it."""
    found = []
    for rule in app.url_map.iter_rules():
        if method not in (rule.methods or ()) or "<" not in rule.rule or BY_PROOF.match(rule.rule):
            continue
        address = re.sub(r"<int:position>", "1", re.sub(r"<int:index>", "0", rule.rule.replace("<side>", "after")))
        found.append(re.sub(r"<(\w+)>", lambda name: ids[name[1]], address))
    return found


def everything(place: Installed) -> dict[str, list[Any]]:
    """Every row of every table but what a person's own session and tries leave."""
    kept = [table for table in Row.metadata.sorted_tables if table.name not in ("sessions", "attempts")]
    with place.desk.reading() as session:
        return {table.name: [tuple(row) for row in session.execute(select(table))] for table in kept}


def test_a_page_of_somebody_else_is_not_there(
    app: Flask, window: Browser, somebody_else: Browser, ids: dict[str, str]
) -> None:
    pages = addresses(app, "GET", ids)
    assert len(pages) >= 20
    mine = {address: window.get(address).status_code for address in pages}
    assert [address for address, status in mine.items() if status == 200 and "/changes/" not in address] >= [
        f"/copies/{ids['copy_id']}"
    ]
    assert {address: somebody_else.get(address).status_code for address in pages} == dict.fromkeys(pages, 404)


def test_a_form_of_somebody_else_does_nothing(
    app: Flask, place: Installed, somebody_else: Browser, ids: dict[str, str]
) -> None:
    forms, before = addresses(app, "POST", ids), everything(place)
    assert len(forms) >= 40
    fields: dict[str, object] = {"url": "https://example.com", "name": "x", "text": "x", "verdict": "accept"}
    told = {address: somebody_else.post(address, fields).status_code for address in forms}
    assert {address: status for address, status in told.items() if status != 404} == {}
    assert everything(place) == before


def test_lists_show_nothing_of_somebody_else(somebody_else: Browser, place: Installed, ids: dict[str, str]) -> None:
    for address in ("/plans", "/sites", "/history", "/copies", "/events", "/reports"):
        page = somebody_else.get(address).get_data(as_text=True)
        assert [name for name, told in ids.items() if told in page] == [], address
        assert place.site.name not in page


def test_a_key_of_another_site_finds_nothing_of_this_one_at_the_doors(
    place: Installed, sample: SampleSite, ids: dict[str, str]
) -> None:
    eve = people.add(place.desk, "eve@example.com", "Eve Elsewhere")
    other = sites.connect(place.desk, eve.id, sample.url, sample.username, sample.app_password)
    thief = Installed(place.desk, place.workers, eve, other).agent(Mode.ASK)
    before = [everything(place)[name] for name in ("steps", "plans", "snapshots", "undos")]
    for call in (
        ("get_plan", {"step_id": ids["step_id"]}),
        ("discard_plan", {"step_ids": [ids["step_id"]]}),
        ("get_job_status", {"job_id": ids["run_id"]}),
        ("get_snapshot", {"snapshot_uuid": ids["uuid"]}),
        ("restore_snapshot", {"snapshot_uuid": ids["uuid"]}),
    ):
        code, told = said(thief, *call)
        assert code in NOT_THERE, call
        assert [name for name in ("Fresh", "Our story", place.owner.email) if name in told] == [], call
    assert [everything(place)[name] for name in ("steps", "plans", "snapshots", "undos")] == before


def said(agent: Agent, tool: str, arguments: dict[str, Any]) -> tuple[str, str]:
    """What an agent is told: the code of a refusal, empty for an answer, and all the words."""
    try:
        return "", str(agent.reply(tool, **arguments).body)
    except Refusal as refusal:
        return refusal.code, f"{refusal.message} {refusal.hint} {refusal.details}"
