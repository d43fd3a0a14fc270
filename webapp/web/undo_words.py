"""The sentences about an undo that depend on numbers: its headline, and what its button says. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from webapp.core.undo_views import Came
from webapp.data import Back

from .phrases import count

_ALONE = {
    Back.EXACTLY: "Restored exactly",
    Back.FAILED: "Not restored",
    Back.UNKNOWN: "To check on the site: it is not known whether this was restored",
    Back.NOT_RUN: "Not run, so nothing was taken back",
    Back.LEFT_OUT: "Left out, so nothing was taken back",
}
# What is told of those that are not back: for one, for several.
_NOT_BACK = {
    Back.FAILED: ("1 failed", "{} failed"),
    Back.UNKNOWN: ("1 is to check on the site", "{} are to check on the site"),
    Back.NOT_RUN: ("1 did not run", "{} did not run"),
    Back.LEFT_OUT: ("1 was left out", "{} were left out"),
}


class Part(Protocol):
    """What the sentences ask of a part of an undo."""

    @property
    def why_not(self) -> str | None:
        """Why it can not be taken back."""

    @property
    def ticked(self) -> bool:
        """Whether it is ticked."""

    @property
    def chosen(self) -> bool:
        """Whether somebody wanted it taken back."""

    @property
    def outcome(self) -> str | None:
        """What became of it."""

    @property
    def differs(self) -> Sequence[str]:
        """What could not be brought back."""


def yes_label(parts: int, live: int, *, again: bool = False) -> str:
    """Say what pressing the button does: how many changes are taken back, and how many of them on the live site.

    Args:
        again: an undo is what is taken back, so what that took back is done again.
    """
    many = f"{parts} change{'' if parts == 1 else 's'}"
    does = f"Do {many} again" if again else f"Take back {many}"
    if parts == 1:
        return f"{does}{',' if again and live else '' if live else ', not'} on the live site"
    return f"{does}, {live or 'none'} on the live site"


def headline(stage: str, parts: Sequence[Part]) -> str:
    """Say in one line what would be taken back, how far that is, or what became of it.

    Args:
        stage: as `ShownUndo.stage` names it.
    """
    if stage == "ended":
        return _ended(parts)
    if stage == "running":
        wanted = [part for part in parts if part.chosen]
        return f"{sum(part.outcome is not None for part in wanted)} of {count(len(wanted), 'change')} done"
    return _to_come(parts, looked=stage == "looked")


def what_came_of(came: Came | None) -> str:
    """Say what came of the undo of a whole run: the begin of a sentence that ends with when it was."""
    if came is None:
        return "An undo ran"
    if not came.back:
        return "An undo brought nothing back"
    if came.stand == came.parts:
        return "Undone"
    if not came.stand:
        return "An undo, which was taken back itself since, ran"
    return f"{came.stand} of {count(came.parts, 'change')} {'was' if came.stand == 1 else 'were'} undone"


def _to_come(parts: Sequence[Part], *, looked: bool) -> str:
    if not looked:
        return "Take back this change" if len(parts) == 1 else f"Take back {len(parts)} changes"
    possible = sum(part.why_not is None for part in parts)
    if len(parts) == 1:
        return "Take back this change" if possible else "This change can not be taken back"
    if not possible:
        return f"None of {len(parts)} changes can be taken back"
    ticked = sum(part.ticked for part in parts)
    if not ticked:
        return f"Choose which of {len(parts)} changes to take back"
    return f"Take back {f'all {len(parts)}' if ticked == len(parts) else f'{ticked} of {len(parts)}'} changes"


def _ended(parts: Sequence[Part]) -> str:
    back = [part for part in parts if part.outcome in (Back.EXACTLY, Back.EXCEPT)]
    names = list(dict.fromkeys(name for part in back for name in part.differs))
    exactly = f", except: {', '.join(names)}" if names else " exactly"
    if len(parts) == 1:
        return f"Restored{exactly}" if back else _ALONE.get(Back(parts[0].outcome or Back.NOT_RUN), "Restored")
    rest = list(_rest([part.outcome for part in parts]))
    if not back:
        return "; ".join([f"None of {len(parts)} changes is taken back", ", ".join(rest)])
    verb = "is" if len(back) == 1 else "are"
    share = f"All {len(parts)} changes" if len(back) == len(parts) else f"{len(back)} of {len(parts)} changes"
    return "; ".join([f"{share} {verb} restored{exactly}", *([", ".join(rest)] if rest else [])])


def _rest(outcomes: Sequence[str | None]) -> list[str]:
    found = [(outcomes.count(outcome), words) for outcome, words in _NOT_BACK.items() if outcome in outcomes]
    return [one if number == 1 else many.format(number) for number, (one, many) in found]
