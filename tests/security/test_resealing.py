"""A new sealing key takes the place of an old one: everything opens with it alone, and what was signed stays so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet, InvalidToken
from sqlalchemy import Engine, delete, event, select, update

from tests.core.acts import accept, plan, tagline, title
from tests.core.undo_acts import applied, begun, looked
from tests.installed import Agent, Installed, installed
from tests.programs import environment
from tests.sample import sample_site
from webapp.cli import main
from webapp.core import answered, issuing, marking, notice_addresses, signing, tickets, verifying
from webapp.core.answered import Answer, Marked
from webapp.core.desk import Desk
from webapp.core.sealing import Sealer
from webapp.core.verifying import Verdict
from webapp.data import DirectWrite, IssuedReceipt, KeptSecret, Mode, Row, Run, Site, Snapshot, Way
from webapp.data.sealed import SEALED
from webapp.operating import resealing

ROOT = Path(__file__).parents[2]
NEW = Fernet.generate_key().decode()
# What every value begins with that Fernet seals: its version, and the first bytes of the time.
NAMED = {f"{column.class_.__tablename__}.{column.key}" for column in SEALED.values()}
A_SEAL = re.compile(r"gAAAA[A-Za-z0-9_-]{20,}=*")


@pytest.fixture
def sayso(tmp_path: Path) -> Iterator[Installed]:
    with sample_site() as site, installed(tmp_path, site.url, site.username, site.app_password) as one:
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    """An agent that has planned, applied and reported something, and whose run is being taken back."""
    agent = sayso.agent(Mode.BROWSER)
    run = applied(sayso, agent, title(42, "Our story"), tagline("Fresh bread"))
    looked(sayso, begun(sayso, run))
    plan(agent, tagline("Fresh cake"))
    accept(sayso, agent)
    agent.call("report_issue", title="It broke", brief="The menu was gone afterwards.")
    notice_addresses.add(sayso.desk, sayso.owner, sayso.site.public_id, Way.WEBHOOK, "http://127.0.0.1:9/plans")
    answered.once(sayso.desk, agent.key, Marked("1", "/pages", "POST", {}), lambda: Answer("call_1", 200, {}))
    with sayso.desk.writing() as session:
        tickets.make(session, sayso.desk, agent.key, agent.token)
        kept = session.scalars(select(Snapshot.id).limit(1)).one()
        session.add(DirectWrite(snapshot_id=kept, key_id=agent.key.id, mark="1", fingerprint="1"))
    return agent


def with_keys(desk: Desk, *keys: str) -> Desk:
    """The desk of a program that was started anew with other sealing keys."""
    settings = replace(desk.settings, sealing_keys=keys)
    return replace(desk, settings=settings, sealer=Sealer(keys, partial(marking.kept_in, settings.database_url)))


def renewed(desk: Desk) -> Desk:
    return with_keys(desk, NEW, *desk.settings.sealing_keys)


def seals(desk: Desk) -> list[tuple[str, str]]:
    """Every sealed value of every table, also inside of JSON, with its column."""
    found = []
    with desk.reading() as session:
        for table in Row.metadata.sorted_tables:
            for row in session.execute(select(table)).mappings():
                found += [
                    (f"{table.name}.{name}", seal)
                    for name, value in row.items()
                    for seal in A_SEAL.findall(str(value))
                ]
    return found


def opens(key: str, seal: str) -> bool:
    try:
        Fernet(key).decrypt(seal.encode())
    except InvalidToken:
        return False
    return True


def fill_every_column(desk: Desk) -> None:
    """Seal something into each column that is there to hold a seal and is empty."""
    with desk.writing() as session:
        for purpose, column in SEALED.items():
            sealed = desk.sealer.seal(f"{purpose} x", "canary")
            session.execute(update(column.class_).where(column.is_(None)).values({column: sealed}))


@contextmanager
def whenever(part: str, act: Any) -> Iterator[None]:
    """Act after each statement that begins so."""

    def seen(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.replace("\n", "").startswith(part):
            act()

    event.listen(Engine, "after_cursor_execute", seen)
    try:
        yield
    finally:
        event.remove(Engine, "after_cursor_execute", seen)


def test_every_purpose_that_something_is_sealed_for_is_known_with_its_column() -> None:
    texts = [path.read_text() for path in (ROOT / "webapp").rglob("*.py")]
    named = {purpose for text in texts for purpose in re.findall(r'f"([a-z_]+\.[a-z_]+) \{', text)}
    assert named == set(SEALED)


@pytest.mark.usefixtures("agent")
def test_nothing_is_sealed_anywhere_but_in_the_columns_that_are_named(sayso: Installed) -> None:
    marking.keep(sayso.desk)
    found = {column for column, _seal in seals(sayso.desk)}
    assert found <= NAMED
    assert len(found) >= 17


@pytest.mark.usefixtures("agent")
def test_afterwards_every_seal_of_every_table_is_of_the_newest_key_and_the_old_one_opens_none(
    sayso: Installed,
) -> None:
    desk, [old] = renewed(sayso.desk), sayso.desk.settings.sealing_keys
    fill_every_column(sayso.desk)
    before = len(seals(sayso.desk))
    done = resealing.reseal(desk)
    assert (done.anew, done.broken, done.left) == (before, set(), False)
    after = seals(desk)
    # The secret of the marks, and a new one for receipts.
    assert len(after) == before + 2
    assert {column for column, _seal in after} == NAMED
    assert [column for column, seal in after if opens(old, seal) or not opens(NEW, seal)] == []
    assert resealing.reseal(desk).anew == 0


def test_with_the_old_key_taken_away_the_login_opens_and_a_write_is_still_known_again(
    sayso: Installed, agent: Agent
) -> None:
    purpose = f"site.app_password {sayso.site.public_id}"
    before = sayso.desk.sealer.unseal(purpose, sayso.site.app_password)
    resealing.reseal(renewed(sayso.desk))
    alone = with_keys(sayso.desk, NEW)
    with alone.reading() as session:
        assert alone.sealer.unseal(purpose, session.get_one(Site, sayso.site.id).app_password) == before
    later = replace(agent, desk=alone)
    waits = later.call("get_plan")["steps"][-1]
    again = later.call("update_option", option="description", value="Fresh cake")
    assert again["step_id"] == waits["step_id"]


def issued(desk: Desk) -> tuple[str, str]:
    """Digest and signature of the first receipt, as it is told now."""
    with desk.reading() as session:
        told = issuing.newest(session, desk, session.scalars(select(Run).order_by(Run.id)).first() or Run())
    assert told is not None
    return told.digest, told.signature


def verdict(desk: Desk, digest: str, signature: str) -> Verdict:
    with desk.reading() as session:
        return verifying.of_digest(session, desk, digest, signature).verdict


@pytest.mark.usefixtures("agent")
def test_a_receipt_that_was_signed_before_is_still_genuine_with_the_new_key_alone(sayso: Installed) -> None:
    digest, before = issued(sayso.desk)
    resealing.reseal(renewed(sayso.desk))
    alone = with_keys(sayso.desk, NEW)
    assert verdict(alone, digest, before) == Verdict.GENUINE
    _digest, since = issued(alone)
    assert since != before
    assert verdict(alone, digest, since) == Verdict.GENUINE


@pytest.mark.usefixtures("agent")
def test_whoever_had_the_old_key_and_the_database_signs_nothing_that_is_called_genuine(sayso: Installed) -> None:
    invented = "ab" * 32
    with sayso.desk.reading() as session:
        forged = signing.all_of(session, sayso.desk, invented)
    assert len(forged) == 2
    resealing.reseal(renewed(sayso.desk))
    alone = with_keys(sayso.desk, NEW)
    assert [verdict(alone, invented, one) for one in forged] == [Verdict.NO_LONGER_TOLD] * 2
    record = {"form": "sayso-receipt-1"}
    signed = {"record": record, "digest": invented, "signature": forged[0]}
    with alone.reading() as session:
        assert verifying.of_file(session, alone, json.dumps(signed)).verdict == Verdict.NO_LONGER_TOLD


@pytest.mark.usefixtures("agent")
def test_what_is_signed_since_is_genuine_also_when_it_is_erased(sayso: Installed) -> None:
    resealing.reseal(renewed(sayso.desk))
    alone = with_keys(sayso.desk, NEW)
    digest, since = issued(alone)
    with alone.writing() as session:
        session.execute(delete(IssuedReceipt))
    assert verdict(alone, digest, since) == Verdict.GENUINE


@pytest.mark.usefixtures("agent")
def test_with_a_key_that_was_forgotten_no_secret_is_made_and_nothing_is_lost_once_it_is_there(
    sayso: Installed,
) -> None:
    digest, before = issued(sayso.desk)
    marked = sayso.desk.sealer.mark(["receipt", digest])
    done = resealing.reseal(with_keys(sayso.desk, NEW))
    assert done.broken
    with sayso.desk.reading() as session:
        assert session.scalars(select(KeptSecret.name)).all() == ["signing.1"]
    assert "Is a key missing in SAYSO_SEALING_KEYS?" in resealing.told(done)
    resealing.reseal(renewed(sayso.desk))
    alone = with_keys(sayso.desk, NEW)
    assert [verdict(alone, digest, one) for one in (before, marked)] == [Verdict.GENUINE] * 2


@pytest.mark.usefixtures("agent")
def test_where_the_key_of_the_secret_is_gone_for_good_receipts_are_signed_with_another(sayso: Installed) -> None:
    alone = with_keys(sayso.desk, NEW)
    with alone.writing() as session:
        signing.begin(session, alone)
        first, *_rest = signing.all_of(session, alone, "a" * 64)
    assert verdict(alone, "a" * 64, first) == Verdict.GENUINE
    both = renewed(sayso.desk)
    with both.reading() as session:
        assert signing.sign(session, both, "a" * 64) == first


def test_the_secret_of_the_marks_is_kept_once_and_stays_and_each_new_key_has_one_for_receipts(
    sayso: Installed,
) -> None:
    before = sayso.desk.sealer.mark("4711")
    resealing.reseal(renewed(sayso.desk))
    resealing.reseal(renewed(sayso.desk))
    third = Fernet.generate_key().decode()
    resealing.reseal(with_keys(sayso.desk, third, NEW))
    assert with_keys(sayso.desk, third).sealer.mark("4711") == before
    with sayso.desk.reading() as session:
        names = session.scalars(select(KeptSecret.name).order_by(KeptSecret.name)).all()
    assert names == ["marking", "signing.1", "signing.2"]


def test_what_is_written_while_it_is_sealed_anew_is_not_overwritten(sayso: Installed) -> None:
    desk = renewed(sayso.desk)
    purpose = f"site.app_password {sayso.site.public_id}"
    newer = iter([desk.sealer.seal(purpose, "newer")])

    def change_it() -> None:
        if sealed := next(newer, None):
            with desk.writing() as session:
                session.execute(update(Site).values(app_password=sealed))

    with whenever("SELECT sites.id, sites.app_password", change_it):
        resealing.reseal(desk)
    with desk.reading() as session:
        assert desk.sealer.unseal(purpose, session.scalars(select(Site.app_password)).one()) == "newer"


class CutOff(Exception):
    """What ends the command in the midst of its work."""


@pytest.mark.usefixtures("agent")
def test_cut_off_in_the_middle_it_goes_on_with_what_is_left(sayso: Installed) -> None:
    desk, whole = renewed(sayso.desk), len(seals(sayso.desk))
    count = iter(range(100))

    def cut_off() -> None:
        if next(count) == 9:
            raise CutOff

    with whenever("UPDATE", cut_off), pytest.raises(CutOff):
        resealing.reseal(desk)
    done = resealing.reseal(desk)
    assert 0 < done.anew < whole
    assert [column for column, seal in seals(desk) if not opens(NEW, seal)] == []


def test_what_opens_with_no_key_is_named_and_no_key_is_said_to_be_free(sayso: Installed) -> None:
    done = resealing.reseal(with_keys(sayso.desk, NEW))
    assert done.broken == {f"sites.app_password of {sayso.site.id}"}
    words = resealing.told(done)
    assert f"1 open with none of the keys: sites.app_password of {sayso.site.id}." in words
    assert "can be taken away" not in words


def test_it_says_how_many_were_sealed_anew_and_that_the_older_keys_can_go(sayso: Installed) -> None:
    assert resealing.told(resealing.reseal(renewed(sayso.desk))).splitlines() == [
        "1 sealed values were sealed anew with the newest key.",
        "The older keys of SAYSO_SEALING_KEYS can be taken away; then restart web and worker.",
    ]


def test_the_command_says_how_many_and_answers_whether_it_is_done(
    sayso: Installed, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [old] = sayso.desk.settings.sealing_keys
    for name, value in environment(sayso.desk.settings).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("SAYSO_SEALING_KEYS", f"{NEW},{old}")
    assert main(["reseal"]) == 0
    assert capsys.readouterr().out.startswith("1 sealed values were sealed anew with the newest key.\n")
    monkeypatch.setenv("SAYSO_SEALING_KEYS", Fernet.generate_key().decode())
    assert main(["reseal"]) == 1
    assert "3 open with none of the keys" in capsys.readouterr().out
