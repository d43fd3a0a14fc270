"""Visits: what a browser remembers of each review link it came with, in its signed session: the name that was given,
that the passcode was right, and when an opening was counted. Nothing of one link holds for another."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from flask import request, session

from webapp.core import links
from webapp.data import ReviewLink

from .pages import desk

_KEPT = "visits"
# A browser remembers so many links: more would not fit into a cookie.
_MOST = 10
# Pages that are opened within this time are one opening.
ONE_OPENING = timedelta(hours=1)


def name(link: ReviewLink) -> str:
    """Return the name that was given with a link; empty where none was."""
    return str(_of(link).get("name", ""))


def call_oneself(link: ReviewLink, given: str) -> None:
    """Keep the name that somebody gives with a link."""
    _keep(link, name=" ".join(given.split())[:80])


def is_let_in(link: ReviewLink) -> bool:
    """Tell whether the page may be shown: no passcode is asked, or it was right in this browser."""
    return link.passcode_hash is None or bool(_of(link).get("let_in"))


def let_in(link: ReviewLink) -> None:
    """Remember that the passcode was right."""
    _keep(link, let_in=True)


def count(link: ReviewLink, token: str) -> None:
    """Count an opening, once for all that a browser sends within an hour."""
    if request.method != "POST":
        return
    before, now = _of(link).get("opened"), desk().clock()
    if before is None or datetime.fromisoformat(before) < now - ONE_OPENING:
        links.count_opening(desk(), token)
        _keep(link, opened=now.isoformat())


def _of(link: ReviewLink) -> dict[str, Any]:
    kept: dict[str, dict[str, Any]] = session.get(_KEPT, {})
    return kept.get(link.public_id, {})


def _keep(link: ReviewLink, **told: Any) -> None:
    visits: dict[str, dict[str, Any]] = dict(session.get(_KEPT, {}))
    mine = {**visits.pop(link.public_id, {}), **told}
    session[_KEPT] = {**dict(list(visits.items())[-(_MOST - 1) :]), link.public_id: mine}
