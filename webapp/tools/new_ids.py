"""New ids: what was deleted for good and made again has another id, and what was kept before is read with that one.

Ids are told apart by where WordPress keeps what has them, such as `wp/v2/menus`; it gives none twice. Only menus,
their items, terms, comments, users and media files are made again. A link in a menu tells of its term only the
taxonomy, so a term's new id is told by that too. Pages and posts hold ids of terms, media files and users. Which
snapshots know of new ids is told above.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from webapp.tools.answers import SavedSnapshot, State
from webapp.tools.nouns import NO_POSTS
from webapp.tools.values import META

# In the state that a restore left: what it made again, as a list of [where, the former id, the new one].
MADE_AGAIN = "made_again.ids"
# By where: each former id with the one that counts now.
NewIds = Mapping[str, Mapping[int, int]]
_MENUS, _ITEMS, _MEDIA, _USERS = "wp/v2/menus", "wp/v2/menu-items", "wp/v2/media", "wp/v2/users"
# What the `id` at the top of their states is of.
_OWN = {
    "create_menu": _MENUS,
    "update_menu": _MENUS,
    "delete_menu": _MENUS,
    "assign_menu_location": _MENUS,
    "create_menu_item": _ITEMS,
    "update_menu_item": _ITEMS,
    "delete_menu_item": _ITEMS,
    "upload_media": _MEDIA,
    "update_media": _MEDIA,
    "delete_media": _MEDIA,
}
# In which names ids of something else stand, and what those are of.
_IN_MENUS = {
    **dict.fromkeys(("menu_id", "menus", "menu", "wanted"), _MENUS),
    **dict.fromkeys(("item_id", "id", "parent", "below"), _ITEMS),
}
_ONE_IN_POSTS = {"featured_media": _MEDIA, "author": _USERS}
_RESTORED = ("restored.before", "restored.after", "restored.undo")


def of_record(rest: str, former: int, made: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    """Return the new ids to tell of a record that was made again.

    Args:
        rest: where WordPress keeps such records.
        former: the id that it had.
        made: what the site answered of it.
    """
    named = [_of_links_to(made["taxonomy"])] if made.get("taxonomy") else []
    return [(where, former, made["id"]) for where in (rest, *named)]


def _of_links_to(taxonomy: str) -> str:
    return f"object/{taxonomy}"


def known(states: Iterable[State]) -> NewIds:
    """Return which ids count now, as the states that restores left tell it.

    Args:
        states: the oldest first; what was made again may have been deleted and made again once more.
    """
    found: dict[str, dict[int, int]] = {}
    for state in states:
        for where, former, new in state.get(MADE_AGAIN, []):
            of_it = found.setdefault(where, {})
            of_it |= {first: new for first, last in of_it.items() if last == former} | {former: new}
    return found


def read_with(snapshot: SavedSnapshot, ids: NewIds) -> SavedSnapshot:
    """Return a snapshot with the ids that count now in the places of the former ones."""
    tool = snapshot.before.get("restored.tool", snapshot.tool)
    kept = {**snapshot.before.get(_RESTORED[0], {}), **snapshot.before}
    own = _OWN.get(tool, kept.get("saved.rest"))
    read: _InPosts | _InRecords
    if not ids or (own is None and snapshot.target.kind in NO_POSTS):
        return snapshot
    if own is None:
        read = _InPosts(ids)
    else:
        read = _InMenus(ids, own, _IN_MENUS) if own in (_MENUS, _ITEMS) else _InRecords(ids, own, _names_of(own))
    before, after, undo = map(read.state, (snapshot.before, snapshot.after, snapshot.undo))
    return replace(snapshot, before=before, after=after, undo=undo)


def _names_of(own: str) -> dict[str, str]:
    return {"heir": _USERS, **dict.fromkeys(("parent", "below"), own)}


@dataclass(frozen=True)
class _InPosts:
    """States of pages and posts, which hold the ids of their terms, picture and author each in a field of its own."""

    ids: NewIds

    def state(self, state: State) -> State:
        """Return a state with new ids."""
        return {key: self._field(key, value) for key, value in state.items()}

    def _field(self, key: str, value: Any) -> Any:
        name = key.rpartition(".")[2]
        if key.startswith(META) or f".{META}" in key:
            return value
        if isinstance(value, dict):
            return self.state(value)
        if name in _ONE_IN_POSTS:
            return self.ids.get(_ONE_IN_POSTS[name], {}).get(value, value)
        if not isinstance(value, list):
            return value
        # A field of terms is called as WordPress calls the place of their taxonomy.
        of_it = next((new for where, new in self.ids.items() if where.rpartition("/")[2] == name), {})
        return [of_it.get(one, one) if isinstance(one, int) else one for one in value]


@dataclass(frozen=True)
class _InRecords:
    """States of terms, comments, users and media files, read with new ids.

    Attributes:
        own: what the `id` at the top is of.
        names: in which names other ids stand.
    """

    ids: NewIds
    own: str
    names: Mapping[str, str]

    def state(self, state: State) -> State:
        """Return a state with new ids."""
        return {self._key(key): self._kept(key, value) for key, value in state.items()}

    def _kept(self, key: str, value: Any) -> Any:
        name = key.rpartition(".")[2]
        if key in _RESTORED:
            return self.state(value)
        if key == MADE_AGAIN or (key.startswith("about.") and name != "titles"):
            return value
        if name == "id" and isinstance(value, int):
            return self._new(_MENUS if key == "menu.id" else self.own, value)
        return self._value(name, value)

    def _value(self, name: str, value: Any) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            return self._new(self.names.get(name, ""), value)
        if isinstance(value, Mapping):
            return value if name == "meta" else {self._key(key): self._value(key, one) for key, one in value.items()}
        if name == "links":
            inside = _InMenus(self.ids, _ITEMS, _IN_MENUS)
            return [inside._value("", one) for one in value]
        return [self._one(name, one) for one in value] if isinstance(value, list) else value

    def _one(self, name: str, value: Any) -> Any:
        """Return one of a list: an id, what hangs on a term as [path, field, ids], or anything else."""
        if name == "held":
            path, field, former = value
            return [path, field, [self._new(self.own, one) for one in former]]
        return value if isinstance(value, list) else self._value(name, value)

    def _key(self, key: str) -> str:
        return key

    def _new(self, where: str, number: int) -> int:
        return self.ids.get(where, {}).get(number, number)


@dataclass(frozen=True)
class _InMenus(_InRecords):
    """States of menus and of their items, which name items in keys too, and menus as rows of [id, parent, place]."""

    def _value(self, name: str, value: Any) -> Any:
        read = super()._value(name, value)
        if isinstance(value, Mapping) and value.get("type") == "custom" and "object_id" in value:
            # A plain link names itself there.
            return {**read, "object_id": self._new(_ITEMS, value["object_id"])}
        if isinstance(value, Mapping) and value.get("type") == "taxonomy" and "object_id" in value:
            return {**read, "object_id": self._new(_of_links_to(value.get("object", "")), value["object_id"])}
        return read

    def _one(self, name: str, value: Any) -> Any:
        if name == "items" and isinstance(value, list):
            return [*(self._new(_ITEMS, one) for one in value[:2]), *value[2:]]
        return self._value(name, value)

    def _key(self, key: str) -> str:
        first, dot, rest = key.partition(".")
        if first == "item" and rest.partition(".")[0].isdigit():
            number, dot, rest = rest.partition(".")
            return f"item.{self._new(_ITEMS, int(number))}{dot}{rest}"
        return str(self._new(_ITEMS, int(key))) if key.isdigit() else key
