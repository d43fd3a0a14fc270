"""Terms as a call chooses them, by id or by name, made into ids; and ids made into names. It only reads.

A name means the term that is called exactly so, whatever its case. Nothing is guessed: a name that no term has, or
that several have, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from webapp.errors import Refusal
from webapp.tools.spoken import plain
from webapp.tools.standing_in import stands_in
from webapp.wordpress.client import PER_PAGE, WordPress

_DIGITS = re.compile(r"[0-9]{1,18}")
# WordPress keeps these signs as entities, so a search for them finds nothing.
_ESCAPED = re.compile(r"[&<>\"']")
_FIELDS = "id,name,parent"


def term_ids(site: WordPress, rest: str, wanted: Sequence[int | str]) -> list[int]:
    """Return the ids of the terms that a call chooses, each once, in the order of the call.

    Args:
        rest: the REST path of the taxonomy's terms, such as "wp/v2/tags".
        wanted: ids and names. What stands in for a term of an earlier step passes through.

    Raises:
        Refusal: `respira_not_found`, naming those that are not there; `respira_invalid_arguments`, a name that
            several terms have, with their ids and parents.
    """
    typed = [_typed(one) for one in wanted]
    named = {
        name: terms_called(site, rest, name) for name in dict.fromkeys(one for one in typed if isinstance(one, str))
    }
    # Digits are a name only where a term is called so.
    chosen = [
        int(one) if isinstance(one, str) and not named[one] and _DIGITS.fullmatch(one) else one for one in typed
    ]
    known = names_of(site, rest, [one for one in chosen if isinstance(one, int)])
    missing = [one for one in chosen if not (named[one] if isinstance(one, str) else stands_in(one) or one in known)]
    if missing:
        raise _not_there(rest, missing)
    return list(dict.fromkeys(_only(site, rest, one, named[one]) if isinstance(one, str) else one for one in chosen))


def names_of(site: WordPress, rest: str, ids: Iterable[int]) -> dict[int, str]:
    """Return the names of terms as they were typed, by id; without those that the site does not have.

    Args:
        rest: the REST path of the taxonomy's terms.
    """
    asked = [one for one in dict.fromkeys(ids) if one > 0 and not stands_in(one)]
    names: dict[int, str] = {}
    for start in range(0, len(asked), PER_PAGE):
        part = asked[start : start + PER_PAGE]
        names |= {term["id"]: plain(term.get("name")) for term in _terms(site, rest, include=part)}
    return names


def terms_called(site: WordPress, rest: str, name: str) -> list[dict[str, Any]]:
    """Return the id, name and parent of the terms of exactly this name, whatever its case.

    Args:
        rest: the REST path of the taxonomy's terms.
    """
    longest = max(_ESCAPED.split(name), key=lambda piece: len(piece.strip())).strip()
    found = _terms(site, rest, search=longest or None) if name else []
    return [term for term in found if plain(term.get("name")).strip().casefold() == name.strip().casefold()]


def _typed(one: int | str) -> int | str:
    if isinstance(one, str):
        text = one.strip()
        return int(text) if _DIGITS.fullmatch(text) and stands_in(int(text)) else text
    return one


def _terms(site: WordPress, rest: str, **query: Any) -> list[dict[str, Any]]:
    return site.get_all(rest, **query, orderby="id", _fields=_FIELDS)


def _only(site: WordPress, rest: str, name: str, found: list[dict[str, Any]]) -> int:
    if len(found) == 1:
        return int(found[0]["id"])
    parents = names_of(site, rest, [term.get("parent", 0) for term in found])
    which = ", ".join(_placed(term, parents) for term in found)
    words = f"Several {_plural(rest)} are called {name}: {which}."
    raise Refusal("respira_invalid_arguments", words, hint="Send the id of the one that is meant.")


def _placed(term: dict[str, Any], parents: dict[int, str]) -> str:
    parent = term.get("parent", 0)
    return f"{term['id']} (below {parents.get(parent, parent)})" if parent else f"{term['id']} (at the top)"


def _not_there(rest: str, missing: Sequence[int | str]) -> Refusal:
    which = ", ".join(str(one) for one in missing)
    words = f"The site does not have these {_plural(rest)}: {which}."
    return Refusal("respira_not_found", words, hint="Use list_terms to see those there are, or create_term first.")


def _plural(rest: str) -> str:
    base = rest.rsplit("/", 1)[-1]
    return base if base in ("categories", "tags") else f"terms of {base}"
