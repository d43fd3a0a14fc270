"""What the database says of a failed statement holds none of the values that were to be written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import OperationalError

from webapp.data import Database, Person


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path}/sayso.db")
    yield database
    database.close()


def test_a_failed_statement_is_told_without_its_values(database: Database) -> None:
    with pytest.raises(OperationalError) as told, database.writing() as session:
        session.execute(insert(Person).values(email="CANARY", name="CANARY"))
    assert "no such table: people" in str(told.value)
    assert "CANARY" not in str(told.value)
