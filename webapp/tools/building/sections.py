"""Sections of a page: what an agent says of each, made into blocks that the editor itself would save. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from webapp.errors import Refusal
from webapp.tools.blocks.markup import BETWEEN, markup_of

Section = Mapping[str, Any]
Block = dict[str, Any]

TYPES = ("hero", "text", "features", "gallery", "list", "quote", "questions", "call_to_action", "blocks", "markup")
MOST_SECTIONS = 50
_MOST_BESIDE = 4
# What a section of each type takes, besides its type.
_SHOWN = ("heading", "text", "button", "image")
_TAKES: Mapping[str, Sequence[str]] = {
    "hero": _SHOWN,
    "text": ("heading", "text", "image"),
    "features": ("heading", "text", "items"),
    "gallery": ("heading", "text", "items"),
    "list": ("heading", "text", "items", "ordered"),
    "quote": ("heading", "text", "cite"),
    "questions": ("heading", "text", "items"),
    "call_to_action": _SHOWN,
    "blocks": ("blocks",),
    "markup": ("markup",),
}
# What each of its items takes, where they are objects of their own; images and lists are blocks' to judge.
_ITEMS_TAKE: Mapping[str, Sequence[str]] = {
    "features": ("heading", "text", "image", "button"),
    "questions": ("question", "answer"),
}
_NOTHING: tuple[Any, ...] = (None, "", False, [], {})


def markup_of_sections(sections: Sequence[Section]) -> str:
    """Return the block markup of a page made of sections.

    Raises:
        Refusal: `respira_invalid_arguments`, naming the section.
    """
    return BETWEEN.join(_markup(number, section) for number, section in enumerate(sections, 1))


def _markup(number: int, section: Section) -> str:
    kind = str(section.get("type", ""))
    try:
        if kind not in _TAKES:
            raise _wrong(f"There is no section type {kind or '(none)'} here. These are: {', '.join(TYPES)}.")
        _demand_known(f"A section of type {kind}", section, ("type", *_TAKES[kind]))
        if kind == "markup":
            return _own_markup(section)
        if kind == "blocks":
            return markup_of(_listed(section, "blocks"))
        blocks = _MAKERS[kind](section)
        if not blocks:
            raise _wrong("It holds nothing.")
        return markup_of([{"type": "group", "children": blocks}])
    except Refusal as refusal:
        raise _wrong(f"Section {number}: {refusal.message}") from refusal


def _demand_known(what: str, told: Mapping[str, Any], takes: Sequence[str]) -> None:
    """Demand that nothing is said which would not be on the page."""
    unknown = sorted(name for name, value in told.items() if name not in takes and value not in _NOTHING)
    if unknown:
        known = ", ".join(name for name in takes if name != "type")
        raise _wrong(f"{what} takes no {', '.join(unknown)}. It takes: {known}.")


def _own_markup(section: Section) -> str:
    text = str(section.get("markup", "")).strip()
    if not text:
        raise _wrong("It holds no markup.")
    return text


def _hero(section: Section) -> list[Block]:
    return [*_heading(section), *_paragraphs(section), *_button(section), *_image(section)]


def _text(section: Section) -> list[Block]:
    return [*_heading(section), *_paragraphs(section), *_image(section)]


def _features(section: Section) -> list[Block]:
    items = _items(section)
    rows = [items[at : at + _MOST_BESIDE] for at in range(0, len(items), _MOST_BESIDE)]
    columns = [
        {
            "type": "columns",
            "items": [
                {"children": [*_image(one), *_heading(one, 3), *_paragraphs(one), *_button(one)]} for one in row
            ],
        }
        for row in rows
    ]
    return [*_heading(section), *_paragraphs(section), *columns]


def _gallery(section: Section) -> list[Block]:
    images = [block for one in _objects(section, "items") for block in _image({"image": one})]
    rows = [images[at : at + _MOST_BESIDE] for at in range(0, len(images), _MOST_BESIDE)]
    beside = [{"type": "columns", "items": [{"children": [image]} for image in row]} for row in rows]
    return [*_heading(section), *_paragraphs(section), *beside]


def _list(section: Section) -> list[Block]:
    ordered = {"ordered": True} if section.get("ordered") else {}
    items = [{"type": "list", "items": _listed(section, "items"), **ordered}]
    return [*_heading(section), *_paragraphs(section), *items]


def _quote(section: Section) -> list[Block]:
    cite = {"cite": section["cite"]} if section.get("cite") else {}
    return [*_heading(section), {"type": "quote", "text": str(section.get("text", "")), **cite}]


def _questions(section: Section) -> list[Block]:
    answers = [
        block
        for one in _items(section)
        for block in (
            {"type": "heading", "level": 3, "text": str(one.get("question") or "")},
            {"type": "paragraph", "text": str(one.get("answer") or "")},
        )
    ]
    return [*_heading(section), *_paragraphs(section), *answers]


def _heading(section: Section, level: int = 2) -> list[Block]:
    text = section.get("heading")
    return [{"type": "heading", "level": level, "text": str(text)}] if text else []


def _paragraphs(section: Section) -> list[Block]:
    """Return a paragraph for each part of the text that stands between empty lines."""
    parts = [part.strip() for part in str(section.get("text") or "").replace("\r\n", "\n").split("\n\n")]
    return [{"type": "paragraph", "text": part} for part in parts if part]


def _button(section: Section) -> list[Block]:
    button = section.get("button")
    if not button:
        return []
    if not isinstance(button, Mapping):
        raise _wrong('A button is an object, such as {"text": "Order", "url": "/order/"}.')
    return [{"type": "buttons", "items": [dict(button)]}]


def _image(section: Section) -> list[Block]:
    image = section.get("image")
    if not image:
        return []
    if not isinstance(image, Mapping) or not image.get("url"):
        raise _wrong('An image is an object, such as {"url": "https://…", "alt": "A loaf", "media_id": "12"}.')
    return [{"type": "image", **image}]


def _items(section: Section) -> list[Mapping[str, Any]]:
    """Return a section's items, each of which says something, and nothing that is not understood."""
    kind, items = str(section["type"]), _objects(section, "items")
    takes = _ITEMS_TAKE[kind]
    for number, one in enumerate(items, 1):
        what = f"Item {number} of {kind}"
        _demand_known(what, one, takes)
        missing = [name for name in takes if one.get(name) in _NOTHING]
        if missing and kind == "questions":
            raise _wrong(f"{what} needs {' and '.join(missing)}.")
        if len(missing) == len(takes):
            raise _wrong(f"{what} needs {' or '.join(takes)}.")
    return items


def _objects(section: Section, name: str) -> list[Mapping[str, Any]]:
    found = _listed(section, name)
    if not all(isinstance(one, Mapping) for one in found):
        raise _wrong(f"Each of its {name} must be an object.")
    return found


def _listed(section: Section, name: str) -> list[Any]:
    found = section.get(name)
    if not isinstance(found, list) or not found:
        raise _wrong(f"It needs {name}, a list.")
    return found


_MAKERS: Mapping[str, Callable[[Section], list[Block]]] = {
    "hero": _hero,
    "text": _text,
    "features": _features,
    "gallery": _gallery,
    "list": _list,
    "quote": _quote,
    "questions": _questions,
    "call_to_action": _hero,
}


def _wrong(words: str) -> Refusal:
    return Refusal("respira_invalid_arguments", words)
