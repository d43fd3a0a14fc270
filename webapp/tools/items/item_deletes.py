"""Moving an item to the trash, and bringing it back with everything that WordPress lets go of on the way.

Bringing it back by status alone loses the statuses of its comments, the slug of a draft that had none, that a
draft had no date, whether a post was pinned, and the front page: so those are saved first. Deleting for good is
not offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.diffs.fields import label
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
from webapp.tools.brought_back import (
    ALREADY,
    AS_WANTED,
    BINNED_AGAIN,
    OUT_OF_TRASH,
    SHOWN,
    UNDO,
    cannot,
    edited_since,
    lost,
    shown_changes,
    shown_gone,
    told,
)
from webapp.tools.items.cautions import GOES_BEFORE
from webapp.tools.items.landing import Place, place_of
from webapp.tools.items.surroundings import front_page, is_at_home, is_front, moved_below, surroundings
from webapp.tools.items.whereabouts import named_in_use
from webapp.tools.nouns import Noun, NounSource
from webapp.tools.putting_back import parent_note, write_back
from webapp.tools.spoken import if_allowed
from webapp.tools.tool import Scene
from webapp.tools.values import (
    COMMENTS,
    OF_ITS_AUTHOR,
    fields_of,
    filled,
    find,
    find_in_use,
    find_open_draft,
    is_undated,
    only,
    text_of,
    under,
    unlike,
    within,
)
from webapp.tools.writing import NOTHING_STORED, demand_gone, or_settle, read_back
from webapp.wordpress.client import WordPress

_PLACE = ("status", "slug")
_READ = ("title", "content", "excerpt", *_PLACE)
DELETE_UNDONE = "It comes back from the trash with its address, status and comments."


@dataclass(frozen=True)
class Delete:
    """The six answers of moving an item, of the kinds that a source knows, to the trash."""

    source: NounSource

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the item, and what hangs on it; refuse what WordPress lets only administrators do."""
        noun = self.source.asked(site, arguments)
        place = place_of(noun, arguments["id"], scene)
        item = named_in_use(site, noun, arguments["id"], "delete")
        around = surroundings(site, noun, item)
        if not around["about.front_settable"] and (around["about.front"] or around["about.posts_page"]):
            which = "front page" if around["about.front"] else "page that lists the posts"
            called = noun.called(arguments["id"], text_of(item.get("title")))
            words = f"{called[0].upper()}{called[1:]} is the {which}: only an administrator can move it to the trash."
            raise Refusal("respira_site_forbids", words)
        waiting = None if place.copy is None else find_open_draft(site, noun, place.copy.copy_id)
        return {
            **under(_side(place), only(_READ, fields_of(noun, item))),
            **({} if waiting is None else {"copy.id": waiting["id"]}),
            "about.link": item.get("link"),
            "about.date": item.get("date"),
            **around,
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what goes to the trash and what that does to what hangs on it."""
        noun = self.source.spoken(arguments)
        place = place_of(noun, arguments["id"], scene)
        item_id, side = arguments["id"], _side(place)
        name = str(state.get(f"{side}.title", ""))
        called = noun.called(item_id, name)
        return Proposal(
            effect=f"Move {called} to the trash.",
            target=Target(noun.kind, str(place.original_id), name, state.get("about.link")),
            lands_on=_lands_on(place, item_id),
            changes=[Change("status", label("status"), state.get(f"{side}.status"), "trash", "value")],
            after={f"{side}.status": "trash"},
            undo=f"Undo brings the {noun.word} back from the trash with its address, status and comments.",
            warnings=_warnings(noun, state, place),
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Read all fields, the comments' statuses and the front page."""
        noun, item_id = self.source.asked(site, arguments), arguments["id"]
        place = place_of(noun, item_id, scene)
        item = find_in_use(site, noun, item_id)
        front = front_page(site)
        return {
            "saved.id": item_id,
            "saved.copy_of": place.original_id if place.named_copy else None,
            **under("saved", fields_of(noun, item)),
            "saved.comments": _comments_of(site, item_id),
            "saved.front": front,
            "saved.at_home": not front and is_at_home(site, item),
            "saved.undated": is_undated(item),
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Move the item to the trash and look that it is there."""
        noun = self.source.asked(site, arguments)

        def write() -> Performed:
            answer = site.delete(noun.path(arguments["id"]))
            answered = answer.body if isinstance(answer.body, dict) else {}
            stored = read_back(site, noun, {**answered, "id": arguments["id"]})
            if not stored.unchecked and stored.fields.get("status") != "trash":
                raise SiteTrouble(NOTHING_STORED, written="no")
            return self._performed(saved, stored.fields, unchecked=stored.unchecked)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def _performed(self, saved: State, now: State, *, unchecked: bool) -> Performed:
        item_id, original_id = saved["saved.id"], saved["saved.copy_of"]
        is_copy = original_id is not None
        result = {
            "success": True,
            "deleted": True,
            "id": item_id,
            "title": saved.get("saved.title", ""),
            "status": "trash",
        }
        if is_copy and original_id != item_id:
            result |= {"is_duplicate": True, "original_id": original_id}
        return Performed(
            result=result,
            after=under("copy" if is_copy else "live", now),
            undo={"undo.way": "trashed", "undo.id": item_id, "undo.copy": is_copy},
            unchecked=unchecked,
            gone_copy_id=item_id if is_copy else None,
        )

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look whether the item is in the trash."""
        noun = self.source.asked(site, arguments)
        now = fields_of(noun, find(site, noun, arguments["id"]))
        if now.get("status") != "trash":
            return Settled("no")
        return Settled("yes", self._performed(saved, now, unchecked=False))

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would overwrite: the item must still be in the trash."""
        noun, item_id = self.source.of(site, snapshot.target.kind), snapshot.before["saved.id"]
        try:
            item = find(site, noun, item_id)
        except Refusal as refusal:
            raise cannot(f"The {noun.word} was deleted for good: {refusal.message}") from refusal
        saved, now = within("saved", snapshot.before), fields_of(noun, item)
        back = not unlike(["status", "slug"], saved, now)
        if now.get("status") != "trash" and not back:
            called = noun.called(item_id, text_of(item.get("title")))
            raise cannot(f"{called[0].upper()}{called[1:]} is not in the trash any more.")
        shown = {SHOWN: shown_changes(now, only(["status", "slug"], saved)), UNDO: BINNED_AGAIN}
        return {
            "undone.id": item_id,
            "undone.copy": bool(snapshot.undo.get("undo.copy")),
            **under("now", only(["status", "slug"], now)),
            "now.front": front_page(site),
            **(AS_WANTED if back else shown),
        }

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bring the item back, then its comments, then the front page."""
        noun, saved = self.source.of(site, snapshot.target.kind), within("saved", snapshot.before)
        names = ["status", "slug", *(["sticky"] if saved.get("sticky") else [])]
        fields = only(names, saved)
        if saved.get("undated"):
            # The trash gave the draft a date; without one it shows again that of its last save.
            fields["date"] = None
        if state.get(ALREADY):
            # Somebody may have looked after its comments since: they are compared, and nothing is sent.
            restored = write_back(site, noun, saved["id"], {})
            differs = [*_still_away(site, saved), *_home_lost(site, noun, saved)]
        else:
            restored = write_back(site, noun, saved["id"], fields)
            differs = [
                *restored.differs,
                *_comments_back(site, saved["comments"]),
                *_front_back(site, saved["front"], saved["id"]),
                *_home_lost(site, noun, saved),
            ]
        called = noun.called(saved["id"], str(saved.get("title", "")))
        # The parent is not sent, only looked at: where it is in the trash, the address is not what it was.
        return Restored(
            told(called, differs) + parent_note(site, noun, saved.get("parent")),
            differs,
            back_copy_id=saved["id"] if snapshot.undo.get("undo.copy") else None,
            left=only(_READ, restored.left),
        )

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the item that goes to the trash again, and what somebody changed of it since."""
        noun = self.source.of(site, snapshot.target.kind)
        try:
            now = fields_of(noun, find_in_use(site, noun, snapshot.before["undone.id"]))
        except Refusal as refusal:
            raise cannot(refusal.message) from refusal
        left = within("left", snapshot.after)
        edited = unlike(left, left, now)
        away = [name for name in edited if name in _PLACE]
        # The trash keeps the words; its place comes back as it was before the first delete.
        place = list(map(label, away))
        return {
            **under("again", only(_READ, now)),
            SHOWN: [*shown_changes(now, {"status": "trash"}), *shown_gone(now, away)],
            UNDO: f"{OUT_OF_TRASH} {lost(place)}" if place else OUT_OF_TRASH,
            **edited_since(snapshot, list(map(label, edited))),
        }

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Move the item to the trash again."""
        noun, item_id = self.source.of(site, snapshot.target.kind), snapshot.before["undone.id"]
        site.delete(noun.path(item_id))
        demand_gone(lambda: find(site, noun, item_id).get("status") != "trash")
        called = noun.called(item_id, str(state["again.title"]))
        gone = item_id if snapshot.before.get("undone.copy") else None
        return Restored(f"{called[0].upper()}{called[1:]} is in the trash again.", gone_copy_id=gone)


def _warnings(noun: Noun, state: State, place: Place) -> list[str]:
    warnings = [GOES_BEFORE] if state.get(f"{_side(place)}.status") == "trash" else []
    if place.copy is not None and not place.named_copy:
        warnings.append(f"Its draft copy {place.copy.copy_id} waits for a person, who can not approve it then.")
    if state.get("about.front"):
        warnings.append("This is the front page: visitors would see the latest posts instead.")
    if state.get("about.front_settable") and not state.get("about.front_told", True):
        warnings += _front_not_told(state, published=state.get(f"{_side(place)}.status") == "publish")
    if state.get("about.posts_page"):
        warnings.append("This is the page that lists the posts.")
    children = state.get("about.children") or []
    if children:
        names = ", ".join(
            noun.called(child[0], child[1]) + moved_below(state.get("about.link"), child[2]) for child in children
        )
        warnings.append(f"The addresses of what stands below it change while it is in the trash: {names}.")
    warnings += [
        f"It is in the menu {menu}, where its link disappears while it is in the trash."
        for menu in state.get("about.menus") or []
    ]
    return warnings


def _front_not_told(state: State, *, published: bool) -> list[str]:
    if state.get("about.front"):
        return ["This WordPress lets no program set the front page, so undoing will not make it that again."]
    if published:
        return ["This WordPress tells no program which page lists the posts; an undo would not make it that again."]
    return []


def _side(place: Place) -> str:
    """Return under which name the item stands in a state, which it shares with other steps on the same target."""
    return "copy" if place.named_copy else "live"


def _lands_on(place: Place, item_id: int) -> LandsOn:
    if place.named_copy and place.original_id == item_id:
        note = f"This moves new draft {item_id}, which waits for a person, to the trash when the step runs."
        return LandsOn("copy", note, item_id, item_id)
    if place.named_copy:
        note = (
            f"This moves draft copy {item_id} of item {place.original_id} to the trash when the step runs. "
            "The live item stays as it is."
        )
        return LandsOn("copy", note, place.original_id, item_id)
    return LandsOn("live", "This moves the live item to the trash when the step runs.", item_id)


def _comments_of(site: WordPress, item_id: int) -> list[list[Any]] | None:
    """Return an item's comments: id, status, and where its author came from; None where they can not be read."""
    asked = {"post": [item_id], "status": "any", "context": "edit", "orderby": "id", "order": "asc"}
    comments = if_allowed(lambda: site.get_all(COMMENTS, **asked), None)
    return comments and [[comment["id"], comment["status"], filled(OF_ITS_AUTHOR, comment)] for comment in comments]


def _home_lost(site: WordPress, noun: Noun, saved: State) -> list[str]:
    # The front page of a site that lets no program see or set which page that is.
    lost = saved.get("at_home") and not is_at_home(site, find(site, noun, saved["id"]))
    return ["front_page"] if lost else []


def _comments_back(site: WordPress, comments: list[list[Any]] | None) -> list[str]:
    # None: the login could not read them, so whatever there was is still hidden.
    failed = comments is None
    for comment_id, status, kept in comments or []:
        try:
            answer = site.post(f"{COMMENTS}/{comment_id}", {"status": status, **kept})
            failed |= not isinstance(answer.body, Mapping) or answer.body.get("status") != status
        except SiteTrouble:
            failed = True
    return ["comments"] if failed else []


def _still_away(site: WordPress, saved: State) -> list[str]:
    """Return what hangs on an item and is not as it was saved."""
    differs = [] if _comments_of(site, saved["id"]) == saved["comments"] else ["comments"]
    return differs if front_page(site) == saved["front"] else [*differs, "front_page"]


def _front_back(site: WordPress, front: dict[str, Any], item_id: int) -> list[str]:
    """Make the item the front page or posts page again, where binning it has ended that."""
    if not is_front(front, item_id) and front.get("page_for_posts") != item_id:
        return []
    now = front_page(site)
    moved = {name: value for name, value in front.items() if now.get(name) != value}
    if not moved:
        return []
    try:
        site.post("wp/v2/settings", moved)
    except SiteTrouble:
        return ["front_page"]
    return [] if front_page(site) == front else ["front_page"]
