"""Redeeming a one-time code: the command fetches its key by itself and keeps it.

The agent passes the code on and learns which site it is connected to. It never sees the key, which would end up in a
model's context.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from webapp.errors import Refusal, Trouble

from .access import A_KEY, Access
from .carrier import Answer, Carrier
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
        Refusal: there is no code, no need or no place for a key; the code was not sent.
        Trouble: the code is not accepted, or Sayso is not reached; or `respira_key_not_kept`, the code is used up and
            the key works, but is not in the file.
    """
    code = arguments.get("token") if isinstance(arguments, dict) else None
    if not isinstance(code, str) or not 0 < len(code) <= _LONGEST_CODE:
        raise Refusal("respira_invalid_arguments", "Send the one-time code as token.")
    if access.given:
        raise Refusal("respira_key_given")
    if not access.url:
        raise Refusal(
            "respira_sayso_unreachable",
            "This command does not know where Sayso is.",
            hint="Ask the person to put its address into the command's settings, as SAYSO_URL or --url.",
        )
    with access.keeping() as keep:
        key, site = _exchanged(carrier, code)
        try:
            keep(key)
        except OSError as fault:
            raise Trouble(
                "respira_key_not_kept",
                f"Connected to {site}, but the key could not be written to {access.file} ({fault.strerror}): "
                "it works until this command ends, and not after.",
            ) from fault
    return {
        "success": True,
        "connected_to": site,
        "message": f"Connected to {site}. List the tools again to see what can be done there.",
    }


def _exchanged(carrier: Carrier, code: str) -> tuple[str, str]:
    """Ask Sayso for the key and the name of its site."""
    try:
        answer = carrier.post(PATH, json.dumps({"token": code}).encode(), {"Accept": "application/json"})
        told = _told_in(answer)
        key, site = told.get("key"), told.get("connected_to")
        if answer.status == 200 and isinstance(key, str) and A_KEY.fullmatch(key) and isinstance(site, str):
            return key, site
        refused, words, data = told.get("code"), told.get("message"), told.get("data")
        if answer.status != 200 and isinstance(refused, str) and isinstance(words, str) and isinstance(data, dict):
            hint = data.get("hint")
            raise Trouble(refused, words, hint=hint if isinstance(hint, str) else "")
        raise carrier.stranger(answer)
    except Trouble as trouble:
        if trouble.code == "respira_answer_lost":
            trouble.hint = "The code may be used up. Ask the person to check the address, and for a new key's code."
        raise


def _told_in(answer: Answer) -> dict[str, Any]:
    """Return the object that an answer is; an empty one where it is something else."""
    with suppress(ValueError, RecursionError):
        told = json.loads(answer.body)
        return told if isinstance(told, dict) else {}
    return {}
