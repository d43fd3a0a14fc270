"""The whole, played at random: agents, people, colleagues and accidents, in any order, over a whole installation.

In CI 50 examples of at most 25 steps run, the same ones each time, in about 35 CPU seconds. `pytest
tests/properties/whole --hypothesis-profile=long` plays 2,000 of at most 30, other ones each time.
"""

from __future__ import annotations

import traceback
from collections.abc import MutableMapping
from contextlib import ExitStack
from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis.stateful import invariant, run_state_machine_as_test
from structlog.testing import capture_logs

from tests.properties.whole import holding
from tests.properties.whole.pages import Pages
from tests.properties.whole.playing import Answer, Play
from tests.properties.whole.world import World, rows_of

SIZE_IN_CI: dict[str, Any] = {"max_examples": 50, "stateful_step_count": 25}


class Whole(Pages):
    """One example: everything is as it was built, then the rules are played."""

    world: ClassVar[World]

    def __init__(self) -> None:
        super().__init__()
        self._stack = ExitStack()
        desk, clock = self._stack.enter_context(self.world.fresh(lambda work: self.play.wake(work)))
        self.play = Play(self.world, desk, clock)
        self.logged = self._stack.enter_context(capture_logs())
        self.ledger = holding.Ledger()
        self.shown, self.tokens_of_links, self.former_modes, self.windows = {}, [], {}, {}

    def rows_that_reading_leaves(self) -> Any:
        rows = rows_of(self.play.desk.database)
        return {name: rows[name] for name in ("plans", "steps", "decisions", "runs", "run_steps", "snapshots")}

    def judge_receipt(self, receipt: Answer) -> None:
        counted = receipt["applied"] + receipt["failed"] + receipt["not_run"]
        if counted != len(receipt["steps"]):
            self.play.wrong.append(f"A receipt counts {counted} steps: {receipt}")

    @invariant()
    def all_holds(self) -> None:
        holding.rows_hold(self.play, self.ledger)
        self.play.wrong += [f"A bug of ours: {line}" for line in self.logged if line["log_level"] == "error"]
        assert not self.play.wrong, "\n".join(self.play.wrong)

    def teardown(self) -> None:
        try:
            holding.secrets_hold(self.play, [told_by(line) for line in self.logged])
            assert not self.play.wrong, "\n".join(self.play.wrong)
        finally:
            self.put_away()

    def put_away(self) -> None:
        """Put away what the example lay in."""
        self.world.watch.meanwhile = None
        self._stack.close()


def told_by(line: MutableMapping[str, Any]) -> str:
    """Return what a line of the log tells, with the trace of a fault."""
    fault = line.get("exc_info")
    trace = traceback.format_exception(fault) if isinstance(fault, BaseException) else []
    return f"{dict(line)}{''.join(trace)}"


def test_whatever_happens_in_whatever_order_the_promises_hold(world: World) -> None:
    machine = type("Machine", (Whole,), {"world": world})
    given = settings() if settings.get_current_profile_name() == "long" else settings(**SIZE_IN_CI)
    run_state_machine_as_test(machine, settings=settings(given, suppress_health_check=list(HealthCheck)))
