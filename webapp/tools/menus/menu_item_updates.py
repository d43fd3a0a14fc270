"""Changing a menu item: its label, where it leads, how it looks, and its place in the menu.

What is not named stays as it is. An item moves together with what stands below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.errors import SiteTrouble
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
from webapp.tools.brought_back import ALREADY, AS_WANTED, SHOWN, cannot, edited_since
from webapp.tools.former_values import exactly_unlike, way_back
from webapp.tools.menus.menu_item_changes import (
    asked_fields,
    asks_to_move,
    change_of,
    demand_parent,
    demand_possible,
    later_order,
    told_order,
    wanted_fields,
)
from webapp.tools.menus.menu_item_fields import (
    FIELD_LABELS,
    field_of,
    fields_as,
    fields_called,
    fields_edited,
    main_of,
    send_fields,
    shown_changes,
    still_left,
)
from webapp.tools.menus.menu_order import Entry, bare, order_change, titled, titles
from webapp.tools.menus.menus import (
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
from webapp.tools.tool import ANYTHING, Editable, Scene, WriteTool
from webapp.tools.values import only
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress


@dataclass(frozen=True)
class ItemUpdate:
    """The six answers of changing a menu item."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the item and its menu; refuse what it could never be."""
        item = find_item(site, arguments["item_id"])
        menu_id, asked = item.get("menus"), asked_fields(arguments)
        demand_possible(arguments, item, asked)
        menu, entries = find_menu(site, int(menu_id or 0)), entries_of(items_of(site, int(menu_id or 0)))
        demand_parent(arguments, entries, plain(menu.get("name")))
        return {
            "menu.id": menu["id"],
            "menu.name": plain(menu.get("name")),
            **({"menu.items": bare(entries)} if asks_to_move(arguments) else {}),
            **{f"item.{item['id']}.{name}": field_of(site, item, name) for name in asked},
            "about.titles": titles(entries),
            "about.items": bare(entries),
            "about.shown": has_places(site),
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell the fields, and the menu where the item moves, before and after."""
        item_id, asked = arguments["item_id"], asked_fields(arguments)
        entries = _entries(state)
        name = state["about.titles"].get(str(item_id), "")
        warnings = menu_warnings(state)
        changes = [change_of(state, item_id, field, value) for field, value in asked.items()]
        warnings += [f"{change.label}: it is so already." for change in changes if change.before == change.after]
        after = {f"item.{item_id}.{field}": value for field, value in asked.items()}
        if asked.get("title"):
            after["about.titles"] = {**state["about.titles"], str(item_id): asked["title"]}
        if item_id not in {entry[0] for entry in entries}:
            warnings += [] if state.get("menu.gone") else [TAKEN_OUT]
        elif asks_to_move(arguments):
            later = later_order(entries, arguments)
            changes.append(order_change(entries, told_order(later, arguments), item_id))
            after["menu.items"] = bare(later)
            if bare(later) == bare(entries):
                warnings.append("It stands at this place already.")
        labels = [change.label.lower() for change in changes if change.field != "items"]
        what = ", ".join([*labels, *(["place"] if asks_to_move(arguments) else [])])
        return Proposal(
            effect=f'Change "{name}" in the menu {state["menu.name"]}: {what}.',
            target=Target("menu", str(state["menu.id"]), state["menu.name"]),
            lands_on=LandsOn("live", NOTE),
            changes=[change for change in changes if change.before != change.after],
            after=after,
            undo="Undo puts the item's former label, link, looks and place back, with the same id.",
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep the item's fields, and where everything in the menu stands."""
        item_id = arguments["item_id"]
        entries = _entries(state)
        wanted = wanted_fields(arguments, entries)
        places = {str(entry[0]): {"parent": entry[2], "menu_order": entry[3]} for entry in entries}
        before = {one: {name: places[one].get(name) for name in fields} for one, fields in wanted.items()}
        before[str(item_id)] |= {name: state[f"item.{item_id}.{name}"] for name in asked_fields(arguments)}
        return {
            "saved.item_id": item_id,
            "saved.menu_id": state["menu.id"],
            "saved.before": before,
            "saved.wanted": wanted,
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Let the others make room, which nobody sees, then change the item; read the menu and compare."""
        main, wanted = str(arguments["item_id"]), saved["saved.wanted"]

        def write() -> Performed:
            others = {one: fields for one, fields in reversed(wanted.items()) if one != main}
            send_fields(site, saved["saved.menu_id"], {**others, main: wanted[main]})
            try:
                items = items_of(site, saved["saved.menu_id"])
                now = fields_as(site, items, wanted)
            except SiteTrouble:
                return _performed(arguments, saved, wanted, None)
            if now == saved["saved.before"] != wanted:
                raise SiteTrouble(NOTHING_STORED, written="no")
            return _performed(arguments, saved, now, items)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Read the menu and compare the fields."""
        items = items_of(site, saved["saved.menu_id"])
        now = fields_as(site, items, saved["saved.wanted"])
        if now == saved["saved.wanted"]:
            return Settled("yes", _performed(arguments, saved, now, items))
        return Settled("no" if now == saved["saved.before"] else "unknown")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would overwrite, and what somebody changed of the item since."""
        main, before = main_of(snapshot), snapshot.before["saved.before"]
        left: dict[str, Any] = {**snapshot.before["saved.wanted"], **snapshot.undo.get("undo.after", {})}
        items = _items(site, snapshot)
        if main not in {str(item["id"]) for item in items}:
            raise cannot("The menu item is not in the menu any more.", hint="Bring it back first.")
        now = fields_as(site, items, before)
        back = way_back(before[main], left[main], now[main], exactly_unlike)
        now = {**now, main: back.now}
        state: State = {"undone.menu_id": snapshot.before["saved.menu_id"], "now.fields": now}
        if back.already:
            return {**state, **AS_WANTED}
        since = edited_since(snapshot, fields_called(back.edited))
        later = still_left({**before, main: back.former}, left, now, main)
        return {**state, "undone.fields": later, SHOWN: shown_changes(items, main, now, later), **since}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send the former values back, the item's own first."""
        main, menu_id = main_of(snapshot), snapshot.before["saved.menu_id"]
        fields = state["now.fields"] if state.get(ALREADY) else state["undone.fields"]
        return _put(site, menu_id, main, fields)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would overwrite, and what somebody changed of the item since."""
        main, items, former = main_of(snapshot), _items(site, snapshot), snapshot.before["now.fields"]
        now = fields_as(site, items, former)
        if main not in now:
            raise cannot("The menu item is not in the menu any more.")
        left = snapshot.after.get("left.fields", now)
        later = still_left(former, left, now, main)
        moved = exactly_unlike(former[main], now[main], former[main])
        edited = fields_edited(only((name for name in moved if name in left[main]), left[main]), now[main])
        since = edited_since(snapshot, edited, undo="Undo puts the item's former label, link, looks and place back.")
        return {"again.fields": now, "again.later": later, SHOWN: shown_changes(items, main, now, later), **since}

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send the later values again."""
        return _put(site, snapshot.before["saved.menu_id"], main_of(snapshot), state["again.later"])


def _entries(state: State) -> list[Entry]:
    """Return the menu as it is, or as the steps before make it."""
    items: list[list[Any]] = state["menu.items"] if "menu.items" in state else state["about.items"]
    return titled(items, state["about.titles"])


def _items(site: WordPress, snapshot: SavedSnapshot) -> list[dict[str, Any]]:
    return items_of(site, snapshot.before["saved.menu_id"])


def _performed(
    arguments: Arguments, saved: State, now: dict[str, dict[str, Any]], items: list[dict[str, Any]] | None
) -> Performed:
    main, entries = str(arguments["item_id"]), entries_of(items or [])
    wanted = saved["saved.wanted"]
    after = {f"item.{main}.{name}": now[main][name] for name in asked_fields(arguments)}
    if items is not None and asks_to_move(arguments):
        after |= {"menu.items": bare(entries)}
    names = {**titles(entries)}
    return Performed(
        result={
            "success": True,
            "updated": True,
            "id": arguments["item_id"],
            "item_id": arguments["item_id"],
            "menu_id": saved["saved.menu_id"],
            "title": names.get(main, arguments.get("title", "")),
        },
        after={**after, **({"about.titles": names} if items is not None else {})},
        undo={"undo.after": now},
        differs=[name for name, value in wanted[main].items() if now[main].get(name) != value],
        unchecked=items is None,
    )


def _put(site: WordPress, menu_id: int, main: str, fields: dict[str, Any]) -> Restored:
    send_fields(site, menu_id, {main: fields[main], **{one: fields[one] for one in fields if one != main}})
    items = items_of(site, menu_id)
    now = fields_as(site, items, fields)
    differs = [FIELD_LABELS[name] for name, value in fields[main].items() if now.get(main, {}).get(name) != value]
    name = titles(entries_of(items)).get(main, "")
    words = f"is back, except: {', '.join(differs)}." if differs else "is back as it was."
    return Restored(f'"{name}" {words}', differs, left={"fields": now})


TOOLS = (
    WriteTool(
        name="update_menu_item",
        title="Change a menu item",
        description=(
            "Changes an item of a menu: its label, link, looks, parent or place. What is not named stays. What "
            "stands below the item moves with it. Visitors see it at once."
        ),
        schema={
            "type": "object",
            "properties": {
                "item_id": {"type": "integer", "minimum": 1, "description": "The item's id, from list_menu_items."},
                "title": {
                    "type": "string",
                    "description": "The words of the link; empty to follow the title of what it stands for.",
                },
                "url": {"type": "string", "description": "Where a plain link leads."},
                "parent": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "The item of the same menu that it stands below; 0 for none.",
                },
                "position": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "Its place among the items with the same parent, from 1.",
                },
                "target": {"type": "string", "enum": ["", "_blank"], "description": "_blank opens a new tab."},
                "classes": {"type": "string", "description": "CSS classes, with spaces between them."},
                "attr_title": {"type": "string", "description": "The link's title attribute."},
                "description": {"type": "string", "description": "A description, where the theme shows one."},
            },
            "required": ["item_id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        lands="On the live menu.",
        undone="The former label, link, looks and place are put back; the item keeps its id.",
        write=ItemUpdate(),
        # Without a label of its own it follows the title of what it stands for.
        edits={"title": Editable("Label", emptied=True)},
        takes={"parent": ("menu_item",), "url": (ANYTHING,)},
    ),
)
