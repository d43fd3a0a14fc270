"""Verifying: whether a receipt was signed here, for anybody who was given one. Nobody needs an account for it, and
looking changes nothing."""

from __future__ import annotations

from flask import Blueprint, Response, request

from webapp.core import verifying
from webapp.core.verifying import Verified
from webapp.errors import Refusal

from .forms import in_words, says
from .forms.receipts import VerifyForm
from .pages import desk, page
from .shown_receipts import Paper

bp = Blueprint("verifications", __name__, url_prefix="/verify")
# So much of what an address holds is put into the form.
_LONGEST = 200
NOTHING = "Paste the receipt, or type its digest and signature."


@bp.get("")
def show() -> Response:
    """Show the form; of a receipt whose digest and signature the address holds, tell at once."""
    told = {name: request.args.get(name, "")[:_LONGEST] for name in ("digest", "signature")}
    form = VerifyForm(None, **told)
    return _told(form) if form.digest.data and form.signature.data else _page(form)


@bp.post("")
def check() -> Response:
    """Tell of what was pasted or typed."""
    return _told(VerifyForm())


@bp.after_request
def _private(response: Response) -> Response:
    """Keep the address, which holds what is on the receipt, from other sites."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _told(form: VerifyForm) -> Response:
    text, digest, signature = (field.data or "" for field in (form.receipt, form.digest, form.signature))
    try:
        desk().verify_limit.count(f"caller {request.remote_addr}")
        if not text.strip() and not (digest and signature):
            raise Refusal("respira_invalid_arguments", NOTHING, hint="")
        verified = _verified(text, digest, signature)
    except Refusal as refusal:
        says(form, "receipt" if text.strip() else None, in_words(refusal))
        if len(text) > verifying.LONGEST:
            form.receipt.data = ""
        return _page(form, status=429 if refusal.status == 429 else 422)
    return _page(VerifyForm(None), verified)


def _verified(text: str, digest: str, signature: str) -> Verified:
    with desk().reading() as session:
        if text.strip():
            return verifying.of_file(session, desk(), text)
        return verifying.of_digest(session, desk(), digest, signature)


def _page(form: VerifyForm, verified: Verified | None = None, status: int = 200) -> Response:
    signed = (
        None if verified is None or verified.record is None else Paper(verified.record, None, can_be_mailed=False)
    )
    return page("verifications/show.html", status=status, form=form, verified=verified, paper=signed)
