"""What somebody might guess is counted for all web programs together, in rows that name nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from sqlalchemy import select, update

from tests.conftest import MovableClock
from tests.installed import Installed
from webapp.core import attempts, links, passwords, people, sweeping, tickets
from webapp.core.attempts import Tries, Whose
from webapp.core.desk import Desk
from webapp.data import Attempt, Person
from webapp.errors import Refusal
from webapp.laying import lay_desk

PASSWORD = "correct horse battery"
SWEETS = Tries("sweets", "Too many sweets.", "Take an apple.", a_minute=2, an_hour=4)


@pytest.fixture
def desk(place: Installed, clock: MovableClock) -> Desk:
    return replace(place.desk, clock=clock)


def refused(desk: Desk, name: str) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        attempts.count(desk, SWEETS, Whose(name))
    return refusal.value


def test_one_too_many_is_refused_until_the_minute_is_over_and_not_counted(desk: Desk, clock: MovableClock) -> None:
    attempts.count(desk, SWEETS, Whose("tom"))
    clock.advance(seconds=30)
    attempts.count(desk, SWEETS, Whose("tom"))
    refusal = refused(desk, "tom")
    assert (refusal.code, refusal.status) == ("respira_rate_limited", 429)
    assert refusal.message == "Too many sweets. Wait a minute, then try again."
    assert refusal.advice == "Take an apple."
    attempts.count(desk, SWEETS, Whose("ann"))
    clock.advance(seconds=30)
    attempts.count(desk, SWEETS, Whose("tom"))


def test_more_than_the_hour_allows_waits_for_the_oldest_to_be_an_hour_old(desk: Desk, clock: MovableClock) -> None:
    for _ in range(4):
        attempts.count(desk, SWEETS, Whose("tom"))
        clock.advance(minutes=5)
    assert refused(desk, "tom").message == "Too many sweets. Wait 40 minutes, then try again."
    clock.advance(minutes=40)
    attempts.count(desk, SWEETS, Whose("tom"))


def test_a_second_web_program_goes_on_counting_where_the_first_stands(desk: Desk, clock: MovableClock) -> None:
    attempts.count(desk, SWEETS, Whose("tom"))
    other = replace(lay_desk(desk.settings, lambda run: None), clock=clock)
    try:
        attempts.count(other, SWEETS, Whose("tom"))
        assert refused(desk, "tom").code == "respira_rate_limited"
    finally:
        other.database.close()


def test_the_rows_name_nobody_and_are_gone_after_an_hour(desk: Desk, clock: MovableClock) -> None:
    with pytest.raises(Refusal, match="respira_sign_in_failed"):
        people.sign_in(desk, "olive@example.com", "wrong horse", "203.0.113.7")
    with desk.reading() as session:
        about = [row.about for row in session.scalars(select(Attempt))]
    assert [len(one) for one in about] == [64, 64]
    clock.advance(hours=1)
    sweeping.sweep(desk)
    with desk.reading() as session:
        assert session.scalars(select(Attempt)).all() == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("203.0.113.7", "::ffff:203.0.113.7", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("", "somewhere", False),
    ],
)
def test_a_caller_is_an_address_or_a_network_that_somebody_has_whole(one: str, other: str, same: bool) -> None:
    assert (attempts.callers(one)[0] == attempts.callers(other)[0]) is same


def test_the_networks_of_one_customer_may_together_try_ten_times_as_much(desk: Desk) -> None:
    for number in range(20):
        attempts.count(desk, SWEETS, *attempts.callers(f"2001:db8:1:{number:x}::1"))
    with pytest.raises(Refusal, match="Too many sweets"):
        attempts.count(desk, SWEETS, *attempts.callers("2001:db8:1:ffff::1"))
    attempts.count(desk, SWEETS, *attempts.callers("2001:db8:2::1"))


def test_whoever_is_kept_out_by_the_tries_of_others_comes_in_with_a_link_and_is_told_so(desk: Desk) -> None:
    for number in range(10):
        attempts.count(desk, people.TRIES, Whose(f"caller 203.0.113.{number}"), Whose("email olive@example.com"))
    with pytest.raises(Refusal) as refusal:
        people.sign_in(desk, "olive@example.com", PASSWORD, "203.0.113.99")
    assert refusal.value.message == (
        "Too many tries to sign in, from here or with this address. Wait a minute, then try again."
    )
    assert refusal.value.advice.startswith("A sign-in link works meanwhile")
    assert people.use_link(desk, people.make_link(desk, "olive@example.com")).name == "Olive Owner"


def test_sixty_tries_an_hour_at_one_address_are_all(desk: Desk, clock: MovableClock) -> None:
    for number in range(60):
        attempts.count(desk, people.TRIES, Whose("email olive@example.com"), Whose(f"caller {number}"))
        clock.advance(seconds=10)
    with pytest.raises(Refusal, match="Wait 50 minutes, then try again"):
        attempts.count(desk, people.TRIES, Whose("email olive@example.com"), Whose("caller 61"))


def test_codes_and_passcodes_are_counted_in_rows_too_and_apart_from_passwords(desk: Desk) -> None:
    for number in range(10):
        with pytest.raises(Refusal, match="respira_token_unknown"):
            tickets.redeem(desk, f"WRONG{number}", "203.0.113.7")
        with pytest.raises(Refusal, match="respira_link_over"):
            links.let_in(desk, f"wrong {number}", "1234", "203.0.113.7")
    with pytest.raises(Refusal, match="respira_rate_limited"):
        tickets.redeem(desk, "WRONG", "203.0.113.7")
    with pytest.raises(Refusal, match="respira_rate_limited"):
        links.let_in(desk, "wrong", "1234", "203.0.113.7")
    with pytest.raises(Refusal, match="respira_sign_in_failed"):
        people.sign_in(desk, "olive@example.com", "wrong horse", "203.0.113.7")


def test_a_password_is_kept_as_argon2id_of_64_megabytes_and_three_rounds() -> None:
    with passwords.place() as place:
        assert place.hash_of(PASSWORD).startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_a_hash_that_was_made_more_cheaply_is_made_anew_when_its_password_is_typed(desk: Desk, owner: Person) -> None:
    cheap = PasswordHasher.from_parameters(CHEAPEST).hash(PASSWORD)
    with desk.writing() as session:
        session.execute(update(Person).values(password_hash=cheap))
    with pytest.raises(Refusal, match="respira_sign_in_failed"):
        people.sign_in(desk, owner.email, "wrong horse", "203.0.113.7")
    assert hash_of_olive(desk) == cheap
    people.sign_in(desk, owner.email, PASSWORD, "203.0.113.7")
    anew = hash_of_olive(desk)
    assert anew.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    people.sign_in(desk, owner.email, PASSWORD, "203.0.113.7")
    assert hash_of_olive(desk) == anew


def test_nobody_costs_as_much_work_as_somebody(desk: Desk, owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    people.set_password(desk, owner.id, PASSWORD)
    people.add(desk, "links-only@example.com", "Links Only")
    verified: list[str] = []
    real = PasswordHasher.verify

    def verify(hasher: PasswordHasher, known: str, typed: str) -> bool:
        verified.append(known.rpartition("$")[0].rpartition("$")[0])
        return real(hasher, known, typed)

    monkeypatch.setattr(PasswordHasher, "verify", verify)
    for email in (owner.email, "links-only@example.com", "nobody@example.com"):
        with pytest.raises(Refusal, match="respira_sign_in_failed"):
            people.sign_in(desk, email, "wrong horse", "203.0.113.7")
    assert verified == ["$argon2id$v=19$m=65536,t=3,p=4"] * 3


def hash_of_olive(desk: Desk) -> str:
    with desk.reading() as session:
        return session.scalars(select(Person.password_hash)).one() or ""
