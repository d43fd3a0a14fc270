"""Which columns hold sealed values, and what each was sealed for: whatever has to be sealed anew is found here.

Sealing and opening are `webapp.core.sealing`'s business.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.orm import InstrumentedAttribute

from .answered import AnsweredCall
from .copy import Copy
from .direct_write import DirectWrite
from .issue_report import IssueReport
from .key import KeyTicket
from .notice import NoticeAddress
from .receipt import IssuedReceipt
from .run import RunStep
from .secret import KeptSecret
from .site import Site
from .snapshot import Snapshot
from .step import Step
from .undo import UndoPart

# Each purpose is followed by the name of the row. What is not named here is lost with the key that sealed it.
SEALED: Mapping[str, InstrumentedAttribute[str] | InstrumentedAttribute[str | None]] = {
    "answered_call.answer": AnsweredCall.answer,
    "copy.base": Copy.base,
    "copy.preview_token": Copy.preview_token,
    "direct_write.answer": DirectWrite.answer,
    "direct_write.arguments": DirectWrite.arguments,
    "issued_receipt.record": IssuedReceipt.record,
    "kept_secret.sealed": KeptSecret.sealed,
    "key_ticket.key_token": KeyTicket.key_token,
    "notice.address": NoticeAddress.address,
    "notice.secret": NoticeAddress.secret,
    "report.body": IssueReport.body,
    "run_step.report": RunStep.report,
    "site.app_password": Site.app_password,
    "snapshot.after": Snapshot.after,
    "snapshot.before": Snapshot.before,
    "step.after": Step.after,
    "step.arguments": Step.arguments,
    "step.base": Step.base,
    "step.edits": Step.edits,
    "step.forecast": Step.forecast,
    "step.former": Step.former,
    "step.gist": Step.gist,
    "step.moved_from": Step.moved_from,
    "step.now": Step.now,
    "step.request": Step.request,
    "undo_part.look": UndoPart.look,
    "undo_part.report": UndoPart.report,
}
