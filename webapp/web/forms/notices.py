"""Where to tell of the plans of a site."""

from __future__ import annotations

from wtforms import RadioField, StringField
from wtforms.validators import DataRequired, InputRequired, Length

from webapp.data import Way

from . import PlainForm, SelectChoice, trimmed


class NoticeForm(PlainForm):
    """A mail address, or the address of a webhook."""

    way = RadioField(
        "How?",
        choices=[SelectChoice(Way.MAIL, "By mail"), SelectChoice(Way.WEBHOOK, "To a webhook")],
        default=Way.MAIL,
        validators=[InputRequired("Choose one.")],
    )
    address = StringField(
        "Where to?",
        filters=[trimmed],
        description="An e-mail address; or, for a webhook, an address that begins with https://",
        validators=[DataRequired("Type an address."), Length(max=1000, message="At most 1000 characters.")],
        render_kw={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"},
    )

    def typed(self) -> tuple[Way, str]:
        """Return the way and the address."""
        return Way(self.way.data), self.address.data or ""
