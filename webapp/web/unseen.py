"""Characters that nobody sees: the ones that turn text around, hide in it, or control a terminal, made visible.

What an agent or a site sends may hold them, and one of them can turn a sentence of ours around. Templates print every
text through `visible`, so no page has to think of it. It changes nothing that is kept.
"""

from __future__ import annotations

import re
from typing import Any

# Line breaks and tabs stay. Some of these belong where they stand, and are marked anywhere else: the joiners U+200C
# and U+200D between two visible characters, for words and emoji are written with them; one selector of a variant
# behind the sign that it is for; a space that does not break between two words.
_ALWAYS = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f"
)
_SELECTORS, _MORE_SELECTORS = "\ufe00-\ufe0f", "\U000e0100-\U000e01ef"
_PICTURES = "#*0-9\xa9\xae\u203c-\u3299\u3400-\u9fff\uf900-\ufaff\U0001f000-\U0003ffff"
_IDEOGRAPHS = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSEEN = re.compile(
    f"[{_ALWAYS}]"
    "|(?:^|(?<=[\\s\u200c\u200d]))[\u200c\u200d]|[\u200c\u200d](?=[\\s\u200c\u200d]|$)"
    f"|(?<![{_PICTURES}])[{_SELECTORS}]|(?<![{_IDEOGRAPHS}])[{_MORE_SELECTORS}]"
    "|(?:^|(?<=\\s))\xa0|\xa0(?=\\s|$)"
)
_ASCII_ONLY = re.compile(r"[\t\n\r\x20-\x7e]*")


def visible(value: Any) -> Any:
    """Return a text with each unseen character as a mark such as ⟨U+202E⟩; markup and what is no text as it is."""
    if not isinstance(value, str) or hasattr(value, "__html__") or _ASCII_ONLY.fullmatch(value):
        return value
    return _UNSEEN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", value)
