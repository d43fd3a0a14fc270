"""The steps of a run that goes on, as the templates print them: how far each is. It reads and decides nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.core.histories import PartView
from webapp.data import Outcome, Phase, Status
from webapp.diffs.fields import label

DOING = {
    Phase.CLAIMED: "Looking whether everything is still as it was when this was planned.",
    Phase.WRITING: "What stands there is kept. Now it is being written.",
    Phase.READING: "The site said that it saved. Now it is read back and compared.",
}
UNTOUCHED = "The site was not changed by this step."
LOST = "It is not known whether this was saved. It is not sent again; once the run is over you can check the site."
_SNAPSHOT, _WRITTEN, _READ, _CHECKED = "Snapshot taken", "Written", "Read back", "Checked"
# Which of the four is under way in each phase; those before it are done.
_NOW = {Phase.CLAIMED: 0, Phase.WRITING: 1, Phase.READING: 2}


@dataclass(frozen=True)
class Stage:
    """One of the four things that are done for a step.

    Attributes:
        state: `done`, `now`, `waits`, `odd` (done, and not as it should be) or `unknown`.
    """

    words: str
    state: str


@dataclass(frozen=True)
class Tick:
    """A step of a run that is going on (`runs/_progress.html`).

    Attributes:
        doing: what is done for it just now.
        stages: how far it has come; empty where its turn has not begun, or never came.
        answer: what the site or we said where it did not go through.
        after: what that means for the site.
        odd: what is not as it was sent, though it was saved.
    """

    public_id: str
    position: int
    effect: str
    status: str
    doing: str | None = None
    stages: tuple[Stage, ...] = ()
    answer: str | None = None
    after: str | None = None
    odd: str | None = None


def tick(view: PartView) -> Tick:
    """Say where a step of a run stands."""
    step, ended = view.step, view.part.outcome is not None
    own = step.public_id, step.position, step.effect
    if not ended and view.part.phase in DOING:
        phase = Phase(view.part.phase)
        return Tick(*own, Status.RUNNING, DOING[phase], _stages(_NOW[phase]))
    if not ended:
        return Tick(*own, Status.ACCEPTED)
    status, report = status_of(view), view.report
    if status == Outcome.APPLIED:
        return Tick(*own, status, stages=_all_done(report), odd=_odd(report))
    if status == Outcome.NOT_RUN:
        return Tick(*own, status, answer=report.get("why"))
    unknown = status == Status.UNKNOWN
    after = LOST if unknown else UNTOUCHED if step.wrote_nothing else None
    answer = report.get("error", {}).get("message")
    return Tick(*own, status, stages=_stopped(report, unknown=unknown), answer=answer, after=after)


def status_of(view: PartView) -> str:
    """Return how a step of a run ended, as `phrases.STATUS_WORDS` names it."""
    if view.part.outcome == Outcome.FAILED and view.step.status == Status.UNKNOWN:
        return Status.UNKNOWN
    return view.part.outcome or Status.NOT_RUN


def _stages(now: int) -> tuple[Stage, ...]:
    words = (_SNAPSHOT, _WRITTEN, _READ, _CHECKED)
    states = ["done"] * now + ["now"] + ["waits"] * (3 - now)
    return tuple(Stage(said, state) for said, state in zip(words, states, strict=True))


def _all_done(report: dict[str, Any]) -> tuple[Stage, ...]:
    begun = Stage(_SNAPSHOT, "done"), Stage(_WRITTEN, "done")
    if report.get("unchecked"):
        return (*begun, Stage("Could not be read back", "odd"), Stage("Not checked", "odd"))
    checked = Stage("Checked: something differs", "odd") if report.get("differs") else Stage(_CHECKED, "done")
    return (*begun, Stage(_READ, "done"), checked)


def _stopped(report: dict[str, Any], *, unknown: bool) -> tuple[Stage, ...]:
    if not report.get("snapshots"):
        return ()
    written = Stage("Written or not", "unknown") if unknown else Stage("Not written", "odd")
    return (Stage(_SNAPSHOT, "done"), written)


def _odd(report: dict[str, Any]) -> str | None:
    if report.get("differs"):
        return f"Saved, but the site keeps something different in: {', '.join(map(label, report['differs']))}."
    if report.get("unchecked"):
        return "The site said that it saved, but it could not be read afterwards. Once the run is over you can check."
    return None
