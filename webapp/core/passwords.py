"""Passwords and passcodes: only their argon2id hash is kept, and what is typed is compared with that.

How much work a hash is, is said here; how often somebody may try, in `attempts`.
"""

from __future__ import annotations

import threading

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# What RFC 9106 advises where memory is not plenty, three rounds over 64 MB. Whoever changes it need not do more: a
# hash that was made otherwise is made anew when its password is typed the next time.
_hasher = PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=4, hash_len=32, salt_len=16)
# However many try at once, no more memory is taken than for so many.
_AT_ONCE = threading.BoundedSemaphore(4)


def hash_of(password: str) -> str:
    """Return what is kept of a password."""
    with _AT_ONCE:
        return _hasher.hash(password)


def fits(password_hash: str, password: str) -> bool:
    """Tell whether a password is the one that a hash was made of; this takes some time on purpose."""
    try:
        with _AT_ONCE:
            return _hasher.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def is_dated(password_hash: str) -> bool:
    """Tell whether a hash was made otherwise than they are today."""
    return _hasher.check_needs_rehash(password_hash)
