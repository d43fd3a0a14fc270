"""Changing a record: a term, a comment or a user. It has no draft copy, so the change is live when it runs.

Only the fields that are meant are sent, and undoing sends only those back, never over somebody's later work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import (
    Arguments,
    Change,
    LandsOn,
    Performed,
    Proposal,
    Restored,
    SavedSnapshot,
    Settled,
    State,
    Target,
)
from webapp.tools.brought_back import MEANS, Unlike, cannot
from webapp.tools.former_values import FormerValues
from webapp.tools.records.records import (
    Record,
    RecordRoom,
    carried_of,
    changes_of,
    fields_of,
    find,
    told,
)
from webapp.tools.spoken import plain
from webapp.tools.tool import Scene
from webapp.tools.values import body_of, only, under, within
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress

_ALL_BUT = "This puts back what was there before, but for the {}, which was never known to us."


@dataclass(frozen=True)
class RecordChange(FormerValues):
    """The six answers of changing a record."""

    room: RecordRoom

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read what is asked for; refuse what could never run."""
        record, asked = self.room.record(site, arguments), self.room.asked(arguments)
        if not asked and not self.room.secrets(arguments, new=False):
            raise Refusal("respira_nothing_to_change")
        item = find(site, record, arguments["id"])
        return {
            **under("live", only(dict.fromkeys((record.naming, *record.seen, *asked)), fields_of(record, item))),
            "about.word": record.word,
            "about.link": item.get("link"),
            **self.room.check(site, record, arguments, asked, item),
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell each field before and after."""
        record, asked = self.room.spoken(state["about.word"]), self.room.asked(arguments)
        secret = self.room.secrets(arguments, new=False)
        live = within("live", state)
        changes = changes_of(self.room, record, live, asked, state)
        names = record.labelled([*asked, *secret])
        already = [record.label(name) for name in asked if record.same(name, asked[name], live.get(name))]
        return Proposal(
            effect=f"Change the {record.called(live)}: {names}.",
            target=Target(record.kind, str(arguments["id"]), record.name(live), state.get("about.link")),
            lands_on=LandsOn("live", note(record)),
            changes=[*changes, *hidden(record, list(secret))],
            after=under("live", asked),
            undo=self.room.undo(arguments, asked, new=False),
            warnings=[
                *self.room.cautions(arguments, asked, state, new=False),
                *(f"{label}: it is so already." for label in already),
            ],
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Read every field of the record."""
        record = self.room.record(site, arguments)
        item = find(site, record, arguments["id"])
        return {
            **kept(record, arguments["id"], fields_of(record, item)),
            "saved.carried": carried_of(record, item),
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Send the fields that are meant, read back, compare."""
        record, asked = kept_record(self.room, saved), self.room.asked(arguments)
        secret = self.room.secrets(arguments, new=False)

        def write() -> Performed:
            answer = site.post(record.path(arguments["id"]), {**saved["saved.carried"], **body_of(asked), **secret})
            now, unchecked = read_again(site, record, arguments["id"], answer.body)
            if not unchecked and not secret and _kept_its_own(record, asked, saved["saved.fields"], now):
                raise SiteTrouble(NOTHING_STORED, written="no", fields=list(asked))
            return self._performed(record, asked, saved, now, secret=list(secret), unchecked=unchecked)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def _performed(
        self,
        record: Record,
        asked: State,
        saved: State,
        now: State,
        *,
        secret: Sequence[str],
        unchecked: bool = False,
    ) -> Performed:
        former = saved["saved.fields"]
        moved = record.unlike(asked, former, now)
        return Performed(
            result={"success": True, "updated": True, "id": saved["saved.id"], **answered(record, now)},
            after=under("live", now),
            undo={
                "undo.id": saved["saved.id"],
                "undo.before": only(moved, former),
                "undo.after": only(moved, now),
                "undo.never_known": list(secret),
            },
            differs=record.unlike(asked, asked, now),
            unchecked=unchecked,
        )

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Read the record: any asked field that moved as asked tells that it landed."""
        record, asked = kept_record(self.room, saved), self.room.asked(arguments)
        now, former = fields_of(record, find(site, record, saved["saved.id"])), saved["saved.fields"]
        moving = record.unlike(asked, former, asked)
        if any(record.same(name, asked[name], now.get(name)) for name in moving):
            secret = list(self.room.secrets(arguments, new=False))
            return Settled("yes", self._performed(record, asked, saved, now, secret=secret))
        untouched = not record.unlike(asked, former, now)
        # Nobody can read a password, so where only that would have moved there is nothing to tell by.
        return Settled("no" if moving and untouched else "unknown")

    def former(self, snapshot: SavedSnapshot) -> State:
        """Return the values before the write of what it changed."""
        _record, before, _after = _moved(self.room, snapshot)
        return before

    def left(self, snapshot: SavedSnapshot) -> State:
        """Return what the write left of them."""
        _record, _before, after = _moved(self.room, snapshot)
        return after

    def present(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the record."""
        return _present(site, kept_record(self.room, snapshot.before), snapshot.undo["undo.id"])

    def send(self, site: WordPress, snapshot: SavedSnapshot, fields: State) -> None:
        """Send values, with what must go along."""
        record, record_id = kept_record(self.room, snapshot.before), snapshot.undo["undo.id"]
        carried = carried_of(record, find(site, record, record_id))
        site.post(record.path(record_id), {**carried, **body_of(fields)})

    def comparing(self, snapshot: SavedSnapshot) -> Unlike:
        """Compare values as this kind of record has them."""
        return kept_record(self.room, snapshot.before).unlike

    def shown(self, site: WordPress, snapshot: SavedSnapshot, now: State, later: State) -> list[dict[str, Any]]:
        """Show the fields by their labels."""
        record = kept_record(self.room, snapshot.before)
        return [change.as_json() for change in changes_of(self.room, record, now, later, snapshot.before)]

    def called(self, snapshot: SavedSnapshot, name: str) -> str:
        """Return what people call a field of such a record."""
        return kept_record(self.room, snapshot.before).label(name)

    def told(self, snapshot: SavedSnapshot, present: State, differs: list[str]) -> str:
        """Tell of the record."""
        return told(kept_record(self.room, snapshot.before), present, differs)

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the fields that a restore would overwrite."""
        record, _before, after = _moved(self.room, snapshot)
        lost = snapshot.undo["undo.never_known"]
        if lost and not after:
            raise cannot(f"The former {record.labelled(lost)} was never known to us, so it can not be put back.")
        means = {MEANS: _ALL_BUT.format(record.labelled(lost))} if lost else {}
        return {**super().restore_state(site, snapshot), **means}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send the former values back, and say what was never known."""
        restored, lost = super().restore(site, snapshot, state), snapshot.undo["undo.never_known"]
        if not lost:
            return restored
        differs = [*restored.differs, *lost]
        return replace(restored, message=self.told(snapshot, self.present(site, snapshot), differs), differs=differs)


def note(record: Record) -> str:
    """Return the sentence about where a change of such a record lands."""
    article = "An" if record.word[:1].lower() in "aeio" else "A"
    return f"{article} {record.word} has no draft copy: this changes the live site when the step runs."


def hidden(record: Record, names: Sequence[str]) -> list[Change]:
    """Return what a person is shown of fields whose values nobody is shown."""
    return [Change(name, record.label(name), None, "a new one, which is not shown") for name in names]


def kept(record: Record, record_id: int | None, fields: State) -> State:
    """Return what is saved of a record, with the place where it is found again."""
    return {
        "saved.id": record_id,
        "saved.rest": record.rest,
        "saved.word": record.word,
        "saved.fields": fields,
    }


def kept_record(room: RecordRoom, saved: Mapping[str, Any]) -> Record:
    """Return the kind of record that was saved, without asking the site."""
    return replace(room.spoken(saved["saved.word"]), rest=saved["saved.rest"])


def answered(record: Record, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's fields for the agent, as they were typed; custom fields are left to a read."""
    return {
        name: plain(fields[name]) if name in record.escaped else fields[name]
        for name in record.fields
        if name in fields
    }


def read_again(site: WordPress, record: Record, record_id: int, body: Any) -> tuple[State, bool]:
    """Read a record that was just written; where that fails, take the write's own answer, unchecked."""
    try:
        return fields_of(record, find(site, record, record_id)), False
    except (SiteTrouble, Refusal):
        return fields_of(record, body if isinstance(body, Mapping) else {}), True


def _kept_its_own(record: Record, asked: State, former: State, now: State) -> bool:
    return all(
        not record.same(name, asked[name], now.get(name)) and record.same(name, former.get(name), now.get(name))
        for name in asked
    )


def _moved(room: RecordRoom, snapshot: SavedSnapshot) -> tuple[Record, State, State]:
    if "undo.before" not in snapshot.undo:
        raise cannot("It is not known what the write left behind, so nothing is put back.")
    return kept_record(room, snapshot.before), snapshot.undo["undo.before"], snapshot.undo["undo.after"]


def _present(site: WordPress, record: Record, record_id: int) -> State:
    try:
        return fields_of(record, find(site, record, record_id))
    except Refusal as refusal:
        raise cannot(refusal.message) from refusal
