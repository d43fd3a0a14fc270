"""The whole of a sample site as REST shows it for editing, and what is different afterwards, whatever ids are new."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from tests.site_state import State, differences
from webapp.sample_site import SampleSite
from webapp.sample_site.installation import Installation
from webapp.sample_site.store import Store

_KINDS = (
    *("pages", "posts", "recipes", "categories", "tags", "courses", "comments", "menus", "menu-items", "media"),
    *("users", "navigation"),
)
# Ids that nothing else on the site looks like, so that one of them can be told wherever it stands.
COUNTED_FROM = {"posts": 51_000, "terms": 71_000, "comments": 81_000, "users": 91_000}


class Shelf:
    """One sample site that is as it was filled, again and again; its ids are never given twice."""

    def __init__(self, site: SampleSite) -> None:
        self.site = site
        self._users = site.wp.store.list("users")
        self._last = dict(COUNTED_FROM)

    def clear(self) -> None:
        """Put the site back to how it was filled, but for the numbers that come next."""
        for counter in self._last:
            self._last[counter] = max(self._last[counter], self.site.wp.store.next_id(counter))
        self.site.wp.store.close()
        self.site.wp = Installation(Store(":memory:"), self.site.url)
        self.site.fill()
        for user in self._users:
            self.site.wp.store.put("users", user)
        for counter, last in self._last.items():
            self.site.wp.store.count_from(counter, last)
        self.site.requests.clear()


def whole(site: SampleSite) -> State:
    """Read everything that REST shows of a site."""
    store = site.wp.store
    state = {kind: {str(one["id"]): site.read(kind, one["id"]) for one in store.list(kind)} for kind in _KINDS}
    state["settings"] = site.read("settings")
    state["menu-locations"] = site.read("menu-locations")
    return state


def changed(
    before: State, after: State, *, new_ids: Mapping[int, int] | None = None, binned: Iterable[int] = ()
) -> list[str]:
    """Return what is different, each as `kind id field: was is now`.

    Args:
        new_ids: of what was made again, by the id that it had.
        binned: ids of drafts that may lie in the trash.
    """
    was = _with(before, new_ids) if new_ids else before
    return differences(_in_order(was), _in_order(after), left_in_trash=tuple(binned))


def _in_order(state: State) -> State:
    """Return a state with the terms of each item in one order: WordPress keeps them as a set, by their ids."""
    sets = ("categories", "tags", "courses", "class_list")
    return {
        kind: {
            name: {field: sorted(value) if field in sets else value for field, value in item.items()}
            if isinstance(item, dict)
            else item
            for name, item in items.items()
        }
        for kind, items in state.items()
    }


def _with(state: State, new_ids: Mapping[int, int]) -> State:
    """Return a state as it is with new ids in the places of former ones."""
    pattern = re.compile("|".join(rf"(?<!\d){former}(?!\d)" for former in new_ids))
    told = pattern.sub(lambda found: str(new_ids[int(found.group())]), json.dumps(state))
    read: dict[str, Any] = json.loads(told)
    return read
