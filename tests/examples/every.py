"""Every example there is, of whatever module of this folder, by its name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

from tests.examples.example import Example


def _gathered() -> Iterator[tuple[str, Example]]:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        for example in getattr(importlib.import_module(f"tests.examples.{module.name}"), "EXAMPLES", ()):
            yield f"{example.tool}-{example.name}" if example.name else example.tool, example


ALL = list(_gathered())
EVERY = dict(ALL)

# Those that a real WordPress can be asked for.
REAL = [name for name, example in EVERY.items() if not example.sample_only]
