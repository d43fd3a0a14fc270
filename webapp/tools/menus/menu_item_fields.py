"""Fields of menu items, read and sent as people set them: the label of an item that follows a title is empty.

Fields are kept as {"21": {"title": "About", "menu_order": 2}}, by the item's id as text.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from webapp.diffs.fields import label
from webapp.tools.answers import Change, SavedSnapshot, State
from webapp.tools.menus.menu_labels import own_label, rewritten, write_item
from webapp.tools.menus.menu_links import LABELS
from webapp.tools.menus.menu_order import ITEMS_LABEL, Entry, in_order, order_change, tree
from webapp.tools.menus.menus import entries_of, items_of
from webapp.tools.values import text_of
from webapp.wordpress.client import WordPress

Fields = Mapping[str, Mapping[str, Any]]
_STANDS = ("parent", "menu_order")
FIELD_LABELS = {"title": "Label", **LABELS, "parent": "Parent", "menu_order": "Place"}
# What makes an item what it is, besides where it stands.
SET = ("title", "url", "type", "object", "object_id", "target", "classes", "attr_title", "description", "xfn")


def field_of(site: WordPress, item: Mapping[str, Any], name: str, wanted: Any = None) -> Any:
    """Return a field of an item; the label as a person typed it, empty where the item follows what it stands for.

    Args:
        wanted: what it should be. WordPress lets an item that is given its page's own title follow that.
    """
    if name != "title":
        return item.get(name)
    shown = text_of(item.get("title"))
    return wanted if wanted and wanted in (shown, html.unescape(shown)) else own_label(site, item)


def fields_as(site: WordPress, items: Collection[Mapping[str, Any]], wanted: Fields) -> dict[str, dict[str, Any]]:
    """Return the present values of the same fields of the same items; without the items that are gone."""
    by_id = {str(item["id"]): item for item in items}
    return {
        item_id: {name: field_of(site, by_id[item_id], name, value) for name, value in fields.items()}
        for item_id, fields in wanted.items()
        if item_id in by_id
    }


def send_fields(site: WordPress, menu_id: int, wanted: Fields) -> None:
    """Send fields to items of a menu, but only those that hold something else now."""
    items = items_of(site, menu_id)
    now = fields_as(site, items, wanted)
    sending = {
        int(item_id): {name: value for name, value in fields.items() if now[item_id][name] != value}
        for item_id, fields in wanted.items()
        if item_id in now and now[item_id] != fields
    }
    following = rewritten(site, items, sending)
    for item_id, fields in sending.items():
        write_item(site, item_id, fields, following)


def fields_called(names: Iterable[str]) -> list[str]:
    """Return what people call fields of a menu item; where it stands they see in the order of the items."""
    labels = (ITEMS_LABEL if name in _STANDS else _called(name) for name in names)
    return list(dict.fromkeys(labels))


def fields_edited(left: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return what people call the fields of an item that are not as a write, or a restore, left them."""
    return fields_called(name for name, value in left.items() if now.get(name) != value)


def _called(name: str) -> str:
    return FIELD_LABELS.get(name) or label(name)


def shown_gone(now: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what a person is shown of fields that go together with an item."""
    names = [name for name in now if name not in _STANDS]
    return [Change(name, _called(name), now[name], None, "value").as_json() for name in names]


def still_left(before: Fields, left: Fields, now: Fields, main: str) -> dict[str, dict[str, Any]]:
    """Return what of `before` is to be sent: all of the item it is about, and of others what nobody moved since."""
    return {
        item_id: dict(fields)
        for item_id, fields in before.items()
        if item_id in now and (item_id == main or now[item_id] == left.get(item_id))
    }


def shown_changes(items: list[dict[str, Any]], main: str, now: Fields, later: Fields) -> list[dict[str, Any]]:
    """Return what a person is shown of sending fields to items: those of one item, and how the menu would read."""
    entries = entries_of(items)
    moved = [_moved(entry, later.get(str(entry[0]), {})) for entry in entries]
    names = [name for name in later.get(main, {}) if name not in _STANDS]
    changes = [
        Change(name, FIELD_LABELS.get(name, name), now[main][name], later[main][name], "value")
        for name in names
        if now[main][name] != later[main][name]
    ]
    if tree(entries) != tree(moved):
        changes.append(order_change(entries, moved, int(main)))
    return [change.as_json() for change in changes]


def _moved(entry: Entry, fields: Mapping[str, Any]) -> Entry:
    title = fields.get("title") or entry[1]
    return [entry[0], title, fields.get("parent", entry[2]), fields.get("menu_order", entry[3])]


def moves(before: Collection[Entry], later: Collection[Entry]) -> dict[str, dict[str, Any]]:
    """Return the fields that make one order of a menu another."""
    was = {entry[0]: entry for entry in before}
    found: dict[str, dict[str, Any]] = {}
    for entry in in_order(list(later)):
        former = was[entry[0]]
        names = {"parent": (former[2], entry[2]), "menu_order": (former[3], entry[3])}
        fields = {name: value for name, (old, value) in names.items() if old != value}
        if fields:
            found[str(entry[0])] = fields
    return found


def kept_of(site: WordPress, item: Mapping[str, Any]) -> State:
    """Return all that makes an item what it is, and where it stands."""
    return {name: field_of(site, item, name) for name in (*SET, "parent", "menu_order")}


def main_of(snapshot: SavedSnapshot) -> str:
    """Return the id, as text, of the item that a snapshot is about."""
    return str(snapshot.before["saved.item_id"])
