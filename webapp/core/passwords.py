"""Passwords and passcodes: only their argon2id hash is kept, and what is typed is compared with that.

Tries are counted elsewhere.
"""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_hasher = PasswordHasher()


def hash_of(password: str) -> str:
    """Return what is kept of a password."""
    return _hasher.hash(password)


def fits(password_hash: str, password: str) -> bool:
    """Tell whether a password is the one that a hash was made of; this takes some time on purpose."""
    try:
        return _hasher.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False
