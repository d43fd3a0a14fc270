"""Checking the connection to a site: what was found, and what to do about it. Shown once, and kept nowhere."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response

from webapp.core import diagnoses
from webapp.wordpress.diagnosis import Finding

from . import guard
from .pages import desk, page

bp = Blueprint("diagnoses", __name__)
_NAMES = {
    "connected": "Connected",
    "gate": "Another password in front",
    "reach": "The site answers",
    "redirects": "Redirects",
    "json": "WordPress's data",
    "rest_root": "REST interface",
    "application_passwords": "Application passwords",
    "login": "Login",
    "login_header": "Login passed on by the web server",
    "role": "Role",
    "permalinks": "Permalinks",
}
_STATES = {True: ("circle-check", "Fine"), False: ("circle-x", "Wrong"), None: ("circle-help", "Not known")}


class Row(NamedTuple):
    """A finding as the page shows it."""

    name: str
    picture: str
    state: str
    found: str
    do: str


@bp.post("/sites/<site_id>/check")
def check(site_id: str) -> Response:
    """Look at the connection to a site, and show what was found."""
    site, found = diagnoses.check(desk(), guard.person().id, site_id)
    rows = [_row(finding) for finding in found.findings]
    return page("diagnoses/show.html", site=site, summary=found.summary, rows=rows)


def _row(finding: Finding) -> Row:
    return Row(_NAMES[finding.check], *_STATES[finding.ok], finding.found, finding.do)
