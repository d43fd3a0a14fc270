"""Generated calls of every tool that writes to one thing of a world, each as a tool's name and its arguments."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.pictures import in_base64, png
from tests.properties.restoring import worlds
from tests.properties.restoring.worlds import Ref, some, titles, words

Call = tuple[str, dict[str, Any]]
Calls = st.SearchStrategy[Call]
_TARGET = {"edit_target": st.sampled_from(["live", "live", "duplicate"])}
_ITEM: dict[str, Any] = {
    "title": titles,
    "content": worlds.contents,
    "excerpt": worlds.contents,
    "slug": worlds.slugs,
    "status": worlds.statuses,
    "date": worlds.dates,
    "comment_status": worlds.open_or_closed,
    "ping_status": worlds.open_or_closed,
    "template": worlds.templates,
    "featured_media": st.sampled_from([0, Ref("media", 1)]),
    "author": st.sampled_from([1, Ref("users")]),
    "meta": st.fixed_dictionaries({"footnotes": st.one_of(words, st.none())}),
}
_PLACE = {"post_parent": st.sampled_from([0, Ref("pages", 2)]), "menu_order": st.integers(0, 9)}
_TERMS = {
    "categories": st.lists(
        st.integers(0, 2).map(lambda at: Ref("categories", at, text=True)), min_size=1, max_size=2
    ),
    "tags": st.lists(st.integers(0, 2).map(lambda at: Ref("tags", at, text=True)), max_size=2),
}
_MADE = {**_ITEM, "status": st.sampled_from(["draft", "publish", "pending", "private"])}
_TEXT_FIELDS = {"title": titles, "caption": words, "description": words, "alt": words}
_TERM = {"name": worlds.names, "slug": st.sampled_from(["new-slug", "käse"]), "description": words}
_USER = dict.fromkeys(("first_name", "last_name", "description"), words) | {
    "display_name": titles,
    "nickname": titles,
    "url": st.just("https://mia.example"),
    "email": st.just("mia2@x.example"),
    "role": st.just("author"),
}
_OPTIONS = st.one_of(
    st.tuples(st.sampled_from(["title", "description"]), words),
    st.tuples(st.just("posts_per_page"), st.integers(1, 50)),
    st.tuples(st.just("timezone"), st.sampled_from(["Europe/Zurich", "Asia/Tokyo"])),
    st.tuples(st.just("show_on_front"), st.sampled_from(["posts", "page"])),
    st.tuples(
        st.sampled_from(["page_on_front", "page_for_posts"]), st.integers(0, 2).map(lambda at: Ref("pages", at))
    ),
    st.tuples(st.just("default_category"), st.just(Ref("categories", 1))),
    st.tuples(st.sampled_from(["default_comment_status", "default_ping_status"]), worlds.open_or_closed),
    st.tuples(st.just("start_of_week"), st.integers(0, 6)),
    st.tuples(st.just("use_smilies"), st.booleans()),
    st.tuples(st.just("default_post_format"), st.sampled_from(["aside", "gallery"])),
)


def _call(tool: str, arguments: st.SearchStrategy[dict[str, Any]], **fixed: Any) -> Calls:
    return arguments.map(lambda drawn: (tool, {**fixed, **drawn}))


def _changes(fields: dict[str, Any], *always: str) -> st.SearchStrategy[dict[str, Any]]:
    """Draw a change of one field, or of a few."""
    one = st.sampled_from(sorted(fields)).flatmap(lambda name: st.fixed_dictionaries({name: fields[name]}))
    return st.one_of(one, some(fields).filter(bool)) if not always else some(fields, *always)


def _nothing(**fixed: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.just(fixed)


def _of_items(kind: str, word: str, fields: dict[str, Any], more: dict[str, Any], **fixed: Any) -> dict[str, Calls]:
    this = st.sampled_from([Ref(kind), Ref(kind), Ref(kind, 1)])
    change = st.tuples(_changes({**fields, **more}), st.fixed_dictionaries({"id": this, **_TARGET}))
    make = st.tuples(some({**_MADE, **more}, "title"), st.fixed_dictionaries({}, optional=_TARGET))
    copy = f"create_{word}_duplicate" if word in ("page", "post") else f"duplicate_{word}"
    return {
        f"update_{word}": change.map(lambda two: (f"update_{word}", {**two[0], **two[1], **fixed})),
        f"delete_{word}": this.map(lambda one: (f"delete_{word}", {"id": one, **fixed})),
        f"create_{word}": make.map(lambda two: (f"create_{word}", {**two[0], **two[1], **fixed})),
        copy: this.map(lambda one: (copy, {"original_id": one, **fixed})),
    }


_PAGES = _of_items("pages", "page", _ITEM, _PLACE)
_POSTS = _of_items("posts", "post", {**_ITEM, "sticky": worlds.sticky}, {**_TERMS, "format": worlds.formats})
_RECIPES = _of_items(
    "recipes",
    "custom_post",
    _ITEM,
    {"taxonomies": st.fixed_dictionaries({"course": st.just([Ref("courses", 1, text=True)])})},
    type="recipe",
)
_BLOCK = st.fixed_dictionaries({"post_id": st.just(Ref("pages")), **_TARGET})
_BLOCKS = {
    "insert_element": _call("insert_element", _BLOCK, markup=worlds.BLOCKS[0], position="end"),
    "remove_element": _call("remove_element", _BLOCK, identifier_type="path", identifier_value="0"),
    "duplicate_element": _call("duplicate_element", _BLOCK, identifier_type="path", identifier_value="0"),
}
_MENUS = {
    "create_menu": _call("create_menu", some({"name": titles, "description": words}, "name")),
    "update_menu": _call("update_menu", _changes({"name": titles, "description": words}), id=Ref("menus")),
    "delete_menu": _call("delete_menu", _nothing(id=Ref("menus"))),
    "assign_menu_location": _call(
        "assign_menu_location",
        st.fixed_dictionaries(
            {
                "location": st.sampled_from(["primary", "footer"]),
                "menu_id": st.sampled_from([0, Ref("menus"), Ref("menus", 1)]),
            }
        ),
    ),
}
_LINK = {
    "title": titles,
    "url": st.sampled_from(["/x/", "https://x.example/?a=1&b=2"]),
    "position": st.integers(1, 5),
    "target": st.sampled_from(["", "_blank"]),
    "classes": st.sampled_from(["big", "big red"]),
    "attr_title": words,
    "description": words,
}
_ITEMS = {
    "create_menu_item": st.one_of(
        _call("create_menu_item", some(_LINK, "title", "url"), menu_id=Ref("menus")),
        _call(
            "create_menu_item",
            st.fixed_dictionaries(
                {"title": titles, "object_type": st.just("page"), "object_id": st.just(Ref("pages", 1))}
            ),
            menu_id=Ref("menus"),
        ),
    ),
    "update_menu_item": st.tuples(
        _changes({**_LINK, "parent": st.sampled_from([0, Ref("menu-items", 3)])}),
        st.integers(0, 3).map(lambda at: Ref("menu-items", at)),
    ).map(lambda two: ("update_menu_item", {**two[0], "item_id": two[1]})),
    "delete_menu_item": st.integers(0, 3).map(lambda at: ("delete_menu_item", {"item_id": Ref("menu-items", at)})),
}
_RECORDS = {
    "create_term": _call(
        "create_term", some({**_TERM, "parent": st.just(Ref("categories"))}, "name"), taxonomy="category"
    ),
    "update_term": _call(
        "update_term",
        _changes({**_TERM, "parent": st.sampled_from([0, Ref("categories", 2)])}),
        id=Ref("categories"),
        taxonomy="category",
    ),
    "delete_term": st.one_of(
        st.integers(0, 2).map(lambda at: ("delete_term", {"id": Ref("categories", at), "taxonomy": "category"})),
        st.integers(0, 2).map(lambda at: ("delete_term", {"id": Ref("tags", at), "taxonomy": "post_tag"})),
    ),
}
_COMMENTS = {
    "create_comment": _call("create_comment", st.fixed_dictionaries({"content": titles}), post_id=Ref("posts")),
    "update_comment": _call(
        "update_comment",
        _changes({"content": titles, "status": st.sampled_from(["approved", "hold", "spam"])}),
        id=Ref("comments"),
    ),
    "delete_comment": st.integers(0, 1).map(lambda at: ("delete_comment", {"id": Ref("comments", at)})),
}
_PEOPLE = {
    "create_user": _call(
        "create_user",
        some(_USER | {"email": st.just("nora@x.example")}, "email"),
        username="nora",
        password="a long one",
    ),
    "update_user": _call("update_user", _changes(_USER), id=Ref("users")),
    "delete_user": _call("delete_user", _nothing(id=Ref("users"), reassign=1)),
}
_MEDIA = {
    "upload_media": _call("upload_media", some(_TEXT_FIELDS), file=in_base64(png(5, 5)), filename="ash.png"),
    "update_media": _call("update_media", _changes(_TEXT_FIELDS), id=Ref("media")),
    "delete_media": _call("delete_media", _nothing(id=Ref("media"), force=True)),
}
_SITE = {
    "update_option": _OPTIONS.map(lambda one: ("update_option", {"option": one[0], "value": one[1]})),
}
# By what they are about: two calls of one group meet on the same things.
GROUPS: dict[str, dict[str, Calls]] = {
    "pages": _PAGES | _BLOCKS,
    "posts": _POSTS,
    "recipes": _RECIPES,
    "menus": _MENUS | _ITEMS,
    "terms": _RECORDS,
    "comments": _COMMENTS,
    "users": _PEOPLE,
    "media": _MEDIA,
    "settings": _SITE,
}
EVERY: dict[str, Calls] = {name: one for group in GROUPS.values() for name, one in group.items()}
one_call = st.sampled_from(sorted(EVERY)).flatmap(EVERY.__getitem__)


@st.composite
def two_calls(draw: st.DrawFn) -> list[Call]:
    """Draw two calls: of one group, mostly, and of any two otherwise."""
    group = draw(st.sampled_from([*GROUPS, "any"]))
    tools = EVERY if group == "any" else GROUPS[group]
    return [draw(tools[draw(st.sampled_from(sorted(tools)))]) for _ in range(2)]
