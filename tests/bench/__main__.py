"""Measures the figures that were named, or all of them, and prints each with its limit. Ends with 1 if one is missed.

A figure is a function without arguments that returns lines of `Figure`; it is listed in `FIGURES` under its name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from tests.bench.figure import Figure
from tests.bench.history import history
from tests.bench.hostile_texts import hostile_texts
from tests.bench.plan_page import plan_page
from tests.bench.word_diff import word_diff_of_a_megabyte
from tests.bench.writes import writes
from webapp import logs

FIGURES: dict[str, Callable[[], Sequence[Figure]]] = {
    "plan-page": plan_page,
    "hostile-texts": hostile_texts,
    "history": history,
    "word-diff": word_diff_of_a_megabyte,
    "writes": writes,
}


def main(names: Sequence[str]) -> int:
    """Measure and print; return the exit status."""
    unknown = [name for name in names if name not in FIGURES]
    if unknown:
        print(f"There is no figure called {', '.join(unknown)}. There are: {', '.join(FIGURES)}.", file=sys.stderr)
        return 2
    logs.set_up()
    missed = 0
    for name in names or FIGURES:
        for figure in FIGURES[name]():
            print(figure.line(), flush=True)
            missed += not figure.kept
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
