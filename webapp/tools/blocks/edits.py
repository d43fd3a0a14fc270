"""What each tool makes of a text: the new text, and how a sentence tells of it. Pure.

`named` says which blocks a call is about, and `edit` gets them as they stand in the text that the change lands on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from webapp.errors import Refusal
from webapp.tools.answers import Arguments

from .arguments import anchor_in, named_in
from .changing import changed
from .demands import demand_fits, demand_sound, demand_whole, holder
from .editing import duplicated, inserted, moved, removed, replaced
from .finding import Named
from .markup import markup_of
from .parsing import Block, Document
from .spelling import wrong
from .telling import in_words, in_words_of_place, new_in_words

_AT_ENDS = ("start", "end")


@dataclass(frozen=True)
class Edited:
    """A text after an edit.

    Attributes:
        what: what was done, for the end of a sentence: 'the text of block 3 (path 2), a paragraph ("We bake…")'.
        path: of the block that was changed, where it stays in its place.
    """

    text: str
    what: str
    warnings: Sequence[str] = ()
    path: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Edit:
    """One kind of edit.

    Attributes:
        named: the blocks that a call names, in the order in which `edit` gets them.
        edit: raises Refusal where it can not be done.
    """

    named: Callable[[Arguments], Sequence[Named]]
    edit: Callable[[Document, Sequence[Block], Arguments], Edited]


def _itself(arguments: Arguments) -> Sequence[Named]:
    return [named_in(arguments)]


def _place_alone(arguments: Arguments) -> Sequence[Named]:
    anchor = anchor_in(arguments)
    return [anchor] if anchor is not None else []


def _itself_and_place(arguments: Arguments) -> Sequence[Named]:
    return [named_in(arguments), *_place_alone(arguments)]


def _update(document: Document, found: Sequence[Block], arguments: Arguments) -> Edited:
    new = changed(found[0], arguments["updates"])
    what = f"{new.what} of {in_words(found[0])}"
    return Edited(replaced(document, found[0], new.markup), what, new.warnings, found[0].path)


def _insert(document: Document, found: Sequence[Block], arguments: Arguments) -> Edited:
    anchor, position = _where(found, arguments)
    described, sent = arguments.get("blocks"), arguments.get("markup")
    if bool(described) == bool(sent):
        raise wrong("Send blocks, which are simple descriptions; or markup, which is block markup.")
    new = demand_sound(sent if sent else markup_of(described or [], holder(position, anchor)))
    demand_fits([block.name for block in new.blocks], position, anchor)
    what = f"{new_in_words(new)} {in_words_of_place(position, anchor)}"
    return Edited(inserted(document, new.text, position, anchor), what)


def _move(document: Document, found: Sequence[Block], arguments: Arguments) -> Edited:
    block = found[0]
    demand_whole(block)
    anchor, position = _where(found[1:], arguments)
    demand_fits([block.name], position, anchor)
    text = moved(document, block, position, anchor)
    if text == document.text:
        raise Refusal("respira_nothing_to_change", "The block is in this place already.")
    return Edited(text, f"move {in_words(block)}, {in_words_of_place(position, anchor)}")


def _remove(document: Document, found: Sequence[Block], arguments: Arguments) -> Edited:
    demand_whole(found[0])
    return Edited(removed(document, found[0]), f"remove {in_words(found[0])}")


def _duplicate(document: Document, found: Sequence[Block], arguments: Arguments) -> Edited:
    demand_whole(found[0])
    return Edited(duplicated(document, found[0]), f"a second one of {in_words(found[0])}")


def _where(found: Sequence[Block], arguments: Arguments) -> tuple[Block | None, str]:
    position: str = arguments["position"]
    if not found and position not in _AT_ENDS:
        raise wrong(f"The position {position} needs a target_path.")
    return (found[0] if found else None), position


UPDATE = Edit(_itself, _update)
INSERT = Edit(_place_alone, _insert)
MOVE = Edit(_itself_and_place, _move)
REMOVE = Edit(_itself, _remove)
DUPLICATE = Edit(_itself, _duplicate)
