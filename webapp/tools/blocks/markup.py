"""Block markup made from simple descriptions, as the editor itself would save it.

A description is an object with a `type`: {"type": "heading", "level": 3, "text": "Hours"}. Texts are inline HTML and
may hold what stands in for something (`{{step_7c0d3e.url}}`). Pure: nothing is looked up on the site.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from webapp.errors import Refusal

from .spelling import CORE, address, full_name, inline, opener, quoted, wrapped

Described = Mapping[str, Any]

BETWEEN = "\n\n"
_WIDTHS = ("wide", "full")
_SIDES = ("left", "center", "right")
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
    return BETWEEN.join(_block(one, within) for one in descriptions)


def _block(described: Described, within: str) -> str:
    if not isinstance(described, Mapping):
        raise _wrong("A block must be an object, such as", ' {"type": "paragraph", "text": "Hello"}.')
    kind = _kind(described, within)
    unknown = sorted(set(described) - {"type", "class", *_TAKES[kind]})
    if unknown:
        takes = ", ".join(("class", *_TAKES[kind]))
        raise _wrong(f"A block of type {kind} takes no {', '.join(unknown)}.", f" It takes: {takes}.")
    if kind == "button" and within != "core/buttons":
        return _buttons({"type": "buttons", "items": [described]})
    return _MAKERS[kind](described)


def _kind(described: Described, within: str) -> str:
    told = str(described.get("type", "")).removeprefix(CORE).replace("-", "_")
    if told not in _TAKES:
        raise _wrong(f"There is no block type {told or '(none)'} here.", f" These are: {', '.join(TYPES)}.")
    holder = {inner: outer for outer, inner in HOLDS.items() if inner != "core/button"}.get(full_name(_dashed(told)))
    if within in HOLDS and HOLDS[within] != full_name(_dashed(told)):
        raise _wrong(f"Only blocks of type {_plain(HOLDS[within])} go into a block of type {_plain(within)}.")
    if holder and within != holder:
        raise _wrong(f"A block of type {told} only goes into one of type {_plain(holder)}.")
    return told


def _dashed(kind: str) -> str:
    return kind.replace("_", "-")


def _plain(name: str) -> str:
    return name.removeprefix(CORE).replace("-", "_")


def _paragraph(described: Described) -> str:
    side = _side(described)
    classes = [*([f"has-text-align-{side}"] if side else []), *_own_classes(described)]
    settings = {**({"align": side} if side else {}), **_class_setting(described)}
    return wrapped("paragraph", f"<p{_classed(classes)}>{_text(described)}</p>", settings)


def _heading(described: Described) -> str:
    level, side = described.get("level", 2), _side(described)
    if level not in (1, 2, 3, 4, 5, 6):
        raise _wrong("The level of a heading must be 1 to 6.")
    classes = ["wp-block-heading", *([f"has-text-align-{side}"] if side else []), *_own_classes(described)]
    settings = {
        **({"textAlign": side} if side else {}),
        **({"level": level} if level != 2 else {}),
        **_class_setting(described),
    }
    return wrapped("heading", f"<h{level}{_classed(classes)}>{_text(described)}</h{level}>", settings)


def _image(described: Described) -> str:
    media, align = described.get("media_id"), _align(described, (*_WIDTHS, *_SIDES))
    size = str(described.get("size") or ("full" if media else ""))
    settings: dict[str, Any] = {"id": number(media), "sizeSlug": size} if media else {}
    link = described.get("href")
    if media or link:
        settings["linkDestination"] = "custom" if link else "none"
    settings |= {**({"align": align} if align else {}), **_class_setting(described)}
    of_media = f' class="wp-image-{number(media)}"' if media else ""
    shown = f'<img src="{address(described.get("url", ""))}" alt="{quoted(_words(described, "alt"))}"{of_media}/>'
    if link:
        shown = f'<a href="{address(link)}">{shown}</a>'
    if described.get("caption"):
        shown += f'<figcaption class="wp-element-caption">{inline(_words(described, "caption"))}</figcaption>'
    classes = ["wp-block-image", *([f"align{align}"] if align else []), *([f"size-{size}"] if media else [])]
    return wrapped("image", f"<figure{_classed([*classes, *_own_classes(described)])}>{shown}</figure>", settings)


def _list(described: Described) -> str:
    ordered, start = bool(described.get("ordered")), described.get("start")
    settings = {
        **({"ordered": True} if ordered else {}),
        **({"start": start} if ordered and start else {}),
        **_class_setting(described),
    }
    tag = "ol" if ordered else "ul"
    items = [one if isinstance(one, Mapping) else {"text": one} for one in _items(described) or _children(described)]
    inner = markup_of([{"type": "list_item", **one} for one in items], "core/list")
    first = f' start="{start}"' if ordered and start else ""
    classes = _classed(["wp-block-list", *_own_classes(described)])
    return wrapped("list", f"<{tag}{first}{classes}>{inner}</{tag}>", settings)


def _list_item(described: Described) -> str:
    below = ""
    if described.get("items"):
        below = _list(
            {"type": "list", **{name: described[name] for name in ("items", "ordered") if name in described}}
        )
    classes = _classed(_own_classes(described))
    return wrapped("list-item", f"<li{classes}>{_text(described)}{below}</li>", _class_setting(described))


def _buttons(described: Described) -> str:
    inner = markup_of(
        [{"type": "button", **one} for one in _items(described) or _children(described)], "core/buttons"
    )
    classes = _classed(["wp-block-buttons", *_own_classes(described)])
    return wrapped("buttons", f"<div{classes}>{inner}</div>", _class_setting(described))


def _button(described: Described) -> str:
    url = described.get("url")
    link = f' href="{address(url)}"' if url else ""
    shown = f'<a class="wp-block-button__link wp-element-button"{link}>{_text(described)}</a>'
    classes = _classed(["wp-block-button", *_own_classes(described)])
    return wrapped("button", f"<div{classes}>{shown}</div>", _class_setting(described))


def _quote(described: Described) -> str:
    text = described.get("text")
    below = [*([{"type": "paragraph", "text": text}] if text else []), *_children(described)]
    cite = f"<cite>{inline(_words(described, 'cite'))}</cite>" if described.get("cite") else ""
    classes = _classed(["wp-block-quote", *_own_classes(described)])
    inner = f"<blockquote{classes}>{markup_of(below)}{cite}</blockquote>"
    return wrapped("quote", inner, _class_setting(described))


def _columns(described: Described) -> str:
    align = _align(described, _WIDTHS)
    columns = [{"type": "column", **one} for one in _items(described) or _children(described)]
    classes = [f"align{align}"] if align else []
    settings = {**({"align": align} if align else {}), **_class_setting(described)}
    shown = _classed(["wp-block-columns", *classes, *_own_classes(described)])
    return wrapped("columns", f"<div{shown}>{markup_of(columns, 'core/columns')}</div>", settings)


def _column(described: Described) -> str:
    width = _words(described, "width")
    style = f' style="flex-basis:{quoted(width)}"' if width else ""
    settings = {**({"width": width} if width else {}), **_class_setting(described)}
    classes = _classed(["wp-block-column", *_own_classes(described)])
    return wrapped("column", f"<div{classes}{style}>{markup_of(_children(described))}</div>", settings)


def _group(described: Described) -> str:
    align = _align(described, _WIDTHS)
    settings = {
        **({"align": align} if align else {}),
        **_class_setting(described),
        "layout": {"type": "constrained"},
    }
    classes = ["wp-block-group", *([f"align{align}"] if align else []), *_own_classes(described)]
    return wrapped("group", f"<div{_classed(classes)}>{markup_of(_children(described))}</div>", settings)


def _separator(described: Described) -> str:
    classes = ["wp-block-separator", "has-alpha-channel-opacity", *_own_classes(described)]
    return wrapped("separator", f"<hr{_classed(classes)}/>", _class_setting(described))


def _spacer(described: Described) -> str:
    height = _words(described, "height") or _DEFAULT_SPACE
    height = f"{height}px" if height.isdigit() else height
    settings = {**({"height": height} if height != _DEFAULT_SPACE else {}), **_class_setting(described)}
    classes = _classed(["wp-block-spacer", *_own_classes(described)])
    return wrapped("spacer", f'<div style="height:{quoted(height)}" aria-hidden="true"{classes}></div>', settings)


def _html(described: Described) -> str:
    return wrapped("html", unmarked(_words(described, "text")))


def _shortcode(described: Described) -> str:
    return wrapped("shortcode", unmarked(_words(described, "text")))


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


def void_markup(name: str, attributes: Mapping[str, Any]) -> str:
    """Return a block that the site draws when it is shown, such as core/latest-posts: a marker and nothing else."""
    return opener(name, attributes, void=True)


def number(media: Any) -> Any:
    """Return an image's id as a number where it is one; what stands in for one stays text."""
    return int(media) if str(media).isdigit() else str(media)


