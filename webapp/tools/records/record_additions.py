"""Making a record: a term, a comment or a user. Undoing deletes it for good, as long as nothing hangs on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from webapp.tools.answers import (
    NEW,
    Arguments,
    LandsOn,
    Performed,
    Proposal,
    Restored,
    SavedSnapshot,
    Settled,
    State,
    Target,
)
from webapp.tools.brought_back import ALREADY, AS_WANTED, SHOWN, cannot, deletes, edited_since, makes_again
from webapp.tools.new_ids import of_record
from webapp.tools.records.record_changes import answered, hidden, kept, kept_record, note, read_again
from webapp.tools.records.records import Record, RecordRoom, changes_of, fields_edited, fields_of, find, is_there
from webapp.tools.tool import Scene
from webapp.tools.values import body_of, item_of
from webapp.tools.writing import made_or_found, or_settle
from webapp.wordpress.client import WordPress

_TWICE = "Another step of the plan adds the same: once that has run, WordPress may refuse this one."


class GrowingRoom(RecordRoom, Protocol):
    """A room whose records can be made."""

    def alike(self, site: WordPress, record: Record, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the records on the site that a call could have made, as far as can be told from reading."""

    def place(self, arguments: Arguments, asked: Mapping[str, Any], state: State) -> tuple[str, str]:
        """Return the name that tells a new record apart from others that are to be made, empty where it has none,
        and where it is added, as the end of a sentence."""

    @property
    def made_again(self) -> str:
        """The sentence on what an undo brings back of a record that is made again, and what not."""

    def remade(self, fields: Mapping[str, Any]) -> State:
        """Return those of a record's fields that are sent when it is made again."""

    def demand_unused(self, site: WordPress, record: Record, record_id: int, fields: Mapping[str, Any]) -> None:
        """Demand that nothing hangs on a record that is to be taken away again.

        Raises:
            Refusal: `respira_cannot_restore`.
        """

    def taking_away(self, site: WordPress) -> dict[str, Any]:
        """Return what a delete for good needs besides `force`."""


