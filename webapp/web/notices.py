"""Notices: where people are told that a plan of a site waits, a test, and the last delivery."""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.core import notice_addresses, notices
from webapp.errors import Refusal

from . import guard, site_parts
from .forms import in_words, says
from .forms.notices import NoticeForm
from .pages import answer, desk

bp = Blueprint("notices", __name__)


@bp.post("/sites/<site_id>/notices")
def create(site_id: str) -> Response:
    """Add an address; what does not fit is said at the field."""
    form = NoticeForm()
    if form.validate():
        try:
            secret = notice_addresses.add(desk(), guard.person(), site_id, *form.typed())
        except Refusal as refusal:
            says(form, "address", in_words(refusal))
        else:
            if secret is not None:
                return site_parts.with_secret(site_id, secret)
            return _shown(site_id, "The address is added. Send a test to see that it works.")
    return site_parts.again_with_notices(site_id, form)


@bp.post("/notices/<address_id>/removal")
def remove(address_id: str) -> Response:
    """Send nothing there any more."""
    site = notice_addresses.remove(desk(), guard.person(), address_id)
    return _shown(site.public_id, "The address is removed.")


@bp.post("/notices/<address_id>/test")
def try_out(address_id: str) -> Response:
    """Send a test, and say what came of it."""
    site, notice = notices.try_out(desk(), guard.person(), address_id)
    said = "The test was sent." if notice.state == "sent" else "The test did not get through."
    return _shown(site.public_id, f"{said} {notice.answer}")


def _shown(site_id: str, said: str) -> Response:
    return answer(site_parts.notices_part(site_id), to=f"/sites/{site_id}#plan-notices", say=said)
