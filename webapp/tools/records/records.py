"""Records: what a site keeps beside its pages, without draft copies: terms, comments, users.

A record's fields are kept raw, as the site answers them, so that sending them back changes nothing; people are shown
them as they were typed. Which kinds there are, and what is special about each, is told by a `RecordRoom`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from webapp.diffs.fields import label as label_of
from webapp.diffs.fields import shown as shown_of
from webapp.diffs.fingerprint import canonical
from webapp.errors import Refusal, SiteTrouble
from webapp.tools import brought_back, values
from webapp.tools.answers import Arguments, Change, State
from webapp.tools.spoken import plain
from webapp.tools.standing_in import stands_in
from webapp.tools.values import META, item_of, text_of
from webapp.wordpress.client import WordPress


@dataclass(frozen=True)
class Record:
    """A kind of record, on one site.

    Attributes:
        kind: as targets name it.
        word: what people call one, such as `category`.
        rest: the REST path of all of them; empty in a forecast, which asks no site.
        fields: what can be read and written; custom fields come beside them as `meta.NAME`.
        naming: the field that names one.
        escaped: the fields that WordPress keeps and shows HTML-escaped.
        entities: the fields in which WordPress writes an entity for an ampersand, and leaves the HTML as it is.
        labels: what people call those fields that have another name here.
        meta: whether its custom fields are read and written.
        seen: what a person sees of one besides what changes; where it moved, they look again.
        carried: what WordPress overwrites with facts about whoever saves, unless it is sent along as it was.
    """

    kind: str
    word: str
    rest: str
    fields: tuple[str, ...]
    naming: str
    escaped: Collection[str] = ()
    entities: Collection[str] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    meta: bool = False
    seen: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()

    def path(self, record_id: int) -> str:
        """Return the REST path of one."""
        return f"{self.rest}/{record_id}"

    def called(self, fields: Mapping[str, Any]) -> str:
        """Return how a sentence calls one: "category News"."""
        return f"{self.word} {self.name(fields)}"

    def name(self, fields: Mapping[str, Any]) -> str:
        """Return what one is called, on one line and not too long."""
        name = " ".join(plain(fields.get(self.naming)).split())
        return (f"{name[:59]}…" if len(name) > 60 else name) or "without a name"

    def label(self, name: str) -> str:
        """Return what people call a field."""
        return self.labels.get(name) or label_of(name)

    def labelled(self, names: Iterable[str]) -> str:
        """Return fields as part of a sentence."""
        words = [self.label(name) for name in names]
        return ", ".join(word if word.startswith("Custom field") else word[0].lower() + word[1:] for word in words)

    def same(self, name: str, one: Any, other: Any) -> bool:
        """Tell whether two values of a field mean the same to WordPress."""
        if isinstance(one, str) and isinstance(other, str):
            return self.typed(name, one).strip() == self.typed(name, other).strip()
        if name.startswith(META) and (one is None or other is None):
            return not one and not other
        return bool(canonical(one) == canonical(other))

    def typed(self, name: str, text: str) -> str:
        """Return a field's text as a person typed it."""
        if name in self.escaped:
            return plain(text)
        return text.replace("&amp;", "&") if name in self.entities else text

    def unlike(self, names: Iterable[str], one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
        """Return those of the fields whose values differ."""
        return [name for name in names if not self.same(name, one.get(name), other.get(name))]


class RecordRoom(Protocol):
    """What is special about one kind of record. Everything else is the same for all of them."""

    def record(self, site: WordPress, arguments: Arguments) -> Record:
        """Return the kind of record that a call is about. May ask the site.

        Raises:
            Refusal: `respira_not_found`.
        """

    def spoken(self, word: str) -> Record:
        """Return the kind of record without the site, for words."""

    def asked(self, arguments: Arguments) -> State:
        """Return the fields that a call asks for, in REST's names. Never a secret."""

    def secrets(self, arguments: Arguments, *, new: bool) -> dict[str, Any]:
        """Return what goes to the site besides, and is neither shown nor kept."""

    def check(
        self, site: WordPress, record: Record, arguments: Arguments, asked: State, item: Mapping[str, Any]
    ) -> State:
        """Refuse what could never run, and return what is only known about it, as keys of a state.

        Args:
            item: the record as it is; empty where one is to be made.

        Raises:
            Refusal: with the reason.
        """

    def shown(self, name: str, value: Any, state: State) -> Any:
        """Return a value as people are shown it."""

    def cautions(self, arguments: Arguments, asked: State, state: State, *, new: bool) -> list[str]:
        """Return what a person should know before saying yes, one sentence each."""

    def undo(self, arguments: Arguments, asked: State, *, new: bool) -> str:
        """Return the sentence on what undo brings back, and what not."""


def find(site: WordPress, record: Record, record_id: int) -> dict[str, Any]:
    """Return a record as its editors see it.

    Raises:
        Refusal: `respira_not_found`; `respira_site_forbids` when the login may not see it so.
    """
    try:
        return item_of(site.get(record.path(record_id), context="edit"), written="no")
    except SiteTrouble as trouble:
        if trouble.status == 404:
            raise Refusal("respira_not_found", f"There is no {record.word} {record_id} on the site.") from trouble
        if trouble.status in (401, 403):
            words = f"The site's own login may not edit {record.word} {record_id}."
            raise Refusal("respira_site_forbids", words) from trouble
        raise


def is_there(site: WordPress, record: Record, record_id: int) -> bool:
    """Tell whether a record is on the site."""
    return values.is_there(lambda: find(site, record, record_id))


def fields_of(record: Record, item: Mapping[str, Any]) -> State:
    """Return a record's fields, raw, custom fields as `meta.NAME`."""
    fields = {name: _raw(item[name]) for name in record.fields if name in item}
    return {**fields, **custom(item.get("meta"))} if record.meta else fields


def _raw(value: Any) -> Any:
    return text_of(value) if isinstance(value, Mapping) else value


def carried_of(record: Record, item: Mapping[str, Any]) -> dict[str, Any]:
    """Return what has to be sent along with every change, so that it stays as it is."""
    return values.filled(record.carried, item)


def custom(meta: Any) -> State:
    """Return custom fields as `meta.NAME`."""
    return {META + str(name): value for name, value in meta.items()} if isinstance(meta, Mapping) else {}


def changes_of(
    room: RecordRoom, record: Record, before: Mapping[str, Any], after: Mapping[str, Any], state: State
) -> list[Change]:
    """Return what a person is shown of fields before and after; only those that differ."""
    return [
        Change(
            name,
            record.label(name),
            _as_typed(room, record, name, before.get(name), state),
            _as_typed(room, record, name, after[name], state),
            shown_of(name),
        )
        for name in record.unlike(after, before, after)
    ]


def _as_typed(room: RecordRoom, record: Record, name: str, value: Any, state: State) -> Any:
    if stands_in(value):
        return value
    if isinstance(value, str) and name in (*record.escaped, *record.entities):
        return record.typed(name, value)
    return room.shown(name, value, state)


def fields_edited(record: Record, left: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return what people call the fields that are not as a write, or a restore, left them."""
    return brought_back.fields_edited(left, now, unlike=record.unlike, label=record.label)


def told(record: Record, fields: Mapping[str, Any], differs: Collection[str]) -> str:
    """Return the sentence about a record that was put back."""
    return brought_back.told(record.called(fields), differs, labelled=record.labelled)
