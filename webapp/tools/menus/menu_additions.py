"""Adding an item to a menu, at the end or at a place, and taking it away again.

A menu has no draft copy and its items have no trash: an item that is taken away and brought back is a new one.
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
    ALREADY,
    AS_WANTED,
    SHOWN,
    cannot,
    deletes,
    edited_since,
    makes_again,
)
from webapp.tools.menus.menu_item_fields import fields_called, shown_gone
from webapp.tools.menus.menu_labels import renumber
from webapp.tools.menus.menu_links import (
    SAID_KINDS,
    body_of_link,
    changes_of,
    demand_a_link,
    object_of,
    plain_value,
    unlike_asked,
)
from webapp.tools.menus.menu_order import (
    ITEMS_LABEL,
    Entry,
    Room,
    bare,
    in_places,
    order_change,
    room_at,
    room_for,
    titled,
    titles,
    with_new,
)
from webapp.tools.menus.menus import (
    ITEMS,
    NOTE,
    RIGHT,
    called,
    entries_of,
    find_menu,
    has_places,
    items_of,
    menu_warnings,
)
from webapp.tools.spoken import plain
from webapp.tools.standing_in import REFERENCE, stands_in, words_for
from webapp.tools.tool import ANYTHING, Editable, Scene, WriteTool
from webapp.tools.values import item_of, only, text_of
from webapp.tools.writing import or_settle
from webapp.wordpress.client import WordPress

_KEPT = ("title", "url", "type", "object", "object_id", "parent", "target", "classes", "attr_title", "description")


@dataclass(frozen=True)
class Addition:
    """The six answers of adding an item to a menu."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the menu, and check that what the item stands for is there."""
        demand_a_link(arguments)
        return {**_menu(site, arguments), "about.shown": has_places(site), **object_of(site, arguments)}

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell how the menu would read."""
        entries: list[Entry] = titled(state.get("menu.items", []), state.get("about.titles", {}))
        parent = arguments.get("parent", 0)
        room = room_for(entries, parent, arguments.get("position"))
        later = with_new(entries, room, _told(arguments["title"], parent), parent)
        warnings = menu_warnings(state)
        if state.get("about.object") not in (None, "publish"):
            warnings.append("It links to something that visitors do not see yet.")
        if REFERENCE.search(arguments.get("url", "")):
            warnings.append("It links to what an earlier step makes, which visitors may not see yet.")
        return Proposal(
            effect=f'Add "{arguments["title"]}" to {called(state)}.',
            target=Target("menu", str(arguments["menu_id"]), state.get("menu.name") or state["about.menu"]),
            lands_on=LandsOn("live", NOTE),
            changes=[
                order_change(entries, later),
                *changes_of(arguments, state),
            ],
            after={"menu.items": bare(later), "about.titles": titles(later)},
            undo="Undo deletes the new menu item and puts the order back.",
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep which items there are."""
        return {
            "saved.menu_id": arguments["menu_id"],
            "saved.items": state["menu.items"],
            "saved.link": state.get("about.link", []),
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Make room first, which nobody sees, then add the item."""
        entries = titled(saved["saved.items"], {})
        room = room_for(entries, arguments.get("parent", 0), arguments.get("position"))
        body = {**body_of_link(arguments, saved["saved.link"]), "menu_order": room.order}

        def write() -> Performed:
            renumber(site, arguments["menu_id"], dict(room.moved), last_first=True)
            try:
                made = item_of(site.post(ITEMS, body))
            except SiteTrouble as trouble:
                if trouble.written == "no":
                    _close_up(site, arguments["menu_id"], room, saved["saved.items"])
                raise
            return self._added(site, arguments, saved, made)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def _added(self, site: WordPress, arguments: Arguments, saved: State, made: dict[str, Any]) -> Performed:
        unchecked = False
        try:
            items = items_of(site, arguments["menu_id"])
        except SiteTrouble:
            items, unchecked = [], True
        entries = entries_of(items)
        stored = next((item for item in items if item["id"] == made["id"]), made)
        orders = {str(item_id): order for item_id, _parent, order in saved["saved.items"]}
        moved = {str(entry[0]): entry[3] for entry in entries if orders.get(str(entry[0]), entry[3]) != entry[3]}
        result = {
            "success": True,
            "id": made["id"],
            "item_id": made["id"],
            "menu_id": arguments["menu_id"],
            "title": text_of(stored.get("title")),
            "url": stored.get("url"),
        }
        return Performed(
            result=result,
            after={} if unchecked else {"menu.items": bare(entries), "about.titles": titles(entries)},
            undo={**_left(stored), "undo.moved": moved},
            differs=unlike_asked(arguments, saved["saved.link"], stored),
            unchecked=unchecked,
        )

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look for an item that was not there before and reads as asked; without one, whether room was made."""
        known = {entry[0] for entry in saved["saved.items"]}
        items = items_of(site, arguments["menu_id"])
        news = [item for item in items if item["id"] not in known]
        alike = [item for item in news if not unlike_asked(arguments, saved["saved.link"], item)]
        if len(alike) == 1:
            return Settled("yes", self._added(site, arguments, saved, alike[0]))
        return Settled("no" if bare(entries_of(items)) == saved["saved.items"] else "unknown")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the item that a restore would delete, and what somebody changed of it since."""
        item_id, menu_id = snapshot.undo.get("undo.id"), snapshot.before["saved.menu_id"]
        items = items_of(site, menu_id)
        entries = entries_of(items)
        state = {"undone.menu_id": menu_id, "now.orders": {str(entry[0]): entry[3] for entry in entries}}
        item = next((item for item in items if item["id"] == item_id), None)
        if item is None:
            if bare(entries) != snapshot.before["saved.items"]:
                raise cannot("The menu item is not in the menu any more.")
            kept = {**snapshot.undo["undo.item"], "menu_order": room_for(entries, 0, None).order}
            return {**state, "now.item": kept, **AS_WANTED}
        if any(other.get("parent") == item_id for other in items):
            raise cannot("Other menu items stand below this one now.", hint="Move them first.")
        now = {name: plain_value(item, name) for name in _KEPT}
        edited = [name for name in _KEPT if now[name] != snapshot.undo["undo.item"][name]]
        since = edited_since(snapshot, fields_called(edited))
        left = [entry for entry in entries if entry[0] != item_id]
        return {
            **state,
            "now.item": {**now, "menu_order": item["menu_order"]},
            SHOWN: [order_change(entries, left).as_json(), *shown_gone(only(edited, now))],
            **deletes(_in_its_menu(snapshot, now["title"])),
            **since,
        }

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Delete the item, then put back the numbers of the items that made room."""
        if not state.get(ALREADY):
            site.delete(f"{ITEMS}/{snapshot.undo['undo.id']}", force=True)
        saved, moved = snapshot.before["saved.items"], snapshot.undo["undo.moved"]
        former = snapshot.undo.get("undo.former", {str(item_id): order for item_id, _parent, order in saved})
        back = {int(name): former[name] for name in moved if state["now.orders"].get(name) == moved[name]}
        renumber(site, snapshot.before["saved.menu_id"], back)
        title, menu_name = snapshot.undo["undo.item"]["title"], snapshot.before["menu.name"]
        left = bare(entries_of(items_of(site, snapshot.before["saved.menu_id"])))
        same = in_places(left) == in_places(saved)
        message = f'"{title}" is out of the menu {menu_name} again.'
        return Restored(message, [] if same else ["items"], left={"items": left})

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the menu, and find the item's place in it: as near as can be where somebody changed it since."""
        kept = snapshot.before["now.item"]
        entries = entries_of(items_of(site, snapshot.before["undone.menu_id"]))
        left = snapshot.after.get("left.items", bare(entries))
        untouched = bare(entries) == left
        since = edited_since(snapshot, [] if in_places(bare(entries)) == in_places(left) else [ITEMS_LABEL])
        room = room_at(entries, kept["menu_order"])
        orders = snapshot.before["now.orders"] if untouched else {str(one): order for one, order in room.moved}
        later = [[entry[0], entry[1], entry[2], orders.get(str(entry[0]), entry[3])] for entry in entries]
        parent, order = _parent(entries, kept), kept["menu_order"] if untouched else room.order
        called = _in_its_menu(snapshot, kept["title"])
        shown = order_change(entries, [*later, ["new", kept["title"], parent, order]])
        return {
            "again.items": bare(entries),
            "again.orders": orders,
            "again.place": {"parent": parent, "menu_order": order},
            SHOWN: [shown.as_json()],
            **makes_again(called),
            **since,
        }

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Add the item again; it gets a new id."""
        kept, menu_id = {**snapshot.before["now.item"], **state["again.place"]}, snapshot.before["undone.menu_id"]
        now = {str(item_id): order for item_id, _parent, order in state["again.items"]}
        orders = state["again.orders"].items()
        later = {int(name): order for name, order in orders if name in now and now[name] != order}
        renumber(site, menu_id, later, last_first=True)
        made = item_of(site.post(ITEMS, {**_sendable(kept), "menus": menu_id, "status": "publish"}))
        items = items_of(site, menu_id)
        stored = next((item for item in items if item["id"] == made["id"]), made)
        moved = {str(item["id"]): item["menu_order"] for item in items if str(item["id"]) in now}
        moved = {name: order for name, order in moved.items() if order != now[name]}
        message = f'"{kept["title"]}" is in the menu again, with the new id {made["id"]}.'
        new_ids = [(ITEMS, snapshot.undo["undo.id"], made["id"])]
        return Restored(message, anew={**_left(stored), "undo.moved": moved, "undo.former": now}, new_ids=new_ids)


def _in_its_menu(snapshot: SavedSnapshot, title: str) -> str:
    return f'the item "{title}" of the menu {snapshot.before["menu.name"]}'


def _parent(entries: list[Entry], kept: dict[str, Any]) -> int:
    parent: int = kept.get("parent", 0)
    return parent if parent in {entry[0] for entry in entries} else 0


def _left(item: dict[str, Any]) -> State:
    """Return what undoing needs to know of an item that was added, also of one that was added again."""
    return {"undo.id": item["id"], "undo.item": {name: plain_value(item, name) for name in _KEPT}}


def _menu(site: WordPress, arguments: Arguments) -> State:
    """Read the menu, unless an earlier step makes it, and demand that the parent is in it, unless one makes that."""
    menu_id, parent = arguments["menu_id"], arguments.get("parent", 0)
    if stands_in(menu_id):
        return {"about.menu": words_for(menu_id)}
    menu = find_menu(site, menu_id)
    name, items = plain(menu.get("name")), items_of(site, menu_id)
    if parent and not stands_in(parent) and parent not in {item["id"] for item in items}:
        raise Refusal("respira_not_found", f"There is no item {parent} in the menu {name}.")
    entries = entries_of(items)
    return {"menu.name": name, "menu.items": bare(entries), "about.titles": titles(entries)}


def _told(title: str, parent: int) -> str:
    return f"{title} (below {words_for(parent)})" if stands_in(parent) else title


def _close_up(site: WordPress, menu_id: int, room: Room, items: list[list[Any]]) -> None:
    """Give the items that made room their former numbers, after the site refused the new one."""
    moved = dict(room.moved)
    try:
        renumber(site, menu_id, {item_id: order for item_id, _parent, order in items if item_id in moved})
    except SiteTrouble:
        # What is left of it is found when the menu is read again.
        return


def _sendable(kept: dict[str, Any]) -> dict[str, Any]:
    """Leave out what WordPress works out itself: of a plain link what it stands for, of any other its address."""
    own = ("object", "object_id") if kept.get("type") == "custom" else ("url",)
    return {name: one for name, one in kept.items() if name not in own}


TOOLS = (
    WriteTool(
        name="create_menu_item",
        title="Add an item to a menu",
        description=(
            "Adds a link to a menu: to an address, or to a page, post, category or tag. A menu has no draft copy, so "
            "visitors see it at once. Send either url, or object_type with object_id."
        ),
        schema={
            "type": "object",
            "properties": {
                "menu_id": {"type": "integer", "minimum": 1, "description": "The menu's id, from list_menus."},
                "title": {"type": "string", "minLength": 1, "description": "The words of the link."},
                "url": {"type": "string", "description": "Where the link leads, for object_type custom."},
                "object_type": {
                    "type": "string",
                    "description": (
                        "What the link stands for: page, post, category, post_tag, or another type or taxonomy of "
                        "the site; custom, a plain address, unless said otherwise."
                    ),
                },
                "object_id": {"type": "integer", "minimum": 1, "description": "The id of the page, post or term."},
                "parent": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "The menu item it stands below; 0 for none.",
                },
                "position": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "Its place among the items with the same parent, from 1; the end unless said.",
                },
                "target": {"type": "string", "enum": ["", "_blank"], "description": "_blank opens a new tab."},
                "classes": {"type": "string", "description": "CSS classes, with spaces between them."},
                "attr_title": {"type": "string", "description": "The link's title attribute."},
                "description": {"type": "string", "description": "A description, where the theme shows one."},
            },
            "required": ["menu_id", "title"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        lands="On the live menu.",
        undone="The new item is deleted and the order of the others is put back.",
        write=Addition(),
        edits={"title": Editable("Label")},
        makes="menu_item",
        takes={
            "menu_id": ("menu",),
            "object_id": ("page", "post", "term", "type:*"),
            "parent": ("menu_item",),
            "url": (ANYTHING,),
        },
        takes_said={"object_id": ("object_type", SAID_KINDS)},
    ),
)
