"""Review links: making them, listing them, revoking them. The pages of those who have one are in `guests`."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from webapp.core import copies, links, views
from webapp.core.links import Maker
from webapp.core.views import PlanView, StepView
from webapp.data import Copy, Mode, ReviewLink
from webapp.errors import Refusal

from . import guard
from .forms import says, status_of
from .forms.links import CopyLinkForm, LinkForm, PlanLinkForm
from .pages import answer, desk, page
from .reasons import reasons_of
from .shown_links import log_lines, opinions_of, shown_links

bp = Blueprint("links", __name__)
# Which field a refusal is about, by a word of its sentence.
_ABOUT = {"whom": "label", "passcode": "passcode", "step": "steps"}


def of_plan(view: PlanView) -> dict[str, Any]:
    """Return what `plans/_links.html` prints."""
    with desk().reading() as session:
        found = links.of_plan(session, view.row.id)
        log = links.log_of(session, found)
    return {
        "address": f"/plans/{view.row.public_id}",
        "living": shown_links(found, desk().clock()),
        "log": log_lines(log, found),
        "opinions": opinions_of(view.steps),
        "open": not view.over,
    }


def of_copy(copy: Copy) -> dict[str, Any]:
    """Return what `copies/_links.html` prints."""
    with desk().reading() as session:
        found = links.of_copy(session, copy.id)
        log = links.log_of(session, found)
    return {
        "address": f"/copies/{copy.public_id}",
        "living": shown_links(found, desk().clock()),
        "log": log_lines(log, found),
        "opinions": [],
        "open": copy.state == "open",
    }


@bp.get("/plans/<plan_id>/links/new")
def new_for_plan(plan_id: str) -> Response:
    """Ask whom a link to a plan is for and what they may do."""
    view = _plan(plan_id)
    return _form("plan", f"/plans/{plan_id}", view.row.title, _plan_form(view))


def _plan(plan_id: str) -> PlanView:
    with desk().reading() as session:
        return views.opened(session, desk(), guard.person().id, plan_id)


def _plan_form(view: PlanView) -> PlanLinkForm:
    form = PlanLinkForm()
    form.offer([(step.row.public_id, _offered(step)) for step in view.steps if step.waits])
    if view.key.mode != Mode.BROWSER:
        del form.counts
    return form


def _offered(step: StepView) -> str:
    """Name a step to choose, and say of one that deserves a close look why."""
    words = f"Step {step.row.position}: {step.row.effect}"
    if not step.must_be_opened:
        return words
    tags = [reason.tag for reason in reasons_of(step.row.risks)] or ["It asks for a person’s approval"]
    return f"{words} (look closely: {', '.join(tags)})"


@bp.post("/plans/<plan_id>/links")
def share_plan(plan_id: str) -> Response:
    """Make a link to a plan and show it, the only time it is shown."""
    view, address = _plan(plan_id), f"/plans/{plan_id}"
    form = _plan_form(view)
    if not form.validate():
        return _form("plan", address, view.row.title, form, 422)
    try:
        with desk().writing() as session:
            made = links.share_plan(session, desk(), view.row, form.wish(), Maker(person_id=guard.person().id))
    except Refusal as refusal:
        return _refused(refusal, "plan", address, view.row.title, form)
    return _created(address, "plan", *made)


@bp.get("/copies/<copy_id>/links/new")
def new_for_copy(copy_id: str) -> Response:
    """Ask whom a link to a copy is for and what they may do."""
    copy = _copy(copy_id)
    return _form("copy", f"/copies/{copy_id}", copy.name, CopyLinkForm())


def _copy(copy_id: str) -> Copy:
    with desk().reading() as session:
        return copies.find(session, guard.person().id, copy_id)[0]


@bp.post("/copies/<copy_id>/links")
def share_copy(copy_id: str) -> Response:
    """Make a link to a copy and show it, the only time it is shown."""
    copy, address, form = _copy(copy_id), f"/copies/{copy_id}", CopyLinkForm()
    if not form.validate():
        return _form("copy", address, copy.name, form, 422)
    try:
        with desk().writing() as session:
            made = links.share_copy(session, desk(), copy, form.wish(), Maker(person_id=guard.person().id))
    except Refusal as refusal:
        return _refused(refusal, "copy", address, copy.name, form)
    return _created(address, "copy", *made)


@bp.post("/links/<link_id>/revocation")
def revoke(link_id: str) -> Response:
    """End a link at once."""
    link = links.revoke(desk(), guard.person().id, link_id)
    return answer(to=_owner_page(link), say=f"The link for {link.label} opens nothing any more.")


def _owner_page(link: ReviewLink) -> str:
    with desk().reading() as session:
        return links.owner_page(session, link)


def _form(kind: str, address: str, title: str | None, form: LinkForm, status: int = 200) -> Response:
    return page("links/new.html", status=status, kind=kind, address=address, name=title, form=form)


def _refused(refusal: Refusal, kind: str, address: str, title: str | None, form: LinkForm) -> Response:
    field = next((name for word, name in _ABOUT.items() if word in refusal.message), None)
    says(form, field if field is not None and field in form else None, refusal.message)
    return _form(kind, address, title, form, status_of(refusal))


def _created(address: str, kind: str, link: ReviewLink, token: str) -> Response:
    url = links.address_of(desk(), token)
    return page("links/created.html", link=link, url=url, address=address, kind=kind)
