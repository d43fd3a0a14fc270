"""A real WordPress by hand: python -m tests.real up FOLDER [PORT], then reset FOLDER or stop FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.real.site import found, up


def main(words: list[str]) -> int:
    match words:
        case ["up", folder, *rest] if len(rest) < 2:
            site = up(Path(folder), port=int(rest[0]) if rest else 0)
            print(site.url, site.rest, site.username, site.app_password, sep="\n")
        case ["reset", folder]:
            found(Path(folder)).reset()
        case ["stop", folder]:
            found(Path(folder)).stop()
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
