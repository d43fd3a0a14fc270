"""Which of what a snapshot kept are fields of its target, and so may be told to agents.

A positive list, by kind of target. What else a state holds says how a restore is done (bytes of a file, the addresses
that a comment came from, where a thing hangs) and is nobody's to read. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from webapp.tools import undo_keys
from webapp.tools.answers import State
from webapp.tools.nouns import NO_POSTS, PAGE, POST
from webapp.tools.values import META, under

_OF_ITEMS = frozenset((*PAGE.fields, *POST.fields))
# Kinds of targets that are no items. A comment's author is told by name only.
_OF_KIND: Mapping[str, frozenset[str]] = {
    "comment": frozenset(("post", "parent", "author", "author_name", "date", "content", "status")),
    "term": frozenset(("name", "slug", "description", "parent")),
    "user": frozenset(
        (
            "username",
            "email",
            "name",
            "first_name",
            "last_name",
            "nickname",
            "url",
            "description",
            "locale",
            "slug",
            "roles",
        )
    ),
    "media": frozenset(("title", "alt_text", "caption", "description")),
    "menu": frozenset(("name", "description", "slug", "auto_add", "locations")),
    "menu_location": frozenset(("menu",)),
    "navigation": frozenset(("title", "content", "status")),
    "plugin": frozenset(("status", "version")),
    "template": frozenset(("title", "description", "content", "source")),
    "template_part": frozenset(("title", "description", "content", "source")),
}
_OF_MENU_ITEMS = frozenset(
    (
        "title",
        "url",
        "type",
        "object",
        "object_id",
        "parent",
        "menu_order",
        "target",
        "attr_title",
        "description",
        "classes",
        "xfn",
    )
)
# Custom fields are told of what can have some.
_WITHOUT_META = frozenset(_OF_KIND) - {"term"}
_OPTION = "option"
# Where a state holds the target as it stood before a write, the surest first; and where it holds it as a whole.
_BEFORE = ("live", "original", "menu", "place", "nav", "plugin", "saved")
_WHOLE = ("saved.fields", "saved.menu")
# Where the state before a write on a draft copy holds the copy; `live` alone is then the target.
_OF_COPY = ("copy", "original", "saved")
# Which item a state was read of: the one that a restore changes, or the one that a write changes.
_READ_OF = (undo_keys.UNDONE_ID, "original.id", "saved.id")
# What only the state before a restore, and before the undoing of one, holds.
_RESTORES = ("restoring.uuid", "restored.uuid")
_AT_LAST = ("again", "now")


def told(kind: str, target_id: str, state: State) -> dict[str, Any]:
    """Return what a snapshot's state holds of its target, by the names of fields.

    Args:
        kind: of the target.
        target_id: of the target; the name of an option.
        state: what was kept before the write. Before a restore, what stood there right then is told, and not what had
            been kept earlier. Of the draft copy that a write changed, fields are called `copy.NAME`.
    """
    if any(key in state for key in _RESTORES):
        return _at_last(kind, target_id, state)
    if kind == _OPTION:
        key = f"{_OPTION}.{target_id}"
        return {target_id: state[key]} if key in state else {}
    if _is_of_copy(kind, target_id, state):
        copy = _fields(kind, [_under(start, state) for start in _OF_COPY])
        return {**_fields(kind, [_under("live", state)]), **under("copy", copy)}
    found = _fields(kind, [*(_under(start, state) for start in _BEFORE), *_wholes(state)])
    items = dict(_menu_items(state)) if kind == "menu" else {}
    return {**found, **under("copy", _fields(kind, [_under("copy", state)])), **items}


def _is_of_copy(kind: str, target_id: str, state: State) -> bool:
    """Tell whether what was read is a draft copy of the target. What was only to be made has no number yet."""
    if kind in NO_POSTS or not target_id.isdecimal():
        return False
    read_of = next((state[key] for key in _READ_OF if state.get(key) is not None), target_id)
    return str(read_of) != target_id


def _at_last(kind: str, target_id: str, state: State) -> dict[str, Any]:
    start = next((one for one in _AT_LAST if any(key.startswith(f"{one}.") for key in state)), _AT_LAST[-1])
    last = _under(start, state)
    whole: Mapping[str, Any] = last["fields"] if isinstance(last.get("fields"), Mapping) else {}
    if kind == _OPTION:
        held = [last[name] for name in (target_id, "value") if name in last]
        return {target_id: held[0]} if held else {}
    items = dict(_named_items(whole)) if kind == "menu" else {}
    fields = _fields(kind, [last, whole])
    return {**(under("copy", fields) if _is_of_copy(kind, target_id, state) else fields), **items}


def _under(start: str, state: State) -> State:
    return {key.removeprefix(f"{start}."): value for key, value in state.items() if key.startswith(f"{start}.")}


def _wholes(state: State) -> list[Mapping[str, Any]]:
    """Return what was saved of a target as a whole. Of one that is only to be made nothing was there."""
    if state.get("saved.id") is None:
        return []
    return [state[key] for key in _WHOLE if isinstance(state.get(key), Mapping)]


def _fields(kind: str, sources: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    names, meta = _OF_KIND.get(kind, _OF_ITEMS), kind not in _WITHOUT_META
    found: dict[str, Any] = {}
    for source in sources:
        for name, value in source.items():
            if name in names or (meta and name.startswith(META)):
                found.setdefault(name, value)
    return found


def _menu_items(state: State) -> Iterator[tuple[str, Any]]:
    """Give the fields of a menu's items that a write changes or takes away, as `item.NUMBER.NAME`."""
    if isinstance(state.get("saved.item"), Mapping):
        yield from _named_items({str(state["saved.item_id"]): state["saved.item"]})
    if isinstance(state.get("saved.before"), Mapping):
        yield from _named_items(state["saved.before"])
    if "saved.menu" in state:
        yield from _named_items({str(item["id"]): item for item in state.get("saved.items", [])})


def _named_items(items: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for number, fields in items.items():
        if isinstance(fields, Mapping):
            yield from ((f"item.{number}.{name}", fields[name]) for name in fields if name in _OF_MENU_ITEMS)
