"""The world is built once for all tests of this folder, and nobody in it waits long."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.properties.whole.world import World, built
from webapp.core import asking, leases, reconciling


@pytest.fixture(scope="package")
def world() -> Iterator[World]:
    with built() as one:
        yield one


@pytest.fixture(autouse=True)
def nobody_waits_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything happens in one thread, so whoever would wait waits in vain, and the sample site saves at once."""
    monkeypatch.setattr(reconciling, "LOOKS", (0.0,))
    monkeypatch.setattr(leases, "WAIT", 0.0)
    monkeypatch.setattr(leases, "WORKER_WAIT", 0.0)
    monkeypatch.setattr(asking, "DOOR_WAITS", 0.0)
