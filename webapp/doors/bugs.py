"""Bugs of ours that reached a door: noted in the log under an id, by which whoever met one can ask about it.

How a door answers them is its own to say; nothing of the error's text is ever part of it.
"""

from __future__ import annotations

import secrets

import structlog

log = structlog.get_logger(__name__)


def noted(door: str, error: Exception) -> str:
    """Write an error into the log and return the id that it stands under.

    Args:
        door: where it came out, such as `rest`.
    """
    trouble_id = secrets.token_hex(4)
    log.error(f"{door}.broke", trouble_id=trouble_id, exc_info=error)
    return trouble_id
