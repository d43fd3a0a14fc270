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
_SCRIPT_ENDS = re.compile(r"(?ai:</script)(?![^ \t\n\r\f/>])")
_EVENT = re.compile(r"""[\s"'/]on[a-z]{3,30}\s*=[^<>]{0,200}""", re.IGNORECASE)
_SENDS = re.compile(r"""\bformaction\s*=[^<>]{0,200}""", re.IGNORECASE)
# What stands in these is only read.
_READ = ("alt", "title", "label", "caption", "placeholder", "name", "description", "content", "excerpt")
_HIDING = "noindex"


def brings_code(before: Iterable[Value], after: Iterable[Value]) -> bool:
    """Tell whether the later texts hold code, frames, forms or acting links that the earlier ones do not."""
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


def _code_in(values: Iterable[Value]) -> Counter[str]:
    found: Counter[str] = Counter()
    for value in values:
        if not value.name.endswith(_READ) and acts(value.text):
            found[value.text] += 1
        spelt: Counter[str] = Counter()
        for spelling in spellings(value.text):
            # The same code in two spellings of one text is there once.
            spelt |= _code_as_spelt(spelling)
        found.update(spelt)
    return found


def _code_as_spelt(text: str) -> Counter[str]:
    found = Counter(_whole(text))
    if "<" in text:
        found.update(match[0].strip() for match in _EVENT.finditer(text))
        found.update(match[0] for match in _SENDS.finditer(text))
    # What can be opened is named by a scheme, whose colon may be an entity.
    if ":" in text or "&" in text:
        found.update(value.text for value in values_of(text) if acts(value.text) and not value.name.endswith(_READ))
    return found


def _whole(text: str) -> list[str]:
    """Return the acting elements of a text: scripts with what they run, of others the tag."""
    found, at, unended = [], 0, False
    while (match := _ACTING.search(text, at)) is not None:
        runs = match["script"] is not None
        ended = _SCRIPT_ENDS.search(text, match.end()) if runs and not unended else None
        unended = unended or (runs and ended is None)
        at = match.end() if ended is None else ended.start()
        found.append(text[match.start() : at])
    return found
