"""What a text would do to those who open the page, and not only tell them: code, other sites, being hidden.

Each search takes time in proportion to the text, whatever stands in it. A text is never judged safe here: it is only
told what one of two texts brings in that the other does not hold. Pure.
"""

from __future__ import annotations

import re
from collections import Counter

from webapp.diffs.facts import links_of

# Elements that run something, show another site, or send away what a visitor types.
_ACTING = re.compile(
    r"<(?:(?P<script>script)|iframe|frame|object|embed|applet|portal|form|base|meta|link)\b[^<>]{0,2000}",
    re.IGNORECASE,
)
_EVENT = re.compile(r"""[\s"'/]on[a-z]{3,30}\s{0,9}=[^<>]{0,200}""", re.IGNORECASE)
_SENDS = re.compile(r"""\bformaction\s{0,9}=[^<>]{0,200}""", re.IGNORECASE)
_ACTING_SCHEMES = ("javascript:", "vbscript:", "data:")
_PICTURES = ("data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp", "data:image/avif")
_LONGEST_SCHEME = 2000
_HOST = re.compile(r"(?:[a-z][a-z0-9+.-]{0,20}:)?[\\/]{2}([^\\/?#]{1,300})", re.IGNORECASE)
# How the settings of a block write signs that would end its marker.
_ESCAPED = {"\\u003c": "<", "\\u003e": ">", "\\u0022": '"', "\\u0026": "&", "\\u0027": "'", "\\u003d": "="}
_HIDING = "noindex"


def brings_code(before: str, after: str) -> bool:
    """Tell whether the later text holds code, frames, forms or acting links that the earlier one does not."""
    return bool(_code_in(after) - _code_in(before))


def new_hosts(before: str, after: str, own: str) -> set[str]:
    """Return the hosts that links, pictures and the like of the later text lead to and those of the earlier do not.

    Args:
        own: the site's own address, whose host is no new one.
    """
    return _hosts_in(after) - _hosts_in(before) - {host_of(own)}


def hides(before: str, after: str) -> bool:
    """Tell whether the later text asks search engines to stay away more often than the earlier one."""
    return after.lower().count(_HIDING) > before.lower().count(_HIDING)


def host_of(address: str) -> str:
    """Return the host that an address names, in small letters, without a leading www; empty for none."""
    found = _HOST.match("".join(address.split()))
    if found is None:
        return ""
    host = found[1].rpartition("@")[2].lower()
    return re.sub(r":\d{0,5}$", "", host).rstrip(".").removeprefix("www.")


def _code_in(text: str) -> Counter[str]:
    text = _unescaped(text)
    # What acts stands in a tag, or behind the sign that sets an attribute.
    if "<" not in text and "=" not in text and ":" not in text:
        return Counter()
    found = Counter(_whole(text))
    if "<" in text:
        found.update(match[0].strip() for match in _EVENT.finditer(text))
        found.update(match[0] for match in _SENDS.finditer(text))
    found.update({link: count for link, count in Counter(links_of(text)).items() if _acts(link)})
    return found


def _whole(text: str) -> list[str]:
    """Return the acting elements of a text: scripts with what they run, of others the tag."""
    found, at, lower, unended = [], 0, text.lower(), False
    while (match := _ACTING.search(text, at)) is not None:
        ended = -1 if match["script"] is None or unended else lower.find("</script", match.end())
        unended = unended or (match["script"] is not None and ended < 0)
        at = match.end() if ended < 0 else ended
        found.append(text[match.start() : at])
    return found


def _acts(link: str) -> bool:
    # Browsers pass over spaces and control characters in a scheme.
    bare = "".join(sign for sign in link[:_LONGEST_SCHEME] if sign > " ").lower()
    return bare.startswith(_ACTING_SCHEMES) and not bare.startswith(_PICTURES)


def _hosts_in(text: str) -> set[str]:
    hosts = {host_of(link) for link in set(links_of(_unescaped(text)))}
    if text.lower().startswith(("http:", "https:", "//")):
        hosts.add(host_of(text))
    return hosts - {""}


def _unescaped(text: str) -> str:
    if "\\u00" in text:
        for written, sign in _ESCAPED.items():
            text = text.replace(written, sign).replace(written.upper().replace("\\U", "\\u"), sign)
    return text
