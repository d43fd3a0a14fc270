"""Changing the name and description of a menu."""

from __future__ import annotations

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
from webapp.tools.brought_back import ALREADY, SHOWN, cannot
from webapp.tools.menus.menus import NOTE, RIGHT, all_menus, find_menu, has_places, menu_warnings, write_menu
from webapp.tools.spoken import plain
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import only, under, within
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress

FIELDS = ("name", "description")
# How agents say them.
SAID = {
    "name": {"type": "string", "minLength": 1, "description": "The menu's name, as people see it in the dashboard."},
    "description": {"type": "string", "description": "A description, which few themes show."},
}


@dataclass(frozen=True)
class MenuUpdate:
    """The six answers of changing a menu's name or description."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the menu; refuse a name that another one has."""
        menu = find_menu(site, arguments["id"])
        if not any(name in arguments for name in FIELDS):
            raise Refusal("respira_nothing_to_change")
        if "name" in arguments:
            demand_free_name(site, arguments["name"], menu["id"])
        asked = [name for name in FIELDS if name in arguments]
        return {
            **under("menu", only(asked, fields_of_menu(menu))),
            "about.name": plain(menu.get("name")),
            "about.shown": has_places(site),
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell the fields before and after."""
        asked = only([name for name in FIELDS if name in arguments], arguments)
        name = str(state["menu.name"] if "menu.name" in state else state["about.name"])
        same = [one for one, value in asked.items() if state.get(f"menu.{one}") == value]
        return Proposal(
            effect=f"Change the menu {name}: {', '.join(asked)}.",
            target=Target("menu", str(arguments["id"]), name),
            lands_on=LandsOn("live", NOTE),
            changes=[
                Change(one, label(one), state.get(f"menu.{one}"), value, "text")
                for one, value in asked.items()
                if one not in same
            ],
            after=under("menu", asked),
            undo="Undo puts the former name and description back.",
            warnings=[*menu_warnings(state), *(f"{label(one)} already has this value." for one in same)],
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep the fields as just read."""
        before = within("menu", state)
        return {"saved.id": arguments["id"], "saved.fields": {name: before[name] for name in before}}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Write the fields and read the menu back."""
        asked = only([name for name in FIELDS if name in arguments], arguments)

        def write() -> Performed:
            answered = write_menu(site, find_menu(site, arguments["id"]), asked)
            try:
                menu = find_menu(site, arguments["id"])
            except (SiteTrouble, Refusal):
                return _updated(arguments, answered, unchecked=True)
            now = only(asked, fields_of_menu(menu))
            if now == saved["saved.fields"] and unlike_asked(asked, fields_of_menu(menu)):
                raise SiteTrouble(NOTHING_STORED, written="no")
            return _updated(arguments, menu)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Read the menu."""
        menu = find_menu(site, arguments["id"])
        if not unlike_asked(arguments, fields_of_menu(menu)):
            return Settled("yes", _updated(arguments, menu))
        return Settled(
            "no" if only(saved["saved.fields"], fields_of_menu(menu)) == saved["saved.fields"] else "unknown"
        )

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the fields that a restore would overwrite; nobody must have changed them since."""
        former = snapshot.before["saved.fields"]
        now = only(former, _present(site, snapshot))
        state: State = {"undone.id": snapshot.before["saved.id"], "now.fields": now}
        left = only(former, within("menu", snapshot.after)) if snapshot.after else now
        if now == former != left:
            return {**state, ALREADY: True}
        _demand_unchanged(left, now)
        return {**state, SHOWN: _shown(now, former)}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send the former fields back."""
        return _put(site, snapshot, {} if state.get(ALREADY) else snapshot.before["saved.fields"])

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the fields that undoing a restore would overwrite."""
        later = snapshot.before["now.fields"]
        now = only(later, _present(site, snapshot))
        if now != later:
            _demand_unchanged(snapshot.after.get("left.fields", now), now)
        return {"again.fields": now, SHOWN: _shown(now, later)}

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send the later fields again."""
        return _put(site, snapshot, snapshot.before["now.fields"])


def _present(site: WordPress, snapshot: SavedSnapshot) -> dict[str, str]:
    try:
        return fields_of_menu(find_menu(site, snapshot.before["saved.id"]))
    except Refusal as refusal:
        raise cannot(refusal.message) from refusal


def _demand_unchanged(left: State, now: State) -> None:
    edited = [label(name) for name in left if left[name] != now.get(name)]
    if edited:
        raise cannot(f"Changed again since then: {', '.join(edited)}.", hint="Undo the later change first.")


def _shown(now: State, later: State) -> list[dict[str, Any]]:
    return [
        Change(name, label(name), now[name], later[name], "text").as_json()
        for name in later
        if now[name] != later[name]
    ]


def _updated(arguments: Arguments, menu: dict[str, Any], *, unchecked: bool = False) -> Performed:
    fields = fields_of_menu(menu)
    asked = [name for name in FIELDS if name in arguments]
    return Performed(
        result={"success": True, "updated": True, "id": menu["id"], "menu_id": menu["id"], **fields},
        after=under("menu", only(asked, fields)),
        differs=unlike_asked(arguments, fields),
        unchecked=unchecked,
    )


def _put(site: WordPress, snapshot: SavedSnapshot, fields: State) -> Restored:
    menu_id = snapshot.before["saved.id"]
    if fields:
        write_menu(site, find_menu(site, menu_id), fields)
    stored = fields_of_menu(find_menu(site, menu_id))
    wanted = fields or snapshot.before["saved.fields"]
    differs = unlike_asked(wanted, stored)
    words = f"back, except: {', '.join(differs)}." if differs else "back as it was."
    return Restored(f"The menu {stored['name']} is {words}", differs, left={"fields": only(wanted, stored)})


def demand_free_name(site: WordPress, name: str, own_id: int) -> None:
    """Demand that a menu can have a name.

    Raises:
        Refusal: `respira_invalid_arguments`, another menu has it, or it is none.
    """
    if not name.strip():
        raise Refusal("respira_invalid_arguments", "A menu needs a name.")
    for menu in all_menus(site):
        if menu["id"] != own_id and plain(menu.get("name")).casefold() == name.strip().casefold():
            words = f"The site has a menu {name.strip()} already: it is menu {menu['id']}."
            raise Refusal("respira_invalid_arguments", words)


def fields_of_menu(menu: dict[str, Any]) -> dict[str, str]:
    """Return a menu's name and description, as typed."""
    return {name: plain(menu.get(name)) for name in FIELDS}


def unlike_asked(asked: dict[str, Any], fields: dict[str, str]) -> list[str]:
    """Return the names of what a menu holds otherwise than asked."""
    return [name for name in FIELDS if name in asked and asked[name].strip() != fields[name].strip()]


TOOLS = (
    WriteTool(
        name="update_menu",
        title="Rename a menu",
        description="Changes a menu's name or description. Its items are changed with update_menu_item.",
        schema={
            "type": "object",
            "properties": {
                "id": {"type": "integer", "minimum": 1, "description": "The menu's id, from list_menus."},
                **SAID,
            },
            "required": ["id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        lands="On the live menu.",
        undone="The former name and description are put back.",
        write=MenuUpdate(),
    ),
)
