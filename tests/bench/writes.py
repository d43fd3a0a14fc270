"""Planned writes over the MCP door of running web programs, on SQLite and on PostgreSQL, and whether all were kept.

The clients, the programs, the databases and the sample sites share this machine, so what is measured is the whole.
PostgreSQL runs here as it does for real: a commit is on the disk before it is answered. So does SQLite.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests import load
from tests.bench.figure import Figure
from tests.postgresql import own
from webapp import schema
from webapp.worker import Queue

# So many seconds until no further plan is begun; a plan has so many writes, so that no key asks too much in a minute.
_AT_MOST, _WRITES = 60.0, 20
_PLANS_ALONE, _PLANS_EACH = 10, 3
_MANY = 16


def writes() -> Iterator[Figure]:
    """Measure one and sixteen clients on each database; then two programs of each kind, with applies between."""
    with tempfile.TemporaryDirectory(prefix="sayso-bench-") as room:
        for clients in (1, _MANY):
            yield from _planned(f"SQLite, {_of(clients)}", _sqlite(Path(room), clients), clients)
    with own(options=[]) as server:
        for clients in (1, _MANY):
            url = _migrated(server.make(f"writes_{clients}"))
            yield from _planned(f"PostgreSQL, {_of(clients)}", url, clients)
        yield from _several(_migrated(server.make("several")))


def _planned(what: str, url: str, clients: int) -> Iterator[Figure]:
    plans = _PLANS_ALONE if clients == 1 else _PLANS_EACH
    with load.stage(url, webs=1, workers=0, places=1) as on:
        began = time.monotonic()
        told = load.play(on, clients=clients, plans=plans, writes=_WRITES, applies=False, until=began + _AT_MOST)
        seconds = time.monotonic() - began
        found = load.count(on, told)
    yield from _told(f"planned writes ({what})", told, seconds)
    yield from _kept(f"({what})", found)


def _several(url: str) -> Iterator[Figure]:
    what = f"PostgreSQL, 2 web programs, 2 workers, {_of(_MANY)}, every plan applied"
    with load.stage(url, webs=2, workers=2, places=4) as on:
        began = time.monotonic()
        told = load.play(on, clients=_MANY, plans=2, writes=10, applies=True, until=began + 2 * _AT_MOST)
        seconds = time.monotonic() - began
        found = load.count(on, told)
    yield from _told(f"planned writes ({what})", told, seconds)
    yield Figure(f"writes found on the sites ({what})", found.written, "writes")
    yield from _kept(f"({what})", found)


def _told(what: str, told: load.Told, seconds: float) -> Iterator[Figure]:
    each = sorted(told.milliseconds)
    yield Figure(f"{what}: in a second", len(each) / seconds, "writes/s")
    for share in (50, 95, 99):
        yield Figure(f"{what}: {share} of 100 take at most", each[min(len(each) - 1, len(each) * share // 100)])


def _kept(what: str, found: load.Count) -> Iterator[Figure]:
    """Tell the answers and the rows; what was lost or doubled is a missed limit."""
    yield Figure(f"answers that told of a planned step {what}", found.answers, "answers")
    yield Figure(f"steps in the rows {what}", found.steps, "steps")
    yield Figure(f"lost, doubled or told wrongly {what}{_first(found.faults)}", len(found.faults), "steps", limit=0)


def _first(faults: list[str]) -> str:
    return f", such as: {faults[0]}" if faults else ""


def _of(clients: int) -> str:
    return "1 client" if clients == 1 else f"{clients} clients"


def _sqlite(room: Path, clients: int) -> str:
    return _migrated(f"sqlite:///{room}/writes-{clients}.db")


def _migrated(url: str) -> str:
    schema.upgrade(url)
    queue = Queue(url)
    queue.lay_tables()
    queue.close()
    return url
