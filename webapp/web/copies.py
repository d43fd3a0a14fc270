"""Copies: drafts that wait for a person, who compares one with the live page, and approves, keeps or rejects it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flask import Blueprint, Response, render_template, request

from webapp.core import approvals, copies, doubts, histories, reopening
from webapp.data import Copy, Site
from webapp.diffs.fields import label
from webapp.errors import Refusal, Trouble

from . import compared_copies, guard, links, shown_sights, talks
from .new_drafts import BECOMING
from .pages import again, answer, desk, page, refused, wants_parts
from .shown import web_address
from .shown_runs import OPEN, shown_copy

_SETTLED = {
    "yes": "It was saved: the yes is done.",
    "no": "Nothing of it is on the site. It waits for you as before.",
    "unknown": "That could not be found out. Look at the site yourself.",
}

bp = Blueprint("copies", __name__, url_prefix="/copies")


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
        return answer(_parts(values), to=request.path)
    return page("copies/show.html", **values)


@bp.post("/<copy_id>/decision")
def decide(copy_id: str) -> Response:
    """Put a copy live, when it still changes what the person saw; keep it as a draft; or throw it away."""
    try:
        said = _decided(*_found(copy_id), request.form.get("verdict", ""))
    except Trouble as trouble:
        return _not_decided(trouble, copy_id)
    return answer(to=f"/copies/{copy_id}", say=said)


@bp.post("/<copy_id>/check")
def check(copy_id: str) -> Response:
    """Look at the site what became of a yes whose answer was lost. Nothing is written there."""
    copy, site = _found(copy_id)
    try:
        said = _SETTLED[approvals.settle(desk(), copy, site)]
    except Trouble as trouble:
        return refused(
            trouble,
            whole=lambda status: page("copies/show.html", status=status, **_known(copy_id)),
            anew=f"/copies/{copy_id}",
        )
    return answer(to=f"/copies/{copy_id}", say=said)


@bp.post("/<copy_id>/reopening")
def reopen(copy_id: str) -> Response:
    """Let a copy wait again that was kept as a draft or rejected."""
    copy, site = _found(copy_id)
    try:
        differs = reopening.reopen(desk(), guard.person(), copy, site)
    except Trouble as trouble:
        return refused(
            trouble,
            whole=lambda status: page("copies/show.html", status=status, **_known(copy_id)),
            anew=f"/copies/{copy_id}",
        )
    names = ", ".join(map(label, differs))
    but = f" Not exactly as it was: {names}." if names else ""
    return answer(to=f"/copies/{copy_id}", say=f"It waits for you again.{but}")


def _decided(copy: Copy, site: Site, verdict: str) -> str:
    what = "draft" if copies.is_new(copy) else "copy"
    with desk().reading() as session:
        begun = doubts.of_copy(session, copy)
    if begun is not None:
        approvals.settle(desk(), copy, site)
    if verdict == "approve":
        digest = request.form.get("digest", "")
        approved = copies.approve(desk(), guard.person(), copy, site, digest, _choices())
        return _became(copies.published(desk(), approved))
    if verdict == "keep":
        reopening.keep_as_draft(desk(), guard.person(), copy, site)
        return f"The {what} stays in WordPress as a draft. Visitors do not see it, and it waits here no more."
    if verdict == "reject":
        copies.reject(desk(), guard.person(), copy, site)
        after = "Visitors never saw it." if copies.is_new(copy) else "The live page is as it was."
        return f"The {what} was rejected and is in the trash. {after}"
    raise Refusal("respira_invalid_arguments", "A copy is approved, kept as a draft or rejected, nothing else.")


def _choices() -> dict[str, str]:
    """Return what was chosen for each field that clashed on the page, in the order that it has there."""
    fields = request.form.getlist("clash")
    return {field: request.form.get(f"choice-{number}", "") for number, field in enumerate(fields, 1)}


def _became(published: copies.Published | None) -> str:
    if published is None:
        return "The copy is live."
    said = BECOMING.get(published.status, BECOMING["publish"]).said
    return f"{said} at {published.link}" if published.status == "publish" and published.link else f"{said}."


def _not_decided(trouble: Trouble, copy_id: str) -> Response:
    """Show the comparison as it is now beside the reason, where the site can still be read."""
    wrong = trouble.details.get("fields", []) if trouble.code == "respira_copy_conflict" else []
    try:
        values = _compared(copy_id, wrong)
    except Trouble:
        values = _known(copy_id)
    if wrong and values["compared"] is not None:
        return again("copies/show.html", "copies/_waiting.html", **values)
    # A copy that was decided in another window is shown by another page than one that waits.
    anew = None if values["copy"].state == OPEN else f"/copies/{copy_id}"
    return refused(
        trouble,
        _parts(values),
        whole=lambda status: page("copies/show.html", status=status, **values),
        anew=anew,
    )


def _parts(values: dict[str, Any]) -> str:
    return render_template("copies/_waiting.html", **values)


def _found(copy_id: str) -> tuple[Copy, Site]:
    with desk().reading() as session:
        return copies.find(session, guard.person().id, copy_id)


def _known(copy_id: str) -> dict[str, Any]:
    with desk().reading() as session:
        view = histories.of_copy(session, guard.person().id, copy_id)
        said = talks.of_copy(session, view.row.id)
        sighted = shown_sights.of_copy(session, view)
    previewed = view.row.state == OPEN and view.row.preview_until > desk().clock()
    became = copies.published(desk(), view.row)
    with desk().reading() as session:
        begun = doubts.of_copy(session, view.row)
    again_possible = begun is not None and doubts.may_approve_again(desk(), begun)
    address = web_address(became.link) if became is not None and became.status == "publish" else None
    return {
        "copy": shown_copy(view, copies.preview_link(desk(), view.row) if previewed else None, address),
        "compared": None,
        "again": again_possible,
        "chosen": compared_copies.chosen(copies.chosen_for(desk(), view.row)),
        "links": links.of_copy(view.row),
        "copy_notes": said,
        "sights": sighted,
    }


def _compared(copy_id: str, wrong: Collection[str] = ()) -> dict[str, Any]:
    known = _known(copy_id)
    if known["copy"].state != OPEN or (known["copy"].in_doubt and not known["again"]):
        return known
    comparison = copies.compare(desk(), *_found(copy_id))
    return known | {"compared": compared_copies.read(comparison, known["copy"], _choices(), wrong)}
