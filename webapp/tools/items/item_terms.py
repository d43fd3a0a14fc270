"""The terms that a write gives to an item: chosen by id or by name, shown by name, and told where some would go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from webapp.diffs.fields import label, listed
from webapp.errors import Refusal
from webapp.tools.answers import Arguments, State
from webapp.tools.items.asked_fields import CHOSEN
from webapp.tools.nouns import Noun
from webapp.tools.taxonomies import taxonomy_named
from webapp.tools.term_choice import names_of, term_ids
from webapp.tools.values import within
from webapp.wordpress.client import WordPress

# Key of a state: the name of a term, as `about.term.FIELD.ID`.
_NAME = "about.term"


def chosen_terms(site: WordPress, noun: Noun, arguments: Arguments) -> State:
    """Return the ids of the terms that a call chooses, as keys of a state.

    Raises:
        Refusal: `respira_not_found`, no such term or taxonomy; `respira_invalid_arguments`, the kind of item does not
            have that taxonomy, or a name means several terms.
    """
    wanted = {field: arguments[field] for field in ("categories", "tags") if arguments.get(field) is not None}
    for typed, terms in (arguments.get("taxonomies") or {}).items():
        wanted[_field_of(site, noun, str(typed))] = _as_list(typed, terms)
    return {
        f"{CHOSEN}.{field}": _ids(site, _rest_of(noun, field), terms, bool(arguments.get("create_missing_terms")))
        for field, terms in wanted.items()
    }


def _ids(site: WordPress, rest: str, terms: list[Any], create_missing: bool) -> list[int]:
    try:
        return term_ids(site, rest, terms)
    except Refusal as refusal:
        if refusal.code != "respira_not_found" or not create_missing:
            raise
        hint = "Plan create_term first, and send {{step_ID.id}} with that step's id in the term's place."
        words = f"{refusal.message} Terms are not made along the way."
        raise Refusal("respira_not_found", words, hint=hint) from refusal


def _as_list(typed: str, terms: Any) -> list[Any]:
    if isinstance(terms, list) and all(isinstance(one, int | str) and not isinstance(one, bool) for one in terms):
        return terms
    raise Refusal("respira_invalid_arguments", f"The terms of {typed} must be a list of ids or names.")


def _field_of(site: WordPress, noun: Noun, typed: str) -> str:
    if typed in noun.taxonomies:
        return typed
    return taxonomy_named(site, typed).base


def _rest_of(noun: Noun, field: str) -> str:
    if field in noun.taxonomies:
        return noun.taxonomies[field]
    having = f"It has {', '.join(noun.taxonomies)}." if noun.taxonomies else "It has no terms at all."
    raise Refusal("respira_invalid_arguments", f"A {noun.word} has no {field}.", hint=having)


def names_for(site: WordPress, noun: Noun, chosen: State, *held: Mapping[str, Any]) -> State:
    """Return the names of the terms that a call chooses, and of those that the items hold, as keys of a state."""
    names: State = {}
    for field, ids in within(CHOSEN, chosen).items():
        every = [*ids, *(one for fields in held for one in fields.get(field) or [])]
        found = names_of(site, noun.taxonomies[field], every)
        names |= {f"{_NAME}.{field}.{number}": name for number, name in found.items()}
    return names


def names_told(state: Mapping[str, Any], fields: Iterable[str]) -> State:
    """Return those keys of a state that hold the names of terms of these fields, for the steps after this one."""
    starts = tuple(f"{_NAME}.{field}." for field in fields)
    return {key: name for key, name in state.items() if key.startswith(starts)}


def by_name(state: Mapping[str, Any], field: str, ids: Any) -> Any:
    """Return a list of terms as people are shown it; where a name is not known, the id."""
    if not isinstance(ids, list):
        return ids
    return [state.get(f"{_NAME}.{field}.{one}", one) for one in sorted(ids)]


def would_go(state: Mapping[str, Any], field: str, before: Any, after: Any) -> list[str]:
    """Return a sentence about the terms that a write would take from an item; none where it takes none."""
    gone = [one for one in before or [] if one not in (after or [])]
    if not gone:
        return []
    names = listed([str(name) for name in by_name(state, field, gone)])
    return [f"{label(field)}: {names} would be removed, because the whole list is replaced."]
