"""The porch: what stands before every page of somebody with a review link. It opens for a link that works and, where
one is asked, for the passcode; what does not open is answered alike; and nobody is told the address."""

from __future__ import annotations

from typing import cast

from flask import Blueprint, Response, g, request

from webapp.core import entrances, links
from webapp.core.entrances import Entrance
from webapp.core.links import Opened
from webapp.errors import Trouble

from . import visits
from .pages import answer, desk, page

_OVER = ("respira_link_over", "respira_not_found")


def stand_before(bp: Blueprint) -> None:
    """Put the porch before the pages of a blueprint, whose addresses all hold a `token`."""
    bp.before_request(_demand_open)
    bp.after_request(_private)
    bp.register_error_handler(Trouble, sorry)
    bp.register_error_handler(404, lambda _fault: sorry(links.over()))


def opened() -> Opened:
    """Return what the link of this address opens."""
    return cast(Opened, g.opened)


def address(token: str) -> str:
    """Return the path of the page that a link opens first."""
    return f"/r/{token}"


def ask_passcode(token: str, status: int = 200, wrong: str = "") -> Response:
    """Ask for the passcode of a link, and say nothing of what is behind it."""
    return page("links/passcode.html", status=status, address=address(token), wrong=wrong)


def _demand_open() -> Response | None:
    entrances.come_by(Entrance.LINK)
    token = str((request.view_args or {})["token"])
    with desk().reading() as session:
        g.opened = links.find(session, desk(), token)
    link = opened().link
    if request.endpoint == "guests.let_in":
        return None
    if not visits.is_let_in(link):
        return answer(to=address(token)) if request.method == "POST" else ask_passcode(token)
    # Without JavaScript the first form that somebody sends is what tells that they opened it.
    visits.count(link, token)
    return None


def _private(response: Response) -> Response:
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def sorry(trouble: Trouble) -> Response:
    """Say what went wrong; of a link that opens nothing, no more than that."""
    if trouble.code in _OVER:
        return page("links/over.html", status=404, sentence=links.OVER, hint=links.ASK_SENDER)
    status = trouble.status if trouble.status in (429, 502) else 409 if trouble.status < 500 else 502
    return page("links/trouble.html", status=status, sentence=trouble.message, hint=trouble.advice)
