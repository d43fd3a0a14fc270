"""The rows of a long life, put straight into the tables: runs, undos with their snapshots, lines of the log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

RUNS, KEYS, STEPS, UNDOS, EVENTS = 10_000, 1_000, 5, 2_000, 100_000
_BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
# Sealed columns are as long as those of a change to a page of some length.
_SEALED, _SEALED_REPORT, _SEALED_SNAPSHOT = "gAAAAA" + "x" * 6_000, "gAAAAA" + "x" * 1_500, "gAAAAA" + "x" * 3_000
_WORDS = "changes the title of the page about us from one thing to another, on a draft copy that waits for a person\n"
_STATUS = {"applied": "applied", "failed": "failed", "not_run": "not_run"}


def fill(file: Path, site_id: int, person_id: int) -> None:
    """Fill the tables: of five plans one never runs, of ten runs one fails and one is taken back whole."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for table, rows in (
            ("keys", _keys(site_id)),
            ("plans", _plans(site_id)),
            ("steps", _steps()),
            ("runs", _runs(site_id, person_id)),
            ("run_steps", _parts()),
            ("snapshots", _snapshots(site_id)),
            ("undos", _undos(site_id, person_id)),
            ("undo_parts", _undo_parts()),
            ("events", _events(site_id, person_id)),
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
            "title": f"Plan number {number}",
            "note": "an ordinary change",
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


def _taken_back() -> Iterator[tuple[int, int, int, int]]:
    """Name each part of each undo: its undo, run, position and step. Every other undo is of one write alone."""
    for undo in range(1, UNDOS + 1):
        run = undo * (RUNS // UNDOS)
        for position in range(1, STEPS + 1 if undo % 2 else 2):
            yield undo, run, position, (run - 1) * STEPS + position


def _snapshots(site_id: int) -> Iterator[dict[str, Any]]:
    for undo, run, position, step in _taken_back():
        yield {
            "id": undo * STEPS + position,
            "uuid": f"snapshot {undo} {position}",
            "site_id": site_id,
            "key_id": 1001 + run % KEYS,
            "step_id": step,
            "tool": "update_page",
            "kind": "before_write",
            "target_kind": "page",
            "target_id": str(step % 500),
            "label": _WORDS.strip(),
            "before": _SEALED_SNAPSHOT,
            "after": _SEALED_SNAPSHOT,
            "restorable": 1,
            "taken_at": _at(run + 6),
            "restored_at": _at(run + 9),
        }


def _undos(site_id: int, person_id: int) -> Iterator[dict[str, Any]]:
    for number in range(1, UNDOS + 1):
        run = number * (RUNS // UNDOS)
        yield {
            "id": number,
            "public_id": f"undo_{number:012}",
            "site_id": site_id,
            "run_id": run if number % 2 else None,
            "person_id": person_id,
            "digest": f"digest {number}",
            "stop_asked": 0,
            **dict.fromkeys(("made_at", "looked_at", "asked_at", "started_at"), _at(run + 8)),
            "finished_at": _at(run + 9),
        }


def _undo_parts() -> Iterator[dict[str, Any]]:
    for undo, _run, position, _step in _taken_back():
        yield {
            "undo_id": undo,
            "snapshot_id": undo * STEPS + position,
            "position": position,
            "look": _SEALED_SNAPSHOT,
            "chosen": 1,
            "over": 0,
            "phase": "done",
            "outcome": "exactly" if undo % 10 else "failed",
            "report": _SEALED_REPORT,
        }


def _events(site_id: int, person_id: int) -> Iterator[dict[str, Any]]:
    """Let one person do everything, and a line of a thousand belong to no site."""
    for number in range(1, EVENTS + 1):
        of_site = number % 1_000 != 0
        yield {
            "at": _at(number * RUNS // EVENTS),
            "what": "step.accepted" if of_site else "person.signed_in",
            "site_id": site_id if of_site else None,
            "key_id": 1001 + number % KEYS if of_site else None,
            "person_id": person_id,
            "subject": f"step_{number % (RUNS * STEPS) + 1:012}" if of_site else f"person_{person_id}",
            "details": "{}",
            "door": "browser",
        }
