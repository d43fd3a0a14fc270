"""Attempts: tries at what somebody might guess, such as a password, counted in rows for all web processes together.

Only marks of whose they were are kept, and no longer than they count. What is counted is its own room's to say.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from webapp.data import Attempt
from webapp.errors import Refusal

from .desk import Desk

_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)


@dataclass(frozen=True)
class Tries:
    """How often something may be tried, by one caller or at one thing.

    Attributes:
        what: what is tried; tries of different kinds are counted apart.
        sentence: said when it is too many.
        hint: what one can do meanwhile.
    """

    what: str
    sentence: str
    hint: str = ""
    a_minute: int = 10
    an_hour: int = 60


def count(desk: Desk, tries: Tries, *names: str) -> None:
    """Count one try, which is not counted where it is one too many.

    Args:
        names: whose tries are counted together, such as those of a caller, and those at an e-mail address.

    Raises:
        Refusal: `respira_rate_limited`, with how long to wait.
    """
    marks = [desk.sealer.mark(["attempt", tries.what, name]) for name in names]
    # Who tries without end waits for no writer and keeps none waiting.
    with desk.reading() as session:
        _demand_few(session, tries, marks, desk.clock())
    with desk.writing() as session:
        now = desk.clock()
        _demand_few(session, tries, marks, now)
        session.add_all(Attempt(about=mark, at=now) for mark in marks)


def caller(address: str) -> str:
    """Return the name under which tries from a network address are counted.

    Whoever has one address of IPv6 has a whole network of them, so that counts as one.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return f"caller {address}"
    if isinstance(parsed, ipaddress.IPv4Address) or parsed.ipv4_mapped:
        return f"caller {getattr(parsed, 'ipv4_mapped', None) or parsed}"
    return f"caller {ipaddress.ip_network((parsed, 64), strict=False)}"


def forget(session: Session, desk: Desk) -> None:
    """Forget the tries that count no longer."""
    session.execute(delete(Attempt).where(Attempt.at <= desk.clock() - _HOUR))


def _demand_few(session: Session, tries: Tries, marks: Sequence[str], now: datetime) -> None:
    free = [_free_at(session, tries, mark, now) for mark in marks]
    until = max((at for at in free if at is not None), default=None)
    if until is not None:
        raise Refusal("respira_rate_limited", f"{tries.sentence} {_wait(until - now)}", hint=tries.hint)


def _free_at(session: Session, tries: Tries, mark: str, now: datetime) -> datetime | None:
    """Return when the next try may be made; None for now."""
    lately = select(Attempt.at).where(Attempt.about == mark, Attempt.at > now - _HOUR).order_by(Attempt.at.desc())
    moments = session.scalars(lately.limit(tries.an_hour)).all()
    if len(moments) >= tries.an_hour:
        return moments[-1] + _HOUR
    if len(moments) >= tries.a_minute and moments[tries.a_minute - 1] > now - _MINUTE:
        return moments[tries.a_minute - 1] + _MINUTE
    return None


def _wait(left: timedelta) -> str:
    minutes = math.ceil(left / _MINUTE)
    return "Wait a minute, then try again." if minutes <= 1 else f"Wait {minutes} minutes, then try again."
