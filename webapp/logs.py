"""Logging: one line of JSON for each thing worth knowing, on standard error. No bodies, no secrets.

Whatever is done has an id, which stands on all its lines, and which whoever met trouble can quote. Only warnings and
worse of other libraries are let through, as lines of the same kind.
"""

from __future__ import annotations

import logging
import secrets
import sys

import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars
from structlog.typing import Processor

_ID = "id"


def set_up() -> None:
    """Send our own lines, and the warnings of libraries, to standard error as JSON, each on a line of its own."""
    common: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    written = structlog.processors.JSONRenderer()
    of_libraries = logging.StreamHandler(sys.stderr)
    of_libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, written],
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *common],
        )
    )
    logging.basicConfig(handlers=[of_libraries], level=logging.WARNING)
    structlog.configure(
        processors=[*common, written],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def begin(name: str | None = None) -> str:
    """Give what is done from here on an id, and forget that of what was done before.

    Args:
        name: the id that it has already; a new one when left out.
    """
    clear_contextvars()
    name = name or secrets.token_hex(4)
    bind_contextvars(**{_ID: name})
    return name


def about(**facts: str) -> None:
    """Let every further line of what is done say this too. Ids only: never a name, a text or a secret."""
    bind_contextvars(**facts)


def id_now() -> str:
    """Return the id of what is done now; what has none yet gets one."""
    return get_contextvars().get(_ID) or begin()
