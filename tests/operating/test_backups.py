"""Promises of a backup: it is of one moment, what was answered before is in it, and it is laid out whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import select

from tests import databases
from tests.core import acts
from tests.installed import Agent, Installed
from tests.operating import busy
from webapp import schema
from webapp.core import readiness, works
from webapp.data import BrowserSession, Database, Event, Outcome, Plan, Run, RunStep, Site, Snapshot, Status, Step
from webapp.errors import Refusal
from webapp.operating import aftercare, backups, rows


def everything(database: Database) -> dict[str, list[Any]]:
    """Every row of every table, in the order of its key."""
    with database.reading() as session:
        return {
            table.name: [tuple(row) for row in session.execute(select(table).order_by(*table.primary_key.columns))]
            for table in rows.tables()
        }


def new_url(folder: Path) -> str:
    """The address of a database that is not there yet, beside the one of the test."""
    (folder / "elsewhere").mkdir()
    return databases.new_url(folder / "elsewhere")


def breaches(database: Database) -> list[str]:
    """What can not be true of any one moment."""
    found = []
    with database.reading() as session:
        kept = set(session.scalars(select(Snapshot.step_id).where(Snapshot.after.is_not(None))))
        applied = session.scalars(select(RunStep).where(RunStep.outcome == Outcome.APPLIED)).all()
        found += [f"step {one.step_id} was applied without a snapshot" for one in applied if one.step_id not in kept]
        for plan in session.scalars(select(Plan)):
            places = sorted(session.scalars(select(Step.position).where(Step.plan_id == plan.id)))
            if places != list(range(1, plan.last_position + 1)):
                found.append(f"plan {plan.id} has {places} of {plan.last_position} steps")
        for run in session.scalars(select(Run).where(Run.finished_at.is_not(None))):
            parts = session.scalars(select(RunStep.outcome).where(RunStep.run_id == run.id)).all()
            found += [f"run {run.id} is over, and a step of it is not" for outcome in parts if outcome is None]
    return found


def test_a_backup_taken_under_load_and_restored_elsewhere_is_of_one_moment_and_misses_nothing_that_was_answered(
    tmp_path: Path,
) -> None:
    with busy.at_work(tmp_path, agents=2) as place:
        place.enough(runs=3)
        steps = [step for agent in place.agents for step in list(agent.steps)]
        ended = [run for agent in place.agents for run in list(agent.runs)]
        backups.back_up(place.settings.database_url, tmp_path / "sayso.backup")
        place.enough(runs=len(ended) + 2)
        url = new_url(tmp_path)
        found = backups.restore(url, tmp_path / "sayso.backup")
    database = Database(url)
    live = Database(place.settings.database_url)
    restored, now = everything(database), everything(live)
    live.close()
    with database.reading() as session:
        assert set(steps) <= set(session.scalars(select(Step.public_id)))
        assert set(ended) <= set(session.scalars(select(Run.public_id).where(Run.finished_at.is_not(None))))
    assert breaches(database) == []
    # The log is only ever written on to: what the backup has of it is how it begins, without a gap.
    assert restored["events"] == now["events"][: len(restored["events"])]
    assert len(now["events"]) > len(restored["events"])
    # What was over before the backup began is in it word for word; only the pages may be looked at afterwards.
    over = {row[:-1] for row in now["runs"] if row[1] in ended}
    assert len(over) == len(ended)
    assert over == {row[:-1] for row in restored["runs"] if row[1] in ended}
    assert found.counts == {name: len(lines) for name, lines in restored.items()}
    assert readiness.look(replace(place.desk, database=database))["sealing"] == "ok"
    database.close()
    print(f"{found.rows} rows restored, {len(restored['events'])} lines of the log and {len(over)} runs compared")


def test_nothing_is_overwritten_by_a_backup(sayso: Installed, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text("mine")
    with pytest.raises(Refusal) as refused:
        backups.back_up(sayso.desk.database.url, file)
    assert refused.value.message == f"{file} is there already, and nothing is overwritten."
    assert file.read_text() == "mine"


def test_a_backup_is_for_its_owners_eyes_and_lies_in_one_file(sayso: Installed, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    backups.back_up(sayso.desk.database.url, folder / "one")
    assert [file.name for file in folder.iterdir()] == ["one"]
    assert (folder / "one").stat().st_mode & 0o777 == 0o600


def test_a_backup_of_a_database_that_is_not_there_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        backups.back_up(f"sqlite:///{tmp_path}/none.db", tmp_path / "one")
    assert refused.value.message == f"There is no database at {tmp_path}/none.db."
    assert list(tmp_path.iterdir()) == []


def test_a_restored_backup_is_the_same_row_for_row(sayso: Installed, agent: Agent, tmp_path: Path) -> None:
    acts.plan(agent, acts.tagline("A"), acts.title(42, "Our story"))
    agent.call("apply_plan")
    sayso.workers.finish()
    backups.back_up(sayso.desk.database.url, tmp_path / "one")
    url = new_url(tmp_path)
    backups.restore(url, tmp_path / "one")
    database = Database(url)
    restored, before = everything(database), everything(sayso.desk.database)
    database.close()
    assert restored == before
    assert len(restored["snapshots"]) == 2


def test_a_backup_is_not_laid_out_over_what_is_there(sayso: Installed, agent: Agent, tmp_path: Path) -> None:
    backups.back_up(sayso.desk.database.url, tmp_path / "one")
    before = everything(sayso.desk.database)
    with pytest.raises(Refusal) as refused:
        backups.restore(sayso.desk.database.url, tmp_path / "one")
    assert refused.value.message.startswith("The database that SAYSO_DATABASE_URL names is not empty")
    assert everything(sayso.desk.database) == before


def test_a_backup_is_laid_out_in_tables_that_are_empty(sayso: Installed, tmp_path: Path) -> None:
    backups.back_up(sayso.desk.database.url, tmp_path / "one")
    url = new_url(tmp_path)
    schema.upgrade(url)
    assert backups.restore(url, tmp_path / "one").counts["people"] == 1


def test_what_is_no_backup_is_not_laid_out(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Olive")
    with pytest.raises(Refusal) as refused:
        backups.restore(f"sqlite:///{tmp_path}/sayso.db", tmp_path / "letter")
    assert refused.value.message == f"{tmp_path}/letter is no backup of Sayso."
    assert not (tmp_path / "sayso.db").exists()


def old_backup(folder: Path, version: str) -> Path:
    """A backup whose tables are said to be at another version."""
    schema.upgrade(f"sqlite:///{folder}/old.db")
    backups.back_up(f"sqlite:///{folder}/old.db", folder / "old")
    with closing(sqlite3.connect(folder / "old")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
        connection.commit()
    return folder / "old"


def test_a_backup_of_a_newer_sayso_is_refused_and_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        backups.restore(f"sqlite:///{tmp_path}/sayso.db", old_backup(tmp_path, "9999"))
    assert refused.value.message.startswith("The backup is of a newer Sayso: its tables are at 9999")
    assert not (tmp_path / "sayso.db").exists()


def test_a_backup_of_an_older_sayso_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "older"
    with closing(sqlite3.connect(file)) as connection:
        for statement in _older_tables(tmp_path):
            connection.execute(statement)
        connection.commit()
    found = backups.restore(f"sqlite:///{tmp_path}/sayso.db", file)
    assert (found.tables, found.counts["programs"]) == ("0006", 0)


def _older_tables(folder: Path) -> list[str]:
    url = f"sqlite:///{folder}/at-0006.db"
    command.upgrade(Config(toml_file=schema.ROOT / "pyproject.toml", attributes={"url": url}), "0006")
    with closing(sqlite3.connect(folder / "at-0006.db")) as connection:
        return list(connection.iterdump())


def test_a_broken_backup_is_not_laid_out(sayso: Installed, tmp_path: Path) -> None:
    schema.upgrade(f"sqlite:///{tmp_path}/whole.db")
    backups.back_up(f"sqlite:///{tmp_path}/whole.db", tmp_path / "one")
    held = bytearray((tmp_path / "one").read_bytes())
    held[8192:60_000] = b"\xff" * (60_000 - 8192)
    (tmp_path / "one").write_bytes(held)
    with pytest.raises(Refusal) as refused:
        backups.restore(f"sqlite:///{tmp_path}/again.db", tmp_path / "one")
    assert refused.value.message.startswith("The backup is broken")
    assert not (tmp_path / "again.db").exists()


def test_what_was_under_way_when_a_backup_was_taken_writes_nothing_more_once_it_is_restored(
    sayso: Installed, agent: Agent
) -> None:
    sayso.workers.desk = None
    acts.plan(agent, acts.tagline("A"), acts.title(42, "Our story"))
    with sayso.desk.writing() as session:
        plan = session.scalars(select(Plan)).one()
        plan_id = plan.id
        run = Run(
            public_id="run_1",
            plan_id=plan_id,
            key_id=agent.key.id,
            site_id=sayso.site.id,
            continue_on_error=False,
            stop_asked=False,
            asked_at=sayso.desk.clock(),
            worker="gone",
            lease_until=sayso.desk.clock(),
        )
        session.add(run)
        session.flush()
        for step in session.scalars(select(Step)):
            step.status = Status.ACCEPTED
            session.add(RunStep(run_id=run.id, step_id=step.id, phase="waiting"))
    with sayso.desk.writing() as session:
        held = aftercare.hold_back(session, sayso.desk.clock())
    assert (held.under_way, held.sites, held.plans) == (1, 1, 1)
    assert works.carry_out(sayso.desk, "run_1", "a worker")
    with sayso.desk.reading() as session:
        assert session.scalars(select(RunStep.outcome)).all() == ["not_run", "not_run"]
        assert session.scalars(select(Site.paused_at)).one() is not None
        assert session.scalars(select(Event.what).order_by(Event.id.desc())).first() is not None


def test_who_was_signed_in_when_a_backup_was_taken_is_signed_out_once_it_is_restored(sayso: Installed) -> None:
    with sayso.desk.writing() as session:
        session.add(
            BrowserSession(
                person_id=sayso.owner.id,
                token_hash="h",
                by_link=False,
                remembered=False,
                made_at=sayso.desk.clock(),
            )
        )
    with sayso.desk.writing() as session:
        aftercare.hold_back(session, sayso.desk.clock() + timedelta(hours=1))
    with sayso.desk.reading() as session:
        assert session.scalars(select(BrowserSession)).all() == []
