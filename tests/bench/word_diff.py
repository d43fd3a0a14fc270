"""How long comparing two texts of a megabyte takes, where little differs and in the worst cases."""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench.figure import Figure, timed
from webapp.diffs.words import word_diff

WORDS = 170_000
LIMIT = 1000.0


def word_diff_of_a_megabyte() -> Sequence[Figure]:
    """Compare texts of which one word in a hundred changed, and texts that have nothing in common."""
    words = [f"w{number * 7919 % 8009}" for number in range(WORDS)]
    little = [word if number % 100 else f"changed{number}" for number, word in enumerate(words)]
    other = [f"w{number * 104_729 % 7001}" for number in range(WORDS)]
    pairs = {
        "1 word in 100 changed, in one line": (" ".join(words), " ".join(little)),
        "1 word in 100 changed, in paragraphs": (_in_paragraphs(words), _in_paragraphs(little)),
        "nothing in common, in paragraphs": (_in_paragraphs(words), _in_paragraphs(other)),
        "all words different, with 900 others": (_different(0, 100_000), _different(100_000, 900)),
        "one line without spaces": ("x" * 1_000_000, "y" * 1_000_000),
        "one word over and over": ("word " * 200_000, "word word else " * 66_000),
    }
    return [_measured(what, *pair) for what, pair in pairs.items()]


def _different(first: int, count: int) -> str:
    return " ".join(f"{number * 7919 % 999_983:09d}" for number in range(first, first + count))


def _in_paragraphs(words: Sequence[str]) -> str:
    return "\n\n".join(" ".join(words[begin : begin + 80]) for begin in range(0, len(words), 80))


def _measured(what: str, before: str, after: str) -> Figure:
    coarse = word_diff(before, after).coarse
    took = timed(lambda: word_diff(before, after), 5).median
    said = "said to be coarse" if coarse else "exact"
    return Figure(f"two texts of a megabyte compared, {what}; {said}", took, limit=LIMIT)
