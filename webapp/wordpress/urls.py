"""Every URL of a site is built here, for both forms of REST root.

    https://example.org/blog/wp-json/              pretty permalinks
    https://example.org/?rest_route=/              plain permalinks: the query goes on with &

It sends nothing and checks no address.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from webapp.errors import Refusal


def url_of(rest_root: str, path: str, query: dict[str, Any] | None = None) -> str:
    """Return the URL of a REST path.

    Args:
        rest_root: the site's REST root, in either form.
        path: below the root, unencoded, such as "wp/v2/pages/42"; "" is the index.
        query: names and values; None is left out, a list is sent as name[], a truth as true or false.

    Raises:
        Refusal: respira_invalid_arguments, when the path would climb out of the root.
    """
    steps = path.lstrip("/").split("/")
    if any(step in (".", "..") for step in steps) or "\\" in path:
        raise Refusal("respira_invalid_arguments", "An id or name must not hold '..' or a backslash.")
    root = urlsplit(rest_root)
    asked = parse_qsl(root.query, keep_blank_values=True)
    route = quote(path.lstrip("/"), safe="/")
    if not is_plain(rest_root):
        whole = root.path.rstrip("/") + "/" + route
        return urlunsplit((root.scheme, root.netloc, whole, urlencode(asked + _pairs(query or {})), ""))
    others = urlencode([pair for pair in asked if pair[0] != "rest_route"])
    parts = [others, f"rest_route=/{route}", urlencode(_pairs(query or {}))]
    return urlunsplit((root.scheme, root.netloc, root.path or "/", "&".join(filter(None, parts)), ""))


def is_plain(rest_root: str) -> bool:
    """Return whether the root is one of plain permalinks, with the path in the query."""
    return any(name == "rest_route" for name, _ in parse_qsl(urlsplit(rest_root).query, keep_blank_values=True))


def _pairs(query: dict[str, Any]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if value is None:
            continue
        if isinstance(value, list | tuple | set | frozenset):
            pairs += [(f"{name}[]", _text(one)) for one in value]
        else:
            pairs.append((name, _text(value)))
    return pairs


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
