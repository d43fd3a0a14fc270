"""A storm: plans on misbehaving sites, carried out by workers that are killed again and again, and what comes of it.

Every step has words of its own, so what the site shows tells how often it was written; and every write of a work is
another one, so the same request carried out twice by the site is one too many.
"""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

from tests.chaos.launcher import KILLED, Launcher, launching
from tests.chaos.places import Place, desk_beside, place, settings_for
from tests.chaos.wanted import Wanted, mixed
from tests.core.acts import as_if_long_ago, on_site, opened, row
from tests.core.undo_acts import begun, parts, start
from webapp import clock
from webapp.core import reconciling, waiting
from webapp.core.desk import Desk
from webapp.data import Run, SiteLease, Snapshot, Step, Undo
from webapp.errors import Refusal, Trouble
from webapp.sample_site.misbehaviour import (
    BYTE_ORDER_MARK,
    DIE_AFTER_SAVING,
    DIE_BEFORE_SAVING,
    PHP_NOTICE,
    AnswerInstead,
    Rule,
    Slow,
    html,
    too_many_requests,
)

BROKEN = AnswerInstead(500, '{"code":"db_error","message":"Could not save.","data":{"status":500}}')
EMPTY = AnswerInstead(200, "", saving=True)
ILL: tuple[Rule, ...] = (
    html(status=504, saving=True),
    html(status=502, saving=True),
    html(status=200, saving=True),
    html(status=504),
    EMPTY,
    BROKEN,
    DIE_AFTER_SAVING,
    DIE_BEFORE_SAVING,
    PHP_NOTICE,
    BYTE_ORDER_MARK,
    too_many_requests(retry_after=0),
    Slow(before=0.6),
    Slow(after=0.3),
)
# So many points a worker comes by at the most before it dies: of a step there are about twenty.
FARTHEST = 400
# So many times a person asks for what is left of a plan.
ROUNDS = 4
_TRIES = 5


