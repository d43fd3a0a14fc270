"""Issuing receipts: what was said of a run at its end, signed, so that it can be shown to others.

What became of a run's changes since is told beside it (see `histories`), and is no part of what is signed. Whether
something that somebody shows us was signed here is told in `verifying`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import IssuedReceipt, Run
from webapp.diffs.fingerprint import fingerprint

from . import receipt_records, signing
from .desk import Desk
from .receipt_records import Record

# What an edition adds to what is said.
_OF_EDITION = ("edition", "issued_at")


@dataclass(frozen=True)
class Issued:
    """An edition of a run's receipt with its signature.

    Attributes:
        verify: the address that tells whether it was signed here.
    """

    record: Record
    digest: str
    signature: str
    edition: int
    issued_at: datetime
    verify: str

    def as_json(self) -> dict[str, Any]:
        """Return what whoever is given the receipt as JSON can prove it with."""
        return {
            "record": self.record,
            "digest": self.digest,
            "signature": self.signature,
            "edition": self.edition,
            "issued_at": self.issued_at.isoformat(timespec="seconds"),
            "verify": self.verify,
        }


def issue(session: Session, desk: Desk, run: Run) -> None:
    """Issue the receipt of a finished run; another edition of it where something else is to be said by now."""
    if run.finished_at is None:
        return
    said = receipt_records.of(session, desk, run)
    last = _newest_row(session, run.id)
    if last is not None:
        former = _without_edition(unsealed(desk, run, last))
        said = receipt_records.carried_on(said, former)
        if said == former:
            return
    edition, now = 1 if last is None else last.edition + 1, desk.clock()
    signing.begin(session, desk)
    record = {**said, "edition": edition, "issued_at": now.isoformat(timespec="seconds")}
    session.add(
        IssuedReceipt(
            run_id=run.id,
            edition=edition,
            record=desk.sealer.seal(_purpose(run, edition), record),
            digest=fingerprint(record),
            issued_at=now,
        )
    )


def newest(session: Session, desk: Desk, run: Run) -> Issued | None:
    """Return the newest edition of a run's receipt; None for a run from before receipts were signed."""
    row = _newest_row(session, run.id)
    if row is None:
        return None
    signature = signing.sign(session, desk, row.digest)
    address = f"{desk.settings.public_url}/verify?{urlencode({'digest': row.digest, 'signature': signature})}"
    return Issued(unsealed(desk, run, row), row.digest, signature, row.edition, row.issued_at, address)


def unsealed(desk: Desk, run: Run, row: IssuedReceipt) -> Record:
    """Return the record of an edition."""
    record: Record = desk.sealer.unseal(_purpose(run, row.edition), row.record)
    return record


def _purpose(run: Run, edition: int) -> str:
    return f"issued_receipt.record {run.public_id} {edition}"


def _newest_row(session: Session, run_id: int) -> IssuedReceipt | None:
    found = select(IssuedReceipt).where(IssuedReceipt.run_id == run_id).order_by(IssuedReceipt.edition.desc())
    return session.scalar(found.limit(1))


def _without_edition(record: Record) -> Record:
    return {name: told for name, told in record.items() if name not in _OF_EDITION}
