"""Settings of core blocks that are also written in their saved HTML: both change together, or the editor would say
that the block holds unexpected content. Pure.

Each of the functions takes a block's HTML and settings and returns both anew; `None` is a setting that is taken away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .spelling import address, inline, number, quoted, wrong
from .tags import classes_of, has_tag, renamed, with_classes, with_style, with_value


class Saved(NamedTuple):
    """What a block holds.

    Attributes:
        first, last: its own HTML before the first block inside it, and behind the last; without any, it is all in
            `first` and `last` is empty.
    """

    settings: dict[str, Any]
    first: str
    last: str = ""


Setter = Callable[[Saved, Any], Saved]

# Settings that leave no trace in the saved HTML.
UNSEEN = ("lock", "metadata", "layout", "templateLock", "allowedBlocks")
_SIDES = ("left", "center", "right")
_ALIGNMENTS = (*_SIDES, "wide", "full")


def _set(saved: Saved, name: str, value: Any, default: Any = None) -> dict[str, Any]:
    """Return the settings with one of them set; what is the default is not written down."""
    others = {key: kept for key, kept in saved.settings.items() if key != name}
    return others if value in (None, default) else {**saved.settings, name: value}


def _one_of(value: Any, allowed: tuple[Any, ...], name: str) -> Any:
    if value is not None and value not in allowed:
        raise wrong(f"The {name} of this block must be one of: {', '.join(map(str, allowed))}.")
    return value


def _side(name: str) -> Setter:
    def setter(saved: Saved, value: Any) -> Saved:
        _one_of(value, _SIDES, name)
        gone = [f"has-text-align-{side}" for side in _SIDES]
        first = with_classes(saved.first, gone, [f"has-text-align-{value}"] if value else [])
        settings = _set_in_style(saved, value) if _is_in_style(saved) else _set(saved, name, value)
        return saved._replace(settings=settings, first=first)

    return setter


def _is_in_style(saved: Saved) -> bool:
    """Tell whether a block keeps where its text stands in its style, as WordPress 7 writes it."""
    style = saved.settings.get("style")
    typography = style.get("typography") if isinstance(style, dict) else None
    return isinstance(typography, dict) and "textAlign" in typography


def _set_in_style(saved: Saved, value: Any) -> dict[str, Any]:
    style: dict[str, Any] = saved.settings["style"]
    others = {name: one for name, one in style["typography"].items() if name != "textAlign"}
    typography = others if value is None else {**others, "textAlign": value}
    left = {name: one for name, one in {**style, "typography": typography}.items() if one}
    return _set(saved, "style", left or None)


def _heading_side(saved: Saved, value: Any) -> Saved:
    """A heading keeps left, center and right as `textAlign`; wide and full are its `align`."""
    return (_block_align if value in ("wide", "full") else _side("textAlign"))(saved, value)


def _block_align(saved: Saved, value: Any) -> Saved:
    _one_of(value, _ALIGNMENTS, "align")
    gone = [f"align{side}" for side in _ALIGNMENTS]
    first = with_classes(saved.first, gone, [f"align{value}"] if value else [])
    return saved._replace(settings=_set(saved, "align", value), first=first)


def _class_name(saved: Saved, value: Any) -> Saved:
    former, new = str(saved.settings.get("className") or "").split(), str(value or "").split()
    settings = _set(saved, "className", " ".join(new) or None)
    return saved._replace(settings=settings, first=with_classes(saved.first, former, new))


def _anchor(saved: Saved, value: Any) -> Saved:
    """An anchor is in the HTML, and only where WordPress 7 saved the block also a setting."""
    settings = _set(saved, "anchor", value or None) if "anchor" in saved.settings else saved.settings
    first = with_value(saved.first, "id", quoted(str(value)) if value else None)
    return saved._replace(settings=settings, first=first)


def _level(saved: Saved, value: Any) -> Saved:
    new = 2 if value is None else value
    _one_of(new, (1, 2, 3, 4, 5, 6), "level")
    former = next((level for level in range(1, 7) if has_tag(saved.first, f"h{level}")), new)
    return saved._replace(
        settings=_set(saved, "level", new, default=2), first=renamed(saved.first, f"h{former}", f"h{new}")
    )


def _ordered(saved: Saved, value: Any) -> Saved:
    ordered = bool(value)
    old, new = ("ul", "ol") if ordered else ("ol", "ul")
    settings = _set(saved, "ordered", ordered, default=False)
    if not has_tag(saved.first, old):
        return saved._replace(settings=settings)
    whole = renamed(saved.first, old, new)
    return saved._replace(settings=settings, first=whole, last=saved.last.replace(f"</{old}>", f"</{new}>"))


def _height(saved: Saved, value: Any) -> Saved:
    height = "100px" if value is None else f"{value}px" if str(value).isdigit() else str(value)
    settings = _set(saved, "height", height, default="100px")
    return saved._replace(settings=settings, first=with_style(saved.first, "height", height))


def _width(saved: Saved, value: Any) -> Saved:
    if value is None:
        raise wrong("Set the width of a column to another one; it can not be taken away here.")
    width = f"{value}%" if str(value).isdigit() else str(value)
    return saved._replace(settings=_set(saved, "width", width), first=with_style(saved.first, "flex-basis", width))


def _image_url(saved: Saved, value: Any) -> Saved:
    return saved._replace(first=with_value(saved.first, "src", address(value or ""), "img"))


def _image_alt(saved: Saved, value: Any) -> Saved:
    return saved._replace(first=with_value(saved.first, "alt", quoted(str(value or "")), "img"))


def _image_id(saved: Saved, value: Any) -> Saved:
    media = number(value) if value else None
    gone = [one for one in classes_of(saved.first, "img") if one.startswith("wp-image-")]
    first = with_classes(saved.first, gone, [f"wp-image-{media}"] if media else [], "img")
    return saved._replace(settings=_set(saved, "id", media), first=first)


def _image_size(saved: Saved, value: Any) -> Saved:
    gone = [one for one in classes_of(saved.first, "figure") if one.startswith("size-")]
    first = with_classes(saved.first, gone, [f"size-{value}"] if value else [], "figure")
    return saved._replace(settings=_set(saved, "sizeSlug", value), first=first)


def _caption(saved: Saved, value: Any) -> Saved:
    start, tag, rest = saved.first.partition("<figcaption")
    if tag:
        _, _, rest = rest.partition("</figcaption>")
    else:
        start, end, rest = saved.first.rpartition("</figure>")
        rest = end + rest
    told = f'<figcaption class="wp-element-caption">{inline(str(value))}</figcaption>' if value else ""
    return saved._replace(first=start + told + rest)


def _button_url(saved: Saved, value: Any) -> Saved:
    return saved._replace(first=with_value(saved.first, "href", address(value) if value else None, "a"))


_EVERY: Mapping[str, Setter] = {"className": _class_name, "anchor": _anchor}
_ALIGNED: Mapping[str, Setter] = {"align": _block_align}
_SETTERS: Mapping[str, Mapping[str, Setter]] = {
    "core/paragraph": {"align": _side("align")},
    "core/heading": {"level": _level, "textAlign": _side("textAlign"), "align": _heading_side},
    "core/image": {
        "url": _image_url,
        "alt": _image_alt,
        "id": _image_id,
        "media_id": _image_id,
        "caption": _caption,
        "sizeSlug": _image_size,
        **_ALIGNED,
    },
    "core/button": {"url": _button_url},
    "core/buttons": _ALIGNED,
    "core/list": {"ordered": _ordered},
    "core/list-item": {},
    "core/quote": _ALIGNED,
    "core/group": _ALIGNED,
    "core/columns": _ALIGNED,
    "core/column": {"width": _width},
    "core/separator": _ALIGNED,
    "core/spacer": {"height": _height},
    "core/cover": _ALIGNED,
    "core/media-text": _ALIGNED,
    "core/table": _ALIGNED,
}


def setter_of(name: str, setting: str) -> Setter | None:
    """Return what sets a setting in a block of this name and in its HTML; None where that is not known here."""
    known = _SETTERS.get(name)
    return None if known is None else {**_EVERY, **known}.get(setting)
