"""Logging: one line of JSON for each thing worth knowing, on standard error. No bodies, no secrets.

Only warnings and worse of other libraries are let through.
"""

from __future__ import annotations

import logging
import sys

import structlog


def set_up() -> None:
    """Send our own lines, and the warnings of libraries, to standard error as JSON."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s %(message)s")
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
