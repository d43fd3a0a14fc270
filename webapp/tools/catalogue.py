"""Every tool there is, by its short name. It holds no knowledge of its own: each noun's file lists its tools."""

from __future__ import annotations

from collections.abc import Mapping

from . import (
    item_deletes,
    item_updates,
    menu_additions,
    menu_reads,
    options,
    pages,
    sessions,
    site_context,
    snapshots,
)
from .copies import DraftCopies
from .nouns import PAGE
from .tool import Copies, Tool

_TOOLS: dict[str, Tool] = {}
for _tool in (
    *sessions.TOOLS,
    *site_context.TOOLS,
    *pages.TOOLS,
    *item_updates.TOOLS,
    *item_deletes.TOOLS,
    *menu_reads.TOOLS,
    *menu_additions.TOOLS,
    *options.TOOLS,
    *snapshots.tools(_TOOLS),
):
    _TOOLS[_tool.name] = _tool

CATALOGUE: Mapping[str, Tool] = _TOOLS

# What can be done with draft copies, by the kind of item.
COPIES: Mapping[str, Copies] = {PAGE.kind: DraftCopies(PAGE)}
