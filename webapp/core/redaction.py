"""Hiding secrets in what is shown of a request. What is stored for replay is never touched by this.

A secret is told by its key: whatever the case, the separators, or the depth. Whole words are compared, so
`author`, `tokenize` and `secretary` stay readable.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

REDACTED = "redacted"
LONGEST = 2000

_SECRET_WORDS = {
    "password",
    "passwd",
    "passphrase",
    "pass",
    "pwd",
    "secret",
    "token",
    "cookie",
    "cookies",
    "secrets",
    "tokens",
    "passwords",
    "apikey",
    "authorization",
    "credential",
    "credentials",
}
_SECRET_PAIRS = {
    ("api", "key"),
    ("private", "key"),
    ("access", "key"),
    ("auth", "key"),
    ("license", "key"),
    ("secret", "key"),
    ("app", "password"),
}
_RUN_TOGETHER = re.compile(
    r"(apikey|password|passwd|accesstoken|authtoken|secretkey|privatekey|clientsecret|userpass|cookie)s?$"
)


def redacted(value: Any, longest: int | None = LONGEST) -> Any:
    """Return the value with secrets replaced by the word `redacted` and long text shortened.

    Args:
        longest: how many characters of a text are shown, with its length after them; None for all.
    """
    if isinstance(value, dict):
        return {name: REDACTED if is_secret(str(name)) else redacted(inner, longest) for name, inner in value.items()}
    if isinstance(value, list):
        return [redacted(inner, longest) for inner in value]
    if isinstance(value, str) and longest is not None and len(value) > longest:
        return f"{value[:longest]}... ({len(value):,} characters in all)"
    return value


def is_secret(name: str) -> bool:
    """Tell whether a key of this name holds a secret."""
    words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", name)]
    if any(word in _SECRET_WORDS for word in words):
        return True
    if any(pair in _SECRET_PAIRS for pair in itertools.pairwise(words)):
        return True
    return bool(_RUN_TOGETHER.search("".join(words)))
