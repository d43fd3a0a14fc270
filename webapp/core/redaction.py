"""Hiding secrets in what is shown of a request, and keeping it short. What is stored for replay is never touched.

A secret is told by its key: whatever the case, the separators, or the depth. Whole words are compared, and known
ways of writing them together, so `author`, `tokenize` and `secretary` stay readable. Text that is JSON is looked
into, and stays as it is when it holds no secret.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping
from typing import Any

from webapp.diffs import trees

REDACTED = "redacted"
LONGEST = 2000
# Objects and lists are shown whole up to this many times the longest text, so that they stay readable as such.
_FOLD = 4

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
    "jwt",
    "otp",
    "totp",
}
_SECRET_PAIRS = {
    ("api", "key"),
    ("private", "key"),
    ("access", "key"),
    ("auth", "key"),
    ("license", "key"),
    ("secret", "key"),
    ("ssh", "key"),
    ("encryption", "key"),
    ("consumer", "key"),
    ("signing", "key"),
    ("app", "password"),
}
_KEYS = "apikey|privatekey|secretkey|accesskey|sshkey|encryptionkey|consumerkey|signingkey"
_STEM = f"password|passwd|passphrase|token|secret|userpass|cookie|{_KEYS}"
_MAYBE_JSON = re.compile(r"\s*[{\[]")
_TAIL = re.compile(r"\.\.\. \(([0-9][0-9,]*) characters in all\)$")
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
    if isinstance(value, str):
        text = _looked_into(value)
        return text if longest is None else _cut(text, longest)
    return value


def outlined(arguments: Mapping[str, Any], longest: int = LONGEST) -> dict[str, Any]:
    """Return arguments as `redacted` does, with large objects and lists told as text and shortened like it."""
    shown: dict[str, Any] = redacted(dict(arguments), longest)
    return {name: _folded(value, longest) for name, value in shown.items()}


def _folded(value: Any, longest: int) -> Any:
    if not isinstance(value, dict | list):
        return value
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= _FOLD * longest else _cut(text, longest)


def _looked_into(text: str) -> str:
    """Return a text without the secrets that it holds if it is a JSON object or list."""
    if not _MAYBE_JSON.match(text):
        return text
    try:
        held = json.loads(text)
        shown = redacted(held, longest=None)
    except json.JSONDecodeError:
        return text
    except (RecursionError, ValueError):
        # It is nested deeper, or has longer numbers, than can be read, so nobody knows what it holds.
        return REDACTED
    return text if shown == held else json.dumps(shown, ensure_ascii=False)


def _cut(text: str, longest: int) -> str:
    """Shorten a text and tell its length; one that was shortened before keeps the length it was told to have."""
    before = _TAIL.search(text)
    if len(text) - (len(before[0]) if before else 0) <= longest:
        return text
    return f"{text[:longest]}... ({before[1] if before else f'{len(text):,}'} characters in all)"


def without_secrets(change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a change (field, before, after and more) as it may be shown: what the site holds may be a secret too."""
    if is_secret(str(change["field"])):
        hidden = {name: None if change[name] is None else REDACTED for name in ("before", "after")}
        return {**change, **hidden, "kind": "text"}
    return {**change, **{name: redacted(change[name], longest=None) for name in ("before", "after")}}


def in_lines(change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a change with a tree as a list of lines, which is how programs are told of one."""
    if change.get("kind") != "tree":
        return dict(change)
    return {**change, "kind": "list", **{name: trees.lines(change[name] or []) for name in ("before", "after")}}


def told_of(change: Mapping[str, Any], longest: int = LONGEST) -> dict[str, Any]:
    """Return what an agent is told of a change: without secrets, in lines, and with its texts shortened."""
    bare = in_lines(without_secrets(change))
    return {name: redacted(bare[name], longest) for name in ("field", "label", "before", "after")}


def is_secret(name: str) -> bool:
    """Tell whether a key of this name holds a secret."""
    words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", name)]
    if any(word in _SECRET_WORDS for word in words):
        return True
    if any(pair in _SECRET_PAIRS for pair in itertools.pairwise(words)):
        return True
    return any(_RUN_TOGETHER.search(word) for word in (*words, "".join(words)))
