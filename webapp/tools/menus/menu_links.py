"""What a menu item links to: an address, or something of the site such as a page or a category."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Arguments, Change, State
from webapp.tools.spoken import plain
from webapp.tools.standing_in import stands_in, words_for
from webapp.tools.values import item_of, text_of
from webapp.wordpress.client import WordPress


@dataclass(frozen=True)
class LinkKind:
    """A kind of things that a menu item may stand for.

    Attributes:
        type: WordPress's word for what kind of kind it is: `post_type` or `taxonomy`.
        object: the name of the type or taxonomy.
        rest: the REST path of its items.
    """

    type: str
    object: str
    rest: str


# Kinds that every site has, by the word of the tool.
OBJECTS = {
    "page": LinkKind("post_type", "page", "wp/v2/pages"),
    "post": LinkKind("post_type", "post", "wp/v2/posts"),
    "category": LinkKind("taxonomy", "category", "wp/v2/categories"),
    "post_tag": LinkKind("taxonomy", "post_tag", "wp/v2/tags"),
}
# Which kind of thing each of these words means, as steps tell what they make.
SAID_KINDS = {"page": "page", "post": "post", "category": "term", "post_tag": "term"}
_NAME = re.compile(r"[a-z0-9_-]{1,32}")

_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*):")
# A path of the site, a place on the page, or what an earlier step makes.
_LEADS_SOMEWHERE = re.compile(r"\s*(?:[/#?]|\{\{)")
_SCHEMES = ("http", "https", "mailto", "tel", "sms")
LABELS = {
    "url": "Links to",
    "target": "Opens in",
    "classes": "CSS classes",
    "attr_title": "Title attribute",
    "description": "Description",
}
_LOOKS = [name for name in LABELS if name != "url"]


def demand_a_link(arguments: Arguments) -> None:
    """Demand that the arguments say what the item links to.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    kind = arguments.get("object_type", "custom")
    if kind == "custom" and not arguments.get("url"):
        words = "A menu item needs a url, or an object_type with an object_id."
        raise Refusal("respira_invalid_arguments", words)
    demand_link_scheme(arguments.get("url", ""))
    if kind != "custom" and not arguments.get("object_id"):
        raise Refusal("respira_invalid_arguments", f"The object_type {kind} needs an object_id.")
    if kind != "custom" and arguments.get("url"):
        words = f"A menu item that stands for a {kind} links to its address: leave out url, or object_type."
        raise Refusal("respira_invalid_arguments", words)
    if kind == "custom" and arguments.get("object_id"):
        words = "A plain link stands for nothing of the site: leave out object_id, or say its object_type."
        raise Refusal("respira_invalid_arguments", words)


