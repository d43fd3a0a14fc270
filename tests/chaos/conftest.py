"""An installation for programs that are killed, and a desk beside them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import databases
from tests.chaos.places import desk_beside, settings_for
from webapp.core.desk import Desk
from webapp.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_for(databases.migrated_url(tmp_path))


@pytest.fixture
def desk(settings: Settings) -> Iterator[Desk]:
    with desk_beside(settings) as laid:
        yield laid
