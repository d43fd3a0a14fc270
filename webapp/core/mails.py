"""Mails: one plain text to one address, by the server that the settings name. The one file that speaks SMTP."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from webapp.errors import Refusal
from webapp.settings import Settings

SECONDS = 10.0


def is_address(address: str) -> bool:
    """Tell whether a text can be one person's mail address, and nothing that holds more than one."""
    name, _, host = address.rpartition("@")
    plain = address.isascii() and all(letter.isalnum() or letter in "@.!#$%&'*+/=?^_`{|}~-" for letter in address)
    return plain and bool(name) and "@" not in name and "." in host.strip(".") and len(address) <= 254


def can_be_sent(settings: Settings) -> bool:
    """Tell whether the settings name a mail server."""
    return bool(settings.mail_url)


def send(settings: Settings, to: str, subject: str, text: str) -> None:
    """Send a mail, and wait until the server took it.

    Args:
        subject: one line; what would break it is taken out.

    Raises:
        Refusal: `respira_not_delivered`, with the reason.
    """
    message = EmailMessage()
    message["From"], message["To"] = settings.mail_from, to
    message["Subject"] = " ".join(subject.split())
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=settings.mail_from.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    try:
        _deliver(settings.mail_url, message)
    except (OSError, smtplib.SMTPException, ValueError) as fault:
        raise Refusal("respira_not_delivered", _why(fault)) from fault


def _deliver(address: str, message: EmailMessage) -> None:
    url = urlsplit(address)
    safe = url.scheme == "smtps"
    host, port = url.hostname or "", url.port or (465 if safe else 587)
    if safe:
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=ssl.create_default_context())
    else:
        server = smtplib.SMTP(host, port, timeout=SECONDS)
    with server:
        server.ehlo()
        if not safe and server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
        if url.username:
            server.login(unquote(url.username), unquote(url.password or ""))
        server.send_message(message)


def _why(fault: Exception) -> str:
    """Return in words what went wrong; what a server said may hold an address or more, so only its number is told."""
    if isinstance(fault, smtplib.SMTPAuthenticationError):
        return "The mail server did not accept the login in SAYSO_MAIL_URL."
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        return "The mail server did not take this address."
    if isinstance(fault, smtplib.SMTPResponseException):
        return f"The mail server refused it with {fault.smtp_code}."
    if isinstance(fault, TimeoutError):
        return "The mail server did not answer in time."
    return "The mail server could not be reached."
