"""Sealing what must not be readable in the database: passwords of sites, requests, bases, snapshots.

A seal carries what it was made for inside, so a sealed value that is moved to another row does not open.
Hashing of tokens is here too: what only has to be recognised is never kept.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from webapp.diffs.fingerprint import canonical


class BrokenSeal(Exception):
    """A sealed value does not open: another key, another row, or somebody changed it."""


class Sealer:
    """Seals, unseals and marks.

    Args:
        keys: Fernet keys, the newest first. The first seals, all of them unseal.
        kept: gives the secret that marks are made with, as `marking` keeps it; None where none is kept. Then it comes
            from the last key, so that marks stay as they are when a new key is put in front.
    """

    def __init__(self, keys: Sequence[str], kept: Callable[[Sealer], bytes | None] = lambda _sealer: None) -> None:
        boxes = [Fernet(key) for key in keys]
        self._newest, self._box, self._kept = boxes[0], MultiFernet(boxes), kept
        self.from_oldest_key = hmac.digest(keys[-1].encode(), b"sayso.mark", "sha256")
        # It tells whether something was made under this key, and nothing of the key.
        self.name_of_newest_key = hmac.digest(keys[0].encode(), b"sayso.name", "sha256").hex()[:16]

    @cached_property
    def _marking(self) -> bytes:
        return self._kept(self) or self.from_oldest_key

    def mark(self, value: Any) -> str:
        """Return a name for a value, the same for the same JSON, that nobody without the keys can make or guess from.

        Whoever has the database alone could try every value against a plain hash until one fits.

        Returns:
            64 hexadecimal digits.
        """
        return hmac.digest(self._marking, canonical(value).encode(), "sha256").hex()

    def seal(self, purpose: str, value: Any) -> str:
        """Seal a value that JSON can hold.

        Args:
            purpose: what it is and of which row, such as `step.request step_7c0d3e`.
        """
        # A site may answer half a character, which JSON can spell; it is kept as it came.
        text = json.dumps([purpose, value], ensure_ascii=False).encode("utf-8", "surrogatepass")
        return self._box.encrypt(text).decode()

    def unseal(self, purpose: str, sealed: str) -> Any:
        """Open what was sealed for the same purpose.

        Raises:
            BrokenSeal: it does not open, or was sealed for something else.
        """
        try:
            sealed_for, value = json.loads(self._box.decrypt(sealed.encode()))
        except InvalidToken as fault:
            raise BrokenSeal(f"{purpose} does not open with the present sealing keys") from fault
        if sealed_for != purpose:
            raise BrokenSeal(f"{purpose} holds a value that was sealed for {sealed_for}")
        return value

    def opens(self, sealed: str) -> bool:
        """Tell whether a sealed value opens with the present keys, whatever it is."""
        try:
            self._box.decrypt(sealed.encode())
        except InvalidToken:
            return False
        return True

    def renewed(self, sealed: str) -> str | None:
        """Return what is sealed, sealed by the newest key; None where it is already.

        What it was made for stays inside, so it opens where it did and nowhere else.

        Raises:
            BrokenSeal: it opens with none of the keys.
        """
        try:
            self._newest.decrypt(sealed.encode())
        except InvalidToken:
            try:
                return self._newest.encrypt(self._box.decrypt(sealed.encode())).decode()
            except InvalidToken as fault:
                raise BrokenSeal("A sealed value does not open with the present sealing keys") from fault
        return None


def hashed(token: str) -> str:
    """Return the hash a token is found by. Tokens are long and random, so a fast hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
