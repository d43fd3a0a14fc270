"""Sending fields to one item, reading it back, and saying honestly what was stored.

An error does not mean that nothing changed, and a success does not mean that something did: so after every
write the item is read again and compared. Which item to write to is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from webapp.diffs.fields import label, listed
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Performed, Settled, State
from webapp.tools.nouns import Noun
from webapp.tools.values import META, body_of, fields_of, find, item_of, same, unlike
from webapp.wordpress.client import WordPress

# Said only after the item was read again and compared.
NOTHING_STORED = "respira_nothing_stored"
# What a gateway in front of the site answers when it gave up waiting: the write may still be going on.
_GAVE_UP = (502, 504)
Landed = Literal["yes", "no", "unknown"]


@dataclass(frozen=True)
class Stored:
    """What an item holds after a write.

    Attributes:
        unchecked: the item could not be read again; `fields` are those of the write's own answer.
    """

    item: dict[str, Any]
    fields: State
    unchecked: bool = False


def send(site: WordPress, noun: Noun, item_id: int | None, fields: Mapping[str, Any]) -> Stored:
    """Write fields to an item, or make a new one, and read it back.

    Raises:
        SiteTrouble: the site refused, or its answer was lost.
    """
    path = noun.rest if item_id is None else noun.path(item_id)
    answered = item_of(site.post(path, body_of(fields)))
    if item_id is not None and answered["id"] != item_id:
        raise SiteTrouble("respira_outcome_unknown", "The site answered with another item than was written.")
    return read_back(site, noun, answered)


def read_back(site: WordPress, noun: Noun, answered: dict[str, Any]) -> Stored:
    """Read an item that was just written; where that fails, take the write's own answer, unchecked."""
    try:
        item = find(site, noun, answered["id"])
    except (SiteTrouble, Refusal):
        return Stored(answered, fields_of(noun, answered), unchecked=True)
    return Stored(item, fields_of(noun, item))


def seen_gone(is_there: Callable[[], bool]) -> bool:
    """Look that what was deleted is gone, and tell whether that could be looked at.

    Raises:
        SiteTrouble: `respira_nothing_stored`, it is still there.
    """
    try:
        there = is_there()
    except (SiteTrouble, Refusal):
        return False
    if there:
        raise SiteTrouble(NOTHING_STORED, written="no")
    return True


def demand_gone(is_there: Callable[[], bool]) -> None:
    """Demand that what a restore deleted is gone.

    Raises:
        SiteTrouble: `respira_nothing_stored`, it is still there; any other, it could not be looked at.
        Refusal: it could not be looked at.
    """
    if is_there():
        raise SiteTrouble(NOTHING_STORED, written="no")


def demand_something_stored(asked: Mapping[str, Any], before: Mapping[str, Any], stored: Stored) -> None:
    """Demand that at least one asked field has moved, or was as asked from the start.

    Raises:
        SiteTrouble: `respira_nothing_stored`.
    """
    if stored.unchecked or not asked:
        return
    for name, value in asked.items():
        kept = stored.fields.get(name)
        if same(name, value, kept) or not same(name, before.get(name), kept):
            return
    raise SiteTrouble(NOTHING_STORED, _why_nothing(list(asked)), written="no", fields=list(asked))


def _why_nothing(names: list[str]) -> str:
    words = (
        f"The site answered that it saved, but kept its former value of: {listed([label(name) for name in names])}."
    )
    if all(name.startswith(META) for name in names):
        words += " These custom fields are not open to the REST interface of the site."
    return words


def differing(asked: Mapping[str, Any], stored: Stored) -> list[str]:
    """Return the asked fields that the site holds otherwise than asked."""
    return unlike(asked, asked, stored.fields)


def why_differing(asked: Mapping[str, Any], stored: Stored) -> str:
    """Return what is known of why the site holds asked fields otherwise: a closed custom field, a text cut short."""
    if stored.unchecked:
        return ""
    differs = differing(asked, stored)
    closed = [label(name) for name in differs if name.startswith(META) and name not in stored.fields]
    sentences = [f"{name} is not open to the REST interface of the site, so it was left out." for name in closed]
    for name in differs:
        sent, kept = asked[name], stored.fields.get(name)
        if isinstance(sent, str) and isinstance(kept, str) and kept and sent.startswith(kept.rstrip()):
            kept_part = f"the site kept only the first {len(kept)} of {len(sent)} characters."
            sentences.append(f"{label(name)}: {kept_part}")
    return " ".join(sentences)


def landed_partly(asked: Mapping[str, Any], before: Mapping[str, Any], now: Mapping[str, Any]) -> Landed:
    """Tell from reading whether a lost write has landed: "yes", "no" or "unknown"."""
    moved = unlike(asked, before, asked)
    if any(same(name, asked[name], now.get(name)) for name in moved):
        return "yes"
    untouched = not unlike(asked, before, now)
    return "no" if untouched and moved else "unknown"


def or_settle(
    site: WordPress, write: Callable[[], Performed], settle: Callable[[], Settled], *, lost_too: bool = False
) -> Performed:
    """Write; when the site answers an error after which something may have been saved, look.

    A write may be several requests: once one was taken, the error of a later one is no proof that nothing changed.

    Args:
        lost_too: look after a lost answer too. Then only a yes counts: a slow site may still be saving.
    Raises:
        SiteTrouble: the write's own, with `written` "no" only where nothing was sent or looking has proved it.
    """
    try:
        return write()
    except SiteTrouble as trouble:
        lost = trouble.code == "respira_outcome_unknown"
        if is_nothing(site, trouble) or (lost and not lost_too):
            raise
        trouble.written = "perhaps"
        try:
            found = settle()
        except (SiteTrouble, Refusal):
            raise trouble from None
        if found.landed == "yes" and found.performed is not None:
            return found.performed
        if found.landed == "no" and not lost:
            trouble.written = "no"
        raise


def made_or_found(make: Callable[[], dict[str, Any]], find: Callable[[], dict[str, Any] | None]) -> dict[str, Any]:
    """Make something of which there was none right before; where the answer is in doubt, look whether it is there.

    Args:
        find: returns what there is of it now.

    Raises:
        SiteTrouble: it was not made, or that is not certain.
    """
    try:
        return make()
    except SiteTrouble as trouble:
        try:
            found = None if trouble.written == "no" else find()
        except (SiteTrouble, Refusal):
            # Of the two troubles only that of the write tells what may be there now.
            raise trouble from None
        if found is None:
            raise
        return found


def was_answered(trouble: SiteTrouble) -> bool:
    """Tell whether WordPress itself answered, so that it is not still at work on the write."""
    return trouble.code != "respira_outcome_unknown" and trouble.status not in _GAVE_UP


def is_nothing(site: WordPress, trouble: SiteTrouble) -> bool:
    """Tell whether trouble proves that nothing of a write, all its requests together, is on the site."""
    if trouble.written != "no":
        return False
    return trouble.code == NOTHING_STORED or not site.wrote