@dataclass
class Figures:
    """What came of a storm. The last three lists are to be empty."""

    kills: int = 0
    runs: int = 0
    undos: int = 0
    steps: int = 0
    unknown: int = 0
    written: int = 0
    doubled: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether nothing was lost, nothing doubled, and every receipt is right."""
        return not (self.doubled or self.lost or self.differing)


@dataclass
class Corner:
    """One site in the storm, and what its agent and its owner do there, one thing after the other.

    Attributes:
        work: the run or the undo that is to be carried out now.
        rounds: how often the owner has said yes to this plan.
    """

    there: Place
    name: str
    chance: random.Random
    most: int
    figures: Figures
    wanted: list[Wanted] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    work: str = ""
    rounds: int = 0
    seed: int = 0

    def begin(self) -> None:
        """Plan something on a site that misbehaves, and let the owner say yes to all of it."""
        site, self.seed = self.there.wordpress, self.chance.randrange(10**6)
        site.behave()
        self.plan(mixed(site, self.seed, self.chance.randint(10, self.most)))
        for _ in range(self.chance.randint(3, 8)):
            method = self.chance.choice(("POST", "POST", "DELETE", "GET"))
            site.misbehave(self.chance.choice(ILL), method=method, times=1, skip=self.chance.randint(0, 20))
        self.apply()

    def plan(self, wanted: list[Wanted]) -> None:
        """Plan these."""
        self.wanted, self.rounds, self.steps = wanted, 1, []
        self.there.agent.call("begin_session", mode="plan")
        for one in wanted:
            told = self.there.agent.call(one.tool, **one.arguments)
            self.steps += [step["step_id"] for step in told.get("steps", [told])]
        self.figures.steps += len(self.steps)
        self.there.wordpress.requests.clear()

    def go_on(self) -> None:
        """Do what comes after the work that is finished."""
        if self.work.startswith("undo_"):
            self._look_at_undo()
            self.begin()
            return
        self._settle()
        if self._some_wait() and self.rounds < ROUNDS:
            self.rounds += 1
            self.apply()
            return
        self._look_at_run()
        self.there.agent.call("discard_plan")
        if self.chance.random() < 0.4:
            self.take_back()
        else:
            self.begin()

    def is_done(self) -> bool:
        """Tell whether the work is finished."""
        return waiting.wait_for(self.there.sayso.desk, self.work, 0)

    def look_at_the_end(self) -> None:
        """Look at what the last work did."""
        if self.work.startswith("undo_"):
            self._look_at_undo()
        else:
            self._look_at_run()

    def apply(self) -> None:
        """Let the owner say yes to all of it, and ask for the run."""
        self.work, self.figures.runs = self._said_yes(), self.figures.runs + 1

    def _said_yes(self) -> str:
        """Let the owner say yes and ask for the run; where a yes changes what is shown of other steps, look again."""
        for _ in range(_TRIES):
            try:
                self.there.apply(continue_on_error=self.chance.random() < 0.5)
            except Refusal as refusal:
                if refusal.code != "respira_plan_changed":
                    raise
            else:
                return self.there.run
        raise AssertionError(f"{self._where()} the plan changes each time that it is looked at")

    def _some_wait(self) -> bool:
        return any(step.waits for step in opened(self.there.sayso, self.there.agent).steps)

    def _settle(self) -> None:
        """Let the owner press "look at the site" at every step of which it is not known whether it was saved."""
        for name in self.steps:
            step = row(self.there.sayso, name)
            if step.status == "unknown":
                self.figures.unknown += 1
                as_if_long_ago(self.there.sayso.desk)
                reconciling.check(self.there.sayso.desk, step)

    def take_back(self) -> None:
        """Let the owner take the whole run back."""
        self.there.wordpress.behave()
        try:
            self.work = begun(self.there.sayso, self.there.run)
            self.there.wordpress.requests.clear()
            start(self.there.sayso, self.work)
            self.figures.undos += 1
        except Trouble:
            # Nothing of this run is there to be taken back.
            self.begin()

    def _each(self) -> list[tuple[str, int | None]]:
        """Return each step's id, with how often the site shows what it wanted."""
        shown = [look(self.there.wordpress) for one in self.wanted for look in one.shown]
        return list(zip(self.steps, shown, strict=True))

    def _look_at_run(self) -> None:
        self._look_at_requests()
        for name, shown in self._each():
            step = row(self.there.sayso, name)
            what = f"{self._where()} step {step.position} {step.tool} is {step.status}, on the site {shown} times"
            if shown is not None and shown > 1:
                self.figures.doubled.append(what)
            elif shown == 0 and step.status == "applied":
                self.figures.lost.append(what)
            elif shown == 1 and (step.status in ("planned", "accepted", "not_run") or step.wrote_nothing):
                self.figures.differing.append(what)
            elif step.status == "running":
                self.figures.lost.append(what)
        self._look_at_receipt()

    def _look_at_receipt(self) -> None:
        """Compare the receipt with a fresh read of what it says was made, and with our rows."""
        receipt, shown = self.there.receipt(), dict(self._each())
        for told in receipt["steps"]:
            step = row(self.there.sayso, told["step_id"])
            if told["outcome"] == "applied" and (shown[told["step_id"]] == 0 or not told["snapshots"]):
                self.figures.differing.append(f"{self._where()} the receipt says {told}")
            if told["outcome"] == "applied" and not self._was_kept_before(step):
                self.figures.differing.append(f"{self._where()} step {step.position} wrote before its snapshot")

    def _was_kept_before(self, step: Step) -> bool:
        """Tell whether the snapshot of a step is older than all that was written with its words."""
        with self.there.sayso.desk.reading() as session:
            taken = session.scalars(select(Snapshot.taken_at).where(Snapshot.step_id == step.id)).all()
        words = self._words().get(step.public_id, "")
        writes = [one.at for one in self.there.wordpress.requests.writes() if words and words in json.dumps(one.body)]
        return bool(taken) and all(min(taken) <= at for at in writes)

    def _words(self) -> dict[str, str]:
        """Return the words of each step that is the only one of its call and sends them as they are."""
        words, names = {}, iter(self.steps)
        for one in self.wanted:
            mine = [next(names) for _ in one.shown]
            if len(mine) == 1 and one.tool != "upload_media":
                words[mine[0]] = str(one.arguments.get("title") or one.arguments.get("value") or "")
        return words

    def _look_at_requests(self) -> None:
        done = [one for one in self.there.wordpress.requests.writes() if one.saved]
        self.figures.written += len(done)
        same = Counter(
            f"{one.method} {one.route} {json.dumps([one.query, one.body], sort_keys=True)}" for one in done
        )
        self.figures.doubled += [
            f"{self._where()} {times} times {request[:300]}" for request, times in same.items() if times > 1
        ]

    def _look_at_undo(self) -> None:
        self._look_at_requests()
        shown = dict(self._each())
        for part in parts(self.there.sayso, self.work):
            with self.there.sayso.desk.reading() as session:
                kept = session.get_one(Snapshot, part.row.snapshot_id)
                step = None if kept.step_id is None else session.get(Step, kept.step_id)
            what = f"{self._where()} part {part.row.position} {part.row.outcome}"
            if part.row.outcome is None:
                self.figures.lost.append(what)
            elif step is not None and part.row.outcome == "exactly" and shown.get(step.public_id) == 1:
                self.figures.differing.append(f"{what}: {step.tool} is still on the site")

    def _where(self) -> str:
        return f"[{self.name}, seed {self.seed}, {self.work}]"


