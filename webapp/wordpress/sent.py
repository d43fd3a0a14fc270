"""What was sent, where that explains an error: its size, and signs that older databases can not keep.

Pure: it looks at the bytes of a request and sends nothing.
"""

from __future__ import annotations

import json

# Limits in front of WordPress begin at 64 KB; what is well below is refused for another reason.
LARGE = 48 * 1024
MOST_SIGNS = 5
_TOO_LARGE = 413
_FORBIDDEN = 403


def is_too_large(status: int, sent: bytes | None) -> bool:
    """Tell whether a page of the web server's own means that what was sent is more than it takes."""
    return sent is not None and (status == _TOO_LARGE or (status == _FORBIDDEN and len(sent) > LARGE))


def size_sentence(status: int, sent: bytes) -> str:
    """Return what to say of something that was too large."""
    return (
        f"The site's web server refused what was sent with a page of its own ({status}). It has "
        f"{round(len(sent) / 1024)} KB: that may be more than the server takes."
    )


def wide_signs(sent: bytes | None) -> str:
    """Return the first signs of a JSON body, such as emoji, that take four bytes in a database; empty if none."""
    if sent is None:
        return ""
    try:
        text = json.dumps(json.loads(sent), ensure_ascii=False)
    except ValueError:
        return ""
    return " ".join(list(dict.fromkeys(sign for sign in text if ord(sign) > 0xFFFF))[:MOST_SIGNS])
