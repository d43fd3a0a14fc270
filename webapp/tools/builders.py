"""Page builders: plugins that draw a page from data of their own instead of its text.

They are recognised by the traces they leave in what REST shows. Nothing here reads or writes their data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .values import text_of

# name -> (custom fields, traces in the text as stored, traces in the text as drawn)
_BUILDERS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "Elementor": (("_elementor_data", "_elementor_edit_mode"), (), ("data-elementor-type=", 'class="elementor ')),
    "Divi": (("_et_pb_use_builder",), ("[et_pb_section",), ()),
    "WPBakery": (("_wpb_vc_js_status",), ("[vc_row",), ()),
    "Beaver Builder": (("_fl_builder_data", "_fl_builder_enabled"), (), ("fl-builder-content",)),
    "Bricks": (("_bricks_page_content_2",), (), ('class="brxe-',)),
    "Oxygen": (("ct_builder_json", "ct_builder_shortcodes"), ("[ct_section",), ()),
}
_TEMPLATES = {"elementor_canvas": "Elementor", "elementor_header_footer": "Elementor"}


def builder_of(item: Mapping[str, Any]) -> str:
    """Return the name of the page builder that draws an item; empty where none is seen."""
    known = _TEMPLATES.get(str(item.get("template", "")))
    if known:
        return known
    meta = item["meta"] if isinstance(item.get("meta"), Mapping) else {}
    content = item.get("content")
    drawn = str(content.get("rendered", "")) if isinstance(content, Mapping) else ""
    stored = text_of(content)
    for name, (keys, in_stored, in_drawn) in _BUILDERS.items():
        if any(meta.get(key) for key in keys):
            return name
        if any(trace in stored for trace in in_stored) or any(trace in drawn for trace in in_drawn):
            return name
    return ""


def carries_data(item: Mapping[str, Any], builder: str) -> bool:
    """Tell whether REST shows the builder's own data, so that a copy can take it over."""
    if not builder:
        return True
    meta = item["meta"] if isinstance(item.get("meta"), Mapping) else {}
    keys, in_stored, _ = _BUILDERS[builder]
    return bool(in_stored) or all(meta.get(key) for key in keys)
