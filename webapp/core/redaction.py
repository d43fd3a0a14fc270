"""Hiding secrets in what is shown of a request. What is stored for replay is never touched by this.

A secret is told by its key: whatever the case, the separators, or the depth. Whole words are compared, and known
ways of writing them together, so `author`, `tokenize` and `secretary` stay readable.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
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
_STEM = "apikey|password|passwd|passphrase|token|secret|privatekey|secretkey|accesskey|userpass|cookie"
# Words written together: what ends in a secret's name, and what begins with one and ends in what holds it.
_RUN_TOGETHER = re.compile(rf"({_STEM})s?[0-9]*$|^({_STEM})s?(value|hash|salt|jar|key|string|text|data)e?s?$")


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


def without_secrets(change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a change (field, before, after and more) as it may be shown: what the site holds may be a secret too."""
    if is_secret(str(change["field"])):
        hidden = {name: None if change[name] is None else REDACTED for name in ("before", "after")}
        return {**change, **hidden, "kind": "text"}
    return {**change, **{name: redacted(change[name], longest=None) for name in ("before", "after")}}


def is_secret(name: str) -> bool:
    """Tell whether a key of this name holds a secret."""
    words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", name)]
    if any(word in _SECRET_WORDS for word in words):
        return True
    if any(pair in _SECRET_PAIRS for pair in itertools.pairwise(words)):
        return True
    return any(_RUN_TOGETHER.search(word) for word in (*words, "".join(words)))
