"""Keys: making one for an agent, showing it once, changing what it may do, and ending it."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from webapp.core import keys, sites, tickets
from webapp.data import Key, Mode, Scope, Site, public_id
from webapp.errors import Refusal
from webapp.tools.groups import CHOSEN, MOST_SHOWN

from . import guard
from .bars import notes_for_key, shared_words
from .forms import PlainForm, says
from .forms.keys import KeyForm, KeySettingsForm, last_day
from .forms.switches import unfolded
from .pages import again, answer, desk, page
from .phrases import ago
from .snippets import ways

bp = Blueprint("keys", __name__)
_MODE_WORDS = {
    Mode.BROWSER: "Every write waits for your yes in the browser",
    Mode.CHAT: "Every write waits for your yes in the chat",
    Mode.ASK: "Writes wait only when the agent asks for a plan",
}
_SCOPE_WORDS = {Scope.READ: "reads only", Scope.CONTENT: "content only", Scope.FULL: ""}
_SHARED_ADVICE = "Choose “When the agent asks”, or do not share it."
# Which field a refusal of the engine is about.
_FIELDS = {"respira_plan_needs_key": "shared", "respira_key_expired": "expires_on"}


@bp.app_template_global()
def key_words(key: Key, site: Site) -> str:
    """Say in a line what a key may do, and where the yes comes from."""
    scope = _SCOPE_WORDS[Scope(key.scope)]
    if key.shared:
        said = shared_words(key, site)
    elif site.plan_forced and key.mode == Mode.ASK:
        said = _MODE_WORDS[Mode.CHAT]
    else:
        said = _MODE_WORDS[Mode(key.mode)]
    return f"{said}, {scope}" if scope else said


@bp.app_template_global()
def key_state(key: Key) -> str | None:
    """Say why a key can do nothing now; None where it can."""
    if key.revoked_at is not None:
        return f"Revoked {ago(key.revoked_at)}"
    if key.expires_at is not None and key.expires_at <= desk().clock():
        return f"Over since {ago(key.expires_at)}"
    return None if key.paused_at is None else f"Paused {ago(key.paused_at)}"


@bp.app_template_global()
def tools_for(purpose: str) -> list[str]:
    """Return the titles of the tools that a key gets with a purpose."""
    tools = desk().catalogue
    group = next(group for group in CHOSEN if group.slug == purpose)
    return [tools[name].title for name in group.tools if name in tools]


@bp.app_template_global()
def key_tools(key: Key) -> str:
    """Say how many tools are switched on for a key, and whether that may be too many."""
    on = len([name for name in desk().catalogue if name not in key.tools_off])
    return f"{on} tools" + (f"; some agents take no more than {MOST_SHOWN}" if on > MOST_SHOWN else "")


@bp.app_template_global()
def key_last_day(key: Key) -> str:
    """Say on which day a key still works for the last time: "30 November 2026"; nothing where there is none."""
    day = last_day(key.expires_at)
    return "" if day is None else f"{day.day} {day:%B %Y}"


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
    try:
        with desk().writing() as session:
            site = sites.find(session, guard.person().id, site_id)
            if keys.is_known(session, form.key.data or ""):
                return answer(to=f"/sites/{site_id}", say="This key was made already. If nobody kept it, revoke it.")
            issued = keys.issue(session, desk(), site.id, **form.wanted(), person_id=guard.person().id)
            code = tickets.make(session, desk(), issued.key, issued.token)
    except Refusal as refusal:
        _put_beside(form, refusal)
        return again("keys/new.html", "keys/_form.html", site=_site(site_id), form=form)
    given = ways(desk().settings.public_url, issued.token, code)
    return page("keys/created.html", site=site, key=issued.key, secret=issued.token, ways=given)


def _put_beside(form: PlainForm, refusal: Refusal) -> None:
    """Say what the engine refused beside the field that it is about."""
    if refusal.code not in _FIELDS:
        raise refusal
    advice = _SHARED_ADVICE if refusal.code == "respira_plan_needs_key" else refusal.advice
    says(form, _FIELDS[refusal.code], f"{refusal.message} {advice}")


@bp.get("/keys/<key_id>")
def show(key_id: str) -> Response:
    """Show what is known of a key, and what it may do."""
    key, site = _key(key_id)
    form = _kept(key, site, request.args.get("purpose", ""))
    return page("keys/show.html", key=key, site=site, form=form)


def _kept(key: Key, site: Site, opened: str) -> KeySettingsForm:
    on = [name for name in desk().catalogue if name not in key.tools_off]
    form = KeySettingsForm(formdata=None, obj=key, tools_on=on, expires_on=last_day(key.expires_at))
    form.opened = opened
    return _offered(form, key, site)


def _key(key_id: str) -> tuple[Key, Site]:
    with desk().reading() as session:
        return keys.of_person(session, guard.person().id, key_id)


def _offered(form: KeySettingsForm, key: Key, site: Site) -> KeySettingsForm:
    tools = desk().catalogue
    form.offer(tools, key.tools_off, notes_for_key(site, tools.values()))
    return form


@bp.post("/keys/<key_id>/settings")
def change(key_id: str) -> Response:
    """Change what a key may do."""
    key, site = _key(key_id)
    form = _offered(KeySettingsForm(), key, site)
    if form.validate():
        try:
            _changed(key_id, form)
        except Refusal as refusal:
            _put_beside(form, refusal)
        else:
            parts = [_settings_part(key_id, form.opened)] if form.opened else []
            return answer(*parts, to=f"/keys/{key_id}{unfolded(form)}", say="What the key may do is saved.")
    return again("keys/show.html", "keys/_settings_form.html", key=key, site=site, form=form)


def _settings_part(key_id: str, opened: str) -> str:
    key, site = _key(key_id)
    return render_template("keys/_settings_form.html", key=key, site=site, form=_kept(key, site, opened))


def _changed(key_id: str, form: KeySettingsForm) -> None:
    with desk().writing() as session:
        key, _site = keys.of_person(session, guard.person().id, key_id)
        wanted = form.wanted(key.tools_off, key.expires_at)
        keys.change(session, desk(), key, guard.person().id, **wanted)


@bp.post("/keys/<key_id>/revocation")
def revoke(key_id: str) -> Response:
    """End a key for good."""
    with desk().writing() as session:
        key, site = keys.of_person(session, guard.person().id, key_id)
        keys.revoke(session, desk(), key, guard.person().id)
    return answer(to=f"/sites/{site.public_id}", say=f"The key {key.name} is revoked.")
