"""Diagnoses: looking at the connection to a site, for an agent or its owner. A site that is ill is no fault here."""

from __future__ import annotations

from webapp.data import Site
from webapp.tools.tool import WriteTool
from webapp.wordpress.client import Connection
from webapp.wordpress.diagnosis import Diagnosis, Finding, diagnose

from . import events, sites
from .asking import Told
from .desk import Desk
from .gate import Call

_NOT_CONNECTED = Finding(
    "connected",
    False,
    "The site's owner disconnected it, so its login is forgotten.",
    "Its owner connects it again in Sayso, with its address and a new application password.",
)


def tell(desk: Desk, call: Call) -> Told:
    """Answer diagnose_connection."""
    found = of_site(desk, call.site)
    return Told(
        {
            "success": True,
            "healthy": found.healthy,
            "summary": found.summary,
            "checks": [
                {"check": one.check, "ok": one.ok, "found": one.found, "do": one.do} for one in found.findings
            ],
        }
    )


def of_site(desk: Desk, site: Site) -> Diagnosis:
    """Look at the connection to a site. Nothing is raised, and nothing written."""
    if site.disconnected_at is not None:
        return Diagnosis(False, f"{_NOT_CONNECTED.found} {_NOT_CONNECTED.do}", (_NOT_CONNECTED,), None)
    password = desk.sealer.unseal(f"site.app_password {site.public_id}", site.app_password)
    return diagnose(
        Connection(site.rest_root, site.username, password),
        site.url,
        needs=_needs(desk),
        allow_private=desk.settings.allow_private_sites,
    )


def check(desk: Desk, person_id: int, public: str) -> tuple[Site, Diagnosis]:
    """Look at a person's site, and note what its login may do there now.

    Raises:
        Refusal: `respira_not_found`.
    """
    with desk.reading() as session:
        site = sites.find(session, person_id, public)
    found = of_site(desk, site)
    with desk.writing() as session:
        site = sites.find(session, person_id, public)
        # It may have been disconnected while the site was asked.
        if found.login is not None and site.disconnected_at is None:
            sites.note_login(site, found.login, desk.clock())
        events.record(session, desk, "site.checked", site.public_id, site_id=site.id, person_id=person_id)
        return site, found


def _needs(desk: Desk) -> list[str]:
    writes = [tool for tool in desk.catalogue.values() if isinstance(tool, WriteTool)]
    return list(dict.fromkeys(need for tool in writes for need in tool.needs))
