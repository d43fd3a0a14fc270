"""Why a step deserves a close look, in the words of a card: a short tag, and a sentence that says what it means.

What is risky is found in `webapp.tools.risks`; nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from webapp.tools.risks import Risk


class Reason(NamedTuple):
    """A reason as a card tells it.

    Attributes:
        tag: two or three words.
        why: what it means for the site, in a sentence.
    """

    tag: str
    why: str


REASONS = {
    Risk.DELETE: Reason("Delete", "Something is taken away. What undo brings back stands below."),
    Risk.TAKES_BACK: Reason("Takes back edits", "Somebody changed this on the site after the agent wrote it."),
    Risk.SETTINGS: Reason("Settings", "It changes how the whole site works, not one page of it."),
    Risk.FRONT_PAGE: Reason("Front page", "It is about what visitors see first."),
    Risk.NOINDEX: Reason("Search engines", "It can hide the site or a page from search engines."),
    Risk.LONG: Reason("Very long", "Its text is too long to be searched for reasons, so look for yourself."),
    Risk.SCRIPT: Reason("Script or frame", "It puts code or another site's frame into what visitors open."),
    Risk.NEW_DOMAIN: Reason("New address", "It links to a place on the web that was not linked to here before."),
    Risk.PRICES: Reason("Prices", "A number changes that looks like a price. Compare it digit by digit."),
    Risk.LOST_BLOCKS: Reason("Parts lost", "Blocks or shortcodes that are there now would be gone."),
    Risk.BUILDER: Reason("Page builder", "A page builder keeps this page, and may not show what is changed here."),
    Risk.LIVE_WORDS: Reason("Read by visitors", "It changes what a page or post tells its visitors, at once."),
    Risk.MENU_LOSS: Reason("Menu links", "Links that visitors use would go, or stand at another place."),
    Risk.MENU: Reason("Menu", "It changes how visitors find their way, on every page at once."),
    Risk.LIVE: Reason("Live", "Visitors see it as soon as the step has run."),
}


def reasons_of(risks: Iterable[str]) -> list[Reason]:
    """Say the reasons of a step, in their own order; one that is not known any more is left out."""
    known = {str(risk): reason for risk, reason in REASONS.items()}
    return [known[risk] for risk in risks if risk in known]
