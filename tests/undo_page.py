"""The parts of docs/undo.md that are made of the code: how each tool is undone, and all that differs afterwards.

`bin/docs` writes them. What stands above them is written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.examples.every import EVERY
from tests.site_state import LINKS_MOVED_BY_EVERY_SAVE, MOVED_BY_EVERY_SAVE
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.tool import WriteTool

PAGE = Path(__file__).parent.parent / "docs" / "undo.md"

_BEGIN = "## Tool by tool\n"
_DIFFERS = """
## All that differs

Every tool that writes is played in the tests on a real WordPress: planned, applied, seen, undone, and then every
item of the whole site is compared with what it was at first, field by field. `bin/docs` makes this list of those
tests: each of these differs, and nothing else does. `*` stands for any id or field.

| after | what | why |
|---|---|---|"""


def text(page: str) -> str:
    """Return the page with its last parts as the code has them."""
    return "\n".join([page.partition(_BEGIN)[0] + _BEGIN, *_undone(), _DIFFERS, *_differing()]) + "\n"


def _undone() -> Iterator[str]:
    yield "| tool | undone |\n|---|---|"
    for tool in CATALOGUE.values():
        if isinstance(tool, WriteTool):
            yield f"| `{tool.name}` | {tool.undone} |"


def _differing() -> Iterator[str]:
    for name, reason in MOVED_BY_EVERY_SAVE.items():
        yield f"| every save | `{name}` | {reason} |"
    for name, reason in LINKS_MOVED_BY_EVERY_SAVE.items():
        yield f"| every save | the link `{name}` | {reason} |"
    for one in EVERY.values():
        if one.final:
            yield f"| `{one.tool}`, which has no undo | all of it | {one.final} |"
    seen = dict.fromkeys((one.tool, what, why) for one in EVERY.values() for what, why in one.differs.items())
    for tool, what, why in seen:
        yield f"| the undo of `{tool}` | `{what}` | {why} |"


if __name__ == "__main__":
    PAGE.write_text(text(PAGE.read_text()))
