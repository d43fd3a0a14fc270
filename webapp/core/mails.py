"""Mails: one plain text to one address, by the server that the settings name. The one file that speaks SMTP."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email.errors import MessageError
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from webapp.errors import Refusal
from webapp.settings import Settings

SECONDS = 10.0
_LONGEST, _LONGEST_NAME = 254, 64
# Without ? nothing is an encoded word, and without % and ! no other address is hidden in the name.
_PART = re.compile(r"[A-Za-z0-9_+'&=~#$*/^{|}-]+")
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_NO_ADDRESS = "This is not one mail address."


def is_address(address: str) -> bool:
    """Tell whether a text is one person's plain mail address: nothing that is read as several, or as another one."""
    name, _at, host = address.rpartition("@")
    return (
        len(address) <= _LONGEST
        and len(name) <= _LONGEST_NAME
        and all(_PART.fullmatch(part) for part in name.split("."))
        # There are mail servers that take such a beginning for an option, a file or a program.
        and not name.startswith(("-", "/", "|"))
        and host.count(".") > 0
        and all(_LABEL.fullmatch(label) for label in host.split("."))
        and not host.rpartition(".")[2].isdigit()
    )


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
    if not is_address(to):
        raise Refusal("respira_not_delivered", _NO_ADDRESS)
    try:
        _deliver(settings.mail_url, _message(settings.mail_from, to, subject, text), to)
    except (OSError, smtplib.SMTPException, ValueError, MessageError) as fault:
        raise Refusal("respira_not_delivered", _why(fault)) from fault


def try_out(settings: Settings) -> None:
    """Connect to the mail server and sign in, and send nothing.

    Raises:
        Refusal: `respira_not_delivered`, with the reason.
    """
    try:
        with _entered(settings.mail_url) as server:
            server.noop()
    except (OSError, smtplib.SMTPException, ValueError) as fault:
        raise Refusal("respira_not_delivered", _why(fault)) from fault


def _message(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """Write a mail, and read again to whom its head says that it goes."""
    message = EmailMessage()
    message["From"], message["To"] = sender, to
    if [one.addr_spec for one in message["To"].addresses] != [to]:
        raise Refusal("respira_not_delivered", _NO_ADDRESS)
    message["Subject"] = " ".join(subject.split())
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def _deliver(address: str, message: EmailMessage, to: str) -> None:
    with _entered(address) as server:
        server.send_message(message, to_addrs=[to])


@contextmanager
def _entered(address: str) -> Iterator[smtplib.SMTP]:
    """Connect to the mail server and sign in there, for as long as the block runs."""
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
        yield server


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
    if isinstance(fault, OSError):
        return "The mail server could not be reached."
    return "The mail could not be written: look at SAYSO_MAIL_URL and SAYSO_MAIL_FROM."
