"""The page that lists every tool, docs/tools.md, made of the catalogue, its groups and the REST routes.

`bin/docs` writes it. It holds no knowledge of its own but how such a page reads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from webapp.core import sessions
from webapp.doors.rest_routes import ROUTES
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.groups import GROUPS, MOST_SHOWN, Group
from webapp.tools.nouns import OF_TYPE
from webapp.tools.tool import ANYTHING, ManyTool, SessionTool, Tool, WriteTool

PAGE = Path(__file__).parent.parent / "docs" / "tools.md"

_BEGINNING = f"""# Every tool

This page is made by `bin/docs`; a test fails while it says anything else than the catalogue does.

A tool reads, writes, or looks after the plan and the session. In plan mode a write changes nothing: it becomes a
step, and runs when the plan is applied. Tools come in groups by purpose. A new key is shown at most {MOST_SHOWN}; the
site's owner switches the others on by purpose.

A door puts its prefix before the names: `respira_wordpress_` at the MCP door, `respira_` at the stdio command. The
REST door has routes below `/wp-json/respira/`, and takes every tool by its name at `POST v1/abilities/invoke`.

Every write also takes `_respira_plan` (`true`: plan this one write instead of making it) and `_respira_note` (why,
for the person who decides); one that a person approves takes the `approval_token` of its approval request as well.
"Needs" are capabilities of WordPress, any one of which the site's own login must have. What undo brings back and what
it can not is told in [undo.md](undo.md).
"""


def text() -> str:
    """Return the whole page."""
    return "\n".join([_BEGINNING, *_groups()]).rstrip("\n") + "\n"


def _groups() -> Iterator[str]:
    for group in GROUPS:
        here = [CATALOGUE[name] for name in group.tools if name in CATALOGUE]
        if here:
            yield f"## {group.title}\n\n{_switched(group)}\n"
            yield from map(_tool, here)


def _switched(group: Group) -> str:
    if group.always:
        return "Always on."
    return "On for a new key." if group.on else "Off for a new key, until its owner switches it on."


def _tool(tool: Tool) -> str:
    facts = "\n".join(f"- {name}: {words}" for name, words in _facts(tool))
    return f"### `{tool.name}`: {tool.title.lower()}\n\n{tool.description}\n\n{facts}\n\n{_arguments(tool.schema)}\n"


def _facts(tool: Tool) -> Iterator[tuple[str, str]]:
    yield "Kind", _kind(tool)
    if isinstance(tool, WriteTool):
        yield "Lands", tool.lands
        yield "Undone", tool.undone
    elif isinstance(tool, ManyTool):
        yield "Lands and undone", "As each of its writes, which are made by other tools of this page."
    if tool.needs:
        yield "Needs", " or ".join(f"`{right}`" for right in tool.needs)
    if isinstance(tool, WriteTool) and tool.may_ask_approval:
        yield (
            "Approval",
            "A person approves every call." if tool.approval_required else "A person approves some calls.",
        )
    if not isinstance(tool, SessionTool) and tool.kind == "write" and not tool.content:
        yield "Keys", "Not for a key that may only change content."
    if isinstance(tool, WriteTool) and tool.takes:
        taken = "; ".join(f"`{name}` ({_kinds(kinds)})" for name, kinds in tool.takes.items())
        yield "From an earlier step", taken
    yield "REST", ", ".join(_routes(tool.name)) or "by its name only"


def _kind(tool: Tool) -> str:
    if isinstance(tool, ManyTool):
        return "several writes in one call"
    if isinstance(tool, SessionTool) and tool.name not in sessions.READ_ONLY:
        return "plan and session"
    return "write" if tool.kind == "write" else "read"


def _kinds(kinds: Collection[str]) -> str:
    words = ("item of another type" if kind.startswith(OF_TYPE) else kind.replace("_", " ") for kind in kinds)
    return "anything, in a text" if ANYTHING in kinds else ", ".join(sorted(words))


def _routes(name: str) -> Iterator[str]:
    for route in ROUTES:
        if route.tool == name:
            yield from (f"`{route.method} {version}/{route.path}`" for version in route.versions)


def _arguments(schema: Mapping[str, Any]) -> str:
    properties: Mapping[str, Mapping[str, Any]] = schema["properties"]
    if not properties:
        return "It takes no arguments."
    required = schema.get("required", ())
    rows = [
        f"| `{name}` | {_type(told)} | {'yes' if name in required else ''} | {_cell(told.get('description', ''))} |"
        for name, told in properties.items()
    ]
    return "\n".join(["| argument | type | required | words |", "|---|---|---|---|", *rows])


def _type(told: Mapping[str, Any]) -> str:
    if "enum" in told:
        return "one of " + ", ".join(f"`{choice}`" if choice != "" else "empty" for choice in told["enum"])
    if told["type"] == "array":
        return f"list of {_type(told['items'])}" if "type" in told.get("items", {}) else "list"
    bounds = {"minimum": "from", "maximum": "to"}
    limits = [f"{word} {told[bound]}" for bound, word in bounds.items() if bound in told]
    return " ".join([str(told["type"]), *limits])


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    PAGE.write_text(text())
