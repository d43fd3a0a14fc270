"""Plays an example of a tool that writes: planned, applied, seen on the site, undone, and the whole site compared.

Who asks on which site is the tests' to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

import pytest

from tests import taking_back
from tests.examples.example import Example
from tests.installed import PREFIX, Agent, Installed
from tests.site_state import Reader, differences, first_state
from tests.worked_example import snapshots_of
from webapp.core import people, sites, undo_views, undos, waiting
from webapp.core.undo_views import UndoView
from webapp.data import Mode
from webapp.errors import Refusal


@dataclass(frozen=True)
class Stage:
    """Where an example is played.

    Attributes:
        hand: somebody who works on the site by hand.
        writes: gives the writes that the site has got since they were last forgotten.
        forget: forgets them.
        rounds: how often an undo is taken back and done again.
    """

    sayso: Installed
    hand: Reader
    writes: Callable[[], list[Any]]
    forget: Callable[[], None]
    rounds: int = 0


def connected(one: Installed, mark: str, url: str, login: tuple[str, str]) -> Installed:
    """Let another owner of an installation connect a site: nothing of what was played before is theirs.

    Args:
        mark: tells the owner apart from others.
        login: a user's name and application password.
    """
    owner = people.add(one.desk, f"{mark}@example.com", "Olive Owner")
    return replace(one, owner=owner, site=sites.connect(one.desk, owner.id, url, *login))


def play(example: Example, stage: Stage) -> None:
    """Plan the call, apply it, look at the site, undo it, and compare the site with what it was at first."""
    prepared = example.prepare(stage.hand)
    before = first_state(stage.hand)
    agent = stage.sayso.agent(Mode.CHAT)
    stage.forget()
    _plan(example, stage, agent, example.arguments(prepared))
    receipt = agent.call("apply_plan")
    told = [step.get("error") for step in receipt["steps"]]
    assert (receipt["applied"], receipt["failed"], receipt["not_run"]) == (1, 0, 0), told
    assert stage.writes() != []
    result = receipt["steps"][0]["result"]
    example.landed(stage.hand, prepared, result)
    became = [] if example.final else _taken_back(stage, receipt["review"]["job_id"])
    binned = (result["id"],) if example.leaves_in_trash else ()
    found = differences(before, first_state(stage.hand), left_in_trash=binned)
    assert _unforeseen(example, found) == []
    assert _not_found(example, found) == []
    if example.final:
        with pytest.raises(Refusal, match="respira_cannot_restore"):
            taking_back.restore(stage.sayso.desk, stage.sayso.owner, snapshots_of(receipt)[0])
    if not example.differs:
        assert set(became) <= {"exactly"}


def _taken_back(stage: Stage, run: str) -> list[str]:
    """Take a run back as its owner does; return what became of each part.

    Where the stage has rounds, that is taken back, and then taken back itself.
    """
    desk, owner = stage.sayso.desk, stage.sayso.owner
    undo = undos.begin_for_run(desk, owner, run)
    became = _carried_out(stage, undo)
    for _ in range(2 * stage.rounds):
        undo = undos.begin_for_undo(desk, owner, undo)
        became += _carried_out(stage, undo)
    return became


def _carried_out(stage: Stage, undo: str) -> list[str]:
    """Look at an undo, which writes nothing, say yes to all of it, and return what became of each part."""
    desk, owner = stage.sayso.desk, stage.sayso.owner
    stage.forget()
    undos.look(desk, owner, undo)
    assert stage.writes() == []
    shown = _shown(stage, undo)
    assert [part.why_not for part in shown.parts if not (part.ticked and part.changes)] == []
    undos.start(desk, owner, undo, shown.row.digest, [part.row.position for part in shown.parts], ())
    assert waiting.wait_for(desk, undo, 60)
    done = _shown(stage, undo)
    assert {part.row.outcome for part in done.parts} <= {"exactly", "except"}, [part.report for part in done.parts]
    return [part.row.outcome or "" for part in done.parts]


def _shown(stage: Stage, undo: str) -> UndoView:
    with stage.sayso.desk.reading() as session:
        return undo_views.of_undo(session, stage.sayso.desk, stage.sayso.owner.id, undo)


def _plan(example: Example, stage: Stage, agent: Agent, arguments: dict[str, Any]) -> None:
    step = agent.call(example.tool, **arguments)
    assert step.get("code") == "respira_plan_step", step
    assert (step["tool"], step["mutation_performed"]) == (PREFIX + example.tool, False)
    listed = agent.call("get_plan")["steps"]
    assert [entry["step_id"] for entry in listed] == [step["step_id"]]
    assert stage.writes() == []


def _unforeseen(example: Example, found: list[str]) -> list[str]:
    return [line for line in found if not any(_matches(pattern, line) for pattern in example.differs)]


def _not_found(example: Example, found: list[str]) -> list[str]:
    return [pattern for pattern in example.differs if not any(_matches(pattern, line) for line in found)]


def _matches(pattern: str, line: str) -> bool:
    """Tell whether a line of `differences` is about what a pattern names, such as `terms * id`."""
    head, parts = line.split(": ", 1)[0].split(" "), pattern.split(" ")
    return len(head) == len(parts) and all(map(fnmatchcase, head, parts))
