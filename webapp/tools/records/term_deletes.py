"""Deleting a term. There is no trash for terms: undoing makes it again, with a new id, and gives it back to what had
it, to the terms below it and to the links in menus.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
    is_of_a_restore,
    makes_again,
)
from webapp.tools.menus.menus import ITEMS
from webapp.tools.new_ids import of_record
from webapp.tools.records.holders import MOST_HELD, counted, give_on, held, in_words, present, types_of
from webapp.tools.records.own_login import STRIPS, own_login
from webapp.tools.records.record_changes import kept, kept_record
from webapp.tools.records.records import Record, changes_of, fields_edited, fields_of, find, is_there
from webapp.tools.records.term_links import links_to, make_again, menus_of
from webapp.tools.records.terms import ID, RIGHT, ROOM, TAXONOMY, parents_named, record_of, remade
from webapp.tools.spoken import if_allowed, plain
from webapp.tools.taxonomies import Taxonomy, taxonomy_named
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import body_of, item_of, under, within
from webapp.tools.writing import demand_gone, made_or_found, or_settle, seen_gone
from webapp.wordpress.client import WordPress

_NOTE = "There is no trash for terms: this deletes it for good when the step runs."
_MOST_NAMED = 5


@dataclass(frozen=True)
class TermDelete:
    """The six answers of deleting a term."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the term and what hangs on it; refuse the one that WordPress does not let go."""
        taxonomy = taxonomy_named(site, arguments["taxonomy"])
        record = record_of(taxonomy)
        term = find(site, record, arguments["id"])
        fields = fields_of(record, term)
        _demand_deletable(site, record, term)
        below = site.get_all(taxonomy.rest, parent=term["id"], _fields="id,name") if taxonomy.nests else []
        return {
            **under("live", fields),
            "about.word": record.word,
            "about.link": term.get("link"),
            "about.counts": counted(site, types_of(site, taxonomy.types), {taxonomy.base: [term["id"]]}),
            "about.below": [plain(one.get("name")) for one in below],
            "about.menus": menus_of(site, links_to(site, taxonomy.slug, term["id"])),
            "about.falls_back": taxonomy.slug == "category",
            "about.gives_back": own_login(site).saves_untouched,
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what goes, and what that does to what hangs on it."""
        record, fields = ROOM.spoken(state["about.word"]), within("live", state)
        called, name = record.called(fields), record.name(fields)
        return Proposal(
            effect=f"Delete the {called}.",
            target=Target("term", str(arguments["id"]), name, state.get("about.link")),
            lands_on=LandsOn("live", _NOTE),
            changes=[Change("name", record.label("name"), plain(fields.get("name")), None)],
            after={"live.name": None},
            undo=_undo(state, record.word),
            warnings=_warnings(state, record.word),
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep the term, the items that have it, the terms below it and the links to it."""
        taxonomy = taxonomy_named(site, arguments["taxonomy"])
        record, term_id = record_of(taxonomy), arguments["id"]
        below = site.get_all(taxonomy.rest, parent=term_id, _fields="id") if taxonomy.nests else []
        types = types_of(site, taxonomy.types) if state["about.gives_back"] else []
        return {
            **kept(record, term_id, fields_of(record, find(site, record, term_id))),
            "saved.held": held(site, types, {taxonomy.base: [term_id]}, taxonomy.base),
            "saved.below": [one["id"] for one in below],
            "saved.links": links_to(site, taxonomy.slug, term_id),
            "saved.in_all": sum(state["about.counts"].values()),
            "saved.default": _default(site, taxonomy),
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Delete the term and look that it is gone."""
        record = kept_record(ROOM, saved)

        def write() -> Performed:
            site.delete(record.path(arguments["id"]), force=True)
            seen = seen_gone(lambda: is_there(site, record, arguments["id"]))
            return _performed(record, saved, unchecked=not seen)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look whether the term is gone."""
        record = kept_record(ROOM, saved)
        if is_there(site, record, saved["saved.id"]):
            return Settled("no")
        return Settled("yes", _performed(record, saved))

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Look that no other term has taken the name and place."""
        record, fields = kept_record(ROOM, snapshot.before), snapshot.before["saved.fields"]
        if is_there(site, record, snapshot.before["saved.id"]):
            return {"undone.id": snapshot.before["saved.id"], **AS_WANTED}
        if ROOM.alike(site, record, fields):
            raise cannot(f"There is another {record.called(fields)} by now.", hint="Rename that one first.")
        shown = changes_of(ROOM, record, {}, remade(fields), parents_named(site, record, fields))
        again = makes_again(f"the {record.called(fields)}")
        return {"undone.id": None, SHOWN: [change.as_json() for change in shown], **again}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Make the term again, and give it back to what had it."""
        record, before = kept_record(ROOM, snapshot.before), snapshot.before
        fields = before["saved.fields"]
        if state.get(ALREADY):
            return Restored(
                f"The {record.called(fields)} was not deleted.", left={"id": before["saved.id"], **fields}
            )
        made = _made_again(site, record, fields)
        new_id = made["id"]
        differs = record.unlike(remade(fields), fields, fields_of(record, made))
        back = [_given_back(site, one, before, new_id) for one in before["saved.held"]]
        lost = back.count(False) + before["saved.in_all"] - len(back)
        left = fields.get("parent", 0)
        below = [give_on(site, record.path(one), "parent", left, new_id) for one in before["saved.below"]]
        all_links, links = make_again(site, before["saved.links"], new_id)
        differs += (["items"] if lost else []) + ([] if all(below) else ["below"]) + ([] if all_links else ["links"])
        words = f"The {record.called(fields)} is back with the new id {new_id}."
        if lost:
            words += f" {lost} of the {before['saved.in_all']} items that had it could not be given it again."
        new_ids = [*of_record(record.rest, before["saved.id"], made), *((ITEMS, *link) for link in links.items())]
        now = fields_of(record, find(site, record, new_id))
        return Restored(words, differs, left={"id": new_id, **now}, new_ids=new_ids)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the term that is deleted again, and what somebody changed of it since."""
        record, left = kept_record(ROOM, snapshot.before), within("left", snapshot.after)
        try:
            now = fields_of(record, find(site, record, left["id"]))
        except Refusal as refusal:
            raise cannot(refusal.message) from refusal
        fields = {name: value for name, value in left.items() if name != "id"}
        since = edited_since(snapshot, fields_edited(record, fields, now), undo=AGAIN)
        gone = changes_of(ROOM, record, now, _emptied(now), parents_named(site, record, now))
        shown = [change.as_json() for change in gone]
        return {"again.id": left["id"], SHOWN: shown, **deletes(f"the {record.called(now)}"), **since}

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Delete the term again."""
        record = kept_record(ROOM, snapshot.before)
        site.delete(record.path(state["again.id"]), force=True)
        demand_gone(lambda: is_there(site, record, state["again.id"]))
        return Restored(f"The {record.called(snapshot.before['saved.fields'])} is deleted again.")


def _emptied(fields: State) -> State:
    return dict.fromkeys(name for name, value in fields.items() if value)


def _undo(state: State, word: str) -> str:
    again, total = f"Undo makes the {word} again with a new id", sum(state["about.counts"].values())
    if not state["about.gives_back"]:
        return f"{again}, but gives it back to no item: {STRIPS}"
    few = f" It has {total} items, of which undo gives it back to the first {MOST_HELD}." if total > MOST_HELD else ""
    return f"{again} and gives it back to what had it.{few}"


def _warnings(state: State, word: str) -> list[str]:
    warnings = [] if state.get("live.name") is not None else ["Another step of the plan deletes it first."]
    counts, below = state["about.counts"], state["about.below"]
    if counts:
        warnings.append(f"It is taken off {in_words(counts)}, drafts and what is in the trash counted too.")
    if counts and state["about.falls_back"]:
        warnings.append("What has no other category then gets the default category.")
    if below:
        names = ", ".join(below[:_MOST_NAMED]) + (
            f" and {len(below) - _MOST_NAMED} more" if below[_MOST_NAMED:] else ""
        )
        warnings.append(f"What stands below it moves one level up: {names}.")
    warnings += [f"Its link in the menu {menu} is deleted with it." for menu in state["about.menus"]]
    warnings.append(f"The address of the {word} stops working.")
    return warnings


def _demand_deletable(site: WordPress, record: Record, term: Mapping[str, Any]) -> None:
    """Refuse the default category, and what the login may not delete, as far as the site tells."""
    if term.get("taxonomy") == "category" and term["id"] == _default_category(site):
        words = f"The {record.called(term)} is the default category: WordPress keeps it for posts without another."
        raise Refusal("respira_not_possible", words, hint="Make another category the default first.")
    own = (term.get("_links") or {}).get("self") or [{}]
    allowed = (own[0].get("targetHints") or {}).get("allow")
    if allowed is not None and "DELETE" not in allowed:
        words = f"WordPress does not let the site's own login delete the {record.called(term)}."
        hint = "It may be the default of its taxonomy, which WordPress keeps."
        raise Refusal("respira_site_forbids", words, hint=hint)


def _default_category(site: WordPress) -> int | None:
    body = if_allowed(lambda: site.get("wp/v2/settings").body, {})
    number = body.get("default_category") if isinstance(body, dict) else None
    return number if isinstance(number, int) else None


def _default(site: WordPress, taxonomy: Taxonomy) -> list[int]:
    """Return what a post gets that would be left without a term."""
    number = _default_category(site) if taxonomy.slug == "category" else None
    return [] if number is None else [number]


def _performed(record: Record, saved: State, *, unchecked: bool = False) -> Performed:
    name = record.name(saved["saved.fields"])
    return Performed(
        result={"success": True, "deleted": True, "id": saved["saved.id"], "name": name},
        after={"live.name": None},
        undo={"undo.id": saved["saved.id"]},
        unchecked=unchecked,
    )


def _made_again(site: WordPress, record: Record, fields: State) -> dict[str, Any]:
    sending = body_of(remade(fields))
    try:
        return made_or_found(lambda: item_of(site.post(record.rest, sending)), lambda: _there(site, record, fields))
    except SiteTrouble as trouble:
        if trouble.written != "no" or "parent" not in sending:
            raise
        # The term it stood below is gone by now, so it stands at the top.
        return item_of(site.post(record.rest, {name: one for name, one in sending.items() if name != "parent"}))


def _there(site: WordPress, record: Record, fields: State) -> dict[str, Any] | None:
    return next(iter(ROOM.alike(site, record, fields)), None)


def _given_back(site: WordPress, held_by: list[Any], before: State, new_id: int) -> bool:
    """Give the term back to one item, beside whatever terms somebody has given it since."""
    path, name, had = held_by
    old_id = before["saved.id"]
    now = present(site, path, name)
    if now is None:
        return False
    left = [one for one in had if one != old_id] or before["saved.default"]
    untouched = sorted(now) == sorted(left)
    wanted = [new_id if one == old_id else one for one in had] if untouched else [*now, new_id]
    try:
        site.post(path, {name: wanted})
    except SiteTrouble:
        return False
    return sorted(present(site, path, name) or []) == sorted(wanted)


TOOLS = (
    WriteTool(
        name="delete_term",
        title="Delete a term",
        description="Deletes a category, a tag or another term for good; there is no trash. A person approves it.",
        schema={
            "type": "object",
            "properties": {"taxonomy": TAXONOMY, "id": ID},
            "required": ["taxonomy", "id"],
            "additionalProperties": False,
        },
        approval_required=True,
        needs=(RIGHT,),
        content=True,
        destructive=True,
        lands="On the live site.",
        undone=(
            "The term is made again with a new id and given back to what had it, to the terms below it and to its "
            f"links in menus, which get new ids too; to the first {MOST_HELD} items where there are more."
        ),
        write=TermDelete(),
        undo_asks=is_of_a_restore,
    ),
)
