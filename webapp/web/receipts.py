"""Receipts: as JSON with its signature, as a page for paper, and sent by mail."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from webapp.core import histories, receipt_files, receipt_mails, receipts
from webapp.core.histories import RunView
from webapp.errors import Refusal

from . import guard, shown_sights, zones
from .forms import in_words, says
from .forms.receipts import ReceiptMailForm
from .pages import answer, desk, page
from .runs import PREFIX, seen
from .shown_receipts import Paper, paper
from .shown_sights import ShownSights

bp = Blueprint("receipts", __name__)


@bp.get("/runs/<run_id>.json")
def as_json(run_id: str) -> tuple[Response, int]:
    """Return the receipt as a program reads it, with what was signed; 202 while the run goes on."""
    with desk().reading() as session:
        view = histories.of_run(session, desk(), guard.person().id, run_id)
        run = view.row
        if run.finished_at is None:
            going_on = Refusal("respira_job_running")
            return jsonify(code=going_on.code, message=going_on.message, job_id=run.public_id), going_on.status
        receipt, issued = receipts.read(session, desk(), run, PREFIX), paper(session, desk(), run).issued
        sights = shown_sights.of_run(session, desk(), view)
    told = receipt if issued is None else receipt_files.as_issued(receipt, issued, PREFIX)
    return jsonify({**told, "review": {**told["review"], **_visitors(sights)}}), 200


@bp.get("/runs/<run_id>/print")
def on_paper(run_id: str) -> Response:
    """Show the receipt without menus, for paper; lead on to a run that goes on."""
    with desk().reading() as session:
        view = histories.of_run(session, desk(), guard.person().id, run_id)
        shown = None if view.row.finished_at is None else paper(session, desk(), view.row)
        sights = shown_sights.of_run(session, desk(), view)
    if shown is None:
        return answer(to=f"/runs/{run_id}")
    return page("receipts/paper.html", sights=sights, **_on_paper(view, shown))


@bp.post("/runs/<run_id>/mails")
def send(run_id: str) -> Response:
    """Send the receipt to an address; what does not fit is said at the field."""
    form = ReceiptMailForm()
    if form.validate():
        try:
            receipt_mails.send(desk(), guard.person(), run_id, form.address.data or "", zones.exact)
        except Refusal as refusal:
            if refusal.code == "respira_not_found":
                raise
            says(form, "address", in_words(refusal))
        else:
            said = "The receipt was sent. The mail server took it."
            return answer(to=f"/runs/{run_id}#mailed", say=said, kind="mailed")
    return page("runs/show.html", status=422, **seen(run_id, form))


def _visitors(sights: ShownSights | None) -> dict[str, Any]:
    """Return what visitors see since the run. It is told beside what was signed, and is no part of that."""
    if sights is None:
        return {}
    pages = [
        {"address": one.address, "state": one.how, "found": [line.words for line in one.lines]}
        for one in sights.pages
    ]
    looked_at = None if sights.looked_at is None else sights.looked_at.isoformat(timespec="seconds")
    return {"visitors": {"state": sights.state, "looked_at": looked_at, "pages": pages}}


def _on_paper(view: RunView, shown: Paper) -> dict[str, Any]:
    return {"run_id": view.row.public_id, "paper": shown, "title": shown.record["plan"]["title"]}
