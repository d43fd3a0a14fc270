"""Adding, changing, moving and removing one link of a navigation. It has no draft copy, so it lands live."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.diffs import trees
from webapp.diffs.blocks import same_content
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
from webapp.tools.brought_back import Unlike, cannot
from webapp.tools.former_values import FormerValues
from webapp.tools.last_saves import saves_at
from webapp.tools.menus.menu_links import SAID_KINDS, demand_link_scheme, object_name, object_of
from webapp.tools.menus.menus import RIGHT
from webapp.tools.menus.navigation import NAVIGATION, find_navigation, name_of, seen
from webapp.tools.menus.navigation_links import (
    added,
    changed,
    every,
    found,
    label_of,
    made,
    moved,
    plain_link,
    removed,
    tree,
)
from webapp.tools.tool import ANYTHING, Editable, Scene, WriteTool
from webapp.tools.values import item_of, text_of, unlike, within
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress

_NOTE = "A navigation has no draft copy: this changes the live site when the step runs."
_UNPUBLISHED = "It links to something that visitors do not see yet, and WordPress shows no such link."
_DOING = {"add": "Add", "change": "Change", "remove": "Remove"}


@dataclass(frozen=True)
class NavigationUpdate(FormerValues):
    """The six answers of changing one link of a navigation."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the navigation, and check that what the link stands for is there."""
        _demand_sense(arguments)
        item = find_navigation(site, arguments["id"])
        text = text_of(item.get("content"))
        object_asked: Arguments = {
            name: arguments[name] for name in ("object_type", "object_id") if name in arguments
        }
        return {
            "nav.content": text,
            "about.name": name_of(item),
            **seen(site, item),
            **(object_of(site, object_asked) if object_asked else {}),
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell how the navigation would read."""
        text, name = state["nav.content"], state["about.name"]
        later = _edited(text, arguments, state)
        warnings = list(state.get("about.unseen", []))
        if state.get("about.object") not in (None, "publish"):
            warnings.append(_UNPUBLISHED)
        label = arguments.get("label") or object_name(arguments, state)
        if arguments["action"] != "add":
            link = found(text, arguments["entry"])
            label, below = link.label, [one.label for one in every(link.below)]
            if arguments["action"] == "remove" and below:
                warnings.append(f"What stands below it goes too: {', '.join(below)}.")
            if later == text:
                warnings.append("It is so already.")
        preposition = "to" if arguments["action"] == "add" else "in" if arguments["action"] == "change" else "from"
        return Proposal(
            effect=f'{_DOING[arguments["action"]]} the link "{label}" {preposition} the navigation {name}.',
            target=Target("navigation", str(arguments["id"]), name),
            lands_on=LandsOn("live", _NOTE),
            changes=[_change(text, later, arguments.get("entry", ""))] if later != text else [],
            after={"nav.content": later},
            undo="Undo puts the navigation back as it was.",
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep the whole text."""
        text = state["nav.content"]
        return {"saved.id": arguments["id"], "saved.content": text, "saved.later": _edited(text, arguments, state)}

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Send the whole text with the one link changed, and read it back."""
        later = saved["saved.later"]

        def write() -> Performed:
            answered = item_of(site.post(f"{NAVIGATION}/{arguments['id']}", {"content": later}))
            try:
                now = _text(site, arguments["id"])
            except (SiteTrouble, Refusal):
                return _performed(saved, text_of(answered.get("content")), unchecked=True)
            if same_content(now, saved["saved.content"]) and not same_content(now, later):
                raise SiteTrouble(NOTHING_STORED, written="no")
            return _performed(saved, now)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Read the text."""
        now = _text(site, arguments["id"])
        if same_content(now, saved["saved.later"]):
            return Settled("yes", _performed(saved, now))
        return Settled("no" if same_content(now, saved["saved.content"]) else "unknown")

    def former(self, snapshot: SavedSnapshot) -> State:
        """Return the text before the write."""
        return {"content": snapshot.before["saved.content"]}

    def left(self, snapshot: SavedSnapshot) -> State:
        """Return the text as the write left it."""
        return within("nav", snapshot.after)

    def present(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the text."""
        try:
            return {"content": _text(site, snapshot.before["saved.id"])}
        except Refusal as refusal:
            raise cannot(refusal.message) from refusal

    def send(self, site: WordPress, snapshot: SavedSnapshot, fields: State) -> None:
        """Send the text."""
        site.post(f"{NAVIGATION}/{snapshot.before['saved.id']}", {"content": fields["content"]})

    def comparing(self, snapshot: SavedSnapshot) -> Unlike:
        """Compare texts as WordPress keeps them."""
        return unlike

    def shown(self, site: WordPress, snapshot: SavedSnapshot, now: State, later: State) -> list[dict[str, Any]]:
        """Show the links, line by line."""
        return [_change(now[name], later[name]).as_json() for name in unlike(later, now, later)]

    def called(self, snapshot: SavedSnapshot, name: str) -> str:
        """Return what people call the text: they see its links."""
        return "Links"

    def told(self, snapshot: SavedSnapshot, present: State, differs: list[str]) -> str:
        """Tell of the navigation."""
        words = "could not be brought back exactly." if differs else "is back as it was."
        return f"The navigation {snapshot.before['about.name']} {words}"


def _demand_sense(arguments: Arguments) -> None:
    """Demand that a call says what it means.

    Raises:
        Refusal: `respira_invalid_arguments` or `respira_nothing_to_change`.
    """
    action, named = arguments["action"], set(arguments) - {"id", "action", "entry"}
    if action != "add" and not arguments.get("entry"):
        raise Refusal("respira_invalid_arguments", f"To {action} a link, say its entry, as read_navigation tells it.")
    if action == "remove" and named:
        words = f"To remove a link, only its entry is said: leave out {', '.join(sorted(named))}."
        raise Refusal("respira_invalid_arguments", words)
    if action == "change" and not named:
        raise Refusal("respira_nothing_to_change")
    demand_link_scheme(arguments.get("url", ""))
    if "url" in arguments and ("object_id" in arguments or "object_type" in arguments):
        words = "A link leads to a url or stands for an object: send one of them."
        raise Refusal("respira_invalid_arguments", words)
    if ("object_id" in arguments) != ("object_type" in arguments):
        raise Refusal("respira_invalid_arguments", "An object_id needs its object_type, and the other way round.")
    if action == "add" and not (arguments.get("url") and arguments.get("label")) and "object_id" not in arguments:
        raise Refusal("respira_invalid_arguments", "A new link needs a label and a url, or an object.")


def _change(now: str, later: str, entry: str = "") -> Change:
    return Change("links", "Links", tree(now, entry), tree(later, entry), "tree")


def _edited(text: str, arguments: Arguments, state: State) -> str:
    """Return the text with the one link changed."""
    action, entry, position = arguments["action"], arguments.get("entry", ""), arguments.get("position")
    if action == "remove":
        return removed(text, entry)
    attributes = _attributes(arguments, state)
    if action == "add":
        given = {name: value for name, value in attributes.items() if value is not None}
        label = {"label": label_of(arguments.get("label") or object_name(arguments, state))}
        return added(text, made({**label, **given}), arguments.get("below", ""), position)
    if "below" in arguments or "position" in arguments:
        return moved(text, entry, arguments.get("below"), position, attributes)
    return changed(text, entry, attributes)


def _attributes(arguments: Arguments, state: State) -> dict[str, Any]:
    attributes: dict[str, Any] = {}
    if "label" in arguments:
        attributes["label"] = label_of(arguments["label"])
    if "object_id" in arguments:
        kind, name = state["about.link"]
        attributes |= {
            "type": {"post_tag": "tag"}.get(name, name),
            "id": arguments["object_id"],
            "url": state.get("about.object_link") or "",
            "kind": kind.replace("_", "-"),
        }
    if "url" in arguments:
        attributes |= plain_link(arguments["url"])
    if "new_tab" in arguments:
        attributes["opensInNewTab"] = True if arguments["new_tab"] else None
    return attributes


def _text(site: WordPress, navigation_id: int) -> str:
    return text_of(find_navigation(site, navigation_id).get("content"))


def _performed(saved: State, now: str, *, unchecked: bool = False) -> Performed:
    same = same_content(now, saved["saved.later"])
    result = {"success": True, "updated": True, "id": saved["saved.id"], "links": trees.lines(tree(now))}
    return Performed(result, {"nav.content": now}, differs=[] if same else ["links"], unchecked=unchecked)


TOOLS = (
    WriteTool(
        name="update_navigation",
        title="Change a link of a navigation",
        description=(
            "Adds, changes, moves or removes one link of a block theme's navigation. Make all changes of one link in "
            "one call. Visitors see it at once."
        ),
        schema={
            "type": "object",
            "properties": {
                "id": {"type": "integer", "minimum": 1, "description": "The navigation's id, from list_navigation."},
                "action": {
                    "type": "string",
                    "enum": list(_DOING),
                    "description": "To move a link, change its position or what it is below.",
                },
                "entry": {"type": "string", "description": "Which link, from read_navigation; not for add."},
                "label": {"type": "string", "minLength": 1, "description": "The words of the link."},
                "url": {"type": "string", "minLength": 1, "description": "Where a plain link leads."},
                "object_type": {
                    "type": "string",
                    "description": "What it stands for: page, post, category, post_tag or another type or taxonomy.",
                },
                "object_id": {"type": "integer", "minimum": 1, "description": "The id of that."},
                "below": {
                    "type": "string",
                    "description": "The entry of the link that it goes below; empty for the top.",
                },
                "position": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "Its place among the links there, from 1; the end unless said.",
                },
                "new_tab": {"type": "boolean", "description": "Whether it opens a new tab."},
            },
            "required": ["id", "action"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        lands="On the live navigation.",
        undone="The navigation's text is put back as it was.",
        write=NavigationUpdate(),
        last_change=saves_at(NAVIGATION),
        edits={"label": Editable("Label")},
        takes={"object_id": ("page", "post", "term"), "url": (ANYTHING,)},
        takes_said={"object_id": ("object_type", SAID_KINDS)},
    ),
)
