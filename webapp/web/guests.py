"""Guests: the pages of somebody who has a review link to a plan, and no account.

Opening a page changes nothing and decides nothing, however often and by whatever program: a decision is a form, then
a page that says what it does, then another form that holds what was shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, flash, request
from sqlalchemy.orm import Session

from webapp.core import guests, links
from webapp.core.guests import Verdict
from webapp.core.views import PlanView, StepView
from webapp.errors import Refusal

from . import comparing, guest_copies, pictures, porch, renderings, stale, talks, visits, whole_texts
from .forms import status_of
from .pages import answer, desk, page
from .shown import shown_step
from .shown_guests import Visit, guest_plan, visit_to_plan

bp = Blueprint("guests", __name__, url_prefix="/r/<token>")
porch.stand_before(bp)
CHANGED = "This step changed since you opened it, so nothing was recorded. This is how it is now."
# Who takes something back in another browser than the one in which they gave their name.
SOMEBODY = "Somebody"
NOTHING = "Nothing was recorded."
KEPT_WITH_HEIR = " The agent planned the step again meanwhile, so it stands with the new one."
KEPT_WITH_PLAN = " The agent withdrew the step meanwhile, so it stands with the plan."
SAY_WHAT = "Say what should be different, so that the agent can change it."
# What a verdict is called on its button, and what is said once it is written down.
VERDICTS = {"accept": "yes", "drop": "no", "ask": "that it should be changed"}


@bp.get("")
def show(token: str) -> Response:
    """Show the plan or the copy that a link opens."""
    return _page(token) if porch.opened().plan is not None else guest_copies.whole(token)


def _page(token: str, status: int = 200, typed: str = "") -> Response:
    with desk().reading() as session:
        view = guests.plan_of(session, desk(), porch.opened())
        if view is None:
            raise links.over()
        visit = _visit(session, token, view)
    return page("links/plan.html", status=status, visit=visit, plan=guest_plan(view), typed=typed)


def _visit(session: Session, token: str, view: PlanView, step: StepView | None = None) -> Visit:
    """Say what somebody may do, and what was said; of one step alone on its own page."""
    opened, link = porch.opened(), porch.opened().link
    said = [note for note in guests.said(session, link) if step is None or note.step_id == step.row.id]
    decidable = guests.decidable(session, link, view)
    return visit_to_plan(opened, view, decidable, said, address=porch.address(token), name=visits.name(link))


@bp.get("/steps/<step_id>")
def show_step(token: str, step_id: str) -> Response:
    """Show one step of the plan whole, or what became of it."""
    try:
        return _step_page(token, step_id)
    except Refusal as refusal:
        return _gone(token, step_id, refusal)


def _read(token: str, step_id: str) -> tuple[PlanView, StepView, dict[str, Any]]:
    with desk().reading() as session:
        view, step = guests.step_of(session, desk(), porch.opened().link, step_id)
        visit = _visit(session, token, view, step)
    shown = comparing.of_step(view, step)
    # Of whichever form this is the answer, its addresses are below the link's.
    shown["address"] = f"{porch.address(token)}/steps/{step_id}"
    if "rendering" in shown:
        shown["rendering"] = renderings.of_step(step, request.args.get("width"), shown["address"])
    values = {
        "visit": visit,
        "plan": guest_plan(view),
        "step": shown_step(step, expired=view.over),
        "views": shown,
        "talk": talks.of_guest(step),
    }
    return view, step, values


@bp.get("/steps/<step_id>/rendering/<side>")
def show_rendering(token: str, step_id: str, side: str) -> Response:
    """Show one side of a step's text, for a frame of its page."""
    with desk().reading() as session:
        _view, step = guests.step_of(session, desk(), porch.opened().link, step_id)
    return renderings.framed(step, side)


@bp.get("/steps/<step_id>/picture")
def show_picture(token: str, step_id: str) -> Response:
    """Show the picture that a waiting step of the plan brings."""
    with desk().reading() as session:
        view, step = guests.step_of(session, desk(), porch.opened().link, step_id)
    return pictures.shown(view, step)


def _step_page(token: str, step_id: str, status: int = 200, typed: str = "", seen: str = "") -> Response:
    """Answer with a step's whole page.

    Args:
        typed: what was typed and not taken.
        seen: the digest of what somebody saw, to be told what changed since; empty where they saw nothing.
    """
    _view, step, values = _read(token, step_id)
    since = stale.since(step.row, seen) if seen else None
    return page("links/step.html", status=status, typed=typed, since_seen=since, **values)


def _gone(token: str, step_id: str, refusal: Refusal, *, sent: bool = False) -> Response:
    """Show what stands in the place of a step that is not in the plan any more: another step, else the plan.

    Args:
        refusal: what was answered; any other is raised again.
        sent: a form was sent that did nothing.
    """
    if refusal.code != "respira_step_not_found":
        raise refusal
    with desk().reading() as session:
        left = guests.gone(session, porch.opened().link, step_id)
    if left is None:
        raise links.over()
    flash(f"{left.words} {NOTHING}" if sent else left.words, "trouble" if sent else "message")
    typed = request.form.get("note", "") or request.form.get("text", "")
    if left.heir_id is None:
        return _page(token, 409 if sent else 410, typed)
    return _step_page(token, left.heir_id, 409 if sent else 200, typed)


@bp.get("/steps/<step_id>/changes/<int:index>/<side>.txt")
def show_text(token: str, step_id: str, index: int, side: str) -> Response:
    """Send one side of one of the step's changes as a plain file."""
    with desk().reading() as session:
        _view, step = guests.step_of(session, desk(), porch.opened().link, step_id)
    return whole_texts.sent(step, index, side)


