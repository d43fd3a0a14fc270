"""Characters that nobody sees: the ones that turn text around, hide in it, or control a terminal, made visible.

What an agent or a site sends may hold them, and one of them can turn a sentence of ours around. Templates print every
text through `visible`, so no page has to think of it. It changes nothing that is kept.
"""

from __future__ import annotations

import re
from typing import Any

# Line breaks and tabs stay. The joiners U+200C and U+200D are part of how words and emoji are written, so they stay
# where something visible stands on both sides.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
    "|(?:^|(?<=[\\s\u200c\u200d]))[\u200c\u200d]|[\u200c\u200d](?=[\\s\u200c\u200d]|$)"
)


def visible(value: Any) -> Any:
    """Return a text with each unseen character as a mark such as ⟨U+202E⟩; markup and what is no text as it is."""
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return _UNSEEN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", value)
