"""What is answered where a request could not be read: in the shape of the door that it was sent to.

Nothing of what was sent is part of it. People's browsers never send what can not be read.
"""

from __future__ import annotations

import json

from mcp_types.jsonrpc import INVALID_REQUEST

from . import browsers

HEADERS = [("Content-Type", "application/json"), *browsers.HEADERS.items()]
_SENTENCES = {
    400: "This is no request that can be read.",
    408: "The request did not arrive in time.",
    413: "The body is larger than 5 MB.",
    431: "The address and the headers are larger than 64 KB.",
    501: "A body that is encoded in this way is not read.",
}
_BROKE = "Something broke on our side."


def told(path: str, status: int) -> bytes:
    """Return the body of the answer, JSON.

    Args:
        path: where the request was sent; empty when not even that could be read.
        status: the HTTP status.
    """
    sentence = _SENTENCES.get(status, _BROKE)
    if path == "/mcp" or path.startswith("/mcp/") or path == "/wp-json/respira/v1/mcp":
        error = {"code": INVALID_REQUEST, "message": sentence}
        return json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()
    data = {"status": status, "hint": ""}
    return json.dumps({"code": f"http_{status}", "message": sentence, "data": data}).encode()
