"""What is shown of the browsers that a person is signed in with.

What a browser says of itself is hostile text and proves nothing: only words of our own are made of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from webapp.data import BrowserSession

# Many browsers name others too, so what is found first counts.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_MACHINES = (
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("CrOS", "a Chromebook"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True)
class ShownSession:
    """One line of the list.

    Attributes:
        browser: such as "Firefox on Windows".
        seen_at: when a form was last sent from it; None where that is not known.
        by_link: it was begun with a sign-in link.
        is_here: it is the browser that asks.
    """

    row_id: int
    browser: str
    since: datetime
    seen_at: datetime | None
    by_link: bool
    is_here: bool


def shown_session(row: BrowserSession, here: BrowserSession) -> ShownSession:
    """Return what is shown of a session.

    Args:
        here: the session that asks.
    """
    return ShownSession(row.id, browser_name(row.browser), row.made_at, row.seen_at, row.by_link, row.id == here.id)


def browser_name(told: str | None) -> str:
    """Say in plain words which browser this is.

    Args:
        told: what it says of itself; None where it said nothing.
    """
    browser, machine = _found(_BROWSERS, told), _found(_MACHINES, told)
    if browser is None:
        return "A program that we do not know" if machine is None else f"A browser on {machine}"
    return browser if machine is None else f"{browser} on {machine}"


def _found(known: tuple[tuple[str, str], ...], told: str | None) -> str | None:
    return next((words for sign, words in known if sign in (told or "")), None)
