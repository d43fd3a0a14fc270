"""A site's page, whole or only the form of it that does not fit."""

from __future__ import annotations

from typing import Any

from flask import Response

from webapp.core import keys, sites
from webapp.data import Site
from webapp.tools import protection
from webapp.tools.tool import Tool, WriteTool

from . import guard
from .bars import beyond_login, notes_for_site
from .forms.sites import ProtectionForm, SettingsForm
from .pages import again, desk, page


def writes() -> list[Tool]:
    """Return the tools that can be switched on and off."""
    return [tool for tool in desk().catalogue.values() if isinstance(tool, WriteTool)]


def whole(site_id: str) -> Response:
    """Answer with a site's page."""
    return page("sites/show.html", **_values(site_id))


def again_with_settings(site_id: str, form: SettingsForm) -> Response:
    """Answer settings that do not fit."""
    return again("sites/show.html", "sites/_settings_form.html", **_values(site_id, settings=form))


def again_with_protection(site_id: str, form: ProtectionForm) -> Response:
    """Answer a wish to protect something that is not there."""
    return again("sites/show.html", "sites/_protection_form.html", **_values(site_id, protecting=form))


def _values(site_id: str, **typed: Any) -> dict[str, Any]:
    with desk().reading() as session:
        site = sites.find(session, guard.person().id, site_id)
        issued = keys.of_site(session, site.id)
    return {
        "site": site,
        "keys": issued,
        "beyond_login": beyond_login(site, desk().catalogue.values()),
        "kinds": protection.KINDS,
        "settings": _settings_of(site),
        "protecting": ProtectionForm(formdata=None),
        **typed,
    }


def _settings_of(site: Site) -> SettingsForm:
    on = [tool.name for tool in writes() if tool.name not in site.tools_off]
    form = SettingsForm(formdata=None, obj=site, tools_on=on)
    form.offer(writes(), notes_for_site(site, writes()))
    return form
