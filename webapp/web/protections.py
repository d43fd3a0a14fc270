"""Protections: items of a site that no agent may change."""

from __future__ import annotations

from flask import Blueprint, Response, request

from webapp.core import sites, views
from webapp.errors import Trouble
from webapp.tools.answers import Target

from . import guard, site_parts
from .forms import in_words, says
from .forms.sites import ProtectionForm
from .pages import answer, desk

bp = Blueprint("protections", __name__)


@bp.post("/sites/<site_id>/protections")
def create(site_id: str) -> Response:
    """Protect an item that the site is asked for; what is not there is said at the field."""
    form = ProtectionForm()
    if form.validate():
        try:
            item = sites.find_and_protect(desk(), guard.person().id, site_id, *form.typed())
        except Trouble as trouble:
            says(form, "item", in_words(trouble))
        else:
            return answer(to=f"/sites/{site_id}", say=f"{item.name} is protected: no agent may change it.")
    return site_parts.again_with_protection(site_id, form)


@bp.post("/sites/<site_id>/protections/removal")
def remove(site_id: str) -> Response:
    """Let agents change an item again."""
    kind, item_id = request.form.get("kind", ""), request.form.get("item", "")
    with desk().writing() as session:
        site = sites.find(session, guard.person().id, site_id)
        sites.unprotect(session, desk(), site, guard.person().id, kind, item_id)
    return answer(to=f"/sites/{site_id}", say="The protection is lifted. Agents may change it again.")


@bp.post("/steps/<step_id>/protection")
def of_step(step_id: str) -> Response:
    """Protect what a step would change."""
    with desk().writing() as session:
        plan, step = views.opened_step(session, desk(), guard.person().id, step_id)
        item = Target(step.row.target_kind, step.row.target_id, step.row.target_name)
        sites.protect(session, desk(), plan.site, guard.person().id, item)
    return answer(to=f"/steps/{step_id}", say=f"{item.name} is protected: no agent may change it.")
