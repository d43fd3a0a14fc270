"""How long the history takes on the server: 10,000 runs over 1,000 keys, whatever it is kept to and however deep."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from tests.bench.figure import Figure, Times, timed
from tests.installed import Installed, installed
from tests.sample import sample_site
from webapp.app import create_app
from webapp.core import people

RUNS, KEYS, STEPS = 10_000, 1_000, 5
LIMIT = 50.0
TIMES = 60
_BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
# Sealed columns are as long as those of a change to a page of some length.
_SEALED, _SEALED_REPORT = "gAAAAA" + "x" * 6_000, "gAAAAA" + "x" * 1_500
_WORDS = "changes the title of the page about us from one thing to another, on a draft copy that waits for a person\n"
_STATUS = {"applied": "applied", "failed": "failed", "not_run": "not_run"}


def history() -> Sequence[Figure]:
    """Open the list, with each filter, with a rare and a common word, and deep down."""
    with tempfile.TemporaryDirectory(prefix="sayso-bench-") as passing:
        folder = Path(passing)
        with (
            sample_site(folder) as site,
            installed(folder, site.url, site.username, site.app_password) as place,
        ):
            fill(folder / "sayso.db", place.site.id, place.owner.id)
            window = _signed_in(place)
            asked = {**_addresses(place), **_deep(window)}
            return [line for what, address in asked.items() for line in _told(what, _opened(window, address))]


def fill(file: Path, site_id: int, person_id: int) -> None:
    """Put the rows of a long life straight into the tables: of five plans one never runs, of ten runs one fails."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for table, rows in (
            ("keys", _keys(site_id)),
            ("plans", _plans(site_id)),
            ("steps", _steps()),
            ("runs", _runs(site_id, person_id)),
            ("run_steps", _parts()),
        ):
            _insert(connection, table, rows)
        connection.commit()


def _insert(connection: sqlite3.Connection, table: str, rows: Iterator[dict[str, Any]]) -> None:
    for row in rows:
        names, places = ", ".join(f'"{name}"' for name in row), ", ".join("?" for _name in row)
        connection.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", list(row.values()))


def _at(number: int) -> str:
    return (_BEGAN + timedelta(minutes=30 * number)).strftime("%Y-%m-%d %H:%M:%S.%f")


def _keys(site_id: int) -> Iterator[dict[str, Any]]:
    for number in range(1, KEYS + 1):
        yield {
            "id": 1000 + number,
            "public_id": f"key_{number:012}",
            "site_id": site_id,
            "mode": "browser",
            "name": f"Agent number {number}",
            "token_hash": f"hash {number}",
            "ending": "abcd",
            "shared": 0,
            "scope": "full",
            "made_at": _at(0),
            "last_used_at": _at(number),
        }


