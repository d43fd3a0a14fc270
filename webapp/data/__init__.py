"""The tables, one noun a file, and the sessions they are read and written in.

Nothing here decides anything: the verbs are in `webapp.core`.
"""

from .answered import AnsweredCall
from .attempt import Attempt
from .away import is_away
from .copy import Copy
from .direct_write import DirectWrite
from .event import Event
from .issue_report import IssueReport
from .key import ApprovalToken, Key, KeyTicket, Mode, Scope
from .note import Note, NoteKind
from .notice import Notice, NoticeAddress, Way
from .person import BrowserSession, Membership, Person, SignInLink
from .plan import Plan
from .program import Program
from .receipt import IssuedReceipt
from .review_link import May, ReviewLink
from .row import LARGEST_ID, Row, public_id
from .run import UNDER_WAY, Outcome, Phase, Run, RunStep
from .secret import KeptSecret
from .session import Database
from .sight import Sight
from .site import Site, SiteLease
from .snapshot import Snapshot
from .step import Decision, Status, Step
from .undo import Back, Undo, UndoPart

__all__ = [
    "LARGEST_ID",
    "UNDER_WAY",
    "AnsweredCall",
    "ApprovalToken",
    "Attempt",
    "Back",
    "BrowserSession",
    "Copy",
    "Database",
    "Decision",
    "DirectWrite",
    "Event",
    "IssueReport",
    "IssuedReceipt",
    "KeptSecret",
    "Key",
    "KeyTicket",
    "May",
    "Membership",
    "Mode",
    "Note",
    "NoteKind",
    "Notice",
    "NoticeAddress",
    "Outcome",
    "Person",
    "Phase",
    "Plan",
    "Program",
    "ReviewLink",
    "Row",
    "Run",
    "RunStep",
    "Scope",
    "Sight",
    "SignInLink",
    "Site",
    "SiteLease",
    "Snapshot",
    "Status",
    "Step",
    "Undo",
    "UndoPart",
    "Way",
    "is_away",
    "public_id",
]
