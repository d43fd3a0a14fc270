"""What the agent reads: the result of a call, and the list of tools.

Some clients show the model only the structured part, others only the text, so both always hold the same
facts. What a call does, and how its answer is worded, is the engine's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from webapp.core.calls import ToolListing
from webapp.errors import Trouble

LONGEST_TROUBLE = 1000  # characters; a longer error is cut by some clients, and then no longer JSON
_LONGEST_SENTENCE = 300
_LONGEST_DETAIL = 120


def of_answer(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of a call that was answered, be it done, planned or waiting for a person.

    Args:
        body: the engine's answer, given on exactly as it is.
    """
    return _result(dict(body), is_error=False)


def of_trouble(trouble: Trouble) -> dict[str, Any]:
    """Return the result of a call that was refused, or that the site did not do, for the agent to react to."""
    return _result(_shortened(trouble), is_error=True)


def of_listing(listing: ToolListing, prefix: str) -> dict[str, Any]:
    """Return a tool as the list shows it.

    Args:
        prefix: what the tool's name begins with at this address.
    """
    return {
        "name": prefix + listing.name,
        "title": listing.title,
        "description": listing.description,
        "inputSchema": dict(listing.input_schema),
        "annotations": {
            "title": listing.title,
            "readOnlyHint": listing.read_only,
            "destructiveHint": listing.destructive,
            "idempotentHint": listing.idempotent,
            # A key reaches one known site, nothing else.
            "openWorldHint": False,
        },
    }


def _result(body: dict[str, Any], *, is_error: bool) -> dict[str, Any]:
    text = json.dumps(body, ensure_ascii=False)
    return {"content": [{"type": "text", "text": text}], "structuredContent": body, "isError": is_error}


def _shortened(trouble: Trouble) -> dict[str, Any]:
    """Return code, message, hint and details, in under `LONGEST_TROUBLE` characters of JSON.

    The longest details go first; code, message and hint stay, at worst shortened.
    """
    details = {key: _cut(value) for key, value in trouble.details.items()}
    told: dict[str, Any] = {
        "code": trouble.code[:60],
        "message": _sentence(trouble.message, _LONGEST_SENTENCE),
        "hint": _sentence(trouble.hint, _LONGEST_SENTENCE),
        "details": details,
    }
    while details and _length(told) >= LONGEST_TROUBLE:
        del details[max(details, key=lambda key: _length(details[key]))]
    if _length(told) >= LONGEST_TROUBLE:
        # Escapes can make text many times longer than it reads.
        told["message"], told["hint"] = _sentence(trouble.message, 40), _sentence(trouble.hint, 40)
    return told


def _cut(value: Any) -> Any:
    """Shorten a detail that is long text, and leave every other value as it is."""
    return _sentence(value, _LONGEST_DETAIL) if isinstance(value, str) else value


def _sentence(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _length(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
