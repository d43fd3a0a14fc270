"""Steps of mixed kinds, each with words of its own, and how often the site shows what each of them wanted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from tests.pictures import in_base64, png
from webapp.sample_site import SampleSite

COPY, LIVE = {"edit_target": "duplicate"}, {"edit_target": "live"}


@dataclass(frozen=True)
class Wanted:
    """What one call asks for.

    Attributes:
        shown: for each step that the call becomes, how often the site shows what it wanted; None where a later step
            of the same plan has gone over it, so that nobody can tell.
    """

    tool: str
    arguments: dict[str, Any]
    shown: tuple[Callable[[SampleSite], int | None], ...]


def mixed(site: SampleSite, seed: int, steps: int) -> list[Wanted]:
    """Return calls that come to so many steps, as the seed has it; what they are about is put on the site first."""
    choose, words = random.Random(seed), _words(seed)
    calls: list[Wanted] = []
    options: list[str] = []
    while (left := steps - sum(len(one.shown) for one in calls)) > 0:
        kinds = (_link, _post, _term, _comment, _bin, _picture, _option(options), _live, _page)
        pairs = (_copy_twice, _batch) if left > 1 else ()
        calls += choose.choice([*kinds, *pairs])(site, words)
    return calls


def one_of_each(site: SampleSite, number: int) -> list[Wanted]:
    """Return calls that come to a step of each kind; the same ones whatever the number, in other words."""
    words = _words(number)
    kinds = (_copy_twice, _link, _option([]), _bin, _post, _term, _batch, _picture, _live)
    return [one for kind in kinds for one in kind(site, words)]


def _words(seed: int) -> Iterator[str]:
    return (f"Oak {seed}-{number}" for number in count(1))


def _counted(kind: str, field: str, words: str) -> Callable[[SampleSite], int]:
    """Count the items that say this, those in the trash excepted."""

    def shown(site: SampleSite) -> int:
        items = [item for item in site.wp.store.list(kind) if item.get("status") != "trash"]
        return sum(words == item[field] for item in items)

    return shown


def _link(_site: SampleSite, words: Iterator[str]) -> list[Wanted]:
    mine = next(words)
    asked = {"menu_id": 3, "title": mine, "url": "/somewhere/"}
    return [Wanted("create_menu_item", asked, (_counted("menu-items", "title", mine),))]


def _post(_site: SampleSite, words: Iterator[str]) -> list[Wanted]:
    mine = next(words)
    return [Wanted("create_post", {"title": mine, "content": "New."}, (_counted("posts", "title", mine),))]


def _page(_site: SampleSite, words: Iterator[str]) -> list[Wanted]:
    mine = next(words)
    return [Wanted("create_page", {"title": mine, "content": "New."}, (_counted("pages", "title", mine),))]


def _term(_site: SampleSite, words: Iterator[str]) -> list[Wanted]:
    mine = next(words)
    asked = {"taxonomy": "category", "name": mine}
    return [Wanted("create_term", asked, (_counted("categories", "name", mine),))]


def _comment(_site: SampleSite, words: Iterator[str]) -> list[Wanted]:
    mine = next(words)
    return [Wanted("create_comment", {"post_id": 101, "content": mine}, (_counted("comments", "content", mine),))]


def _picture(_site: SampleSite, words: Iterator[str]) -> list[Wanted]:
    mine = next(words)
    name = mine.replace(" ", "-").lower() + ".png"
    asked = {"file": in_base64(png()), "filename": name, "alt": "Oak", "title": mine}
    return [Wanted("upload_media", asked, (_counted("media", "title", mine),))]


def _new_page(site: SampleSite, words: Iterator[str]) -> int:
    number: int = site.add("pages", title=next(words), content="<p>Wood.</p>", status="publish")["id"]
    return number


def _bin(site: SampleSite, words: Iterator[str]) -> list[Wanted]:
    page = _new_page(site, words)
    return [Wanted("delete_page", {"id": page}, (lambda now: int(now.read("pages", page)["status"] == "trash"),))]


def _live(site: SampleSite, words: Iterator[str]) -> list[Wanted]:
    page, mine = _new_page(site, words), next(words)
    return [Wanted("update_page", {"id": page, "title": mine, **LIVE}, (_counted("pages", "title", mine),))]


def _copy_twice(site: SampleSite, words: Iterator[str]) -> list[Wanted]:
    page, name, about = _new_page(site, words), next(words), next(words)
    return [
        Wanted("update_page", {"id": page, "title": name, **COPY}, (_counted("pages", "title", name),)),
        Wanted("update_page", {"id": page, "excerpt": about, **COPY}, (_counted("pages", "excerpt", about),)),
    ]


def _batch(site: SampleSite, words: Iterator[str]) -> list[Wanted]:
    pages, mine = [_new_page(site, words) for _ in range(2)], [next(words), next(words)]
    pairs = zip(pages, mine, strict=True)
    items = [{"tool": "update_page", "arguments": {"id": page, "title": name, **COPY}} for page, name in pairs]
    return [Wanted("batch_update", {"items": items}, tuple(_counted("pages", "title", name) for name in mine))]


def _option(before: list[str]) -> Callable[[SampleSite, Iterator[str]], list[Wanted]]:
    """Return a write to a setting; only the last of a plan can be told from the site."""

    def wanted(_site: SampleSite, words: Iterator[str]) -> list[Wanted]:
        mine = next(words)
        before.append(mine)

        def shown(site: SampleSite) -> int | None:
            return int(site.read("settings")["description"] == mine) if before[-1] == mine else None

        return [Wanted("update_option", {"option": "description", "value": mine}, (shown,))]

    return wanted
