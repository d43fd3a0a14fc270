"""Attempts: tries at what somebody might guess, such as a password, counted in rows for all web processes together.

Only marks of whose they were are kept, and no longer than they count. What is counted is its own room's to say.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from webapp.data import Attempt
from webapp.errors import Refusal

from .desk import Desk

# How often what is allowed to one caller may come from the 65,536 networks of IPv6 that begin with the same 48 bits.
_IN_A_48 = 10
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


@dataclass(frozen=True)
class Whose:
    """Whose tries are counted together.

    Attributes:
        name: such as a caller's, or an e-mail address.
        times: how often what is allowed to one; more than one where many may be meant.
    """

    name: str
    times: int = 1


def count(desk: Desk, tries: Tries, *whose: Whose) -> None:
    """Count one try, which is not counted where it is one too many.

    Args:
        whose: each for whom this try counts, such as its caller, and the e-mail address it is made at.

    Raises:
        Refusal: `respira_rate_limited`, with how long to wait.
    """
    marks = {desk.sealer.mark(["attempt", tries.what, one.name]): one.times for one in whose}
    # Who tries without end waits for no writer and keeps none waiting.
    with desk.reading() as session:
        _demand_few(session, tries, marks, desk.clock())
    with desk.writing() as session:
        now = desk.clock()
        _demand_few(session, tries, marks, now)
        session.add_all(Attempt(about=mark, at=now) for mark in marks)


def callers(address: str) -> list[Whose]:
    """Return for whom tries from a network address are counted.

    Whoever has one address of IPv6 has a whole network of them, so that counts as one. A customer may be given 65,536
    such networks, and a provider may give as many customers one each: together they may try more than one of them.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return [Whose(f"caller {address}")]
    if isinstance(parsed, ipaddress.IPv4Address) or parsed.ipv4_mapped:
        return [Whose(f"caller {getattr(parsed, 'ipv4_mapped', None) or parsed}")]
    one, many = (ipaddress.IPv6Network((parsed, bits), strict=False) for bits in (64, 48))
    return [Whose(f"caller {one}"), Whose(f"caller {many}", times=_IN_A_48)]


def forget(session: Session, desk: Desk) -> None:
    """Forget the tries that count no longer."""
    session.execute(delete(Attempt).where(Attempt.at <= desk.clock() - _HOUR))


def _demand_few(session: Session, tries: Tries, marks: Mapping[str, int], now: datetime) -> None:
    free = [_free_at(session, tries, mark, times, now) for mark, times in marks.items()]
    until = max((at for at in free if at is not None), default=None)
    if until is not None:
        raise Refusal("respira_rate_limited", f"{tries.sentence} {_wait(until - now)}", hint=tries.hint)


def _free_at(session: Session, tries: Tries, mark: str, times: int, now: datetime) -> datetime | None:
    """Return when the next try may be made; None for now."""
    lately = select(Attempt.at).where(Attempt.about == mark, Attempt.at > now - _HOUR).order_by(Attempt.at.desc())
    a_minute, an_hour = tries.a_minute * times, tries.an_hour * times
    moments = session.scalars(lately.limit(an_hour)).all()
    if len(moments) >= an_hour:
        return moments[-1] + _HOUR
    if len(moments) >= a_minute and moments[a_minute - 1] > now - _MINUTE:
        return moments[a_minute - 1] + _MINUTE
    return None


def _wait(left: timedelta) -> str:
    minutes = math.ceil(left / _MINUTE)
    return "Wait a minute, then try again." if minutes <= 1 else f"Wait {minutes} minutes, then try again."
