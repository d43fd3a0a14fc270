"""A site's page, whole or only the form of it that does not fit."""

from __future__ import annotations

from typing import Any

from flask import Response, render_template

from webapp.core import keys, mails, notice_addresses, sites
from webapp.data import Site
from webapp.tools.protection import protection

from . import guard
from .bars import beyond_login, notes_for_site
from .forms.notices import NoticeForm
from .forms.sites import ProtectionForm, SettingsForm
from .pages import again, desk, page


def whole(site_id: str, opened: str = "") -> Response:
    """Answer with a site's page.

    Args:
        opened: the purpose whose switches are unfolded.
    """
    values = _values(site_id)
    values["settings"].opened = opened
    return page("sites/show.html", **values)


def settings_part(site_id: str, opened: str) -> str:
    """Return the form of what agents may do, as it is kept now."""
    values = _values(site_id)
    values["settings"].opened = opened
    return render_template("sites/_settings_form.html", **values)


def again_with_settings(site_id: str, form: SettingsForm) -> Response:
    """Answer settings that do not fit."""
    return again("sites/show.html", "sites/_settings_form.html", **_values(site_id, settings=form))


def again_with_protection(site_id: str, form: ProtectionForm) -> Response:
    """Answer a wish to protect something that is not there."""
    return again("sites/show.html", "sites/_protection_form.html", **_values(site_id, protecting=form))


def again_with_notices(site_id: str, form: NoticeForm) -> Response:
    """Answer an address for notices that does not fit."""
    return again("sites/show.html", "sites/_notices.html", **_values(site_id, noticing=form))


def notices_part(site_id: str) -> str:
    """Return the part that says where notices go, as it is now."""
    return render_template("sites/_notices.html", **_values(site_id))


def with_secret(site_id: str, secret: str) -> Response:
    """Answer with the page that shows, this once, what the messages of a new webhook are signed with."""
    return page("sites/show.html", **_values(site_id, notice_secret=secret))


def _values(site_id: str, **typed: Any) -> dict[str, Any]:
    with desk().reading() as session:
        site = sites.find(session, guard.person().id, site_id)
        issued = keys.of_site(session, site.id)
        addresses = notice_addresses.of_site(session, desk(), site.id)
    return {
        "site": site,
        "keys": issued,
        "beyond_login": beyond_login(site, desk().catalogue.values()),
        "kinds": protection.KINDS,
        "settings": _settings_of(site),
        "protecting": ProtectionForm(formdata=None),
        "addresses": addresses,
        "noticing": NoticeForm(formdata=None),
        "notice_secret": None,
        "mail_works": mails.can_be_sent(desk().settings),
        **typed,
    }


def _settings_of(site: Site) -> SettingsForm:
    on = [name for name in desk().catalogue if name not in site.tools_off]
    return with_switches(SettingsForm(formdata=None, obj=site, tools_on=on), site)


def with_switches(form: SettingsForm, site: Site) -> SettingsForm:
    """Put the tools into a site's settings, and return them."""
    tools = desk().catalogue
    form.offer(tools, site.tools_off, notes_for_site(site, tools.values()))
    return form
