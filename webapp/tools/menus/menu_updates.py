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
    SavedSnapshot,
    Settled,
    State,
    Target,
)
from webapp.tools.brought_back import cannot
from webapp.tools.former_values import FormerValues
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
class MenuUpdate(FormerValues):
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
            warnings=[*menu_warnings(state), *(f"{label(one)}: it is so already." for one in same)],
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

    def former(self, snapshot: SavedSnapshot) -> State:
        """Return the fields before the write."""
        fields: State = snapshot.before["saved.fields"]
        return fields

    def left(self, snapshot: SavedSnapshot) -> State:
        """Return the fields as the write left them."""
        return within("menu", snapshot.after)

    def present(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the menu."""
        try:
            return {**fields_of_menu(find_menu(site, snapshot.before["saved.id"]))}
        except Refusal as refusal:
            raise cannot(refusal.message) from refusal

    def send(self, site: WordPress, snapshot: SavedSnapshot, fields: State) -> None:
        """Write fields of the menu."""
        write_menu(site, find_menu(site, snapshot.before["saved.id"]), fields)

    def told(self, snapshot: SavedSnapshot, present: State, differs: list[str]) -> str:
        """Tell of the menu by its name now."""
        words = f"back, except: {', '.join(differs)}." if differs else "back as it was."
        return f"The menu {present['name']} is {words}"


def _updated(arguments: Arguments, menu: dict[str, Any], *, unchecked: bool = False) -> Performed:
    fields = fields_of_menu(menu)
    asked = [name for name in FIELDS if name in arguments]
    return Performed(
        result={"success": True, "updated": True, "id": menu["id"], "menu_id": menu["id"], **fields},
        after=under("menu", only(asked, fields)),
        differs=unlike_asked(arguments, fields),
        unchecked=unchecked,
    )


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
