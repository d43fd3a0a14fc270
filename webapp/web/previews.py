"""Previews: a draft copy for anybody who has its link, without an account. What is shown was written by an agent or
on the site, so it is made safe to look at, and stands in a frame that may run and load nothing."""

from __future__ import annotations

from flask import Blueprint, Response, request

from webapp.core import copies
from webapp.data import Copy, Site
from webapp.errors import Refusal, SiteTrouble

from .guard import PREVIEW_POLICY
from .pages import answer, desk, page
from .rendered import rendered

bp = Blueprint("previews", __name__)
SITE_SILENT = "The site does not answer at the moment, so the draft can not be shown. Try again in a moment."


@bp.get("/")
def front() -> Response:
    """Show the page around a preview, or lead on to the plans."""
    token = request.args.get("respira_preview")
    if token is None:
        return answer(to="/plans")
    try:
        copy, site = copies.previewed(desk(), token)
    except Refusal:
        return _private(page("previews/over.html", status=404))
    return _private(page("previews/front.html", copy=copy, site_name=site.name, token=token))


@bp.get("/preview/<token>")
def body(token: str) -> Response:
    """Show the draft itself, for the frame."""
    try:
        copy, site = copies.previewed(desk(), token)
    except Refusal:
        return _private(page("previews/over.html", status=404))
    return framed(copy, site)


def framed(copy: Copy, site: Site) -> Response:
    """Answer with a draft as its site renders it, for a frame."""
    try:
        shown = copies.rendered(desk(), copy, site)
    except SiteTrouble:
        return _framed(page("previews/body.html", status=502, title=SITE_SILENT, text=rendered("")))
    return _framed(page("previews/body.html", title=shown.title, text=rendered(shown.body)))


def _framed(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = PREVIEW_POLICY
    return _private(response)


def _private(response: Response) -> Response:
    """Keep the link, which is all that is needed to look, from other sites."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
