"""Changing a template or a template part. WordPress keeps the change as the site's own copy of the theme's file.

Undoing the first change of a theme's file deletes that copy, so the theme's file is shown again; undoing a later one
sends back what the copy held.
"""

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
from webapp.tools.brought_back import (
    ALREADY,
    AS_WANTED,
    SHOWN,
    UNDO,
    Unlike,
    cannot,
    edited_since,
    fields_edited,
    shown_changes,
    told,
)
from webapp.tools.former_values import FormerValues
from webapp.tools.menus.menus import RIGHT
from webapp.tools.site.templates import CUSTOM, PART, TEMPLATE, TemplateNoun, find_template, title_of
from webapp.tools.tool import ANYTHING, Scene, WriteTool
from webapp.tools.values import only, text_of, under, unlike, within
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress

_FIELDS = ("title", "description", "content")
_UNDO = "Undo makes the site's own copy again, as it was before this restore."


@dataclass(frozen=True)
class TemplateUpdate(FormerValues):
    """The six answers of changing a template or a part."""

    noun: TemplateNoun

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the template."""
        if not _asked(arguments):
            raise Refusal("respira_nothing_to_change")
        template = find_template(site, self.noun, arguments["id"])
        return {
            **under("live", only(_asked(arguments), _fields(template))),
            "live.source": template.get("source"),
            "about.name": title_of(template),
            "about.author_text": template.get("author_text", ""),
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell the fields before and after."""
        asked, before = _asked(arguments), within("live", state)
        name, ours = state["about.name"], state["live.source"] == CUSTOM
        moved = unlike(asked, before, asked)
        warnings = [f"Every page that is drawn with this {self.noun.word} changes at once."]
        if not ours:
            warnings.append("The site gets its own copy; later updates of the theme no longer change it.")
        warnings += [f"{label(one)}: it is so already." for one in asked if one not in moved]
        back = "puts its former text back" if ours else "deletes the site's copy, so the theme's file is shown again"
        return Proposal(
            effect=f"Change the {self.noun.word} {name}: {', '.join(label(one).lower() for one in asked)}.",
            target=Target(self.noun.kind, arguments["id"], name),
            lands_on=LandsOn("live", f"A {self.noun.word} has no draft copy: this changes the live site."),
            changes=[
                Change(one, label(one), before.get(one), asked[one], "html" if one == "content" else "text")
                for one in moved
            ],
            after={**under("live", asked), "live.source": CUSTOM},
            undo=f"Undo {back}.",
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep the fields as just read, and whether the site had its own copy."""
        before = within("live", state)
        return {
            "saved.id": arguments["id"],
            "saved.source": before["source"],
            "saved.fields": only(_asked(arguments), before),
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Write the fields and read the template back."""
        asked = _asked(arguments)

        def write() -> Performed:
            site.post(self._path(arguments["id"]), asked)
            try:
                template = find_template(site, self.noun, arguments["id"])
            except (SiteTrouble, Refusal):
                return _performed(saved, asked, {**asked, "source": CUSTOM}, unchecked=True)
            now = _fields(template)
            if not unlike(asked, saved["saved.fields"], now) and unlike(asked, asked, now):
                raise SiteTrouble(NOTHING_STORED, written="no")
            return _performed(saved, asked, {**now, "source": template.get("source")})

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Read the template."""
        template, asked = find_template(site, self.noun, arguments["id"]), _asked(arguments)
        now = _fields(template)
        if not unlike(asked, asked, now):
            return Settled("yes", _performed(saved, asked, {**now, "source": template.get("source")}))
        untouched = not unlike(asked, saved["saved.fields"], now) and template.get("source") == saved["saved.source"]
        return Settled("no" if untouched else "unknown")

    def former(self, snapshot: SavedSnapshot) -> State:
        """Return the fields before the write."""
        fields: State = snapshot.before["saved.fields"]
        return fields

    def left(self, snapshot: SavedSnapshot) -> State:
        """Return the fields as the write left them."""
        return within("live", snapshot.after)

    def present(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the template."""
        return {**_fields(self._present(site, snapshot))}

    def send(self, site: WordPress, snapshot: SavedSnapshot, fields: State) -> None:
        """Write fields into the site's copy."""
        site.post(self._path(snapshot.before["saved.id"]), fields)

    def comparing(self, snapshot: SavedSnapshot) -> Unlike:
        """Compare texts as WordPress keeps them."""
        return unlike

    def told(self, snapshot: SavedSnapshot, present: State, differs: list[str]) -> str:
        """Tell of the template."""
        return told(f"{self.noun.word} {snapshot.before['about.name']}", differs)

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore would overwrite: fields of the site's copy, or all of the copy that the write made."""
        if snapshot.before["saved.source"] == CUSTOM:
            return super().restore_state(site, snapshot)
        saved, template = snapshot.before["saved.fields"], self._present(site, snapshot)
        now = _fields(template)
        # Deleting the copy lets go of all of its fields, so all of them come back with it.
        state: State = {"undone.fields": saved, **under("now", now)}
        if not unlike(saved, saved, now) and template.get("source") == snapshot.before["saved.source"]:
            return {**state, **AS_WANTED}
        if template.get("source") != CUSTOM:
            raise cannot(
                f"The site has no copy of its own of this {self.noun.word} any more: it is the theme's file."
            )
        # What the write left alone is the theme's own still, unless somebody changed it since.
        left = {**snapshot.undo.get("undo.left", {}), **self.left(snapshot)}
        since = edited_since(snapshot, fields_edited(only((name for name in left if name in now), left), now))
        later = {**only((name for name in left if name in now), left), **saved}
        return {**state, SHOWN: shown_changes(now, later), UNDO: _UNDO, **since}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Delete the copy that the write made, or send the former fields back."""
        if snapshot.before["saved.source"] == CUSTOM:
            return super().restore(site, snapshot, state)
        if not state.get(ALREADY):
            site.delete(self._path(snapshot.before["saved.id"]), force=True)
        saved, now = snapshot.before["saved.fields"], self.present(site, snapshot)
        differs = unlike(saved, saved, now)
        return Restored(self.told(snapshot, now, differs), differs, left=now)

    def _path(self, template_id: str) -> str:
        return f"{self.noun.rest}/{template_id}"

    def _present(self, site: WordPress, snapshot: SavedSnapshot) -> dict[str, Any]:
        try:
            return find_template(site, self.noun, snapshot.before["saved.id"])
        except Refusal as refusal:
            raise cannot(refusal.message) from refusal


def _asked(arguments: Arguments) -> dict[str, Any]:
    return {name: arguments[name] for name in _FIELDS if name in arguments}


def _fields(template: dict[str, Any]) -> dict[str, str]:
    return {name: text_of(template.get(name)) for name in _FIELDS}


def _performed(saved: State, asked: State, now: State, *, unchecked: bool = False) -> Performed:
    return Performed(
        result={"success": True, "updated": True, "id": saved["saved.id"], "title": now.get("title", "")},
        after={**under("live", only(asked, now)), "live.source": now.get("source")},
        undo={"undo.left": {name: value for name, value in now.items() if name in _FIELDS}},
        differs=unlike(asked, asked, now),
        unchecked=unchecked,
    )


def _tool(noun: TemplateNoun, name: str) -> WriteTool:
    return WriteTool(
        name=name,
        title=f"Change a {noun.word}",
        description=(
            f"Changes a {noun.word} of a block theme: its text, title or description. Send the whole text, as the "
            "read gives it, with the change in it. Every page drawn with it changes at once."
        ),
        schema={
            "type": "object",
            "properties": {
                "id": {"type": "string", "minLength": 1, "description": "Such as theme//slug, from the list."},
                "content": {
                    "type": "string",
                    "minLength": 1,
                    "description": "The whole text with its block markers.",
                },
                "title": {"type": "string", "minLength": 1, "description": "The name in the site editor."},
                "description": {"type": "string", "description": "What it is for, in the site editor."},
            },
            "required": ["id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        lands="On the live site: in the site's own copy of the theme's file.",
        undone="The copy that was made is deleted, so the theme's file counts again; an older copy gets its text.",
        write=TemplateUpdate(noun),
        takes={"content": (ANYTHING,)},
    )


TOOLS = (_tool(TEMPLATE, "update_template"), _tool(PART, "update_template_part"))
