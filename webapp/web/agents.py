"""The rules for agents, for whoever wants to read them: a page for people, and the plain text. Open to everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, Response

from webapp.core.rules import rules

from .pages import page

bp = Blueprint("agents", __name__)
# The names that most agents see; other addresses leave the prefix out or shorten it.
_PREFIX = "respira_wordpress_"


class Part(NamedTuple):
    """A part of the rules: what stands above it, its paragraphs, or the points of a numbered list."""

    heading: str | None
    paragraphs: list[str]
    points: list[str]


@bp.get("/agents")
def show() -> Response:
    """Show the rules."""
    return page("agents/show.html", parts=list(parts_of(rules(_PREFIX))))


@bp.get("/agents.md")
def plain() -> Response:
    """Give the rules as the agents get them."""
    return Response(rules(_PREFIX), mimetype="text/plain")


def parts_of(text: str) -> Iterator[Part]:
    """Take the text of the rules apart: an empty line ends a part, and a line without a full stop heads one."""
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        heading = None if lines[0].endswith(".") else lines.pop(0)
        points = [line.partition(". ")[2] for line in lines if line[:1].isdigit()]
        yield Part(heading, [line for line in lines if not line[:1].isdigit()], points)
