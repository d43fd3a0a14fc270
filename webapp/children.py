"""Programs that live and die with this one: started together, ended together, none left behind."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import FrameType, TracebackType

LAST_SECONDS = 12
_LOOK_AGAIN = 0.1
_LAST_WORDS = 2_000  # characters
_END_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)
# Loaded beforehand: between fork and exec a program should load nothing.
_C = ctypes.CDLL(None)


class Ending:
    """Whether SIGINT or SIGTERM asked this program to end.

    A flag and no lock: a signal comes between any two instructions of the program, and would wait for ever for a
    lock that the program itself is holding just then.
    """

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True


class Children:
    """Several `sayso` commands run beside each other. Leaving the block ends them all.

    Args:
        written: the file that takes what they write; whoever started them has the terminal to themselves.
    """

    def __init__(self, written: Path) -> None:
        self._written = written
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, command: list[str], environment: Mapping[str, str]) -> None:
        """Start one.

        Args:
            name: what it is called when it ends too early.
            command: the arguments after `sayso`.
            environment: added to the environment of this program.
        """
        with self._written.open("ab") as lines:
            self._running[name] = subprocess.Popen(  # noqa: S603 - our own program with our own arguments
                [sys.executable, "-m", "webapp.cli", *command],
                env={**os.environ, **environment},  # noqa: TID251 - handed on whole, not read
                stdin=subprocess.DEVNULL,
                stdout=lines,
                stderr=lines,
                start_new_session=True,
                preexec_fn=_end_with_parent,
            )

    def wait(self, ending: Ending) -> int:
        """Wait until this program is asked to end or one of them ends by itself.

        Returns:
            0 when it was asked to, 1 after an early end.
        """
        while not ending.asked:
            time.sleep(_LOOK_AGAIN)
            for name, child in self._running.items():
                if child.poll() is not None:
                    last = self._written.read_text(errors="replace")[-_LAST_WORDS:]
                    print(f"{last}\nThe {name} ended by itself with status {child.returncode}.", file=sys.stderr)
                    return 1
        return 0

    def __enter__(self) -> Children:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        for child in self._running.values():
            if child.poll() is None:
                child.terminate()
        for child in self._running.values():
            try:
                child.wait(LAST_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()


def _end_with_parent() -> None:
    """Ask the kernel to end this child when its parent dies, however that comes about."""
    if sys.platform == "linux":
        _C.prctl(_END_WITH_PARENT, signal.SIGTERM)
