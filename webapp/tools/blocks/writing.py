"""The tools that change blocks. Each is in truth an update of an item's text, made of the text it lands on.

What lands where, and how it is undone, is the update's to say (`item_updates`). Here the call is made one: the block
that it names is found in the text of the copy or of the live item, and only that block's part of the text is another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from webapp.errors import Refusal
from webapp.tools.answers import Arguments, Performed, Proposal, Restored, SavedSnapshot, Settled, State
from webapp.tools.items.item_updates import Update
from webapp.tools.items.landing import NEW_COPY, is_copy_gone, landing_of
from webapp.tools.tool import Scene
from webapp.wordpress.client import WordPress

from .edits import Edit, Edited
from .finding import Trail, meant, one, trail_of
from .items import SOURCE, demand_no_builder, item_id_of, type_of
from .parsing import parsed
from .telling import path_text

# Keys of a state: the item's type; and, for each text as it was read, where the named blocks stood in it.
_TYPE, _SEEN = "about.type", "about.blocks"
# Where the text stood that the edit was made of.
_PLACE = "saved.place"
_PLACES = ("live", "copy")
_NO_TEXT = "This item has no text, and so no blocks."


@dataclass(frozen=True)
class BlockWrite:
    """The six answers of an edit of blocks."""

    edit: Edit
    _update = Update(SOURCE)

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the texts of the live item and of its open copy, and see whether the edit can be made in one."""
        slug = type_of(site, arguments)
        state = self._update.read(site, _asking(arguments, slug, ""), scene)
        demand_no_builder(SOURCE.spoken({"type": slug}), state["about.builder"])
        seen: dict[str, list[Trail]] = {}
        refusals: list[Refusal] = []
        for place in _texts_of(state):
            try:
                document = parsed(state[f"{place}.content"])
                seen[place] = [trail_of(document, one(document, named)) for named in self.edit.named(arguments)]
                self._edited(arguments, {**state, _SEEN: seen}, place)
            except Refusal as refusal:
                seen.pop(place, None)
                refusals.append(refusal)
        if not seen:
            raise refusals[-1] if refusals else Refusal("respira_element_not_found", _NO_TEXT, found=False)
        return {**state, _TYPE: slug, _SEEN: seen}

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell where the edit lands, and what it changes there."""
        asking = _asking(arguments, state[_TYPE], "")
        edited = self._edited(arguments, state, _place(asking, state, scene))
        proposal = self._update.predict({**asking, "content": edited.text}, state, scene)
        item = proposal.effect.rpartition(": ")[0]
        warnings = [*proposal.warnings, *edited.warnings]
        return replace(proposal, effect=f"{item}: {edited.what}.", warnings=warnings)

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep what the update keeps, and of which text the edit is made."""
        asking = _asking(arguments, state[_TYPE], "")
        place = _place(asking, state, scene)
        return {**self._update.save(site, asking, state, scene), _PLACE: place}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Write the text with the edit in it."""
        edited = self._edited(arguments, state, saved[_PLACE])
        asking = _asking(arguments, state[_TYPE], edited.text)
        return _told(self._update.perform(site, asking, state, saved, scene), saved, edited)

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look for the text with the edit in it."""
        edited = self._edited(arguments, state, saved[_PLACE])
        settled = self._update.settle(site, _asking(arguments, state[_TYPE], edited.text), state, saved, scene)
        if settled.performed is None:
            return settled
        return replace(settled, performed=_told(settled.performed, saved, edited))

    def _edited(self, arguments: Arguments, state: State, place: str) -> Edited:
        """Make the edit of the text in a place.

        Raises:
            Refusal: a block is not found, has come to mean another one, or can not be changed in this way.
        """
        document = parsed(str(state.get(f"{place}.content") or ""))
        names = self.edit.named(arguments)
        trails = _trails(state, place, len(names))
        found = [meant(document, named, trail) for named, trail in zip(names, trails, strict=True)]
        return self.edit.edit(document, found, arguments)

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would overwrite."""
        return self._update.restore_state(site, snapshot)

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bin the copy that the edit made, or put the former text back."""
        return self._update.restore(site, snapshot, state)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would overwrite."""
        return self._update.undo_restore_state(site, snapshot)

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bring the copy back from the trash, or put the later text back."""
        return self._update.undo_restore(site, snapshot, state)


def _asking(arguments: Arguments, slug: str, content: str) -> Arguments:
    """Return the update that an edit is."""
    asking = {"id": item_id_of(arguments), "type": slug, "content": content}
    target = arguments.get("edit_target")
    return {**asking, "edit_target": target} if target else asking


def _texts_of(state: State) -> list[str]:
    return [place for place in _PLACES if isinstance(state.get(f"{place}.content"), str)]


def _place(asking: Arguments, state: State, scene: Scene) -> str:
    """Return of which text an edit is made: the copy's where it lands on one that is there, else the live one."""
    landing = landing_of(SOURCE.spoken(asking), asking, state, scene)
    on_live = landing.way in ("live", "undecided") or is_copy_gone(state)
    return "live" if on_live or "copy.content" not in state else "copy"


def _trails(state: State, place: str, count: int) -> Sequence[Trail | None]:
    """Return where the named blocks stood in the text that the one in a place came of.

    A copy that an earlier step makes begins with the live text.
    """
    seen = state.get(_SEEN, {})
    of_copy = place == "copy" and "copy" in seen and not state.get(NEW_COPY)
    trails: Sequence[Trail | None] = seen.get("copy" if of_copy else "live") or [None] * count
    return trails


def _told(performed: Performed, saved: State, edited: Edited) -> Performed:
    result: dict[str, Any] = dict(performed.result)
    on_copy = saved["saved.way"] != "live"
    told = {
        "target_id": result["id"],
        "original_id": result.get("original_id", result["id"]),
        "edit_target": "duplicate" if on_copy else "live",
        "duplicate_created": performed.made_copy is not None,
    }
    path = {"path": path_text(edited.path)} if edited.path is not None else {}
    return replace(performed, result={**result, **told, **path})
