"""Saying what is wrong with an installation, and what to do about it.

It changes nothing, sends no mail, and asks no site unless it is told to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from webapp.core.desk import Desk
from webapp.laying import lay_desk
from webapp.settings import Settings, WrongSettings

from . import insides, surroundings
from .finding import Finding, ill, well


def examine(*, sites: bool = False) -> list[Finding]:
    """Look at the installation that the environment describes.

    Args:
        sites: whether each connected site is asked too.
    """
    try:
        settings = Settings.from_environment()
    except WrongSettings as fault:
        faults = [line.removeprefix("- ") for line in str(fault).splitlines()[1:]]
        return [ill("settings", f"{one}.", "Set it in the environment or in var/sayso.env.") for one in faults]
    desk = lay_desk(settings, lambda _run: None)
    try:
        return [well("settings", "Every setting can be used."), *_of(desk, sites=sites)]
    finally:
        desk.database.close()


def in_words(findings: Iterable[Finding]) -> str:
    """Write findings for somebody at a terminal, a line each, and what to do below what is not well."""
    lines = []
    for one in findings:
        lines.append(f"{one.state:<5} {one.what}: {one.found}")
        if one.do:
            lines.append(f"      {one.do}")
    return "\n".join(lines)


def in_json(findings: Iterable[Finding]) -> str:
    """Write findings for a program."""
    return json.dumps([one._asdict() for one in findings], ensure_ascii=False)


def _of(desk: Desk, *, sites: bool) -> list[Finding]:
    found = list(surroundings.looked_at(desk.settings))
    if found[0].what == "database":
        # Looking further would make the file that is missing.
        return found
    found += insides.looked_at(desk)
    return [*found, *insides.sites_looked_at(desk)] if sites else found
