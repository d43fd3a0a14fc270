"""Deleting a menu with its items. Menus have no trash: one that is brought back is new, and so are its items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    AGAIN,
    ALREADY,
    AS_WANTED,
    SHOWN,
    cannot,
    deletes,
    edited_since,
    fields_edited,
    is_of_a_restore,
    makes_again,
)
from webapp.tools.former_values import exactly_unlike
from webapp.tools.menus.menu_item_deletes import as_new, demand_made
from webapp.tools.menus.menu_item_fields import kept_of
from webapp.tools.menus.menu_order import ITEMS_LABEL, Entry, bare, order_change, titled, titles
from webapp.tools.menus.menu_updates import fields_of_menu
from webapp.tools.menus.menus import (
    ITEMS,
    MENUS,
    NOTE,
    RIGHT,
    all_menus,
    entries_of,
    find_menu,
    has_places,
    items_of,
    menu_warnings,
    places_of,
)
from webapp.tools.spoken import plain
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import item_of, text_of
from webapp.tools.writing import NOTHING_STORED, demand_gone, made_or_found, or_settle, was_answered
from webapp.wordpress.client import WordPress

# What the steps after it find, and warn of.
_GONE: State = {"menu.items": [], "menu.gone": True}


@dataclass(frozen=True)
class MenuDelete:
    """The six answers of deleting a menu."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the menu, its items and its places."""
        menu = find_menu(site, arguments["id"])
        entries = entries_of(items_of(site, menu["id"]))
        places = places_of(site)
        return {
            "menu.name": plain(menu.get("name")),
            "menu.items": bare(entries),
            "menu.places": sorted(menu.get("locations", [])),
            "about.titles": titles(entries),
            "about.places": {name: text_of(place.get("description")) for name, place in places.items()},
            "about.shown": has_places(site),
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what goes with the menu."""
        name, entries = state["menu.name"], titled(state["menu.items"], state["about.titles"])
        places = [state["about.places"].get(one) or one for one in state["menu.places"]]
        warnings = menu_warnings(state)
        if places:
            warnings.append(f"Visitors see it at: {', '.join(places)}. That place will show no menu.")
        changes = [order_change(entries, [])] if entries else []
        return Proposal(
            effect=f"Delete the menu {name} for good, with its {_counted(len(entries))}.",
            target=Target("menu", str(arguments["id"]), name),
            lands_on=LandsOn("live", NOTE),
            changes=[Change("name", "Menu", name, None, "value"), *changes],
            after=_GONE,
            undo="Undo makes the menu again with its items and places; it and they have new ids then.",
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep all of the menu and of its items."""
        menu = find_menu(site, arguments["id"])
        items = items_of(site, menu["id"])
        return {
            "saved.id": menu["id"],
            "saved.menu": {
                **fields_of_menu(menu),
                "slug": menu.get("slug"),
                "auto_add": bool(menu.get("auto_add")),
                "locations": list(menu.get("locations", [])),
            },
            "saved.items": [{"id": item["id"], **kept_of(site, item)} for item in _ordered(items)],
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Delete the menu and look that it is gone."""

        def write() -> Performed:
            site.delete(f"{MENUS}/{arguments['id']}", force=True)
            try:
                there = [menu["id"] for menu in all_menus(site)]
            except (SiteTrouble, Refusal):
                return _performed(saved, unchecked=True)
            if arguments["id"] in there:
                raise SiteTrouble(NOTHING_STORED, written="no")
            return _performed(saved)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look whether the menu is there, with all its items."""
        if arguments["id"] not in {menu["id"] for menu in all_menus(site)}:
            return Settled("yes", _performed(saved))
        now = {item["id"] for item in items_of(site, arguments["id"])}
        return Settled("no" if now == {item["id"] for item in saved["saved.items"]} else "unknown")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Look that nothing is in the way of making the menu again."""
        name = snapshot.before["saved.menu"]["name"]
        state: State = {"undone.name": name}
        twin = _of_name(site, name)
        if twin is None:
            there = titled(snapshot.before["menu.items"], snapshot.before["about.titles"])
            return {**state, SHOWN: _shown((None, []), (name, there)), **makes_again(f"the menu {name}")}
        if _is_as_before(site, twin["id"], snapshot):
            # A person may have made it, or a restore of ours whose answer was lost: nobody can tell.
            return {**state, "undone.twin": twin["id"], **AS_WANTED}
        words = (
            f"The site has a menu {name} again, menu {twin['id']}, with other items in it or at another place, "
            "and WordPress takes no second menu of one name."
        )
        raise cannot(words, hint="Rename or delete that one first.")

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Make the menu again, then its items in order, then give it those of its places that are free."""
        name = snapshot.before["saved.menu"]["name"]
        if state.get(ALREADY):
            twin = state["undone.twin"]
            differs, taken = _compared(site, twin, snapshot)
            message = f"The menu {name} was there already, as menu {twin} with the same items, so nothing was made."
            again = [] if "items" in differs else _new_ids(site, twin, snapshot)
            return Restored(message + _elsewhere(taken), differs, new_ids=again)
        menu_id, new_ids = _make_again(site, snapshot.before["saved.menu"], snapshot.before["saved.items"])
        differs, taken = _compared(site, menu_id, snapshot)
        message = f"The menu {name} is there again, with the new id {menu_id}; so are its items, with new ids."
        fields = fields_of_menu(find_menu(site, menu_id))
        left = {"id": menu_id, "items": bare(entries_of(items_of(site, menu_id))), "menu": fields}
        made = [(MENUS, snapshot.before["saved.id"], menu_id), *((ITEMS, *one) for one in new_ids.items())]
        return Restored(message + _elsewhere(taken), differs, left=left, new_ids=made)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the menu that the restore made, and what somebody changed of it since."""
        demand_made(snapshot, "menu")
        menu_id, left = snapshot.after["left.id"], snapshot.after.get("left.menu", {})
        menu = next((one for one in all_menus(site) if one["id"] == menu_id), None)
        if menu is None:
            raise cannot("The menu was deleted since.")
        entries, now = entries_of(items_of(site, menu_id)), fields_of_menu(menu)
        moved = [] if bare(entries) == snapshot.after["left.items"] else [ITEMS_LABEL]
        edited = [*fields_edited(left, now, unlike=exactly_unlike), *moved]
        return {
            "again.id": menu_id,
            SHOWN: [*_shown((now["name"], entries), (None, [])), *_description_gone(now)],
            **deletes(f"the menu {now['name']}"),
            **edited_since(snapshot, edited, undo=AGAIN),
        }

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Delete the menu again."""
        site.delete(f"{MENUS}/{state['again.id']}", force=True)
        demand_gone(lambda: state["again.id"] in [menu["id"] for menu in all_menus(site)])
        return Restored(f"The menu {snapshot.before['saved.menu']['name']} is deleted again.")


def _new_ids(site: WordPress, twin: int, snapshot: SavedSnapshot) -> list[tuple[str, int, int]]:
    """Return the ids that a menu of the same name and its items have now, where those are others than before."""
    pairs = [(MENUS, snapshot.before["saved.id"], twin)]
    items = zip(snapshot.before["saved.items"], _ordered(items_of(site, twin)), strict=False)
    pairs += [(ITEMS, was["id"], now["id"]) for was, now in items]
    return [pair for pair in pairs if pair[1] != pair[2]]


def _of_name(site: WordPress, name: str) -> dict[str, Any] | None:
    """Return the menu because of which WordPress would take no other one of this name."""
    named = (one for one in all_menus(site) if fields_of_menu(one)["name"].casefold() == name.casefold())
    return next(named, None)


def _is_as_before(site: WordPress, menu_id: int, snapshot: SavedSnapshot) -> bool:
    """Tell whether a menu is in all but its ids what was deleted, also where others stand at its places now."""
    differs, taken = _compared(site, menu_id, snapshot)
    free = {name for name, place in places_of(site).items() if not place.get("menu")}
    return set(differs) <= {"locations"} and not free & set(taken)


def _elsewhere(taken: list[str]) -> str:
    return f" Another menu stands now at: {', '.join(taken)}." if taken else ""


def _ordered(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(items, key=lambda item: (item["menu_order"], item["id"]))


def _counted(count: int) -> str:
    return f"{count} item{'' if count == 1 else 's'}"


def _performed(saved: State, *, unchecked: bool = False) -> Performed:
    name, count = saved["saved.menu"]["name"], len(saved["saved.items"])
    result = {"success": True, "deleted": True, "id": saved["saved.id"], "name": name, "items_deleted": count}
    return Performed(result=result, after=_GONE, unchecked=unchecked)


def _make_again(site: WordPress, menu: dict[str, Any], items: Sequence[dict[str, Any]]) -> tuple[int, dict[int, int]]:
    free = [name for name, place in places_of(site).items() if not place.get("menu")]
    places = [name for name in menu["locations"] if name in free]
    made = made_or_found(
        lambda: item_of(site.post(MENUS, {**menu, "locations": places})), lambda: _of_name(site, menu["name"])
    )
    try:
        return made["id"], _fill(site, made["id"], items)
    except SiteTrouble as trouble:
        if was_answered(trouble):
            _take_away(site, made["id"])
        raise


def _take_away(site: WordPress, menu_id: int) -> None:
    """Delete a menu that was just made, since the site refused to fill it: half of one would be in the way later."""
    try:
        site.delete(f"{MENUS}/{menu_id}", force=True)
    except SiteTrouble:
        # That it is there is found when the menus are read again.
        return


def _fill(site: WordPress, menu_id: int, items: Sequence[dict[str, Any]]) -> dict[int, int]:
    """Make a menu's items again, and return by the former id of each its new one."""
    new_ids: dict[int, int] = {}
    for item in items:
        fields = {name: value for name, value in item.items() if name != "id"}
        parent = new_ids.get(item["parent"], 0)
        body = {**as_new(fields), "parent": parent, "menus": menu_id}
        new_ids[item["id"]] = item_of(site.post(ITEMS, body))["id"]
    for item in items:
        # One that stands before its parent in the order was made before it.
        late = new_ids.get(item["parent"], 0)
        if late and items.index(item) < next(at for at, one in enumerate(items) if one["id"] == item["parent"]):
            site.post(f"{ITEMS}/{new_ids[item['id']]}", {"parent": late})
    return new_ids


def _compared(site: WordPress, menu_id: int, snapshot: SavedSnapshot) -> tuple[list[str], list[str]]:
    """Return what is not as it was besides the ids, and the places where another menu stands now."""
    saved, items = snapshot.before["saved.menu"], snapshot.before["saved.items"]
    menu, now = find_menu(site, menu_id), _ordered(items_of(site, menu_id))
    was_tree = [[one["menu_order"], _place_of(items, one["parent"])] for one in items]
    now_tree = [[one["menu_order"], _place_of(now, one["parent"])] for one in now]
    was_kept = [{**one, "id": 0, "parent": 0, "object_id": _object(one)} for one in items]
    now_kept = [{"id": 0, **kept_of(site, one), "parent": 0, "object_id": _object(one)} for one in now]
    differs = ["items"] if (was_tree, was_kept) != (now_tree, now_kept) else []
    taken = sorted(set(saved["locations"]) - set(menu.get("locations", [])))
    differs += [name for name in ("name", "description") if fields_of_menu(menu)[name] != saved[name]]
    return [*differs, *(["locations"] if taken else [])], taken


def _place_of(items: Sequence[dict[str, Any]], item_id: int) -> int | None:
    return next((at for at, item in enumerate(items) if item["id"] == item_id), None)


def _object(item: dict[str, Any]) -> Any:
    # A plain link names itself there.
    return None if item["type"] == "custom" else item["object_id"]


def _shown(now: tuple[str | None, list[Entry]], later: tuple[str | None, list[Entry]]) -> list[dict[str, Any]]:
    """Return what a person is shown of a menu that comes or goes: its name and its items before, and after."""
    return [
        Change("name", "Menu", now[0], later[0], "value").as_json(),
        order_change(now[1], later[1]).as_json(),
    ]


def _description_gone(menu: Mapping[str, str]) -> list[dict[str, Any]]:
    words = menu["description"]
    return [Change("description", label("description"), words, None, "value").as_json()] if words else []


TOOLS = (
    WriteTool(
        name="delete_menu",
        title="Delete a menu",
        description="Deletes a menu for good, with its items and its places in the theme. A person approves it.",
        schema={
            "type": "object",
            "properties": {"id": {"type": "integer", "minimum": 1, "description": "The menu's id, from list_menus."}},
            "required": ["id"],
            "additionalProperties": False,
        },
        approval_required=True,
        needs=(RIGHT,),
        destructive=True,
        lands="On the live site.",
        undone="The menu is made again with its items, their order and nesting, and its places. All ids are new.",
        write=MenuDelete(),
        undo_asks=is_of_a_restore,
    ),
)
