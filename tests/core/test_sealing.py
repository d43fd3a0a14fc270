"""What is sealed opens only for what it was sealed for."""

from __future__ import annotations

import pytest
from cryptography.fernet import Fernet

from webapp.core.sealing import BrokenSeal, Sealer, hashed
from webapp.diffs.fingerprint import fingerprint

OLD, NEW = Fernet.generate_key().decode(), Fernet.generate_key().decode()


def test_a_sealed_value_does_not_show_what_it_holds_and_opens_again() -> None:
    sealer = Sealer([NEW])
    sealed = sealer.seal("step.request step_1", {"title": "Our story", "n": 1})
    assert "Our story" not in sealed
    assert sealer.unseal("step.request step_1", sealed) == {"title": "Our story", "n": 1}


def test_half_a_character_is_kept_as_it_came() -> None:
    sealer = Sealer([NEW])
    assert sealer.unseal("step.base step_1", sealer.seal("step.base step_1", ["Caf\u00e9 \ud83d"])) == ["Café \ud83d"]


@pytest.mark.promise("D-REST-08")
def test_a_value_moved_to_another_row_does_not_open() -> None:
    sealer = Sealer([NEW])
    with pytest.raises(BrokenSeal):
        sealer.unseal("step.request step_2", sealer.seal("step.request step_1", "x"))


def test_after_a_new_key_was_put_in_front_old_seals_still_open() -> None:
    sealed = Sealer([OLD]).seal("a", "x")
    assert Sealer([NEW, OLD]).unseal("a", sealed) == "x"
    with pytest.raises(BrokenSeal):
        Sealer([NEW]).unseal("a", sealed)


def test_a_mark_is_the_same_for_the_same_json_and_no_plain_hash_of_it() -> None:
    sealer = Sealer([OLD])
    assert sealer.mark({"a": 1, "b": "4711"}) == sealer.mark({"b": "4711", "a": 1})
    assert sealer.mark({"b": "4711"}) != sealer.mark({"b": "4712"})
    assert sealer.mark("4711") not in (fingerprint("4711"), hashed("4711"))
    assert len(sealer.mark("4711")) == 64


def test_a_mark_can_not_be_made_without_the_key() -> None:
    assert Sealer([OLD]).mark("4711") != Sealer([NEW]).mark("4711")


def test_a_new_key_in_front_leaves_the_marks_as_they_are() -> None:
    assert Sealer([NEW, OLD]).mark("4711") == Sealer([OLD]).mark("4711")


def test_a_token_is_found_by_its_hash() -> None:
    assert hashed("respira_x") == "a1f16ef422daa25770a2a0ebba67ebfa091f8c403f75d04a860560302cd027d9"
