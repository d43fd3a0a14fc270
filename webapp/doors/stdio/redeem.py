"""Redeeming a one-time code: the command fetches its key by itself and keeps it.

The agent passes the code on and learns which site it is connected to. It never sees the key, which would end up in a
model's context.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from webapp.errors import Trouble

from .access import Access
from .carrier import Carrier
from .messages import PREFIX

NAME = f"{PREFIX}redeem_token"
PATH = "/redeem"
_LONGEST_CODE = 100
TOOL: dict[str, Any] = {
    "name": NAME,
    "title": "Connect with a one-time code",
    "description": (
        "Connect this command to a site with the one-time code that Sayso shows when a person makes a key. The code "
        "works once, within 15 minutes. The key is fetched and kept by the command itself; you never see it. Ask the "
        "person for the code, and never guess one. Answers the name of the site. Then list the tools again."
    ),
    "inputSchema": {
        "type": "object",
        "properties": {
            "token": {
                "type": "string",
                "minLength": 1,
                "maxLength": _LONGEST_CODE,
                "description": "The one-time code, as the person gave it.",
            }
        },
        "required": ["token"],
        "additionalProperties": False,
    },
    "annotations": {
        "title": "Connect with a one-time code",
        "readOnlyHint": False,
        "destructiveHint": False,
        "idempotentHint": False,
        "openWorldHint": False,
    },
}


def redeem(access: Access, carrier: Carrier, arguments: Any) -> dict[str, Any]:
    """Exchange a code for a key, keep the key, and use it from now on.

    Returns:
        What the agent is told; the key is not in it.

    Raises:
        Trouble: the code is not accepted, the file can not be written, or Sayso is not reached.
    """
    code = arguments.get("token") if isinstance(arguments, dict) else None
    if not isinstance(code, str) or not 0 < len(code) <= _LONGEST_CODE:
        raise Trouble("respira_invalid_arguments", "Send the one-time code as token.")
    if access.given:
        raise Trouble("respira_key_given")
    if not access.url:
        raise Trouble(
            "respira_sayso_unreachable",
            "This command does not know where Sayso is.",
            hint="Ask the person to put its address into the command's settings, as SAYSO_URL or --url.",
        )
    try:
        with access.keeping() as keep:
            told = _exchanged(carrier, code)
            keep(told["key"])
    except OSError as fault:
        raise Trouble(
            "respira_broke",
            f"The configuration file {access.file} can not be written ({fault.strerror}).",
            hint="Ask the person to make it writable, or to name another one with --config.",
        ) from fault
    return {
        "success": True,
        "connected_to": told["connected_to"],
        "message": f"Connected to {told['connected_to']}. List the tools again to see what can be done there.",
    }


def _exchanged(carrier: Carrier, code: str) -> dict[str, str]:
    """Ask Sayso for the key and the name of its site."""
    answer = carrier.post(PATH, json.dumps({"token": code}).encode(), {"Accept": "application/json"})
    told: Any = None
    with suppress(ValueError):
        told = json.loads(answer.body)
    if isinstance(told, dict) and answer.status == 200:
        return {"key": str(told["key"]), "connected_to": str(told["connected_to"])}
    if isinstance(told, dict) and isinstance(told.get("data"), dict):
        raise Trouble(str(told["code"]), str(told["message"]), hint=str(told["data"].get("hint", "")))
    raise carrier.stranger(answer)
