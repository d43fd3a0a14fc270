"""Keys: making one for an agent, showing it once, and ending it."""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.core import keys, sites, tickets
from webapp.data import Key, Mode, Scope, Site, public_id

from . import guard
from .forms.keys import KeyForm
from .pages import again, answer, desk, page
from .snippets import ways

bp = Blueprint("keys", __name__)
_MODE_WORDS = {
    Mode.BROWSER: "Every write waits for your yes in the browser",
    Mode.CHAT: "Every write waits for your yes in the chat",
    Mode.ASK: "Writes wait only when the agent asks for a plan",
}
_SCOPE_WORDS = {Scope.READ: "reads only", Scope.CONTENT: "pages and posts only", Scope.FULL: ""}


@bp.app_template_global()
def key_words(key: Key) -> str:
    """Say in a line what a key may do, and where the yes comes from."""
    scope = _SCOPE_WORDS[Scope(key.scope)]
    return f"{_MODE_WORDS[Mode(key.mode)]}, {scope}" if scope else _MODE_WORDS[Mode(key.mode)]


@bp.get("/sites/<site_id>/keys/new")
def new(site_id: str) -> Response:
    """Ask what the key is called and what it may do."""
    form = KeyForm()
    form.key.data = public_id("key")
    return page("keys/new.html", site=_site(site_id), form=form)


def _site(site_id: str) -> Site:
    with desk().reading() as session:
        return sites.find(session, guard.person().id, site_id)


@bp.post("/sites/<site_id>/keys")
def make(site_id: str) -> Response:
    """Make a key and show it, the only time it is shown. The same form sent again makes no second one."""
    form = KeyForm()
    if not form.validate():
        return again("keys/new.html", "keys/_form.html", site=_site(site_id), form=form)
    with desk().writing() as session:
        site = sites.find(session, guard.person().id, site_id)
        if keys.is_known(session, form.key.data or ""):
            return answer(to=f"/sites/{site_id}", say="This key was made already. If nobody kept it, revoke it.")
        issued = keys.issue(session, desk(), site.id, **form.wanted(), person_id=guard.person().id)
        code = tickets.make(session, desk(), issued.key, issued.token)
    given = ways(desk().settings.public_url, issued.token, code)
    return page("keys/created.html", site=site, key=issued.key, secret=issued.token, ways=given)


@bp.post("/keys/<key_id>/revocation")
def revoke(key_id: str) -> Response:
    """End a key for good."""
    with desk().writing() as session:
        key, site = keys.of_person(session, guard.person().id, key_id)
        keys.revoke(session, desk(), key, guard.person().id)
    return answer(to=f"/sites/{site.public_id}", say=f"The key {key.name} is revoked.")