@dataclass(frozen=True)
class RecordAddition:
    """The six answers of making a record."""

    room: GrowingRoom

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Refuse what could never run."""
        record, asked = self.room.record(site, arguments), self.room.asked(arguments)
        return {"about.word": record.word, **self.room.check(site, record, arguments, asked, {})}

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what the new record would hold."""
        record, asked = self.room.spoken(state["about.word"]), self.room.asked(arguments)
        marks, where = self.room.place(arguments, asked, state)
        twice = [_TWICE] if state.get("new.planned") else []
        return Proposal(
            effect=f"Add the {record.called(asked)}{where}.",
            target=Target(record.kind, f"{NEW}{marks or scene.mark}", record.name(asked)),
            lands_on=LandsOn("live", note(record)),
            changes=[
                *changes_of(self.room, record, {}, asked, state),
                *hidden(record, [name for name in self.room.secrets(arguments, new=True) if name in arguments]),
            ],
            after={"new.planned": True},
            undo=self.room.undo(arguments, asked, new=True),
            warnings=[*self.room.cautions(arguments, asked, state, new=True), *twice],
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep which ones there are that look like it."""
        record, asked = self.room.record(site, arguments), self.room.asked(arguments)
        known = [item["id"] for item in self.room.alike(site, record, asked)]
        return {**kept(record, None, asked), "saved.known": known}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Make it, read it back, compare."""
        record, asked = kept_record(self.room, saved), self.room.asked(arguments)

        def write() -> Performed:
            made = item_of(site.post(record.rest, self._body(arguments, asked)))
            now, unchecked = read_again(site, record, made["id"], made)
            return self._made(record, asked, made, now, unchecked=unchecked)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def _body(self, arguments: Arguments, asked: State) -> dict[str, Any]:
        return {**body_of(asked), **self.room.secrets(arguments, new=True)}

    def _made(
        self, record: Record, asked: State, made: Mapping[str, Any], now: State, *, unchecked: bool = False
    ) -> Performed:
        return Performed(
            result={
                "success": True,
                "created": True,
                "id": made["id"],
                **answered(record, now),
                "link": made.get("link"),
            },
            after={},
            undo=_left(made["id"], now),
            differs=record.unlike(asked, asked, now),
            unchecked=unchecked,
        )

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look for one that was not there before and is as asked."""
        record, asked = kept_record(self.room, saved), self.room.asked(arguments)
        news = [item for item in self.room.alike(site, record, asked) if item["id"] not in saved["saved.known"]]
        if len(news) == 1:
            return Settled("yes", self._made(record, asked, news[0], fields_of(record, news[0])))
        return Settled("unknown" if news else "no")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the record that a restore would delete, and what somebody changed of it: nothing may hang on it."""
        record, made_id = kept_record(self.room, snapshot.before), snapshot.undo.get("undo.id")
        if made_id is None:
            raise cannot("It is not known what the write left behind, so nothing is put back.")
        left = snapshot.undo["undo.after"]
        state = {"undone.id": made_id, "now.fields": left}
        if not is_there(site, record, made_id):
            self._demand_no_other(site, record, snapshot)
            return {**state, **AS_WANTED}
        now = fields_of(record, find(site, record, made_id))
        self.room.demand_unused(site, record, made_id, now)
        since = edited_since(snapshot, fields_edited(record, left, now))
        gone = dict.fromkeys(name for name, value in now.items() if value)
        return {
            "undone.id": made_id,
            "now.fields": now,
            SHOWN: [change.as_json() for change in changes_of(self.room, record, now, gone, snapshot.before)],
            **deletes(f"the {record.called(now)}", self.room.made_again),
            **since,
        }

    def _demand_no_other(self, site: WordPress, record: Record, snapshot: SavedSnapshot) -> None:
        """Demand that what is gone did not come back under another id, such as by undoing a delete."""
        left, known = snapshot.undo["undo.after"], snapshot.before["saved.known"]
        other = next((item["id"] for item in self.room.alike(site, record, left) if item["id"] not in known), None)
        if other is not None:
            called = record.called(left)
            words = f"The {called} is not there any more, but another {called} is, with the id {other}."
            raise cannot(words, hint="Delete that one if nobody needs it.")

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Delete the record for good."""
        record = kept_record(self.room, snapshot.before)
        if not state.get(ALREADY):
            site.delete(record.path(state["undone.id"]), force=True, **self.room.taking_away(site))
        still = is_there(site, record, state["undone.id"])
        called = record.called(state["now.fields"])
        message = f"The {called} is {'still there' if still else 'gone again'}."
        return Restored(message, ["deleted"] if still else [])

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Look that there is no other of the kind by now."""
        record, fields = kept_record(self.room, snapshot.before), snapshot.before["now.fields"]
        if self.room.alike(site, record, fields):
            raise cannot(f"There is another {record.called(fields)} by now.")
        new = {name: value for name, value in fields.items() if value}
        return {
            "again.fields": fields,
            SHOWN: [change.as_json() for change in changes_of(self.room, record, {}, new, snapshot.before)],
            **makes_again(f"the {record.called(fields)}"),
        }

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Make it again; it gets a new id."""
        record, fields = kept_record(self.room, snapshot.before), state["again.fields"]
        body = self._body({}, self.room.remade(fields))
        made = made_or_found(
            lambda: item_of(site.post(record.rest, body)),
            lambda: next(iter(self.room.alike(site, record, fields)), None),
        )
        now = fields_of(record, find(site, record, made["id"]))
        wanted = self.room.remade(fields)
        differs = record.unlike(wanted, wanted, now)
        message = f"The {record.called(now)} is there again, with the new id {made['id']}."
        new_ids = of_record(record.rest, snapshot.undo["undo.id"], made)
        return Restored(message, differs, anew=_left(made["id"], now), new_ids=new_ids)


def _left(made_id: int, fields: State) -> State:
    """Return what undoing needs to know of a record that was made, also of one that was made again."""
    return {"undo.id": made_id, "undo.after": fields}
