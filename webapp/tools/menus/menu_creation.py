"""Making a menu. It has no items and no place at first, so visitors do not see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.diffs.fields import label
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import (
    NEW,
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
    SHOWN,
    cannot,
    deletes,
    edited_since,
    fields_edited,
    makes_again,
)
from webapp.tools.former_values import exactly_unlike
from webapp.tools.menus.menu_updates import FIELDS, SAID, demand_free_name, fields_of_menu, unlike_asked
from webapp.tools.menus.menus import MENUS, NOTE, RIGHT, all_menus, find_menu, has_places, items_of, menu_warnings
from webapp.tools.spoken import plain
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import item_of, only, under, within
from webapp.tools.writing import demand_gone, or_settle
from webapp.wordpress.client import WordPress

_LABELS = {"name": "Menu", "description": "Description"}
_TWICE = "Another step of the plan makes a menu of this name: once that has run, WordPress refuses this one."


@dataclass(frozen=True)
class MenuAddition:
    """The six answers of making a menu."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Look that no menu has this name."""
        demand_free_name(site, arguments["name"], 0)
        return {"about.shown": has_places(site)}

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell the new menu."""
        name = arguments["name"]
        asked = only([one for one in FIELDS if arguments.get(one)], arguments)
        twice = [_TWICE] if state.get("new.planned") else []
        return Proposal(
            effect=f"Make the menu {name}, with no items yet.",
            target=Target("menu", f"{NEW}{name.strip().casefold()}", name),
            lands_on=LandsOn("live", NOTE),
            changes=[Change(one, label(one), None, value, "value") for one, value in asked.items()],
            after={"new.planned": True},
            undo="Undo deletes the menu, as long as nothing is in it.",
            warnings=[*menu_warnings(state), "Visitors see it once it stands in a place of the theme.", *twice],
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep which menus there are."""
        return {"saved.ids": [menu["id"] for menu in all_menus(site)]}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Make the menu and read it back."""

        def write() -> Performed:
            made = item_of(site.post(MENUS, only([one for one in FIELDS if one in arguments], arguments)))
            try:
                return _made(arguments, find_menu(site, made["id"]))
            except (SiteTrouble, Refusal):
                return _made(arguments, made, unchecked=True)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look for a menu of this name that was not there before."""
        news = [menu for menu in all_menus(site) if menu["id"] not in saved["saved.ids"]]
        alike = [menu for menu in news if plain(menu.get("name")) == arguments["name"].strip()]
        return Settled("yes", _made(arguments, alike[0])) if len(alike) == 1 else Settled("unknown" if news else "no")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the menu that a restore would delete, and what somebody changed of it: nothing must be in it."""
        fields = within("undo.menu", snapshot.undo)
        menu = next((one for one in all_menus(site) if one["id"] == snapshot.undo.get("undo.id")), None)
        if menu is None:
            _demand_no_other(site, fields["name"])
            return {"undone.fields": fields, **AS_WANTED}
        _demand_unused(site, menu)
        now = fields_of_menu(menu)
        gone = [Change(one, _LABELS[one], now[one], None, "value").as_json() for one in FIELDS if now[one]]
        since = edited_since(snapshot, fields_edited(fields, now, unlike=exactly_unlike))
        return {"undone.fields": {**now}, SHOWN: gone, **deletes(f"the menu {now['name']}"), **since}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Delete the menu."""
        if not state.get(ALREADY):
            site.delete(f"{MENUS}/{snapshot.undo['undo.id']}", force=True)
            demand_gone(lambda: snapshot.undo["undo.id"] in [menu["id"] for menu in all_menus(site)])
        return Restored(f"The menu {state['undone.fields']['name']} is gone again.")

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Look that no menu has this name."""
        name = snapshot.before["undone.fields"]["name"]
        _demand_no_other(site, name)
        new = Change("name", "Menu", None, name, "value")
        return {"again.name": name, SHOWN: [new.as_json()], **makes_again(f"the menu {name}")}

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Make the menu again."""
        made = item_of(site.post(MENUS, dict(snapshot.before["undone.fields"])))
        message = f"The menu {state['again.name']} is there again, with the new id {made['id']}."
        new_ids = [(MENUS, snapshot.undo["undo.id"], made["id"])]
        return Restored(message, anew=_left(made["id"], fields_of_menu(made)), new_ids=new_ids)


def _demand_no_other(site: WordPress, name: str) -> None:
    other = next((one for one in all_menus(site) if plain(one.get("name")).casefold() == name.casefold()), None)
    if other is not None:
        words = f"The site has a menu {name} again, menu {other['id']}."
        raise cannot(words, hint="Delete that one if nobody needs it.")


def _demand_unused(site: WordPress, menu: dict[str, Any]) -> None:
    hint = "Undo the later changes first."
    if items_of(site, menu["id"]):
        raise cannot("There are items in the menu now.", hint=hint)
    if menu.get("locations"):
        raise cannot("The menu stands in a place of the theme now.", hint=hint)


def _made(arguments: Arguments, menu: dict[str, Any], *, unchecked: bool = False) -> Performed:
    fields = fields_of_menu(menu)
    return Performed(
        result={"success": True, "created": True, "id": menu["id"], "menu_id": menu["id"], **fields},
        after={"menu.name": fields["name"], "menu.items": []},
        undo=_left(menu["id"], fields),
        differs=unlike_asked(arguments, fields),
        unchecked=unchecked,
    )


def _left(menu_id: int, fields: State) -> State:
    """Return what undoing needs to know of a menu that was made, also of one that was made again."""
    return {"undo.id": menu_id, **under("undo.menu", fields)}


TOOLS = (
    WriteTool(
        name="create_menu",
        title="Make a menu",
        description=(
            "Makes a menu without items. Add some with create_menu_item and show it with assign_menu_location; both "
            "may refer to this step. Block themes show navigations instead."
        ),
        schema={
            "type": "object",
            "properties": SAID,
            "required": ["name"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        lands="On the live site, where no visitor sees a menu without a place.",
        undone="The menu is deleted, as long as nothing is in it.",
        write=MenuAddition(),
        makes="menu",
    ),
)
