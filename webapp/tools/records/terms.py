"""Making and changing terms: categories, tags, and those of every other taxonomy that is open to programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal
from webapp.tools.answers import Arguments, State
from webapp.tools.brought_back import AGAIN, cannot, is_of_the_write
from webapp.tools.records.holders import counted, in_words, types_of
from webapp.tools.records.record_additions import RecordAddition
from webapp.tools.records.record_changes import RecordChange
from webapp.tools.records.records import Record, custom, fields_of, find
from webapp.tools.spoken import plain
from webapp.tools.standing_in import stands_in
from webapp.tools.taxonomies import Taxonomy, taxonomies_of, taxonomy_named
from webapp.tools.term_choice import names_of, terms_called
from webapp.tools.tool import WriteTool
from webapp.tools.values import META
from webapp.wordpress.client import WordPress

RIGHT = "manage_categories"
_DEEPEST = 50


def record_of(taxonomy: Taxonomy) -> Record:
    """Return the kind of record that a taxonomy's terms are."""
    return _spoken(taxonomy.word, taxonomy.rest)


def _spoken(word: str, rest: str = "") -> Record:
    return Record(
        kind="term",
        word=word,
        rest=rest,
        fields=("name", "slug", "description", "parent"),
        naming="name",
        escaped=("name", "description"),
        labels={"parent": f"Parent {word}"},
        meta=True,
    )


