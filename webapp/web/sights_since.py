"""Whether a page that a run broke is whole again: what broke it is taken back and stays so, or a later look says so.

That somebody pressed Undo is no proof: an undo may fail, leave something out, or be taken back itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from webapp.core.histories import PartView, RunView
from webapp.core.sights import Later
from webapp.data import Outcome, Sight, Status
from webapp.tools.nouns import NO_POSTS

UNDONE, SEEN_WHOLE = "It was undone since", "A later look found no more of this"


def mended(view: RunView, rows: Iterable[Sight], since: Mapping[str, Later]) -> dict[str, str]:
    """Return the addresses that a run broke and that are whole again, each with what tells so.

    Args:
        rows: what was seen after the run.
        since: what was seen after undos.
    """
    broken = [row for row in rows if row.looked_at is not None and any(one["grave"] for one in row.found)]
    told = {row.address: _told(view, row, since.get(row.address)) for row in broken}
    return {address: words for address, words in told.items() if words is not None}


def _told(view: RunView, row: Sight, later: Later | None) -> str | None:
    if row.looked_at is None:
        return None
    newer = later if later is not None and later.at > row.looked_at else None
    back = _all_back_at([part for part in view.parts if _touches(part, row.about)])
    if back is not None and back > row.looked_at:
        return None if newer is not None and not newer.whole else UNDONE
    return SEEN_WHOLE if newer is not None and newer.settled and newer.whole else None


def _touches(part: PartView, about: Iterable[str]) -> bool:
    """Tell whether a step can have broken a page: one that changes it, or one that changes no page at all.

    A setting, a menu or a plugin shows everywhere, and the front shows something of every page.
    """
    landed = part.part.outcome == Outcome.APPLIED or part.step.status == Status.UNKNOWN
    if not landed or part.step.lands_on.get("where") != "live":
        return False
    return not about or part.step.public_id in about or part.step.target_kind in NO_POSTS


def _all_back_at(parts: Iterable[PartView]) -> datetime | None:
    """Return when the last of some writes was taken back; None where one of them stands."""
    moments = [None if part.snapshot is None else part.snapshot.row.restored_at for part in parts]
    known = [moment for moment in moments if moment is not None]
    return max(known) if known and len(known) == len(moments) else None
