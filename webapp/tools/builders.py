"""Page builders: plugins that draw a page from data of their own instead of its text.

They are recognised by the traces they leave in what REST shows. Nothing here reads or writes their data.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from webapp.tools.values import text_of

# What is spoken of where there is none of them.
BLOCKS = "gutenberg"
# name -> (custom fields, traces in the text as stored, traces in the text as drawn)
_BUILDERS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "Elementor": (("_elementor_data", "_elementor_edit_mode"), (), ("data-elementor-type=", 'class="elementor ')),
    "Divi": (("_et_pb_use_builder",), ("[et_pb_section",), ()),
    "WPBakery": (("_wpb_vc_js_status",), ("[vc_row",), ()),
    "Beaver Builder": (("_fl_builder_data", "_fl_builder_enabled"), (), ("fl-builder-content",)),
    "Bricks": (("_bricks_page_content_2",), (), ('class="brxe-',)),
    "Oxygen": (("ct_builder_json", "ct_builder_shortcodes"), ("[ct_section",), ()),
}
# name -> (folders of plugins, folders of themes, REST namespaces)
_INSTALLED: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "Elementor": (("elementor",), (), ("elementor/v1",)),
    "Divi": (("divi-builder",), ("Divi", "Extra"), ("divi/v1",)),
    "WPBakery": (("js_composer",), (), ()),
    "Beaver Builder": (("bb-plugin", "beaver-builder-lite-version"), (), ()),
    "Bricks": ((), ("bricks",), ("bricks/v1",)),
    "Oxygen": (("oxygen",), (), ()),
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


def installed_builders(
    plugins: Collection[str] | None, theme: str | None, namespaces: Collection[str]
) -> list[str] | None:
    """Return the page builders that a site has, by their plugins, its theme and what else answers over REST.

    Args:
        plugins: folders of the active plugins; None where the site does not list them.
        theme: the folder of the active theme, where it is known.
        namespaces: as the REST index names them.

    Returns:
        None where the plugins are not listed and nothing else gives one away: then there may be one.
    """
    seen = [
        name
        for name, (folders, themes, spaces) in _INSTALLED.items()
        if set(folders) & set(plugins or ()) or theme in themes or set(spaces) & set(namespaces)
    ]
    return None if plugins is None and not seen else seen
