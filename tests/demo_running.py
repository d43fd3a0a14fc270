"""The demo as a person starts it: real programs, ended with the test."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


@contextmanager
def demo(*options: str) -> Iterator[dict[str, Any]]:
    """Start the demo and yield what it prints when it is ready."""
    command = [sys.executable, "-m", "webapp.cli", "demo", "--json", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        try:
            line = running.stdout.readline()
            assert line, f"the demo ended with {running.wait()} before it was ready"
            yield json.loads(line)
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(30)
