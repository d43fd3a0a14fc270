from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.diffs.fingerprint import canonical, fingerprint

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def test_the_spelling_has_sorted_keys_and_no_spaces() -> None:
    assert canonical({"b": [1, None], "a": "é"}) == '{"a":"\\u00e9","b":[1,null]}'


def test_the_fingerprint_is_the_sha256_of_the_spelling() -> None:
    assert fingerprint({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


def test_one_and_true_and_text_are_different_values() -> None:
    assert len({fingerprint(1), fingerprint(True), fingerprint("1")}) == 3


def test_what_is_not_json_is_refused() -> None:
    with pytest.raises(ValueError):
        fingerprint(math.nan)


@given(st.dictionaries(st.text(), VALUES, max_size=6))
def test_the_order_of_keys_does_not_matter(value: dict[str, object]) -> None:
    assert fingerprint(dict(reversed(value.items()))) == fingerprint(value)
