"""Items as WordPress answers them, made into flat fields, and back.

A field's value is always the raw one: what a person typed, never what a theme makes of it. Custom fields stand
beside the others as `meta.NAME`, so that each can be compared and restored by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from webapp.diffs.blocks import same_content
from webapp.diffs.fingerprint import canonical
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import State
from webapp.tools.nouns import Noun
from webapp.wordpress.client import Answer, WordPress

META = "meta."
_TEXTS = ("content", "excerpt")
COMMENTS = "wp/v2/comments"
# Of whoever wrote a comment. WordPress puts whoever saves it in their place, unless they are sent along.
OF_ITS_AUTHOR = ("author_ip", "author_user_agent")


def text_of(value: Any) -> str:
    """Return the text of a title or body: the raw one where the site shows it."""
    if isinstance(value, Mapping):
        return str(value.get("raw", value.get("rendered", "")))
    return "" if value is None else str(value)


_BROKE = 500
# What is read of an item besides its noun's fields, and the fields of which WordPress draws a part.
_BESIDE_FIELDS = ("id", "type", "link", "modified", "modified_gmt", "date_gmt", "generated_slug", "meta", "_links")
_RAW = {"content": "content.raw", "excerpt": "excerpt.raw"}


def fields_of(noun: Noun, item: Mapping[str, Any]) -> State:
    """Return an item's fields, raw, custom fields as `meta.NAME`; a draft without a date has None for it."""
    fields: State = {}
    for name in noun.fields:
        if name in item:
            value = item[name]
            fields[name] = text_of(value) if isinstance(value, Mapping) else value
    if "date" in fields and is_undated(item):
        # WordPress shows the time of its last save there, which is different after every save.
        fields["date"] = None
    meta = item.get("meta")
    if isinstance(meta, Mapping):
        fields |= {META + str(key): value for key, value in meta.items()}
    return fields


def is_undated(item: Mapping[str, Any]) -> bool:
    """Tell whether a draft was never given a date: WordPress then shows that of its last save."""
    return item.get("status") in ("draft", "pending") and item.get("date") == item.get("modified")


def body_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields as a request's body, custom fields together under `meta`."""
    body = {name: value for name, value in fields.items() if not name.startswith(META)}
    meta = {name.removeprefix(META): value for name, value in fields.items() if name.startswith(META)}
    return {**body, "meta": meta} if meta else body


def same(field: str, one: Any, other: Any) -> bool:
    """Tell whether two values of a field mean the same to WordPress."""
    if field == "title" and isinstance(one, str) and isinstance(other, str):
        return one.strip() == other.strip()
    if field in _TEXTS and isinstance(one, str) and isinstance(other, str):
        return same_content(one, other)
    if field.startswith(META) and (one is None or other is None):
        # A custom field that was cleared, or never set, is answered as its empty default.
        return not one and not other
    if not field.startswith(META) and _are_ids(one) and _are_ids(other):
        # WordPress keeps the terms of an item as a set.
        return sorted(set(one)) == sorted(set(other))
    return canonical(one) == canonical(other)


def _are_ids(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, int) for one in value)


def unlike(fields: Iterable[str], one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return those of `fields` whose values differ between two sets of fields."""
    return [name for name in fields if not same(name, one.get(name), other.get(name))]


def under(prefix: str, fields: Mapping[str, Any]) -> State:
    """Return fields as keys of a state: under("live", {"title": ...}) has "live.title"."""
    return {f"{prefix}.{name}": value for name, value in fields.items()}


def within(prefix: str, state: Mapping[str, Any]) -> State:
    """Return the fields that `under` put into a state."""
    start = f"{prefix}."
    return {key.removeprefix(start): value for key, value in state.items() if key.startswith(start)}


def only(names: Iterable[str], fields: Mapping[str, Any]) -> State:
    """Return these fields, None for one that the item does not have."""
    return {name: fields.get(name) for name in names}


def filled(names: Iterable[str], fields: Mapping[str, Any]) -> State:
    """Return those of these fields that hold something."""
    return {name: fields[name] for name in names if fields.get(name)}


def find(site: WordPress, noun: Noun, item_id: int) -> dict[str, Any]:
    """Return an item as its editors see it, whatever its status.

    WordPress draws the text for every answer. What breaks in the drawing, such as a shortcode with a bug, must not
    keep a person from bringing the former text back: the item is asked for once more then, without what is drawn.

    Raises:
        Refusal: `respira_not_found`; `respira_site_forbids` when the login may not edit it.
    """
    try:
        try:
            return item_of(site.get(noun.path(item_id), context="edit"), written="no")
        except SiteTrouble as trouble:
            if trouble.status != _BROKE:
                raise
            undrawn = ",".join((*_BESIDE_FIELDS, *(_RAW.get(name, name) for name in noun.fields)))
            return item_of(site.get(noun.path(item_id), context="edit", _fields=undrawn), written="no")
    except SiteTrouble as trouble:
        if trouble.status == 404:
            raise Refusal("respira_not_found", f"There is no {noun.word} {item_id} on the site.") from trouble
        if trouble.status == 403 or trouble.code == "rest_forbidden_context":
            words = f"The site's own login may not edit {noun.word} {item_id}."
            raise Refusal("respira_site_forbids", words) from trouble
        raise


def is_there(read: Callable[[], object]) -> bool:
    """Tell whether what a read looks for is on the site.

    Raises:
        Refusal: the read's own, when it is any other than `respira_not_found`: then nothing is known.
    """
    try:
        read()
    except Refusal as refusal:
        if refusal.code == "respira_not_found":
            return False
        raise
    return True


def find_in_use(site: WordPress, noun: Noun, item_id: int) -> dict[str, Any]:
    """Return an item that is not in the trash.

    Raises:
        Refusal: as `find`; `respira_not_found` when it is in the trash.
    """
    item = find(site, noun, item_id)
    if item.get("status") == "trash":
        raise in_trash(noun, item_id, text_of(item.get("title")))
    return item


def in_trash(noun: Noun, item_id: int, name: str) -> Refusal:
    """Return the refusal for an item that is in the trash."""
    words = f"{noun.called(item_id, name)} is in the trash."
    return Refusal("respira_not_found", words[0].upper() + words[1:], hint="Restore it first.")


def find_open_draft(site: WordPress, noun: Noun, copy_id: int) -> dict[str, Any] | None:
    """Return a draft copy, or None when it was binned, deleted or published meanwhile.

    One that somebody scheduled or made private in WordPress is still there, out of the visitors' sight.
    """
    try:
        item = find(site, noun, copy_id)
    except Refusal as refusal:
        if refusal.code == "respira_not_found":
            return None
        raise
    return None if item.get("status") in ("trash", "publish") else item


def item_of(answer: Answer, *, written: Literal["no", "perhaps"] = "perhaps") -> dict[str, Any]:
    """Return the item a site answered.

    Args:
        written: whether the request could have saved something.

    Raises:
        SiteTrouble: the answer is no item, so it does not tell what the site did.
    """
    if isinstance(answer.body, dict) and isinstance(answer.body.get("id"), int):
        return answer.body
    raise SiteTrouble("respira_outcome_unknown", "The site did not answer with the item.", written=written)
