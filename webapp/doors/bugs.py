"""Bugs of ours that reached a door: noted in the log under an id, by which whoever met one can ask about it.
A database that is away is no bug: it is noted too, and whoever called may try again.

How a door answers them is its own to say; nothing of the error's text is ever part of it.
"""

from __future__ import annotations

import structlog

from webapp import logs
from webapp.errors import Refusal

TRY_AGAIN_AFTER = "5"  # seconds, as the header Retry-After says them
log = structlog.get_logger(__name__)


def noted(door: str, error: Exception) -> str:
    """Write an error into the log and return the id that it stands under.

    Args:
        door: where it came out, such as `rest`.
    """
    name = logs.id_now()
    log.error(f"{door}.broke", id=name, exc_info=error)
    return name


def away(door: str, error: Exception) -> Refusal:
    """Write into the log that the database is away, and return what whoever called is told."""
    log.warning(f"{door}.database_away", exc_info=error)
    return Refusal("respira_database_away")
