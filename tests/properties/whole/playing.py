"""One example being played: who does what, what is held against the model as it happens, and what was found wrong.

It is told of each snapshot and each write at its moment, by the watch; what is asked of the engine goes through its
own verbs and doors.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import select

from tests.conftest import MovableClock
from tests.doors import agent as by_mcp
from tests.installed import PREFIX, Agent
from tests.promises.rest import request_for
from tests.properties.whole.model import Asked, KeyNow, Model, RunAsked, SiteNow, unlike
from tests.properties.whole.watching import Death, Kept, Killed, Wrote
from tests.properties.whole.world import KEYS, World
from webapp.core import works
from webapp.core.desk import Desk
from webapp.data import Mode, Run, Scope, Step
from webapp.errors import Refusal, SiteTrouble

Answer = dict[str, Any]


@dataclass
class Doing:
    """What goes on now, and so may write.

    Attributes:
        kind: `run`, `direct`, `undo`, `approval` or `rejection`.
        name: of the run or the undo.
        call: key, tool, arguments and approval token of a direct write.
        kept: the snapshot that was committed last.
        saved: how many of its writes a site saved.
    """

    kind: str
    site: str
    name: str = ""
    call: tuple[str, str, dict[str, Any], str | None] | None = None
    kept: Kept | None = None
    saved: int = 0


@dataclass
class Play:
    """One example.

    Attributes:
        wrong: what was found wrong, in sentences.
        answers: everything that agents were answered, as text.
        asking: the apply that is being asked for.
    """

    world: World
    desk: Desk
    clock: MovableClock
    model: Model = field(init=False)
    doing: Doing | None = None
    asking: RunAsked | None = None
    death: Death | None = None
    lost: bool = False
    workers: int = 0
    deaths: int = 0
    words: int = 0
    undo_sites: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        keys = {
            name: KeyNow(name, site, mode, given.get("scope", Scope.FULL), given.get("shared", False))
            for name, (site, mode, given) in KEYS.items()
        }
        self.model = Model(keys, {name: SiteNow(name) for name in self.world.wordpress})
        watch = self.world.watch
        watch.events.clear()
        watch.meanwhile = None
        watch.on_kept, watch.on_wrote = self.kept, self.wrote

    def word(self) -> str:
        """Return a word that stands nowhere else."""
        self.words += 1
        return f"zq{self.words}x"

    def agent(self, key: str) -> Agent:
        """Return who holds a key."""
        return replace(self.world.agents[key], desk=self.desk)

    def client(self) -> FlaskClient:
        """Return a client of the web program."""
        return self.world.app.test_client()

    def call(self, key: str, door: str, tool: str, arguments: dict[str, Any]) -> Answer:
        """Call a tool at a door: `engine`, `mcp` or `rest`. An error's answer has its code under `refused`."""
        answer = getattr(self, f"_by_{door}")(self.agent(key), tool, arguments)
        self.answers.append(json.dumps(answer, default=str))
        return answer

    def _by_engine(self, agent: Agent, tool: str, arguments: dict[str, Any]) -> Answer:
        try:
            return agent.call(tool, **arguments)
        except (Refusal, SiteTrouble) as trouble:
            return {"refused": trouble.code, "message": trouble.message, "hint": trouble.hint, **trouble.details}

    def _by_mcp(self, agent: Agent, tool: str, arguments: dict[str, Any]) -> Answer:
        door = by_mcp.Agent(self.client(), agent.token)
        answer = door.legacy("tools/call", {"name": PREFIX + tool, "arguments": arguments}).get_json()
        if "error" in answer:
            return {"refused": answer["error"].get("data", {}).get("code", "protocol"), "told": answer}
        result: Answer = answer["result"]["structuredContent"]
        return {**result, "refused": result.get("code", "")} if answer["result"]["isError"] else result

    def _by_rest(self, agent: Agent, tool: str, arguments: dict[str, Any]) -> Answer:
        if tool.startswith("update_") and "id" not in arguments and "option" not in arguments:
            # At this door what is changed stands in the address.
            return self._by_engine(agent, tool, arguments)
        method, path, query, body = request_for(tool, arguments)
        given = {} if body is None else {"json": body}
        headers = {"X-Respira-API-Key": agent.token}
        address = f"/wp-json/respira/{path}"
        answer = self.client().open(address, method=method, headers=headers, query_string=query, **given)
        told: Answer = answer.get_json()
        if answer.status_code >= 500 and told.get("code") == "respira_broke":
            self.wrong.append(f"A bug of ours at the REST door: {told}")
        return {**told, "refused": told.get("code", "")} if answer.status_code >= 400 else told

    @contextmanager
    def doing_now(self, doing: Doing) -> Iterator[Doing]:
        """Let this write for as long as the block lasts."""
        former, self.doing = self.doing, doing
        try:
            yield doing
        finally:
            self.doing = former

    def wake(self, work: str) -> None:
        """Be the worker, which a message wakes; some messages are lost."""
        if self.lost:
            self.lost = False
            if work not in self.model.runs and self.asking is not None:
                self.model.runs[work] = self.asking
            return
        self.carry_out(work)

    def carry_out(self, work: str) -> None:
        """Carry a run or an undo out, or die on the way."""
        if work.startswith("run_") and work not in self.model.runs:
            if self.asking is None:
                self.wrong.append(f"{work} was begun and nobody asked for it.")
                return
            self.model.runs[work] = self.asking
        self.workers += 1
        death, self.death = self.death, None
        kind = "run" if work.startswith("run_") else "undo"
        with self.doing_now(Doing(kind, self._site_of(work), work)), self.world.watch.worker(death):
            try:
                works.carry_out(self.desk, work, f"worker {self.workers}")
            except Killed:
                self.deaths += 1
            except Refusal as refusal:
                if refusal.code != "respira_site_busy":
                    raise

    def _site_of(self, work: str) -> str:
        if work.startswith("run_"):
            return KEYS[self.model.runs[work].key][0]
        return self.undo_sites[work]

    def row(self, row_id: int) -> Step:
        """Return a step's row."""
        with self.world.watch.looking(), self.desk.reading() as session:
            return session.get_one(Step, row_id)

    def kept(self, kept: Kept) -> None:
        """A snapshot was committed: from here on its site may be written to, so the yes has to stand now."""
        if self.doing is None:
            self.wrong.append(f"{kept} was taken while nothing went on.")
            return
        self.doing.kept = kept
        if self.doing.kind == "run":
            self._judge_step(self.doing, kept)
        elif self.doing.kind == "direct":
            self._judge_direct(self.doing)

    def _judge_step(self, doing: Doing, kept: Kept) -> None:
        assert kept.step_row is not None
        row = self.row(kept.step_row)
        step = self.model.steps.get(row.public_id)
        if step is None:
            self.wrong.append(f"{doing.name} runs {row.public_id}, which no agent asked for.")
            return
        why = self.model.why_no_step(step, self.model.runs[doing.name], row.digest)
        if why is not None:
            self.wrong.append(f"{doing.name} runs {step.tool} {step.arguments} of {step.key}, although {why}.")

    def _judge_direct(self, doing: Doing) -> None:
        assert doing.call is not None
        key, tool, arguments, token = doing.call
        why = self.model.why_no_direct_write(self.model.keys[key], tool, arguments, token)
        if why is not None:
            self.wrong.append(f"{key} wrote {tool} {arguments} directly, although {why}.")

    def wrote(self, wrote: Wrote) -> None:
        """A write reached a site."""
        doing = self.doing
        if doing is None or doing.site != wrote.site:
            self.wrong.append(f"{wrote} was sent while this went on: {doing}.")
        elif doing.kind != "rejection" and doing.kept is None:
            self.wrong.append(f"{wrote} was sent before a snapshot was committed, during {doing}.")
        elif doing.kind == "run":
            self._count_step(doing, wrote)
        elif doing.kind == "direct" and doing.call is not None:
            key, tool, arguments, _token = doing.call
            doing.saved += wrote.saved
            self._judge_request(f"the direct write of {key}", tool, arguments, wrote)
            if doing.saved > 1:
                self.wrong.append(f"The direct write {tool} {arguments} of {key} was saved {doing.saved} times.")

    def _count_step(self, doing: Doing, wrote: Wrote) -> None:
        assert doing.kept is not None
        assert doing.kept.step_row is not None
        step = self.model.steps.get(self.row(doing.kept.step_row).public_id)
        if step is None:
            return
        self._judge_request(doing.name, step.tool, step.arguments, wrote)
        if not wrote.saved:
            return
        step.saved += 1
        run = self.model.runs[doing.name]
        run.saved[step.step_id] = run.saved.get(step.step_id, 0) + 1
        step.found = step.word in self.world.wordpress[wrote.site].words() or step.tool.startswith("delete")
        if step.saved > 1:
            self.wrong.append(f"{step.tool} {step.arguments} of {step.key} was saved {step.saved} times.")
        self.overlaid(step)

    def overlaid(self, step: Asked) -> None:
        """What a plan itself changed is what its other steps on the same setting stand upon now."""
        if step.tool == "update_option":
            for other in self.model.steps.values():
                same = other.tool == step.tool and other.arguments["option"] == step.arguments["option"]
                if same and other.key == step.key:
                    other.moved = False
                elif same and KEYS[other.key][0] == KEYS[step.key][0] and not other.saved:
                    other.moved = True

    def _judge_request(self, whose: str, tool: str, arguments: dict[str, Any], wrote: Wrote) -> None:
        odd = unlike(tool, arguments, wrote.method, wrote.route, wrote.body)
        if odd is not None:
            self.wrong.append(f"{whose} sent {wrote}, which is not {tool} {arguments}: {odd}.")

    def open_works(self) -> list[str]:
        """Return the runs that are not finished."""
        with self.desk.reading() as session:
            return list(session.scalars(select(Run.public_id).where(Run.finished_at.is_(None))))

    def is_browser(self, key: str) -> bool:
        """Tell whether a person decides in the browser about what a key writes."""
        return self.model.keys[key].mode == Mode.BROWSER
