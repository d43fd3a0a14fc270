"""Putting former values of one thing back, and forth again: what every tool that changes values does alike.

Only what the write really changed is sent back, and nothing where it is so already; over the work of somebody who
changed that since only where a person wants it. How a thing is read, sent and told of is said by the tool, which
inherits `FormerValues`. What a tool makes or deletes is put back elsewhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from webapp.diffs.fields import label
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Restored, SavedSnapshot, State
from webapp.tools.brought_back import AS_WANTED, AS_WANTED_AGAIN, SHOWN, Unlike, edited_since, shown_changes
from webapp.tools.values import only, under, within
from webapp.wordpress.client import WordPress


class WayBack(NamedTuple):
    """What a restore is to do.

    Attributes:
        former: the values to send: those that the write changed.
        now: the same as they are at present.
        already: they are as they were before.
        edited: the names of those that somebody changed since, to something else than they were before.
    """

    former: State
    now: State
    already: bool
    edited: list[str]


def way_back(former: Mapping[str, Any], left: Mapping[str, Any], now: Mapping[str, Any], unlike: Unlike) -> WayBack:
    """Return what a restore is to do.

    Args:
        former: the values right before the write.
        left: what the write left; of what is not told there, the present value counts.
        now: the present values.
    """
    left = {**now, **left}
    changed = unlike(former, former, left)
    already = bool(changed) and not unlike(changed, former, now)
    edited = unlike(unlike(changed, left, now), former, now)
    return WayBack(only(changed, former), only(changed, now), already, edited)


def exactly_unlike(names: Iterable[str], one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return those of some names whose values are not equal."""
    return [name for name in names if one.get(name) != other.get(name)]


class FormerValues(ABC):
    """The four answers of a write about its undo, where that is sending former values back.

    In the states that are kept, `undone.fields` is what a restore sends, `now.NAME` what it overwrites, and
    `left.NAME` what it left.
    """

    @abstractmethod
    def former(self, snapshot: SavedSnapshot) -> State:
        """Return the values right before the write."""

    @abstractmethod
    def left(self, snapshot: SavedSnapshot) -> State:
        """Return what the write left of them, as far as that is known."""

    @abstractmethod
    def present(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the present values.

        Raises:
            Refusal: `respira_cannot_restore`, the thing is not there any more.
        """

    @abstractmethod
    def send(self, site: WordPress, snapshot: SavedSnapshot, fields: State) -> None:
        """Send values."""

    @abstractmethod
    def told(self, snapshot: SavedSnapshot, present: State, differs: list[str]) -> str:
        """Return the sentence about what was put back.

        Args:
            present: the values after that.
            differs: the names of those that are not as they were to be.
        """

    def comparing(self, snapshot: SavedSnapshot) -> Unlike:
        """Return how values are compared."""
        return exactly_unlike

    def shown(self, site: WordPress, snapshot: SavedSnapshot, now: State, later: State) -> list[dict[str, Any]]:
        """Return what a person is shown of values becoming others."""
        return shown_changes(now, later)

    def called(self, snapshot: SavedSnapshot, name: str) -> str:
        """Return what people call a value."""
        return label(name)

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would overwrite, and what somebody changed of it since."""
        back = way_back(
            self.former(snapshot), self.left(snapshot), self.present(site, snapshot), self.comparing(snapshot)
        )
        state: State = {"undone.fields": back.former, **under("now", back.now)}
        if back.already:
            return {**state, **AS_WANTED}
        edited = [self.called(snapshot, name) for name in back.edited]
        since = edited_since(snapshot, edited)
        return {**state, SHOWN: self.shown(site, snapshot, back.now, back.former), **since}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send the former values back, and nothing else."""
        return self._put(site, snapshot, state["undone.fields"], within("now", state))

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would overwrite, and what somebody changed of it since."""
        later = within("now", snapshot.before)
        now = only(later, self.present(site, snapshot))
        state: State = under("again", now)
        unlike = self.comparing(snapshot)
        if not unlike(later, later, now):
            return {**state, **AS_WANTED_AGAIN}
        moved = unlike(unlike(later, {**now, **within("left", snapshot.after)}, now), later, now)
        edited = [self.called(snapshot, name) for name in moved]
        since = edited_since(snapshot, edited, undo="Undo puts the former values back.")
        return {**state, SHOWN: self.shown(site, snapshot, now, later), **since}

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send the later values again."""
        return self._put(site, snapshot, within("now", snapshot.before), within("again", state))

    def _put(self, site: WordPress, snapshot: SavedSnapshot, wanted: State, now: State) -> Restored:
        unlike = self.comparing(snapshot)
        sending = only(unlike(wanted, wanted, now), wanted)
        if sending:
            self.send(site, snapshot, sending)
        try:
            present = self.present(site, snapshot)
        except Refusal as refusal:
            if not sending:
                raise
            # Something was sent, so this is no refusal any more.
            words = f"What was put back could not be looked at: {refusal.message}"
            raise SiteTrouble("respira_outcome_unknown", words) from refusal
        differs = unlike(wanted, wanted, present)
        return Restored(self.told(snapshot, present, differs), differs, left=only(wanted, present))
