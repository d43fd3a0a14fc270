"""Several web programs and several workers on one PostgreSQL, as on several machines: they act as one."""

from __future__ import annotations

import time
from pathlib import Path

from tests import databases, load


def test_two_web_programs_and_two_workers_plan_and_apply_at_once_and_nothing_is_lost_or_doubled(
    tmp_path: Path,
) -> None:
    url = databases.migrated_url(tmp_path, databases.POSTGRESQL)
    with load.stage(url, webs=2, workers=2, places=2) as on:
        told = load.play(on, clients=4, plans=2, writes=3, applies=True, until=time.monotonic() + 300)
        found = load.count(on, told)
    assert found.faults == []
    assert (found.answers, found.steps, found.written) == (24, 24, 24)
    assert len(told.receipts) == 24
