"""What is on a site before an agent comes: generated pages, posts, terms, menus, comments, media and users.

A world is drawn first and then put onto the sample site by hand, so that an example can be read and made smaller.
What a call names stands in it as a `Ref`: a kind, and which of that kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.pictures import png
from tests.site_state import Reader
from webapp.sample_site import SampleSite

World = dict[str, list[dict[str, Any]]]
# By kind, as REST calls it: the ids of what was put there.
Ids = dict[str, list[int]]


@dataclass(frozen=True)
class Ref:
    """Stands for the id of one of the things that a world has; as text where an argument is one."""

    kind: str
    which: int = 0
    text: bool = False

    def of(self, ids: Ids) -> int | str:
        """Return the id."""
        found = ids[self.kind][self.which % len(ids[self.kind])]
        return str(found) if self.text else found


def resolved(value: Any, ids: Ids) -> Any:
    """Return arguments with ids in the places of what stands for them."""
    if isinstance(value, Ref):
        return value.of(ids)
    if isinstance(value, dict):
        return {name: resolved(one, ids) for name, one in value.items()}
    return [resolved(one, ids) for one in value] if isinstance(value, list) else value


_PIECES = (
    *(
        "Bread",
        "Käse & Öl",
        "\U0001f469\u200d\U0001f373",
        "e\u0301",
        "&amp;",
        "R&D > Labs",
        "<b>bold</b>",
        "C:\\temp",
    ),
    *("\\\\server", '"quoted"', "it's", " ", "  ", "100%", "%20", '[gallery ids="1,2"]', "漢字", "-- ...", "\u00a0"),
)
BLOCKS = (
    "<!-- wp:paragraph -->\n<p>Open on Sundays.</p>\n<!-- /wp:paragraph -->",
    '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Hours &amp; days</h3>\n<!-- /wp:heading -->',
    "<!-- wp:separator -->\n<hr/>\n<!-- /wp:separator -->",
    "<!-- wp:shortcode -->\n[hours day='Sunday']\n<!-- /wp:shortcode -->",
    "A line.\r\n\r\nAnother \\ line.",
)
_LETTERS = st.characters(exclude_categories=["Cs", "Cc", "Co", "Cn"])
words = st.one_of(
    st.lists(st.sampled_from(_PIECES), min_size=1, max_size=4).map(" ".join),
    st.text(_LETTERS, min_size=1, max_size=12),
)
titles = words.map(str.strip).filter(bool)
# WordPress drops tags and escapes what is left of them; a name is sent as people read it.
names = st.sampled_from(["Bread", "Käse & Öl", "Tom's", "R&D", "漢字", "\U0001f35e Loaves", "100% rye"])
contents = st.one_of(
    st.just(""),
    words,
    st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=3).map("\n\n".join),
)
slugs = st.sampled_from(["", "bread", "a-b", "käse-öl", "x" * 190, "漢字", "bread-2", "about"])
dates = st.sampled_from(
    [
        "2024-02-29T23:59:59",
        "2019-07-01T00:00:00",
        "2025-03-30T02:30:00",
        "2031-05-01T10:00:00",
        "2030-01-01T00:30:00Z",
    ]
)
statuses = st.sampled_from(["publish", "publish", "draft", "pending", "private", "future"])
zones = st.sampled_from(["", "Europe/Zurich", "America/New_York", "Pacific/Auckland"])
sticky = st.booleans()
open_or_closed = st.sampled_from(["open", "closed"])
formats = st.sampled_from(["standard", "aside", "gallery", "quote"])
templates = st.sampled_from(["", "wide.php"])

_COMMON = {
    "title": words,
    "content": contents,
    "excerpt": contents,
    "slug": slugs,
    "status": statuses,
    "date": dates,
    "comment_status": open_or_closed,
    "ping_status": open_or_closed,
    "template": templates,
    "featured_media": st.sampled_from([Ref("media"), 0]),
    "author": st.sampled_from([Ref("users"), 1]),
    "meta": st.fixed_dictionaries({"footnotes": words}),
}


def some(fields: dict[str, Any], *always: str, **more: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Draw some of these fields, and those that are always there."""
    every = {**fields, **more}
    return st.fixed_dictionaries(
        {name: every[name] for name in always},
        optional={name: one for name, one in every.items() if name not in always},
    )


