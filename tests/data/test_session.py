"""What every statement keeps to on either database: nothing of anybody's makes it fail, or is told when it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.exc import OperationalError

from tests import databases
from webapp.data import Database, Person


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with databases.lent(tmp_path) as one:
        yield one


def test_a_failed_statement_is_told_without_its_values(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/sayso.db")
    with pytest.raises(OperationalError) as told, database.writing() as session:
        session.execute(insert(Person).values(email="CANARY", name="CANARY"))
    database.close()
    assert "no such table: people" in str(told.value)
    assert "CANARY" not in str(told.value)


@pytest.mark.parametrize("typed", ["A\0B", "A\ud800B"])
def test_a_character_that_no_database_keeps_is_replaced_where_it_is_written_and_where_it_is_looked_for(
    database: Database, typed: str
) -> None:
    with database.writing() as session:
        session.add(Person(email=typed, name="Olive"))
        session.execute(insert(Person), [{"email": f"{typed} {number}", "name": typed} for number in range(2)])
    with database.writing() as session:
        session.execute(update(Person).where(Person.email == typed).values(name=f"Zoë {typed} 猫"))
    with database.reading() as session:
        named = session.scalars(select(Person.name).order_by(Person.id)).all()
        found = session.scalars(select(Person.email).where(Person.email.contains(typed)).order_by(Person.id)).all()
    assert found == ["A\ufffdB", "A\ufffdB 0", "A\ufffdB 1"]
    assert named == ["Zoë A\ufffdB 猫", "A\ufffdB", "A\ufffdB"]


def test_a_text_without_such_a_character_is_kept_as_it_is(database: Database) -> None:
    whole = "".join(map(chr, [*range(1, 0xD800), *range(0xE000, 0x11000), 0x1F408]))
    with database.writing() as session:
        session.add(Person(email="olive@example.com", name=whole))
    with database.reading() as session:
        assert session.scalars(select(Person.name)).one() == whole
