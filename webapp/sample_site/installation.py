"""The installed site itself: its store, its address, its clock and what has been registered on it.

Every noun is handed one of these. It serves nothing and checks nobody's rights.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from . import times
from .fields import Field
from .kinds import KINDS
from .store import Item, Store

# How the address of what visitors can not see begins.
_BY_NUMBER = {"pages": "page_id", "posts": "p", "recipes": "post_type=recipe&p"}


@dataclass(frozen=True)
class MetaKey:
    """A meta key registered for REST: its value's type, what it is when unset, and who may write it."""

    type: str = "string"
    default: object = ""
    writable: bool = True


@dataclass
class Installation:
    """One installed WordPress: `url` has no last slash and may be set once the port is known."""

    store: Store
    url: str
    plain_permalinks: bool = False
    meta_keys: dict[str, MetaKey] = field(default_factory=lambda: {"footnotes": MetaKey()})
    locations: dict[str, str] = field(default_factory=lambda: {"primary": "Primary menu", "footer": "Footer menu"})
    templates: tuple[str, ...] = ("wide.php",)
    # The settings that its plugins add.
    added_settings: dict[str, Field] = field(default_factory=dict)
    # The languages of a site in several, the first of them what an item has that was given none; empty for one.
    languages: tuple[str, ...] = ()

    @property
    def rest_root(self) -> str:
        """The address of the REST root, with whatever its paths are appended to."""
        return f"{self.url}/index.php?rest_route=/" if self.plain_permalinks else f"{self.url}/wp-json/"

    def rest(self, path: str) -> str:
        """Return the full address of a REST path such as `wp/v2/pages/42`, with or without a query."""
        if self.plain_permalinks:
            path = path.replace("?", "&", 1)
        return self.rest_root + path

    def now(self) -> tuple[str, str]:
        """Return (site time, UTC) of the present moment."""
        gmt = times.now_gmt()
        return self.local(gmt), gmt

    def local(self, gmt: str) -> str:
        """Return a UTC date in site time."""
        return times.local(gmt, times.zone(self.store.option("timezone") or ""))

    def both(self, text: str, *, is_gmt: bool = False) -> tuple[str, str]:
        """Return (site time, UTC) of a date a client sent."""
        return times.both(text, times.zone(self.store.option("timezone") or ""), is_gmt=is_gmt)

    def find_post(self, id: int) -> tuple[str, Item] | None:
        """Return (kind, item) of the page or post with this id, whatever its status."""
        for kind in KINDS:
            item = self.store.find(kind, id)
            if item is not None:
                return kind, item
        return None

    def permalink(self, kind: str, item: Item) -> str:
        """Return the public address of a page or post; what visitors cannot see gets its plain one."""
        if kind == "pages" and self.is_front_page(item):
            return f"{self.url}/"
        if self.plain_permalinks or item["status"] in ("draft", "pending", "auto-draft", "future", "trash"):
            return f"{self.url}/?{_BY_NUMBER[kind]}={item['id']}"
        return f"{self.url}{self.folder(kind, item)}{item['slug']}/"

    def folder(self, kind: str, item: Item) -> str:
        """Return the path before an item's own slug: its parents' slugs, or a post's date."""
        language = self.language_of(item)
        before = f"/{language}" if language and language != self.languages[0] else ""
        if kind == "posts":
            return f"{before}/{item['date'][:10].replace('-', '/')}/"
        if kind == "recipes":
            return f"{before}/recipe/"
        slugs: list[str] = []
        parent = self.store.find("pages", item["parent"])
        while parent is not None and len(slugs) < 20:
            slugs.insert(0, parent["slug"])
            parent = self.store.find("pages", parent["parent"])
        return before + "".join(f"/{slug}" for slug in slugs) + "/"

    def language_of(self, item: Item) -> str:
        """Return an item's language; empty on a site in one."""
        return item.get("lang") or self.languages[0] if self.languages else ""

    def is_front_page(self, item: Item) -> bool:
        """Say whether a page is the one visitors get at the site's address."""
        option = self.store.option
        return bool(option("show_on_front") == "page" and option("page_on_front") == item["id"])

    def user_named(self, login: str) -> Item | None:
        """Return the user with this login name (in any case) or e-mail address."""
        wanted = login.lower()
        for user in self.store.list("users"):
            if wanted in (user["username"].lower(), user["email"].lower()):
                return user
        return None
