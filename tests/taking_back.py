"""Takes one write back as a person does: begun, looked at, said yes to as it was shown, and carried out at once."""

from __future__ import annotations

from dataclasses import replace

from webapp.core import undo_runs, undo_views, undos
from webapp.core.desk import Desk
from webapp.core.undo_views import UndoPartView
from webapp.data import Back, Person
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Restored


def restore(desk: Desk, person: Person, uuid: str, *, over: bool = False) -> Restored:
    """Take one write back, or take back that it was taken back.

    Args:
        uuid: of the snapshot that is restored.
        over: also over what somebody changed since.

    Returns:
        What a person is told of it afterwards.

    Raises:
        Refusal: it can not be taken back, with the reason; its `edited` names what somebody changed since, its hint
            says what else a person is told.
        SiteTrouble: it was tried, and the site did not do it.
    """
    here = replace(desk, wake=lambda undo: None)
    undo = undos.begin_for_snapshot(here, person, uuid)
    undos.look(here, person, undo)
    part, digest = _shown(here, person, undo)
    _demand_possible(part, over=over)
    undos.start(here, person, undo, digest, [1], [1] if part.edited else [])
    assert undo_runs.carry_out(here, undo, f"a test, {undo}")
    done, _digest = _shown(here, person, undo)
    if done.row.outcome not in (Back.EXACTLY, Back.EXCEPT):
        error = done.report["error"]
        raise SiteTrouble(error["code"], error["message"], status=error["status"], hint=error["hint"])
    return Restored(done.report["message"], done.report["differs"])


def _shown(desk: Desk, person: Person, undo: str) -> tuple[UndoPartView, str]:
    with desk.reading() as session:
        view = undo_views.of_undo(session, desk, person.id, undo)
    [part] = view.parts
    return part, view.row.digest


def _demand_possible(part: UndoPartView, *, over: bool) -> None:
    if part.why_not is not None:
        raise Refusal("respira_cannot_restore", part.why_not)
    if part.edited and not over:
        words = f"Changed again since then: {', '.join(part.edited)}."
        raise Refusal("respira_cannot_restore", words, hint=part.note, edited=list(part.edited))