class Storm:
    """An installation with some sites, whose worker is killed so many times.

    Args:
        kills: how often.
        seed: of everything that is left to chance; what depends on the time of day is not.
        most: how many steps a plan has at the most.
        corners: how many sites there are.
    """

    def __init__(self, database_url: str, folder: Path, *, kills: int, seed: int, most: int, corners: int) -> None:
        self._url, self._folder, self._kills, self._most = database_url, folder, kills, most
        self._chance, self._corners = random.Random(seed), corners
        self.figures = Figures()

    def rage(self, *, seconds: float) -> Figures:
        """Kill, start again and look, until it was enough; then let everything come to its end.

        Args:
            seconds: after so many no more is killed.
        """
        settings, give_up = settings_for(self._url), clock.monotonic() + seconds
        with ExitStack() as stack:
            desk = stack.enter_context(desk_beside(settings))
            launcher = stack.enter_context(launching(settings, self._folder))
            corners = [self._corner(stack, desk, number) for number in range(self._corners)]
            for corner in corners:
                corner.begin()
            while self.figures.kills < self._kills and clock.monotonic() < give_up:
                self._kill_once(launcher, corners)
            self._calm_down(launcher, desk, corners)
        return self.figures

    def _corner(self, stack: ExitStack, desk: Desk, number: int) -> Corner:
        there = place(stack, desk, self._folder, f"site{number}")
        on_site(there.sayso, direct_editing=True)
        chance = random.Random(self._chance.randrange(10**9))
        return Corner(there, f"site {number}", chance, self._most, self.figures)

    def _kill_once(self, launcher: Launcher, corners: list[Corner]) -> None:
        """Let a worker work until it has come to its last point; whatever is finished is gone on with meanwhile."""
        pause, at = threading.Event(), self._chance.randint(1, FARTHEST)
        launcher.start("worker", at=at)
        while (ended := launcher.has_ended()) is None:
            for corner in corners:
                if corner.is_done():
                    corner.go_on()
            pause.wait(0.05)
        if ended != KILLED:
            self.figures.lost.append(f"a worker ended by itself with {ended}")
        self.figures.kills += 1

    def _calm_down(self, launcher: Launcher, desk: Desk, corners: list[Corner]) -> None:
        """Let a worker that nobody kills finish everything, and look at it."""
        launcher.start("worker")
        pause, give_up = threading.Event(), clock.monotonic() + 60
        while not all(corner.is_done() for corner in corners) and clock.monotonic() < give_up:
            pause.wait(0.05)
        for corner in corners:
            corner.look_at_the_end()
        launcher.end()
        with desk.reading() as session:
            held = session.scalars(select(SiteLease.holder).where(SiteLease.until > clock.now())).all()
            open_works = [
                *session.scalars(select(Run.public_id).where(Run.finished_at.is_(None))),
                *session.scalars(
                    select(Undo.public_id).where(Undo.asked_at.is_not(None), Undo.finished_at.is_(None))
                ),
            ]
        self.figures.lost += [f"{work} never came to its end" for work in open_works]
        self.figures.lost += [f"{holder} still holds a site" for holder in held]
