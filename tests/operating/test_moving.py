"""Promises of an export: every row of it comes back the same, in either kind of database, or none does."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from tests import postgresql
from tests.core import acts
from tests.installed import Agent, Installed
from tests.operating.test_backups import everything
from webapp import clock, schema
from webapp.core import programs, works
from webapp.data import Database, Event, Run, RunStep, Sight, Site, SiteLease, Status, Step
from webapp.errors import Refusal
from webapp.operating import moving


@pytest.fixture
def kept(sayso: Installed, agent: Agent, tmp_path: Path) -> Path:
    """An export of an installation in which something happened."""
    acts.plan(agent, acts.tagline("Ä “quoted” \u2028 tagline"), acts.title(42, "Our story"))
    agent.call("apply_plan")
    sayso.workers.finish()
    with sayso.desk.writing() as session:
        session.add(
            Event(at=datetime(2026, 1, 1, tzinfo=UTC), what="a.b", subject="s", details={"n": None, "x": [1.5]})
        )
        for capabilities in (None, ["edit_posts"]):
            site = session.get_one(Site, sayso.site.id)
            columns = {
                column.key: getattr(site, column.key) for column in Site.__table__.columns if column.key != "id"
            }
            columns |= {"public_id": f"site_{capabilities}", "capabilities": capabilities}
            session.add(Site(**columns))
    moving.export(sayso.desk.database.url, tmp_path / "export")
    return tmp_path / "export"


def test_everything_goes_from_sqlite_to_postgresql_and_back_and_every_row_is_the_same(
    sayso: Installed, kept: Path, tmp_path: Path
) -> None:
    before = everything(sayso.desk.database)
    there = postgresql.server().make("moved")
    first = moving.take_in(there, kept, moved=True)
    moving.export(there, tmp_path / "again")
    back = moving.take_in(f"sqlite:///{tmp_path}/back.db", tmp_path / "again", moved=True)
    assert first == back
    for url in (there, f"sqlite:///{tmp_path}/back.db"):
        database = Database(url)
        assert everything(database) == before
        database.close()
    assert len(before["sites"]) == 3
    assert first.rows == sum(map(len, before.values()))


def test_rows_that_are_made_after_an_import_are_numbered_after_those_that_came(kept: Path) -> None:
    database = Database(postgresql.server().make("numbered"))
    moving.take_in(database.url, kept, moved=True)
    with database.writing() as session:
        last = session.scalars(select(Event.id).order_by(Event.id.desc())).first()
        event = Event(at=datetime(2026, 1, 1, tzinfo=UTC), what="a.b", subject="s", details={})
        session.add(event)
        session.flush()
        assert event.id == (last or 0) + 1
    database.close()


def test_nothing_and_the_null_of_json_stay_apart(sayso: Installed, tmp_path: Path) -> None:
    with sayso.desk.writing() as session:
        for address, before in (("/nothing", "NULL"), ("/null", "'null'")):
            session.execute(
                text(f"INSERT INTO sights (address, about, before, found) VALUES ('{address}', '[]', {before}, '[]')")
            )
    moving.export(sayso.desk.database.url, tmp_path / "export")
    moving.take_in(f"sqlite:///{tmp_path}/new.db", tmp_path / "export", moved=True)
    database = Database(f"sqlite:///{tmp_path}/new.db")
    with database.reading() as session:
        assert session.scalars(select(Sight.address).where(text("before IS NULL"))).all() == ["/nothing"]
    database.close()


def lines_of(file: Path) -> list[str]:
    with gzip.open(file, "rt") as lines:
        return list(lines)


def cut_off(lines: list[str]) -> list[str]:
    return lines[:-3]


def changed(lines: list[str]) -> list[str]:
    return [line.replace("Olive Owner", "Oliver Owner") for line in lines]


def without_a_row(lines: list[str]) -> list[str]:
    return [line for line in lines if '"events"' not in line or "a.b" not in line]


def no_json(lines: list[str]) -> list[str]:
    return [*lines[:3], "{", *lines[3:]]


@pytest.mark.parametrize("spoil", [cut_off, changed, without_a_row, no_json])
def test_of_a_spoiled_export_nothing_is_kept(kept: Path, tmp_path: Path, spoil: Any) -> None:
    lines = lines_of(kept)
    with gzip.open(tmp_path / "spoiled", "wt") as out:
        out.writelines(spoil(lines))
    url = f"sqlite:///{tmp_path}/new.db"
    with pytest.raises(Refusal) as refused:
        moving.take_in(url, tmp_path / "spoiled", moved=True)
    assert refused.value.message == f"{tmp_path}/spoiled is broken or cut off, so nothing of it was kept."
    database = Database(url)
    assert sum(map(len, everything(database).values())) == 0
    database.close()


def test_nothing_is_taken_into_a_database_that_is_not_empty(sayso: Installed, kept: Path) -> None:
    before = everything(sayso.desk.database)
    with pytest.raises(Refusal) as refused:
        moving.take_in(sayso.desk.database.url, kept, moved=True)
    assert "is not empty" in refused.value.message
    assert everything(sayso.desk.database) == before


@pytest.mark.parametrize(
    "held",
    [b"Dear Olive", gzip.compress(b"Dear Olive"), gzip.compress(b'{"kind": "letter"}')],
    ids=["a letter", "a packed letter", "packed JSON of something else"],
)
def test_what_is_no_export_is_not_taken_in(tmp_path: Path, held: bytes) -> None:
    (tmp_path / "letter").write_bytes(held)
    with pytest.raises(Refusal) as refused:
        moving.take_in(f"sqlite:///{tmp_path}/sayso.db", tmp_path / "letter", moved=True)
    assert refused.value.message == f"{tmp_path}/letter is no export of Sayso."
    assert not (tmp_path / "sayso.db").exists()


def test_what_is_sealed_stays_sealed_in_an_export(sayso: Installed, kept: Path) -> None:
    [line] = [line for line in lines_of(kept) if line.startswith(f'["sites",[{sayso.site.id},')]
    with sayso.desk.reading() as session:
        sealed = session.get_one(Site, sayso.site.id).app_password
    assert sealed in line
    assert json.loads(lines_of(kept)[0])["counts"]["sites"] == 3


def test_an_export_of_tables_that_are_not_up_to_date_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/old.db"
    schema.upgrade(url)
    database = Database(url)
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '0006'"))
    database.close()
    with pytest.raises(Refusal) as refused:
        moving.export(url, tmp_path / "export")
    assert "Bring the database up to date with `sayso migrate` first" in refused.value.advice
    assert not (tmp_path / "export").exists()


def under_way(sayso: Installed, agent: Agent) -> None:
    """Leave a run behind that no worker has begun."""
    sayso.workers.desk = None
    acts.plan(agent, acts.tagline("A"), acts.title(42, "Our story"))
    with sayso.desk.writing() as session:
        steps = session.scalars(select(Step)).all()
        run = Run(
            public_id="run_1",
            plan_id=steps[0].plan_id,
            key_id=agent.key.id,
            site_id=sayso.site.id,
            continue_on_error=False,
            asked_at=clock.now(),
        )
        session.add(run)
        session.flush()
        for step in steps:
            step.status = Status.ACCEPTED
            session.add(RunStep(run_id=run.id, step_id=step.id, phase="waiting"))


@pytest.mark.parametrize(
    ("moved", "outcomes"), [(False, ["not_run", "not_run"]), (True, ["applied", "applied"])], ids=["a copy", "moved"]
)
def test_a_run_that_was_under_way_goes_on_after_an_import_only_where_sayso_moved(
    sayso: Installed, agent: Agent, tmp_path: Path, moved: bool, outcomes: list[str]
) -> None:
    under_way(sayso, agent)
    assert moving.export(sayso.desk.database.url, tmp_path / "export").at_work is False
    there = Database(f"sqlite:///{tmp_path}/new.db")
    held = moving.take_in(there.url, tmp_path / "export", moved=moved).held
    assert (held is None) is moved
    works.carry_out(replace(sayso.desk, database=there), "run_1", "a worker elsewhere")
    with there.reading() as session:
        assert session.scalars(select(RunStep.outcome)).all() == outcomes
        assert (session.scalars(select(Site.paused_at)).one() is None) is moved
    there.close()


def a_worker_lives(sayso: Installed) -> None:
    programs.say(sayso.desk, "worker:1")


def a_site_is_written_to(sayso: Installed) -> None:
    now = clock.now()
    with sayso.desk.writing() as session:
        lease = SiteLease(place="p", holder="h", purpose="a change", since=now, until=now + timedelta(seconds=15))
        session.add(lease)


@pytest.mark.parametrize("at_work", [a_worker_lives, a_site_is_written_to])
def test_what_was_taken_while_something_was_at_work_is_not_gone_on_from(
    sayso: Installed, tmp_path: Path, at_work: Any
) -> None:
    at_work(sayso)
    assert moving.export(sayso.desk.database.url, tmp_path / "export").at_work is True
    with pytest.raises(Refusal) as refused:
        moving.take_in(f"sqlite:///{tmp_path}/new.db", tmp_path / "export", moved=True)
    assert refused.value.message.startswith(f"{tmp_path}/export was taken while Sayso was at work")
    assert not (tmp_path / "new.db").exists()
    assert moving.take_in(f"sqlite:///{tmp_path}/new.db", tmp_path / "export", moved=False).held is not None
