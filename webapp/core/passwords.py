"""Passwords and passcodes: only their argon2id hash is kept, and what is typed is compared with that.

How much work a hash is, and how many may be worked out or waited for at once, is said here; how often somebody may
try, in `attempts`.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from webapp.errors import Refusal

# What RFC 9106 advises where memory is not plenty, three rounds over 64 MB. Whoever changes it need not do more: a
# hash that was made otherwise is made anew when its password is typed the next time.
_hasher = PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=4, hash_len=32, salt_len=16)
# However many try at once, no more memory is taken than for so many.
_AT_ONCE = threading.BoundedSemaphore(4)
# So many are at it or wait. Whoever comes then is told at once, and no thread of the program stands idle for them.
PLACES = 8
_FOR_ANYBODY = threading.BoundedSemaphore(PLACES)
# Strangers take none of these, so they keep nobody waiting who comes as somebody that was here before.
PLACES_OF_KNOWN = 4
_FOR_KNOWN = threading.BoundedSemaphore(PLACES_OF_KNOWN)


class Place:
    """Leave to work out hashes, one after the other. See `place`."""

    def hash_of(self, password: str) -> str:
        """Return what is kept of a password."""
        with _AT_ONCE:
            return _hasher.hash(password)

    def fits(self, password_hash: str | None, password: str) -> bool:
        """Tell whether a password is the one that a hash was made of; this takes some time on purpose.

        Args:
            password_hash: None where there is none; then nothing fits, and telling so takes as long.
        """
        known = password_hash or _of_nobody()
        try:
            with _AT_ONCE:
                return _hasher.verify(known, password) and password_hash is not None
        except (VerificationError, InvalidHashError):
            return False


@contextmanager
def place(*, known: bool = False) -> Iterator[Place]:
    """Take a place among those whose passwords are looked at.

    Args:
        known: it is somebody signed in, or a browser in which this person was signed in before.

    Raises:
        Refusal: `respira_passwords_busy`, every place is taken.
    """
    places = _FOR_KNOWN if known else _FOR_ANYBODY
    if not places.acquire(blocking=False):
        raise Refusal("respira_passwords_busy")
    try:
        yield Place()
    finally:
        places.release()


def is_dated(password_hash: str) -> bool:
    """Tell whether a hash was made otherwise than they are today."""
    return _hasher.check_needs_rehash(password_hash)


@cache
def _of_nobody() -> str:
    with _AT_ONCE:
        return _hasher.hash(secrets.token_urlsafe(16))
