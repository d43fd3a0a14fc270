"""How many calls a key may make in a minute, and how often somebody may try to sign in.

It counts in memory, for each web process by itself.
"""

from __future__ import annotations

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from webapp.errors import Refusal

CALLS_A_MINUTE = 120
SIGN_INS_A_MINUTE = 10
CODES_A_MINUTE = 10


class CallLimit:
    """Counts calls in a moving minute.

    Args:
        a_minute: how many are let through for one name.
        sentence: said when it is too many.
    """

    def __init__(self, a_minute: int, sentence: str | None = None) -> None:
        self._sentence = sentence
        self._limit = RateLimitItemPerMinute(a_minute)
        self._window = MovingWindowRateLimiter(MemoryStorage())

    def count(self, name: str) -> None:
        """Count one call.

        Args:
            name: whose calls are counted together, such as a key's id.

        Raises:
            Refusal: `respira_rate_limited`.
        """
        if not self._window.hit(self._limit, name):
            raise Refusal("respira_rate_limited", self._sentence)
