"""A short storm, as `bin/chaos` makes a long one: nothing doubled, nothing lost, no receipt that is not true."""

from __future__ import annotations

from pathlib import Path

from tests import databases
from tests.chaos.storm import Storm

KILLS, SEED = 8, 7


def test_in_a_storm_of_kills_nothing_is_doubled_or_lost_and_every_receipt_is_true(tmp_path: Path) -> None:
    """C57.1, C04.5"""
    storm = Storm(databases.migrated_url(tmp_path), tmp_path, kills=KILLS, seed=SEED, most=14, corners=3)
    figures = storm.rage(seconds=150)
    assert (figures.doubled, figures.lost, figures.differing) == ([], [], [])
    assert figures.kills == KILLS
    assert figures.written >= figures.runs * 5