def demand_link_scheme(url: str) -> None:
    """Demand that an address is one that a link may lead to.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    scheme = _SCHEME.match(url)
    if scheme is not None and scheme[1].lower() not in _SCHEMES:
        words = (
            f"A menu item can not link to a {scheme[1]}: address. Send one with https:, mailto: or tel:, or a path."
        )
        raise Refusal("respira_invalid_arguments", words)
    if scheme is None and url.strip() and not _LEADS_SOMEWHERE.match(url):
        words = (
            f"From every page {url[:60]} leads somewhere else. Send a path that begins with /, or a whole address."
        )
        raise Refusal("respira_invalid_arguments", words)


def kind_of(site: WordPress, word: str) -> LinkKind:
    """Return a kind of things by the name of its type or taxonomy. Asks the site for those that not every site has.

    Raises:
        Refusal: `respira_not_found`, the site has none, or does not open it to programs.
    """
    if word in OBJECTS:
        return OBJECTS[word]
    for kind, path in (("post_type", "wp/v2/types"), ("taxonomy", "wp/v2/taxonomies")):
        try:
            found = site.get(f"{path}/{word}").body if _NAME.fullmatch(word) else None
        except SiteTrouble as trouble:
            if trouble.status not in (401, 403, 404):
                raise
            continue
        if isinstance(found, dict) and found.get("slug") == word:
            return LinkKind(kind, word, f"{found.get('rest_namespace') or 'wp/v2'}/{found.get('rest_base') or word}")
    words = f"The site has no type and no taxonomy {word} that is open to programs."
    raise Refusal("respira_not_found", words, hint=f"Send custom with a url, or one of {', '.join(OBJECTS)}.")


def object_of(site: WordPress, arguments: Arguments) -> State:
    """Return what the item stands for: its kind, and its name and status for words; empty for a plain link.

    What an earlier step makes is not looked up.

    Raises:
        Refusal: `respira_not_found`.
    """
    word = arguments.get("object_type", "custom")
    if word == "custom":
        return {}
    object_id, kind = arguments["object_id"], kind_of(site, word)
    state: State = {"about.link": [kind.type, kind.object]}
    if stands_in(object_id):
        # A new page or post begins as a draft; terms have no status.
        hidden = {"about.object": "draft"} if kind.type == "post_type" else {}
        return {**state, **hidden}
    try:
        found = item_of(site.get(f"{kind.rest}/{object_id}", context="edit"), written="no")
    except SiteTrouble as trouble:
        if trouble.status == 404:
            raise Refusal("respira_not_found", f"There is no {word} {object_id} on the site.") from trouble
        raise
    # A page or post has a title, a category or tag a name.
    name = text_of(found["title"]) if "title" in found else plain(found.get("name"))
    if found.get("status") == "trash":
        raise Refusal("respira_not_found", f"{word.capitalize()} {object_id} ({name}) is in the trash.")
    return {
        **state,
        "about.object": found.get("status"),
        "about.object_name": name,
        "about.object_link": found.get("link"),
    }


def object_name(arguments: Arguments, state: State) -> str:
    """Return what the item stands for, by name; in words where an earlier step makes it.

    Which step that is may only be known after the site was read: a call of several writes makes its own.
    """
    object_id = arguments.get("object_id", 0)
    return words_for(object_id) if stands_in(object_id) else str(state.get("about.object_name", ""))


def changes_of(arguments: Arguments, state: State) -> list[Change]:
    """Return what else a person is shown of a new item, besides its place: where it leads, and how it looks."""
    kind = arguments.get("object_type", "custom")
    if kind == "custom":
        link = arguments["url"]
    elif stands_in(arguments["object_id"]):
        link = object_name(arguments, state)
    else:
        link = f"{kind} {arguments['object_id']} ({object_name(arguments, state)})"
    asked = {"url": link, **{name: arguments[name] for name in _LOOKS if arguments.get(name)}}
    return [Change(name, LABELS[name], None, value, "value") for name, value in asked.items()]


def body_of_link(arguments: Arguments, link: Sequence[str]) -> dict[str, Any]:
    """Return the arguments as WordPress takes them, without the order.

    Args:
        link: the type and object of what it stands for; empty for a plain link.
    """
    body: dict[str, Any] = {"title": arguments["title"], "menus": arguments["menu_id"], "status": "publish"}
    if link:
        body |= {"type": link[0], "object": link[1], "object_id": arguments["object_id"]}
    else:
        body |= {"type": "custom", "url": arguments["url"]}
    for name in ("parent", "target", "attr_title", "description"):
        if name in arguments:
            body[name] = arguments[name]
    if "classes" in arguments:
        body["classes"] = arguments["classes"].split()
    return body


def plain_value(item: dict[str, Any], name: str) -> Any:
    """Return a field of a menu item, its title as plain text."""
    return text_of(item.get(name)) if name == "title" else item.get(name)


def unlike_asked(arguments: Arguments, link: Sequence[str], stored: dict[str, Any]) -> list[str]:
    """Return the names of what a menu item holds otherwise than asked."""
    asked = {name: value for name, value in body_of_link(arguments, link).items() if name not in ("menus", "status")}
    return [name for name, value in asked.items() if plain_value(stored, name) != value]
