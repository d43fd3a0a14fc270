"""The whole state of a site, as another client reads it, and what is different afterwards.

It knows nothing of Sayso: plain HTTP with the application password, every item in the shape for editing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import httpx

Answer = dict[str, Any]


class Reader:
    """Another client of the site, which knows nothing of Sayso: plain HTTP with the application password."""

    def __init__(self, rest: str, client: httpx.Client) -> None:
        self._rest, self._client = rest, client

    def get(self, path: str, **params: Any) -> Any:
        """Return what the REST interface answers at a path below wp/v2, in the shape for editing."""
        join = "&" if "?" in self._rest else "?"
        query = urlencode({"context": "edit", **params})
        return self._client.get(f"{self._rest}wp/v2/{path}{join}{query}").raise_for_status().json()

    def post(self, path: str, **fields: Any) -> Any:
        """Change or make something by hand, at a path below wp/v2."""
        return self._client.post(f"{self._rest}wp/v2/{path}", json=fields).raise_for_status().json()

    def delete(self, path: str, **params: Any) -> Any:
        """Delete something by hand, at a path below wp/v2."""
        join = "&" if "?" in self._rest else "?"
        query = f"{join}{urlencode(params)}" if params else ""
        return self._client.delete(f"{self._rest}wp/v2/{path}{query}").raise_for_status().json()

    def page(self, page_id: int) -> Answer:
        """Return a page."""
        found: Answer = self.get(f"pages/{page_id}")
        return found

    def menu_titles(self, menu_id: int) -> list[str]:
        """Return the titles of a menu's items, in order."""
        items = self.get("menu-items", menus=menu_id, per_page=100)
        return [item["title"]["rendered"] for item in items]


@contextmanager
def reading(rest: str, username: str, app_password: str) -> Iterator[Reader]:
    """Open another client of a site."""
    with httpx.Client(auth=(username, app_password), timeout=30, trust_env=False) as client:
        yield Reader(rest, client)


_EVERY_STATUS = "publish,future,draft,pending,private,trash"
_LISTS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "pages": ("id", {"status": _EVERY_STATUS}),
    "posts": ("id", {"status": _EVERY_STATUS}),
    "menus": ("id", {}),
    "menu-items": ("id", {}),
    "comments": ("id", {"status": "any"}),
    "categories": ("id", {}),
    "tags": ("id", {}),
    "plugins": ("plugin", {}),
}
# Whatever a save does, even one that changes nothing and one that puts everything back.
_MOVED_BY_EVERY_SAVE = {
    "modified": "WordPress stamps every save with the time, and takes no other",
    "modified_gmt": "the same, in UTC",
}
_LINKS_MOVED_BY_EVERY_SAVE = {
    "version-history": "it counts the revisions, which can not be deleted over REST",
    "predecessor-version": "it names the newest revision, and every change makes one",
}
# A draft that was never given a date shows the one of its last save (then date and modified are the same).
_FLOATING = ("date", "date_gmt")

State = dict[str, dict[str, Any]]


def first_state(reader: Reader) -> State:
    """Read the whole site: every item by kind and id."""
    state: State = {}
    for kind, (key, wanted) in _LISTS.items():
        paging = {} if kind == "plugins" else {"per_page": 100}
        state[kind] = {str(item[key]): item for item in reader.get(kind, **wanted, **paging)}
    state["menu-locations"] = dict(reader.get("menu-locations"))
    state["settings"] = dict(reader.get("settings"))
    return state


def differences(before: State, after: State, *, left_in_trash: tuple[int, ...] = ()) -> list[str]:
    """Compare two states field by field, but for what no undo can put back.

    Args:
        left_in_trash: ids of draft copies that an undo binned. They are the only items that may be new, and only
            in the trash: Sayso never deletes a page for good, and emptying the trash is the owner's to do.
    """
    found = []
    for kind, former in before.items():
        for name in sorted({*former, *after[kind]}):
            was, now = former.get(name), after[kind].get(name)
            if was is None and now is not None and now.get("status") == "trash" and now["id"] in left_in_trash:
                continue
            if not isinstance(was, dict) or not isinstance(now, dict):
                found += [f"{kind} {name}: {was!r} is {now!r}"] if was != now else []
            else:
                found += [f"{kind} {name} {moved}" for moved in _moved(_comparable(was), _comparable(now))]
    return found


def _moved(was: Answer, now: Answer) -> list[str]:
    fields = sorted({*was, *now})
    return [f"{name}: {was.get(name)!r} is {now.get(name)!r}" for name in fields if was.get(name) != now.get(name)]


def _comparable(item: Answer) -> Answer:
    leave = set(_MOVED_BY_EVERY_SAVE)
    if item.get("status") in ("draft", "pending") and item.get("date") == item.get("modified"):
        leave |= set(_FLOATING)
    kept = {name: value for name, value in item.items() if name not in leave}
    if isinstance(kept.get("_links"), dict):
        kept["_links"] = {
            name: value for name, value in kept["_links"].items() if name not in _LINKS_MOVED_BY_EVERY_SAVE
        }
    return kept
