"""Reading a description of a block: each part of it in the type that it has to have. Pure.

Every function raises `respira_invalid_arguments` where the description says something else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .spelling import inline, quoted, wrong

Described = Mapping[str, Any]
WIDTHS = ("wide", "full")
SIDES = ("left", "center", "right")


def words_in(described: Described, name: str) -> str:
    """Return one of the texts of a description, as it was sent; empty where there is none."""
    value = described.get(name, "")
    if isinstance(value, bool | list | Mapping):
        raise wrong(f"The {name} of a block must be text.")
    return "" if value is None else str(value)


def text_in(described: Described) -> str:
    """Return the text of a description as inline HTML."""
    return inline(words_in(described, "text"))


def texts_in(described: Described) -> Sequence[Described]:
    """Return the items of a list as descriptions: each may be sent as nothing but its text."""
    return [one if isinstance(one, Mapping) else {"text": one} for one in _listed(described, "items")]


def below(described: Described, name: str = "children") -> Sequence[Described]:
    """Return the descriptions of what is inside a block."""
    found = _listed(described, name)
    for one in found:
        if not isinstance(one, Mapping):
            raise wrong(f"Each of the {name} of a block must be an object.")
    return found


def _listed(described: Described, name: str) -> Sequence[Any]:
    value = described.get(name) or []
    if not isinstance(value, list | tuple):
        raise wrong(f"The {name} of a block must be a list.")
    return value


def align_in(described: Described, allowed: Sequence[str]) -> str:
    """Return the alignment that a description asks for; empty for none."""
    told = described.get("align") or ""
    if told and told not in allowed:
        raise wrong(f"The align of this block must be one of: {', '.join(allowed)}.")
    return str(told)


def classes_in(described: Described) -> list[str]:
    """Return the CSS classes that a description gives."""
    return words_in(described, "class").split()


def class_setting(described: Described) -> dict[str, Any]:
    """Return the same as a setting of the block."""
    own = " ".join(classes_in(described))
    return {"className": own} if own else {}


def classed(classes: Sequence[str]) -> str:
    """Return the attribute of a tag that holds these classes; nothing for none."""
    return f' class="{quoted(" ".join(classes))}"' if classes else ""
