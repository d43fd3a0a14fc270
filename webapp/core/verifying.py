"""Verifying: whether a receipt that somebody shows us was signed here, and what became of it since.

Whoever asks has no account. What they bring is hostile until its signature proves otherwise; a signature that does
not fit and one of a receipt that never was are answered alike.

A secret that is the newest no more may be known to others. A signature by it is believed of a receipt that is still
kept here, which nobody can add to; of any other it proves nothing.
"""

from __future__ import annotations

import hmac
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.data import IssuedReceipt, Run, Snapshot
from webapp.diffs.fingerprint import fingerprint
from webapp.errors import Refusal

from . import histories, issuing, receipt_files, signing
from .desk import Desk
from .receipt_records import Record

# So many characters of a file are read. A receipt of fifty steps with long answers has some hundred thousand.
LONGEST = 2_000_000
_HEX = re.compile(r"[0-9a-f]{64}")


class Verdict(StrEnum):
    """What can be said of a receipt that is shown to us."""

    GENUINE = "genuine"
    CHANGED = "changed"
    NOT_OURS = "not_ours"
    NO_LONGER_TOLD = "no_longer_told"


@dataclass(frozen=True)
class Verified:
    """What is told of a receipt.

    Attributes:
        verdict: `no_longer_told` of a receipt that is not kept here, signed with a secret that others may know.
        record: what was signed; None where it is not genuine, or not kept here any more.
        newer: another edition of it was issued since.
        taken_back: how many of its steps were taken back since.
    """

    verdict: Verdict
    record: Record | None = None
    newer: bool = False
    taken_back: int = 0


def of_digest(session: Session, desk: Desk, digest: str, signature: str) -> Verified:
    """Tell whether a digest was signed here."""
    doubt = _doubt(session, desk, digest, signature)
    return Verified(doubt) if doubt else _genuine(session, desk, digest, None)


def of_file(session: Session, desk: Desk, text: str) -> Verified:
    """Tell whether a receipt as JSON was signed here and says what was signed.

    Args:
        text: the whole file, or what is under `review.signed` in it.

    Raises:
        Refusal: `respira_invalid_arguments` where that is no receipt as JSON.
    """
    told = _read(text)
    signed = told if "record" in told else _inner(_inner(told, "review"), "signed")
    record, digest, signature = signed.get("record"), signed.get("digest"), signed.get("signature")
    if not (isinstance(record, dict) and isinstance(digest, str) and isinstance(signature, str)):
        raise _no_receipt("This JSON holds no signed receipt: what is under review and signed is missing.")
    if doubt := _doubt(session, desk, digest, signature):
        return Verified(doubt)
    if fingerprint(record) != digest or receipt_files.contradicts(told, signed):
        return Verified(Verdict.CHANGED)
    return _genuine(session, desk, digest, record)


def _doubt(session: Session, desk: Desk, digest: str, signature: str) -> Verdict | None:
    """Tell why a digest with its signature is not believed; None where it is."""
    whole = bool(_HEX.fullmatch(digest)) and bool(_HEX.fullmatch(signature))
    # All are compared, so that the time tells nothing of which it is.
    fits = [
        hmac.compare_digest(ours, signature if whole else "")
        for ours in signing.all_of(session, desk, digest if whole else "")
    ]
    if not any(fits):
        return Verdict.NOT_OURS
    by_the_newest_secret = len(fits) > 1 and fits[0]
    return None if by_the_newest_secret or _row(session, digest) else Verdict.NO_LONGER_TOLD


def _row(session: Session, digest: str) -> IssuedReceipt | None:
    return session.scalar(select(IssuedReceipt).where(IssuedReceipt.digest == digest))


def _genuine(session: Session, desk: Desk, digest: str, record: Record | None) -> Verified:
    row = _row(session, digest)
    if row is None:
        return Verified(Verdict.GENUINE, record)
    run = session.get_one(Run, row.run_id)
    kept = issuing.unsealed(desk, run, row)
    newest = session.scalar(select(func.max(IssuedReceipt.edition)).where(IssuedReceipt.run_id == run.id))
    return Verified(Verdict.GENUINE, kept, (newest or 0) > row.edition, _taken_back(session, desk, run, kept))


def _taken_back(session: Session, desk: Desk, run: Run, record: Record) -> int:
    uuids = [uuid for step in record["steps"] for uuid in step["snapshots"]]
    restored = select(Snapshot.uuid).where(Snapshot.uuid.in_(uuids), Snapshot.restored_at.is_not(None))
    gone, with_copies = set(session.scalars(restored)), histories.taken_back_with_copies(session, desk, run)
    return sum(
        1 for step in record["steps"] if gone.intersection(step["snapshots"]) or step["step_id"] in with_copies
    )


def _inner(told: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    inner = told.get(name)
    return inner if isinstance(inner, dict) else {}


def _read(text: str) -> Mapping[str, Any]:
    if len(text) > LONGEST:
        raise _no_receipt("This is longer than any receipt.")
    try:
        # Some editors begin each file with a mark of its encoding.
        bare = text.lstrip().removeprefix("\ufeff")
        told = json.loads(bare, parse_constant=_no_number, parse_float=_finite, object_pairs_hook=_each_once)
        # What can not be spelled again in one way can not be compared either.
        fingerprint(told)
    except (ValueError, RecursionError):
        raise _no_receipt("This is not JSON. Paste the whole file, from its first brace to its last.") from None
    if not isinstance(told, dict):
        raise _no_receipt("This JSON is no receipt.")
    return told


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its members. One that is told twice could mean either."""
    told = dict(pairs)
    if len(told) != len(pairs):
        raise ValueError("a name twice")
    return told


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("too large a number")
    return number


def _no_receipt(words: str) -> Refusal:
    return Refusal("respira_invalid_arguments", words, hint="")
