"""Taking an item out of a menu. What stood right below it moves up into its place.

WordPress itself leaves those items below a parent that is not there any more. Menu items have no trash: one that is
brought back is a new one, with a new id, and what stood below it is put below it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import (
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
from webapp.tools.brought_back import (
    AGAIN,
    ALREADY,
    AS_WANTED,
    SHOWN,
    cannot,
    deletes,
    edited_since,
    is_of_a_restore,
    makes_again,
)
from webapp.tools.menus.menu_item_fields import SET, fields_edited, kept_of, send_fields, shown_gone
from webapp.tools.menus.menu_labels import renumber
from webapp.tools.menus.menu_order import ITEMS_LABEL, Entry, bare, order_change, room_at, titled, titles, without
from webapp.tools.menus.menus import (
    ITEMS,
    NOTE,
    RIGHT,
    TAKEN_OUT,
    entries_of,
    find_item,
    find_menu,
    has_places,
    items_of,
    menu_warnings,
)
from webapp.tools.spoken import plain
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import item_of, only
from webapp.tools.writing import made_or_found, or_settle
from webapp.wordpress.client import WordPress

_LINK = ("url", "object", "object_id")


@dataclass(frozen=True)
class ItemDelete:
    """The six answers of taking an item out of a menu."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the item and its menu."""
        item = find_item(site, arguments["item_id"])
        if not item.get("menus"):
            words = f"Menu item {item['id']} is in no menu, so visitors do not see it."
            raise Refusal("respira_not_found", words)
        menu, entries = find_menu(site, item["menus"]), entries_of(items_of(site, item["menus"]))
        return {
            "menu.id": menu["id"],
            "menu.name": plain(menu.get("name")),
            "menu.items": bare(entries),
            **{f"item.{item['id']}.{name}": item.get(name) for name in _LINK},
            "about.titles": titles(entries),
            "about.shown": has_places(site),
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell how the menu would read, and what becomes of the items below."""
        item_id = arguments["item_id"]
        entries = titled(state["menu.items"], state["about.titles"])
        later, children = without(entries, item_id), _children(entries, item_id)
        name = state["about.titles"].get(str(item_id), "")
        warnings = menu_warnings(state)
        if item_id not in {entry[0] for entry in entries} and not state.get("menu.gone"):
            warnings.append(TAKEN_OUT)
        if children:
            names = ", ".join(entry[1] for entry in children)
            warnings.append(f"What stands right below it moves up into its place: {names}.")
        return Proposal(
            effect=f'Take "{name}" out of the menu {state["menu.name"]}.',
            target=Target("menu", str(state["menu.id"]), state["menu.name"]),
            lands_on=LandsOn("live", NOTE),
            changes=[order_change(entries, later)],
            after={"menu.items": bare(later)},
            undo="Undo makes the item again in its place, with what stood below it; its id is a new one.",
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep all of the item, and where everything in the menu stands."""
        item = find_item(site, arguments["item_id"])
        return {
            "saved.menu_id": state["menu.id"],
            "saved.items": state["menu.items"],
            "saved.item_id": item["id"],
            "saved.item": kept_of(site, item),
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Move up what stands below the item, then delete it, and look that it is gone."""

        def write() -> Performed:
            _take_out(site, saved["saved.menu_id"], saved["saved.items"], arguments["item_id"])
            try:
                items = items_of(site, saved["saved.menu_id"])
            except SiteTrouble:
                return _performed(state, saved, None)
            return _performed(state, saved, entries_of(items))

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look whether the item is in the menu."""
        entries = entries_of(items_of(site, saved["saved.menu_id"]))
        if arguments["item_id"] not in {entry[0] for entry in entries}:
            return Settled("yes", _performed(state, saved, entries))
        return Settled("no" if bare(entries) == saved["saved.items"] else "unknown")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the menu that the item would come back to."""
        menu_id, item = snapshot.before["saved.menu_id"], snapshot.before["saved.item"]
        try:
            find_menu(site, menu_id)
        except Refusal as refusal:
            raise cannot("The menu was deleted since.", hint="Bring the menu back first.") from refusal
        items = items_of(site, menu_id)
        entries, known = entries_of(items), {one[0] for one in snapshot.before["saved.items"]}
        state: State = {"undone.menu_id": menu_id, "now.items": bare(entries)}
        # A person may have added it, or a restore of ours whose answer was lost: nobody can tell.
        twins = [one["id"] for one in items if one["id"] not in known and _is_twin(site, one, item)]
        if twins or snapshot.before["saved.item_id"] in {entry[0] for entry in entries}:
            return {**state, "undone.twin": twins[0] if twins else snapshot.before["saved.item_id"], **AS_WANTED}
        back = order_change(entries, _with_item(snapshot, entries))
        return {**state, SHOWN: [back.as_json()], **makes_again(_in_its_menu(snapshot))}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Make the item again in its place, and put below it what stood below it."""
        menu_id, name = snapshot.before["saved.menu_id"], _called(snapshot)
        if state.get(ALREADY):
            twin = state["undone.twin"]
            same = _stands_as_before(snapshot, entries_of(items_of(site, menu_id)), twin)
            menu = snapshot.before["menu.name"]
            message = f'"{name}" was in the menu {menu} already, as item {twin}, so nothing was made.'
            former = snapshot.before["saved.item_id"]
            new_ids = [] if twin == former else [(ITEMS, former, twin)]
            return Restored(message, [] if same else ["items"], new_ids=new_ids)
        made_id = _make_again(site, snapshot, [[one[0], "", one[1], one[2]] for one in state["now.items"]])
        items = items_of(site, menu_id)
        entries, made = entries_of(items), next((one for one in items if one["id"] == made_id), None)
        same = _stands_as_before(snapshot, entries, made_id)
        message = f'"{name}" is in the menu {snapshot.before["menu.name"]} again, with the new id {made_id}.'
        left = {"id": made_id, "items": bare(entries), "item": {} if made is None else only(SET, kept_of(site, made))}
        new_ids = [(ITEMS, snapshot.before["saved.item_id"], made_id)]
        return Restored(message, [] if same else ["items"], left=left, new_ids=new_ids)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the item that the restore made, and what somebody changed of it and of the menu since."""
        demand_made(snapshot, "item")
        made_id, left = snapshot.after["left.id"], snapshot.after.get("left.item", {})
        items = items_of(site, snapshot.before["saved.menu_id"])
        entries, made = entries_of(items), next((one for one in items if one["id"] == made_id), None)
        if made is None:
            raise cannot("The menu item is not in the menu any more.")
        now = only(left, kept_of(site, made))
        moved = [] if bare(entries) == snapshot.after.get("left.items", bare(entries)) else [ITEMS_LABEL]
        edited = fields_edited(left, now)
        away = only((name for name in left if now[name] != left[name]), now)
        return {
            "again.items": bare(entries),
            SHOWN: [order_change(entries, without(entries, made_id)).as_json(), *shown_gone(away)],
            **deletes(_in_its_menu(snapshot)),
            **edited_since(snapshot, [*moved, *edited], undo=AGAIN),
        }

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Take the item out again."""
        _take_out(site, snapshot.before["saved.menu_id"], state["again.items"], snapshot.after["left.id"])
        return Restored(f'"{_called(snapshot)}" is out of the menu {snapshot.before["menu.name"]} again.')


def demand_made(snapshot: SavedSnapshot, word: str) -> None:
    """Demand that what undoing a restore would delete was made by that restore, and by nobody else.

    Args:
        word: what it is, in words.

    Raises:
        Refusal: `respira_cannot_restore`.
    """
    if "undone.twin" in snapshot.before or "left.id" not in snapshot.after:
        words = f"It is not certain that the restore made the {word}, so it is not deleted."
        raise cannot(words, hint="Delete it by hand if nobody needs it.")


def _called(snapshot: SavedSnapshot) -> str:
    name: str = snapshot.before["about.titles"].get(str(snapshot.before["saved.item_id"]), "")
    return name


def _in_its_menu(snapshot: SavedSnapshot) -> str:
    return f'the item "{_called(snapshot)}" of the menu {snapshot.before["menu.name"]}'


def _stands_as_before(snapshot: SavedSnapshot, entries: list[Entry], item_id: int) -> bool:
    """Tell whether those of the former items that are in the menu stand as they did, with a new id for one."""
    wanted = _renamed(snapshot.before["saved.items"], snapshot.before["saved.item_id"], item_id)
    there, names = {entry[0] for entry in entries}, {one[0] for one in wanted}
    return [one for one in bare(entries) if one[0] in names] == [one for one in wanted if one[0] in there]


def _children(entries: list[Entry], item_id: int) -> list[Entry]:
    return [entry for entry in entries if entry[2] == item_id]


def _take_out(site: WordPress, menu_id: int, items: list[list[Any]], item_id: int) -> None:
    parent = next((one[1] for one in items if one[0] == item_id), 0)
    children = [str(one[0]) for one in items if one[1] == item_id]
    send_fields(site, menu_id, {child: {"parent": parent} for child in children})
    try:
        site.delete(f"{ITEMS}/{item_id}", force=True)
    except SiteTrouble as trouble:
        if trouble.written == "no":
            _put_below(site, menu_id, children, item_id)
        raise


def _put_below(site: WordPress, menu_id: int, children: list[str], item_id: int) -> None:
    """Put items back below one that the site refused to delete."""
    try:
        send_fields(site, menu_id, {child: {"parent": item_id} for child in children})
    except SiteTrouble:
        # What is left of it is found when the menu is read again.
        return


def _performed(state: State, saved: State, entries: list[Entry] | None) -> Performed:
    item_id = saved["saved.item_id"]
    expected = bare(without(titled(saved["saved.items"], {}), item_id))
    return Performed(
        result={
            "success": True,
            "deleted": True,
            "id": item_id,
            "item_id": item_id,
            "menu_id": saved["saved.menu_id"],
            "title": state["about.titles"].get(str(item_id), ""),
        },
        after={} if entries is None else {"menu.items": bare(entries)},
        differs=["items"] if entries is not None and bare(entries) != expected else [],
        unchecked=entries is None,
    )


def _is_twin(site: WordPress, item: dict[str, Any], kept: State) -> bool:
    """Tell whether an item is the one that was taken out, made again."""
    names = [name for name in kept if name != "object_id" or kept["type"] != "custom"]
    now = kept_of(site, item)
    return all(now[name] == kept[name] for name in names)


def _with_item(snapshot: SavedSnapshot, entries: list[Entry]) -> list[Entry]:
    item, name = snapshot.before["saved.item"], snapshot.before["saved.item_id"]
    room = room_at(entries, item["menu_order"])
    orders, was_below = dict(room.moved), _was_below(snapshot, entries)
    later = [[one[0], one[1], name if one[0] in was_below else one[2], orders.get(one[0], one[3])] for one in entries]
    title = snapshot.before["about.titles"].get(str(name), "")
    return [*later, [name, title, _parent(snapshot, entries), room.order]]


def _was_below(snapshot: SavedSnapshot, entries: list[Entry]) -> list[int]:
    """Return what stood below the item and was not moved elsewhere since."""
    item_id, parent = snapshot.before["saved.item_id"], snapshot.before["saved.item"]["parent"]
    children = {one[0] for one in snapshot.before["saved.items"] if one[1] == item_id}
    return [entry[0] for entry in entries if entry[0] in children and entry[2] in (parent, item_id)]


def _parent(snapshot: SavedSnapshot, entries: list[Entry]) -> int:
    parent: int = snapshot.before["saved.item"]["parent"]
    return parent if parent in {entry[0] for entry in entries} else 0


def _make_again(site: WordPress, snapshot: SavedSnapshot, entries: list[Entry]) -> int:
    item, menu_id = dict(snapshot.before["saved.item"]), snapshot.before["saved.menu_id"]
    room, children = room_at(entries, item["menu_order"]), _was_below(snapshot, entries)
    renumber(site, menu_id, dict(room.moved), last_first=True)
    body = {**as_new(item), "parent": _parent(snapshot, entries), "menu_order": room.order, "menus": menu_id}
    made = made_or_found(lambda: item_of(site.post(ITEMS, body)), lambda: _new_twin(site, snapshot, body))
    send_fields(site, menu_id, {str(child): {"parent": made["id"]} for child in children})
    made_id: int = made["id"]
    return made_id


def _new_twin(site: WordPress, snapshot: SavedSnapshot, body: State) -> dict[str, Any] | None:
    known = {one[0] for one in snapshot.before["saved.items"]}
    wanted = {**snapshot.before["saved.item"], **only(("parent", "menu_order"), body)}
    items = items_of(site, snapshot.before["saved.menu_id"])
    return next((one for one in items if one["id"] not in known and _is_twin(site, one, wanted)), None)


def as_new(item: State) -> dict[str, Any]:
    """Return what was kept of an item as WordPress takes it for a new one."""
    own = ("object", "object_id") if item["type"] == "custom" else ("url",)
    return {**{name: value for name, value in item.items() if name not in own}, "status": "publish"}


def _renamed(items: list[list[Any]], item_id: int, made_id: int) -> list[list[Any]]:
    """Return bare entries with another id in an item's place."""
    return [[made_id if value == item_id and at < 2 else value for at, value in enumerate(one)] for one in items]


TOOLS = (
    WriteTool(
        name="delete_menu_item",
        title="Take an item out of a menu",
        description=(
            "Takes an item out of a menu; what stands right below it moves up into its place. A person approves it."
        ),
        schema={
            "type": "object",
            "properties": {
                "item_id": {"type": "integer", "minimum": 1, "description": "The item's id, from list_menu_items."}
            },
            "required": ["item_id"],
            "additionalProperties": False,
        },
        approval_required=True,
        needs=(RIGHT,),
        destructive=True,
        lands="On the live menu.",
        undone="The item is made again in its place, with what stood below it. Its id is a new one.",
        write=ItemDelete(),
        undo_asks=is_of_a_restore,
    ),
)
