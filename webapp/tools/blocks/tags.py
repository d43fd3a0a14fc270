"""The HTML tags of a block's own HTML: reading and changing one attribute of one tag, and nothing around it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .spelling import quoted

_VALUE = r"""(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+)"""
_TAG = rf"""(?P<attributes>(?:\s+[^\s"'<>/=]+(?:\s*=\s*{_VALUE})?)*)(?P<end>\s*/?>)"""
_ANY = "[A-Za-z][A-Za-z0-9-]*"


def _first(html: str, name: str) -> re.Match[str] | None:
    return re.search(f"<(?:{name}){_TAG}", html)


def _attribute(name: str) -> re.Pattern[str]:
    return re.compile(rf"\s+{re.escape(name)}(?:\s*=\s*(?P<value>{_VALUE}))?(?=\s|$)", re.IGNORECASE)


def has_tag(html: str, name: str = _ANY) -> bool:
    """Tell whether there is such a tag."""
    return _first(html, name) is not None


def value_of(html: str, attribute: str, name: str = _ANY) -> str:
    """Return the value of an attribute of the first tag of a name, as it is spelled; empty where it has none."""
    tag = _first(html, name)
    found = _attribute(attribute).search(tag["attributes"]) if tag else None
    value = found["value"] if found and found["value"] else ""
    return value[1:-1] if value[:1] in ('"', "'") else value


def with_value(html: str, attribute: str, value: str | None, name: str = _ANY) -> str:
    """Return the HTML with an attribute of the first tag of a name set, or, for None, without it.

    Args:
        value: already as HTML spells it.
    """
    tag = _first(html, name)
    if tag is None:
        return html
    pattern, attributes = _attribute(attribute), tag["attributes"]
    told = "" if value is None else f' {attribute}="{value}"'
    if pattern.search(attributes):
        attributes = pattern.sub(lambda match: told, attributes, count=1)
    else:
        attributes += told
    return html[: tag.start("attributes")] + attributes + html[tag.end("attributes") :]


def classes_of(html: str, name: str = _ANY) -> list[str]:
    """Return the classes of the first tag of a name."""
    return value_of(html, "class", name).split()


def with_classes(html: str, gone: Sequence[str], new: Sequence[str], name: str = _ANY) -> str:
    """Return the HTML with other classes on the first tag of a name.

    Args:
        gone: classes to take away.
        new: classes to add, where they are not there.
    """
    before = classes_of(html, name)
    kept = [one for one in before if one not in gone or one in new]
    after = [*kept, *(one for one in new if one not in kept)]
    if after == before:
        return html
    return with_value(html, "class", quoted(" ".join(after)) if after else None, name)


def with_style(html: str, style: str, value: str, name: str = _ANY) -> str:
    """Return the HTML with one property of the first tag's style set."""
    others = [one for one in value_of(html, "style", name).split(";") if one.strip()]
    others = [one for one in others if one.partition(":")[0].strip() != style]
    return with_value(html, "style", ";".join([f"{style}:{quoted(value)}", *others]), name)


def renamed(html: str, old: str, new: str) -> str:
    """Return the HTML with its first and last tag of a name under another name."""
    html = re.sub(rf"<{old}(?=[\s/>])", f"<{new}", html, count=1)
    start, _, end = html.rpartition(f"</{old}>")
    return f"{start}</{new}>{end}" if start else html
