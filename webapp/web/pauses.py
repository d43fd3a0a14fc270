"""Pauses: stopping everything on a site, or one key, and letting agents work again."""

from __future__ import annotations

from flask import Blueprint, Response, request

from webapp.core import keys, sites

from . import guard
from .pages import answer, desk

bp = Blueprint("pauses", __name__)


@bp.post("/sites/<site_id>/pause")
def stop_site(site_id: str) -> Response:
    """Let nothing be planned or applied on a site."""
    with desk().writing() as session:
        site = sites.find(session, guard.person().id, site_id)
        sites.pause(session, desk(), site, guard.person().id)
    return answer(to=f"/sites/{site_id}", say=f"{site.name} is paused. Nothing is planned or applied.")


@bp.post("/sites/<site_id>/resumption")
def let_site_go_on(site_id: str) -> Response:
    """Let agents work on a site again, and go back to the page that the button was on."""
    with desk().writing() as session:
        site = sites.find(session, guard.person().id, site_id)
        sites.resume(session, desk(), site, guard.person().id)
    back = request.form.get("back")
    to = guard.safe_next(back) if back else f"/sites/{site_id}"
    return answer(to=to, say=f"Agents may work on {site.name} again.")


@bp.post("/keys/<key_id>/pause")
def stop_key(key_id: str) -> Response:
    """Let a key do nothing for the time being."""
    with desk().writing() as session:
        key, _site = keys.of_person(session, guard.person().id, key_id)
        keys.pause(session, desk(), key, guard.person().id)
    return answer(to=f"/keys/{key_id}", say=f"The key {key.name} is paused.")


@bp.post("/keys/<key_id>/resumption")
def let_key_go_on(key_id: str) -> Response:
    """Let a paused key work again."""
    with desk().writing() as session:
        key, _site = keys.of_person(session, guard.person().id, key_id)
        keys.resume(session, desk(), key, guard.person().id)
    return answer(to=f"/keys/{key_id}", say=f"The key {key.name} works again.")