def _plans(site_id: int) -> Iterator[dict[str, Any]]:
    for number in range(1, RUNS + RUNS // 4 + 1):
        rare = "the seldom ceremony" if number % 2_500 == 0 else "an ordinary change"
        yield {
            "id": number,
            "public_id": f"sess_{number:016}",
            "key_id": 1001 + number % KEYS,
            "site_id": site_id,
            "mode_on": 1,
            "title": f"Plan number {number}",
            "note": rare,
            "client": "a client 1.0",
            "last_position": STEPS,
            "made_at": _at(number),
            "expires_at": _at(number + 144),
            "ended_at": _at(number + 8),
            "ended_why": "expired" if number % 2 else "ended",
            "words": f"plan number {number}\n{rare}\na client 1.0\n{_WORDS * STEPS}",
        }


def _steps() -> Iterator[dict[str, Any]]:
    for number in range(1, (RUNS + RUNS // 4) * STEPS + 1):
        plan, position = (number - 1) // STEPS + 1, (number - 1) % STEPS + 1
        yield {
            "id": number,
            "public_id": f"step_{number:012}",
            "plan_id": plan,
            "position": position,
            "status": _STATUS[_outcome(plan, position)],
            "door": "mcp",
            "tool": "update_page",
            "request": _SEALED,
            "fingerprint": f"print {number}",
            "target_kind": "page",
            "target_id": "42",
            "target_name": "About",
            "effect": _WORDS.strip(),
            "lands_on": '{"where": "copy"}',
            "approval_required": 0,
            "undo": "restored",
            "warnings": "[]",
            "digest": f"digest {number}",
            "wrote_nothing": 0,
            "stale": "[]",
            "made_at": _at(plan),
            "base": _SEALED,
            "forecast": _SEALED,
        }


def _runs(site_id: int, person_id: int) -> Iterator[dict[str, Any]]:
    for number in range(1, RUNS + 1):
        yield {
            "id": number,
            "public_id": f"run_{number:012}",
            "plan_id": number,
            "key_id": 1001 + number % KEYS,
            "site_id": site_id,
            "person_id": None if number % 3 == 0 else person_id,
            "continue_on_error": 0,
            "stop_asked": 0,
            "asked_at": _at(number + 6),
            "started_at": _at(number + 6),
            "finished_at": _at(number + 7),
            "looked_at": _at(number + 7),
        }


def _parts() -> Iterator[dict[str, Any]]:
    for number in range(1, RUNS * STEPS + 1):
        run, position = (number - 1) // STEPS + 1, (number - 1) % STEPS + 1
        yield {
            "id": number,
            "run_id": run,
            "step_id": number,
            "phase": "done",
            "approved_by_apply": 1,
            "outcome": _outcome(run, position),
            "report": _SEALED_REPORT,
            "finished_at": _at(run + 7),
        }


def _outcome(run: int, position: int) -> str:
    if run % 10 or position < 3:
        return "applied"
    return "failed" if position == 3 else "not_run"


def _addresses(place: Installed) -> dict[str, str]:
    """Return what is measured, each with the address that shows it."""
    return {
        "the newest": "/history",
        "of a site": f"/history?site={place.site.public_id}",
        "of a key": "/history?key=key_000000000500",
        "of keys that are called alike": "/history?key=number",
        "of a person": f"/history?person={place.owner.id}",
        "what an agent asked for": "/history?person=agent",
        "what went through": "/history?outcome=through",
        "what failed": "/history?outcome=failed",
        "what expired": "/history?outcome=expired",
        "what ended": "/history?outcome=ended",
        "what was taken back": "/history?outcome=taken-back",
        "of a week": "/history?from=2026-03-02&to=2026-03-08",
        "with a rare word": "/history?words=seldom+ceremony",
        "with a common word": "/history?words=title",
        "with a word that is nowhere": "/history?words=nowhere",
        "of a key, with a word": "/history?key=key_000000000500&words=title",
        "what failed, of a person, with a rare word": f"/history?outcome=failed&person={place.owner.id}&words=seldom",
    }


def _deep(window: FlaskClient) -> dict[str, str]:
    """Return addresses far down in the list, as the list itself gives them."""
    address = "/history?from=2026-01-01&to=2026-02-01"
    for _page in range(10):
        body = window.get(address).get_data(as_text=True)
        address = re.findall(r'href="([^"]+)" rel="next"', body)[0].replace("&amp;", "&")
    before = address.rpartition("before=")[2]
    return {
        "deep down": f"/history?before={before}",
        "deep down, what failed": f"/history?outcome=failed&before={before}",
    }


def _signed_in(place: Installed) -> FlaskClient:
    program = create_app(place.desk)
    program.config["WTF_CSRF_ENABLED"] = False
    window = program.test_client()
    window.post(f"/sign-in/{people.make_link(place.desk, place.owner.email)}")
    return window


def _opened(window: FlaskClient, address: str) -> Times:
    def open_it() -> None:
        assert window.get(address).status_code == 200

    return timed(open_it, TIMES)


def _told(what: str, opened: Times) -> Sequence[Figure]:
    each = opened.each
    slowest = each[min(len(each) - 1, int(len(each) * 0.99))]
    words = f"history of {RUNS:,} runs, {what}"
    return [
        Figure(f"{words}: 95 of 100 (half {opened.median:.1f}, 99 of 100 {slowest:.1f})", opened.slow, limit=LIMIT),
        Figure(f"{words}: computing alone, 95 of 100", opened.computing[int(len(each) * 0.95)], limit=LIMIT),
    ]
