"""One spelling for every value, and a short name for it.

Two values with the same fingerprint are the same JSON, whatever the order of their keys.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any


def canonical(value: Any) -> str:
    """Return a value's one JSON spelling: sorted keys, no spaces, ASCII only.

    Raises:
        TypeError, ValueError: the value is not JSON (NaN and infinity are not either).
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def fingerprint(value: Any) -> str:
    """Return the SHA-256 of the canonical spelling, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value).encode("ascii")).hexdigest()
