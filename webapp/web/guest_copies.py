"""Guests of a copy: the pages of somebody who has a review link to a draft copy or a new draft, and no account.

A copy goes live by a signed-in person alone: what somebody says here is told to the owner and to the agent.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, flash, render_template, request

from webapp.core import copies, guests, links
from webapp.core.redaction import without_secrets
from webapp.data import Copy, Site
from webapp.errors import Refusal, Trouble

from . import porch, visits
from .comparisons import for_reading
from .pages import answer, desk, page, refused, wants_parts
from .previews import framed
from .shown_guests import visit_to_copy

bp = Blueprint("guest_copies", __name__, url_prefix="/r/<token>")
porch.stand_before(bp)
VERDICTS = {"approve": "yes", "reject": "no"}
BECAME = {
    "open": "",
    "approved": "It was approved, so visitors see it.",
    "rejected": "It was rejected. Visitors never saw it.",
    "kept": "It is kept as a draft in WordPress. Visitors do not see it.",
    "undone": "It was taken back. Visitors never saw it.",
    "deleted": "The draft is gone from the site.",
    "gone": "The draft is gone from the site.",
}


def whole(token: str, status: int = 200, typed: str = "", **compared: Any) -> Response:
    """Answer with the whole page of a copy."""
    return page("links/copy.html", status=status, typed=typed, **_values(token), **{"compared": None, **compared})


def _values(token: str) -> dict[str, Any]:
    copy, _site = _opened()
    with desk().reading() as session:
        said = guests.said(session, porch.opened().link)
    link = porch.opened().link
    visit = visit_to_copy(porch.opened(), said, address=porch.address(token), name=visits.name(link))
    new = copies.is_new(copy)
    return {"visit": visit, "copy": copy, "is_new": new, "waits": copy.state == "open", "became": BECAME[copy.state]}


def _opened() -> tuple[Copy, Site]:
    opened = porch.opened()
    if opened.copy is None:
        raise links.over()
    return opened.copy, opened.site


@bp.post("/comparison")
def compare(token: str) -> Response:
    """Compare the copy with the live page, from the site as it is now."""
    copy, site = _opened()
    if copy.state != "open":
        return answer(to=porch.address(token))
    try:
        comparison = copies.compare(desk(), copy, site)
    except Trouble as trouble:
        return refused(trouble, whole=lambda status: whole(token, status))
    changes = for_reading([without_secrets(change.as_json()) for change in comparison.changes])
    clashes = [clash.label for clash in comparison.clashes]
    compared = {"changes": changes, "notes": list(comparison.notes), "clashes": clashes}
    if wants_parts():
        return answer(render_template("links/_compared.html", compared=compared, **_values(token)), to=request.path)
    return whole(token, compared=compared)


@bp.get("/draft")
def draft(token: str) -> Response:
    """Show the draft itself, for the frame of the page."""
    copy, site = _opened()
    if copy.state != "open":
        raise links.over()
    return framed(copy, site)


@bp.post("/confirmation")
def confirm(token: str) -> Response:
    """Say what a yes or a no does, before it is said."""
    return _ask(token)


def _ask(token: str, status: int = 200) -> Response:
    word, values = request.form.get("verdict", ""), _values(token)
    if word not in VERDICTS or not values["visit"].decidable:
        raise Refusal("respira_link_allows_less")
    said = {"verdict": word, "words": VERDICTS[word], "note": request.form.get("note", "").strip()}
    return page("links/confirm_copy.html", status=status, said=said, **values)


@bp.post("/opinion")
def advise(token: str) -> Response:
    """Write down what somebody thinks of the copy."""
    form, link = request.form, porch.opened().link
    name, word = form.get("name", "") or visits.name(link), form.get("verdict", "")
    visits.call_oneself(link, name)
    try:
        guests.advise(desk(), token, name, word, form.get("note", ""))
    except Refusal as refusal:
        if refusal.code != "respira_invalid_arguments" or word not in VERDICTS:
            raise
        flash(refusal.message, "trouble")
        return _ask(token, 422)
    return answer(to=porch.address(token), say=f"You said {VERDICTS[word]}. The owner sees it, and decides.")
