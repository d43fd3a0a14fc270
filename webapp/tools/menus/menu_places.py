"""Which menu stands in a place of the theme. A place shows one menu, so a menu takes it over from another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
from webapp.tools.former_values import FormerValues, exactly_unlike
from webapp.tools.menus.menus import NOT_SHOWN, RIGHT, all_menus, places_of, write_menu
from webapp.tools.spoken import plain
from webapp.tools.standing_in import stands_in, words_for
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import text_of, within
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress

_NOTE = "A place for menus has no draft copy: visitors see this when the step runs."


@dataclass(frozen=True)
class Assignment(FormerValues):
    """The six answers of putting a menu into a place, or of leaving the place empty."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the place and the menus; refuse a place or a menu that is not there."""
        place, names = _place(site, arguments["location"]), _names(site)
        menu_id = arguments["menu_id"]
        if menu_id and not stands_in(menu_id) and str(menu_id) not in names:
            raise Refusal("respira_not_found", f"There is no menu {menu_id} on the site.")
        return {
            "place.menu": place.get("menu") or 0,
            "about.place": text_of(place.get("description")) or arguments["location"],
            "about.menus": names,
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell which menu the place shows, before and after."""
        before, menu_id = state["place.menu"], arguments["menu_id"]
        place = state["about.place"]
        former, later = (_named(state, one) for one in (before, menu_id))
        effect = f"Show {later} in the place {place}." if menu_id else f"Show no menu in the place {place}."
        warnings = []
        if before == menu_id:
            warnings.append("It is so already.")
        elif before:
            warnings.append(f"It takes the place of {former}, which visitors see there now.")
        return Proposal(
            effect=effect,
            target=Target("menu_location", arguments["location"], place),
            lands_on=LandsOn("live", _NOTE),
            changes=[] if before == menu_id else [Change("menu", "Menu", former, later, "value")],
            after={"place.menu": menu_id},
            undo="Undo shows in the place what it showed before.",
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep what the place shows."""
        return {
            "saved.place": arguments["location"],
            "saved.menu": state["place.menu"],
            "saved.wanted": arguments["menu_id"],
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Tell the menu its places, and read the place back."""
        place, wanted = saved["saved.place"], saved["saved.wanted"]

        def write() -> Performed:
            _show(site, place, wanted)
            try:
                now = _shown_in(site, place)
            except (SiteTrouble, Refusal):
                return _performed(saved, wanted, unchecked=True)
            if now == saved["saved.menu"] != wanted:
                raise SiteTrouble(NOTHING_STORED, written="no")
            return _performed(saved, now)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Read the place."""
        now = _shown_in(site, saved["saved.place"])
        if now == saved["saved.wanted"]:
            return Settled("yes", _performed(saved, now))
        return Settled("no" if now == saved["saved.menu"] else "unknown")

    def former(self, snapshot: SavedSnapshot) -> State:
        """Return what the place showed before the write."""
        return {"menu": snapshot.before["saved.menu"]}

    def left(self, snapshot: SavedSnapshot) -> State:
        """Return what the write let it show."""
        return within("place", snapshot.after)

    def present(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what the place shows."""
        try:
            return {"menu": _shown_in(site, snapshot.before["saved.place"])}
        except Refusal as refusal:
            raise cannot(refusal.message) from refusal

    def send(self, site: WordPress, snapshot: SavedSnapshot, fields: State) -> None:
        """Let the place show a menu, or none."""
        _show(site, snapshot.before["saved.place"], fields["menu"])

    def shown(self, site: WordPress, snapshot: SavedSnapshot, now: State, later: State) -> list[dict[str, Any]]:
        """Show the menus by their names."""
        state = {"about.menus": _names(site)}
        if later.get("menu") and str(later["menu"]) not in state["about.menus"]:
            raise cannot("The menu that the place showed was deleted since.", hint="Bring the menu back first.")
        return [
            Change(name, "Menu", _named(state, now[name]), _named(state, later[name]), "value").as_json()
            for name in exactly_unlike(later, now, later)
        ]

    def told(self, snapshot: SavedSnapshot, present: State, differs: list[str]) -> str:
        """Tell of the place."""
        name = snapshot.before["about.place"]
        return (
            f"The place {name} could not be brought back."
            if differs
            else (f"The place {name} shows what it showed before.")
        )


def _place(site: WordPress, name: str) -> dict[str, Any]:
    places = places_of(site)
    if not places:
        raise Refusal("respira_not_found", NOT_SHOWN, hint="A block theme has navigations: list_navigation.")
    if name not in places:
        hint = f"The theme has: {', '.join(places)}."
        raise Refusal("respira_not_found", f"The theme has no place {name} for menus.", hint=hint)
    place: dict[str, Any] = places[name]
    return place


def _names(site: WordPress) -> dict[str, str]:
    return {str(menu["id"]): plain(menu.get("name")) for menu in all_menus(site)}


def _named(state: State, menu_id: int) -> str:
    if stands_in(menu_id):
        return words_for(menu_id)
    return f"the menu {state['about.menus'].get(str(menu_id), menu_id)}" if menu_id else "no menu"


def _shown_in(site: WordPress, place: str) -> int:
    return int(_place(site, place).get("menu") or 0)


def _show(site: WordPress, place: str, menu_id: int) -> None:
    """Let a place show a menu. WordPress is told of a menu all the places that it has then."""
    if menu_id:
        menu = next((one for one in all_menus(site) if one["id"] == menu_id), None)
        if menu is None:
            raise Refusal("respira_not_found", f"There is no menu {menu_id} on the site.")
        others = [name for name in menu.get("locations", []) if name != place]
        write_menu(site, menu, {"locations": [*others, place]})
        return
    for menu in all_menus(site):
        if place in menu.get("locations", []):
            others = [name for name in menu["locations"] if name != place]
            write_menu(site, menu, {"locations": others})


def _performed(saved: State, now: int, *, unchecked: bool = False) -> Performed:
    return Performed(
        result={"success": True, "updated": True, "location": saved["saved.place"], "menu_id": now},
        after={"place.menu": now},
        differs=[] if now == saved["saved.wanted"] else ["menu"],
        unchecked=unchecked,
    )


TOOLS = (
    WriteTool(
        name="assign_menu_location",
        title="Put a menu into a place of the theme",
        description=(
            "Lets one of the theme's places show a menu, or none. The menu takes the place over from another one. "
            "Visitors see it at once."
        ),
        schema={
            "type": "object",
            "properties": {
                "location": {"type": "string", "description": "The place, from list_menu_locations."},
                "menu_id": {"type": "integer", "minimum": 0, "description": "The menu's id; 0 shows no menu there."},
            },
            "required": ["location", "menu_id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        lands="On the live site.",
        undone="The place shows what it showed before.",
        write=Assignment(),
        takes={"menu_id": ("menu",)},
    ),
)