def unmarked(text: str) -> str:
    """Return HTML that holds no block markers of its own.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    if "<!-- wp:" in text or "<!-- /wp:" in text:
        raise _wrong("HTML inside a block can not hold block markers.", " Send whole blocks as markup instead.")
    return text


def _text(described: Described) -> str:
    return inline(_words(described, "text"))


def _words(described: Described, name: str) -> str:
    value = described.get(name, "")
    if isinstance(value, bool | list | Mapping):
        raise _wrong(f"The {name} of a block must be text.")
    return "" if value is None else str(value)


def _items(described: Described) -> Sequence[Any]:
    return _listed(described, "items")


def _children(described: Described) -> Sequence[Described]:
    return _listed(described, "children")


def _listed(described: Described, name: str) -> Sequence[Any]:
    value = described.get(name) or []
    if not isinstance(value, list | tuple):
        raise _wrong(f"The {name} of a block must be a list.")
    if name != "items" or described.get("type") in ("buttons", "columns"):
        for one in value:
            if not isinstance(one, Mapping):
                raise _wrong(f"Each of the {name} of a block must be an object.")
    return value


def _side(described: Described) -> str:
    return _align(described, _SIDES)


def _align(described: Described, allowed: Sequence[str]) -> str:
    told = described.get("align") or ""
    if told and told not in allowed:
        raise _wrong(f"The align of this block must be one of: {', '.join(allowed)}.")
    return str(told)


def _own_classes(described: Described) -> list[str]:
    return _words(described, "class").split()


def _class_setting(described: Described) -> dict[str, Any]:
    own = " ".join(_own_classes(described))
    return {"className": own} if own else {}


def _classed(classes: Sequence[str]) -> str:
    return f' class="{quoted(" ".join(classes))}"' if classes else ""


def _wrong(words: str, hint: str = "") -> Refusal:
    return Refusal("respira_invalid_arguments", words + hint)
