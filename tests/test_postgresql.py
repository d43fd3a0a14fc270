"""Promises of the database that the tests bring up: it ends with them, whatever ends them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.programs import ROOT

# Tells where its server is, and waits.
BRINGING_UP = "from tests.postgresql import server; print(server().folder, flush=True); input()"


def test_a_server_and_its_folder_end_with_a_run_that_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", BRINGING_UP], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        folder = Path(run.stdout.readline().strip())
        server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        assert is_running(server)
        run.send_signal(signal.SIGKILL)
    most = time.monotonic() + 60
    while (is_running(server) or folder.exists()) and time.monotonic() < most:
        time.sleep(0.05)
    assert not is_running(server)
    assert not folder.exists()


def is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True
