"""Finding a menu, a place for menus, a navigation or a template that an owner wants to protect. It only reads."""

from __future__ import annotations

from collections.abc import Mapping

from webapp.errors import Refusal
from webapp.tools.answers import Target
from webapp.tools.menus.menus import all_menus, places_of
from webapp.tools.menus.navigation import NAVIGATION, name_of
from webapp.tools.site.templates import PART, TEMPLATE, TemplateNoun, all_templates, title_of
from webapp.tools.spoken import plain
from webapp.tools.values import text_of
from webapp.wordpress.client import WordPress


def find_menu_named(site: WordPress, typed: str) -> Target:
    """Find a menu by its name or its number.

    Raises:
        Refusal: `respira_not_found`.
    """
    return _one(typed, "menu", "menu", {str(menu["id"]): plain(menu.get("name")) for menu in all_menus(site)})


def find_place(site: WordPress, typed: str) -> Target:
    """Find a place for menus by its name in the theme or in the dashboard.

    Raises:
        Refusal: `respira_not_found`.
    """
    names = {name: text_of(place.get("description")) or name for name, place in places_of(site).items()}
    return _one(typed, "menu_location", "place for menus", names)


def find_navigation_named(site: WordPress, typed: str) -> Target:
    """Find a navigation by its title or its number.

    Raises:
        Refusal: `respira_not_found`.
    """
    found = site.get_all(NAVIGATION, context="edit", status="publish,draft,private", orderby="id")
    names = {str(item["id"]): name_of(item) for item in sorted(found, key=lambda item: int(item["id"]))}
    return _one(typed, "navigation", "navigation", names)


def find_template_named(site: WordPress, typed: str) -> Target:
    """Find a template by its title or its id, such as theme//page.

    Raises:
        Refusal: `respira_not_found`.
    """
    return _template(site, TEMPLATE, typed)


def find_part_named(site: WordPress, typed: str) -> Target:
    """Find a template part by its title or its id, such as theme//header.

    Raises:
        Refusal: `respira_not_found`.
    """
    return _template(site, PART, typed)


def _template(site: WordPress, noun: TemplateNoun, typed: str) -> Target:
    names = {str(one["id"]): title_of(one) for one in all_templates(site, noun)}
    return _one(typed, noun.kind, noun.word, names)


def _one(typed: str, kind: str, word: str, names: Mapping[str, str]) -> Target:
    """Return the one that was meant.

    Args:
        names: what people call each of them, by its id.
    """
    if typed in names:
        return Target(kind, typed, names[typed])
    same = [one for one, name in names.items() if typed.casefold() == name.casefold()]
    if len(same) == 1:
        return Target(kind, same[0], names[same[0]])
    if same:
        words = f"Several {word}s are called {typed}."
        raise Refusal("respira_not_found", words, hint=f"Type one of: {', '.join(same)}.")
    hint = f"The site has: {', '.join(names.values())}." if names else f"The site has no {word}."
    raise Refusal("respira_not_found", f"There is no {word} {typed} on the site.", hint=hint)
