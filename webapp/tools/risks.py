"""Why a step deserves a close look: short reasons, found in what it would do. Pure; it asks nobody.

A person accepts a step with a grave reason only from its own page.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from .answers import Proposal, State
from .tool import WriteTool


class Risk(StrEnum):
    """A reason, in the order in which people are told."""

    DELETE = "delete"
    SETTINGS = "settings"
    FRONT_PAGE = "front_page"
    NOINDEX = "noindex"
    SCRIPT = "script"
    NEW_DOMAIN = "new_domain"
    PRICES = "prices"
    LOST_BLOCKS = "lost_blocks"
    BUILDER = "builder"
    MENU = "menu"
    LIVE = "live"


# Changing the live site alone is no grave reason: small things, such as a picture's words, can not land elsewhere.
GRAVE = frozenset(Risk) - {Risk.LIVE}


def risks_of(tool: WriteTool, proposal: Proposal, state: State, site_url: str) -> list[Risk]:
    """Return why to look closely at what a write would do, the gravest first.

    Args:
        state: of its target before the write.
        site_url: the site's own address.
    """
    found = set()
    if tool.destructive:
        found.add(Risk.DELETE)
    if proposal.lands_on.where == "live":
        found.add(Risk.LIVE)
    return [risk for risk in Risk if risk in found]


def is_grave(risks: Iterable[str]) -> bool:
    """Tell whether a step with these reasons has to be opened before it can be accepted."""
    return bool(GRAVE & set(risks))
