"""The whole state of a site, as another client reads it, and what is different afterwards.

It knows nothing of Sayso: plain HTTP with the application password, every item in the shape for editing.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import httpx

Answer = dict[str, Any]
# Every site of a test is reached on loopback by plain HTTP, so reading all the world's certificates is spared.
_NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class Reader:
    """Another client of the site, which knows nothing of Sayso: plain HTTP with the application password."""

    def __init__(self, rest: str, client: httpx.Client) -> None:
        self._rest, self._client = rest, client
        self._kinds: dict[str, list[str]] = {}

    def get(self, path: str, **params: Any) -> Any:
        """Return what the REST interface answers at a path below wp/v2, in the shape for editing."""
        join = "&" if "?" in self._rest else "?"
        query = urlencode({"context": "edit", **params})
        return self._client.get(f"{self._rest}wp/v2/{path}{join}{query}").raise_for_status().json()

    def find(self, path: str, **params: Any) -> Any:
        """Return what `get` does, or None where the site has no such path."""
        try:
            return self.get(path, **params)
        except httpx.HTTPStatusError as refused:
            if refused.response.status_code != 404:
                raise
            return None

    def post(self, path: str, **fields: Any) -> Any:
        """Change or make something by hand, at a path below wp/v2."""
        return self._client.post(f"{self._rest}wp/v2/{path}", json=fields).raise_for_status().json()

    def upload(self, name: str, content: bytes, type: str) -> Any:
        """Put a file into the media library by hand; `type` is its MIME type."""
        headers = {"Content-Type": type, "Content-Disposition": f'attachment; filename="{name}"'}
        return (
            self._client.post(f"{self._rest}wp/v2/media", content=content, headers=headers).raise_for_status().json()
        )

    def delete(self, path: str, **params: Any) -> Any:
        """Delete something by hand, at a path below wp/v2."""
        join = "&" if "?" in self._rest else "?"
        query = f"{join}{urlencode(params)}" if params else ""
        return self._client.delete(f"{self._rest}wp/v2/{path}{query}").raise_for_status().json()

    def kinds(self, of: str) -> list[str]:
        """Return the paths of the site's `types` or `taxonomies`; they are asked for once."""
        if of not in self._kinds:
            self._kinds[of] = [kind["rest_base"] for kind in (self.find(of) or {}).values()]
        return self._kinds[of]

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
    login = username, app_password
    with httpx.Client(auth=login, timeout=30, trust_env=False, verify=_NO_CERTIFICATES) as client:
        yield Reader(rest, client)


_EVERY_STATUS = "publish,future,draft,pending,private,trash"
_PAGED = {"per_page": 100}
_LISTS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "pages": ("id", {"status": _EVERY_STATUS, **_PAGED}),
    "posts": ("id", {"status": _EVERY_STATUS, **_PAGED}),
    "menus": ("id", _PAGED),
    "menu-items": ("id", _PAGED),
    "comments": ("id", {"status": "any", **_PAGED}),
    "categories": ("id", _PAGED),
    "tags": ("id", _PAGED),
    "plugins": ("plugin", {}),
    "media": ("id", {"status": "inherit,private,trash", **_PAGED}),
    "users": ("id", _PAGED),
    "navigation": ("id", {"status": _EVERY_STATUS, **_PAGED}),
    "templates": ("id", {}),
    "template-parts": ("id", {}),
}
# Kinds of items that no tool touches, and that have no list of their own.
_UNLISTED = ("global-styles", "font-families", "font-families/(?P<font_family_id>[\\d]+)/font-faces")
# Whatever a save does, even one that changes nothing and one that puts everything back.
MOVED_BY_EVERY_SAVE = {
    "modified": "WordPress stamps every save with the time, and takes no other",
    "modified_gmt": "the same, in UTC",
}
LINKS_MOVED_BY_EVERY_SAVE = {
    "version-history": "it counts the revisions, which can not be deleted over REST",
    "predecessor-version": "it names the newest revision, and every change makes one",
}
# A draft that was never given a date shows the one of its last save (then date and modified are the same).
_FLOATING = ("date", "date_gmt")

State = dict[str, dict[str, Any]]


def first_state(reader: Reader) -> State:
    """Read the whole site: every item by kind and id. A kind that the site does not have is left out."""
    lists = {**_LISTS, **_of_further_kinds(reader)}
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda kind: reader.find(kind, **lists[kind][1]), lists)
        state: State = {
            kind: {str(item[lists[kind][0]]): item for item in items}
            for kind, items in zip(lists, answers, strict=True)
            if items is not None
        }
    state["menu-locations"] = dict(reader.get("menu-locations"))
    state["settings"] = dict(reader.get("settings"))
    return state


def _of_further_kinds(reader: Reader) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
    """Tell the lists of the site's own types and taxonomies."""
    known = (*_LISTS, *_UNLISTED)
    return {
        **{base: ("id", {"status": _EVERY_STATUS, **_PAGED}) for base in reader.kinds("types") if base not in known},
        **{base: ("id", _PAGED) for base in reader.kinds("taxonomies") if base not in known},
    }


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
    leave = set(MOVED_BY_EVERY_SAVE)
    if item.get("status") in ("draft", "pending") and item.get("date") == item.get("modified"):
        leave |= set(_FLOATING)
    kept = {name: value for name, value in item.items() if name not in leave}
    if isinstance(kept.get("_links"), dict):
        kept["_links"] = {
            name: value for name, value in kept["_links"].items() if name not in LINKS_MOVED_BY_EVERY_SAVE
        }
    return kept
