"""PHP's own web server in a process group of its own, so that stopping it leaves none of its workers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

WORKERS = 4
SECONDS_TO_START = 20
SECONDS_TO_STOP = 5
OPTIONS = {
    "opcache.enable": "1",
    # A plugin dropped in by a test counts from the next request on.
    "opcache.validate_timestamps": "1",
    "opcache.revalidate_freq": "0",
    "realpath_cache_ttl": "1",
    "memory_limit": "512M",
    "post_max_size": "64M",
    "upload_max_filesize": "64M",
    # As every host has it: what an old WordPress makes a new PHP say goes to the log, not into the answers.
    "display_errors": "0",
    "log_errors": "1",
    "date.timezone": "UTC",
    "sendmail_path": "/bin/true",
}


class NotServing(Exception):
    """The web server did not come up, or did not go away."""


def free_port() -> int:
    """A port of the loopback address that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(php: str, site: Path, port: int) -> int:
    """Serves the site's public folder on the loopback port; returns the process group once it answers."""
    if _answers(port):
        raise NotServing(f"Somebody else listens on port {port}.")
    command = ["env", f"SAYSO_TEST_SITE={site}", f"PHP_CLI_SERVER_WORKERS={WORKERS}", php]
    for name, value in OPTIONS.items():
        command += ["-d", f"{name}={value}"]
    command += ["-S", f"127.0.0.1:{port}", "-t", str(site / "public"), str(site / "router.php")]
    with (site / "server.log").open("ab") as log:
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=site / "public",
            start_new_session=True,
        )
    deadline = time.monotonic() + SECONDS_TO_START
    while not _answers(port):
        if server.poll() is not None or time.monotonic() > deadline:
            stop(server.pid)
            raise NotServing((site / "server.log").read_text()[-2000:])
        time.sleep(0.02)
    # The group outlives this object on purpose: it is ended by its number, from here or from another process.
    server.returncode = 0
    return server.pid


def stop(group: int) -> None:
    """Ends every process of the group and returns when none is left."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        if not members(group):
            return
        os.killpg(group, sign)
        deadline = time.monotonic() + SECONDS_TO_STOP
        while members(group) and time.monotonic() < deadline:
            _reap(group)
            time.sleep(0.01)
    if members(group):
        raise NotServing(f"Process group {group} would not end.")


def members(group: int) -> list[int]:
    """The processes of the group that are alive; one that ended but was not collected does not count."""
    alive = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, _parent, its_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(its_group) == group and state not in "ZX":
            alive.append(int(entry.name))
    return alive


def _reap(group: int) -> None:
    try:
        os.waitpid(group, os.WNOHANG)
    except ChildProcessError:
        # Started by another process, whose parent collects it.
        return


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
