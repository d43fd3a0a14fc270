"""A draft copy in front of a person: putting it onto the live item, binning it, and bringing it back.

Only the fields in which the copy differs from what it was when made are written onto the live item, and the
status and slug that a step asked for. What differs is told in comparing.py. Whether a person may say yes is decided
above.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Comparison, HeldCopy, Performed, Restored, SavedSnapshot, Settled, State
from webapp.tools.brought_back import cannot
from webapp.tools.items.comparing import compare_copy, settled
from webapp.tools.items.copying import no_such_copy
from webapp.tools.items.publishing import compare_draft, in_words_of_drafts, publish, settle_published
from webapp.tools.items.shown_values import state_for_people
from webapp.tools.nouns import Noun, NounSource
from webapp.tools.putting_back import changed, look, look_again, put_back, put_forward, write_back
from webapp.tools.values import fields_of, find, find_in_use, find_open_draft, text_of, under, unlike, within
from webapp.tools.writing import demand_something_stored, landed_partly, or_settle, send
from webapp.wordpress.client import WordPress

# What the trash takes from a draft: its place, and that it had no date where it had none.
_TAKEN = ("slug", "status", "date")


@dataclass(frozen=True)
class DraftCopies:
    """What can be done with the draft copies of the kinds of items that a source knows."""

    source: NounSource

    def compare(self, site: WordPress, copy: HeldCopy) -> Comparison:
        """Compare copy, live item, and what both were when the copy was made; or tell what a new draft holds."""
        noun = self.source.of(site, copy.kind)
        return compare_draft(site, noun, copy) if copy.is_new else compare_copy(site, noun, copy)

    def settled(self, comparison: Comparison, choices: Mapping[str, str]) -> Comparison:
        """Return what is left to write once a person chose, for each field that clashes, whose value stands."""
        return settled(comparison, choices)

    def approve(self, site: WordPress, copy: HeldCopy, comparison: Comparison) -> Performed:
        """Write the copy's changes onto the live item, and read it back; or publish a new draft."""
        noun = self.source.of(site, copy.kind)
        if copy.is_new:
            return publish(site, noun, copy, comparison)
        if comparison.clashes:
            names = ", ".join(change.label for change in comparison.clashes)
            raise Refusal("respira_copy_conflict", f"The live item and the copy were both changed: {names}.")
        asked = comparison.values

        def write() -> Performed:
            if not asked:
                return self._approved(copy, comparison, fields_of(noun, find_in_use(site, noun, copy.original_id)))
            stored = send(site, noun, copy.original_id, asked)
            demand_something_stored(asked, within("live", comparison.live), stored)
            return self._approved(copy, comparison, stored.fields, unchecked=stored.unchecked)

        return or_settle(site, write, lambda: self.settle(site, copy, comparison), lost_too=True)

    def settle(self, site: WordPress, copy: HeldCopy, comparison: Comparison) -> Settled:
        """Read the live item, or the new draft, and tell whether an approval landed whose answer was lost."""
        noun = self.source.of(site, copy.kind)
        if copy.is_new:
            return settle_published(site, noun, copy, comparison)
        if not comparison.values:
            return Settled("no")
        now = fields_of(noun, find(site, noun, copy.original_id))
        landed = landed_partly(comparison.values, within("live", comparison.live), now)
        return Settled(landed, self._approved(copy, comparison, now) if landed == "yes" else None)

    def _approved(self, copy: HeldCopy, comparison: Comparison, now: State, *, unchecked: bool = False) -> Performed:
        asked, before = comparison.values, within("live", comparison.live)
        undated = comparison.live.get("about.undated", False)
        # What an earlier approval wrote, whose answer was lost, is kept in `live` and undone with this one.
        undo = changed(copy.original_id, {**before, **asked}, before, now, undated=undated)
        return Performed(
            result={
                "success": True,
                "id": copy.original_id,
                "title": now.get("title", ""),
                "status": now.get("status"),
            },
            after=under("live", now),
            undo=undo,
            differs=unlike(asked, asked, now),
            unchecked=unchecked,
        )

    def clear_away(self, site: WordPress, copy: HeldCopy) -> None:
        """Bin a copy whose changes are on the live item; a new draft is the item itself, and stays."""
        if not copy.is_new:
            with suppress(SiteTrouble):
                site.delete(self.source.of(site, copy.kind).path(copy.copy_id))

    def reject(self, site: WordPress, copy: HeldCopy) -> State:
        """Bin the copy. One that is gone already is no fault; one that somebody published is left alone.

        Returns:
            What the trash takes from it, for `bring_back`; empty where nothing was binned.
        """
        noun = self.source.of(site, copy.kind)
        item = find_open_draft(site, noun, copy.copy_id)
        if item is None:
            return {}
        site.delete(noun.path(copy.copy_id))
        return {name: value for name, value in fields_of(noun, item).items() if name in _TAKEN}

    def bring_back(self, site: WordPress, copy: HeldCopy, left: State) -> Restored:
        """Make the copy a draft again where it is in the trash, and read it back; one that is a draft stays as it is.

        Args:
            left: what `reject` returned.

        Raises:
            Refusal: `respira_cannot_restore`, it was deleted or published since.
        """
        noun = self.source.of(site, copy.kind)
        if find_open_draft(site, noun, copy.copy_id) is not None:
            return Restored("It is a draft.")
        if not self._is_in_trash(site, noun, copy.copy_id):
            called = "New draft" if copy.is_new else "Draft copy"
            raise cannot(f"{called} {copy.copy_id} was deleted or published since.")
        return write_back(site, noun, copy.copy_id, left or {"status": "draft", "date": None})

    def _is_in_trash(self, site: WordPress, noun: Noun, copy_id: int) -> bool:
        try:
            return find(site, noun, copy_id).get("status") == "trash"
        except Refusal as refusal:
            if refusal.code == "respira_not_found":
                return False
            raise

    def rendered(self, site: WordPress, copy: HeldCopy) -> tuple[str, str]:
        """Return the copy's title as plain text, and its text as WordPress draws it, without a theme."""
        noun = self.source.of(site, copy.kind)
        item = find_open_draft(site, noun, copy.copy_id)
        if item is None:
            raise no_such_copy(noun.word, copy.copy_id)
        content = item.get("content")
        html = str(content.get("rendered", "")) if isinstance(content, dict) else ""
        return text_of(item.get("title")), html

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing an approval would overwrite."""
        noun = self.source.of(site, snapshot.target.kind)
        return state_for_people(site, noun, look(site, noun, snapshot))

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Put the live item's former values back. The copy stays in the trash; what was a new draft is one again."""
        noun = self.source.of(site, snapshot.target.kind)
        return in_words_of_drafts(noun, snapshot, put_back(site, noun, snapshot, state))

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would overwrite."""
        noun = self.source.of(site, snapshot.target.kind)
        return state_for_people(site, noun, look_again(site, noun, snapshot))

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Put the approved values on the live item again."""
        return put_forward(site, self.source.of(site, snapshot.target.kind), snapshot, state)
