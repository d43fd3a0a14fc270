"""Sending a receipt by mail, to the address that a person chose, at once. Who it went to is not kept."""

from __future__ import annotations

from webapp.data import Person
from webapp.errors import Refusal

from . import events, issuing, mails, receipt_words, runs
from .desk import Desk
from .issuing import Issued
from .receipt_words import Exact


def send(desk: Desk, person: Person, run_public: str, address: str, exact: Exact) -> None:
    """Send the newest edition of a run's receipt, and wait until the mail server took it.

    Args:
        exact: how a moment is said in full, with its zone.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's run; `respira_invalid_arguments` where the address is
            none, or no receipt was issued; `respira_rate_limited`; `respira_not_delivered`.
    """
    with desk.reading() as session:
        run = runs.find_for_person(session, person.id, run_public)
        issued = issuing.newest(session, desk, run)
    _demand_can_be_sent(desk, address)
    if issued is None:
        raise Refusal("respira_invalid_arguments", "There is no signed receipt of this run to send.", hint="")
    _send_once(desk, person, issued, address, exact)
    with desk.writing() as session:
        events.record(
            session,
            desk,
            "receipt.mailed",
            run.public_id,
            site_id=run.site_id,
            person_id=person.id,
            domain=address.rpartition("@")[2].lower(),
        )


def _send_once(desk: Desk, person: Person, issued: Issued, address: str, exact: Exact) -> None:
    """Send it, but not what was sent a moment ago: whoever presses again did not see that it went."""
    same = f"{issued.digest} {address.lower()}"
    desk.same_mail_limit.count(same)
    try:
        desk.mail_limit.count(f"person {person.id}")
        mails.send(desk.settings, address, receipt_words.subject(issued), receipt_words.text(issued, exact))
    except Refusal:
        desk.same_mail_limit.forget(same)
        raise


def _demand_can_be_sent(desk: Desk, address: str) -> None:
    if not mails.can_be_sent(desk.settings):
        raise Refusal("respira_invalid_arguments", "No mail can be sent: the settings name no mail server.", hint="")
    if not mails.is_address(address):
        raise Refusal("respira_invalid_arguments", "This is not an e-mail address.", hint="")
