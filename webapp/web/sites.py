"""Sites: connecting one, looking at one, and saying what agents may do there."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, request

from webapp.core import sites
from webapp.data import Site
from webapp.errors import Trouble

from . import guard, site_parts
from .forms import in_words, says
from .forms.sites import SettingsForm, SiteForm
from .forms.switches import unfolded
from .pages import again, answer, desk, page

bp = Blueprint("sites", __name__)
# Which field a trouble with connecting is about; the address, unless it is named here.
_ABOUT_THE_USER = frozenset({"invalid_username", "invalid_email"})


@dataclass(frozen=True)
class Row:
    """A site as the list shows it."""

    public_id: str
    name: str
    url: str
    keys: int
    state_words: str


@bp.app_template_global()
def site_state(site: Site) -> str:
    """Say in a few words whether agents can reach a site, and as whom."""
    if site.disconnected_at is not None:
        return "Not connected, no agent can reach it"
    if site.paused_at is not None:
        return "Paused, nothing is planned or applied"
    return f"Connected, role {site.role}" if site.role else "Connected"


@bp.get("/sites")
def index() -> Response:
    """List the person's sites."""
    person_id = guard.person().id
    with desk().reading() as session:
        found, counts = sites.of_person(session, person_id), sites.live_keys(session, person_id)
    rows = [Row(site.public_id, site.name, site.url, counts.get(site.id, 0), site_state(site)) for site in found]
    return page("sites/index.html", sites=rows)


@bp.get("/sites/new")
def new() -> Response:
    """Ask for the address and the login of a site."""
    return page("sites/new.html", form=SiteForm(url=request.args.get("url")))


@bp.post("/sites")
def connect() -> Response:
    """Connect a site; what does not work is said at the field it is about."""
    form = SiteForm()
    if form.validate():
        try:
            site = sites.connect(desk(), guard.person().id, *form.typed())
        except Trouble as trouble:
            says(form, _field_of(trouble), in_words(trouble))
            form.otherwise = trouble.details.get("otherwise")
        else:
            return answer(to=f"/sites/{site.public_id}", say=f"{site.name} is connected.")
    return again("sites/new.html", "sites/_form.html", form=form)


def _field_of(trouble: Trouble) -> str:
    if trouble.code != "respira_login_not_accepted":
        return "url"
    return "username" if trouble.details.get("site_code") in _ABOUT_THE_USER else "password"


@bp.get("/sites/<site_id>")
def show(site_id: str) -> Response:
    """Show what is known of a site, its keys, and what agents may do there."""
    return site_parts.whole(site_id, request.args.get("purpose", ""))


@bp.post("/sites/<site_id>/settings")
def change_settings(site_id: str) -> Response:
    """Change what agents may do on a site."""
    with desk().reading() as session:
        site = sites.find(session, guard.person().id, site_id)
    form = site_parts.with_switches(SettingsForm(), site)
    if not form.validate():
        return site_parts.again_with_settings(site_id, form)
    with desk().writing() as session:
        site = sites.find(session, guard.person().id, site_id)
        sites.allow(session, desk(), site, guard.person().id, **form.wanted(site.tools_off))
    parts = [site_parts.settings_part(site_id, form.opened)] if form.opened else []
    return answer(*parts, to=f"/sites/{site_id}{unfolded(form)}", say="What agents may do is saved.")


@bp.post("/sites/<site_id>/disconnection")
def disconnect(site_id: str) -> Response:
    """Forget the login of a site."""
    with desk().writing() as session:
        site = sites.find(session, guard.person().id, site_id)
        sites.disconnect(session, desk(), site, guard.person().id)
    return answer(to=f"/sites/{site_id}", say=f"{site.name} is not connected any more. Its login is forgotten.")
