"""To whom a receipt is sent, and what somebody brings to have it verified."""

from __future__ import annotations

from wtforms import StringField, TextAreaField
from wtforms.validators import DataRequired, Length

from . import PlainForm, trimmed

_LENGTH = "64 letters and numbers."
_AS_IT_IS = {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}


def _joined(typed: str | None) -> str | None:
    """Take out spaces, breaks and capitals: whoever types from paper or copies from a mail brings them along."""
    return "".join(typed.split()).lower() if typed else typed


class ReceiptMailForm(PlainForm):
    """An address."""

    address = StringField(
        "Send this receipt to",
        filters=[trimmed],
        description="One e-mail address. The whole receipt goes there now, as plain text.",
        validators=[DataRequired("Type an address."), Length(max=254, message="At most 254 characters.")],
        render_kw={**_AS_IT_IS, "type": "email", "inputmode": "email"},
    )


class VerifyForm(PlainForm):
    """A receipt as JSON; or only its digest and signature, as they stand on paper."""

    receipt = TextAreaField(
        "The receipt as JSON",
        description="The whole file, as it was given to you.",
        render_kw={**_AS_IT_IS, "rows": "6"},
    )
    digest = StringField("Digest", filters=[_joined], description=_LENGTH, render_kw=_AS_IT_IS)
    signature = StringField("Signature", filters=[_joined], description=_LENGTH, render_kw=_AS_IT_IS)
