"""What tests of undos do again and again: a run, a look at its undo, a yes to that, what became of it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from tests.core.acts import accept, on_site, opened, plan
from tests.installed import Agent, Installed
from webapp.core import copies, copy_shelves, reviews, undo_views, undos, waiting
from webapp.core.undo_views import UndoPartView, UndoView
from webapp.data import Event


def applied(sayso: Installed, agent: Agent, *calls: tuple[str, dict[str, Any]]) -> str:
    """Let a person say yes to writes and wait until they ran; return the run."""
    plan(agent, *calls)
    run = reviews.apply(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id, accept(sayso, agent))
    assert waiting.wait_for(sayso.desk, run, 20)
    return run


def live(page: int, **fields: Any) -> tuple[str, dict[str, Any]]:
    """A write that lands on a live page, where the owner lets it."""
    return "update_page", {"id": page, "edit_target": "live", **fields}


def let_write_live(sayso: Installed) -> None:
    """Let the owner allow direct editing."""
    on_site(sayso, direct_editing=True)


def approve_all(sayso: Installed) -> None:
    """Let the owner approve every copy that waits."""
    with sayso.desk.reading() as session:
        waits = copy_shelves.listed(session, sayso.owner.id, copy_shelves.Wanted())
    for one in waits:
        seen = copies.digest_of(copies.compare(sayso.desk, one.copy, one.site))
        copies.approve(sayso.desk, sayso.owner, one.copy, one.site, seen)


def begun(sayso: Installed, run: str) -> str:
    """Begin to take a run back, and look at the site."""
    return looked(sayso, undos.begin_for_run(sayso.desk, sayso.owner, run))


def begun_again(sayso: Installed, undo: str) -> str:
    """Begin to take an undo back, and look at the site."""
    return looked(sayso, undos.begin_for_undo(sayso.desk, sayso.owner, undo))


def looked(sayso: Installed, undo: str) -> str:
    """Look at the site, and return the undo."""
    undos.look(sayso.desk, sayso.owner, undo)
    return undo


def seen(sayso: Installed, undo: str) -> UndoView:
    """The undo as the owner's page shows it."""
    with sayso.desk.reading() as session:
        return undo_views.of_undo(session, sayso.desk, sayso.owner.id, undo)


def parts(sayso: Installed, undo: str) -> list[UndoPartView]:
    return list(seen(sayso, undo).parts)


def ticked(sayso: Installed, undo: str) -> list[int]:
    return [part.row.position for part in parts(sayso, undo) if part.ticked]


def changes(part: UndoPartView) -> list[tuple[str, Any, Any]]:
    """What a part is shown to change: names of fields, before and after."""
    return [(change["field"], change["before"], change["after"]) for change in part.changes]


def start(sayso: Installed, undo: str, chosen: list[int] | None = None, over: tuple[int, ...] = ()) -> None:
    """Say yes to what is ticked, or to other parts."""
    chosen = ticked(sayso, undo) if chosen is None else chosen
    undos.start(sayso.desk, sayso.owner, undo, seen(sayso, undo).row.digest, chosen, over)


def carried_out(
    sayso: Installed, undo: str, chosen: list[int] | None = None, over: tuple[int, ...] = ()
) -> list[str]:
    """Say yes, wait, and return what became of each part."""
    start(sayso, undo, chosen, over)
    assert waiting.wait_for(sayso.desk, undo, 30)
    return became(sayso, undo)


def became(sayso: Installed, undo: str) -> list[str]:
    """What became of each part."""
    return [part.row.outcome or "" for part in parts(sayso, undo)]


def said(sayso: Installed, undo: str) -> list[str]:
    """What is told of each part afterwards."""
    return [part.report["message"] for part in parts(sayso, undo)]


def events(sayso: Installed, verb: str) -> int:
    """How many lines of the audit log tell this."""
    with sayso.desk.reading() as session:
        return session.scalar(select(func.count()).where(Event.what == verb)) or 0
