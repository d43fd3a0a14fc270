"""A message that is answered with a JSON-RPC error: it did not become a call.

What went wrong inside a call is not a fault but a result the agent can read (see `results`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# For the protocol's own failures its codes are in mcp_types.jsonrpc. This one, from the range left to
# servers, says that the door itself refused; the reason code is in `data`.
REFUSED = -32000


class Fault(Exception):
    """A JSON-RPC error to be answered.

    Args:
        code: the JSON-RPC error code.
        message: one sentence for whoever writes the client.
        status: the HTTP status, or None for the one that the message's protocol era gives to the code.
        data: further facts for the caller.
        headers: HTTP headers that belong to the status.
    """

    def __init__(
        self,
        code: int,
        message: str,
        *,
        status: int | None = None,
        data: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.code = code
        self.message = message
        self.status = status
        self.data = data
        self.headers = dict(headers or {})
        super().__init__(f"{code}: {message}")
