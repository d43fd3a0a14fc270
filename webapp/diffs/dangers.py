"""What a text would do to those who open the page, and not only tell them: code, other sites, being hidden.

Each search takes time in proportion to the text, whatever stands in it. A text is never judged safe here: it is only
told what one of two texts brings in that the other does not hold. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from webapp.diffs.addresses import acts, host_of
from webapp.diffs.leads import Value, hosts_in, spellings, values_of

# Elements that run something, show another site, or send away what a visitor types.
_ACTING = re.compile(
    r"<(?:(?P<script>script)|iframe|frame|frameset|object|embed|applet|portal|form|base|meta|link)\b[^<>]{0,2000}",
    re.IGNORECASE,
)
_EVENT = re.compile(r"""[\s"'/]on[a-z]{3,30}\s*=[^<>]{0,200}""", re.IGNORECASE)
_SENDS = re.compile(r"""\bformaction\s*=[^<>]{0,200}""", re.IGNORECASE)
# What stands in these is only read.
_READ = ("alt", "title", "label", "caption", "placeholder", "name", "description")
_HIDING = "noindex"


def brings_code(before: str, after: str) -> bool:
    """Tell whether the later text holds code, frames, forms or acting links that the earlier one does not."""
    return bool(_code_in(after) - _code_in(before))


def new_hosts(before: Iterable[Value], after: Iterable[Value], own: str) -> set[str]:
    """Return the hosts that links, pictures and the like of the later texts lead to and those of the earlier do not.

    Args:
        own: the site's own address, whose host is no new one.
    """
    return hosts_in(after) - hosts_in(before) - {host_of(own)}


def hides(before: str, after: str) -> bool:
    """Tell whether the later text asks search engines to stay away more often than the earlier one."""
    return after.lower().count(_HIDING) > before.lower().count(_HIDING)


def _code_in(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for spelling in spellings(text):
        # The same code in two spellings of one text is there once.
        found |= _code_as_spelt(spelling)
    return found


def _code_as_spelt(text: str) -> Counter[str]:
    # What acts stands in a tag, or behind the sign that sets a value.
    if not any(sign in text for sign in "<=:"):
        return Counter()
    found = Counter(_whole(text))
    if "<" in text:
        found.update(match[0].strip() for match in _EVENT.finditer(text))
        found.update(match[0] for match in _SENDS.finditer(text))
    found.update(value.text for value in _values(text) if acts(value.text))
    return found


def _values(text: str) -> Iterable[Value]:
    """Yield the values in a text that may be opened, and the text itself, which may be nothing but an address."""
    yield Value("", text)
    yield from (value for value in values_of(text) if not value.name.endswith(_READ))


def _whole(text: str) -> list[str]:
    """Return the acting elements of a text: scripts with what they run, of others the tag."""
    found, at, lower, unended = [], 0, text.lower(), False
    while (match := _ACTING.search(text, at)) is not None:
        ended = -1 if match["script"] is None or unended else lower.find("</script", match.end())
        unended = unended or (match["script"] is not None and ended < 0)
        at = match.end() if ended < 0 else ended
        found.append(text[match.start() : at])
    return found