@dataclass(frozen=True)
class TermRoom:
    """What is special about terms (see `RecordRoom` and `GrowingRoom`)."""

    def record(self, site: WordPress, arguments: Arguments) -> Record:
        """Return the kind of record that the taxonomy's terms are."""
        return record_of(taxonomy_named(site, arguments["taxonomy"]))

    def spoken(self, word: str) -> Record:
        """Return it for words."""
        return _spoken(word)

    def asked(self, arguments: Arguments) -> State:
        """Return the fields that a call asks for."""
        names = ("name", "slug", "description", "parent")
        return {
            **{name: arguments[name] for name in names if name in arguments},
            **custom(arguments.get("meta")),
        }

    def secrets(self, arguments: Arguments, *, new: bool) -> dict[str, Any]:
        """A term has none."""
        return {}

    def check(
        self, site: WordPress, record: Record, arguments: Arguments, asked: State, item: Mapping[str, Any]
    ) -> State:
        """Refuse a name or a place that WordPress would refuse, or would change without a word."""
        if not str(asked.get("name", "one")).strip():
            raise Refusal("respira_invalid_arguments", f"A {record.word} needs a name.")
        taxonomy = taxonomy_named(site, arguments["taxonomy"])
        if asked.get("parent"):
            _demand_place(site, taxonomy, record, item.get("id"), asked["parent"])
        if not item and "slug" not in asked:
            _demand_new_name(site, record, asked)
        return {
            **parents_named(site, record, item, asked),
            "about.slug_holder": _slug_holder(site, record, asked.get("slug"), item.get("id")),
            "about.closed": _closed(asked, item),
        }

    def shown(self, name: str, value: Any, state: State) -> Any:
        """Show a parent by its name."""
        if name == "parent" and value is not None:
            return f"{state['about.parents'].get(str(value), 'gone')} ({value})" if value else "none"
        return value

    def cautions(self, arguments: Arguments, asked: State, state: State, *, new: bool) -> list[str]:
        """Tell what happens to addresses and custom fields."""
        word, warnings = state["about.word"], []
        if state.get("about.slug_holder"):
            warnings.append(
                f"The address is taken by {state['about.slug_holder']}, so WordPress adds a number to it."
            )
        moves = any(name in asked and asked[name] != state.get(f"live.{name}") for name in ("slug", "parent"))
        if moves and not new:
            warnings.append(f"The address of the list of what has this {word} changes; links to the old one break.")
        warnings += [
            f"Custom field {name} is not open to the REST interface, so WordPress will leave it out."
            for name in state.get("about.closed", [])
        ]
        return warnings

    def undo(self, arguments: Arguments, asked: State, *, new: bool) -> str:
        """Tell what undo does."""
        return "Undo deletes it again, as long as nothing has it." if new else "Undo puts the former values back."

    def alike(self, site: WordPress, record: Record, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the terms of the same name in the same place."""
        found = terms_called(site, record.rest, plain(asked["name"]))
        return [find(site, record, term["id"]) for term in found if term.get("parent", 0) == asked.get("parent", 0)]

    def place(self, arguments: Arguments, asked: Mapping[str, Any], state: State) -> tuple[str, str]:
        """Tell a new term apart by taxonomy, name and parent."""
        parent = asked.get("parent", 0)
        below = state["about.parents"].get(str(parent))
        marks = f"{state['about.word']} {parent} {plain(asked['name']).strip().casefold()}"
        return marks, f" below {below}" if below else ""

    @property
    def made_again(self) -> str:
        """All of it but its id."""
        return AGAIN

    def remade(self, fields: Mapping[str, Any]) -> State:
        """Return everything: a term keeps its slug."""
        return remade(fields)

    def demand_unused(self, site: WordPress, record: Record, record_id: int, fields: Mapping[str, Any]) -> None:
        """Demand that no post has the term, and that none stands below it."""
        taxonomy = next(one for one in taxonomies_of(site) if one.rest == record.rest)
        if taxonomy.nests and site.get(record.rest, parent=record_id, per_page=1, _fields="id").total:
            raise cannot(f"Other terms stand below this {record.word} now.", hint="Move them first.")
        counts = counted(site, types_of(site, taxonomy.types), {taxonomy.base: [record_id]})
        if counts:
            raise cannot(f"This {record.word} is in use now: {in_words(counts)}.", hint="Take it off them first.")

    def taking_away(self, site: WordPress) -> dict[str, Any]:
        """Nothing besides."""
        return {}


def parents_named(site: WordPress, record: Record, *fields: Mapping[str, Any]) -> State:
    """Return the names of what terms stand below, as `shown` needs them in a state."""
    parents = names_of(site, record.rest, [one.get("parent", 0) for one in fields])
    return {"about.parents": {str(number): name for number, name in parents.items()}}


def remade(fields: Mapping[str, Any]) -> State:
    """Return those of a term's fields that are sent when it is made again, without what is empty."""
    return {name: value for name, value in fields.items() if value or name == "name"}


def _demand_place(site: WordPress, taxonomy: Taxonomy, record: Record, own: int | None, parent: int) -> None:
    if not taxonomy.nests:
        raise Refusal("respira_invalid_arguments", f"{taxonomy.name} can not stand below one another.")
    if stands_in(parent):
        return
    above = parent
    for _level in range(_DEEPEST):
        if above == own:
            words = f"A {record.word} can not stand below itself, or below one that stands below it."
            raise Refusal("respira_invalid_arguments", words)
        above = find(site, record, above).get("parent", 0)
        if not above:
            return


def _demand_new_name(site: WordPress, record: Record, asked: State) -> None:
    parent = asked.get("parent", 0)
    for term in terms_called(site, record.rest, asked["name"]):
        if term.get("parent", 0) == parent:
            words = f"There is already a {record.word} {plain(term.get('name'))} there, with the id {term['id']}."
            raise Refusal("respira_invalid_arguments", words, hint="Use that one.")


def _slug_holder(site: WordPress, record: Record, slug: Any, own: int | None) -> str | None:
    """Return what already has an address, in words.

    Raises:
        Refusal: `respira_invalid_arguments`, for a term that is there already: WordPress refuses it then.
    """
    found = site.get_all(record.rest, slug=[slug], _fields="id,name,slug") if slug else []
    others = [term for term in found if term["id"] != own and term.get("slug") == str(slug).lower()]
    if not others:
        return None
    holder = f"{record.word} {plain(others[0].get('name'))} ({others[0]['id']})"
    if own is not None:
        raise Refusal("respira_invalid_arguments", f"The slug {slug} is taken by {holder}.", hint="Choose another.")
    return holder


def _closed(asked: State, item: Mapping[str, Any]) -> list[str]:
    """Return the custom fields that are asked for and that the site does not open; nothing is known of a new term."""
    there = fields_of(_spoken(""), item)
    return [name.removeprefix(META) for name in asked if item and name.startswith(META) and name not in there]


ROOM = TermRoom()
TAXONOMY = {
    "type": "string",
    "minLength": 1,
    "description": "Its slug from list_taxonomies, such as category or post_tag.",
}
ID = {"type": "integer", "minimum": 1, "description": "The term's id, from list_terms."}
_FIELDS = {
    "slug": {"type": "string", "description": "The last part of its address; made from the name unless said."},
    "description": {"type": "string", "description": "Some themes show it."},
    "parent": {"type": "integer", "minimum": 0, "description": "The id of the term it stands below; 0 for none."},
    "meta": {"type": "object", "description": "Custom fields by name, if they are open to the REST interface."},
}

TOOLS = (
    WriteTool(
        name="create_term",
        title="Add a term",
        description="Adds a category, a tag or a term of another taxonomy.",
        schema={
            "type": "object",
            "properties": {
                "taxonomy": TAXONOMY,
                "name": {"type": "string", "minLength": 1, "description": "As people read it, without entities."},
                **_FIELDS,
            },
            "required": ["taxonomy", "name"],
            "additionalProperties": False,
        },
        needs=(RIGHT, "edit_posts"),
        content=True,
        lands="On the live site.",
        undone="The new term is deleted again, as long as nothing has it and nothing stands below it.",
        write=RecordAddition(ROOM),
        undo_asks=is_of_the_write,
        makes="term",
        takes={"parent": ("term",)},
    ),
    WriteTool(
        name="update_term",
        title="Change a term",
        description="Changes the name, slug, description or parent of a term; what is left out stays as it is.",
        schema={
            "type": "object",
            "properties": {
                "taxonomy": TAXONOMY,
                "id": ID,
                "name": {"type": "string", "minLength": 1, "description": "As people read it, without entities."},
                **_FIELDS,
            },
            "required": ["taxonomy", "id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        content=True,
        idempotent=True,
        lands="On the live site.",
        undone="The former values are put back.",
        write=RecordChange(ROOM),
        takes={"parent": ("term",)},
    ),
)
