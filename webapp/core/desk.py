"""The desk: what every verb of the engine needs at hand. It is laid once, in `webapp.laying`, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from webapp.clock import Clock
from webapp.data import Database
from webapp.settings import Settings
from webapp.tools.tool import Copies, Tool
from webapp.wordpress.client import Patience

from .limits import (
    NOTES_BY_LINK_A_MINUTE,
    RECEIPTS_BY_MAIL_A_MINUTE,
    RECEIPTS_VERIFIED_A_MINUTE,
    SAME_RECEIPTS_BY_MAIL_A_MINUTE,
    TESTS_A_MINUTE,
    WAIT_AT_ONCE,
    CallLimit,
    WaitingRoom,
)
from .sealing import Sealer
from .shares import Shares

# A stored request, as it arrived at a door -> the tool's short name and the arguments as they arrived.
Translate = Callable[[Mapping[str, Any]], tuple[str, Any]]


@dataclass(frozen=True)
class Desk:
    """What lies at hand.

    Attributes:
        translations: for each door, how its stored requests become calls again.
        wake: tells the worker that a run waits; losing the message loses nothing.
        patience: how long a site may take to answer.
    """

    settings: Settings
    database: Database
    sealer: Sealer
    clock: Clock
    # Where a desk is shown, in the trace of a fault, every tool with its schema would bury all else.
    catalogue: Mapping[str, Tool] = field(repr=False)
    copies: Mapping[str, Copies] = field(repr=False)
    translations: Mapping[str, Translate] = field(repr=False)
    wake: Callable[[str], None]
    call_limit: CallLimit
    notice_limit: CallLimit = field(
        default_factory=lambda: CallLimit(TESTS_A_MINUTE, "Too many tests were sent within a minute.")
    )
    guest_limit: CallLimit = field(
        default_factory=lambda: CallLimit(
            NOTES_BY_LINK_A_MINUTE, "You said much within a minute. Wait one, then go on."
        )
    )
    patience: Patience = field(default_factory=Patience)
    mail_limit: CallLimit = field(
        default_factory=lambda: CallLimit(
            RECEIPTS_BY_MAIL_A_MINUTE, "You sent several receipts within a minute. Wait one, then go on."
        )
    )
    same_mail_limit: CallLimit = field(
        default_factory=lambda: CallLimit(
            SAME_RECEIPTS_BY_MAIL_A_MINUTE, "This receipt was sent to this address within the last minute already."
        )
    )
    verify_limit: CallLimit = field(
        default_factory=lambda: CallLimit(
            RECEIPTS_VERIFIED_A_MINUTE, "Many receipts were checked from here within a minute."
        )
    )
    waiting_room: WaitingRoom = field(default_factory=lambda: WaitingRoom(WAIT_AT_ONCE))
    shares: Shares = field(default_factory=Shares)

    def reading(self) -> AbstractContextManager[Session]:
        """Open a session that cannot change anything."""
        return self.database.reading()

    def writing(self) -> AbstractContextManager[Session]:
        """Open the session that may change things; it commits at the end."""
        return self.database.writing()
