"""What an owner can keep from agents, and finding it on the site by what a person types.

The kinds are those of the targets that writes name. It only reads; that a protection holds is the engine's to see to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from webapp.errors import Refusal
from webapp.tools.answers import Target
from webapp.tools.items.finding import NUMBER, item_at
from webapp.tools.items.post_types import noun_of_type
from webapp.tools.nouns import OF_TYPE, PAGE, POST, Noun
from webapp.tools.protection.protection_media import find_medium
from webapp.tools.protection.protection_menus import (
    find_menu_named,
    find_navigation_named,
    find_part_named,
    find_place,
    find_template_named,
)
from webapp.tools.protection.protection_options import find_option
from webapp.tools.protection.protection_plugins import find_plugin
from webapp.tools.protection.protection_records import find_term, find_user
from webapp.tools.values import find_in_use, text_of
from webapp.wordpress.client import WordPress


@dataclass(frozen=True)
class Protectable:
    """A kind of item that can be protected.

    Attributes:
        label: what a person calls one.
        hint: how a person says which one.
    """

    label: str
    hint: str
    find: Callable[[WordPress, str], Target]


def find(site: WordPress, kind: str, typed: str) -> Target:
    """Find an item of the site by what a person typed.

    Args:
        kind: one of `KINDS`.
        typed: a number, an address on the site, or a name.

    Raises:
        Refusal: `respira_not_found`, with words that help; `respira_site_forbids`.
        SiteTrouble: the site could not be read.
    """
    return KINDS[kind].find(site, typed.strip())


def _page(site: WordPress, typed: str) -> Target:
    return _item(site, PAGE, typed)


def _post(site: WordPress, typed: str) -> Target:
    return _item(site, POST, typed)


def _item(site: WordPress, noun: Noun, typed: str) -> Target:
    item = find_in_use(site, noun, int(typed)) if NUMBER.fullmatch(typed) else item_at(site, noun, typed)
    return Target(noun.kind, str(item["id"]), text_of(item.get("title")).strip() or "no title", item.get("link"))


def _custom(site: WordPress, typed: str) -> Target:
    """Find an item of a custom type: its number or its address, with the type's name in front."""
    slug, _, rest = typed.partition(" ")
    if not rest.strip():
        words = "Type the name of the post type first, and then the number or the address."
        raise Refusal("respira_not_found", words, hint="Such as: book 12")
    return _item(site, noun_of_type(site, slug), rest.strip())


KINDS: Mapping[str, Protectable] = {
    PAGE.kind: Protectable("A page", "Type its number, or its address on the site, such as /about/", _page),
    POST.kind: Protectable("A post", "Type its number, or its address on the site", _post),
    OF_TYPE: Protectable(
        "An item of a custom type", "Type the type's name and its number, such as: book 12", _custom
    ),
    "media": Protectable("A media file", "Type its number, or the address of the file", find_medium),
    "menu": Protectable("A menu", "Type its name or its number", find_menu_named),
    "menu_location": Protectable("A place for menus", "Type its name, such as Primary menu", find_place),
    "navigation": Protectable("A navigation", "Type its title or its number", find_navigation_named),
    "template": Protectable("A template", "Type its title, such as Single Posts", find_template_named),
    "template_part": Protectable("A template part", "Type its title, such as Header", find_part_named),
    "option": Protectable("A setting", "Type its name, such as Tagline or Front page", find_option),
    "plugin": Protectable("A plugin", "Type its name, or its folder", find_plugin),
    "term": Protectable("A category, a tag or another term", "Type its name or its number", find_term),
    "user": Protectable("A user", "Type their username, address or number", find_user),
}


def is_protectable(kind: str) -> bool:
    """Tell whether what a target's kind names can be protected."""
    return kind in KINDS or kind.startswith(OF_TYPE)
