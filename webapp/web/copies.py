"""Copies: drafts that wait for a person, who compares one with the live page and puts it live or throws it away."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request

from webapp.core import copies, copy_shelves, histories
from webapp.core.redaction import without_secrets
from webapp.data import Copy, Site
from webapp.errors import Refusal, Trouble
from webapp.tools.answers import Comparison

from . import guard, links, talks
from .comparisons import for_reading
from .new_drafts import BECOMING, becomes
from .pages import answer, desk, page, refused, wants_parts
from .shown import web_address
from .shown_runs import OPEN, ShownCopy, comparison_words, shown_copy

bp = Blueprint("copies", __name__, url_prefix="/copies")
CLASH = "The live page was changed in the same places since the copy was made, so the copy can not be approved"


@bp.get("")
def index() -> Response:
    """List the copies that wait."""
    with desk().reading() as session:
        waiting = copy_shelves.waiting(session, guard.person().id)
        views = [histories.of_copy(session, guard.person().id, copy.public_id) for copy, _site, _key in waiting]
    return page("copies/index.html", copies=[shown_copy(view) for view in views])


@bp.get("/<copy_id>")
def show(copy_id: str) -> Response:
    """Show what our rows know of a copy; the page asks for the comparison afterwards."""
    return page("copies/show.html", **_known(copy_id))


@bp.post("/<copy_id>/comparison")
def compare(copy_id: str) -> Response:
    """Compare a copy with the live page, and offer what can be decided."""
    try:
        values = _compared(copy_id)
    except Trouble as trouble:
        return refused(trouble, whole=lambda status: page("copies/show.html", status=status, **_known(copy_id)))
    if values["compared"] is None:
        return answer(to=f"/copies/{copy_id}")
    if wants_parts():
        return answer(*_parts(values), to=request.path)
    return page("copies/show.html", **values)


@bp.post("/<copy_id>/decision")
def decide(copy_id: str) -> Response:
    """Put a copy live, when it still changes what the person saw, or throw it away."""
    try:
        said = _decided(*_found(copy_id), request.form.get("verdict", ""))
    except Trouble as trouble:
        return _not_decided(trouble, copy_id)
    return answer(to=f"/copies/{copy_id}", say=said)


def _decided(copy: Copy, site: Site, verdict: str) -> str:
    if verdict == "approve":
        approved = copies.approve(desk(), guard.person(), copy, site, request.form.get("digest", ""))
        return _became(copies.published(desk(), approved))
    if verdict == "reject":
        copies.reject(desk(), guard.person(), copy, site)
        if copies.is_new(copy):
            return "The draft was rejected and is in the trash. Visitors never saw it."
        return "The copy was rejected and is in the trash. The live page is as it was."
    raise Refusal("respira_invalid_arguments", "A copy is approved or rejected, nothing else.")


def _became(published: copies.Published | None) -> str:
    if published is None:
        return "The copy is live."
    said = BECOMING.get(published.status, BECOMING["publish"]).said
    return f"{said} at {published.link}" if published.status == "publish" and published.link else f"{said}."


def _not_decided(trouble: Trouble, copy_id: str) -> Response:
    """Show the comparison as it is now beside the reason, where the site can still be read."""
    try:
        values = _compared(copy_id)
    except Trouble:
        values = _known(copy_id)
    # A copy that was decided in another window is shown by another page than one that waits.
    anew = None if values["copy"].state == OPEN else f"/copies/{copy_id}"
    return refused(
        trouble,
        *_parts(values),
        whole=lambda status: page("copies/show.html", status=status, **values),
        anew=anew,
    )


def _parts(values: dict[str, Any]) -> list[str]:
    return [render_template(part, **values) for part in ("copies/_compared.html", "copies/_decision_bar.html")]


def _found(copy_id: str) -> tuple[Copy, Site]:
    with desk().reading() as session:
        return copies.find(session, guard.person().id, copy_id)


def _known(copy_id: str) -> dict[str, Any]:
    with desk().reading() as session:
        view = histories.of_copy(session, guard.person().id, copy_id)
        said = talks.of_copy(session, view.row.id)
    link = copies.preview_link(desk(), view.row) if view.row.state == OPEN else None
    became = copies.published(desk(), view.row)
    address = web_address(became.link) if became is not None and became.status == "publish" else None
    shared = links.of_copy(view.row)
    known = {"copy": shown_copy(view, link, address), "compared": None, "blocked": None}
    return known | {"links": shared, "copy_notes": said}


def _compared(copy_id: str) -> dict[str, Any]:
    known = _known(copy_id)
    if known["copy"].state != OPEN:
        return known
    comparison = copies.compare(desk(), *_found(copy_id))
    return known | {"compared": _read(comparison, known["copy"]), "blocked": _blocked(comparison)}


def _read(comparison: Comparison, shown: ShownCopy) -> dict[str, Any]:
    changes = [without_secrets(change.as_json()) for change in comparison.changes]
    return {
        "changes": for_reading(changes),
        "words": comparison_words(changes, shown.is_new),
        "asks": BECOMING[becomes(changes)].asks.format(word=shown.word) if shown.is_new else None,
        "notes": list(comparison.notes),
        "clashes": [change.label for change in comparison.clashes],
        "digest": copies.digest_of(comparison),
        "live_link": web_address(comparison.live_link),
        "edit_link": web_address(comparison.edit_link),
    }


def _blocked(comparison: Comparison) -> str | None:
    names = ", ".join(change.label for change in comparison.clashes)
    return f"{CLASH}: {names}." if names else None