@bp.post("/opening")
def count_opening(token: str) -> Response:
    """Take note that a person's browser opened the link; the porch counts it."""
    return Response(status=204)


@bp.post("/passcode")
def let_in(token: str) -> Response:
    """Let somebody in who knows the passcode."""
    link = porch.opened().link
    try:
        links.let_in(desk(), token, request.form.get("passcode", ""), request.remote_addr or "")
    except Refusal as refusal:
        if refusal.code == "respira_link_over":
            raise
        return porch.ask_passcode(token, status_of(refusal), f"{refusal.message} {refusal.hint}")
    visits.let_in(link)
    visits.count(link, token)
    return answer(to=porch.address(token))


@bp.post("/comments")
def comment(token: str) -> Response:
    """Say something about the plan, a step of it, or the copy."""
    form, link = request.form, porch.opened().link
    text, step_id = form.get("text", ""), form.get("step") or None
    name = form.get("name", "") or visits.name(link)
    visits.call_oneself(link, name)
    try:
        question = form.get("question") == "yes"
        caller = request.remote_addr or ""
        kept_with = guests.comment(desk(), token, name, text, question=question, step_public=step_id, caller=caller)
    except Refusal as refusal:
        return _not_said(token, refusal, step_id, text)
    here = f"/steps/{kept_with}" if kept_with else ""
    moved = "" if kept_with == step_id else KEPT_WITH_PLAN if kept_with is None else KEPT_WITH_HEIR
    return answer(to=f"{porch.address(token)}{here}#said", say=f"Said. The owner and the agent read it.{moved}")


def _not_said(token: str, refusal: Refusal, step_id: str | None, text: str) -> Response:
    if refusal.code not in ("respira_invalid_arguments", "respira_rate_limited"):
        raise refusal
    flash(refusal.message, "trouble")
    status = 429 if refusal.code == "respira_rate_limited" else 422
    try:
        if step_id is not None:
            return _step_page(token, step_id, status, typed=text)
    except Refusal as other:
        return _gone(token, step_id or "", other, sent=True)
    if porch.opened().plan is None:
        return guest_copies.whole(token, status, text)
    return _page(token, status, typed=text)


@bp.post("/steps/<step_id>/confirmation")
def confirm(token: str, step_id: str) -> Response:
    """Say what a decision would do, before it is made."""
    form = request.form
    try:
        _view, step, values = _read(token, step_id)
    except Refusal as refusal:
        return _gone(token, step_id, refusal, sent=True)
    if form.get("digest") != step.row.digest:
        return _moved(token, step_id)
    if step_id not in values["visit"].decidable:
        return _instead(token, step_id, guests.DECIDED)
    if form.get("verdict") == "ask" and not form.get("note", "").strip():
        flash(SAY_WHAT, "trouble")
        return _step_page(token, step_id, 422)
    return _ask(values, form)


def _ask(values: Mapping[str, Any], form: Mapping[str, str], status: int = 200) -> Response:
    verdict = form.get("verdict", "")
    if verdict not in VERDICTS:
        raise Refusal("respira_invalid_arguments", "Say yes, no, or what should be different.")
    said = {"verdict": verdict, "words": VERDICTS[verdict], "note": form.get("note", "").strip()}
    said |= {"digest": form.get("digest", ""), "page": form.get("page", "")}
    return page("links/confirm.html", status=status, said=said, **values)


@bp.post("/steps/<step_id>/decision")
def decide(token: str, step_id: str) -> Response:
    """Write down what somebody decided about exactly what they saw."""
    form, link = request.form, porch.opened().link
    name = form.get("name", "") or visits.name(link)
    word, note = form.get("verdict", ""), form.get("note", "")
    visits.call_oneself(link, name)
    try:
        verdict = Verdict(step_id, word, form.get("digest", ""), note, form.get("page") == "step")
        done = guests.decide(desk(), token, name, verdict)
    except Refusal as refusal:
        return _not_decided(token, step_id, refusal)
    told = "The owner is told." if done else "The owner sees it, and decides."
    return answer(to=porch.address(token), say=f"You said {VERDICTS[word]}. {told}")


@bp.post("/steps/<step_id>/taking-back")
def take_back(token: str, step_id: str) -> Response:
    """Take back what was said with the link about a step, as long as it is not done."""
    name = visits.name(porch.opened().link) or SOMEBODY
    try:
        guests.take_back(desk(), token, name, step_id, request.form.get("digest", ""))
    except Refusal as refusal:
        return _not_decided(token, step_id, refusal)
    return answer(
        to=f"{porch.address(token)}#step-{step_id}", say="Taken back. The step waits for a yes or no again."
    )


def _not_decided(token: str, step_id: str, refusal: Refusal) -> Response:
    if refusal.code == "respira_plan_changed":
        return _moved(token, step_id)
    if refusal.code == "respira_invalid_arguments" and request.form.get("verdict") in VERDICTS:
        flash(refusal.message, "trouble")
        return _ask(_read(token, step_id)[2], request.form, 422)
    if refusal.code in ("respira_link_over", "respira_link_allows_less"):
        raise refusal
    if refusal.code == "respira_step_not_found":
        return _gone(token, step_id, refusal, sent=True)
    return _instead(token, step_id, refusal.message)


def _moved(token: str, step_id: str) -> Response:
    """Show a step as it is now, and what changed, to somebody who decided about what it was."""
    return _instead(token, step_id, CHANGED)


def _instead(token: str, step_id: str, sentence: str) -> Response:
    flash(sentence, "trouble")
    return _step_page(token, step_id, 409, request.form.get("note", ""), request.form.get("digest", ""))
