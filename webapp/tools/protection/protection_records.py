"""Finding a term or a user by what an owner types, so that agents leave it alone. It only reads."""

from __future__ import annotations

from webapp.errors import Refusal
from webapp.tools.answers import Target
from webapp.tools.items.finding import NUMBER
from webapp.tools.records.records import find
from webapp.tools.records.terms import record_of
from webapp.tools.records.users import PATH, USER
from webapp.tools.spoken import plain
from webapp.tools.taxonomies import taxonomies_of
from webapp.tools.term_choice import terms_called
from webapp.wordpress.client import WordPress


def find_term(site: WordPress, typed: str) -> Target:
    """Find a term of any taxonomy by its number or its name.

    Raises:
        Refusal: `respira_not_found`, none or several.
    """
    found: list[Target] = []
    for taxonomy in taxonomies_of(site):
        record = record_of(taxonomy)
        ids = [term["id"] for term in terms_called(site, taxonomy.rest, typed)]
        if not ids and NUMBER.fullmatch(typed):
            ids = [term["id"] for term in site.get_all(taxonomy.rest, include=[int(typed)], _fields="id")]
        terms = [find(site, record, number) for number in ids]
        found += [Target("term", str(term["id"]), record.called(term), term.get("link")) for term in terms]
    if len(found) == 1:
        return found[0]
    if found:
        which = ", ".join(f"{target.id} ({target.name})" for target in found)
        raise Refusal("respira_not_found", f"Several terms are called {typed}.", hint=f"Type the number: {which}.")
    raise Refusal("respira_not_found", f"There is no term {typed} on the site.", hint="Type its name as it is there.")


def find_user(site: WordPress, typed: str) -> Target:
    """Find a user by number, username, e-mail address or display name.

    Raises:
        Refusal: `respira_not_found`, none or several.
    """
    if NUMBER.fullmatch(typed):
        found = [find(site, USER, int(typed))]
    else:
        there = site.get_all(PATH, search=typed, context="edit", orderby="id")
        names = ("username", "email", "name")
        found = [user for user in there if typed.casefold() in [plain(user.get(name)).casefold() for name in names]]
    if len(found) == 1:
        return Target(USER.kind, str(found[0]["id"]), USER.name(found[0]), found[0].get("link"))
    if found:
        which = ", ".join(f"{user['id']} ({user.get('username')})" for user in found)
        raise Refusal("respira_not_found", f"Several users are called {typed}.", hint=f"Type the number: {which}.")
    raise Refusal("respira_not_found", f"There is no user {typed} on the site.", hint="Type the username as it is.")
