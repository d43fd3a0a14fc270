"""A draft copy in front of a person: what it changes, putting it onto the live item, or binning it.

Only the fields in which the copy differs from what it was when made are written onto the live item, and the
status and slug that a step asked for. Whether a person may say yes is decided above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webapp.diffs.fields import label, ordered, shown
from webapp.errors import Refusal, SiteTrouble
from webapp.wordpress.client import WordPress

from .copying import WAITING, no_such_copy
from .nouns import Noun
from .putting_back import changed
from .tool import Change, MadeCopy, Performed, Settled, State
from .values import META, fields_of, find, find_in_use, find_open_draft, only, same, text_of, under, unlike, within
from .writing import demand_something_stored, or_settle, send


@dataclass(frozen=True)
class Clash:
    """A field that both the copy and somebody on the live item changed since the copy was made."""

    field: str
    label: str
    when_made: Any
    live_now: Any
    on_copy: Any


@dataclass(frozen=True)
class Comparison:
    """What approving a copy would do now.

    Attributes:
        changes: live now, and as it would be.
        clashes: fields for which a person has to choose first; they are among the changes too.
    """

    changes: Sequence[Change]
    clashes: Sequence[Clash]


@dataclass(frozen=True)
class Copies:
    """What can be done with the draft copies of one kind of item.

    Every method takes the copy as it was when made, and `wanted`: the status and slug that applied steps asked
    for, without a prefix, such as {"status": "private"}.
    """

    noun: Noun

    def compare(self, site: WordPress, made: MadeCopy, wanted: State) -> Comparison:
        """Compare the copy, the live item, and what both were when the copy was made.

        Raises:
            Refusal: `respira_not_found` when the copy or the live item is gone or in the trash.
        """
        draft = self._draft(site, made)
        live = fields_of(self.noun, find_in_use(site, self.noun, made.original_id))
        return _comparison(made.fields, draft, live, wanted)

    def save(self, site: WordPress, made: MadeCopy, wanted: State) -> State:
        """Read what approving would overwrite: keep it before calling `approve`.

        Raises:
            Refusal: as `compare`; `respira_copy_conflict`; `respira_nothing_to_change`.
        """
        draft = self._draft(site, made)
        live = fields_of(self.noun, find_in_use(site, self.noun, made.original_id))
        comparison = _comparison(made.fields, draft, live, wanted)
        if comparison.clashes:
            names = ", ".join(clash.label for clash in comparison.clashes)
            raise Refusal("respira_copy_conflict", f"The live item and the copy were both changed: {names}.")
        if not comparison.changes:
            words = f"Copy {made.copy_id} changes nothing on {self.noun.kind} {made.original_id}."
            raise Refusal("respira_nothing_to_change", words, hint="Reject the copy.")
        asked = {change.field: change.after for change in comparison.changes}
        return {**under("live", only(asked, live)), **under("asked", asked)}

    def approve(self, site: WordPress, made: MadeCopy, saved: State) -> Performed:
        """Write the copy's changes onto the live item, read it back, and bin the copy.

        `result["copy_binned"]` tells whether the copy went to the trash; where it did not, it still waits in
        WordPress, but the live item has its changes.

        Args:
            saved: what `save` returned.
        Raises:
            SiteTrouble: with `written`.
        """
        asked, before = within("asked", saved), within("live", saved)

        def write() -> Performed:
            stored = send(site, self.noun, made.original_id, asked)
            demand_something_stored(asked, before, stored)
            return self._approved(site, made, asked, before, stored.fields, unchecked=stored.unchecked)

        return or_settle(write, lambda: self.settle(site, made, saved))

    def settle(self, site: WordPress, made: MadeCopy, saved: State) -> Settled:
        """Find out by reading whether an approval whose answer was lost has landed."""
        asked, before = within("asked", saved), within("live", saved)
        now = fields_of(self.noun, find(site, self.noun, made.original_id))
        if any(same(name, asked[name], now.get(name)) for name in asked):
            return Settled("yes", self._approved(site, made, asked, before, now, unchecked=False))
        return Settled("unknown" if unlike(asked, before, now) else "no")

    def _approved(
        self, site: WordPress, made: MadeCopy, asked: State, before: State, now: State, *, unchecked: bool
    ) -> Performed:
        return Performed(
            result={
                "success": True,
                "id": made.original_id,
                "title": now.get("title", ""),
                "status": now.get("status"),
                "copy_binned": self._binned(site, made.copy_id),
            },
            after=under("live", now),
            undo=changed(made.original_id, before, only(before, now)),
            differs=unlike(asked, asked, now),
            unchecked=unchecked,
        )

    def reject(self, site: WordPress, made: MadeCopy) -> bool:
        """Bin the copy. Returns False when it was gone already.

        Raises:
            Refusal: `respira_not_found` when somebody has published it: then it is no copy any more.
            SiteTrouble: with `written`.
        """
        try:
            item = find(site, self.noun, made.copy_id)
        except Refusal as refusal:
            if refusal.code == "respira_not_found":
                return False
            raise
        if item.get("status") == "trash":
            return False
        if item.get("status") not in ("draft", "pending"):
            raise no_such_copy(self.noun.kind, made.copy_id)
        site.delete(self.noun.path(made.copy_id))
        return True

    def rendered(self, site: WordPress, item_id: int) -> tuple[str, str]:
        """Return an item's title as plain text, and its text as WordPress draws it, without a theme.

        Raises:
            Refusal: `respira_not_found`.
        """
        item = find_in_use(site, self.noun, item_id)
        content = item.get("content")
        html = str(content.get("rendered", "")) if isinstance(content, dict) else ""
        return text_of(item.get("title")), html

    def _draft(self, site: WordPress, made: MadeCopy) -> State:
        item = find_open_draft(site, self.noun, made.copy_id)
        if item is None:
            raise no_such_copy(self.noun.kind, made.copy_id)
        return fields_of(self.noun, item)

    def _binned(self, site: WordPress, copy_id: int) -> bool:
        try:
            site.delete(self.noun.path(copy_id))
        except SiteTrouble as trouble:
            return trouble.status in (404, 410)
        return True


def _comparison(base: State, draft: State, live: State, wanted: State) -> Comparison:
    first = within("original", base)
    names = {name for name in (*base, *draft) if name in base or name.startswith(META)}
    moved = [name for name in names if "." not in name or name.startswith(META)]
    target = {name: draft.get(name) for name in unlike(moved, base, draft) if name not in WAITING} | wanted
    fields = ordered(unlike(target, target, live))
    clashes = [
        Clash(name, label(name), first.get(name, base.get(name)), live.get(name), target[name])
        for name in fields
        if not same(name, first.get(name, base.get(name)), live.get(name))
    ]
    changes = [Change(name, label(name), live.get(name), target[name], shown(name)) for name in fields]
    return Comparison(changes, clashes)