_refs = st.integers(0, 2)
_terms = {
    "categories": st.lists(_refs.map(lambda at: Ref("categories", at)), min_size=1, max_size=2, unique=True),
    "tags": st.lists(_refs.map(lambda at: Ref("tags", at)), max_size=2, unique=True),
}
_password = {"password": st.sampled_from(["", "open sesame"])}
_pages = some(_COMMON, "title", "status", **_password, menu_order=st.integers(0, 5))
_posts = some(_COMMON, "title", "status", "categories", **_password, **_terms, format=formats)
_recipes = some(_COMMON, "title", "status", courses=st.just([Ref("courses")]))
_comments = st.fixed_dictionaries(
    {"content": words.filter(str.strip), "status": st.sampled_from(["approved", "hold", "spam"])}
)
worlds: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "pages": st.lists(_pages, min_size=3, max_size=3),
        "below": st.booleans(),
        "posts": st.lists(_posts, min_size=2, max_size=2),
        "stuck": sticky,
        "recipes": st.lists(_recipes, min_size=1, max_size=1),
        "descriptions": st.lists(words, min_size=4, max_size=4),
        "nested": st.booleans(),
        "comments": st.lists(_comments, min_size=2, max_size=2),
        "answered": st.booleans(),
        "auto_add": st.booleans(),
        "front": st.sampled_from(["none", "front", "posts"]),
        "zone": zones,
        "labels": st.lists(titles, min_size=2, max_size=2),
    }
)


def put(site: SampleSite, hand: Reader, world: dict[str, Any]) -> Ids:
    """Put a world onto the site, by hand, and return the ids of what was made."""
    site.change("settings", timezone=world["zone"])
    ids: Ids = {
        "users": [site.add("users", username="mia", email="mia@x.example", password="p", roles=["editor"])["id"]]
    }
    ids["media"] = [hand.upload("oak.png", png(4, 3), "image/png")["id"]]
    ids["media"].append(hand.upload("elm.png", png(3, 4), "image/png")["id"])
    site.change("media", ids["media"][0], alt_text="Oak", caption=world["labels"][0], description=world["labels"][1])
    _terms_of(site, ids, world)
    _items_of(site, ids, world)
    _comments_of(site, ids, world)
    _menus_of(site, ids, world)
    if world["front"] != "none":
        option = {"front": "page_on_front", "posts": "page_for_posts"}[world["front"]]
        site.change("settings", show_on_front="page", **{option: ids["pages"][0]})
    return ids


def _terms_of(site: SampleSite, ids: Ids, world: dict[str, Any]) -> None:
    told = world["descriptions"]
    ids["categories"] = []
    for at, name in enumerate(("Loaves & rolls", "Rye", "Spelt")):
        parent = {"parent": ids["categories"][-1]} if at and world["nested"] else {}
        ids["categories"].append(site.add("categories", name=name, description=told[at], **parent)["id"])
    ids["tags"] = [site.add("tags", name=name, description=told[3])["id"] for name in ("Old", "New", "Bio")]
    ids["courses"] = [site.add("courses", name=name)["id"] for name in ("Starter", "Main")]


def _items_of(site: SampleSite, ids: Ids, world: dict[str, Any]) -> None:
    for kind in ("pages", "posts", "recipes"):
        ids[kind] = []
        for at, fields in enumerate(world[kind]):
            told = resolved(fields, ids)
            if kind == "pages" and at == 1 and world["below"]:
                told["parent"] = ids["pages"][0]
            ids[kind].append(site.add(kind, **told)["id"])
            # A draft that nobody saved again looks like one without a date: both have that of their only save.
            site.change(kind, ids[kind][-1])
    if world["stuck"] and not world["posts"][0].get("password"):
        site.change("posts", ids["posts"][0], sticky=True)


def _comments_of(site: SampleSite, ids: Ids, world: dict[str, Any]) -> None:
    ids["comments"] = []
    shown = next(
        (one for one in ("posts", "pages") if world[one][0]["status"] in ("publish", "future", "private")), None
    )
    on = ids[shown][0] if shown else site.add("posts", title="Open", status="publish")["id"]
    here = shown or "posts"
    was = site.read(here, on)["comment_status"]
    site.change(here, on, comment_status="open")
    for at, fields in enumerate(world["comments"]):
        below = {"parent": ids["comments"][0]} if at and world["answered"] else {}
        who = {"author_name": f"Otto {at}", "author_email": f"o{at}@readers.example"}
        ids["comments"].append(site.add("comments", post=on, **fields, **who, **below)["id"])
    site.change(here, on, comment_status=was)


def _menus_of(site: SampleSite, ids: Ids, world: dict[str, Any]) -> None:
    menu = site.add("menus", name="Shelf & co", description=world["labels"][0], locations=["footer"])["id"]
    site.change("menus", menu, auto_add=world["auto_add"])
    other = site.add("menus", name="Spare")["id"]
    ids["menus"], ids["menu-items"] = [menu, other], []
    page = {"type": "post_type", "object": "page", "object_id": ids["pages"][0]}
    term = {"type": "taxonomy", "object": "category", "object_id": ids["categories"][0]}
    entries: list[dict[str, Any]] = [
        {"title": world["labels"][0], "url": "https://a.example/", "classes": ["big"], "target": "_blank"},
        page,
        {"title": world["labels"][1], "url": "/b/", "description": world["labels"][0]},
        {**term, "title": world["labels"][1]},
    ]
    for at, entry in enumerate(entries):
        parent = ids["menu-items"][1] if at == 2 else 0
        made = site.add("menu-items", status="publish", menus=menu, menu_order=at + 1, parent=parent, **entry)
        ids["menu-items"].append(made["id"])
