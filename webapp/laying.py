"""Laying the desk: what the engine's verbs need at hand, put together once for every program that runs them.

The worker and the commands need no pages and no doors, so those are not loaded here (see `webapp.app`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from webapp import clock
from webapp.core import marking
from webapp.core.desk import Desk
from webapp.core.limits import CALLS_A_MINUTE, CallLimit
from webapp.core.sealing import Sealer
from webapp.data import Database, revision
from webapp.doors import stored
from webapp.settings import Settings
from webapp.tools.catalogue import CATALOGUE, COPIES


def lay_desk(settings: Settings, wake: Callable[[str], None]) -> Desk:
    """Lay everything at hand that the engine's verbs need.

    Args:
        wake: tells the worker that a run waits.
    """
    return Desk(
        settings=settings,
        database=Database(settings.database_url),
        sealer=Sealer(settings.sealing_keys, partial(marking.kept_in, settings.database_url)),
        clock=clock.now,
        catalogue=CATALOGUE,
        copies=COPIES,
        translations={"mcp": stored.of_mcp, "stdio": stored.of_stdio, "rest": stored.of_rest},
        wake=wake,
        call_limit=CallLimit(CALLS_A_MINUTE),
    )


def demand_tables(settings: Settings) -> None:
    """Demand that the database has the tables that this Sayso works with, before anything is opened to work on them.

    Raises:
        Refusal: `respira_other_tables`.
    """
    database = Database(settings.database_url)
    try:
        revision.demand_newest(database)
    finally:
        database.close()
