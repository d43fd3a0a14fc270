"""Whether weaknesses of the packages that Sayso runs with are known: pip-audit asks, and here it is counted.

pip-audit says that it found nothing also where it could ask about nothing. That is not the same, so it is told apart.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parent.parent / "requirements.lock"
ASK = ("--disable-pip", "--format", "json", "--progress-spinner", "off", "--timeout", "15")
CLEAN, FOUND, COULD_NOT = 0, 1, 2


@dataclass(frozen=True)
class Audited:
    """What is known of the locked packages.

    Attributes:
        asked: names of those that could be asked about.
        not_asked: names of those that could not.
        found: for each package with a known weakness its version, and the names of the weaknesses with what mends
            them.
    """

    asked: tuple[str, ...]
    not_asked: tuple[str, ...]
    found: Mapping[str, tuple[str, tuple[str, ...]]]

    @property
    def status(self) -> int:
        """The exit status: what was found weighs more than what could not be asked."""
        return FOUND if self.found else COULD_NOT if self.not_asked else CLEAN

    @property
    def words(self) -> list[str]:
        """What is said, line by line."""
        lines = [f"{name} {version}: {'; '.join(known)}" for name, (version, known) in sorted(self.found.items())]
        lines.append(
            f"{len(self.asked)} packages were audited, {len(self.not_asked)} could not be. "
            f"{len(self.found)} have known weaknesses."
        )
        if self.not_asked:
            lines.append(f"Not audited: {', '.join(self.not_asked)}.")
        return lines


def of(report: Mapping[str, Any], locked: Sequence[str]) -> Audited:
    """Count what pip-audit reports.

    Args:
        report: its JSON.
        locked: the names of all packages that there are; one that the report leaves out was not asked about.
    """
    told = {plain(one["name"]): one for one in report["dependencies"]}
    asked = tuple(name for name in locked if name in told and "vulns" in told[name])
    found = {name: (told[name]["version"], _weak(told[name]["vulns"])) for name in asked if told[name]["vulns"]}
    return Audited(asked, tuple(name for name in locked if name not in asked), found)


def locked_in(lock: Path) -> list[str]:
    """Return the names of the packages that a lock file pins."""
    return [plain(name) for name in re.findall(r"^([A-Za-z0-9._-]+)==", lock.read_text(), re.MULTILINE)]


def plain(name: str) -> str:
    """Return a package's name as the registries spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _weak(known: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(f"{one['id']}, {_mended(one.get('fix_versions', []))}" for one in known)


def _mended(versions: Sequence[str]) -> str:
    return f"mended in {' and '.join(versions)}" if versions else "not mended yet"


def _asked(lock: Path) -> Mapping[str, Any] | None:
    """Let pip-audit ask; None where it did not come to an answer."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(lock), *ASK]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        report: Mapping[str, Any] = json.loads(done.stdout)
    except ValueError:
        print(done.stderr.strip().rpartition("\n")[2], file=sys.stderr)
        return None
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit the locked packages and say what is known.

    Returns:
        0: all were asked about and nothing is known; 1: weaknesses are known; 2: some could not be asked about.
    """
    parser = argparse.ArgumentParser(
        "bin/audit", description="Asks whether weaknesses of the locked packages are known."
    )
    parser.add_argument("--lock", type=Path, default=LOCK, help="the lock file; requirements.lock by itself")
    parser.add_argument("--report", type=Path, help="count this JSON of pip-audit instead of asking")
    chosen = parser.parse_args(arguments)
    report = json.loads(chosen.report.read_text()) if chosen.report else _asked(chosen.lock)
    audited = of(report or {"dependencies": []}, locked_in(chosen.lock))
    print("\n".join(audited.words))
    return audited.status


if __name__ == "__main__":
    sys.exit(main())
