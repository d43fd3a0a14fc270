"""`bin/chaos`: a storm of random kills, and the figures of what came of it."""

from __future__ import annotations

import argparse
import logging
import os
import secrets
import shutil
import sys
import tempfile
from pathlib import Path

import structlog

from tests import databases
from tests.chaos.places import settings_for
from tests.chaos.storm import Figures, Storm
from tests.chaos.walk import walking

# So many seconds a kill takes at the most, all in all: some, for a lease to lapse, and the steps until then.
_SECONDS_A_KILL = 12.0


def main() -> int:
    """Let a storm rage, print what came of it, and return the exit status."""
    parser = argparse.ArgumentParser("chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="how often a worker is killed")
    parser.add_argument("--seed", type=int, default=None, help="of what is left to chance; another one each time")
    parser.add_argument("--database", choices=(databases.SQLITE, databases.POSTGRESQL), default=databases.SQLITE)
    parser.add_argument("--sites", type=int, default=4, help="how many sites are written to side by side")
    parser.add_argument("--walk", type=int, metavar="EVERY", help="kill at every so-many-th point of one run instead")
    chosen = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    os.umask(0o077)
    databases.kind, seed = chosen.database, chosen.seed if chosen.seed is not None else secrets.randbelow(10**6)
    folder = Path(tempfile.mkdtemp(prefix="sayso-chaos-"))
    url = databases.migrated_url(folder)
    if chosen.walk:
        return _walk(url, folder, chosen.walk)
    print(f"seed {seed}, {chosen.kills} kills, {chosen.sites} sites, {chosen.database}", flush=True)
    storm = Storm(url, folder, kills=chosen.kills, seed=seed, most=50, corners=chosen.sites)
    figures = storm.rage(seconds=chosen.kills * _SECONDS_A_KILL)
    _tell(figures)
    if not figures.is_good:
        print(f"Everything is kept for whoever looks: {folder}; points-N is what the N-th worker came by.")
        return 1
    if figures.kills < chosen.kills:
        print(f"Only {figures.kills} kills came to pass in the time that there was.")
        return 1
    shutil.rmtree(folder)
    return 0


def _walk(url: str, folder: Path, every: int) -> int:
    """Kill a worker at point after point of a run, and of taking it back; return the exit status."""
    with walking(settings_for(url), folder) as walk:
        missed = []
        for back in (False, True):
            there = walk.points(back=back)
            print(f"{len(there)} points of {'taking a run back' if back else 'a run'}", flush=True)
            missed += walk.kill_at(range(1, len(there) + 1, every), back=back)
    _tell(walk.figures)
    for one in missed:
        print(f"  {one}")
    return 0 if walk.figures.is_good else 1


def _tell(figures: Figures) -> None:
    print(f"kills                              {figures.kills}")
    print(f"runs                               {figures.runs}, and {figures.undos} taken back")
    print(f"steps planned                      {figures.steps}")
    print(f"outcomes unknown, asked for later  {figures.unknown}")
    print(f"writes sent that a site saved      {figures.written}")
    print(f"doubled                            {len(figures.doubled)}")
    print(f"lost                               {len(figures.lost)}")
    print(f"receipts that differ from the site {len(figures.differing)}")
    for fault in (*figures.doubled, *figures.lost, *figures.differing):
        print(f"  {fault}")


if __name__ == "__main__":
    sys.exit(main())
