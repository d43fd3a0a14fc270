"""Block markup made from simple descriptions, as the editor itself would save it.

A description is an object with a `type`: {"type": "heading", "level": 3, "text": "Hours"}. Texts are inline HTML and
may hold what stands in for something (`{{step_7c0d3e.url}}`). Pure: nothing is looked up on the site.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .described import (
    SIDES,
    WIDTHS,
    Described,
    align_in,
    below,
    class_setting,
    classed,
    classes_in,
    text_in,
    texts_in,
    words_in,
)
from .spelling import CORE, address, full_name, inline, number, quoted, unmarked, wrapped, wrong

BETWEEN = "\n\n"
# The editor's own height of a spacer, which it does not write down.
_DEFAULT_SPACE = "100px"
# A block that holds only blocks of one kind, and that kind.
HOLDS = {
    "core/list": "core/list-item",
    "core/columns": "core/column",
    "core/buttons": "core/button",
}
_TAKES: Mapping[str, Sequence[str]] = {
    "paragraph": ("text", "align"),
    "heading": ("text", "level", "align"),
    "image": ("url", "alt", "media_id", "caption", "href", "align", "size"),
    "list": ("items", "children", "ordered", "start"),
    "list_item": ("text", "items", "ordered"),
    "buttons": ("items", "children"),
    "button": ("text", "url"),
    "quote": ("text", "cite", "children"),
    "columns": ("items", "children", "align"),
    "column": ("children", "width"),
    "group": ("children", "align"),
    "separator": (),
    "spacer": ("height",),
    "html": ("text",),
    "shortcode": ("text",),
}
TYPES = tuple(_TAKES)


def markup_of(descriptions: Sequence[Described], within: str = "") -> str:
    """Return the markup of several blocks, one below the other.

    Args:
        within: the full name of the block that they go into; empty at the top of a text.

    Raises:
        Refusal: `respira_invalid_arguments`, a description says what no block can be.
    """
    try:
        return BETWEEN.join(_block(one, within) for one in descriptions)
    except RecursionError as deep:
        raise wrong("The blocks are nested too deep.") from deep


def _block(described: Described, within: str) -> str:
    if not isinstance(described, Mapping):
        raise wrong('A block must be an object, such as {"type": "paragraph", "text": "Hello"}.')
    kind = _kind(described, within)
    unknown = sorted(set(described) - {"type", "class", *_TAKES[kind]})
    if unknown:
        takes = ", ".join(("class", *_TAKES[kind]))
        raise wrong(f"A block of type {kind} takes no {', '.join(unknown)}. It takes: {takes}.")
    if kind == "button" and within != "core/buttons":
        return _buttons({"type": "buttons", "items": [described]})
    return _MAKERS[kind](described)


def _kind(described: Described, within: str) -> str:
    told = str(described.get("type", "")).removeprefix(CORE).replace("-", "_")
    if told not in _TAKES:
        raise wrong(f"There is no block type {told or '(none)'} here. These are: {', '.join(TYPES)}.")
    holder = {inner: outer for outer, inner in HOLDS.items() if inner != "core/button"}.get(full_name(_dashed(told)))
    if within in HOLDS and HOLDS[within] != full_name(_dashed(told)):
        raise wrong(f"Only blocks of type {_plain(HOLDS[within])} go into a block of type {_plain(within)}.")
    if holder and within != holder:
        raise wrong(f"A block of type {told} only goes into one of type {_plain(holder)}.")
    return told


def _dashed(kind: str) -> str:
    return kind.replace("_", "-")


def _plain(name: str) -> str:
    return name.removeprefix(CORE).replace("-", "_")


def _paragraph(described: Described) -> str:
    side = align_in(described, SIDES)
    classes = [*([f"has-text-align-{side}"] if side else []), *classes_in(described)]
    settings = {**({"align": side} if side else {}), **class_setting(described)}
    return wrapped("paragraph", f"<p{classed(classes)}>{text_in(described)}</p>", settings)


def _heading(described: Described) -> str:
    level, side = described.get("level", 2), align_in(described, SIDES)
    if level not in (1, 2, 3, 4, 5, 6):
        raise wrong("The level of a heading must be 1 to 6.")
    classes = ["wp-block-heading", *([f"has-text-align-{side}"] if side else []), *classes_in(described)]
    settings = {
        **({"textAlign": side} if side else {}),
        **({"level": level} if level != 2 else {}),
        **class_setting(described),
    }
    return wrapped("heading", f"<h{level}{classed(classes)}>{text_in(described)}</h{level}>", settings)


def _image(described: Described) -> str:
    media, align = described.get("media_id"), align_in(described, (*WIDTHS, *SIDES))
    size = str(described.get("size") or ("full" if media else ""))
    settings: dict[str, Any] = {"id": number(media), "sizeSlug": size} if media else {}
    link = described.get("href")
    if media or link:
        settings["linkDestination"] = "custom" if link else "none"
    settings |= {**({"align": align} if align else {}), **class_setting(described)}
    of_media = f' class="wp-image-{number(media)}"' if media else ""
    shown = f'<img src="{address(described.get("url", ""))}" alt="{quoted(words_in(described, "alt"))}"{of_media}/>'
    if link:
        shown = f'<a href="{address(link)}">{shown}</a>'
    if described.get("caption"):
        shown += f'<figcaption class="wp-element-caption">{inline(words_in(described, "caption"))}</figcaption>'
    classes = ["wp-block-image", *([f"align{align}"] if align else []), *([f"size-{size}"] if media else [])]
    return wrapped("image", f"<figure{classed([*classes, *classes_in(described)])}>{shown}</figure>", settings)


def _list(described: Described) -> str:
    ordered, start = bool(described.get("ordered")), described.get("start")
    settings = {
        **({"ordered": True} if ordered else {}),
        **({"start": start} if ordered and start else {}),
        **class_setting(described),
    }
    tag = "ol" if ordered else "ul"
    inside = texts_in(described) or below(described)
    inner = markup_of([{"type": "list_item", **one} for one in inside], "core/list")
    first = f' start="{start}"' if ordered and start else ""
    classes = classed(["wp-block-list", *classes_in(described)])
    return wrapped("list", f"<{tag}{first}{classes}>{inner}</{tag}>", settings)


def _list_item(described: Described) -> str:
    further = ""
    if described.get("items"):
        further = _list({name: described[name] for name in ("items", "ordered") if name in described})
    classes = classed(classes_in(described))
    return wrapped("list-item", f"<li{classes}>{text_in(described)}{further}</li>", class_setting(described))


def _buttons(described: Described) -> str:
    inner = markup_of(
        [{"type": "button", **one} for one in below(described, "items") or below(described)], "core/buttons"
    )
    classes = classed(["wp-block-buttons", *classes_in(described)])
    return wrapped("buttons", f"<div{classes}>{inner}</div>", class_setting(described))


def _button(described: Described) -> str:
    url = described.get("url")
    link = f' href="{address(url)}"' if url else ""
    shown = f'<a class="wp-block-button__link wp-element-button"{link}>{text_in(described)}</a>'
    classes = classed(["wp-block-button", *classes_in(described)])
    return wrapped("button", f"<div{classes}>{shown}</div>", class_setting(described))


def _quote(described: Described) -> str:
    text = described.get("text")
    inside = [*([{"type": "paragraph", "text": text}] if text else []), *below(described)]
    cite = f"<cite>{inline(words_in(described, 'cite'))}</cite>" if described.get("cite") else ""
    classes = classed(["wp-block-quote", *classes_in(described)])
    inner = f"<blockquote{classes}>{markup_of(inside)}{cite}</blockquote>"
    return wrapped("quote", inner, class_setting(described))


def _columns(described: Described) -> str:
    align = align_in(described, WIDTHS)
    columns = [{"type": "column", **one} for one in below(described, "items") or below(described)]
    classes = [f"align{align}"] if align else []
    settings = {**({"align": align} if align else {}), **class_setting(described)}
    shown = classed(["wp-block-columns", *classes, *classes_in(described)])
    return wrapped("columns", f"<div{shown}>{markup_of(columns, 'core/columns')}</div>", settings)


def _column(described: Described) -> str:
    width = words_in(described, "width")
    style = f' style="flex-basis:{quoted(width)}"' if width else ""
    settings = {**({"width": width} if width else {}), **class_setting(described)}
    classes = classed(["wp-block-column", *classes_in(described)])
    return wrapped("column", f"<div{classes}{style}>{markup_of(below(described))}</div>", settings)


def _group(described: Described) -> str:
    align = align_in(described, WIDTHS)
    settings = {
        **({"align": align} if align else {}),
        **class_setting(described),
        "layout": {"type": "constrained"},
    }
    classes = ["wp-block-group", *([f"align{align}"] if align else []), *classes_in(described)]
    return wrapped("group", f"<div{classed(classes)}>{markup_of(below(described))}</div>", settings)


def _separator(described: Described) -> str:
    classes = ["wp-block-separator", "has-alpha-channel-opacity", *classes_in(described)]
    return wrapped("separator", f"<hr{classed(classes)}/>", class_setting(described))


def _spacer(described: Described) -> str:
    height = words_in(described, "height") or _DEFAULT_SPACE
    height = f"{height}px" if height.isdigit() else height
    settings = {**({"height": height} if height != _DEFAULT_SPACE else {}), **class_setting(described)}
    classes = classed(["wp-block-spacer", *classes_in(described)])
    return wrapped("spacer", f'<div style="height:{quoted(height)}" aria-hidden="true"{classes}></div>', settings)


def _html(described: Described) -> str:
    return wrapped("html", unmarked(words_in(described, "text")))


def _shortcode(described: Described) -> str:
    return wrapped("shortcode", unmarked(words_in(described, "text")))


_MAKERS: Mapping[str, Callable[[Described], str]] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "image": _image,
    "list": _list,
    "list_item": _list_item,
    "buttons": _buttons,
    "button": _button,
    "quote": _quote,
    "columns": _columns,
    "column": _column,
    "group": _group,
    "separator": _separator,
    "spacer": _spacer,
    "html": _html,
    "shortcode": _shortcode,
}
