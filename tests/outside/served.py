"""Sayso's web program with the conformance suite's tools before its own, served like Sayso itself.

Everything between the wire and a tool is the product's: keys, gate, both eras, errors. One thing is added. Sayso's
tools answer in facts, which its results write as JSON, while the suite's tools hold pictures, sounds and resources
under `content`. Where an answer holds these, they take the place of the JSON on the way out. So the scenarios about
kinds of content show what the rest of the door does with them, not that Sayso has tools with pictures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Flask, Response

from tests.outside.fixture_tools import FIXTURES, Fixture
from webapp.app import create_app
from webapp.core.limits import CallLimit
from webapp.errors import Refusal
from webapp.laying import lay_desk
from webapp.serving import serve
from webapp.settings import Settings
from webapp.tools.tool import ReadTool


def from_environment() -> Flask:
    """Make it as the environment says. Calls are not limited: the suite makes hundreds within seconds."""
    desk = lay_desk(Settings.from_environment(), lambda _run: None)
    tools = {fixture.name: _tool(fixture) for fixture in FIXTURES}
    app = create_app(replace(desk, catalogue={**tools, **desk.catalogue}, call_limit=CallLimit(100_000)))
    app.after_request(_with_content)
    return app


def _tool(fixture: Fixture) -> ReadTool:
    return ReadTool(fixture.name, fixture.name, "For the conformance suite.", fixture.schema, run=_answer_of(fixture))


def _answer_of(fixture: Fixture) -> Callable[..., dict[str, Any]]:
    def answer(*_: object) -> dict[str, Any]:
        if fixture.fails:
            raise Refusal("respira_nothing_to_change", fixture.content[0]["text"])
        return {"content": fixture.content}

    return answer


def _with_content(response: Response) -> Response:
    body = response.get_json(silent=True) if response.is_json else None
    result = body.get("result") if isinstance(body, dict) else None
    if isinstance(result, dict) and set(result.get("structuredContent", ())) == {"content"}:
        result["content"] = result.pop("structuredContent")["content"]
        response.set_data(json.dumps(body))
    return response


if __name__ == "__main__":
    serve(from_environment(), "127.0.0.1", int(sys.argv[1]), lambda: None)
