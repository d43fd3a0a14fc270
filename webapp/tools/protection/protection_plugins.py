"""Finding a plugin that an owner wants to protect, by its name or its folder. It only reads."""

from __future__ import annotations

from webapp.errors import Refusal
from webapp.tools.answers import Target
from webapp.tools.site.plugins import KIND, all_plugins
from webapp.wordpress.client import WordPress


def find_plugin(site: WordPress, typed: str) -> Target:
    """Find an installed plugin.

    Raises:
        Refusal: `respira_not_found`, with the names of those that there are.
    """
    there = all_plugins(site)
    wanted = typed.removesuffix(".php").casefold()
    same = [one for one in there if wanted in (one.name.casefold(), one.id.casefold(), one.folder.casefold())]
    if len(same) == 1:
        return Target(KIND, same[0].id, same[0].name)
    if same:
        words = f"Several plugins are called {typed}."
        raise Refusal("respira_not_found", words, hint=f"Type one of: {', '.join(one.id for one in same)}.")
    names = ", ".join(one.name for one in there)
    words = f"There is no plugin {typed} on the site."
    raise Refusal("respira_not_found", words, hint=f"The site has: {names}." if there else "The site has no plugin.")
